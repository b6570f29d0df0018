extension Frame: CustomStringConvertible {
  /// The frame as text: a picture, a line that says where the cursor is, then the letter of each cell's style;
  /// blanks at the end of a line are cut. A hole for a secret is drawn as `¿`.
  public var description: String {
    let picture = lines(blank: " ") { cell in
      switch cell.glyph {
      case .scalar(let scalar): String(scalar)
      case .cluster(let index): clusters[Int(index)]
      case .secret: "¿"
      case .continuation: ""
      }
    }
    let styles = lines(blank: ".") { String($0.style.letter) }
    let caret = cursor.map { "--- cursor \($0.row),\($0.column)" } ?? "--- no cursor"
    return (picture + [caret] + styles).joined(separator: "\n")
  }

  /// The picture alone, a string a row, blanks at the end of each cut.
  public var rows: [String] {
    description.split(separator: "\n", omittingEmptySubsequences: false).prefix(size.rows).map(String.init)
  }

  private func lines(blank: Character, _ symbol: (Cell) -> String) -> [String] {
    (0..<size.rows).map { row in
      var line = (0..<size.columns).map { symbol(self[row, $0]) }.joined()
      while line.last == blank { line.removeLast() }
      return line
    }
  }
}
