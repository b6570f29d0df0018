internal import WatchwordSecrets

/// Shows the dialogs that the agent asks for.
protocol PinentryDialogs {
  func passphrase(_ request: PinentryRequest, _ agent: Agent) throws(PinentryError) -> Passphrase
  /// Asks a question, or with one button shows a message. Returns only if the user said yes, or has seen the message.
  func confirm(_ request: PinentryRequest, hasOneButton: Bool) throws(PinentryError)
}

struct Passphrase: ~Copyable {
  /// The passphrase in UTF-8.
  let bytes: SecretBuffer
  /// Whether the passphrase was typed twice, as SETREPEAT asks for.
  let isRepeated: Bool
}
