import WatchwordMessages

/// The signs that a form is drawn with. Widths are agreed upon by terminals: nothing here is one column by
/// wcwidth(3) and two on the screen.
package struct GlyphSet: Equatable, Sendable {
  /// The sign of a criterion that is not yet judged, is met, or failed.
  package var unmet, met, failed: String
  /// What takes the place of the first where the background is light, in as many columns; `nil` where nothing has to.
  package var unmetOnLight: String?
  /// The sign before the words of an error: one column wide.
  package var error: String
  /// The sign at the left of a secure field; empty for none.
  package var lock: String
  /// What stands before the word that shows or masks a field: of a masked field, and of a shown one.
  package var masked = "", shown = ""
  /// The sign that clears a field.
  package var clear: String
  /// What stands for a character of a masked field, if the caller has not chosen.
  package var mask: Character
  /// What stands for a character that could not be seen: one column wide.
  package var invisible: Unicode.Scalar
  /// At the ends of a text row that has more text than it shows.
  package var clippedLeft, clippedRight: Character
  /// Beside the first and the last row of a window that a form is too high for.
  package var clippedAbove, clippedBelow: Character
  /// The border of the field being edited: corners from the upper left clockwise, horizontal, vertical.
  package var activeBorder: Border
  /// The border of the others.
  package var border: Border
  /// The mark at the left of the field being edited where borders do not fit.
  package var activeMark: String
  /// A lit bar at a height of 1 to 8 eighths of a row, from index 0.
  package var barHeights: [Unicode.Scalar]
  /// A bar that is not lit.
  package var unlitBar: Unicode.Scalar
  /// What stands at the two ends of a bar that has room for it; empty for nothing.
  package var barEnds: [Unicode.Scalar] = []
  /// What stands at both ends of a button, without and with the focus.
  package var buttonEnds, focusedButtonEnds: Ends
  /// The pictures of the sign that something goes on.
  package var spinner: [Unicode.Scalar]
  /// Cuts a text that does not fit.
  package var ellipsis: String
  /// The signs of keys; `nil` where they have names.
  package var shiftTab, left, right, up, down: String?

  /// What stands at the left and the right of a text.
  package struct Ends: Equatable, Sendable {
    package var left, right: String
  }

  /// The pieces of a border.
  package struct Border: Equatable, Sendable {
    package var topLeft, topRight, bottomRight, bottomLeft: Unicode.Scalar
    package var horizontal, vertical: Unicode.Scalar
  }

  /// Emoji, for graphical terminals.
  package static let emoji: GlyphSet = {
    var glyphs = GlyphSet.unicode
    (glyphs.unmet, glyphs.met, glyphs.failed) = ("⚪", "✅", "❌")
    // The circle is nearly white.
    glyphs.unmetOnLight = "○ "
    (glyphs.lock, glyphs.masked, glyphs.shown) = ("🔒", "🙈 ", "👀 ")
    return glyphs
  }()

  /// Signs of one column.
  package static let unicode = GlyphSet(
    unmet: "·", met: "✓", failed: "✗", error: "✗",
    lock: "", clear: "✕",
    mask: "•", invisible: "◌", clippedLeft: "‹", clippedRight: "›", clippedAbove: "↑", clippedBelow: "↓",
    activeBorder: Border(
      topLeft: "┏", topRight: "┓", bottomRight: "┛", bottomLeft: "┗", horizontal: "━", vertical: "┃"),
    border: Border(
      topLeft: "┌", topRight: "┐", bottomRight: "┘", bottomLeft: "└", horizontal: "─", vertical: "│"),
    activeMark: "▌",
    barHeights: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], unlitBar: "▁",
    buttonEnds: Ends(left: "[", right: "]"), focusedButtonEnds: Ends(left: "▸", right: "◂"),
    spinner: ["▁", "▃", "▅", "▇", "▅", "▃"], ellipsis: "…",
    shiftTab: "⇧Tab", left: "←", right: "→", up: "↑", down: "↓")

  /// ASCII alone.
  package static let ascii = GlyphSet(
    unmet: "[ ]", met: "[x]", failed: "[!]", error: "!",
    lock: "[#]", clear: "x",
    mask: "*", invisible: "?", clippedLeft: "<", clippedRight: ">", clippedAbove: "^", clippedBelow: "v",
    activeBorder: Border(
      topLeft: "#", topRight: "#", bottomRight: "#", bottomLeft: "#", horizontal: "=", vertical: "#"),
    border: Border(
      topLeft: "+", topRight: "+", bottomRight: "+", bottomLeft: "+", horizontal: "-", vertical: "|"),
    activeMark: ">",
    barHeights: ["#", "#", "%", "%", "%", "@", "@", "@"], unlitBar: "-", barEnds: ["[", "]"],
    buttonEnds: Ends(left: "[", right: "]"), focusedButtonEnds: Ends(left: ">", right: "<"),
    spinner: ["|", "/", "-", "\\"], ellipsis: "...",
    shiftTab: nil, left: nil, right: nil, up: nil, down: nil)
}
