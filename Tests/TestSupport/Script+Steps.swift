package import WatchwordScreen
package import WatchwordTesting

extension ScriptedTerminal.Step {
  package static func key(_ key: WatchwordScreen.Key) -> Self { .event(.key(key)) }
  package static func key(
    _ code: WatchwordScreen.Key.Code, _ modifiers: WatchwordScreen.Key.Modifiers = []
  ) -> Self {
    .key(WatchwordScreen.Key(code, modifiers))
  }
  package static func control(_ scalar: Unicode.Scalar) -> Self { .key(.control(scalar)) }
  /// Button 1 is pressed and released on a cell.
  package static func press(row: Int, column: Int) -> Self { .click(Position(row: row, column: column)) }
  package static func wait(milliseconds: Int64) -> Self { .wait(.milliseconds(milliseconds)) }
  package static let tab = Self.key(.tab)
  package static let backTab = Self.key(.tab, .shift)
  package static let enter = Self.key(.enter)
  package static let escape = Self.key(.escape)
}

extension [ScriptedTerminal.Step] {
  /// `text` is typed, a scalar at a time.
  package static func typing(_ text: String) -> Self { text.unicodeScalars.map { .key(.scalar($0)) } }
}

extension ScriptedTerminal {
  /// The deadline of every wait for an event; `nil` for one without.
  package var deadlines: [Instant?] { waits.map(\.deadline) }
}
