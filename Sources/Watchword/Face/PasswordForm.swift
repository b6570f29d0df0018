internal import WatchwordCurses
internal import WatchwordMessages
package import WatchwordScreen
internal import WatchwordSecrets
@_exported public import WatchwordStrength
internal import WatchwordSystem

/// A form that a person fills in on the terminal, full screen or line by line: for a new password, or for any fields.
///
/// ```swift
/// let answer = try PasswordForm.newPassword("Password for alice").runAndWait()
/// ```
public struct PasswordForm: Sendable {
  /// The title; `nil` for the usual one. The words of a title of yours count against a new password.
  public var title: String?
  /// A paragraph below the title, in which newlines break lines; `nil`, as by default, for none. A small window cuts it or
  /// leaves it out, so it should say nothing that a person cannot do without.
  public var message: String?
  /// The text of the button; `nil`, as by default, for the usual one.
  public var buttonTitle: String?
  /// What a new password has to be; by default ``WatchwordStrength/PasswordPolicy/classic``. Its lists are given to it by
  /// ``WatchwordStrength/PasswordPolicy/using(_:)``.
  public var policy = PasswordPolicy.classic
  /// The path of a list of words, one a line, which make a password easier to guess, and of which passwords are made when
  /// the person asks for one, unless it is the usual one and lists for that lie in the folder of the policy's lists, or in
  /// `../share/watchword` beside the program; `nil` for none. By default it is /usr/share/dict/words: where that is not
  /// there, the form goes without, whereas another one that cannot be read is an error.
  public var dictionary: String? = WordFile.systemPath
  /// Words that count against a new password, such as the name of the service. The person's name on this machine and the
  /// machine's name count anyway.
  public var contextWords: [String] = []
  /// Says how strong a password is; `nil`, as by default, counts the guesses that it takes. It has to answer within a
  /// millisecond.
  public var meter: (@Sendable (UTF8Span) -> PasswordStrength)?
  /// How long after the last key a secret that the person has shown stays so: by default 30 seconds; `nil` for no end.
  public var revealTimeout: Duration? = .seconds(30)
  /// How long after the last key the form ends with ``Cancelled/timeout``; `nil`, as by default, for no limit. The last 20
  /// seconds are counted on the screen.
  public var timeout: Duration?
  /// Whether the person can have a new password made, which is shown in the clear. By default they can.
  public var offersPasswords = true
  /// A program and its arguments, which is given the answer as JSON on its standard input before the form is accepted. With
  /// exit status 0 it accepts; else the last line that it wrote stands on the form. By default there is none.
  public var verifier: [String] = []
  /// After how many refusals of the verifier the form ends with ``WatchwordError/tooManyRefusals``; `nil`, as by default,
  /// for no end, and less than 1 is 1.
  public var verifierAttempts: Int?
  /// What the form speaks; by default ``WatchwordStrength/PasswordLanguage/english``.
  public var language = PasswordLanguage.english
  /// How the form is shown.
  public var presentation = Presentation()

  let content: Content

  enum Content {
    case new(isConfirmed: Bool)
    case change, ask
    case fields([Field])
  }

  private init(_ content: Content, _ title: String?) { (self.content, self.title) = (content, title) }

  /// Makes a form of `fields`, from the top.
  ///
  /// - Throws: ``WatchwordError/invalidForm(reason:)`` where a field cannot be as it is described, or two have one name.
  public init(_ title: String, fields: [Field]) throws(WatchwordError) {
    self.init(.fields(fields), title)
    _ = try makeDescription()
  }

  /// The form in which a new password is chosen, and asked for a second time if it is to be confirmed. The answer has it
  /// under "password".
  public static func newPassword(_ title: String? = nil, isConfirmed: Bool = true) -> PasswordForm {
    PasswordForm(.new(isConfirmed: isConfirmed), title)
  }

  /// The form in which a password is changed. The answer has "old" and "new".
  public static func changePassword(_ title: String? = nil) -> PasswordForm { PasswordForm(.change, title) }

  /// The form that asks for a password that exists already. The answer has it under "password".
  public static func password(_ title: String? = nil) -> PasswordForm { PasswordForm(.ask, title) }
}

extension PasswordForm {
  /// Shows the form on the terminal of the process until it is accepted or cancelled, while the task waits and its actor
  /// does other work.
  ///
  /// When this returns, or throws, the terminal and the process are as they were before. Nothing is read from standard
  /// input or written to standard output, unless there is no other terminal.
  ///
  /// The form is on a thread of its own. The delegate is only ever called on the actor that waits, so that it can be the
  /// main actor's. While that is busy the form goes on, but for what it has to ask or tell the delegate.
  ///
  /// Each time that the person submits the form and every field is right, `verdict` gets what was typed, in a task of its
  /// own, after the ``verifier``. Until it has answered the form says "Checking…" and takes no keys but Esc and Ctrl-C:
  /// these cancel the task and end the form.
  ///
  /// - Parameters:
  ///   - delegate: Who answers the questions of the fields and hears what happened.
  ///   - verdict: Says what becomes of the form. The answer that it gets may be kept. What it throws ends the form, and is
  ///     thrown here.
  /// - Returns: What was typed, which belongs to whoever holds it.
  /// - Throws: ``Cancelled`` where the person does not answer. ``WatchwordError/taskCancelled`` where the task was
  ///   cancelled before the form was accepted. Before anything is shown ``WatchwordError/invalidForm(reason:)``,
  ///   ``WatchwordError/unreadableList(path:reason:)``, ``WatchwordError/busy``, ``WatchwordError/noTerminal(reason:)``,
  ///   ``WatchwordError/unprotected(reason:)`` and ``WatchwordError/noMemory``, and while it is shown
  ///   ``WatchwordError/terminalGone``, ``WatchwordError/tooManyRefusals``, and ``WatchwordError/invalidForm(reason:)``
  ///   where a verdict asks for a field that cannot be as it is described.
  @export(implementation)
  public func run(
    delegate: (any TextFieldDelegate)? = nil,
    verdict: (@Sendable (Answer) async throws -> Verdict)? = nil
  ) async throws -> Answer {
    let form = try AwaitedForm(showing: self, delegate, judging: verdict.map(AwaitedForm.inTask))
    return try await form.answer(keeping: delegate)
  }

  /// Shows the form as ``run(delegate:verdict:)`` does, and blocks the thread until it is accepted or cancelled.
  ///
  /// It is for programs without tasks. Delegate and verdict are called on the same thread. The form stands still while
  /// `verdict` works, and takes no keys.
  ///
  /// - Parameters:
  ///   - delegate: Who answers the questions of the fields and hears what happened.
  ///   - verdict: Says what becomes of the form. The answer that it gets may be kept. What it throws ends the form, and is
  ///     thrown here.
  /// - Returns: What was typed, which belongs to whoever holds it.
  /// - Throws: What ``run(delegate:verdict:)`` throws, but for ``WatchwordError/taskCancelled``.
  public func runAndWait(
    delegate: (any TextFieldDelegate)? = nil, verdict: ((Answer) throws -> Verdict)? = nil
  ) throws -> Answer {
    try show(delegate, verdict: verdict.map(PromptVerifier.init))
  }

  func show(
    _ delegate: (any TextFieldDelegate)?, agent: (any FormAgent)? = nil, verdict: (any FormVerifier)? = nil
  ) throws -> Answer {
    try answer(in: .ofProcess, delegate, agent, verdict) { (form, advisers) throws(FormFailure) in
      try form.show(presentation, advisers)
    }
  }

  /// Shows the form on another terminal than that of the process, of which nothing is touched. The names of the person and
  /// of the machine do not count.
  package func show(
    on terminal: inout some Terminal & ~Copyable, width: CharacterWidth,
    delegate: (any TextFieldDelegate)? = nil, agent: (any FormAgent)? = nil,
    verdict: (any FormVerifier)? = nil
  ) throws -> Answer {
    try answer(in: ContextWords(), delegate, agent, verdict) { (form, advisers) throws(FormFailure) in
      try form.show(on: &terminal, width: width, presentation, advisers)
    }
  }

  /// What comes of the form where `show` shows it, in the `context` of a person and a place.
  private func answer(
    in context: ContextWords, _ delegate: (any TextFieldDelegate)?, _ agent: (any FormAgent)?,
    _ verdict: (any FormVerifier)?, _ show: (FormDescription, Advisers) throws(FormFailure) -> Outcome
  ) throws -> Answer {
    let form = try makeDescription()
    var program = Verifier(arguments: verifier)
    program?.attempts = verifierAttempts
    var advisers = Advisers(
      judge: try makeJudge(in: context), verifier: program, agent: agent, delegate: delegate)
    advisers.verdict = verdict
    switch try rethrow(try show(form, advisers), as: WatchwordError.init) {
    case .accepted(let answer): return answer
    case .cancelled(let way): throw verdict?.thrown ?? way
    }
  }

  /// Leaves the screen of the form that is shown, if there is one, and gives the terminal its modes back.
  ///
  /// It is for a handler of signals of your own: it is async-signal-safe, and leaves errno alone. Any thread may call it at
  /// any time. Afterwards the process may end. If the form goes on instead, it takes the terminal again within a second.
  public static func restoreTerminal() { DeadlySignals.restoreTerminal() }
}

/// What the session makes of a form.
extension PasswordForm {
  func makeDescription() throws(WatchwordError) -> FormDescription {
    let texts = language.texts
    let policy = policy.policy(in: texts)
    var form: FormDescription
    switch content {
    case .new(let isConfirmed): form = .newPassword(texts, isConfirmed: isConfirmed, policy: policy)
    case .change: form = .change(texts, policy: policy)
    case .ask: form = .ask(texts, policy: policy)
    case .fields(let fields):
      do throws(FormProblem) {
        form = .custom(fields: try Field.configurations(of: fields, texts), texts: texts, policy: policy)
        try form.check()
      } catch {
        throw .invalidForm(reason: "\(error)")
      }
    }
    (form.title, form.text) = (title, message)
    if let buttonTitle { form.buttons = [FormButton(buttonTitle)] }
    (form.revealTimeout, form.timeout) = (revealTimeout, timeout)
    form.offersPasswords = offersPasswords
    // A host of the library may have no list for this.
    form.listFolder = self.policy.lists?.folder ?? ProgramFolder.lists
    let hasOwn =
      dictionary == WordFile.systemPath && ProgramFolder.plainWords(for: texts, in: form.listFolder) != nil
    form.wordList = hasOwn ? nil : dictionary
    (form.isAnimated, form.isTypingQuiet) = (presentation.isAnimated, presentation.isTypingQuiet)
    return form
  }

  /// What judges new passwords, with `context` and the form's own words. The usual dictionary may be absent.
  func makeJudge(in context: ContextWords) throws(WatchwordError) -> JudgeConfiguration {
    var judge = JudgeConfiguration(policy.lists, context: context)
    if let meter { judge.ownMeter = ClosureMeter(meter: meter) }
    if let dictionary {
      do throws(FileError) {
        judge.dictionaries = [try WordFile(path: dictionary, countsInside: true)]
      } catch {
        guard dictionary == WordFile.systemPath else {
          throw .unreadableList(path: dictionary, reason: "\(error)")
        }
      }
    }
    for word in contextWords + (policy.lists?.contextWords ?? []) { judge.context.add(word, from: .place) }
    return judge
  }
}

private struct ClosureMeter: Meter {
  let meter: @Sendable (UTF8Span) -> PasswordStrength

  func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
    Estimate(level: meter(text).level)
  }
}
