internal import CWatchwordSystem
internal import CWatchwordTerminal
internal import Glibc
internal import WatchwordBase
internal import WatchwordCurses
internal import WatchwordOptions
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordSystem

/// A command on a terminal of its own, between which and the person's terminal everything is passed on, until the
/// command asks for a secret or ends.
final class Job {
  enum Pause { case asks, ended }

  /// Where a question comes from.
  struct Source: Equatable {
    /// The foreground group, the process that reads or may read, and when that began.
    var group: pid_t
    var process: Int32
    var start: UInt64?
  }

  private var outer: OuterTerminal
  private var job = ww_job(
    child: ww_child(process: 0, output: -1), reports: -1, terminal: 0, name: ww_job().name)
  /// The name of the command, for an error.
  private let name: String
  /// Whether the command is a shell, whose terminal is never closed.
  let isShell: Bool
  /// Whether the output goes elsewhere, such as to a pager, which then reads the keys.
  private let isBeside: Bool
  /// The group of the command itself, once the leader has told it.
  private var ownGroup: pid_t = 0
  private var output: TerminalOutput
  private var watch: QuestionWatch
  private(set) var source = Source(group: 0, process: 0)
  /// As waitpid(2) has it, once the command has ended.
  private var status: Int32?
  /// Why the command could not be started.
  private var startError: SystemError?
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  /// The part of ``buffer`` that the person's terminal has not taken yet.
  private var unwritten = 0..<0
  /// What the command has written while a form is shown.
  private var held: [UInt8] = []
  /// What was typed and the command's terminal has not taken yet.
  private var keys: SecretBuffer
  /// Whether a part of a line was typed that the command cannot have read yet.
  private var hasHalfLine = false
  /// Whether the person has pressed ^C.
  private var wasInterrupted = false
  /// What is done next about a question that was interrupted, whose it is, how much was written by then, and when.
  private var interruption: (signal: Int32?, group: pid_t, total: Int, at: Instant)?
  /// The last answer, which a question may want again.
  var last: LastAnswer?
  /// The last question that was answered, unless the command has read keys since.
  var answered: Question?
  /// Which descriptors were ready when last waited for: those of the person's terminal, of the command's, and of the
  /// leader's reports.
  private var ready = [true, true, true]

  /// How often signals were looked for.
  private var turns = 0

  var now: Instant { Instant(nanoseconds: ww_now()) }

  /// - Throws: Why the command cannot be run on a terminal of its own.
  init(
    _ command: ArgumentVector, name: String, isShell: Bool, locking: SecretMemory.Locking
  ) throws(ProgramError) {
    do throws(SecretError) {
      output = try TerminalOutput(locking: locking)
      keys = try SecretBuffer(capacity: 4095, locking: locking)
    } catch {
      throw ProgramError.memory(error)
    }
    outer = try rethrow(
      try OuterTerminal(), as: { (error: TerminalError) in ProgramError("\(error)", .noTerminal) })
    guard outer.claim() else { throw ProgramError("\(TerminalError.taken)", .noTerminal) }
    watch = QuestionWatch(at: Instant(nanoseconds: ww_now()))
    (self.name, self.isShell, isBeside) = (name, isShell, isatty(STDOUT_FILENO) == 0)
    let error = unsafe ww_job_start(command.pointers, outer.descriptor, &job)
    guard error == 0 else {
      throw .text(
        "there is no terminal for the command: {reason}", ["reason": "\(SystemError(number: error))"],
        status: .noTerminal)
    }
    // The other end of a pipe is to see that the command has closed its end.
    let nothing = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
    for number in [STDIN_FILENO, STDOUT_FILENO] where isatty(number) == 0 { dup2(nothing, number) }
    close(nothing)
    if isBeside { outer.lend() } else { outer.take() }
  }

  deinit { unsafe ww_child_end(&job.child) }

  var outerModes: TerminalModeFlags { outer.outerModes }

  var modes: termios {
    var modes = termios()
    unsafe tcgetattr(job.child.output, &modes)
    return modes
  }

  private var watchedModes: QuestionWatch.Modes {
    let flags = modes.c_lflag
    return QuestionWatch.Modes(
      isCanonical: flags & tcflag_t(ICANON) != 0, echoes: flags & tcflag_t(ECHO) != 0)
  }

  private var group: pid_t { tcgetpgrp(job.child.output) }

  private func lookAtGroup() -> QuestionWatch.Group {
    (source.group, source.process) = (group, 0)
    let found = unsafe ww_group_look(source.group, job.terminal, &source.process)
    return found == WW_GROUP_READS ? .reads : found == WW_GROUP_SLEEPS ? .sleeps : .works
  }

  /// Whether the command asks now; ``source`` is where the question comes from then.
  func asks() -> Bool {
    guard watch.look(at: now, watchedModes, lookAtGroup) else { return false }
    source.start = ProcessFacts(source.process)?.start
    return true
  }

  /// Passes everything on until the command asks while the person can answer, or ends.
  func passOn() -> Pause {
    ready = [true, true, true]
    while true {
      takeSignals()
      if ready[2], takeReport() { return .ended }
      // What was moved is a reason to look later.
      var next: Instant? = now.advanced(by: QuestionWatch.silence)
      if !move() {
        if status != nil { return .ended }
        lookWhoReads()
        if asks() {
          outer.take()
          if outer.isTaken { return .asks }
          outer.stopReading()
          // Where that does nothing, nobody can be asked.
          if !outer.isTaken { watch.leaveByHand() }
        }
        pressOn(at: now)
        forgetAnswer()
        let modes = watchedModes
        if !modes.isCanonical { answered = nil }
        next = [watch.nextLook(after: now, modes), interruption?.at, last?.end].reduce(nil, Instant.first)
        if !outer.isTaken { next = Instant.first(next, now.advanced(by: .milliseconds(250))) }
      }
      ready = OuterTerminal.wait(for: descriptors, until: next)
    }
  }

  /// Takes the terminal once the process is in the foreground: not every shell says so. Beside a pager, takes it only
  /// while the command waits for keys itself.
  private func lookWhoReads() {
    guard isBeside else { return outer.take() }
    let reads = lookAtGroup() == .reads
    if reads, !outer.isTaken { outer.take() } else if !reads, outer.isTaken { outer.giveBack() }
  }

  private var descriptors: [(Int32, Int32)] {
    let (hasRoom, hasKeys) = (unwritten.isEmpty, keys.count > 0)
    return [
      (
        outer.isTaken || !hasRoom ? outer.descriptor : -1,
        (outer.isTaken && !hasKeys ? POLLIN : 0) | (hasRoom ? 0 : POLLOUT)
      ), (job.child.output, (hasRoom ? POLLIN : 0) | (hasKeys ? POLLOUT : 0)), (job.reports, POLLIN),
    ]
  }

  private func takeSignals() {
    turns &+= 1
    let signals = OuterTerminal.Signals.take(isBusy: turns.isMultiple(of: 64))
    if signals.isStop { unsafe _ = ww_job_signal(&job, SIGTSTP) }
    if signals.isContinue, !isBeside { outer.take() }
    if signals.isResize || signals.isContinue { adoptSize() }
  }

  private func adoptSize() {
    var size = winsize()
    if unsafe ioctl(outer.descriptor, UInt(TIOCGWINSZ), &size) == 0 {
      _ = unsafe ioctl(job.child.output, UInt(TIOCSWINSZ), &size)
    }
  }

  /// Takes what the leader reports. Returns whether the command has ended. If it has stopped, this process stops too.
  private func takeReport() -> Bool {
    var report: Int32 = 0
    while status == nil {
      let count = unsafe recv(job.reports, &report, MemoryLayout.size(ofValue: report), Int32(MSG_DONTWAIT))
      if count < 0 { return false }
      if count == 0 { report = SIGHUP }
      if report < 0 {
        startError = SystemError(number: -report)
      } else if ownGroup == 0, count > 0 {
        ownGroup = report
      } else if report & 0xFF == 0x7F {
        drain()
        outer.stop()
        adoptSize()
        letLeaderGoOn()
      } else {
        status = report
      }
    }
    return true
  }

  private func letLeaderGoOn() { unsafe _ = send(job.reports, "c", 1, Int32(MSG_NOSIGNAL)) }

  /// Passes on what there is, without waiting. Returns whether there was something.
  private func move() -> Bool {
    if ready[1], unwritten.isEmpty { unwritten = 0..<read() }
    var hasMoved = false
    if ready[0], outer.isTaken, keys.count == 0 {
      let count = keys.read(from: outer.descriptor)
      if count > 0 { noteKeys() } else { endIfGone(count) }
    }
    if keys.count > 0 {
      let count = keys.withBytes { write($0) }
      if count > 0 {
        keys.removeSubrange(0..<count)
        hasMoved = true
      }
    }
    if !unwritten.isEmpty {
      let count = unsafe buffer.withUnsafeBytes {
        unsafe Glibc.write(
          outer.descriptor, $0.baseAddress.map { unsafe $0 + unwritten.lowerBound }, unwritten.count)
      }
      if count > 0 {
        unwritten = unwritten.dropFirst(count)
        hasMoved = true
      } else {
        endIfGone(count)
      }
    }
    return hasMoved
  }

  /// Ends the command, after a read or write of the person's terminal, if that has gone.
  private func endIfGone(_ count: Int) {
    guard count == 0 || errno != EAGAIN && errno != EINTR else { return }
    (status, unwritten) = (SIGHUP, 0..<0)
  }

  private func noteKeys() {
    let last = keys.withBytes { bytes in
      bytes.indices.last { [0x0A, 0x0D, 0x04].contains(bytes[$0]) }
    }
    if keys.withBytes({ bytes in bytes.indices.contains { bytes[$0] == 0x03 } }) { wasInterrupted = true }
    watch.noteInput(at: now, endsLine: last != nil)
    hasHalfLine = last != keys.count - 1
  }

  /// Writes to the command's terminal, as if it were typed, and returns how much was taken.
  private func write(_ bytes: Span<UInt8>) -> Int {
    unsafe bytes.withUnsafeBytes { unsafe Glibc.write(job.child.output, $0.baseAddress, $0.count) }
  }

  /// Reads from the command's terminal into ``buffer``, and returns how much.
  private func read() -> Int {
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe Glibc.read(job.child.output, $0.baseAddress, $0.count)
    }
    guard count > 0 else { return 0 }
    output.note(buffer.span.extracting(first: count))
    watch.noteOutput(at: now)
    return count
  }

  /// Writes to the person's terminal, however long that takes.
  func show(_ bytes: some Collection<UInt8>) {
    _ = unsafe Array(bytes).withUnsafeBytes {
      unsafe ww_write_all(outer.descriptor, $0.baseAddress, $0.count, nil, nil)
    }
  }

  /// Reads and shows all that was written before now: up to a mark that is written behind it. Gives up after a second,
  /// as others may go on writing.
  private func drain() {
    show(buffer[unwritten])
    unwritten = 0..<0
    let other = unsafe ww_job_open(&job)
    defer { close(other) }
    let mark = Array("\u{0}watchword\(UInt64.random(in: .min ... .max))\u{0}".utf8)
    var (marked, rest): (Int, [UInt8]) = (0, [])
    let end = now.advanced(by: .seconds(1))
    while now < end {
      let count = unsafe mark[marked...].withUnsafeBytes {
        unsafe Glibc.write(other, $0.baseAddress, $0.count)
      }
      marked += max(0, count)
      OuterTerminal.wait(for: [(job.child.output, POLLIN)], until: end)
      let new = read()
      guard new > 0 else { break }
      rest += buffer[..<new]
      if let start = rest.indices.first(where: { rest[$0...].starts(with: mark) }) {
        rest.removeSubrange(start...)
        break
      }
      let shown = max(0, rest.count - mark.count)
      show(rest[..<shown])
      rest.removeFirst(shown)
    }
    show(rest)
  }

  /// Passes on the last output, gives the terminal back, and returns the command's status.
  func finish() throws(ProgramError) -> ExitStatus {
    drain()
    outer.giveBack()
    letLeaderGoOn()
    unsafe ww_child_end(&job.child)
    close(job.reports)
    if let startError {
      throw .unstartable(name, startError, startError.number == ENOENT ? .missing : .unstartable)
    }
    let status = status ?? 0
    if status & 0x7F == 0 { return ExitStatus(rawValue: status >> 8 & 0xFF) }
    // A shell ends its loop only if the signal that the person has sent has ended this process, too.
    let isInterrupt = wasInterrupted && status & 0x7F == SIGINT
    return ExitStatus(
      rawValue: 128 + status & 0x7F, interrupt: isInterrupt ? Interrupt(onTerminalAt: nil) : nil)
  }
}

/// While a form is shown, and between forms.
extension Job {
  /// Lets a form have the terminal. Drops what was typed before, with a beep.
  func lend() {
    if dropInput() { show([0x07]) }
    outer.lend()
  }

  /// Goes on after a form, with what was held back.
  func goOn() {
    outer.goOn()
    show(held)
    held = []
  }

  /// Takes in what the command writes.
  func listen() {
    adoptSize()
    forgetAnswer()
    while held.count < Self.mostHeld, case let count = read(), count > 0 { held += buffer[..<count] }
  }

  private static let mostHeld = 65_536

  private func forgetAnswer() { if let last, now >= last.end { self.last = nil } }

  /// Whether the leader has something to report: the command has ended or stopped.
  private var hasReport: Bool {
    var report: Int32 = 0
    return unsafe recv(job.reports, &report, 4, Int32(MSG_DONTWAIT | MSG_PEEK)) >= 0
  }

  /// Whether the command has ended or stopped, has its echo back, or has written too much.
  var isQuestionGone: Bool { !watchedModes.isDark || hasReport || held.count >= Self.mostHeld }
  /// Whether it has ended or stopped, reads keys, or has written too much.
  var isElsewhere: Bool { !watchedModes.isCanonical || hasReport || held.count >= Self.mostHeld }
  /// Whether it has written something, and no more for a while.
  var isQuiet: Bool { !held.isEmpty && watch.silence(at: now) >= .milliseconds(300) }
  /// Whether it has printed a whole line in which something can be seen since the last answer.
  var hasPrinted: Bool { output.lines.contains { output.text(of: $0, hiding: { _ in }) != nil } }
  /// When the present question was written.
  var questionTime: Instant { watch.lastOutput }

  /// The line with the cursor, and the last lines before it in which something can be seen.
  func readQuestion() -> (prompt: String, lines: [String]) {
    func hide(_ use: (UTF8Span) -> Void) {
      last?.text.withBytes { bytes in if let text = try? UTF8Span(validating: bytes) { use(text) } }
    }
    let prompt = output.text(of: output.lastLine, hiding: hide) ?? ""
    let lines = output.lines.compactMap { output.text(of: $0, hiding: hide) }
    return (prompt, lines.suffix(6))
  }

  /// Drops what was typed and not read by the command. Returns whether there may have been something.
  private func dropInput() -> Bool {
    let other = unsafe ww_job_open(&job)
    guard other >= 0 else { return false }
    defer { close(other) }
    var count: Int32 = 0
    let hasLines = unsafe ioctl(other, UInt(FIONREAD), &count) == 0 && count > 0
    tcflush(other, TCIFLUSH)
    keys.removeAll()
    defer { hasHalfLine = false }
    return hasLines || hasHalfLine
  }

  /// Answers by `line`. Returns false if the terminal did not take it whole; it has nothing of it then.
  func answer(_ line: borrowing SecretBuffer) -> Bool {
    _ = dropInput()
    output.forget()
    let isWhole = write(line.bytes) == line.count
    if !isWhole { _ = dropInput() }
    watch.noteInput(at: now, endsLine: true)
    return isWhole
  }

  func leaveByHand() { watch.leaveByHand() }

  /// Stops the foreground processes, as ^Z does.
  func stop() { unsafe _ = ww_job_signal(&job, SIGTSTP) }

  /// A process of another session that has the terminal open, as far as root can see.
  var otherReader: Int32? {
    guard geteuid() == 0 else { return nil }
    let found = ww_terminal_find_other(job.terminal, job.child.process)
    return found > 0 ? found : nil
  }

  /// Interrupts the foreground processes, as ^C does where the terminal has not switched that off. If the same ones
  /// still ask the same after 2 seconds, ends them, and after 2 more closes the terminal of the command itself, unless it
  /// is a shell.
  func interrupt() {
    unsafe _ = ww_job_signal(&job, SIGINT)
    wasInterrupted = true
    watch.leaveByHand()
    interruption = (SIGTERM, group, output.total, now.advanced(by: Self.patience))
  }

  private static let patience = Duration.seconds(2)

  private func pressOn(at now: Instant) {
    guard let (signal, stopped, total, end) = interruption, now >= end else { return }
    interruption = nil
    let asksAnew = output.total > total && !output.lastLine.isEmpty
    guard watch.isByHand, group == stopped, !asksAnew else { return }
    if let signal {
      unsafe _ = ww_job_signal(&job, signal)
      interruption = (nil, stopped, total, now.advanced(by: Self.patience))
    } else if !isShell, stopped == ownGroup {
      status = SIGHUP
    }
  }
}
