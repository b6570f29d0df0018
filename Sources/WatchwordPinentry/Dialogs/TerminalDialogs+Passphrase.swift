internal import Watchword
internal import WatchwordForms
internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordStrength

/// Asking for a passphrase (GETPIN).
extension TerminalDialogs {
  package func passphrase(_ request: PinentryRequest, _ agent: Agent) throws(PinentryError) -> Passphrase {
    let outcome =
      request.repeatLabel == nil
      ? try show(knownForm(request), for: request) : try show(newForm(request), for: request)
    switch consume outcome {
    case .cancelled: throw .cancelled
    case .accepted(let answer):
      var bytes = try rethrow(
        try SecretBuffer(capacity: SecretText.defaultCapacity),
        as: { (_: SecretError) in PinentryError.noMemory })
      let isTaken = answer.withPassword { text in (try? bytes.append(text.span)) != nil }
      guard isTaken else { throw .noMemory }
      return Passphrase(bytes, isRepeated: request.repeatLabel != nil)
    }
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
