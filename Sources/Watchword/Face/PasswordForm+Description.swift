internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// What the session makes of a form.
extension PasswordForm {
  func makeDescription() throws(WatchwordError) -> FormDescription {
    let (texts, policy) = (Texts.ofProcess, fullPolicy)
    var form: FormDescription
    switch content {
    case .new(let isConfirmed): form = .newPassword(texts, isConfirmed: isConfirmed, policy: policy)
    case .change: form = .change(texts, policy: policy)
    case .ask: form = .ask(texts, policy: policy)
    case .fields(let fields):
      form = .custom(fields: fields.map { $0.configuration(texts) }, texts: texts, policy: policy)
      do throws(FormProblem) {
        if let field = fields.first(where: \.hasTwoValidators) { throw .twoValidators(field.name) }
        try form.check()
      } catch {
        throw .invalidForm(reason: "\(error)")
      }
    }
    (form.title, form.text) = (title, message)
    if let buttonTitle { form.buttons = [FormButton(buttonTitle)] }
    (form.revealTimeout, form.timeout) = (revealTimeout, timeout)
    (form.offersPasswords, form.wordList) = (offersPasswords, dictionary)
    (form.isAnimated, form.isTypingQuiet) = (presentation.isAnimated, presentation.isTypingQuiet)
    return form
  }

  /// The policy, with the criteria that the lists of the form bring.
  private var fullPolicy: Policy {
    var policy = policy.base
    if !blocklists.isEmpty { policy = policy.refusingListedPasswords(.ofProcess) }
    if leakedPasswords != nil { policy = policy.refusingLeakedPasswords(.ofProcess) }
    return policy
  }

  /// What judges new passwords, with `context` and the form's own words. The usual dictionary may be absent.
  func makeJudge(in context: ContextWords) throws(WatchwordError) -> JudgeConfiguration {
    var judge = JudgeConfiguration()
    judge.context = context
    if let meter { judge.ownMeter = ClosureMeter(meter: meter) }
    if let dictionary {
      do throws(FileError) {
        judge.dictionary = try WordFile(path: dictionary)
      } catch {
        guard dictionary == WordFile.systemPath else { throw .unreadable(dictionary, error) }
      }
    }
    for path in blocklists {
      judge.blocklists.append(
        try rethrow(try WordFile(path: path), as: { WatchwordError.unreadable(path, $0) }))
    }
    if let leakedPasswords {
      judge.leaks = try rethrow(
        try LeakedFile(path: leakedPasswords), as: { WatchwordError.unreadable(leakedPasswords, $0) })
    }
    for word in contextWords { judge.context.add(word, from: .place) }
    return judge
  }
}

/// A meter of the library's user.
private struct ClosureMeter: Meter {
  let meter: @Sendable (UTF8Span) -> PasswordStrength

  func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
    Estimate(level: meter(text).level)
  }
}

extension WatchwordError {
  fileprivate static func unreadable(_ path: String, _ failure: FileError) -> WatchwordError {
    .unreadableList(path: path, reason: "\(failure)")
  }
}
