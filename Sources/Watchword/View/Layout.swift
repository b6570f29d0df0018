import WatchwordScreen

/// A window, what is on it, and where each part of a form is: plain arithmetic for drawing, caret and mouse.
///
/// Made once for a window from the parts of the form. It never depends on the focus, the typed texts or the errors, so
/// nothing jumps when these change (A13). Lines are counted from the top of the form. If there are more lines than
/// rows, the first and last ones stay and the middle scrolls.
struct Layout: Equatable {
  enum Page: Equatable {
    /// The form, condensed to fit the window.
    case form
    /// The whole form from line `top`, read by page because the window is too small.
    case reading(top: Int)
    /// The page of keys from line `top`.
    case keys(top: Int)
  }

  struct Field: Equatable {
    /// The line of the label, which is also the field's first: a line of its own, the upper border, or the text's line.
    var line: Int
    var textLine: Int
    var hasBorder: Bool
    var label: Range<Int>
    /// The column of the lock of a secret field; `nil` for none.
    var lock: Int?
    /// In an inline form, the lines that the bar at the left edge spans.
    var edge = 0..<0
    /// The columns of the text and the caret after it.
    var text: Range<Int>
    /// Whether the label has so little room that a shorter one stands there.
    var hasShortLabel = false
    /// The columns of the icon that shows, hides or clears the text; empty if there is none.
    var sign: Range<Int>
    /// The columns of a confirm field's icon beside its label.
    var confirmSign: Range<Int>
    /// The column of the error's icon.
    var errorColumn: Int
    /// Whether the cells without a character are set off, because no border shows the room for the text.
    var showsRoom = false
    /// The lines of the error: below the field or after its text.
    var error = 0..<0
    /// The line after the error, where a panel may follow.
    var end = 0

    /// The place of a hidden field, on no line.
    static let nowhere = Field(
      line: -1, textLine: -1, hasBorder: false, label: 0..<0, text: 0..<1, sign: 0..<0, confirmSign: 0..<0,
      errorColumn: 0, error: -1 ..< -1, end: -1)

    /// The lines in which a mouse press hits the field.
    var lines: Range<Int> { line..<textLine + (hasBorder ? 2 : 1) }
    /// Whether the error stands in the line of the text.
    var hasErrorBehind: Bool { error == lines }
  }

  struct Place: Equatable {
    var line: Int
    var columns: Range<Int>
  }

  /// A line of the panel, or part of one if criteria are side by side.
  struct PanelItem: Equatable {
    enum Subject: Equatable {
      case criterion(Int)
      /// The sentence above a group.
      case group(Int)
    }

    var subject: Subject
    /// The line, counted from the top of the panel until it is placed.
    var line: Int
    /// The columns of the icon and of the text.
    var column, textColumn: Int
    /// Whether an icon precedes the text. False in the further lines of a long label.
    var hasSign: Bool
    var text: String
    /// The emphasised characters of the text.
    var emphasis = 0..<0
    /// Another criterion, which follows the text. It has an icon only while the password does not meet it.
    var aside: Aside?

    var isCriterion: Bool { if case .criterion = subject { true } else { false } }

    struct Aside: Equatable {
      var criterion: Int
      var text: String
      /// What separates the aside from the text before it while it has no icon.
      var joint: String
      /// The columns between icon and text.
      var gap: Int
      /// The columns reserved for the whole aside.
      var room: Int
    }
  }

  var size = Size(columns: 0, rows: 0)
  var page = Page.form
  /// The first column of the form's block.
  var left = 0
  var width = 0
  /// The column after the block.
  var right: Int { left + width }
  /// The first column of buttons, keys, and labels without a border.
  var start = 0
  /// The indentation of a field's parts from the left edge, in columns.
  static let indent = 2

  /// Whether the form stands in rows of the main screen. All lines are in view then.
  var isInline = false
  /// Whether the icon of the focused field names its key. If not, the key line does.
  var namesKeysInFields = false
  /// In an inline form, what stands in place of the label of its only field; `nil` for the label.
  var caption: String?
  /// Whether the buttons have no line of their own. One with the focus stands at the start of the key line.
  var hidesButtons: Bool { isInline && buttons.first?.line == keyLine }

  /// The column after an error behind a text, which may leave the block if no arrows stand beside that.
  var errorEnd: Int { overflow > 0 ? right : max(right, size.columns - 1) }

  /// Whether errors and panel have their shortest form (A13).
  var isNarrow: Bool { width < 50 }

  var title: [String] = []
  /// Where the lines of the paragraph begin.
  var textLine = 0
  var text: [String] = []
  /// Where the lines of the alert begin.
  var alertLine = 0
  var alert: [String] = []
  var fields: [Field] = []
  var bars: Int?
  var barColumn = 0
  var barWidth = 0
  /// The column of the words beside the bars; `nil` without room for them.
  var words: Int?
  /// The place of the character count; `nil` without room for it.
  var counter: Place?
  /// The lines below the bars, for the error and the reason.
  var reason = 0..<0
  var panel: [PanelItem] = []
  /// The lines above the buttons for the focused field's error, if errors are beside the texts and there is room.
  var wholeError = 0..<0
  /// The buttons, side by side in as many lines as they need.
  var buttons: [Place] = []
  var keyLine = 0
  var height = 0
  /// The row of the first line if the whole form fits.
  var top = 0
  /// How many lines stay at the top while the rest scrolls.
  var formHead = 0
  /// How many of these stay when the form is read by page.
  var readingHead = 0
  /// How many lines stay at the bottom.
  var foot = 0
  var head: Int { if case .reading = page { readingHead } else { formHead } }
  /// How many lines are scrolled away above.
  var scroll = 0

  /// Whether the window is too small to work in (A13). What fits is drawn, and typing is refused.
  var isTooSmall: Bool { !isInline && (size.columns < 20 || size.rows < 4) }
  var showsKeys: Bool { if case .keys = page { true } else { false } }
  /// The most lines that can be scrolled away; 0 if the whole form fits.
  var overflow: Int { max(0, height - size.rows) }
  /// The rows in which lines scroll.
  var viewport: Range<Int> { head..<max(head, size.rows - foot) }

  /// The row of `line`; `nil` if it is outside the window.
  func row(_ line: Int) -> Int? {
    // A hidden field has no line.
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

  /// Whether lines of the paragraph are cut between those that stay at the top and the first field.
  var cutsText: Bool { page == .form && formHead > readingHead && formHead < textLine + text.count }

  /// The line to read on from, a page further down (`direction` 1) or up (-1). Below a cut paragraph, the next page
  /// begins where the paragraph was cut.
  func page(_ direction: Int) -> Int {
    let rows = max(1, size.rows - foot - readingHead - 1)
    guard cutsText else { return scroll + direction * rows }
    return direction > 0 ? max(1, formHead - readingHead - 1) : scroll + formHead - readingHead - rows
  }

  /// The fields of which a line is in the window.
  var seenFields: [Int] {
    let (isWhole, head, foot) = (overflow == 0, head, height - foot)
    let middle = viewport.lowerBound + scroll..<viewport.upperBound + scroll
    return fields.indices.filter { index in
      let lines = fields[index].lines
      return lines.lowerBound >= 0
        && (isWhole || lines.lowerBound < head || lines.upperBound > foot || lines.overlaps(middle))
    }
  }

  /// Whether advice and reason have one row together, which the advice gets.
  var hasOneRow: Bool { reason.count == 1 }

  /// The columns for the label of field `index`. That of an offer also has those of the counter.
  func labelColumns(of index: Int, isOffered: Bool) -> Int {
    let place = fields[index]
    guard isOffered, place.line < place.textLine else { return place.label.count }
    return max(0, right - (place.hasBorder ? 3 : 0) - place.label.lowerBound)
  }

  /// Whether field `index` is in the window, with room for a character and the caret.
  func shows(field index: Int) -> Bool {
    row(fields[index].textLine) != nil && fields[index].text.lowerBound + 1 < size.columns
  }

  /// Keeps what is above an added or removed field where `old` had it, as far as the window allows.
  mutating func stay(like old: Layout) {
    page = old.page
    scroll = min(old.scroll, overflow)
    if overflow == 0, !isInline { top = min(old.overflow > 0 ? 0 : old.top, size.rows - height) }
  }

  /// Scrolls as little as possible to show field `index` with its label and error, and the panel if all fits.
  mutating func scroll(toField index: Int) {
    let field = fields[index]
    let panelEnd = bars == field.textLine + (field.hasBorder ? 2 : 1) ? (panel.last?.line ?? 0) + 1 : 0
    let end = panelEnd - field.line > viewport.count ? field.end : max(field.end, panelEnd)
    // If not even the field fits, show its text.
    var start = end - field.line > viewport.count ? field.textLine : field.line
    if index == 0, end - alertLine <= viewport.count { start = alertLine }
    scroll(to: start..<max(start + 1, end))
  }

  /// Scrolls as little as possible to show button `index` and the text below it.
  mutating func scroll(toButton index: Int) {
    let line = buttons[index].line
    if line < height - foot { scroll(to: line..<height - foot) }
  }

  private mutating func scroll(to lines: Range<Int>) {
    // Keep the end of a cut paragraph out of view: it would look as if it followed directly on the start.
    let least = cutsText ? alertLine - head : 0
    scroll = min(max(scroll, least, lines.upperBound - viewport.upperBound), lines.lowerBound - head)
    scroll = min(max(0, scroll), overflow)
  }
}
