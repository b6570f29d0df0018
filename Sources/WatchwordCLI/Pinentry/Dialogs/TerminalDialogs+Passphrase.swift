internal import Watchword
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// Asking for a passphrase (GETPIN).
extension TerminalDialogs {
  func passphrase(_ request: PinentryRequest, _ agent: Agent) throws(PinentryError) -> Passphrase {
    request.surroundings.adoptLanguage()
    defer { SpokenLanguage.release() }
    let form = passphraseForm(request)
    let inquiries = try AgentInquiries(agent, for: form)
    let outcome = try show(form, for: request, judge: judge(request, inquiries), agent: inquiries)
    return try Self.passphrase(of: outcome, for: request, inquiries)
  }

  /// The form of the dialog.
  func passphraseForm(_ request: PinentryRequest) -> PassphraseForm {
    PassphraseForm(request: request, buttons: [okButton(request), cancelButton(request)])
  }

  /// The passphrase that was typed.
  static func passphrase(
    of outcome: consuming Outcome, for request: PinentryRequest, _ inquiries: AgentInquiries
  ) throws(PinentryError) -> Passphrase {
    switch consume outcome {
    case .cancelled: throw inquiries.failure ?? .cancelled
    case .accepted(let answer):
      var bytes = try rethrow(
        try SecretBuffer(capacity: PassphraseForm.maximumBytes),
        as: { (_: SecretError) in PinentryError.noMemory })
      let isTaken = answer.withPassword { text in (try? bytes.append(text.span)) != nil }
      guard isTaken == true else { throw .noMemory }
      return Passphrase(bytes: bytes, isRepeated: request.repeatLabel != nil)
    }
  }

  /// Who says how strong a passphrase is: the agent where it wants to be asked, else the meter of all forms.
  private func judge(_ request: PinentryRequest, _ inquiries: AgentInquiries) -> JudgeConfiguration {
    var judge = JudgeConfiguration()
    if request.qualityLabel != nil {
      judge.ownMeter = inquiries
    } else if request.repeatLabel != nil {
      judge.dictionary = try? WordFile(path: WordFile.systemPath)
    }
    return judge
  }
}
