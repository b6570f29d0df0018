import TestSupport
import Testing
import WatchwordScreen

/// A password that keeps the rule for accounts (C4), with the level medium.
let goodForAccount = "Kv7#mQzx"

/// A field on the screen: the row of its text, and the columns of its border.
struct BoxOnScreen: Equatable {
  var row: Int
  var columns: Range<Int>
  var isActive: Bool
}

/// The forms of configured fields as a user sees them.
extension TerminalEmulator {
  /// Opens a form with `arguments`, and waits until it is drawn.
  static func account(_ arguments: String..., on stage: Stage = .capturing) throws -> TerminalEmulator {
    let terminal = try open("watchword", arguments, on: stage)
    terminal.wait("the form stands") { !terminal.boxes.isEmpty }
    terminal.settle()
    return terminal
  }

  /// The fields, from the top.
  var boxes: [BoxOnScreen] {
    (0..<size.rows).compactMap { row in
      let cells = (0..<size.columns).map { self[row, $0].text ?? "" }
      guard let left = cells.firstIndex(where: { $0 != "" && $0 != " " }),
        ["│", "┃", "▌"].contains(cells[left])
      else { return nil }
      // A field without a border has a mark only at its left edge.
      let right = cells.lastIndex(of: cells[left]).flatMap { $0 > left ? $0 : nil } ?? cells.count - 1
      return BoxOnScreen(row: row, columns: left..<right + 1, isActive: ["┃", "▌"].contains(cells[left]))
    }
  }

  /// The number of the field with the heavy border; `nil` if none has it.
  var activeField: Int? { boxes.firstIndex(where: \.isActive) }

  /// The text, mask or placeholder of field `number`, without its glyphs.
  func text(inField number: Int) -> String {
    guard boxes.indices.contains(number) else { return "" }
    let box = boxes[number]
    var text = text(row: box.row, columns: box.columns.dropFirst().dropLast())
    for sign in ["🔒", "🙈", "👀", "^R", "show", "hide", "✕"] {
      if let range = text.firstRange(of: sign) { text.removeSubrange(range) }
    }
    return String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// The text between field `number` and the next one or the button, as one line.
  func text(belowField number: Int) -> String {
    guard boxes.indices.contains(number) else { return "" }
    let box = boxes[number]
    let end = boxes.indices.contains(number + 1) ? boxes[number + 1].row - 1 : size.rows
    let rows = (box.row + 2..<max(box.row + 2, end)).map { text(row: $0, columns: box.columns) }
    return rows.flatMap { $0.split(separator: " ") }.joined(separator: " ")
  }

  private func text(row: Int, columns: Range<Int>) -> String {
    columns.compactMap { self[row, $0].text }.map { $0.isEmpty ? " " : $0 }.joined()
  }

  func expect(field number: Int, holds text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    wait("field \(number) holds \(text.debugDescription)", sourceLocation: sourceLocation) {
      self.text(inField: number) == text
    }
  }

  func expect(_ error: String, belowField number: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    wait("\(error.debugDescription) stands under field \(number)", sourceLocation: sourceLocation) {
      self.text(belowField: number).contains(error)
    }
  }

  /// Types `texts` into the fields, beginning with the focused one, and stays in the last.
  func fill(fields texts: String...) {
    for (number, text) in texts.enumerated() {
      if number > 0 { press(.tab) }
      type(text)
    }
  }

  /// The output on descriptor 1 of a program that ended with `status`.
  func answer(_ status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation) -> String {
    expectExit(status, sourceLocation: sourceLocation)
    return outputText
  }
}
