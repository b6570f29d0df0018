internal import CWatchwordSystem
internal import CWatchwordTerminal
internal import Glibc
internal import WatchwordBase
internal import WatchwordCurses
internal import WatchwordOptions
internal import WatchwordScreen
internal import WatchwordSecrets

/// A command on a terminal of its own, between which and the person's terminal everything is passed on, until the
/// command asks for a secret or ends.
final class Job {
  enum Pause: Equatable { case asks, ended }

  private var outer: OuterTerminal
  private var job = ww_job()
  /// Whether the command is a shell, whose terminal is never closed.
  private let isShell: Bool
  private(set) var output: TerminalOutput
  private(set) var watch: QuestionWatch
  /// The process that asks, or one of those that may.
  private(set) var asker: Int32 = 0
  /// As waitpid(2) has it, once the command has ended.
  private var status: Int32?
  /// Why the command could not be started.
  private var startError: SystemError?
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  /// The part of ``buffer`` that the person's terminal has not taken yet.
  private var unwritten = 0..<0
  /// What the command has written while a form is shown.
  private(set) var held: [UInt8] = []
  /// What was typed and the command's terminal has not taken yet.
  private var keys: SecretBuffer
  /// Whether a part of a line was typed that the command cannot have read yet.
  private var hasHalfLine = false
  /// What is done next about a question that was interrupted, and when.
  private var interruption: (signal: Int32?, group: pid_t, at: Instant)?

  /// Which descriptors were ready when last waited for: those of the person's terminal, of the command's, and of the
  /// leader's reports.
  private var ready = [true, true, true]

  var now: Instant { Instant(nanoseconds: ww_now()) }

  /// - Throws: Why the command cannot be run on a terminal of its own.
  init(_ command: ArgumentVector, isShell: Bool, locking: SecretMemory.Locking) throws(ProgramError) {
    do throws(SecretError) {
      output = try TerminalOutput(locking: locking)
      keys = try SecretBuffer(capacity: 4095, locking: locking)
    } catch {
      throw ProgramError.memory(error)
    }
    outer = try rethrow(
      try OuterTerminal(), as: { (error: TerminalError) in ProgramError("\(error)", .noTerminal) })
    watch = QuestionWatch(at: Instant(nanoseconds: ww_now()))
    self.isShell = isShell
    let error = unsafe ww_job_start(command.pointers, outer.descriptor, &job)
    guard error == 0 else {
      throw .text(
        "there is no terminal for the command: {reason}", ["reason": "\(SystemError(number: error))"],
        status: .noTerminal)
    }
    letGoOfPipes()
    outer.take()
  }

  deinit { unsafe ww_child_end(&job.child) }

  /// The other end of a pipe is to see that the command has closed its end.
  private func letGoOfPipes() {
    let nothing = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
    for number in [STDIN_FILENO, STDOUT_FILENO] where isatty(number) == 0 { dup2(nothing, number) }
    close(nothing)
  }

  var ownModes: TerminalModeFlags { outer.ownModes }

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

  /// Whether the command asks now.
  func asks() -> Bool {
    watch.look(at: now, watchedModes) {
      let found = unsafe ww_group_look(group, job.terminal, &asker)
      return found == WW_GROUP_READS ? .reads : found == WW_GROUP_SLEEPS ? .sleeps : .works
    }
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
        if asks() {
          // Not every shell tells a job in the background that it is in the foreground now.
          if !outer.isTaken { outer.take() }
          if outer.isTaken { return .asks }
          outer.stopReading()
        }
        pressOn(at: now)
        if let last, now >= last.end { self.last = nil }
        next = [watch.nextLook(after: now, watchedModes), interruption?.at, last?.end].reduce(nil, Instant.first)
      }
      ready = OuterTerminal.wait(for: descriptors, until: next)
    }
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
    let signals = OuterTerminal.Signals.take()
    if signals.isStop { unsafe _ = ww_job_signal(&job, SIGTSTP) }
    if signals.isContinue, !outer.isTaken { outer.take() }
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
      } else if report & 0xFF == 0x7F {
        flush()
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
      if count > 0 { noteKeys() }
      // The person's terminal has gone.
      if count == 0 || count < 0 && errno == EIO { status = SIGHUP }
    }
    if keys.count > 0 {
      let count = keys.withBytes { write($0) }
      if count > 0 {
        keys.removeSubrange(0..<count)
        hasMoved = true
        // The echo may be there already.
        if ready[1] == false, unwritten.isEmpty { unwritten = 0..<read() }
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
      }
    }
    return hasMoved
  }

  private func noteKeys() {
    let last = keys.withBytes { bytes in
      bytes.indices.last { [0x0A, 0x0D, 0x04].contains(bytes[$0]) }
    }
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

  /// Writes what is left for the person's terminal, however long that takes.
  private func flush() {
    show(buffer[unwritten])
    unwritten = 0..<0
  }

  private func show(_ bytes: ArraySlice<UInt8>) {
    _ = unsafe bytes.withUnsafeBytes {
      unsafe ww_write_all(outer.descriptor, $0.baseAddress, $0.count, nil, nil)
    }
  }

  /// Takes in what the command writes while a form is shown.
  func listen() {
    takeSignalsBesideForm()
    _ = takeReportBesideForm()
    while held.count < Self.mostHeld, case let count = read(), count > 0 { held += buffer[..<count] }
  }

  /// The most bytes that are held back for a form.
  static let mostHeld = 65_536

  private func takeSignalsBesideForm() { adoptSize() }

  private func takeReportBesideForm() -> Bool {
    var report: Int32 = 0
    let flags = Int32(MSG_DONTWAIT | MSG_PEEK)
    return unsafe recv(job.reports, &report, MemoryLayout.size(ofValue: report), flags) >= 0
  }

  /// Whether the question of the form is gone: the command has ended or stopped, has its echo back, or has written too
  /// much.
  var isQuestionGone: Bool { takeReportBesideForm() || !watchedModes.isDark || held.count >= Self.mostHeld }
  /// Whether it has ended, has stopped or reads keys.
  var isElsewhere: Bool { takeReportBesideForm() || !watchedModes.isCanonical || held.count >= Self.mostHeld }
  /// Whether the command has written something, and no more for a while.
  var isQuiet: Bool { !held.isEmpty && watch.silence(at: now) >= .milliseconds(300) }
  /// Whether it has printed a whole line in which something can be seen since the last answer.
  var hasPrinted: Bool { output.lines.contains { output.text(of: $0, hiding: { _ in }) != nil } }
  /// When the present question was written.
  var questionTime: Instant { watch.lastOutput }
  /// The last answer, which a question may want again.
  var last: LastAnswer?

  /// The line with the cursor, and the last lines before it in which something can be seen.
  func readQuestion() -> (prompt: String, lines: [String]) {
    func hide(_ use: (UTF8Span) -> Void) {
      last?.text.withBytes { bytes in if let text = try? UTF8Span(validating: bytes) { use(text) } }
    }
    let prompt = output.text(of: output.lastLine, hiding: hide) ?? ""
    let lines = output.lines.compactMap { output.text(of: $0, hiding: hide) }
    return (prompt, lines.suffix(6))
  }

  func beep() { show([0x07]) }

  func startLine() { show([0x0D, 0x0A]) }

  /// Drops what was typed and not read by the command. Returns whether there may have been something.
  func dropInput() -> Bool {
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

  /// Goes on after a form, with what was held back.
  func goOn() {
    outer.goOn()
    show(held[...])
    held = []
  }

  /// Writes a line of this program's.
  func say(_ line: String) { show(Array("\r\nwatchword: \(line)\r\n".utf8)[...]) }

  /// Answers by `line`. Returns false if the terminal did not take it whole.
  func answer(_ line: borrowing SecretBuffer) -> Bool {
    _ = dropInput()
    output.forget()
    let count = write(line.bytes)
    watch.noteInput(at: now, endsLine: true)
    return count == line.count
  }

  func leaveByHand() { watch.leaveByHand() }

  /// A process of another session that has the terminal open, as far as root can see.
  var otherReader: Int32? {
    guard geteuid() == 0 else { return nil }
    let found = ww_terminal_find_other(job.terminal, job.child.process)
    return found > 0 ? found : nil
  }

  /// Interrupts the foreground processes, as ^C does where the terminal has not switched that off. If the same ones
  /// still ask after 2 seconds, ends them, and after 2 more closes the terminal, unless the command is a shell.
  func interrupt() {
    unsafe _ = ww_job_signal(&job, SIGINT)
    watch.leaveByHand()
    interruption = (SIGTERM, group, now.advanced(by: Self.patience))
  }

  private static let patience = Duration.seconds(2)

  private func pressOn(at now: Instant) {
    guard let (signal, stopped, end) = interruption, now >= end else { return }
    interruption = nil
    guard watch.isByHand, group == stopped else { return }
    if let signal {
      unsafe _ = ww_job_signal(&job, signal)
      if !isShell { interruption = (nil, stopped, now.advanced(by: Self.patience)) }
    } else {
      status = SIGHUP
    }
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
    return status & 0x7F == 0 ? ExitStatus(rawValue: status >> 8 & 0xFF) : .signalled(status & 0x7F)
  }

  /// The name of the command, for an error.
  var name = ""

  /// Reads all that was written before now: up to a mark that is written behind it.
  private func drain() {
    flush()
    let other = unsafe ww_job_open(&job)
    defer { close(other) }
    let mark = Array("\u{0}watchword\(UInt64.random(in: .min ... .max))\u{0}".utf8)
    let isMarked =
      unsafe mark.withUnsafeBytes { unsafe Glibc.write(other, $0.baseAddress, $0.count) } == mark.count
    var rest: [UInt8] = []
    while true {
      OuterTerminal.wait(
        for: [(job.child.output, POLLIN)], until: now.advanced(by: .milliseconds(isMarked ? 1000 : 20)))
      let count = read()
      guard count > 0 else { return show(rest[...]) }
      rest += buffer[..<count]
      if let end = rest.indices.first(where: { rest[$0...].starts(with: mark) }) { return show(rest[..<end]) }
      let shown = max(0, rest.count - mark.count)
      show(rest[..<shown])
      rest.removeFirst(shown)
    }
  }
}
