/// The glyphs of a form. Terminals agree on their widths: none takes two columns where wcwidth(3) says one.
package struct GlyphSet: Equatable, Sendable {
  package var unmet, met, failed: String
  /// Replaces `unmet` on a light background, in as many columns; `nil` if not needed.
  package var unmetOnLight: String?
  /// The icon before an error, one column wide.
  package var error: String
  /// How an inline form has ended: with an answer, without one, or by a failure.
  var ends: [String] { mask.isASCII ? ["[ok]", "[--]", "[!!]"] : ["✓", "–", "✗"] }
  /// The icon at the left of a secure field; empty for none.
  package var lock: String
  /// The icons before the words "show" and "hide": `masked` for a masked text, `shown` for a shown one.
  package var masked = "", shown = ""
  /// The icon that clears a field.
  package var clear: String
  /// The default mask.
  package var mask: Character
  /// Replaces an invisible character, one column wide.
  package var invisible: Unicode.Scalar
  /// The marks of text cut at an end of its row.
  package var clippedLeft, clippedRight: Character
  /// The marks of lines above and below the window.
  package var clippedAbove, clippedBelow: Character
  package var activeBorder: Border
  package var border: Border
  /// Marks the field being edited if there are no borders.
  package var activeMark: String
  /// Lit bars, 1 to 8 eighths of a row high.
  package var barHeights: [Unicode.Scalar]
  package var unlitBar: Unicode.Scalar
  /// The ends of a bar that has room for them; empty for none.
  package var barEnds: [Unicode.Scalar] = []
  /// The ends of a button, without and with the focus.
  package var buttonEnds, focusedButtonEnds: Ends
  package var spinner: [Unicode.Scalar]
  /// Ends a text that is cut.
  package var ellipsis: String
  /// The symbols of keys; `nil` for a key that is shown by its name.
  package var shiftTab, left, right, up, down: String?

  package struct Ends: Equatable, Sendable {
    package var left, right: String
  }

  package struct Border: Equatable, Sendable {
    package var topLeft, topRight, bottomRight, bottomLeft: Unicode.Scalar
    package var horizontal, vertical: Unicode.Scalar
  }

  package static let emoji: GlyphSet = {
    var glyphs = GlyphSet.unicode
    (glyphs.unmet, glyphs.met, glyphs.failed) = ("⚪", "✅", "❌")
    // The white circle can hardly be seen on a light background.
    glyphs.unmetOnLight = "○ "
    (glyphs.lock, glyphs.masked, glyphs.shown) = ("🔒", "🙈 ", "👀 ")
    return glyphs
  }()

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
