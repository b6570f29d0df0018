internal import CWatchwordSystem
internal import Glibc
internal import WatchwordMessages
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordSystem

/// One passwd at a time at work, on a terminal of its own.
///
/// It has no thread: who has set a goal calls ``proceed(at:lines:)`` some thirty times a second. Until passwd gets the new
/// password for the second time nothing is changed, and it ends with the run. From then on it is neither signalled nor its
/// terminal closed, and signals that end this process wait, until ``letGo()``.
struct PasswdRun: ~Copyable {
  private var child = ww_child(process: 0, output: -1)
  /// Whether it may be changing something.
  private(set) var isHeld = false
  private var lastSign = Instant(nanoseconds: 0)
  /// How often nothing has come since passwd wrote something.
  private var quietLooks = 0
  private var next = PasswdConversation.Step.wait
  private(set) var conversation = PasswdConversation()
  var output: PasswdOutput

  /// How long passwd may neither ask nor end.
  private let patience: Duration
  /// How many looks a question stands of which nothing is known: it may be a part of a line.
  private static let looksAtOthers = 10

  /// - Throws: As ``SecretBuffer/init(capacity:locking:)`` does.
  init(patience: Duration, locking: SecretMemory.Locking) throws(SecretError) {
    self.patience = patience
    output = try PasswdOutput(locking: locking)
  }

  deinit {
    var child = child
    if !isHeld { unsafe ww_child_end(&child) }
  }

  /// Whether it runs. It may have ended while nobody had anything to tell it.
  mutating func isRunning() -> Bool { unsafe ww_child_status(&child) == WW_CHILD_RUNS }

  /// Starts `program` anew, for the account `user` where one is named.
  ///
  /// - Throws: Why it cannot be started.
  mutating func start(_ program: String, user: String?, at now: Instant) throws(SystemError) {
    end()
    (conversation, lastSign, quietLooks, next) = (PasswdConversation(), now, 0, .wait)
    let arguments = [program] + (user.map { [$0] } ?? [])
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    var variables = unsafe Self.environment.map { unsafe strdup($0) } + [nil]
    defer {
      unsafe words.forEach { unsafe free($0) }
      unsafe variables.forEach { unsafe free($0) }
    }
    let error = unsafe ww_child_start_on_terminal(&words, &variables, &child)
    guard error == 0 else { throw SystemError(number: error) }
  }

  private static let environment = ["LC_ALL=C", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "TERM=dumb"]

  mutating func aim(
    at goal: PasswdConversation.Goal, answered others: Set<Int> = [], hasOld: Bool = true, at now: Instant
  ) {
    lastSign = now
    next = conversation.aim(at: goal, answered: others, hasOld: hasOld)
  }

  /// Takes what has come, and answers what there is an answer for. Never waits.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - lines: Calls its argument with the line that is the answer.
  /// - Returns: What is known now; `nil` while nothing is.
  mutating func proceed(
    at now: Instant, lines: (PasswdConversation.Answer, (Span<UInt8>) -> Void) -> Void
  ) -> PasswdConversation.Standing? {
    if next == .wait, let event = event(at: now) { next = conversation.take(event) }
    switch next {
    case .wait: return nil
    case .write(let answer):
      // Between the question and now passwd may have changed its mind.
      guard unsafe !ww_child_echoes(&child) || conversation.isShown else {
        if let event = event(at: now), case .ended = event { next = conversation.take(event) }
        return nil
      }
      if answer == .again { hold() }
      output.forget(isNoted: answer == .again)
      let terminal = child.output
      lines(answer) { line in
        unsafe line.withUnsafeBufferPointer { _ = unsafe write(terminal, $0.baseAddress, $0.count) }
      }
      (lastSign, quietLooks, next) = (now, 0, .wait)
      return nil
    case .stand(let standing):
      if conversation.stage < .repeated { letGo() }
      next = .wait
      return standing
    }
  }

  private mutating func event(at now: Instant) -> PasswdConversation.Event? {
    // Asked for before the terminal is emptied: what was written before the end is there by now.
    let status = Int(unsafe ww_child_status(&child))
    let hasCome = output.read(from: child.output)
    quietLooks = hasCome ? 0 : quietLooks + 1
    if hasCome { lastSign = now }
    switch status {
    case WW_CHILD_RUNS: break
    case WW_CHILD_LOST: return .ended(.lost)
    case 0..<WW_CHILD_SIGNALLED: return .ended(.exited(Int32(status)))
    default: return .ended(.signalled(Int32(status - WW_CHILD_SIGNALLED)))
    }
    let isChanging = conversation.stage == .repeated
    if output.total > PasswdOutput.limit, !isChanging { return stop(.flooded) }
    if !hasCome, let prompt = output.prompt(isEchoing: unsafe ww_child_echoes(&child)),
      prompt.kind != .other || quietLooks >= Self.looksAtOthers
    {
      return .asked(prompt, hasSpoken: output.hasSpoken)
    }
    guard now - lastSign >= patience else { return nil }
    return isChanging ? .ended(.silent) : stop(.silent)
  }

  private mutating func stop(_ ending: PasswdConversation.Ending) -> PasswdConversation.Event {
    unsafe ww_child_end(&child)
    return .ended(ending)
  }

  private mutating func hold() {
    guard !isHeld else { return }
    isHeld = true
    ww_work_begin()
    unsafe ww_child_set_last(&child, false)
  }

  /// Has signals come again that waited, and passwd end with the run.
  mutating func letGo() {
    guard isHeld else { return }
    isHeld = false
    if child.process != 0 { unsafe ww_child_set_last(&child, true) }
    ww_work_end()
  }

  /// Ends passwd, unless that may be changing something.
  mutating func end() {
    guard !isHeld else { return }
    unsafe ww_child_end(&child)
    output.forget()
  }
}
