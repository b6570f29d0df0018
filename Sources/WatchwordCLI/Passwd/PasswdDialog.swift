internal import CWatchwordSystem
internal import Glibc
internal import Watchword
internal import WatchwordMessages
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordSystem

/// What stands between a form and passwd: each field is told to passwd when the form asks for its verdict, and what passwd
/// makes of it is the verdict.
final class PasswdDialog: FormAgent, FormVerifier {
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

  private let call: PasswdCall
  private let locking: SecretMemory.Locking
  private var run: PasswdRun
  private(set) var result: Result?
  /// The status of a passwd that had a new password and has changed nothing.
  private(set) var lastStatus: Int32?
  /// What passwd has said of the new password before it asked for it once more.
  private var noted: String?
  private var verdict: FormVerdict?
  /// What stood in the form when it asked for a verdict last, and when it did so about the old password.
  private var answer, answerWithOld: Watchword.Answer?
  /// What passwd made of that old password where it was wrong.
  private var refusedOld: FormVerdict?
  /// The fields for what else passwd asks, by the marks of the questions, and those whose text passwd had.
  private var others: [Int: String] = [:]
  private var used: Set<Int> = []

  /// - Throws: That there is no memory for what passwd says.
  init(_ call: PasswdCall, locking: SecretMemory.Locking = .required) throws(SecretError) {
    (self.call, self.locking) = (call, locking)
    run = try PasswdRun(call, locking: locking)
  }

  private static let (oldName, newName) = ("old", "new")
  /// The most bytes that a line can have, with its end: pam_misc's conversation reads no more at one time.
  private static let longestLine = 511

  private var now: Instant { Instant(nanoseconds: ww_now()) }

  private func pause() { _ = poll(nil, 0, 10) }

  /// Starts passwd and waits for its first question.
  ///
  /// - Returns: The description with the fields that it asks for.
  /// - Throws: Why it asks nothing.
  func start(_ form: FormDescription) throws(ProgramError) -> FormDescription {
    try rethrow(try run.start(at: now), as: { call.unstartable($0) })
    var step = run.look(at: now)
    while step == .wait {
      pause()
      step = run.look(at: now)
    }
    guard let question = run.conversation.question else {
      let line = remark ?? text("passwd has ended without a question")
      guard case .ended(let status?) = step, status != 0 else { throw ProgramError(line, .unstartable) }
      // These are about the user, or about what this one may do.
      throw ProgramError(line, [1, 2, 6].contains(status) ? .usage : ExitStatus(rawValue: status))
    }
    var form = form
    if question.kind != .old { form.fields.removeFirst() }
    if question.kind == .other { form.fields.insert(field(for: question), at: 0) }
    return form
  }

  var isGone: Bool { if case .ended = result { true } else { result == .unknown } }
  var keepsAnswers: Bool { true }

  func begin(_ answer: Watchword.Answer, about subject: Submission.Subject) {
    (self.answer, verdict, noted) = (answer, nil, nil)
    do throws(AnswerError) {
      for value in answer.values { _ = try line(of: value.name) }
    } catch {
      verdict = untold(error)
      return
    }
    if subject != .form {
      let isSame = answerWithOld?.withText(of: Self.oldName) { told in
        answer.withText(of: Self.oldName) { told.span.isEqual(to: $0.span) }
      }
      if isSame == true, let refusedOld {
        verdict = refusedOld
        return
      }
      let isAsked = run.conversation.question?.kind == .old
      if isSame != true, run.conversation.told >= .old, !isAsked { run.end() }
      (answerWithOld, refusedOld) = (answer, nil)
    }
    do throws(SystemError) {
      // What came of one that may have changed something is looked at first.
      if !run.isHeld, !run.isRunning() { try run.start(at: now) }
      run.aim(at: subject == .form ? .change : .check, at: now)
    } catch {
      verdict = .failed(call.unstartable(error).line ?? "")
    }
  }

  func verdict(after elapsed: Duration) -> FormVerdict? {
    if let verdict { return verdict }
    switch run.look(at: now) {
    case .wait: return nil
    case .write(let kind): return write(kind)
    case .ready: return .accepted
    case .refusedOld: return refuseOld()
    case .refusedNew: return refuseNew()
    case .changed:
      result = .changed(remark: noted)
      return .accepted
    case .ended(let status): return judgeEnd(status)
    }
  }

  func wait(atMost duration: Duration) -> Bool {
    pause()
    return true
  }

  func stop() { run.end() }

  /// The text of a field as a line, or as another answer.
  ///
  /// - Throws: That there is no such field, or why its text cannot be told.
  private func line(
    of name: String, _ kind: AnswerFormat.Kind = .lines
  ) throws(AnswerError) -> SecretBuffer {
    guard let answer, answer.values.contains(where: { $0.name == name }) else { throw .name(name) }
    let line = try AnswerFormat(kind).encode(names: [name], locking: locking) { _, use in
      answer.withText(of: name, use)
    }
    guard line.count <= Self.longestLine else { throw .tooLong(limit: Self.longestLine - 1) }
    return line
  }

  /// Tells passwd what it asks for, or has the form ask for it where that has no text. What passwd had already it cannot
  /// have meant.
  private func write(_ kind: PasswdPrompt.Kind) -> FormVerdict? {
    guard let prompt = run.conversation.question else { return nil }
    let other = used.contains(prompt.mark) ? nil : others[prompt.mark]
    do throws(AnswerError) {
      let line = try line(of: kind == .other ? other ?? "" : kind == .old ? Self.oldName : Self.newName)
      let remark = kind == .again ? remark ?? noted : noted
      if run.write(line, as: kind, at: now) {
        noted = remark
        if kind == .other { used.insert(prompt.mark) }
      }
      return nil
    } catch {
      guard case .name = error else { return untold(error) }
      guard let name = others[prompt.mark], used.remove(prompt.mark) != nil else {
        return .asks([field(for: prompt)])
      }
      return .refused([name: text("passwd asks for this again.")], clearing: [name])
    }
  }

  private func untold(_ error: AnswerError) -> FormVerdict {
    .failed(text("passwd cannot be told: {reason}", ["reason": "\(error)"]))
  }

  private func field(for prompt: PasswdPrompt) -> FormField.Configuration {
    var name = others[prompt.mark] ?? "passwd\(others.count + 1)"
    if prompt.kind == .old { name = Self.oldName } else { others[prompt.mark] = name }
    var field = FormField.Configuration(.text, name: name, texts: .ofProcess)
    field.label = run.output.label(hiding: forEachSecret) ?? text("Answer")
    (field.isSecure, field.hasClearSign) = (prompt.isSecret, !prompt.isSecret)
    return field
  }

  /// What passwd has said since it was answered.
  private var remark: String? {
    run.output.remark(hiding: forEachSecret).map { $0.isEmpty ? Self.unexplained : $0 }
  }

  private static var unexplained: String { text("Not accepted here. Try a different password.") }

  private func forEachSecret(_ hide: (UTF8Span) -> Void) {
    for value in answer?.values ?? [] where value.isSecure { answer?.withText(of: value.name, hide) }
  }

  private func judgeEnd(_ status: Int32?) -> FormVerdict? {
    let (told, ended) = (run.conversation.told, text("passwd was ended. Nothing was changed."))
    guard let status, status != 0 else { return told == .again ? judgeAccount() : .failed(ended) }
    run.letGo()
    if told >= .new {
      lastStatus = status
      return refuseNew()
    }
    guard told == .old else { return .failed(remark ?? ended) }
    switch isPassword(Self.oldName) {
    case false: return refuseOld()
    case true:
      result = .ended(remark ?? ended, status)
      return nil
    default:
      return refuseOld(text("passwd did not accept the old password, or this account may not change it."))
    }
  }

  /// Asks the account itself what came of an end that is not clear.
  private func judgeAccount() -> FormVerdict? {
    let isNew = isPassword(Self.newName)
    if isNew == true {
      result = .foundChanged
      return .accepted
    }
    // Without an old password it was root who asked, whom the helper tells of every account.
    guard isNew == false, isPassword(Self.oldName) ?? (getuid() == 0) else {
      result = .unknown
      return nil
    }
    run.letGo()
    return .failed(Self.unchanged)
  }

  private static var unchanged: String { text("Your password was not changed.") }

  /// Whether the text of a field is the password of the account; `nil` where nobody can tell.
  private func isPassword(_ name: String) -> Bool? {
    guard let account = call.account,
      let verifier = Verifier(arguments: [call.helper, account, "nonull"])
    else { return nil }
    do {
      var helper = try VerifierRun(locking: locking)
      try helper.start(verifier, input: try line(of: name, .nul))
      let start = now
      while true {
        if let said = try helper.proceed(after: now - start, hiding: { _ in }) {
          // PAM_AUTH_ERR is 7.
          return said == .accepted ? true : helper.refusalStatus == 7 ? false : nil
        }
        pause()
      }
    } catch {
      return nil
    }
  }

  private func refuseOld(_ message: String = text("The old password is not right.")) -> FormVerdict {
    let verdict = FormVerdict.refused([Self.oldName: message])
    refusedOld = verdict
    return verdict
  }

  private func refuseNew() -> FormVerdict { .refused([Self.newName: remark ?? Self.unexplained]) }

  /// Whether passwd had the new password twice, and has not been seen to end.
  var isChanging: Bool { run.isHeld && result == nil }

  /// Waits until passwd has ended, at most for its patience. What else it asks nobody can answer any more.
  func awaitEnd() {
    while isChanging {
      guard verdict(after: .zero) != nil else {
        pause()
        continue
      }
      guard isChanging else { break }
      run.stop()
      _ = judgeAccount()
    }
    result = result ?? .ended(Self.unchanged, lastStatus ?? ExitStatus.cancelled.rawValue)
  }

  /// Lets signals come that waited, and passwd end.
  func end() {
    run.letGo()
    run.end()
  }
}
