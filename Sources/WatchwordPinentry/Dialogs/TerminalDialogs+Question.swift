/// Asking a question, and showing a message (CONFIRM and MESSAGE).
extension TerminalDialogs: PinentryDialogs {
  package func confirm(_ request: PinentryRequest, hasOneButton: Bool) throws(PinentryError) {
    throw .general
  }
}
