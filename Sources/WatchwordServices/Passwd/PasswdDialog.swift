internal import CWatchwordSystem
internal import Glibc
internal import Watchword
internal import WatchwordBase
internal import WatchwordOptions
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordSystem

/// Connects a form with passwd: when the form asks for a verdict on a field, passwd is told the field, and its reaction
/// becomes the verdict.
final class PasswdDialog: FormVerifier {
  /// The result, if it is known or can no longer become known.
  enum Result: Equatable {
    /// Changed, with what modules said since; `isExpected` if passwd reported success too.
    case changed(remarks: [String], isExpected: Bool)
    /// Changed in the account, but then refused for this reason.
    case partlyChanged(String)
    /// passwd was told the new password, but the form has ended and nothing was changed. Has the line for the user.
    case unchanged(String)
    /// passwd has ended without a change, and no other text in the form could help. Has the reason, and passwd's
    /// status.
    case ended(String, Int32)
    case unknown
  }

  private let call: PasswdCall
  private let locking: SecretMemory.Locking
  private var run: PasswdRun
  private(set) var result: Result?
  /// The status of a passwd that was told a new password and failed.
  private(set) var lastStatus: Int32?
  /// Remarks of modules on the new password that passwd has accepted so far.
  private var noted: [String] = []
  /// What passwd was told since the account was last examined.
  private var told = PasswdPrompt.Kind.other
  /// The account's hash when passwd was told the new password, see ``PasswdCall/hashMark()``.
  private var markBefore: Int?
  /// Whether the account was found to have the new password.
  private var isFound = false
  /// Whether it could not be found out which password the account has.
  private var isUnknown = false
  /// Whether the form is over.
  private var isLeft = false
  private var verdict: FormVerdict?
  /// The form's content at its last request for a verdict.
  private var answer: Watchword.Answer?
  /// The form's content at its last request about the old password.
  private var answerWithOld: Watchword.Answer?
  /// The form's content when passwd got the new password.
  private var answerWithNew: Watchword.Answer?
  /// The verdict on a wrong old password, and how often its field had been edited by then.
  private var refusedOld: (verdict: FormVerdict, edits: Int)?
  /// The names of the fields for passwd's other questions, by the marks of the questions.
  private var others: [Int: String] = [:]
  /// The marks of the questions already answered.
  private var used: Set<Int> = []

  init(_ call: PasswdCall, locking: SecretMemory.Locking = .required) throws(SecretError) {
    (self.call, self.locking) = (call, locking)
    run = try PasswdRun(call, locking: locking)
  }

  private static let (oldName, newName) = ("old", "new")
  /// In bytes, with the line end: pam_misc's conversation reads no more at one time.
  private static let longestLine = 511

  private var now: Instant { Instant(nanoseconds: ww_now()) }

  private func pause() { _ = poll(nil, 0, 10) }

  /// Starts passwd and waits for its first question. Returns `form` with the fields that passwd asks for.
  ///
  /// - Throws: Why passwd asks nothing.
  func start(_ form: FormDescription) throws(ProgramError) -> FormDescription {
    try rethrow(try run.start(at: now), as: { call.unstartable($0) })
    var step = run.look(at: now)
    while step == .wait {
      pause()
      step = run.look(at: now)
    }
    guard let question = run.conversation.question else {
      let line = remark ?? text("passwd ended without asking anything")
      guard case .ended(let status?) = step, status != 0 else { throw ProgramError(line, .unstartable) }
      // These statuses are about the user named, or about the caller's permissions.
      throw ProgramError(line, [1, 2, 6].contains(status) ? .usage : ExitStatus(rawValue: status))
    }
    var form = form
    if question.kind != .old { form.fields.removeFirst() }
    if question.kind == .other { form.fields.insert(field(for: question), at: 0) }
    for index in form.fields.indices { form.fields[index].maximumBytes = Self.longestLine - 1 }
    let words = [form.text, run.output.introduction(hiding: forEachSecret)].compactMap(\.self)
    form.text =
      words.isEmpty
      ? text("Your system has the last word on the new password.") : words.joined(separator: "\n\n")
    return form
  }

  var isGone: Bool {
    // A deferred signal ends a form that waits for the user.
    if run.conversation.question != nil, ww_work_has_signal() { return true }
    if case .changed = result { return false }
    return result != nil
  }
  var keepsAnswers: Bool { true }

  func begin(_ answer: Watchword.Answer, about subject: Submission.Subject) {
    (self.answer, verdict, noted) = (answer, nil, [])
    if subject == .form, isSame(Self.newName, as: Self.oldName, in: answer) {
      verdict = .refused(fields: [Self.newName: text("Choose a password that is not the old one.")])
      return
    }
    // Ends a passwd that was told a new password that is no longer in the form.
    if run.conversation.told >= .new, !hasToldNew { run.stop() }
    if subject != .form {
      if let refusedOld, refusedOld.edits == edits {
        verdict = refusedOld.verdict
        return
      }
      let isSame = isSame(Self.oldName, as: Self.oldName, in: answerWithOld)
      let isAsked = run.conversation.question?.kind == .old
      if !isSame, run.conversation.told >= .old, !isAsked { run.end() }
      (answerWithOld, refusedOld) = (answer, nil)
    }
    do throws(SystemError) {
      // A passwd that may have changed something is examined before another one starts.
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
    // The old password was right before passwd was told the new one, so it cannot be wrong now.
    case .refusedOld: return told >= .new ? settle(.asksOn) : refuseOld()
    case .refusedNew: return settle(isFound ? .asksOn : .asks)
    case .ended(let status): return verdict(atEnd: status)
    }
  }

  func wait(atMost duration: Duration) -> Bool {
    pause()
    return true
  }

  func stop() { run.end() }

  private func isSame(_ name: String, as otherName: String, in other: Watchword.Answer?) -> Bool {
    other?.withText(of: otherName) { text in
      answer?.withText(of: name) { text.span.isEqual(to: $0.span) }
    } == true
  }

  /// Whether the new password in the form is the one that passwd was told.
  private var hasToldNew: Bool {
    answerWithNew == nil || isSame(Self.newName, as: Self.newName, in: answerWithNew)
  }

  /// How often the field for the old password was edited.
  private var edits: Int? { answer?.values.first { $0.name == Self.oldName }?.edits }

  /// The text of a field as a line, or in another format.
  ///
  /// - Throws: ``AnswerError/name(_:)`` if there is no such field, or why its text cannot be passed on.
  private func line(
    of name: String, _ kind: AnswerFormat.Kind = .lines, in other: Watchword.Answer? = nil
  ) throws(AnswerError) -> SecretBuffer {
    guard let answer = other ?? answer, answer.values.contains(where: { $0.name == name }) else {
      throw .name(name)
    }
    let line = try AnswerFormat(kind).encode(names: [name], locking: locking) { _, use in
      answer.withText(of: name, use)
    }
    guard line.count <= Self.longestLine else { throw .tooLong(limit: Self.longestLine - 1) }
    return line
  }

  /// Answers passwd's prompt from the form, or adds a field for it. If passwd rejected that answer before, asks again.
  private func write(_ kind: PasswdPrompt.Kind) -> FormVerdict? {
    guard let prompt = run.conversation.question else { return nil }
    // passwd has changed nothing as long as it asks to repeat the new password. Once the form is over, that question
    // gets no answer, so that nothing is changed.
    if isLeft, kind == .again, told == .new { return .failed("") }
    let other = used.contains(prompt.mark) ? nil : others[prompt.mark]
    let name = kind == .other ? other ?? "" : kind == .old ? Self.oldName : Self.newName
    do throws(AnswerError) {
      let line = try line(of: name)
      let remarks = run.conversation.told >= .new ? remarks : []
      if kind == .new, told < .new { markBefore = edits == nil ? call.hashMark() : nil }
      if run.write(line, as: kind, at: now) {
        noted += remarks
        told = max(told, kind)
        if kind == .new { answerWithNew = answer }
        if kind == .other { used.insert(prompt.mark) }
      }
      return nil
    } catch {
      guard case .name = error else {
        return .refused(fields: [name: text("passwd cannot be told: {reason}", ["reason": "\(error)"])])
      }
      guard let name = others[prompt.mark], used.remove(prompt.mark) != nil else {
        return .asks([field(for: prompt)])
      }
      return .refused(fields: [name: text("passwd asks for this again.")], clearing: [name])
    }
  }

  private func field(for prompt: PasswdPrompt) -> FormField.Configuration {
    var name = others[prompt.mark] ?? "passwd\(others.count + 1)"
    if prompt.kind == .old { name = Self.oldName } else { others[prompt.mark] = name }
    var field = FormField.Configuration(.text, name: name, texts: .ofProcess)
    field.label = run.output.label(hiding: forEachSecret) ?? text("Answer")
    (field.isSecure, field.hasClearSign) = (prompt.isSecret, !prompt.isSecret)
    field.maximumBytes = Self.longestLine - 1
    return field
  }

  private var remark: String? {
    let conversation = run.conversation
    return run.output.remark(
      before: conversation.question, isAboutPassword: conversation.told > .other, hiding: forEachSecret
    ).map { $0.isEmpty ? Self.unexplained : $0 }
  }

  private var remarks: [String] { remark.map { [$0] } ?? [] }
  private static var unexplained: String { text("Not accepted here. Try a different password.") }

  private func forEachSecret(_ hide: (UTF8Span) -> Void) {
    for value in answer?.values ?? [] where value.isSecure { answer?.withText(of: value.name, hide) }
  }

  private func verdict(atEnd status: Int32?) -> FormVerdict? {
    // An unknown question may have been the one for the new password.
    if status == 0, !used.isEmpty { told = max(told, .new) }
    if told >= .new { return settle(status.map { .ended($0) } ?? .stopped) }
    let ended = text("passwd was ended. Nothing was changed.")
    guard let status, status != 0 else { return .failed(ended) }
    guard run.conversation.told == .old else { return .failed(remark ?? ended) }
    switch isPassword(Self.oldName) {
    case false where hasHash: return refuseOld()
    case true:
      result = .ended(remark ?? ended, status)
      return nil
    default: return refuseOld(isSure: false)
    }
  }

  /// Finds out what became of the new password, and tells the form if it can go on.
  private func settle(_ end: PasswdOutcome.End) -> FormVerdict? {
    let isRepeated = told == .again
    if case .ended(let status) = end, status != 0 { lastStatus = status }
    // If the form has no old password, the caller is root, who can read the hash. If the hash is the same as before,
    // nothing was changed: every change makes another hash.
    let mark = edits == nil ? call.hashMark() : nil
    let keepsHash = mark != nil && mark == markBefore
    let outcome = PasswdOutcome(
      told: told, end, isNew: isFound ? true : keepsHash ? false : isPassword(Self.newName),
      isOld: edits == nil ? hasHash : isPassword(Self.oldName))
    switch outcome {
    case .unknown where end == .stopped:
      result = .unknown
      return nil
    case .changed where !hasToldNew:
      result = .partlyChanged(text("it is the new password that you typed first"))
      return nil
    case .changed:
      result = .changed(remarks: noted + remarks, isExpected: end == .ended(0))
      return .accepted
    case .partlyChanged:
      result = .partlyChanged(remark ?? text("passwd refused it without giving a reason"))
      return nil
    case .wanted:
      noted += remarks
      isFound = true
      run.aim(at: .change, at: now)
      return nil
    case .unchanged, .unknown:
      // A deferred signal may now end the process. Once the form is over, the user has to be told the result first.
      if !isLeft { run.letGo() }
      if isRepeated || end != .asks { (told, isUnknown) = (.other, outcome == .unknown) }
      switch end {
      case .ended(0): return .refused(fields: [Self.newName: unchanged])
      case .stopped:
        return .failed(isRepeated ? unchanged : text("passwd was ended. Nothing was changed."))
      case .ended, .asks, .asksOn: return .refused(fields: [Self.newName: remark ?? Self.unexplained])
      }
    }
  }

  private var unchanged: String {
    call.user.map { text("The password of {name} was not changed.", ["name": $0]) }
      ?? text("Your password was not changed.")
  }

  /// Whether `passwd -S` finds a password for the account in the shadow file. Without one, no text would be right.
  private var hasHash: Bool {
    var call = call
    call.patience = Verifier.defaultTimeLimit
    guard var run = try? PasswdRun(call, locking: locking),
      (try? run.start(at: now, ["-S"])) != nil
    else { return false }
    while run.look(at: now) == .wait { pause() }
    return run.output.tellsHash
  }

  /// Has passwd expire a password that was changed. Returns whether it did; `nil` if nothing was changed.
  func expire() -> Bool? {
    switch result {
    case .changed, .partlyChanged: break
    default: return nil
    }
    guard var run = try? PasswdRun(call, locking: locking), (try? run.start(at: now, ["-e"])) != nil else {
      return false
    }
    while true {
      let step = run.look(at: now)
      if step != .wait { return step == .ended(0) }
      pause()
    }
  }

  /// Whether the text of a field is the account's password; `nil` if that cannot be told.
  private func isPassword(_ name: String) -> Bool? {
    guard let account = call.account,
      let verifier = Verifier(arguments: [call.helper, account, "nonull"])
    else { return nil }
    do {
      var helper = try VerifierRun(locking: locking)
      try helper.start(
        verifier, input: try line(of: name, .nul, in: name == Self.newName ? answerWithNew : nil))
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

  private func refuseOld(isSure: Bool = true) -> FormVerdict {
    let isSure = isSure && !isUnknown
    let verdict = FormVerdict.refused(fields: [
      Self.oldName: isSure
        ? text("The old password is not right.")
        : text("passwd did not accept the old password, or this account may not change it.")
    ])
    if isSure { refusedOld = edits.map { (verdict, $0) } }
    return verdict
  }

  /// Whether passwd was told the new password twice and may still be running.
  var isChanging: Bool {
    run.isHeld && result == nil && told == .again && run.conversation.question == nil
  }

  /// Finds out, once the form is over, what became of the new password. Waits for passwd to end, up to its patience.
  /// Nobody can answer further questions of passwd by then.
  func awaitEnd() {
    isLeft = true
    let wasTold = run.isHeld && told == .again
    while result == nil, run.isHeld, verdict(after: .zero) == nil { pause() }
    if result == nil, told >= .new {
      run.stop()
      _ = settle(.stopped)
    }
    guard result == nil else { return }
    if isUnknown {
      result = .unknown
    } else if wasTold {
      result = .unchanged(unchanged)
    }
  }

  /// Lets deferred signals through, and ends passwd.
  func end() {
    run.letGo()
    run.end()
  }
}
