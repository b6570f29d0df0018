internal import CWatchwordSystem
internal import Glibc
internal import Watchword
internal import WatchwordBase
internal import WatchwordCurses
internal import WatchwordOptions
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordSystem

/// Asks on the terminal what systemd and its services want to know, one question after the other.
final class SystemAgent {
  /// How a form looks, from the configuration.
  private let options: Options
  private let trace: Trace?
  private let folders = SystemAgent.folders()
  /// Becomes readable when there may be a new question.
  private let news = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
  /// Answered questions whose files are still there.
  private var answered: Set<SystemQuestion.File> = []
  /// The lines about refused files that were told.
  private var told: Set<String> = []

  init(_ options: Options, _ trace: Trace?) { (self.options, self.trace) = (options, trace) }

  deinit { close(news) }

  /// The folders of the system and of the user's own service manager (systemd 257).
  private static func folders(isListing: Bool = false) -> [String] {
    var parents = isListing || geteuid() == 0 ? ["/run"] : []
    // After su, the variable may name another user's folder.
    var status = stat()
    if let own = exactEnvironmentVariable("XDG_RUNTIME_DIR"), own.hasPrefix("/"),
      unsafe stat(own, &status) == 0, status.st_uid == geteuid(), status.st_mode & (S_IWGRP | S_IWOTH) == 0
    {
      parents.append(own)
    }
    return parents.map { $0 + "/systemd/ask-password" }
  }

  /// Writes the questions that wait, a line each.
  static func list(_ descriptors: StandardDescriptors) throws(ProgramError) {
    let all = SystemQuestion.waiting(in: folders(isListing: true), at: .now) { line, _ in
      StandardError.tell(line)
    }
    let lines = all.map { question in
      let columns = [Asker(process: question.process).name, question.message, question.id]
      return "\(question.process)\t" + columns.map(\.escaped).joined(separator: "\t") + "\n"
    }
    try StandardOutput(descriptors, isList: true).deliver(lines.joined())
  }

  /// Asks what waits and, unless it `isOnce`, all that comes.
  func run(isOnce: Bool) throws(ProgramError) -> ExitStatus {
    defer { trace?.tellFailure() }
    if folders.isEmpty { throw .text("only root may answer what the system asks", status: .noTerminal) }
    if geteuid() != 0 {
      StandardError.tell(text("asks for your own services; only root can answer the system"))
    }
    if !isOnce, StandardError.isTerminal {
      StandardError.tell(text("waiting for questions; Ctrl-C ends this"))
    }
    while true {
      // A folder may have been removed and made again.
      for folder in folders { try watch(folder) }
      answered = answered.filter(\.isThere)
      let questions = SystemQuestion.waiting(in: folders, except: answered, at: .now) { line, reason in
        guard told.insert(line).inserted else { return }
        StandardError.tell(line)
        trace?.note(.refuses, .file(reason))
      }
      if let question = questions.first {
        if let status = try answer(question) { return status }
      } else if isOnce {
        return .accepted
      } else {
        wait()
      }
    }
  }

  private func watch(_ folder: String) throws(ProgramError) {
    for path in [String(folder.dropLast("/ask-password".count)), folder] where unsafe mkdir(path, 0o755) == 0
    {
      // The file mode creation mask may have taken something away, and others have to look for questions.
      _ = unsafe chmod(path, 0o755)
    }
    let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
    guard unsafe inotify_add_watch(news, folder, UInt32(events)) < 0 else { return }
    throw .text(
      "cannot watch {folder}: {reason}", ["folder": folder.quoted, "reason": "\(SystemError.last)"],
      status: .noTerminal)
  }

  private func wait() {
    var ready = pollfd(fd: news, events: Int16(POLLIN), revents: 0)
    if unsafe poll(&ready, 1, -1) > 0 { _ = try? bytesToEnd(of: news, atMost: 1 << 20) }
  }
}

extension SystemAgent {
  /// The most bytes that systemd takes (LINE_MAX).
  private static let mostBytes = 2048

  /// Asks `question`, and sends the answer. Returns the status with which the program ends, `nil` to go on.
  private func answer(_ question: SystemQuestion) throws(ProgramError) -> ExitStatus? {
    func note(_ decision: Trace.Decision, _ reason: Trace.Reason) {
      trace?.note(decision, reason, of: question.process)
    }
    note(.asks, .isWaiting)
    let (inquiry, presentation) = (inquiry(question), options.presentation)
    var advisers = Advisers()
    advisers.lookPeriod = .milliseconds(100)
    advisers.checkWithdrawal = { question.isOver(at: .now) }
    // What was typed before cannot be meant as the answer.
    TypedAhead.discard(onTerminalAt: presentation.devicePath)
    note(.opens, .systemQuestion)
    let ending = try options.ask(inquiry, on: presentation, advisers) { (answer) throws(ProgramError) in
      let packet = try makePacket(answer)
      _ = consume answer
      let isSent = try send(packet, to: question)
      note(isSent ? .answers : .closes, isSent ? .typed : .hasGone)
      return isSent
    }
    if ending == .interrupted { note(.closes, .isInterrupted) }
    if let status = try status(after: ending) { return status }
    let isOver = question.isOver(at: .now)
    if ending != .accepted { note(.closes, isOver ? .hasGone : .isCancelled) }
    // After the time limit the question still waits, and so it does if no form came up, because our parent process has
    // ended while another form had the terminal.
    if ending == .timeLimit || ending == .withdrawn && !isOver { return nil }
    answered.insert(question.file)
    if ending == .accepted { return nil }
    if isOver {
      defer { tellThatNobodyWaits(question) }
      return try takeRest(of: inquiry)
    }
    _ = try send(try makePacket(nil), to: question)
    return nil
  }

  /// Takes what is still typed for `inquiry`, whose question has gone, so that the next one does not get it. Returns as
  /// ``answer(_:)`` does.
  private func takeRest(of inquiry: Inquiry) throws(ProgramError) -> ExitStatus? {
    var inquiry = inquiry
    inquiry.text = text("This is no longer asked. What you type now goes nowhere.")
    inquiry.timeLimit = .seconds(3)
    do throws(Ending) { _ = try options.form(for: inquiry).show(options.presentation) } catch {
      return try status(after: error)
    }
    return nil
  }

  /// The status with which the program ends after a form that failed, or that the user left to end the program.
  private func status(after ending: Ending) throws(ProgramError) -> ExitStatus? {
    guard ending == .interrupted || ending.failure != nil else { return nil }
    return try ending.status(onTerminalAt: options.presentation.devicePath, takesOptions: false)
  }

  func inquiry(_ question: SystemQuestion) -> Inquiry {
    var inquiry = Inquiry(question.isEchoed && !question.isSilent ? .shown : .secret)
    let program = Asker(process: question.process).words
    let lines = [
      question.message.replacingControls,
      program.isEmpty ? "" : text("Asked by {program}", ["program": program]),
      question.id.isEmpty ? "" : text("Id: {id}", ["id": question.id.replacingControls]),
    ]
    inquiry.text = lines.filter { !$0.isEmpty }.joined(separator: "\n")
    (inquiry.isSilent, inquiry.mostBytes) = (question.isSilent, Self.mostBytes)
    inquiry.subject = question.message.isEmpty ? nil : question.message.escaped
    return inquiry
  }

  /// What is sent for `answer`; `nil` cancels the question.
  private func makePacket(_ answer: Answer?) throws(ProgramError) -> SecretBuffer {
    do throws(SecretError) {
      var packet = try SecretBuffer(capacity: 1 + Self.mostBytes, locking: options.locking)
      _ = packet.append(answer == nil ? "-" : "+")
      try answer?.withPasswordIfAny { (text) throws(SecretError) in try packet.append(text.span) }
      return packet
    } catch {
      throw .memory(error)
    }
  }

  /// Returns whether the program that asks has got `packet`.
  private func send(_ packet: borrowing SecretBuffer, to question: SystemQuestion) throws(ProgramError)
    -> Bool
  {
    let number = question.withSocket { socket in
      unsafe packet.bytes.withUnsafeBytes { unsafe ww_datagram_send(socket, $0.baseAddress, $0.count) }
    }
    switch number {
    case 0?: return true
    case nil where SystemQuestion.File(question.socket) == nil: tellThatNobodyWaits(question)
    case nil: StandardError.tell(question.file.refusal(because: .noSocket))
    case EACCES?, EPERM?:
      throw .text("no right to answer {file}", ["file": question.file.path.quoted], status: .noTerminal)
    case ECONNREFUSED?: tellThatNobodyWaits(question)
    case let number?:
      let values: KeyValuePairs = [
        "place": question.socket.quoted, "reason": "\(SystemError(number: number))",
      ]
      StandardError.tell(text("cannot write to {place}: {reason}", values))
    }
    return false
  }

  private func tellThatNobodyWaits(_ question: SystemQuestion) {
    StandardError.tell(
      text("no longer asked: {question}", ["question": question.message.quoted]))
  }
}
