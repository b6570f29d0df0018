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

  private let locking: SecretMemory.Locking
  private var run: PasswdRun
  private var call: PasswdCall { run.call }
  private(set) var result: Result?
  private var change = PasswdChange()
  /// Remarks of modules on the new password that passwd has accepted so far.
  private var noted: [String] = []
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
  /// Whether the new password was last refused because files cannot be written.
  private var wasFaultOfFiles = false
  /// The fields for passwd's other questions, by the marks of the questions, and whether passwd was told their text.
  private var others: [Int: (name: String, isTold: Bool)] = [:]

  init(_ call: PasswdCall, locking: SecretMemory.Locking = .required) throws(SecretError) {
    self.locking = locking
    run = try PasswdRun(call, locking: locking)
  }

  /// The status of a passwd that was told a new password and failed.
  var lastStatus: Int32? { change.lastStatus }

  private static let (oldName, newName) = ("old", "new")
  /// In bytes, with the line end: pam_misc's conversation reads no more at one time.
  private static let longestLine = 511

  private var now: Instant { .now }

  /// Starts passwd and waits for its first question. Returns `form` with the fields that passwd asks for.
  ///
  /// - Throws: Why passwd asks nothing.
  func start(_ form: FormDescription) throws(ProgramError) -> FormDescription {
    try rethrow(try run.start(at: now), as: { call.unstartable($0) })
    let step = run.awaitStep()
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
    case .refusedOld: return change.told >= .new ? settle(.asksOn) : refuseOld()
    case .refusedNew: return settle(change.isFound ? .asksOn : .asks)
    case .ended(let status): return verdict(atEnd: status)
    }
  }

  func wait(atMost duration: Duration) -> Bool {
    run.pause()
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
    // Nothing is written before the repetition. If the form has gone, leave it unanswered: passwd gives up without a
    // change, and the user who pressed Esc keeps the old password.
    if isLeft, kind == .again, change.told == .new { return .failed("") }
    let other = others[prompt.mark]
    let untold = other?.isTold == false ? other?.name : nil
    let name = kind == .other ? untold ?? "" : kind == .old ? Self.oldName : Self.newName
    do throws(AnswerError) {
      let line = try line(of: name)
      let remarks = run.conversation.told >= .new ? remarks : []
      if kind == .new { change.begin(hash: hash) }
      if run.write(line, as: kind, at: now) {
        noted += remarks
        change.note(kind)
        if kind == .new { answerWithNew = answer }
        if kind == .other { others[prompt.mark]?.isTold = true }
      }
      return nil
    } catch {
      guard case .name = error else {
        return .refused(fields: [name: text("passwd cannot be told: {reason}", ["reason": "\(error)"])])
      }
      guard let other, other.isTold else { return .asks([field(for: prompt)]) }
      others[prompt.mark]?.isTold = false
      return .refused(fields: [other.name: text("passwd asks for this again.")], clearing: [other.name])
    }
  }

  private func field(for prompt: PasswdPrompt) -> FormField.Configuration {
    var name = others[prompt.mark]?.name ?? "passwd\(others.count + 1)"
    if prompt.kind == .old { name = Self.oldName } else { others[prompt.mark] = (name, false) }
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
    if status == 0, others.values.contains(where: \.isTold) { change.note(.new) }
    if change.told >= .new { return settle(status.map { .ended($0) } ?? .stopped) }
    guard let status, status != 0 else { return .failed(Self.ended) }
    guard run.conversation.told == .old else { return .failed(remark ?? Self.ended) }
    switch isPassword(Self.oldName) {
    case false where hasHash: return refuseOld()
    case true:
      result = .ended(remark ?? Self.ended, status)
      return nil
    default: return refuseOld(isSure: false)
    }
  }

  /// Finds out what became of the new password, and tells the form if it can go on.
  private func settle(_ end: PasswdOutcome.End) -> FormVerdict? {
    let isRepeated = change.told == .again
    let outcome = change.settle(
      end, hash: hash, isNew: { isPassword(Self.newName) },
      isOld: { edits == nil ? hasHash : isPassword(Self.oldName) })
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
      run.aim(at: .change, at: now)
      return nil
    case .unchanged, .unknown:
      // A deferred signal may now end the process. Once the form is over, the user has to be told the result first.
      if !isLeft { run.letGo() }
      let isAgain = wasFaultOfFiles && run.output.isFaultOfFiles
      wasFaultOfFiles = run.output.isFaultOfFiles
      switch end {
      case .ended(let status) where isAgain && outcome == .unchanged:
        result = .ended(remark ?? Self.ended, status)
        return nil
      case .ended(0): return .refused(fields: [Self.newName: unchanged])
      case .stopped:
        return .failed(isRepeated ? unchanged : Self.ended)
      case .ended, .asks, .asksOn: return .refused(fields: [Self.newName: remark ?? Self.unexplained])
      }
    }
  }

  private static var ended: String { text("passwd was ended. Nothing was changed.") }

  private var unchanged: String {
    call.user.map { text("The password of {name} was not changed.", ["name": $0]) }
      ?? text("Your password was not changed.")
  }

  /// If the form has no old password, the account's hash: the caller is root then, who can read it.
  private var hash: Int? { edits == nil ? call.hashMark() : nil }

  /// Whether `passwd -S` finds a password for the account in the shadow file. Without one, no text would be right.
  private var hasHash: Bool { runAlone("-S", for: Verifier.defaultTimeLimit).tellsHash }

  /// Has passwd expire a password that was changed. Returns whether it did; `nil` if nothing was changed.
  func expire() -> Bool? {
    switch result {
    case .changed, .partlyChanged: runAlone("-e", for: call.patience).isDone
    default: nil
    }
  }

  /// Runs another passwd with an `option` with which it asks nothing.
  private func runAlone(_ option: String, for patience: Duration) -> (isDone: Bool, tellsHash: Bool) {
    var call = call
    call.patience = patience
    guard var run = try? PasswdRun(call, locking: locking), (try? run.start(at: now, [option])) != nil
    else { return (false, false) }
    return (run.awaitStep() == .ended(0), run.output.tellsHash)
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
        run.pause()
      }
    } catch {
      return nil
    }
  }

  private func refuseOld(isSure: Bool = true) -> FormVerdict {
    let isSure = isSure && !change.isUnknown
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
    run.isHeld && result == nil && change.told == .again && run.conversation.question == nil
  }

  /// Finds out, once the form is over, what became of the new password. Waits for passwd to end, up to its patience.
  /// Nobody can answer further questions of passwd by then.
  func awaitEnd() {
    isLeft = true
    let wasTold = run.isHeld && change.told == .again
    while result == nil, run.isHeld, verdict(after: .zero) == nil { run.pause() }
    if result == nil, change.told >= .new {
      run.stop()
      _ = settle(.stopped)
    }
    guard result == nil else { return }
    if change.isUnknown {
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
