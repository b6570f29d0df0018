import TestSupport
import WatchwordScreen

/// The form as a user sees it, read from a frame.
extension Frame {
  /// The glyphs of the five criteria from the top: `✓`, `·` or `✗`.
  var signs: String {
    let labels = [
      "8-32 characters (no spaces)", "uppercase letter (A-Z)", "lowercase letter (a-z)", "digit (0-9)",
      "special character (e.g. !@#$%^)",
    ]
    return labels.map { label in
      let row = rows.first { $0.contains(label) } ?? ""
      return row.first { $0 != " " }.map(String.init) ?? "-"
    }.joined()
  }

  /// The texts in the style of errors, without glyphs, from the top. Those of several rows are joined.
  var errors: [String] { texts(in: .error) }

  /// The texts in the style of notices.
  var notices: [String] { texts(in: .notice) }

  /// The texts of cells in the style `role`, one for each run of rows.
  func texts(in role: Style.Role) -> [String] {
    var texts: [(row: Int, text: String)] = []
    for row in 0..<size.rows {
      let scalars = (0..<size.columns).compactMap { column -> Unicode.Scalar? in
        guard self[row, column].style.role == role, case .scalar(let scalar) = self[row, column].glyph else {
          return nil
        }
        return scalar
      }
      guard !scalars.isEmpty else { continue }
      let text = String(String.UnicodeScalarView(scalars))
      if let last = texts.last, last.row == row - 1, text != "✗" {
        texts[texts.count - 1] = (row, "\(last.text) \(text)")
      } else {
        texts.append((row, text))
      }
    }
    return texts.map(\.text)
  }
}
