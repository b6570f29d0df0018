internal import Glibc
internal import WatchwordBase
internal import WatchwordCurses
package import WatchwordScreen
@_exported public import WatchwordStrength
internal import WatchwordSystem

/// A form that a user fills in on the terminal, full-screen or in line mode: for a new password, or for any fields.
///
/// ```swift
/// let answer = try PasswordForm.newPassword("Password for alice").runAndWait()
/// ```
public struct PasswordForm: Sendable {
  /// The title; `nil` for the default. The words of your own title count against a new password.
  public var title: String?
  /// A paragraph below the title, in which newlines break lines. A small window cuts or omits it, so do not put
  /// anything essential here. `nil` by default.
  public var message: String?
  /// The text of the button; `nil`, as by default, for the usual text.
  public var buttonTitle: String?
  /// The text of a second button, such as "Back"; `nil`, as by default, or blank for none. Its press ends the form with
  /// ``SecondaryPress``, whatever was typed and without judging it. Return in a field never presses it.
  public var secondaryButtonTitle: String?
  /// The initial texts of fields, by name, instead of their ``Field/initialText``: those of a ``SecondaryPress``, or an
  /// answer's ``Answer/texts``. What a field cannot start with is left out, such as half a date, a secret, or a name that
  /// no field has. Empty by default.
  public var initialTexts: [String: String] = [:]
  /// The policy for a new password; ``WatchwordStrength/PasswordPolicy/classic`` by default. Add lists with
  /// ``WatchwordStrength/PasswordPolicy/using(_:)``.
  public var policy = PasswordPolicy.classic
  /// The path of a word list, one word per line; `nil` for none. Its words make a password easier to guess. Suggested
  /// passwords are made of these words too, with one exception: if this is the default list and a list made for
  /// suggestions exists, that one is used. It is looked for in the folder of the policy's lists, or in
  /// `../share/watchword` beside the program if the policy has no such folder. The default, /usr/share/dict/words, may
  /// be missing. Any other list that cannot be read is an error.
  public var dictionaryPath: String? = WordFile.systemPath
  /// Words that count against a new password, such as the service's name. The names of user and machine always count.
  public var contextWords: [String] = []
  /// Measures the strength of a password, in at most a millisecond; `nil`, as by default, counts guesses.
  public var meter: (@Sendable (UTF8Span) -> PasswordStrength)?
  /// How long after the last key a revealed secret stays visible, 30 seconds by default; `nil` for no limit.
  public var revealTimeout: Duration? = .seconds(30)
  /// How long after the last key the form ends with ``Cancellation/timeout``; `nil`, as by default, for no limit. The
  /// last 20 seconds are counted down. The time does not run while a verdict is pending, and starts again after it.
  public var timeout: Duration?
  /// How long after the last key a text is validated that is judged while it is typed, such as an email address: 0.2
  /// seconds by default, at most a day. Leaving the field or pressing Return validates at once.
  public var validationDelay: Duration = .milliseconds(200)
  /// Whether a masked field shows the character typed last, for a second or until the next key. False by default.
  public var peeks = false
  /// Whether the user can get a suggested new password, shown in clear text. True by default.
  public var offersPasswords = true
  /// The number of refusals by the verdict after which the form ends with ``WatchwordError/tooManyRefusals``, at least
  /// 1; `nil`, as by default, for no limit.
  public var maximumRefusals: Int?
  /// The language of the form; ``WatchwordStrength/PasswordLanguage/english`` by default.
  public var language = PasswordLanguage.english
  /// How the form is shown.
  public var presentation = Presentation()
  /// How the process and its secrets are protected while the form is shown.
  public var protection = Protection()

  /// What a form does while the process shows another one.
  @nonexhaustive
  public enum Turn: Sendable {
    /// Waits for its turn or for cancellation; forever, if called from the other form's delegate or verdict.
    case waits
    /// Throws ``WatchwordError/busy``.
    case fails
  }

  let content: Content

  enum Content {
    case new(isConfirmed: Bool)
    case change, ask
    case fields([Field])
  }

  private init(_ content: Content, _ title: String?) { (self.content, self.title) = (content, title) }

  /// Makes a form of `fields`, from top to bottom.
  ///
  /// - Throws: ``WatchwordError/invalidForm(reason:)`` if a field's settings are impossible, or two fields have the
  ///   same name.
  public init(_ title: String, fields: [Field]) throws(WatchwordError) {
    self.init(.fields(fields), title)
    _ = try makeDescription()
  }

  /// A form for choosing a new password, entered a second time if `isConfirmed`. In the answer, its name is "password".
  public static func newPassword(_ title: String? = nil, isConfirmed: Bool = true) -> PasswordForm {
    PasswordForm(.new(isConfirmed: isConfirmed), title)
  }

  /// A form for changing a password. In the answer, the names of the two passwords are "old" and "new".
  public static func passwordChange(_ title: String? = nil) -> PasswordForm { PasswordForm(.change, title) }

  /// A form that asks for an existing password. In the answer, its name is "password".
  public static func existingPassword(_ title: String? = nil) -> PasswordForm { PasswordForm(.ask, title) }
}

extension PasswordForm {
  /// Shows the form on the process's terminal until it is accepted or cancelled. The task waits, and its actor can do
  /// other work.
  ///
  /// Afterwards the terminal and the process are as before. `exit` restores the terminal, too. Standard input and
  /// output are used only if there is no other terminal.
  ///
  /// The form runs on a thread of its own. It calls the delegate only on the waiting actor, which can be the main
  /// actor. While the actor is busy the form continues until it needs the delegate.
  ///
  /// Each time the user submits the form and every field is valid, `verdict` gets the answer in a new task. Until it
  /// returns, the form shows "Checking…" and accepts only Esc and Ctrl-C, which cancel the task and end the form.
  ///
  /// - Parameters:
  ///   - delegate: Answers the fields' questions and is told what happened.
  ///   - turn: What to do while the process shows another form. By default that is an error.
  ///   - verdict: Decides whether the form is accepted. It may keep the answer. An error it throws ends the form and is
  ///     thrown here.
  /// - Returns: What was typed, owned by the caller.
  /// - Throws: ``Cancellation`` if the user does not answer, ``SecondaryPress`` after the second button.
  ///   `CancellationError` if the task was cancelled before the form was accepted. Before anything is shown:
  ///   ``WatchwordError/invalidForm(reason:)``, ``WatchwordError/unreadableList(path:reason:)``,
  ///   ``WatchwordError/busy``, ``WatchwordError/noTerminal(reason:)``, ``WatchwordError/unprotected(reason:)`` and
  ///   ``WatchwordError/noMemory``. Later: ``WatchwordError/terminalGone``, ``WatchwordError/tooManyRefusals``, and
  ///   ``WatchwordError/invalidForm(reason:)`` if a verdict asks for an impossible field.
  @export(implementation)
  public func run(
    delegate: (any TextFieldDelegate)? = nil, whenBusy turn: Turn = .fails,
    verdict: (@Sendable (Answer) async throws -> Verdict)? = nil
  ) async throws -> Answer {
    let form = try AwaitedForm(
      showing: self, delegate, whenBusy: turn, judging: verdict.map(AwaitedForm.inTask))
    return try await form.answer(keeping: delegate)
  }

  /// Shows the form as ``run(delegate:whenBusy:verdict:)`` does, but blocks the thread. Asynchronous code cannot call it.
  ///
  /// For programs without tasks. Calls delegate and verdict on this thread. While `verdict` works, keys have no effect.
  ///
  /// - Parameters:
  ///   - delegate: Answers the fields' questions and is told what happened.
  ///   - verdict: Decides whether the form is accepted. It may keep the answer. An error it throws ends the form and is
  ///     thrown here.
  /// - Returns: What was typed, owned by the caller.
  /// - Throws: What ``run(delegate:whenBusy:verdict:)`` throws, except `CancellationError`.
  @available(*, noasync, message: "use run(), which blocks no thread")
  public func runAndWait(
    delegate: (any TextFieldDelegate)? = nil, verdict: ((Answer) throws -> Verdict)? = nil
  ) throws -> Answer {
    try show(delegate, verdict: verdict.map(ImmediateVerifier.init))
  }

  func show(
    _ delegate: (any TextFieldDelegate)?, awaited: AwaitedForm? = nil, waits: Bool = false,
    verdict: (any FormVerifier)? = nil
  ) throws -> Answer {
    var presentation = presentation
    presentation.protection = protection
    return try answer(in: .ofProcess, Host(delegate: delegate), awaited, verdict) {
      (form, advisers) throws(Ending) in
      var advisers = advisers
      advisers.waits = waits
      var line: LineBehind?
      do throws(Ending) {
        let answer = try form.show(presentation, advisers) { if presentation.leavesLine { line = $0 } }
        line?.write(.accepted, level: answer.strength == nil ? nil : answer.level)
        return answer
      } catch {
        line?.write(error)
        throw error
      }
    }
  }

  /// Shows the form on another terminal, without touching the process. The names of user and machine do not count
  /// against a new password.
  package func show(
    on terminal: inout some ScreenTerminal & LineTerminal, width: CharacterWidth,
    delegate: (any TextFieldDelegate)? = nil, noteCall: ((String) -> Void)? = nil,
    awaited: AwaitedForm? = nil,
    verdict: (any FormVerifier)? = nil
  ) throws -> Answer {
    let host = Host(delegate: delegate, noteCall: noteCall)
    return try answer(in: ContextWords(), host, awaited, verdict) { (form, advisers) throws(Ending) in
      try form.show(on: &terminal, width: width, presentation, advisers)
    }
  }

  /// The answer of the form that `show` shows. `context` has the names of the user and of the machine.
  private func answer(
    in context: ContextWords, _ host: Host, _ awaited: AwaitedForm?, _ verdict: (any FormVerifier)?,
    _ show: (FormDescription, Advisers) throws(Ending) -> Answer
  ) throws -> Answer {
    let form = try makeDescription()
    var advisers = Advisers(judge: try makeJudge(in: context))
    advisers.host = host
    if let awaited {
      (advisers.checkWithdrawal, advisers.host.callDelegate) = ({ awaited.isCancelled }, awaited.call)
    }
    (advisers.formVerifier, advisers.mostRefusals) = (verdict, maximumRefusals)
    #if DEBUG
      var failures: [String] = []
      advisers.host.noteFailure = { failures.append($0) }
      // By then the terminal is as it was.
      defer { failures.forEach(Self.print) }
    #endif
    do throws(Ending) {
      return try show(form, advisers)
    } catch {
      throw error.failure ?? verdict?.thrown ?? error.error ?? error
    }
  }

  /// Shows `line` to the user: above an inline form, where it stays; in a row of any other screen until the first key
  /// after five seconds, and after the form on standard error; in line mode as a line of its own. Without a form, prints
  /// it to standard error. While a form is shown, U+FFFD replaces control characters except newlines. Can be called on
  /// any thread at any time.
  public static func print(_ line: String) {
    if !ProcessClaim.say(line) { printAtOnce(line) }
  }

  static func printAtOnce(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Leaves the screen of the form that is shown, if any, and restores the terminal's modes.
  ///
  /// For your own signal handlers: async-signal-safe, keeps errno, and can be called on any thread at any time. It is
  /// done for you before `exit` and after a crash. If the process does not end, the form takes the terminal again after
  /// ``resumeTerminal()``, or when someone presses Enter, five seconds later at the earliest.
  public static func restoreTerminal() { DeadlySignals.restoreTerminal() }

  /// Lets the form take the terminal again after ``restoreTerminal()`` or a survived fault. Async-signal-safe.
  public static func resumeTerminal() { DeadlySignals.resumeTerminal() }
}

/// Conversion for the session.
extension PasswordForm {
  func makeDescription() throws(WatchwordError) -> FormDescription {
    let texts = language.texts
    var policy = policy.policy(in: texts)
    if meter != nil { policy = policy.measuredOtherwise(texts) }
    var form: FormDescription
    do throws(FormProblem) {
      try check()
      switch content {
      case .new(let isConfirmed): form = .newPassword(texts, isConfirmed: isConfirmed, policy: policy)
      case .change: form = .change(texts, policy: policy)
      case .ask: form = .ask(texts, policy: policy)
      case .fields(let fields):
        form = .custom(fields: try Field.configurations(of: fields, texts), texts: texts, policy: policy)
        try form.check()
      }
      form.secondaryTitle = secondaryButtonTitle
      if let title = form.secondaryTitle, title == buttonTitle ?? form.buttons[0].title {
        throw FormProblem.setting("secondaryButtonTitle", title.debugDescription, "the button has it")
      }
      let asksForNew = form.fields.contains { $0.requirement == .policy }
      if asksForNew, meter == nil, let problem = policy.contradiction(on: .guesses) {
        throw FormProblem.setting("policy", "impossible", "\(problem)")
      }
    } catch {
      throw .invalidForm(reason: "\(error)")
    }
    (form.title, form.text) = (title, message)
    if let buttonTitle { form.buttons = [FormButton(buttonTitle)] }
    form.start(with: initialTexts)
    (form.revealTimeout, form.timeLimit) = (revealTimeout, timeout)
    (form.validationDelay, form.isPeeking) = (validationDelay, peeks)
    form.offersPasswords = offersPasswords
    // A program that uses the library may come without a list for suggestions.
    form.listFolder = self.policy.lists?.folder ?? ProgramFolder.lists
    let hasOwn =
      dictionaryPath == WordFile.systemPath
      && ProgramFolder.plainWords(for: texts, in: form.listFolder) != nil
    form.wordList = hasOwn ? nil : dictionaryPath
    (form.isAnimated, form.isTypingQuiet) = (presentation.isAnimated, presentation.isTypingQuiet)
    form.showsBits = presentation.showsBits
    if let reason = presentation.refusedColor { throw .invalidForm(reason: reason) }
    return form
  }

  /// Throws if a text cannot be shown, or a time or a number is outside its bounds.
  private func check() throws(FormProblem) {
    try FormProblem.check([
      "title": title, "message": message, "buttonTitle": buttonTitle,
      "secondaryButtonTitle": secondaryButtonTitle,
    ])
    let times = [
      ("revealTimeout", revealTimeout), ("timeout", timeout), ("validationDelay", validationDelay),
    ]
    for case (let name, let time?) in times where time < .zero {
      throw .setting(name, "\(time)", "a time is not negative")
    }
    if validationDelay > .seconds(86_400) {
      throw .setting("validationDelay", "\(validationDelay)", "a day is the most")
    }
    if let maximumRefusals, maximumRefusals < 1 {
      throw .setting("maximumRefusals", "\(maximumRefusals)", "1 is the least")
    }
  }

  /// The judge of new passwords, with `context` and the form's own words. The default dictionary may be missing.
  func makeJudge(in context: ContextWords) throws(WatchwordError) -> JudgeConfiguration {
    var judge = JudgeConfiguration(policy.lists, context: context)
    if let meter { judge.ownMeter = ClosureMeter(meter: meter) }
    if let dictionaryPath {
      do throws(FileError) {
        judge.dictionaries = [try WordFile(path: dictionaryPath, countsInside: true)]
      } catch {
        guard dictionaryPath == WordFile.systemPath else {
          throw .unreadableList(path: dictionaryPath, reason: "\(error)")
        }
      }
    }
    for word in contextWords { judge.context.add(word, from: .service) }
    return judge
  }
}

private struct ClosureMeter: Meter {
  let meter: @Sendable (UTF8Span) -> PasswordStrength

  func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
    Estimate(level: meter(text).level)
  }
}
