import WatchwordScreen

/// A window, what is on it, and where everything of a form stands there: plain arithmetic, used by drawing, caret and mouse
/// alike.
///
/// It is made once for a window, from what the form consists of. It never depends on the focus, on what is typed, or on
/// errors, so that nothing jumps (A13). Lines are counted from the top of the form. Where there are more of them than
/// the window has rows, the first and the last ones stay, and the middle scrolls.
struct Layout: Equatable {
  /// What is on the screen.
  enum Page: Equatable {
    /// The form, cut down to the window.
    case form
    /// The whole form, read by page from line `top` on, since the window is too small for it.
    case reading(top: Int)
    /// The page of keys from line `top` on.
    case keys(top: Int)
  }

  /// Where a field stands.
  struct Field: Equatable {
    /// The first line of the field, in which the label stands: by itself, in the upper border, or before the text.
    var line: Int
    /// The line of the text.
    var textLine: Int
    /// Whether there is a border round the text.
    var hasBorder: Bool
    /// The columns for the label.
    var label: Range<Int>
    /// The columns for the text, the caret behind it included.
    var text: Range<Int>
    /// The columns of the sign that shows, hides or clears the text; empty where there is none.
    var sign: Range<Int>
    /// The columns of the sign of a confirm field, beside its label.
    var confirmSign: Range<Int>
    /// The column of the sign of the error, and its lines: below the field, or behind its text.
    var errorColumn: Int
    var error = 0..<0
    /// The line after the error: a panel may follow.
    var end = 0

    /// The place of a hidden field: no line is there.
    static let nowhere = Field(
      line: -1, textLine: -1, hasBorder: false, label: 0..<0, text: 0..<1, sign: 0..<0, confirmSign: 0..<0,
      errorColumn: 0, error: -1 ..< -1, end: -1)

    /// The lines in which a press of the mouse meets the field.
    var lines: Range<Int> { line..<textLine + (hasBorder ? 2 : 1) }
  }

  /// A piece of one line.
  struct Place: Equatable {
    var line: Int
    var columns: Range<Int>
  }

  /// A line of the panel, or a part of one where criteria stand side by side.
  struct PanelItem: Equatable {
    /// What the item is about.
    enum Subject: Equatable {
      case criterion(Int)
      /// The sentence above a group.
      case group(Int)
    }

    var subject: Subject
    /// The line, counted from the top of the panel until it is placed.
    var line: Int
    /// The columns of the sign and of the text.
    var column, textColumn: Int
    /// Whether the sign stands before the text. It does not in the further lines of a long label.
    var hasSign: Bool
    var text: String
    /// The characters of the text that are set off.
    var emphasis = 0..<0
    /// A criterion that stands behind the text, with a sign only while it is not met.
    var aside: Aside?

    struct Aside: Equatable {
      var criterion: Int
      var text: String
      /// What stands before it while it has no sign.
      var joint: String
      /// The columns between its sign and its text, and those that are kept for it.
      var gap, room: Int
    }
  }

  /// The extent of the window, in cells.
  var size = Size(columns: 0, rows: 0)
  var page = Page.form
  /// The first column and the width of the block.
  var left = 0
  var width = 0
  /// The column behind the block.
  var right: Int { left + width }
  /// The columns by which all that belongs to a field stands in from the left edge.
  static let indent = 2

  /// Whether errors and panel are said in their shortest form (A13).
  var isNarrow: Bool { width < 50 }

  /// The lines of the title.
  var title: [String] = []
  /// The first line of the paragraph, and its lines.
  var textLine = 0
  var text: [String] = []
  /// The first line of what was wrong before, and its lines.
  var alertLine = 0
  var alert: [String] = []
  var fields: [Field] = []
  var bars: Int?
  var barWidth = 0
  /// The column of the words beside the bars; `nil` where there is no room for them.
  var words: Int?
  /// Where the number of characters stands; `nil` where there is no room for it.
  var counter: Place?
  /// The lines below the bars, for the reason. Where the error of the field stands there too, it comes first.
  var reason = 0..<0
  /// How many of these lines are the error's, whatever it is now, so that the reason stays where it is.
  var linesKeptForError = 0
  var panel: [PanelItem] = []
  /// The lines above the buttons for the error of the field with the focus, where errors stand behind the texts; empty where
  /// they do not, or where there is no room.
  var wholeError = 0..<0
  /// The buttons: side by side, in as many lines as they need.
  var buttons: [Place] = []
  var keyLine = 0
  /// The number of lines.
  var height = 0
  /// The row of the first line, where the window takes the whole form.
  var top = 0
  /// How many lines stay at the top and at the bottom while the rest scrolls.
  var head = 0
  var foot = 0
  /// How many lines are scrolled away above.
  var scroll = 0

  /// Whether the window is too small to work in (A13): what fits is drawn, and typing is refused.
  var isTooSmall: Bool { size.columns < 20 || size.rows < 4 }
  /// Whether the page of keys covers the form.
  var showsKeys: Bool { if case .keys = page { true } else { false } }
  /// The most lines that can be scrolled away; 0 where the window takes the whole form.
  var overflow: Int { max(0, height - size.rows) }
  /// The rows of the window in which lines scroll.
  var viewport: Range<Int> { head..<max(head, size.rows - foot) }

  /// The row of the window on which `line` lies; `nil` outside the window.
  func row(_ line: Int) -> Int? {
    // A hidden field stands nowhere.
    guard line >= 0 else { return nil }
    guard overflow > 0 else { return top + line }
    let row: Int
    switch line {
    case ..<head: row = line
    case (height - foot)...: row = size.rows - height + line
    default:
      row = line - scroll
      if !viewport.contains(row) { return nil }
    }
    return (0..<size.rows).contains(row) ? row : nil
  }

  /// Leaves what stands above a field that has come or gone where `old` has it, as far as the window allows.
  mutating func stay(like old: Layout) {
    page = old.page
    scroll = min(old.scroll, overflow)
    if overflow == 0 { top = min(old.overflow > 0 ? 0 : old.top, size.rows - height) }
  }

  /// Scrolls no farther than needed to bring field `index` into view, with its label and its error, and with the panel
  /// below it where there is room for all.
  mutating func scroll(toField index: Int) {
    let field = fields[index]
    let panelEnd = bars == field.textLine + (field.hasBorder ? 2 : 1) ? (panel.last?.line ?? 0) + 1 : 0
    let end = panelEnd - field.line > viewport.count ? field.end : max(field.end, panelEnd)
    // Where not even the field fits, its text is what has to be in view.
    var start = end - field.line > viewport.count ? field.textLine : field.line
    if index == 0, end - alertLine <= viewport.count { start = alertLine }
    scroll(to: start..<max(start + 1, end))
  }

  /// Scrolls no farther than needed to bring button `index` and what is said below it into view.
  mutating func scroll(toButton index: Int) {
    let line = buttons[index].line
    if line < height - foot { scroll(to: line..<height - foot) }
  }

  private mutating func scroll(to lines: Range<Int>) {
    scroll = min(max(scroll, lines.upperBound - viewport.upperBound), lines.lowerBound - head)
    scroll = min(max(0, scroll), overflow)
  }
}
