import TestSupport
import Testing
import WatchwordScreen

/// A password that passes the classic rule, with the level medium.
let good = "Kv7mQzR2"

enum FieldOnScreen: Int, CaseIterable { case new, confirm }

/// The criteria by a part of their labels, in the panel's order.
enum CriterionOnScreen: String, CaseIterable {
  case length = "characters (no spaces)"
  case upper = "uppercase letter (A-Z)"
  case lower = "lowercase letter (a-z)"
  case digit = "digit (0-9)"
  case special = "special character (e.g. !@#$%^)"
}

/// The three states of a criterion (A4).
enum CriterionState: String, CaseIterable { case unmet, met, failed }

/// A bar on the screen.
struct BarOnScreen: Equatable {
  var shape: String
  var color: ScreenCell.Color
}

/// The new-password form as a user sees it: everything is found by its text, nothing by its place.
extension TerminalEmulator {
  /// Opens the form without a word list or animation, and waits until it is drawn.
  static func form(_ options: String..., on stage: Stage = .capturing) throws -> TerminalEmulator {
    try form(options: options, on: stage)
  }

  /// The same, with `options` in an array.
  static func form(options: [String], on stage: Stage) throws -> TerminalEmulator {
    let terminal = try open("watchword", ["new", "--no-dictionary", "--no-animation"] + options, on: stage)
    terminal.wait("the form stands") { !terminal.fieldRows.isEmpty }
    terminal.settle()
    return terminal
  }

  /// Waits until the terminal is as a form has to leave it.
  func expectLeft(sourceLocation: SourceLocation = #_sourceLocation) {
    wait("the screen is left", sourceLocation: sourceLocation) {
      !isAlternateScreen && settings.isCooked && isCursorVisible && !isBracketedPaste && !reportsMouse
        && !isKeypadApplication
    }
  }

  private static let labels = ["Enter password", "Re-enter password"]

  /// The rows of the fields' texts, from the top.
  var fieldRows: [Int] {
    Self.labels.compactMap { label in
      guard let place = position(of: label) else { return nil }
      let isBeforeText = "▌│>|".contains(row(place.row).first { $0 != " " } ?? " ")
      return isBeforeText ? place.row : place.row + 1
    }
  }

  /// The row of a field, or -1.
  func fieldRow(_ field: FieldOnScreen) -> Int {
    fieldRows.indices.contains(field.rawValue) ? fieldRows[field.rawValue] : -1
  }

  /// The text, mask or placeholder of a field.
  func text(of field: FieldOnScreen) -> String {
    let row = fieldRow(field)
    guard row >= 0 else { return "" }
    var text = self.row(row).drop { $0 == " " }
    func trim() { while text.last == " " { text.removeLast() } }
    trim()
    if let edge = text.first, "┃│|#▌>".contains(edge) {
      text = text.dropFirst()
      if text.last == edge { text = text.dropLast() }
    }
    trim()
    for ending in [sign(of: field), "^R", "🙈", "👀"] where text.hasSuffix(ending) {
      text = text.dropLast(ending.count)
      trim()
    }
    text = text.drop { $0 == " " }
    for start in ["🔒", "[#]"] + Self.labels where text.hasPrefix(start) {
      text = text.dropFirst(start.count)
    }
    return String(text.drop { $0 == " " })
  }

  /// The offered password, in the row below its level and bits; empty if there is none.
  var offer: String {
    let line = position(of: " bits").map { row($0.row + 1) } ?? ""
    return line.split(separator: " ").first { !["┃", "🔒"].contains($0) }.map(String.init) ?? ""
  }

  /// The word of a field's toggle, as drawn.
  func sign(of field: FieldOnScreen) -> String {
    let row = fieldRow(field)
    guard row >= 0 else { return "" }
    let text = self.row(row).filter { !" ┃│|#".contains($0) }
    return ["show", "hide"].first { text.hasSuffix($0) } ?? ""
  }

  var focus: FieldOnScreen? {
    guard isCursorVisible else { return nil }
    return FieldOnScreen.allCases.first { fieldRow($0) == cursor.row }
  }

  /// The state of a criterion, by the glyph before its label; `nil` if it is not on the screen.
  func state(of criterion: CriterionOnScreen) -> CriterionState? {
    let line = line(with: criterion.rawValue)
    let table: [(CriterionState, [String])] = [
      (.met, ["✅", "✓", "[x]"]), (.failed, ["❌", "✗", "[!]"]), (.unmet, ["⚪", "·", "[ ]"]),
    ]
    return table.first { entry in entry.1.contains { line.contains($0) } }?.0
  }

  /// The states of all criteria, in the panel's order: `+` met, `-` failed, `.` unmet.
  var states: String {
    CriterionOnScreen.allCases.map { criterion in
      switch state(of: criterion) {
      case .met: "+"
      case .failed: "-"
      case .unmet: "."
      case nil: "?"
      }
    }.joined()
  }

  func expect(states: String, sourceLocation: SourceLocation = #_sourceLocation) {
    wait("the criteria are \(states)", sourceLocation: sourceLocation) { self.states == states }
  }

  func expect(focus field: FieldOnScreen, sourceLocation: SourceLocation = #_sourceLocation) {
    wait("the focus is in the \(field) field", sourceLocation: sourceLocation) { focus == field }
  }

  /// Waits until `field` shows `text`.
  func expect(_ field: FieldOnScreen, holds text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    wait("the \(field) field holds \(text.debugDescription)", sourceLocation: sourceLocation) {
      self.text(of: field) == text
    }
  }

  /// The three bars, from their first cells. Empty if they are not on the screen.
  var bars: [BarOnScreen] {
    barCells.compactMap(\.first).map { BarOnScreen(shape: $0.text ?? "", color: $0.foreground) }
  }

  /// The cells of the three bars: three of one width side by side, made of the characters of bars, a bar of at most
  /// two of them. Empty if they are not on the screen. The ends that a bar of ASCII has are left out.
  var barCells: [[ScreenCell]] {
    for row in 0..<size.rows {
      let cells = (0..<size.columns).map { self[row, $0] }
      let words = cells.split { ($0.text ?? " ").allSatisfy { $0 == " " } }
      for start in words.indices.dropLast(2) {
        let bars = words[start..<start + 3].map { bar in
          bar.first?.text == "[" ? bar.dropFirst().dropLast() : bar
        }
        let areBars = bars.allSatisfy { bar in
          bar.count == bars[0].count && Set(bar.map(\.text)).count <= 2
            && bar.allSatisfy { "▁▂▃▄▅▆▇█#%@-".contains($0.text ?? " ") }
        }
        if areBars { return bars.map(Array.init) }
      }
    }
    return []
  }

  /// Fills both fields with `password`, and leaves the focus in the confirm field.
  func fill(_ password: String = good) {
    type(password)
    press(.tab)
    type(password)
  }
}
