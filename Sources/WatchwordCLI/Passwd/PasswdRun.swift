internal import CWatchwordSystem
internal import Glibc
internal import WatchwordMessages
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordSystem

/// One passwd at a time at work, on a terminal of its own.
///
/// It has no thread: who has set a goal calls ``look(at:)`` some thirty times a second. Until passwd gets the new
/// password for the second time nothing is changed, and it ends with the run. From then on it is neither signalled nor its
/// terminal closed while its patience lasts, and signals that end this process wait, until ``letGo()``.
struct PasswdRun: ~Copyable {
  private let call: PasswdCall
  private var child = ww_child(process: 0, output: -1)
  /// Whether it may be changing something.
  private(set) var isHeld = false
  private(set) var conversation = PasswdConversation()
  var output: PasswdOutput
  /// Since when passwd has neither asked nor ended; where it may be changing something, since that began or the person did
  /// something.
  private var begin = Instant(nanoseconds: 0)
  /// How often nothing has come since passwd wrote something.
  private var quietLooks = 0

  /// How many looks a question stands of which nothing is known: it may be a part of a line.
  private static let looksAtOthers = 10

  /// - Throws: As ``SecretBuffer/init(capacity:locking:)`` does.
  init(_ call: PasswdCall, locking: SecretMemory.Locking) throws(SecretError) {
    self.call = call
    output = try PasswdOutput(locking: locking)
  }

  deinit {
    var child = child
    unsafe ww_child_end(&child)
  }

  /// Whether it runs. It may have ended while nobody had anything to tell it.
  mutating func isRunning() -> Bool { unsafe ww_child_status(&child) == WW_CHILD_RUNS }

  /// Starts passwd anew.
  ///
  /// - Throws: Why it cannot be started.
  mutating func start(at now: Instant) throws(SystemError) {
    end()
    output.startAnew()
    (conversation, begin, quietLooks) = (PasswdConversation(), now, 0)
    let words = unsafe [[call.program] + [call.user].compactMap(\.self), Self.environment].map {
      unsafe $0.map { unsafe strdup($0) } + [nil]
    }
    defer { unsafe words.joined().forEach { unsafe free($0) } }
    let error = unsafe ww_child_start_on_terminal(words[0], words[1], &child)
    guard error == 0 else { throw SystemError(number: error) }
  }

  private static let environment = ["LC_ALL=C", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "TERM=dumb"]

  mutating func aim(at goal: PasswdConversation.Goal, at now: Instant) {
    begin = now
    conversation.aim(at: goal)
  }

  /// Takes what has come, and says what is to be done. Never waits, but for a passwd whose patience is over.
  mutating func look(at now: Instant) -> PasswdConversation.Step {
    let step = event(at: now).map { conversation.take($0) } ?? .wait
    if conversation.told < .again { letGo() }
    return step
  }

  private mutating func event(at now: Instant) -> PasswdConversation.Event? {
    // Asked for before the terminal is emptied: what was written before the end is there by now.
    let status = Int(unsafe ww_child_status(&child))
    let hasCome = output.read(from: child.output)
    guard status == WW_CHILD_RUNS else {
      return .ended((0..<WW_CHILD_SIGNALLED).contains(status) ? Int32(status) : nil)
    }
    let isLate = now - begin >= call.patience
    // Who looks late, after a stop, takes what stands there.
    quietLooks = isLate ? Self.looksAtOthers : hasCome ? 0 : quietLooks + 1
    if let prompt = output.prompt(isEchoing: unsafe ww_child_echoes(&child)),
      quietLooks >= (prompt.kind == .other ? Self.looksAtOthers : 1)
    {
      return .asked(prompt, hasSpoken: output.hasSpoken)
    }
    guard isLate || output.total > PasswdOutput.limit && !isHeld else { return nil }
    stop()
    return .ended(nil)
  }

  /// Answers the question as one of this kind, and says whether it did. A passwd that has changed its mind about the echo is
  /// not answered, and one that asks on when its patience is over is ended.
  mutating func write(_ line: borrowing SecretBuffer, as kind: PasswdPrompt.Kind, at now: Instant) -> Bool {
    guard unsafe !ww_child_echoes(&child) || conversation.question?.isSecret == false else { return false }
    let wasHeld = isHeld
    if wasHeld, now - begin >= call.patience {
      stop()
      return false
    }
    if kind == .again { hold() }
    output.forget()
    conversation.note(kind)
    unsafe line.bytes.withUnsafeBufferPointer { bytes in
      _ = unsafe Glibc.write(child.output, bytes.baseAddress, bytes.count)
    }
    if !wasHeld { begin = now }
    quietLooks = 0
    return true
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
    stop()
    output.forget()
  }

  mutating func stop() { unsafe ww_child_end(&child) }
}

/// Whose password is changed, and by which programs.
struct PasswdCall: Equatable, Sendable {
  /// The passwd of the system. It is never searched for.
  var program = "/usr/bin/passwd"
  /// What tells whether a password is that of an account in /etc/shadow: the account of who asks, or any for root.
  var helper = "/usr/sbin/unix_chkpwd"
  /// How long passwd may neither ask nor end.
  var patience = Duration.seconds(60)
  /// The account that is named on the command line.
  var user: String?
  /// The account whose password `helper` can be asked about; `nil` for none.
  var account: String?

  init(user: String?) {
    self.user = user
    let own = ProcessNames.account.map { String(decoding: $0.name, as: UTF8.self) }
    account = user == nil || user == own || getuid() == 0 ? user ?? own : nil
  }

  /// - Throws: That passwd cannot be started, or would have no more rights than this process.
  func check() throws(ProgramError) {
    let error = unsafe ww_child_check_rights(program)
    if error != 0 { throw unstartable(SystemError(number: error)) }
  }

  func unstartable(_ error: SystemError) -> ProgramError {
    error.number == EPERM
      ? .text(
        "{program} cannot change a password here: it would run without the rights of root",
        ["program": program], status: .unstartable)
      : .unstartable(program, error, .unstartable)
  }
}
