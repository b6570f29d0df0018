import WatchwordMessages
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// The empty rows that set parts of a form apart, in the order in which room is found for them.
private enum Blank: CaseIterable {
  case aboveKeys, belowTitle, belowText, belowAlert, belowPanel, abovePanel
  /// Room for the words of a verifier, which stand beside or below the buttons.
  case belowButtons
}

/// Works out where everything stands in a window: how much room each part is given, from the roomiest way down (A13), and
/// then the place of each.
struct LayoutBuilder {
  /// How a field is drawn, and in how many rows, but for its error.
  private enum Rows: Int {
    /// Without a border, the label before the text.
    case inline = 1
    /// Without one, the label in a row above the text.
    case labelled = 2
    /// With a border, and the label in it.
    case bordered = 3
  }

  private let form: FormState
  private let appearance: Appearance
  private var layout = Layout()
  /// The title and the paragraph in as many lines as they need, and the rows that they are given.
  private let title, text: [String]
  private var titleRows = 0
  private var textRows = 0
  private var rows = Rows.bordered
  /// The rows kept for the error of each field.
  private var errorRows: [Int]
  /// The panel with each criterion in lines of its own, or with short labels side by side, and whether it is the latter.
  private var panel: [Layout.PanelItem] = []
  private var shortPanel: [Layout.PanelItem] = []
  private var isPanelShort = false
  private var buttonRows = 1
  private var blanks: [Blank] = []

  /// The most columns of a form.
  private static let maximumWidth = 68
  /// The least width of a form with borders.
  private static let borderedWidth = 24
  /// The width below which buttons stand close together.
  private static let narrowWidth = 30
  /// The least width in which labels stand before the texts.
  private static let inlineWidth = 56
  /// The rows for what an agent says of a new password: as many as gpg-agent's reasons need.
  private static let agentErrorRows = 3
  /// The least width in which a sign names its key.
  static let keyedSignWidth = 34

  /// Works out the layout of `form` in a window of `size`.
  static func layout(of form: FormState, in size: Size, _ appearance: Appearance) -> Layout {
    LayoutBuilder(form, in: size, appearance).layout
  }

  private init(_ form: FormState, in size: Size, _ appearance: Appearance) {
    self.form = form
    self.appearance = appearance
    layout.size = size
    // One column at the right is for the sign that there is more.
    layout.width = max(1, min(Self.maximumWidth, size.columns - (size.columns < 30 ? 1 : 2)))
    layout.left = max(0, (size.columns - layout.width) / 2)
    title = appearance.lines(of: form.configuration.shownTitle, columns: layout.width, rows: 2)
    text = appearance.lines(of: form.configuration.text, columns: layout.width)
    layout.alert = appearance.lines(of: form.configuration.alert, columns: layout.width - Layout.indent)
    errorRows = form.fields.map { _ in 1 }
    panel = panel(isShort: false)
    shortPanel = panel(isShort: true)
    // Where that saves a line, signs of several columns stand at their labels.
    if signWidth > 2 {
      let tight = panel(isShort: true, gapAfterSign: 0)
      if lines(of: tight) < lines(of: shortPanel) { shortPanel = tight }
    }
    placeButtons()
    shareRows()
    place()
    chooseFixedLines()
  }

  /// Puts the buttons beside one another, and in a further line where there is no room for one. Their lines are counted from
  /// the first of them until they are placed.
  private mutating func placeButtons() {
    let start = layout.left + Layout.indent
    var (line, column) = (0, start)
    for button in form.configuration.buttons {
      let columns = columns(of: button.title) + 4
      if column > start, column + columns > layout.right { (line, column) = (line + 1, start) }
      let end = min(column + columns, layout.right)
      layout.buttons.append(Layout.Place(line: line, columns: column..<max(column, end)))
      column += columns + (layout.width < Self.narrowWidth ? 1 : 2)
    }
    buttonRows = layout.buttons.isEmpty ? 0 : line + 1
  }

  private func columns(of text: String) -> Int { appearance.width.columns(of: text) }

  /// The columns of the sign of a criterion.
  private var signWidth: Int { columns(of: appearance.glyphs.met) }

  /// The rows of the window that nothing stands in, negative where some are lacking.
  private var spare: Int {
    let panel = form.judgedField == nil ? 0 : lines(of: isPanelShort ? shortPanel : panel)
    let fields = form.fields.indices.reduce(0) { $0 + rows(of: $1) }
    return layout.size.rows - titleRows - textRows - layout.alert.count - fields - panel - buttonRows - 1
  }

  /// The rows of field `index` with its error, and with the bars below it.
  private func rows(of index: Int) -> Int {
    rows.rawValue + errorRows[index] + (index == form.judgedField ? 1 : 0)
  }

  /// The most rows that the paragraph takes from the rest of the form.
  private var textShare: Int { min(text.count, layout.size.rows / 3) }

  /// Gives each part as many rows as there are, and the paragraph `count`, or none where `dropsText` says so and there is no
  /// room.
  private mutating func shareRows(textRows count: Int, dropsText: Bool) {
    (titleRows, textRows, isPanelShort, rows) = (title.count, count, false, .bordered)
    if spare < 0 { titleRows = min(1, titleRows) }
    if spare < 0, dropsText { textRows = 0 }
    if spare < 0 { isPanelShort = true }
    if spare < 0 || !bordersHaveRoom { rows = .labelled }
    if spare < 0, layout.width >= Self.inlineWidth { rows = .inline }
  }

  private mutating func shareRows() {
    if form.configuration.isTextWhole {
      shareRows(textRows: text.count, dropsText: false)
      // Where the form scrolls anyway, the fields need not give way to the whole paragraph.
      if spare < 0 { shareRows(textRows: textShare, dropsText: false) }
      textRows = text.count
    } else {
      shareRows(textRows: min(1, textShare), dropsText: true)
    }
    // Also without a title there is a line that says which field has the focus, where the form scrolls.
    let scrolls = spare < 0
    if scrolls, form.fields.count > 1 { titleRows = 1 }
    titleRows += max(0, min(title.count - titleRows, spare))
    // The rows that a long error needs are kept before empty ones. Where the form scrolls, they are those that still fit
    // between the lines that stay.
    for index in form.fields.indices {
      let room = scrolls ? layout.size.rows - 2 - buttonRows - rows(of: index) : spare
      errorRows[index] += max(0, min(longestError(of: index) - 1, room))
    }
    textRows += max(0, min(textShare - textRows, spare))
    let wanted = Blank.allCases.filter { blank in
      switch blank {
      case .aboveKeys, .belowTitle: true
      case .belowText: textRows > 0
      case .belowAlert: !layout.alert.isEmpty
      case .belowPanel: form.judgedField != nil
      case .abovePanel: !panel.isEmpty
      case .belowButtons: form.hasVerifier || form.verifiedField != nil
      }
    }
    blanks = Array(wanted.prefix(max(0, spare)))
  }

  private func lines(of panel: [Layout.PanelItem]) -> Int { panel.last.map { $0.line + 1 } ?? 0 }

  /// The most rows that an error of field `index` can need.
  private func longestError(of index: Int) -> Int {
    let messages = form.configuration.messages(
      of: form.fields[index].configuration, isShort: layout.hasShortErrors)
    // What an agent says of a new password is not known before.
    let least = index == form.judgedField && index == form.verifiedField ? Self.agentErrorRows : 1
    return messages.reduce(least) {
      max($0, appearance.lines(of: $1, columns: layout.width - Layout.indent).count)
    }
  }

  private mutating func place() {
    var line = 0
    func space(_ blank: Blank) { if blanks.contains(blank) { line += 1 } }
    layout.title =
      title.isEmpty
      ? Array(repeating: "", count: titleRows)
      : appearance.lines(of: form.configuration.shownTitle, columns: layout.width, rows: titleRows)
    line += layout.title.count
    space(.belowTitle)
    layout.textLine = line
    layout.text = appearance.lines(of: form.configuration.text, columns: layout.width, rows: textRows)
    line += layout.text.count
    space(.belowText)
    layout.alertLine = line
    line += layout.alert.count
    space(.belowAlert)
    for index in form.fields.indices {
      let isJudged = index == form.judgedField
      var field = fieldPlace(index, line: line)
      line = field.lines.upperBound + (isJudged ? 1 : 0)
      if isJudged { layout.bars = field.lines.upperBound }
      field.error = line..<line + errorRows[index]
      line = field.error.upperBound
      field.end = line
      if isJudged {
        space(panel.isEmpty ? .belowPanel : .abovePanel)
        // An error from outside can be longer than any of the form's own.
        field.error = field.error.lowerBound..<line
      }
      layout.fields.append(field)
      guard isJudged, !panel.isEmpty else { continue }
      let items = isPanelShort ? shortPanel : panel
      for var item in items {
        item.line += line
        layout.panel.append(item)
      }
      line += lines(of: items)
      space(.belowPanel)
    }
    placeBars()
    for index in layout.buttons.indices { layout.buttons[index].line += line }
    line += buttonRows
    space(.aboveKeys)
    space(.belowButtons)
    layout.keyLine = line
    layout.height = line + 1
  }

  private func fieldPlace(_ index: Int, line: Int) -> Layout.Field {
    let field = form.fields[index]
    let isConfirm = field.configuration.confirmedField != nil
    let isBordered = rows == .bordered
    let confirmRoom = isConfirm ? signWidth + (isBordered ? 2 : 1) : 0
    let beside = confirmRoom + (index == form.judgedField && isCounterBesideLabel ? counterWidth + 2 : 0)
    var start = layout.left + Layout.indent
    let label: Range<Int>
    let confirm: Int
    switch rows {
    case .bordered:
      label = layout.left + 3..<max(layout.left + 3, layout.right - 3 - beside)
      confirm = layout.right - 3 - signWidth
      if field.configuration.isSecure, !appearance.glyphs.lock.isEmpty {
        start += columns(of: appearance.glyphs.lock) + 1
      }
    case .labelled:
      label = layout.left..<max(layout.left, layout.right - beside)
      confirm = layout.right - signWidth
    case .inline:
      let widest = form.fields.indices.reduce(0) {
        max($0, columns(of: form.shownLabel(of: $1)), form.offersPassword(in: $1) ? suggestionWidth : 0)
      }
      label = start..<start + min(widest, layout.width / 3)
      confirm = label.upperBound + 1
      let isAnyConfirm = form.fields.contains { $0.configuration.confirmedField != nil }
      start = confirm + (isAnyConfirm ? signWidth + 1 : 0)
    }
    let edge = layout.right - (isBordered ? 2 : 0)
    let reserved = appearance.signWidth(
      of: field, isKeyed: layout.width >= Self.keyedSignWidth, form.texts)
    let end = reserved == 0 || edge - reserved - 1 <= start ? edge : edge - reserved - 1
    return Layout.Field(
      line: line, textLine: rows == .inline ? line : line + 1, hasBorder: isBordered,
      label: label, text: start..<max(start + 1, end), sign: min(edge, end + 1)..<edge,
      confirmSign: confirm..<confirm + (isConfirm ? signWidth : 0))
  }

  /// Whether the borders have room for the labels, uncut, and for some of the texts.
  private var bordersHaveRoom: Bool {
    layout.width >= Self.borderedWidth
      && form.fields.indices.allSatisfy { index in
        let beside = form.fields[index].configuration.confirmedField == nil ? 0 : signWidth + 2
        return labelWidth(index) + beside + 6 <= layout.width
      }
  }

  private var suggestionWidth: Int { columns(of: form.suggestionLabel) }

  private func labelWidth(_ index: Int) -> Int { columns(of: form.fields[index].configuration.label) }

  /// Whether the number of characters stands in the line of the label. Where it would take room from the label it stands
  /// beside the bars.
  private var isCounterBesideLabel: Bool {
    guard let index = form.judgedField, rows != .inline else { return false }
    let frame = rows == .bordered ? 6 : 0
    return labelWidth(index) + 2 + counterWidth + frame <= layout.width
  }

  private var counterWidth: Int { columns(of: form.counterText(for: SecretText.defaultCapacity)) }

  private mutating func placeBars() {
    guard let bars = layout.bars, let index = form.judgedField else { return }
    let count = Level.allCases.count
    let words = Level.allCases.map { columns(of: form.words(for: $0, least: .strongest)) }.max() ?? 0
    let gap = layout.width < 50 ? 2 : 3
    let room = layout.width - Layout.indent - (count - 1)
    var counter = isCounterBesideLabel ? 0 : counterWidth + 2
    func barWidth(_ hasWords: Bool) -> Int { (room - (hasWords ? gap + words : 0) - counter) / count }
    // The words say more than the number.
    if barWidth(true) < 2, counter > 0 { counter = 0 }
    let hasWords = barWidth(true) >= 2
    if !hasWords, !isCounterBesideLabel { counter = counterWidth + 2 }
    if barWidth(hasWords) < 1 { counter = 0 }
    layout.barWidth = min(10, max(1, barWidth(hasWords)))
    if hasWords { layout.words = layout.left + Layout.indent + count * (layout.barWidth + 1) - 1 + gap }
    guard isCounterBesideLabel || counter > 0 else { return }
    let line = isCounterBesideLabel ? layout.fields[index].line : bars
    let end = layout.right - (isCounterBesideLabel && rows == .bordered ? 3 : 0)
    layout.counter = Layout.Place(line: line, columns: end - counterWidth..<end)
  }

  /// How many lines stay while the others scroll: title, buttons and key line, as long as label, text, bars and error of
  /// a field fit between them, or without fields two lines of the paragraph.
  private mutating func chooseFixedLines() {
    guard layout.overflow > 0 else { return }
    let needed = layout.fields.reduce(form.fields.isEmpty ? 2 : 1) { max($0, $1.end - $1.line) }
    let spare = layout.size.rows - needed
    let titleRows = min(1, layout.title.count)
    (layout.head, layout.foot) =
      switch spare {
      case (titleRows + buttonRows + 1)...: (titleRows, buttonRows + 1)
      case (buttonRows + 1)... where form.fields.isEmpty: (0, buttonRows + 1)
      case 2...: (titleRows, 1)
      case 1: (0, 1)
      default: (0, 0)
      }
  }
}

/// The panel of criteria.
extension LayoutBuilder {
  /// The items of the panel: each in a line of its own, or side by side with short labels, and in as many lines as its
  /// label needs.
  private func panel(isShort: Bool, gapAfterSign: Int = 1) -> [Layout.PanelItem] {
    guard form.judgedField != nil else { return [] }
    let policy = form.configuration.policy
    let sign = signWidth + gapAfterSign
    let start = layout.left + Layout.indent
    var items: [Layout.PanelItem] = []
    var (line, end) = (0, start)
    func add(
      _ subject: Layout.PanelItem.Subject, _ text: String, indent: Int = 0, gap: Int = 2,
      room: Int = 0, emphasis: Range<Int> = 0..<0
    ) {
      var column = end + gap
      if !isShort || items.isEmpty || column + sign + columns(of: text) + room > layout.right {
        line += items.isEmpty ? 0 : 1
        column = start + indent
      }
      let parts = LineWrap.lines(text, columns: layout.right - column - sign, width: appearance.width)
      var first = 0
      for (number, part) in parts.enumerated() {
        if number > 0 {
          line += 1
          // A blank at which the line was broken is in neither part.
          if text.dropFirst(first).first == " " { first += 1 }
        }
        let inPart = emphasis.clamped(to: first..<first + part.count)
        items.append(
          Layout.PanelItem(
            subject: subject, line: line, column: column, textColumn: column + sign, hasSign: number == 0,
            text: part, emphasis: inPart.lowerBound - first..<inPart.upperBound - first))
        first += part.count
      }
      end = column + sign + columns(of: parts.last ?? "") + room
    }
    for (number, (group, place)) in zip(policy.groups, policy.places).enumerated() {
      let heading = group.heading
      if isShort, heading != nil {
        add(.group(number), group.shortHeading)
      } else if let heading {
        let before = heading.before.count
        add(.group(number), heading.text, emphasis: before..<before + heading.emphasis.count)
      }
      for index in place.all {
        let criterion = policy.criteria[index]
        if isShort {
          let isBehindAnother = heading != nil && index > place.all.lowerBound
          let room = criterion.row.allowed == nil ? 0 : roomForDenied
          add(.criterion(index), criterion.shortLabel, gap: isBehindAnother ? 1 : 2, room: room)
        } else {
          add(.criterion(index), criterion.label, indent: heading == nil ? 0 : sign)
        }
      }
    }
    return items
  }

  /// The columns behind the short label of a criterion, for a character of two columns that it does not allow.
  private var roomForDenied: Int {
    let not = form.texts.notAllowed
    return columns(of: not.before) + 2 + columns(of: not.after)
  }
}
