internal import CWatchwordSystem
internal import Glibc
internal import WatchwordBase
internal import WatchwordScreen
internal import WatchwordSecrets

/// Runs one passwd at a time, on its own terminal.
///
/// A run has no thread: after setting a goal, call ``look(at:)`` about thirty times a second. Until passwd gets the new
/// password, it can change nothing, and is ended together with this run. From then on, until the patience is over,
/// passwd gets no signal and its terminal stays open. Meanwhile, signals that would end this process are deferred until
/// ``letGo()``.
struct PasswdRun: ~Copyable {
  let call: PasswdCall
  private var terminal = ProgramTerminal()
  /// Whether passwd may be changing something.
  private(set) var isHeld = false
  private(set) var conversation = PasswdConversation()
  var output: PasswdOutput
  /// When the patience began: when passwd started, was last answered, or was given its goal. While passwd may be
  /// changing something, an answer does not start the patience again.
  private var begin = Instant(nanoseconds: 0)
  /// How many looks found nothing since passwd last wrote something.
  private var quietLooks = 0

  /// How many looks an unknown question has to stay unchanged before it counts. Until then, it may be a part of a line.
  private static let looksAtOthers = 10

  init(_ call: PasswdCall, locking: SecretMemory.Locking) throws(SecretError) {
    self.call = call
    output = try PasswdOutput(locking: locking)
  }

  /// Whether passwd runs. It may have ended while there was nothing to tell it.
  mutating func isRunning() -> Bool { terminal.status() == WW_CHILD_RUNS }

  /// Starts another passwd.
  ///
  /// - Throws: Why it cannot be started.
  mutating func start(at now: Instant, _ options: [String] = []) throws(SystemError) {
    end()
    output.startAnew()
    (conversation, begin, quietLooks) = (PasswdConversation(), now, 0)
    let words = unsafe [[call.program] + options + [call.user].compactMap(\.self), Self.environment].map {
      unsafe $0.map { unsafe strdup($0) } + [nil]
    }
    defer { unsafe words.joined().forEach { unsafe free($0) } }
    try unsafe terminal.start(words[0], words[1])
  }

  private static let environment = ["LC_ALL=C", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "TERM=dumb"]

  mutating func aim(at goal: PasswdConversation.Goal, at now: Instant) {
    begin = now
    conversation.aim(at: goal)
  }

  /// Takes new output, and says what to do. Never waits, except to end a passwd whose patience is over.
  mutating func look(at now: Instant) -> PasswdConversation.Step {
    event(at: now).map { conversation.take($0) } ?? .wait
  }

  /// Waits until there is something to do.
  mutating func awaitStep() -> PasswdConversation.Step {
    while true {
      let step = look(at: .now)
      if step != .wait { return step }
      pause()
    }
  }

  func pause() { _ = poll(nil, 0, 10) }

  private mutating func event(at now: Instant) -> PasswdConversation.Input? {
    // Gets the status before it reads, so that everything that passwd wrote before its end is read.
    let status = terminal.status()
    let hasCome = output.read(from: terminal.descriptor)
    guard status == WW_CHILD_RUNS else {
      return .ended((0..<WW_CHILD_SIGNALLED).contains(status) ? Int32(status) : nil)
    }
    let isLate = now - begin >= call.patience
    // If this process was stopped for long, the patience is over without any looks. Then a question that is there
    // counts at once.
    quietLooks = isLate ? Self.looksAtOthers : hasCome ? 0 : quietLooks + 1
    if let prompt = output.prompt(isEchoing: !terminal.isDark),
      quietLooks >= (prompt.kind == .other ? Self.looksAtOthers : 1)
    {
      return .asked(prompt, hasSpoken: !output.spoken.isEmpty)
    }
    guard isLate || output.total > PasswdOutput.limit && !isHeld else { return nil }
    stop()
    return .ended(nil)
  }

  /// Answers passwd's question with `line`, as a question of this `kind`. Returns false if the echo was switched back
  /// on. Also returns false, and ends passwd, if passwd may be changing something and the patience is over.
  mutating func write(_ line: borrowing SecretBuffer, as kind: PasswdPrompt.Kind, at now: Instant) -> Bool {
    guard terminal.isDark || conversation.question?.isSecret == false else { return false }
    let wasHeld = isHeld
    if wasHeld, now - begin >= call.patience {
      stop()
      return false
    }
    if kind >= .new { hold() }
    if conversation.told < .new, let question = conversation.question { output.learn(question) }
    output.forget(echoing: conversation.question?.isSecret == false)
    conversation.note(kind)
    _ = terminal.write(line.bytes)
    if !wasHeld { begin = now }
    quietLooks = 0
    return true
  }

  private mutating func hold() {
    guard !isHeld else { return }
    isHeld = true
    ww_work_begin()
    terminal.endsWithUs(false)
  }

  /// Lets deferred signals through. From now on, passwd is ended together with this run again.
  mutating func letGo() {
    guard isHeld else { return }
    isHeld = false
    if terminal.pty.child.process != 0 { terminal.endsWithUs(true) }
    ww_work_end()
  }

  /// Ends passwd, unless it may be changing something.
  mutating func end() {
    guard !isHeld else { return }
    stop()
    output.forget()
  }

  mutating func stop() { terminal.end() }
}
