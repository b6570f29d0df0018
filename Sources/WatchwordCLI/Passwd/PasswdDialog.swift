internal import CWatchwordSystem
internal import Glibc
internal import Watchword
internal import WatchwordMessages
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordSystem

/// What stands between a form and passwd: each field is told to passwd when the form asks for its verdict, and what passwd
/// makes of it is the verdict.
final class PasswdDialog: FormAgent {
  /// What came of it, where that is known or nothing more can be known.
  enum Result: Equatable {
    /// Changed, and what passwd has said of the new password.
    case changed(remark: String?)
    /// Changed, as the account itself shows.
    case foundChanged
    /// Nothing was changed, and the form could not help: why, and passwd's status.
    case ended(String, Int32)
    case unknown
  }

  let call: PasswdCall
  private let texts: Texts
  private let locking: SecretMemory.Locking
  private var run: PasswdRun
  private(set) var result: Result?
  /// The status of a passwd that had a new password and has changed nothing.
  private(set) var lastStatus: Int32?
  private var verdict: FormVerdict?
  /// What stands in the form while it waits for a verdict.
  private var answer: Watchword.Answer?
  /// The line with the old password that passwd was told last, and what it made of that where it was wrong.
  private var toldOld: SecretLine?
  private var refusedOld: FormVerdict?
  /// The line with the new password that passwd was told twice.
  private var toldNew: SecretLine?
  /// The fields for what else passwd asks, by the marks of the questions, and those whose text passwd had.
  private var others: [Int: String] = [:]
  private var used: Set<Int> = []

  /// - Throws: That there is no memory for what passwd says.
  init(
    _ call: PasswdCall, texts: Texts = .ofProcess, locking: SecretMemory.Locking = .required
  ) throws(SecretError) {
    (self.call, self.texts, self.locking) = (call, texts, locking)
    run = try PasswdRun(patience: call.patience, locking: locking)
  }

  private static let oldName = "old"
  private static let newName = "new"
  /// The most bytes that a line can have, with its end: pam_misc's conversation reads no more at one time.
  private static let longestLine = 511

  private var now: Instant { Instant(nanoseconds: ww_now()) }

  /// Starts passwd and waits for its first question.
  ///
  /// - Returns: The description with the fields that it asks for.
  /// - Throws: Why it asks nothing.
  func start(_ form: FormDescription) throws(ProgramError) -> FormDescription {
    try rethrow(try run.start(call.program, user: call.user, at: now), as: { call.unstartable($0) })
    var standing: PasswdConversation.Standing?
    while standing == nil {
      standing = run.proceed(at: now) { _, _ in }
      if standing == nil { _ = poll(nil, 0, 10) }
    }
    guard standing == .ready, let question = run.conversation.question else {
      let line = run.output.remark(texts) { _ in } ?? text("passwd has ended without a question")
      guard case .ended(.exited(let status), _) = standing else { throw ProgramError(line, .unstartable) }
      // These are about the user, or about what this one may do.
      throw ProgramError(line, [1, 2, 6].contains(status) ? .usage : ExitStatus(rawValue: status))
    }
    var form = form
    for index in form.fields.indices { form.fields[index].maximumBytes = Self.longestLine - 1 }
    if question.kind != .old { form.fields.removeFirst() }
    if question.kind == .other { form.fields.insert(field(for: question, hiding: { _ in }), at: 0) }
    return form
  }

  var isGone: Bool { if case .ended = result { true } else { result == .unknown } }

  func begin(_ answer: Watchword.Answer, about subject: Submission.Subject) {
    (self.answer, verdict) = (answer, nil)
    do throws(AnswerError) {
      let old = try line(of: Self.oldName)
      if subject != .form, let old {
        let isSame = toldOld?.isEqual(to: old) == true
        if isSame, let refusedOld {
          verdict = refusedOld
          return
        }
        if !isSame, run.conversation.stage >= .old, run.conversation.question?.kind != .old { run.end() }
        (toldOld, refusedOld) = (old, nil)
      }
      if let new = try line(of: Self.newName), subject == .form, new.buffer.count > Self.longestLine {
        verdict = .refused([Self.newName: texts("Choose a shorter password.")])
        return
      }
      aim(at: subject == .form ? .change : .check)
    } catch {
      verdict = .failed(texts("passwd cannot be told: {reason}", ["reason": "\(error)"]))
    }
  }

  private func aim(at goal: PasswdConversation.Goal) {
    if !run.isRunning() {
      do throws(SystemError) {
        try run.start(call.program, user: call.user, at: now)
      } catch {
        verdict = .failed(call.unstartable(error).line ?? "")
        return
      }
    }
    let names = answer?.values.map(\.name) ?? []
    run.aim(
      at: goal, answered: Set(others.filter { names.contains($0.value) && !used.contains($0.key) }.keys),
      hasOld: names.contains(Self.oldName), at: now)
  }

  func verdict(after elapsed: Duration) -> FormVerdict? {
    if let verdict { return verdict }
    let standing = run.proceed(at: now) { told, write in
      let name =
        switch told {
        case .old: Self.oldName
        case .new, .again: Self.newName
        case .other(let mark): others[mark] ?? ""
        }
      if case .other(let mark) = told { used.insert(mark) }
      guard let line = try? line(of: name) else { return }
      line.buffer.withBytes(write)
      if told == .again { toldNew = line }
    }
    return standing.flatMap(judge)
  }

  func wait(atMost duration: Duration) -> Bool {
    _ = poll(nil, 0, 10)
    return true
  }

  func stop() {
    answer = nil
    run.end()
  }

  private func line(of name: String) throws(AnswerError) -> SecretLine? {
    guard let answer, answer.values.contains(where: { $0.name == name }) else { return nil }
    return SecretLine(
      try AnswerFormat(.lines).encode(names: [name], locking: locking) { _, use in
        answer.withText(of: name, use)
      })
  }

  private func judge(_ standing: PasswdConversation.Standing) -> FormVerdict? {
    let answer = answer
    let hide = { (hide: (UTF8Span) -> Void) in
      for value in answer?.values ?? [] where value.isSecure { answer?.withText(of: value.name, hide) }
    }
    let noted = texts("Not accepted here. Try a different password.")
    var remark: String? { run.output.remark(texts, hiding: hide).map { $0.isEmpty ? noted : $0 } }
    switch standing {
    case .ready: return .accepted
    case .asks(let prompt): return ask(prompt, hide)
    case .refusedOld: return refuseOld(texts("The old password is not right."))
    case .refusedNew: return refuseNew(remark)
    case .changed:
      result = .changed(remark: run.output.notedRemark(texts, hiding: hide))
      return .accepted
    case .ended(let ending, let stage): return judgeEnd(ending, stage, remark)
    }
  }

  private func judgeEnd(
    _ ending: PasswdConversation.Ending, _ stage: PasswdConversation.Stage, _ remark: String?
  ) -> FormVerdict? {
    let ended = texts("passwd was ended. Nothing was changed.")
    guard case .exited(let status) = ending, status != 0 else {
      if stage == .repeated {
        settle(ending)
        return result == .foundChanged
          ? .accepted : isGone ? nil : .failed(texts("Your password was not changed."))
      }
      return .failed(ending == .silent ? texts("passwd does not answer. Nothing was changed.") : ended)
    }
    run.letGo()
    if stage >= .new {
      lastStatus = status
      return refuseNew(remark)
    }
    guard let toldOld, stage == .old else { return .failed(remark ?? ended) }
    switch call.isPassword(toldOld) {
    case false: return refuseOld(texts("The old password is not right."))
    case true:
      result = .ended(remark ?? ended, status)
      return nil
    default:
      return refuseOld(
        texts("passwd did not accept the old password, or this account may not change it."))
    }
  }

  private func refuseOld(_ message: String) -> FormVerdict {
    let verdict = FormVerdict.refused([Self.oldName: message])
    refusedOld = verdict
    return verdict
  }

  private func refuseNew(_ remark: String?) -> FormVerdict {
    .refused([Self.newName: remark ?? texts("Not accepted here. Try a different password.")])
  }

  /// Has the form ask what passwd asks. What passwd had already it cannot have meant.
  private func ask(_ prompt: PasswdPrompt, _ hide: ((UTF8Span) -> Void) -> Void) -> FormVerdict {
    if let name = others[prompt.mark], used.remove(prompt.mark) != nil {
      return .refused([name: texts("passwd asks for this again.")], clearing: [name])
    }
    return .asks([field(for: prompt, hiding: hide)])
  }

  private func field(
    for prompt: PasswdPrompt, hiding secrets: ((UTF8Span) -> Void) -> Void
  ) -> FormField.Configuration {
    if prompt.kind == .old {
      var old = FormDescription.change(texts).fields[0]
      old.maximumBytes = Self.longestLine - 1
      return old
    }
    let name = others[prompt.mark] ?? "passwd\(others.count + 1)"
    others[prompt.mark] = name
    var field = FormField.Configuration(.text, name: name, texts: texts)
    field.label = run.output.label(hiding: secrets) ?? texts("Answer")
    (field.isSecure, field.hasClearSign) = (prompt.isSecret, !prompt.isSecret)
    field.maximumBytes = Self.longestLine - 1
    return field
  }
}

/// What becomes of a passwd that may be changing something.
extension PasswdDialog {
  /// Whether signals wait for passwd.
  var isHeld: Bool { run.isHeld }

  /// Whether passwd had the new password twice, and has not been seen to end.
  var isChanging: Bool { run.isHeld && result == nil }

  /// Waits until passwd has ended, at most for its patience.
  func awaitEnd() {
    while isChanging {
      switch run.proceed(at: now, lines: { _, _ in }) {
      case nil: _ = poll(nil, 0, 10)
      case .changed: result = .changed(remark: nil)
      case .ended(.exited(let status), _) where status != 0:
        result = .ended(texts("Your password was not changed."), status)
      case .ended(let ending, _):
        settle(ending)
        if result == nil { result = .ended(texts("Your password was not changed."), 1) }
      default:
        // It asks once more, so that nothing is changed.
        result = .ended(texts("Your password was not changed."), ExitStatus.cancelled.rawValue)
      }
    }
  }

  /// Asks the account itself what came of an end that is not clear; where it was not changed, there is no result.
  private func settle(_ ending: PasswdConversation.Ending) {
    let isNew = toldNew.flatMap { call.isPassword($0) }
    // Without an old password it was root who asked, whom the helper tells of every account.
    let isUnchanged = isNew == false && toldOld.map { call.isPassword($0) == true } ?? (getuid() == 0)
    if isNew == true {
      result = .foundChanged
    } else if isUnchanged, ending != .silent {
      run.letGo()
    } else {
      // What still runs may change it yet.
      result = .unknown
    }
  }

  /// Lets signals come that waited, and passwd end.
  func end() {
    run.letGo()
    run.end()
  }
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

  /// Whether `line` has the password of the account; `nil` where nobody can tell.
  func isPassword(_ line: SecretLine) -> Bool? {
    let count = line.buffer.count
    guard let account, count > 0, var input = try? SecretBuffer(capacity: count) else { return nil }
    let end: InlineArray<1, UInt8> = [0]
    do throws(SecretError) {
      try line.buffer.withBytes { (bytes) throws(SecretError) in
        try input.append(bytes.extracting(first: count - 1))
      }
      try input.append(end.span)
    } catch {
      return nil
    }
    let arguments = [helper, account, "nonull"]
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var child = ww_child(process: 0, output: -1)
    let error = unsafe input.bytes.withUnsafeBufferPointer {
      unsafe ww_child_start(&words, $0.baseAddress, $0.count, &child)
    }
    guard error == 0 else { return nil }
    defer { unsafe ww_child_end(&child) }
    for _ in 0..<1_000 {
      let status = Int(unsafe ww_child_status(&child))
      // PAM_AUTH_ERR is 7.
      if status != WW_CHILD_RUNS { return status == 0 ? true : status == 7 ? false : nil }
      _ = poll(nil, 0, 10)
    }
    return nil
  }
}

/// A password and the end of a line, in secret memory.
final class SecretLine {
  let buffer: SecretBuffer

  init(_ buffer: consuming SecretBuffer) { self.buffer = buffer }

  func isEqual(to other: SecretLine) -> Bool {
    buffer.withBytes { own in other.buffer.withBytes { own.isEqual(to: $0) } }
  }
}
