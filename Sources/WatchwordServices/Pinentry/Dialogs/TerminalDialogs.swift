internal import CWatchwordAssuan
internal import Glibc
internal import Watchword
internal import WatchwordBase
internal import WatchwordCurses
internal import WatchwordOptions
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// Shows the agent's dialogs on the terminal that it names.
struct TerminalDialogs {
  /// How the dialogs look, and what a new passphrase has to be.
  var configuration = Configuration()
  /// The descriptors that the agent writes to and reads from.
  var input = STDIN_FILENO, output = STDOUT_FILENO

  /// Asks `inquiry` for the agent. If the agent no longer waits for the answer, the form counts as cancelled.
  private func ask(
    _ inquiry: Inquiry, for request: PinentryRequest, _ options: Options, _ presentation: Presentation,
    _ advisers: Advisers? = nil
  ) throws(PinentryError) -> Answer {
    defer { request.touch() }
    var answer: Answer?
    let ending = try rethrow(
      try options.ask(inquiry, on: presentation, advisers) {
        answer = $0
        return true
      }, as: PinentryError.configuration)
    guard let answer = answer.take() else { throw PinentryError(ending) }
    return answer
  }

  /// The options of a dialog, for a new passphrase if it `isNew`.
  func options(isNew: Bool = false) throws(PinentryError) -> Options {
    try rethrow(try Options(forCaller: configuration, isNew: isNew), as: PinentryError.configuration)
  }

  func presentation(_ request: PinentryRequest, _ options: Options) throws(PinentryError) -> Presentation {
    if request.owner?.hasEnded == true { throw .cancelled }
    let terminal = request.owner?.terminal(hasOther: request[.terminal] != nil)
    var device = terminal?.device ?? request[.terminal]
    // If no terminal is named, a pinentry in the foreground of its own terminal uses that one.
    if device == nil, !TerminalDevice.isInForeground {
      device = exactEnvironmentVariable("GPG_TTY").flatMap { $0.hasPrefix("/") ? $0 : nil }
      guard device != nil || isatty(input) == 1 && isatty(output) == 1 else { throw .noTerminal }
    }
    var caller = Caller(input: input, output: output)
    caller.owner = request.owner?.descriptor
    caller.process = request.isOwnerNamed ? request.owner?.process ?? 0 : nil
    caller.terminalType = terminal?.type ?? request[.terminalKind]
    caller.locale = request[.characterLocale]
    caller.announcement = request[.alert].flatMap(Caller.Announcement.init)
    var presentation = options.presentation
    (presentation.devicePath, presentation.caller) = (device, caller)
    presentation.mask = presentation.mask ?? request[.mask]?.first
    // The agent hears at once that another form is there. What else is written on the terminal is not known.
    (presentation.manner.waitsForTurn, presentation.isInline) = (false, false)
    return presentation
  }
}

extension PinentryRequest {
  /// Uses the language of the agent's caller for a dialog. The agent itself gets English, before and after.
  func adoptLanguage() {
    CharacterEncoding.adopt(self[.characterLocale])
    SpokenLanguage.adopt(self[.messageLocale], terminalType: self[.terminalKind])
  }

  /// Touches the file that tells the agent's callers that a dialog was on their screen. Does not create it.
  fileprivate func touch() {
    if let touchFile = self[.touchFile] { _ = unsafe utimensat(AT_FDCWD, touchFile, nil, 0) }
  }
}

extension PinentryError {
  private static let (open, lock) = ("open_tty_for_read", "lock_tty")

  /// The error of a dialog that ended without an answer.
  fileprivate init(_ ending: Ending) {
    switch ending {
    case .accepted, .cancelled, .answeredNo, .secondaryPress, .withdrawn, .refused, .failed(.tooManyRefusals):
      self = .cancelled
    case .interrupted, .hangUp, .failed(.terminalGone): self = .fullyCancelled
    case .timeLimit: self = .timeLimit
    case .unusable(let error): self.init(error)
    case .failed(.noTerminal): self = .terminal(Self.open, GPG_ERR_ENOTTY)
    case .failed(.busy): self = .terminal(Self.lock, GPG_ERR_EBUSY)
    case .failed(.noMemory), .failed(.unprotected), .failed(.invalidForm), .failed(.unreadableList):
      self = .noMemory
    }
  }

  fileprivate static func configuration(_ error: ProgramError) -> PinentryError {
    .configuration(error.line ?? "")
  }

  private init(_ error: TerminalError) {
    self =
      switch error {
      case .noTerminal(ENOTTY), .cannotDrawOn(_, ENOTTY): .terminal("isatty", GPG_ERR_ENOTTY)
      case .noTerminal(let number), .cannotDrawOn(_, let number):
        .terminal(Self.open, gpg_err_code_from_errno(number))
      case .notOwned: .terminal(Self.open, GPG_ERR_EACCES, "\(error)")
      case .taken, .abandoned: .terminal(Self.lock, GPG_ERR_EBUSY)
      // These do not happen here: a terminal of such a type gets line mode.
      case .noType, .unknownType, .cannotPlaceCursor: .terminal("curses_init", GPG_ERR_NOT_SUPPORTED)
      case .cannotDraw(let number): .terminal("draw", gpg_err_code_from_errno(number))
      case .memory: .noMemory
      }
  }
}

/// Asking for a passphrase (GETPIN).
extension TerminalDialogs {
  func passphrase(_ request: PinentryRequest, _ agent: Agent) throws(PinentryError) -> Passphrase {
    let isNew = request[.repeatLabel] != nil
    let options = try options(isNew: isNew)
    if isNew { options.tellRemarks() }
    let presentation = try presentation(request, options)
    request.adoptLanguage()
    defer { SpokenLanguage.release() }
    let authority = try AgentAuthority(agent, for: request)
    let inquiry = passphraseInquiry(request)
    let form = options.form(for: inquiry)
    var advisers = Advisers()
    if isNew { advisers = try rethrow(try options.advisers(for: form), as: PinentryError.configuration) }
    (advisers.authority, advisers.checkWithdrawal) = (authority, { authority.isGone })
    // The agent rates a passphrase if it wants to be asked. The machine's rule is about the usual meter.
    if request[.quality] != nil {
      (advisers.judge.ownMeter, advisers.judge.ratesTwice) = (authority, form.policy.minimumLevel > .weakest)
      // A list that has been read in makes the form ask the agent once more.
      if !advisers.judge.ratesTwice, !form.policy.hasBlocklist {
        (advisers.judge.dictionaries, advisers.judge.commonWords) = ([], nil)
      }
    }
    do throws(PinentryError) {
      let answer = try ask(inquiry, for: request, options, presentation, advisers)
      return try Self.passphrase(of: answer, for: request)
    } catch {
      throw error == .cancelled ? authority.failure ?? error : error
    }
  }

  /// What the agent asks, a passphrase or a new one. What is set beforehand is its only rule for a new one; the agent has
  /// its own.
  func passphraseInquiry(_ request: PinentryRequest) -> Inquiry {
    let isNew = request[.repeatLabel] != nil
    let new = Inquiry.Kind.newSecret(
      label: request[.repeatLabel].asLabel ?? text("Repeat"), equal: request[.repeatOK].nonEmpty,
      unequal: request[.repeatError].nonEmpty ?? text("The passphrases do not match."))
    var inquiry = Inquiry(isNew ? new : request[.quality] != nil ? .ratedSecret : .secret)
    // Not `title`, whose words would count against the passphrase.
    inquiry.usualTitle = request[.title] ?? ""
    // The agent's own words can tell whose key it is.
    inquiry.nameInLog = "Passphrase for gpg-agent"
    let lines = [request[.description].nonEmpty, isNew ? request[.longHint].nonEmpty : nil].compactMap(\.self)
    inquiry.text = lines.isEmpty ? nil : lines.joined(separator: "\n")
    inquiry.alert = request[.error]
    inquiry.label = (request[.prompt] ?? request[.usualPrompt]).asLabel ?? text("PIN")
    inquiry.placeholder = isNew ? request[.shortHint] ?? "" : ""
    inquiry.buttons = [okButton(request), cancelButton(request)]
    (inquiry.timeLimit, inquiry.mostBytes) = (request.timeLimit, Self.maximumBytes)
    inquiry.isPassphrase = true
    return inquiry
  }

  /// The most bytes of a passphrase that the agent takes.
  private static let maximumBytes = 255

  static func passphrase(
    of answer: Answer, for request: PinentryRequest
  ) throws(PinentryError) -> Passphrase {
    var bytes = try rethrow(
      try SecretBuffer(capacity: maximumBytes),
      as: { (_: SecretError) in PinentryError.noMemory })
    let isTaken = answer.withPasswordIfAny { text in (try? bytes.append(text.span)) != nil }
    guard isTaken == true else { throw .noMemory }
    return Passphrase(bytes: bytes, isRepeated: request[.repeatLabel] != nil)
  }
}

extension String? {
  var nonEmpty: String? { self?.isEmpty == true ? nil : self }

  /// The text as a field's label, without a final colon; `nil` if it is empty.
  fileprivate var asLabel: String? {
    nonEmpty.map { $0.hasSuffix(":") || $0.hasSuffix("：") ? String($0.dropLast()) : $0 }
  }
}

/// Asking a question, and showing a message (CONFIRM and MESSAGE).
extension TerminalDialogs: PinentryDialogs {
  func confirm(_ request: PinentryRequest, hasOneButton: Bool) throws(PinentryError) {
    let options = try options()
    let presentation = try presentation(request, options)
    request.adoptLanguage()
    defer { SpokenLanguage.release() }
    let inquiry = question(request, hasOneButton: hasOneButton)
    do throws(PinentryError) {
      if try ask(inquiry, for: request, options, presentation).button > 0 { throw .notConfirmed }
    } catch {
      // A message counts as seen, however the user leaves it.
      if !hasOneButton || error != .cancelled { throw error }
    }
  }

  /// A question: a yes, a no if the agent names one, and cancel. With only the yes, it is a message.
  func question(_ request: PinentryRequest, hasOneButton: Bool) -> Inquiry {
    var buttons = [okButton(request)]
    if !hasOneButton {
      buttons += request[.notOK].nonEmpty.map { [FormButton(marked: $0)] } ?? []
      buttons.append(cancelButton(request))
    }
    var inquiry = Inquiry(.question(buttons))
    (inquiry.title, inquiry.text) = (request[.title] ?? "", request[.description])
    (inquiry.alert, inquiry.timeLimit) = (request[.error], request.timeLimit)
    inquiry.nameInLog = "Question of gpg-agent"
    return inquiry
  }

  func okButton(_ request: PinentryRequest) -> FormButton {
    FormButton(marked: request[.ok].nonEmpty ?? request[.usualOK].nonEmpty ?? text("OK"))
  }

  func cancelButton(_ request: PinentryRequest) -> FormButton {
    let standard = request[.usualCancel].nonEmpty ?? text("Cancel")
    var button = FormButton(marked: request[.cancel].nonEmpty ?? standard)
    button.effect = .cancel
    return button
  }
}

extension FormButton {
  /// Makes a button of the agent's text, in which the first `_x` marks its accelerator, and `__` is an underscore.
  init(marked: String) {
    var label = ""
    var accelerator: Character?
    var rest = marked[...]
    while let character = rest.popFirst() {
      guard character == "_", let next = rest.first else {
        label.append(character)
        continue
      }
      rest.removeFirst()
      label.append(next)
      if next != "_", accelerator == nil { accelerator = next.lowercased().first }
    }
    self.init(label, accelerator: accelerator)
    // The agent may send yes and no in the user's language. English titles need no other words.
    switch title {
    case "Yes", "No", "OK": break
    case text("Yes"): englishWords = ["yes", "y"]
    case text("No"): englishWords = ["no", "n"]
    case text("OK"): englishWords = ["ok"]
    default: break
    }
  }
}
