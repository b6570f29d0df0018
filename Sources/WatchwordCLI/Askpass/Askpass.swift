internal import Glibc
internal import Watchword
internal import WatchwordCurses
internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// The program as ssh, sudo and git call it where they need an answer from a person.
struct Askpass {
  /// What they say that they need.
  let prompt: AskpassPrompt
  /// How a form looks, as it was set beforehand.
  let options: Options
  let descriptors: StandardDescriptors

  /// Asks the person what the other program wants to know.
  func run() throws(ProgramError) -> ExitStatus {
    options.remarks.forEach(StandardError.tell)
    return switch PersonFolder.environment("SSH_ASKPASS_PROMPT") {
    case "confirm": try confirm()
    case "none": try tell()
    default: try ask()
    }
  }

  /// Asks for one line, and writes it.
  private func ask() throws(ProgramError) -> ExitStatus {
    let output = try StandardOutput(descriptors)
    let record = prompt.isQuestion || prompt.isRepeat ? nil : AskedBefore(prompt.words)
    var form = fieldForm
    if record?.isAgain == true {
      form.alert = form.texts("Asked again: the last answer was not accepted.")
    }
    record?.forget()
    let outcome = try show(form)
    switch consume outcome {
    case .cancelled(.interrupt): return .interrupted(onTerminalAt: presentation.device)
    case .cancelled: return .cancelled
    case .accepted(let answer):
      let text = try rethrow(
        try answer.encode(AnswerFormat(.lines)),
        as: { (error: AnswerError) in ProgramError.unwritten(error, to: StandardOutput.name) })
      _ = consume answer
      try output.deliver(text.bytes)
      record?.note()
      return .accepted
    }
  }

  /// Asks a question. For a yes the status counts, and for some callers an answer that is empty or this word.
  /// Control-C is a no: an agent that asks on its own terminal goes on, with its keys.
  private func confirm() throws(ProgramError) -> ExitStatus {
    let output = try StandardOutput(descriptors)
    let texts = Texts.ofProcess
    // translators: The letter that means yes, best one that stands in the word for Yes.
    let yesLetter = texts.context("letter", "y")
    // translators: The letter that means no, best one that stands in the word for No.
    let noLetter = texts.context("letter", "n")
    var yes = FormButton(texts("Yes"), accelerator: yesLetter.lowercased().first)
    (yes.englishWords, yes.englishAccelerator) = (["yes", "y"], "y")
    var no = FormButton(texts("No"), accelerator: noLetter.lowercased().first, effect: .cancel)
    (no.englishWords, no.englishAccelerator) = (["no", "n"], "n")
    let outcome = try show(question(texts("Please confirm"), [yes, no]))
    guard case .accepted = consume outcome else { return .cancelled }
    try output.deliver("yes\n")
    return .accepted
  }

  /// Shows a message until a key is pressed, or until the other program ends this one by a signal.
  private func tell() throws(ProgramError) -> ExitStatus {
    var form = question(text("Message"), [FormButton(text("Close"))])
    form.endsWithAnyKey = true
    _ = try show(form)
    return .accepted
  }

  /// The form of `ask`, with the words of the other program, which looks as it was set beforehand.
  private var fieldForm: FormDescription {
    var form = options.makeDescription()
    let subject = prompt.subject(form.texts)
    (form.title, form.text, form.isTextWhole) = (subject.title, prompt.text(form.texts), true)
    // What is typed stays masked at the start, whatever was set for other forms.
    if form.reveal == .always { (form.reveal, form.revealTimeout) = (.allowed, nil) }
    // An empty answer is taken, and nothing has to be said of that.
    form.fields[0].isOptional = true
    form.saysOptional = false
    form.fields[0].label = subject.label
    if prompt.text != nil { form.fields[0].placeholder = "" }
    // ssh-keygen alone says what a passphrase has to be.
    if prompt.isNew {
      (form.fields[0].requirement, form.policy, form.offersPasswords) = (.policy, .anything, false)
      form.strongWords = form.texts("Strong passphrase")
    }
    guard prompt.isShown else { return form }
    (form.fields[0].isSecure, form.fields[0].isRevealable) = (false, false)
    form.fields[0].hasClearSign = true
    form.fields[0].requirement = .presence
    return form
  }

  private func question(_ title: String, _ buttons: [FormButton]) -> FormDescription {
    var form = FormDescription.question(
      title: title, text: prompt.text, buttons: buttons, texts: .ofProcess)
    form.timeout = options.form.timeout
    return form
  }

  /// Where the form is shown. An agent that has a key confirmed has no terminal of its own, but may know of one.
  private var presentation: Presentation {
    var presentation = options.presentation
    guard presentation.device == nil, !Caller.hasTerminal,
      let other = ["GPG_TTY", "SSH_TTY"].compactMap(PersonFolder.environment).first(where: {
        Caller.hasTerminal(at: $0)
      })
    else { return presentation }
    (presentation.device, presentation.mustOwnDevice) = (other, true)
    return presentation
  }

  private func show(_ form: FormDescription) throws(ProgramError) -> Outcome {
    let advisers = Advisers(judge: prompt.isNew ? .withUsualLists : JudgeConfiguration())
    let outcome = try rethrow(
      try form.show(presentation, advisers),
      // No option could help: whoever calls the program gives it none.
      as: { (failure: FormFailure) in
        let error = WatchwordError(failure)
        return ProgramError("\(error)", ProgramError(error).status)
      })
    switch consume outcome {
    case .cancelled(.timeout): throw .timedOut
    case .cancelled(let way): return .cancelled(way)
    case .accepted(let answer): return .accepted(answer)
    }
  }
}

/// What another program wants to know, in its own words.
///
/// They may hold what others wrote, such as the name of a host or the comment of a key, so nothing of them is trusted.
struct AskpassPrompt: Equatable, Sendable {
  /// The words as they are shown; `nil` for none.
  let text: String?
  /// The words as they came.
  let words: String
  /// Whether a yes or a no is asked for.
  let isQuestion: Bool
  /// Whether ssh-keygen asks for a new passphrase.
  let isNew: Bool
  /// Whether ssh-keygen asks for it once more: where the two differ, it asks for the first again.
  let isRepeat: Bool
  /// Whether what is typed is shown, since it is no secret. The words of the programs alone say so: a guess would show
  /// secrets.
  var isShown: Bool { isQuestion || words.utf8.starts(with: Self.userName.utf8) }

  /// Reads what the other program says; `nil` where it says nothing.
  init(_ prompt: String?) {
    words = prompt ?? ""
    isQuestion = Self.questions.contains(where: words.endsExactly)
    isNew = words.endsExactly(with: Self.mayBeEmpty)
    isRepeat = words.endsExactly(with: Self.repeated)
    let own = isNew ? String(words.dropLast(Self.mayBeEmpty.count)) + ":" : words
    let text = own.withoutOuterWhiteSpace.replacingControls
    self.text = text.isEmpty ? nil : text
  }

  /// What stands above the field, with what follows from an empty answer in the words of `texts`.
  func text(_ texts: Texts) -> String? {
    guard isNew, let text else { return text }
    return text + "\n"
      + texts("Left empty, or after Esc, the key gets no passphrase. Ctrl-C stops.")
  }

  /// How git asks for the name of a user (credential.c).
  private static let userName = "Username for '"
  /// How ssh asks whether a host is the right one (sshconnect.c).
  private static let questions = [
    "(yes/no)? ", "(yes/no/[fingerprint])? ", "Please type 'yes', 'no' or the fingerprint: ",
  ]
  /// How ssh-keygen ends where it asks for the passphrase of a key that it makes or changes (ssh-keygen.c).
  private static let mayBeEmpty = " (empty for no passphrase): "
  private static let repeated = "Enter same passphrase again: "

  /// The title of a form that asks for this, and the label of its field, as far as the words tell. An answer is what is
  /// nothing else.
  func subject(_ texts: Texts) -> (title: String, label: String) {
    let words = text?.lowercased().split { !$0.isLetter } ?? ["password"]
    if text?.utf8.starts(with: Self.userName.utf8) == true {
      return (texts("User name required"), texts("User name"))
    }
    if !isShown, words.contains("passphrase") {
      return (texts("Passphrase required"), texts("Passphrase"))
    }
    if !isShown, words.contains("password") { return (texts("Password required"), texts("Password")) }
    if !isShown, words.contains("pin") { return (texts("PIN required"), texts("PIN")) }
    return (texts("Answer required"), texts("Answer"))
  }
}

extension String {
  /// Whether the text ends in `other`, byte by byte.
  fileprivate func endsExactly(with other: String) -> Bool {
    utf8.suffix(other.utf8.count).elementsEqual(other.utf8)
  }
}
