internal import Glibc
internal import Watchword
internal import WatchwordCurses
internal import WatchwordForms
internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// Shows the dialogs of the agent on the terminal that it names.
package struct TerminalDialogs: PinentryDialogs {
  /// Makes dialogs in English.
  package init() {}

  package func passphrase(_ request: PinentryRequest, _ agent: Agent) throws(PinentryError) -> Passphrase {
    let outcome = try rethrow(try show(request), as: PinentryError.init)
    switch consume outcome {
    case .cancelled: throw .cancelled
    case .accepted(let answer):
      var bytes = try rethrow(
        try SecretBuffer(capacity: SecretText.defaultCapacity), as: { (_: SecretError) in PinentryError.noMemory })
      let isTaken = answer.withPassword { text in (try? bytes.append(text.span)) != nil }
      guard isTaken else { throw .noMemory }
      return Passphrase(bytes, isRepeated: request.repeatLabel != nil)
    }
  }

  package func confirm(_ request: PinentryRequest, hasOneButton: Bool) throws(PinentryError) {
    throw .general
  }

  private func show(_ request: PinentryRequest) throws(WatchwordError) -> Outcome {
    let presentation = presentation(request)
    if request.repeatLabel != nil {
      return try newForm(request).run(presentation)
    }
    return try knownForm(request).run(presentation)
  }

  private func presentation(_ request: PinentryRequest) -> Presentation {
    var presentation = Presentation()
    presentation.device = request.surroundings.terminal
    presentation.mask = request.surroundings.mask
    presentation.catchesDeadlySignals = false
    if let kind = request.surroundings.terminalKind { _ = unsafe setenv("TERM", kind, 1) }
    if let locale = request.surroundings.characterLocale {
      _ = unsafe setenv("LC_ALL", locale, 1)
      _ = CharacterEncoding.adoptFromEnvironment()
    }
    return presentation
  }

  private func knownForm(_ request: PinentryRequest) -> CustomForm {
    var form = CustomForm.ask()
    form.title = request.title
    form.text = request.description
    form.timeout = request.surroundings.timeout > 0 ? .seconds(request.surroundings.timeout) : nil
    if let ok = request.ok ?? request.surroundings.defaults[.ok] { form.button = ButtonLabel(ok).text }
    form.fields[0].label = label(request)
    form.fields[0].placeholder = ""
    form.fields[0].isOptional = true
    form.fields[0].error = request.error
    return form
  }

  private func newForm(_ request: PinentryRequest) -> NewPasswordForm {
    var form = NewPasswordForm()
    form.title = request.title
    form.text = request.description
    form.policy = Policy(criteria: [], rules: [])
    form.timeout = request.surroundings.timeout > 0 ? .seconds(request.surroundings.timeout) : nil
    form.catalogue.form.newLabel = label(request)
    form.catalogue.form.confirmLabel = request.repeatLabel ?? ""
    form.catalogue.form.confirmDiffers = request.repeatError ?? form.catalogue.form.confirmDiffers
    if let ok = request.ok ?? request.surroundings.defaults[.ok] {
      form.catalogue.form.button = ButtonLabel(ok).text
    }
    return form
  }

  private func label(_ request: PinentryRequest) -> String {
    let label = request.prompt ?? request.surroundings.defaults[.prompt] ?? "PIN"
    return label.hasSuffix(":") ? String(label.dropLast()) : label
  }
}

extension PinentryError {
  fileprivate init(_ error: WatchwordError) {
    switch error {
    case .noTerminal: self = .terminal(number: 0)
    case .terminalGone: self = .fullyCancelled
    case .timedOut: self = .timeout
    case .tooManyRefusals: self = .cancelled
    case .noMemory, .tooManyFields, .memoryNotLocked, .memoryNotShielded, .processNotGuarded: self = .noMemory
    }
  }
}
