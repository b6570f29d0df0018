package import WatchwordScreen
package import WatchwordTesting

extension ScriptedTerminal.Step {
  /// A key is pressed.
  package static func key(_ key: WatchwordScreen.Key) -> Self { .event(.key(key)) }
  /// A key without a character is pressed.
  package static func key(
    _ code: WatchwordScreen.Key.Code, _ modifiers: WatchwordScreen.Key.Modifiers = []
  ) -> Self {
    .key(WatchwordScreen.Key(code, modifiers))
  }
  /// A key is pressed with Control.
  package static func control(_ scalar: Unicode.Scalar) -> Self { .key(.control(scalar)) }
  /// Button 1 is pressed on a cell.
  package static func press(row: Int, column: Int) -> Self {
    .event(.press(Position(row: row, column: column)))
  }
  /// Time goes by.
  package static func wait(milliseconds: Int64) -> Self { .wait(.milliseconds(milliseconds)) }
  /// Tab is pressed.
  package static let tab = Self.key(.tab)
  /// Shift-Tab is pressed.
  package static let backTab = Self.key(.tab, .shift)
  /// Return is pressed.
  package static let enter = Self.key(.enter)
  /// Escape is pressed.
  package static let escape = Self.key(.escape)
}

extension [ScriptedTerminal.Step] {
  /// `text` is typed, a scalar at a time.
  package static func typing(_ text: String) -> Self { text.unicodeScalars.map { .key(.scalar($0)) } }
}

extension ScriptedTerminal {
  /// For every wait for an event the deadline, `nil` where there was none.
  package var deadlines: [Instant?] { waits.map(\.deadline) }
}
