internal import CWatchwordSystem
internal import CWatchwordTerminal
internal import Glibc
internal import WatchwordBase
internal import WatchwordCurses
internal import WatchwordOptions
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordSystem

/// A command on a terminal of its own, between which and the user's terminal everything is passed on, until the
/// command asks for a secret or ends.
final class Job {
  enum Pause { case asks, ended }

  /// What has become of the question that a form is about.
  enum Look {
    /// The question stands, and the command reads. If it counts down, its prompt is a new one.
    case asks(countsDown: Bool)
    /// Not known yet, for instance because the command has just written.
    case unclear
    /// Another question stands there.
    case asksElse
    /// The command has ended or stopped, shows what is typed, or reads keys.
    case gone
  }

  private var outer: OuterTerminal
  private var terminal = ProgramTerminal()
  /// The name of the command, for an error.
  private let name: String
  /// Whether the command is a shell, whose terminal is never closed.
  let isShell: Bool
  private var output: TerminalOutput
  private var watch: QuestionWatch
  /// Who reads, as it was found last.
  private(set) var sight = Sight(ww_reader(), group: 0)
  var reader: Reader { sight.reader }
  /// The question that a form is about, or that was answered last.
  private var standing: StandingQuestion?
  /// Who has not read its answer yet, and its name.
  private var unread: (program: Reader.Program, name: String)?
  /// What the user is to be told once no form is shown.
  private var remarks: [String] = []
  private let locking: SecretMemory.Locking
  private let trace: Trace?
  /// The status of waitpid(2), once the command has ended; a negative errno if it could not be started.
  private var status: Int32?
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  /// The part of ``buffer`` that the user's terminal has not taken yet.
  private var unwritten = 0..<0
  /// What the command has written while a form is shown.
  private var held: [UInt8] = []
  /// When what is held was last shown.
  private var shownAt: Instant?
  /// The last byte that the user's terminal was given.
  private var lastShown = UInt8(ascii: "\n")
  /// Keys are dropped until a pause comes to its end, and until the last time at most.
  private var deafness: (end: Instant, last: Instant)?
  /// What was typed and the command's terminal has not taken yet.
  private var keys: SecretBuffer
  /// Whether a part of a line was typed that the command cannot have read yet.
  private var hasHalfLine = false
  private var interruption = Interruption()

  var now: Instant { .now }

  /// - Throws: Why the command cannot be run on a terminal of its own.
  init(
    _ command: ArgumentVector, name: String, isShell: Bool, locking: SecretMemory.Locking, trace: Trace?
  ) throws(ProgramError) {
    self.trace = trace
    do throws(SecretError) {
      output = try TerminalOutput(locking: locking)
      keys = try SecretBuffer(capacity: 4095, locking: locking)
    } catch {
      throw ProgramError.memory(error)
    }
    outer = try rethrow(
      try OuterTerminal(), as: { (error: TerminalError) in ProgramError("\(error)", .noTerminal) })
    guard outer.claim() else { throw ProgramError("\(TerminalError.taken)", .noTerminal) }
    var modes = termios()
    unsafe tcgetattr(outer.descriptor, &modes)
    watch = QuestionWatch(at: .now, QuestionWatch.Modes(modes))
    self.locking = locking
    (self.name, self.isShell) = (name, isShell)
    let descriptor = outer.descriptor
    do throws(SystemError) { try unsafe terminal.start(command.pointers, outer: descriptor) } catch {
      throw .text(
        "there is no terminal for the command: {reason}", ["reason": "\(error)"], status: .noTerminal)
    }
    // The other end of a pipe is to see that the command has closed its end.
    let nothing = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
    for number in [STDIN_FILENO, STDOUT_FILENO] where isatty(number) == 0 { dup2(nothing, number) }
    close(nothing)
    if isBeside { outer.lend() } else { outer.take() }
  }

  /// Whether the output goes elsewhere, such as to a pager, which then reads the keys.
  private var isBeside: Bool { isatty(STDOUT_FILENO) == 0 }

  var outerModes: TerminalModeFlags { outer.outerModes }

  var modes: termios { terminal.modes }

  private var watchedModes: QuestionWatch.Modes { QuestionWatch.Modes(modes) }

  /// Looks for who reads; ``reader`` is that then.
  private func lookAtGroup() -> QuestionWatch.Group {
    var found = ww_reader()
    let group = terminal.group
    let answer = unsafe ww_group_look(group, terminal.pty.number, &found)
    guard answer != WW_GROUP_WORKS else { return .works }
    sight = Sight(found, group: group)
    return answer == WW_GROUP_READS ? .reads : .sleeps(isAlone: found.is_alone)
  }

  /// Whether the command asks now; ``reader`` is who asks then.
  func asks() -> Bool {
    // What it wrote before it waited may still be unread.
    seemsToAsk() && !hasMore
  }

  private func seemsToAsk() -> Bool {
    watch.look(at: now, watchedModes, lookAtGroup, endsAsPrompt: { lastLine?.endsAsPrompt ?? false })
  }

  /// The line with the cursor.
  private var lastLine: PromptLine? { output.line(output.lastLine, locking: locking) }

  func note(_ decision: Trace.Decision, _ reason: Trace.Reason, _ program: Reader.Program) {
    let process = program.process > 0 ? program.process : program.group
    trace?.note(decision, reason, of: process, decision == .closes ? nil : watchedModes)
  }

  /// Passes everything on until the command asks while the user can answer, or ends. While there is nothing to pass on,
  /// calls `forget` with whether the command reads keys; it returns when to call it again.
  func passOn(forgetting forget: (_ readsKeys: Bool) -> Instant?) -> Pause {
    // Which descriptors have something: the user's terminal, the command's, and the leader's reports.
    var (ready, turns) = ([true, true, true], 0)
    while true {
      turns &+= 1
      takeSignals(isBusy: turns.isMultiple(of: 64))
      if ready[2], takeReport() { return .ended }
      // If bytes were moved, the command is busy: look for a question only after a silence.
      var next: Instant? = now.advanced(by: QuestionWatch.silence)
      if !move(ready) {
        if status != nil { return .ended }
        lookWhoReads()
        let asks = asks()
        if trace != nil, let finding = watch.finding {
          note(
            asks ? .asks : .waits, finding,
            asks ? reader.program : Reader(ww_reader(), group: terminal.group).program)
        }
        if asks {
          outer.take()
          if outer.isTaken { return .asks }
          outer.stopReading()
          // If that does nothing, nobody can be asked.
          if !outer.isTaken { watch.leaveByHand() }
        }
        pressOn(at: now)
        let forgets = forget(!watchedModes.isCanonical)
        followAnswer()
        tellRemarks()
        next = [watch.nextLook(after: now, watchedModes), interruption.due, forgets].reduce(
          nil, Instant.first)
        if !outer.isTaken { next = Instant.first(next, now.advanced(by: .milliseconds(250))) }
        if unread != nil { next = Instant.first(next, now.advanced(by: .milliseconds(10))) }
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
      ), (terminal.descriptor, (hasRoom ? POLLIN : 0) | (hasKeys ? POLLOUT : 0)),
      (terminal.pty.reports, POLLIN),
    ]
  }

  private func takeSignals(isBusy: Bool) {
    let signals = OuterTerminal.Signals.take(isBusy: isBusy)
    if signals.isStop { terminal.signal(SIGTSTP) }
    if signals.isContinue, !isBeside { outer.take() }
    if signals.isResize || signals.isContinue { adoptSize() }
  }

  private func adoptSize() { terminal.setSize(of: outer.descriptor) }

  /// Takes what the leader reports. Returns whether the command has ended. If it has stopped, this process stops too:
  /// only so does the user's shell see it, and offer `fg`.
  private func takeReport() -> Bool {
    while status == nil {
      guard let report = terminal.takeReport() else { return false }
      if report > 0, report & 0xFF == 0x7F {
        drain()
        outer.stop()
        adoptSize()
        terminal.letLeaderGoOn()
      } else {
        status = report
      }
    }
    return true
  }

  /// Passes on what there is, without waiting. Returns whether there was something.
  private func move(_ ready: [Bool]) -> Bool {
    if ready[1], unwritten.isEmpty { unwritten = 0..<readAndNote() }
    var hasMoved = false
    if ready[0], outer.isTaken, keys.count == 0 {
      let count = keys.read(from: outer.descriptor)
      if count > 0 {
        dropUnheardKeys()
        noteKeys()
      } else {
        endIfGone(count)
      }
    }
    if keys.count > 0 {
      let count = keys.withBytes { terminal.write($0) }
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
        lastShown = buffer[unwritten.lowerBound + count - 1]
        unwritten = unwritten.dropFirst(count)
        hasMoved = true
      } else {
        endIfGone(count)
      }
    }
    return hasMoved
  }

  /// Ends the command, after a read or write of the user's terminal, if that has gone.
  private func endIfGone(_ count: Int) {
    guard count == 0 || errno != EAGAIN && errno != EINTR else { return }
    (status, unwritten) = (SIGHUP, 0..<0)
  }

  private func noteKeys() {
    let last = keys.withBytes { bytes in
      bytes.indices.last { [0x0A, 0x0D, 0x04].contains(bytes[$0]) }
    }
    if keys.withBytes({ bytes in bytes.indices.contains { bytes[$0] == 0x03 } }) {
      interruption.hasCome = true
    }
    watch.noteInput(at: now, endsLine: last != nil)
    hasHalfLine = last != keys.count - 1
    // What stands there was written before that line, perhaps by another command.
    if last != nil { output.forget() }
  }

  /// Reads from the command's terminal into ``buffer``, and returns how much.
  private func read() -> Int {
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe Glibc.read(terminal.descriptor, $0.baseAddress, $0.count)
    }
    return max(0, count)
  }

  private func readAndNote() -> Int {
    let count = read()
    guard count > 0 else { return 0 }
    output.note(buffer.span.extracting(first: count))
    watch.noteOutput(at: now)
    return count
  }

  /// Writes to the user's terminal, however long that takes.
  func show(_ bytes: some BidirectionalCollection<UInt8>) {
    if let last = bytes.last { lastShown = last }
    try? Output(descriptor: outer.descriptor).write(Array(bytes).span)
  }

  /// Reads and shows all that was written before now: up to a mark that is written behind it. Without the mark, nobody
  /// could tell the end of the command's last lines from a pause. Gives up after a second, as others may go on writing.
  private func drain() { terminal.withProgramSide(drain(by:)) }

  private func drain(by side: Int32) {
    show(buffer[unwritten])
    unwritten = 0..<0
    let mark = Array("\u{0}watchword\(UInt64.random(in: .min ... .max))\u{0}".utf8)
    var (marked, rest): (Int, [UInt8]) = (0, [])
    let end = now.advanced(by: .seconds(1))
    while now < end {
      let count = unsafe mark[marked...].withUnsafeBytes {
        unsafe Glibc.write(side, $0.baseAddress, $0.count)
      }
      marked += max(0, count)
      OuterTerminal.wait(for: [(terminal.descriptor, POLLIN)], until: end)
      let new = readAndNote()
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
    terminal.letLeaderGoOn()
    terminal.end()
    let status = status ?? 0
    if status < 0 {
      let error = SystemError(number: -status)
      throw .unstartable(name, error, error.number == ENOENT ? .missing : .unstartable)
    }
    if status & 0x7F == 0 { return ExitStatus(rawValue: status >> 8 & 0xFF) }
    // A shell ends its loop only if the signal that the user has sent has ended this process, too.
    let isInterrupt = interruption.hasCome && status & 0x7F == SIGINT
    return ExitStatus(
      rawValue: 128 + status & 0x7F, interrupt: isInterrupt ? Interrupt(onTerminalAt: nil) : nil)
  }
}

/// While a form is shown, and between forms.
extension Job {
  /// Lets a form have the terminal. Drops what was typed before, with a beep.
  func lend() {
    deafness = nil
    if dropInput() { show([0x07]) }
    outer.lend()
  }

  /// Goes on after a form: tells the user what there is to tell, and shows what was held back.
  func goOn() {
    outer.goOn()
    tellRemarks()
    showHeld()
  }

  /// Has the user told `line`, between what was shown before and what was held back.
  func tell(_ line: String) { remarks.append(line) }

  private func tellRemarks() {
    for line in remarks { show(((lastShown == UInt8(ascii: "\n") ? "" : "\r\n") + line + "\r\n").utf8) }
    remarks = []
  }

  /// Takes in what the command writes. What was written while the reader did not wake is of others, and no part of a
  /// question.
  func listen() {
    adoptSize()
    followAnswer()
    let start = held.count
    while held.count < Self.mostHeld, case let count = read(), count > 0 { held += buffer[..<count] }
    guard held.count > start else { return }
    let isSeen = lookAtGroup() != .works
    if isSeen, standing?.isWrittenByOthers(upTo: sight) == true { return }
    output.note(held.span.extracting(start...))
    watch.noteOutput(at: now)
    // After an answer, a reader that waits again may have asked again. What others write from now on is no part of that.
    guard standing?.isAnswered == true, isSeen, reader.program == standing?.sight.reader.program else {
      return
    }
    standing = StandingQuestion(sight, prompt: nil, at: now)
    standing?.isAnswered = true
    if hasMore, case let count = readAndNote(), count > 0 { held += buffer[..<count] }
  }

  /// Whether there is more to read, or will be in a moment.
  private var hasMore: Bool {
    OuterTerminal.wait(for: [(terminal.descriptor, POLLIN)], until: now.advanced(by: Self.arrival))[0]
  }

  private static let mostHeld = 65_536
  /// The longest time that output takes from the command to us.
  private static let arrival = Duration.milliseconds(2)

  /// Whether as much is held back as can be. Said at most twice a second, so that the form can be used meanwhile.
  var isFlooded: Bool {
    held.count >= Self.mostHeld && shownAt.map { now - $0 >= .milliseconds(500) } ?? true
  }

  func showHeld() {
    show(held)
    (held, shownAt) = ([], now)
  }

  /// Whether the leader has something to report: the command has ended or stopped.
  private var hasReport: Bool { terminal.hasReport }

  /// Looks whether the question that a form is about still stands.
  func look() -> Look {
    listen()
    if hasReport { return .gone }
    let now = now
    let isLit = !terminal.isDark
    if standing?.hasGone(isLit: isLit, at: now) == true { return .gone }
    guard !isLit, seemsToAsk(), var question = standing else { return .unclear }
    // What it wrote before it waited may still be on its way, or unread because as much as can be is held back.
    if !question.isSurelySame(sight), hasMore { return .unclear }
    defer { standing = question }
    switch question.compare(sight, line: lastLine, at: now) {
    case .none: return .asks(countsDown: false)
    case .countdown: return .asks(countsDown: true)
    case .other: return .asksElse
    }
  }

  /// Whether the command has ended or stopped, reads keys, or has written too much.
  var isElsewhere: Bool { !watchedModes.isCanonical || hasReport || held.count >= Self.mostHeld }
  /// Whether the command has written something since the last answer, and no more for a while.
  var isQuiet: Bool { output.kept.count > 0 && watch.silence(at: now) >= .milliseconds(300) }
  /// Whether the command has printed a whole line in which something can be seen since the last answer.
  var hasPrinted: Bool { output.lines.contains { output.text(of: $0, hiding: { _ in }) != nil } }

  /// The question that stands there. From now on, ``look()`` tells what becomes of it. `find` finds what the table
  /// knows. A line that quotes the answer `last` is not drawn.
  func readQuestion(
    _ asker: Asker, hiding last: LastAnswer?,
    _ find: (_ lines: [PromptLine]) -> (row: ProgramTable.Row, line: Int)?
  ) -> Question {
    let line = lastLine
    let before = Array(output.lines.suffix(64).compactMap { output.line($0, locking: locking) }.suffix(6))
    let found = find(before + [line].compactMap(\.self))
    standing = StandingQuestion(sight, prompt: line, at: now, after: standing)
    var question = Question(
      line: line, before: before, asker: asker, row: found?.row,
      isAskedAbove: found.map { $0.line < before.count } ?? false, reader: reader, time: watch.lastOutput)
    question.prompt = line.map { shownText(of: $0, hiding: last) } ?? ""
    question.shownBefore = before.map { shownText(of: $0, hiding: last) }
    return question
  }

  /// The prompt as it is now, as far as it may be drawn.
  var shownPrompt: String { standing?.prompt.map { shownText(of: $0, hiding: nil) } ?? "" }

  private func shownText(of line: PromptLine, hiding last: LastAnswer?) -> String {
    output.text(of: line) { use in
      last?.text.withBytes { bytes in if let text = try? UTF8Span(validating: bytes) { use(text) } }
    }
  }

  /// Drops what was typed and not read by the command. Returns whether there may have been something.
  private func dropInput() -> Bool {
    let hasLines = terminal.withProgramSide { side in
      var count: Int32 = 0
      defer { tcflush(side, TCIFLUSH) }
      return unsafe ioctl(side, UInt(FIONREAD), &count) == 0 && count > 0
    }
    keys.removeAll()
    defer { hasHalfLine = false }
    return hasLines || hasHalfLine
  }

  /// Answers the program `name` by `line`. Returns false if the terminal did not take it whole; it has nothing of it
  /// then.
  func answer(_ line: borrowing SecretBuffer, of name: String) -> Bool {
    _ = dropInput()
    output.forget()
    let isWhole = terminal.write(line.bytes) == line.count
    if !isWhole { _ = dropInput() }
    watch.noteInput(at: now, endsLine: true)
    standing?.isAnswered = true
    if isWhole, sight.polls {
      unread = (reader.program, name)
      followAnswer(for: 300, arrival: 20)
    }
    return isWhole
  }

  /// Follows an answer to a program that waits for input first, and may end without reading it. Then nobody else is to
  /// get it: the shell would run the password as a command, and keep it in its history.
  private func followAnswer(for milliseconds: Int32 = 1, arrival: Int32 = 0) {
    guard let (program, name) = unread else { return }
    let own = terminal.descriptor
    let outcome = terminal.withProgramSide {
      ww_answer_follow(own, $0, program.process, program.group, milliseconds, arrival)
    }
    switch Int(outcome) {
    case WW_ANSWER_WAITS: return
    case WW_ANSWER_DROPPED:
      tell(text("{program} did not read the answer. It was dropped.", ["program": name]))
    default: break
    }
    unread = nil
  }

  /// Drops keys until none has come for half a second. They were meant for a form that has gone: the shell would run the
  /// rest of a password as a command.
  func dropKeys() { deafness = (now.advanced(by: Self.pause), now.advanced(by: Self.pause * 6)) }

  private static let pause = Duration.milliseconds(500)

  /// Drops the keys just read, except those that signal, if they may have been meant for a form.
  private func dropUnheardKeys() {
    guard let (end, last) = deafness else { return }
    guard now < end else { return deafness = nil }
    let modes = modes
    let signals = unsafe withUnsafeBytes(of: modes.c_cc) { characters in
      modes.c_lflag & tcflag_t(ISIG) == 0
        ? [] : [VINTR, VQUIT, VSUSP].map { unsafe characters[Int($0)] }.filter { $0 != 0 }
    }
    let count = keys.count
    for index in (0..<count).reversed() where !signals.contains(keys.bytes[index]) {
      keys.removeSubrange(index..<index + 1)
    }
    if keys.count < count { show([0x07]) }
    deafness = (min(last, now.advanced(by: Self.pause)), last)
  }

  func leaveByHand() { watch.leaveByHand() }

  /// Stops the foreground processes, as ^Z does.
  func stop() { terminal.signal(SIGTSTP) }

  /// Who else may read the terminal, as far as root can see.
  enum OtherReader: Equatable {
    case process(Int32)
    /// There were too many programs to look at all of them.
    case unknown

    /// What the form says of it, with the path of the program or, in a row that is cut, its name.
    func words(isShort: Bool = false) -> String {
      switch self {
      case .process(let number):
        let asker = Asker(process: number)
        let program = isShort ? asker.name : asker.words
        return text("{program} has this terminal open, too.", ["program": program])
      case .unknown:
        return text(
          "Not all programs could be looked at: there are too many. Another one may have this terminal open.")
      }
    }
  }

  var otherReader: OtherReader? {
    guard geteuid() == 0 else { return nil }
    let found = ww_terminal_find_other(
      terminal.pty.number, terminal.pty.child.process, reader.program.process, Self.mostFiles)
    return found > 0 ? .process(found) : found == 0 ? nil : .unknown
  }

  /// The most files of /proc to look at: they take about a third of a second.
  private static let mostFiles: Int32 = 50_000

  /// Interrupts the foreground processes, as ^C does where the terminal has not switched that off.
  func interrupt() {
    terminal.signal(SIGINT)
    watch.leaveByHand()
    let group = terminal.group
    interruption.begin(
      of: group, canClose: !isShell && group == terminal.program, total: output.total, at: now)
  }

  private func pressOn(at now: Instant) {
    guard interruption.due != nil else { return }
    switch interruption.step(
      at: now, group: terminal.group, isByHand: watch.isByHand, total: output.total,
      hasLine: !output.lastLine.isEmpty)
    {
    case .terminates: terminal.signal(SIGTERM)
    case .closes: status = SIGHUP
    case nil: break
    }
  }
}
