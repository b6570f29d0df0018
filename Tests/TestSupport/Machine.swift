internal import CVterm
internal import Glibc
internal import WatchwordScreen

/// The moving parts of a ``TerminalEmulator``.
final class Machine {
  let glass: Glass
  private let isBare: Bool
  var answers: Stage.Answers
  private let lastRow: Int?
  var transcript = Transcript()
  var size: Size
  private(set) var pid: Int32 = 0
  private(set) var output: [UInt8] = []
  private(set) var errors: [UInt8] = []
  private(set) var fate = TerminalEmulator.Fate.running
  private(set) var changes = 0
  /// Whether a wait has failed. Later waits return at once and report nothing.
  var hasFailed = false
  /// The program's wake-ups before the last input.
  var wakeUpsBefore = 0

  private(set) var master: Descriptor?
  let slave: Descriptor
  let settingsBefore: TerminalSettings
  private var control: Descriptor?
  private var outputPipe: Descriptor?
  private var errorPipe: Descriptor?
  private var inputPipe: Descriptor?
  private var unreadPipe: Descriptor?
  private var leader: pid_t = 0
  private var news = ""
  private var expectedMarks = 0
  private var unsent: [UInt8] = []

  init(_ program: String, _ arguments: [String], _ stage: Stage) throws {
    size = stage.size
    glass = Glass(
      stage.isBare ? Size(columns: 80, rows: 24) : stage.size, hasAlternateScreen: stage.hasAlternateScreen)
    isBare = stage.isBare
    (answers, lastRow) = (stage.answers, stage.lastRow)
    var ends: (Int32, Int32) = (-1, -1)
    let error = unsafe cvterm_open_pty(&ends.0, &ends.1, Int32(stage.size.rows), Int32(stage.size.columns))
    guard error == 0 else { throw SystemFailure(call: "open a pseudo-terminal", number: error) }
    master = Descriptor(ends.0)
    slave = Descriptor(ends.1)
    settingsBefore = TerminalSettings(descriptor: ends.1)
    let (here, there) = try Descriptor.sockets()
    control = here

    var options = ["--lead", "8", "9"] + stage.launching
    // A test that is not root can ask what the program waits for only while the program is dumpable.
    if geteuid() != 0, !options.contains("--nobody") { options.append("--keep-dumpable") }
    var streams: [Descriptor?] = []
    for (number, stream) in [stage.input, stage.output, stage.errors].enumerated() {
      streams.append(try connect(stream, number))
    }
    let descriptors = streams + [nil, nil, nil, nil, nil, slave, there]
    leader = try ProgramFile.spawn(
      ProgramFile.path("Launcher"), options + [ProgramFile.path(program)] + arguments,
      environment: stage.environment, folder: stage.folder, descriptors: descriptors)
    while pid == 0, control != nil { pump(milliseconds: 1000) }
  }

  private func connect(_ stream: Stage.Stream, _ number: Int) throws -> Descriptor? {
    switch stream {
    case .terminal: return slave
    case .file(let path):
      return try Descriptor(opening: path, number == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC)
    case .fullPipe:
      let (reader, writer) = try Descriptor.pipe()
      unreadPipe = reader
      cvterm_fill_pipe(writer.number)
      return writer
    case .text(let text):
      let (reader, writer) = try Descriptor.pipe()
      _ = writer.write(text.utf8)
      return reader
    case .pipe:
      let (reader, writer) = try Descriptor.pipe()
      guard number > 0 else {
        inputPipe = writer
        return reader
      }
      if number == 1 { outputPipe = reader } else { errorPipe = reader }
      return writer
    }
  }

  /// Waits up to `milliseconds` for output of the program, and takes it in. Returns whether any came.
  @discardableResult func pump(milliseconds: Int32) -> Bool {
    let sources = [master, control, outputPipe, errorPipe]
    var polls = sources.map { pollfd(fd: $0?.number ?? -1, events: Int16(POLLIN), revents: 0) }
    if !unsent.isEmpty { polls[0].events |= Int16(POLLOUT) }
    guard unsafe poll(&polls, nfds_t(polls.count), milliseconds) > 0 else { return false }
    if polls[0].revents & Int16(POLLOUT) != 0, let master { unsent.removeFirst(master.write(unsent)) }
    let readable = Int16(POLLIN | POLLHUP | POLLERR)
    for (index, source) in sources.enumerated() where polls[index].revents & readable != 0 {
      take(source?.read() ?? [], from: index)
    }
    return true
  }

  private func take(_ bytes: [UInt8], from source: Int) {
    let isOver = bytes.isEmpty
    switch source {
    case 0:
      if isOver { master = nil }
      let shown = transcript.append(bytes)
      if !isBare { glass.write(played(shown)) }
      if case .background(let answer) = answers, Transcript.asksForBackground(shown) {
        send(Array(answer.utf8))
      }
      let modes = answers == .printing ? [] : transcript.takeAnswers()
      if answers != .silence, answers != .printedQuestion { send(modes + glass.answers) }
      glass.answers = []
    case 1:
      if isOver { control = nil }
      news += String(decoding: bytes, as: UTF8.self)
      while let end = news.firstIndex(of: "\n") {
        hear(news[..<end].split(separator: " "))
        news = String(news[news.index(after: end)...])
      }
    case 2:
      if isOver { outputPipe = nil }
      output += bytes
    default:
      if isOver { errorPipe = nil }
      errors += bytes
    }
  }

  /// What the terminal of the stage makes of `bytes`, for libvterm.
  private func played(_ bytes: [UInt8]) -> [UInt8] {
    let isPrinting = [.printing, .printedQuestion].contains(answers)
    let bytes = isPrinting ? Transcript.printingQuestion(bytes) : bytes
    return lastRow.map { Transcript.stopping(bytes, inRow: $0) } ?? bytes
  }

  private func hear(_ words: [Substring]) {
    guard words.count == 2, let number = Int32(words[1]) else { return }
    switch words[0] {
    case "pid":
      pid = number
      return
    case "stopped": fate = .stopped(by: number)
    case "exited": fate = .exited(number)
    case "signaled": fate = .killed(by: number)
    default: fate = .running
    }
    changes += 1
    if fate != .running { expectedMarks += 1 }
  }

  /// Whether everything has arrived that the program wrote before it last stopped or ended.
  var hasSettledAccounts: Bool {
    guard master == nil || transcript.marks >= expectedMarks else { return false }
    switch fate {
    case .running, .stopped: return true
    // A child of the program may hold its end of a pipe. The program's own bytes are there once it has ended.
    case .exited, .killed: return !hasPendingOutput
    }
  }

  private var hasPendingOutput: Bool {
    let pipes = [outputPipe, errorPipe].compactMap(\.self)
    var polls = pipes.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
    return unsafe poll(&polls, nfds_t(polls.count), 0) > 0
  }

  /// Types bytes to the program. What does not fit at once follows while the test waits.
  func send(_ bytes: [UInt8]) {
    guard let master, !bytes.isEmpty else { return }
    wakeUpsBefore = ProcessState(pid).wakeUps
    unsent += bytes
    // The first part goes at once: a terminal's input queue takes it, and a test may look at the program next.
    var polls = [pollfd(fd: master.number, events: Int16(POLLOUT), revents: 0)]
    guard unsafe poll(&polls, 1, 0) > 0, polls[0].revents & Int16(POLLOUT) != 0 else { return }
    unsent.removeFirst(master.write(unsent.prefix(1024)))
  }

  var isAllSent: Bool { unsent.isEmpty && cvterm_unread(slave.number) <= 0 }
  func hangUp() { master = nil }

  /// Writes to the pipe on the program's descriptor 0. What does not fit at once is lost.
  func write(toInput bytes: [UInt8]) {
    wakeUpsBefore = ProcessState(pid).wakeUps
    _ = inputPipe?.write(bytes)
  }

  func closeInput() { inputPipe = nil }

  func resize(_ size: Size) {
    guard let master else { return }
    self.size = size
    wakeUpsBefore = ProcessState(pid).wakeUps
    if !isBare { glass.resize(size) }
    _ = cvterm_resize_pty(master.number, Int32(size.rows), Int32(size.columns))
  }

  func end() {
    switch fate {
    case .running, .stopped: if pid > 0 { kill(-pid, SIGKILL) }
    case .exited, .killed: break
    }
    master = nil
    control = nil
    if leader > 0 { awaitEnd(of: leader) }
  }
}
