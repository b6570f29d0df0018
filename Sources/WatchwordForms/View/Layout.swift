import WatchwordScreen

/// Where everything of a form stands in a window: plain arithmetic, used by drawing, caret and mouse alike.
///
/// Lines are counted from the top of the form; ``top`` says on which row of the window line 0 lies, which is
/// negative where a form taller than the window is scrolled.
struct Layout {
  /// A text broken into lines.
  struct PanelLine: Equatable {
    /// The criterion whose sign stands before the line.
    var criterion: Int?
    /// Whether the line belongs to the sentence above the group.
    var isHeading = false
    var text: String
    /// The characters of the line that are set off.
    var emphasis = 0..<0
  }

  /// Where a field stands.
  struct Field: Equatable {
    /// The first line of the box, or the text line where there are no borders.
    var line: Int
    var hasBorder: Bool
    /// The columns for the text, the caret behind it included.
    var text: Range<Int>
    /// The columns of the sign that shows and hides; empty where there is none.
    var sign: Range<Int>
    /// The lines of the error.
    var error: Range<Int>

    var textLine: Int { hasBorder ? line + 1 : line }
    var lines: Range<Int> { line..<line + (hasBorder ? 3 : 1) }
  }

  /// The first column and the width of all that stands in the middle.
  var left = 0
  var width = 0
  var top = 0
  /// The number of lines of the form.
  var height = 0
  /// The rows of the window that the form may use.
  var rows = 0
  var title: Int?
  var caption: Int?
  var fields: [Field] = []
  var bars: Int?
  var barWidth = 0
  var hasWords = false
  var hasCounter = false
  /// The line that says why a password is no stronger: one of its own, or else the first line of the error of the
  /// field, where it stands as long as there is no error.
  var reason: Int?
  var panelTop: Int?
  var panel: [PanelLine] = []
  /// The columns of the panel.
  var panelColumns = 0..<0
  /// Whether the panel stands beside the fields, from the one that it judges on.
  var hasPanelAtSide = false
  /// The lines of the error of the form; none where it stands under the field that has the focus.
  var formError = 0..<0
  var button: (line: Int, columns: Range<Int>)?
  var hasKeyLine = false

  /// Whether lines of the form lie above the window.
  var isClippedAbove: Bool { top < 0 }
  /// Whether lines of the form lie below the window, or those of a button or panel that was given up: PgDn reads them.
  var isClippedBelow: Bool { top + height > rows || button == nil || !panel.isEmpty && panelTop == nil }

  /// Whether the signs of fields stand without words, for want of room.
  var hasShortSigns: Bool { width < 34 }

  /// The row of the window on which `line` lies; `nil` outside the rows of the form.
  func row(_ line: Int) -> Int? {
    let row = top + line
    return (0..<rows).contains(row) ? row : nil
  }
}
