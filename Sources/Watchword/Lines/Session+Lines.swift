import WatchwordScreen

/// What a dialogue in lines does with a session.
extension Session {
  /// Puts the line that was read last into the field with the focus, as a paste would be, and judges it. Returns whether
  /// it stands there now.
  mutating func enter(on terminal: inout some Terminal & ~Copyable) -> Bool {
    let now = terminal.now
    let (requests, isTaken) = terminal.withPaste { screen.enter($0, at: now) }
    terminal.forgetPaste()
    carryOut(requests, on: &terminal)
    _ = screen.settle()
    return isTaken
  }

  /// Presses `key`.
  mutating func press(_ key: Key, on terminal: inout some Terminal & ~Copyable) {
    handle(.key(key), on: &terminal)
  }

  /// The text of place `index`, which is one of the fields or that of the offer.
  func text(of index: Int) -> SecretField { screen.form.texts.fields[index] }
}
