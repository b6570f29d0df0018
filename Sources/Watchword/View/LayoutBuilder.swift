import WatchwordMessages
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// The empty rows that set parts of a form apart, in the order in which room is found for them.
private enum Blank: CaseIterable {
  case belowTitle, belowText, belowAlert, belowPanel, aboveKeys
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
  /// The rows kept for the error of each field, below the bars together with the reason.
  private var errorRows: [Int]
  private var panel: [Layout.PanelItem] = []
  /// The rows above the buttons for an error that its field has too little room for.
  private var wholeErrorRows = 0
  private var buttonRows = 1
  private var blanks: [Blank] = []
  private let judgedField: Int?
  /// The fields that stand somewhere.
  private let shown: [Int]
  /// The columns of the number of characters.
  private let counterWidth: Int
  /// The rows of the longest error of each field, of those that are known before, and the columns of the widest in one
  /// line.
  private var longestErrors: [Int]
  private var widestError = 0
  private lazy var inlineColumns = makeInlineColumns()

  /// The most columns of a form.
  private static let maximumWidth = 68
  /// The least width of a form with borders.
  private static let borderedWidth = 24
  /// The width below which buttons stand close together.
  private static let narrowWidth = 30
  /// The least width in which labels stand before the texts.
  private static let inlineWidth = 56
  /// The columns that a text needs for itself and its sign where an error stands behind it.
  private static let inlineTextWidth = 20
  /// The rows for what an agent says of a new password: as many as gpg-agent's reasons need.
  private static let agentErrorRows = 3
  /// The rows of a window that nobody has changed. The first line of the paragraph stays there.
  private static let usualRows = 24
  /// The rows that the reason needs with its advice.
  private static let reasonRows = 2
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
    let shown = form.shownFields
    self.shown = shown
    judgedField = form.judgedField.flatMap { shown.contains($0) ? $0 : nil }
    counterWidth = appearance.width.columns(of: form.counterText(for: SecretText.defaultCapacity))
    longestErrors = errorRows
    measureErrors()
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
    let fields = shown.reduce(0) { $0 + rows(of: $1) }
    return layout.size.rows - titleRows - textRows - layout.alert.count - fields - lines(of: panel)
      - wholeErrorRows - buttonRows - 1
  }

  /// The rows of field `index` with its error, and with the bars below it.
  private func rows(of index: Int) -> Int {
    rows.rawValue + errorRows[index] + (index == judgedField ? 1 : 0)
  }

  /// The most rows that the paragraph takes from the rest of the form.
  private var textShare: Int { min(text.count, layout.size.rows / 3) }

  /// Gives each part as many rows as there are, and the paragraph `count`, or none where `dropsText` says so and there is no
  /// room.
  private mutating func shareRows(textRows count: Int, dropsText: Bool) {
    (titleRows, textRows, rows, wholeErrorRows) = (title.count, count, .bordered, 0)
    panel = judgedField == nil ? [] : wholePanel(Array(form.configuration.policy.groups.indices))
    // In a narrower block even a short reason has no room for its advice in one row.
    let reason = layout.width < Self.maximumWidth ? Self.reasonRows : 1
    errorRows = form.fields.indices.map { $0 == judgedField ? longestError(of: $0) + reason : 1 }
    if spare < 0 { titleRows = min(1, titleRows) }
    if spare < 0, judgedField != nil { panel = pairedPanel }
    if spare < 0, judgedField != nil { panel = shortPanel }
    if spare < 0, dropsText, layout.size.rows < Self.usualRows { textRows = 0 }
    if spare < 0 { errorRows = form.fields.map { _ in 1 } }
    if spare < 0 || !bordersHaveRoom { rows = .labelled }
    if spare < 0, layout.width >= Self.inlineWidth {
      rows = .inline
      errorRows = form.fields.indices.map { $0 == judgedField ? 1 : 0 }
    }
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
    if scrolls, shown.count > 1 { titleRows = 1 }
    titleRows += max(0, min(title.count - titleRows, spare))
    keepErrorRows(scrolls)
    textRows += max(0, min(textShare - textRows, spare))
    let wanted = Blank.allCases.filter { blank in
      switch blank {
      case .aboveKeys, .belowTitle: true
      case .belowText: textRows > 0
      case .belowAlert: !layout.alert.isEmpty
      case .belowPanel: judgedField != nil
      case .belowButtons: form.hasVerifier || form.verifiedField != nil
      }
    }
    blanks = Array(wanted.prefix(max(0, spare)))
  }

  /// Keeps the rows that a long error needs, and the reason, before empty ones. Where the form scrolls, they are those of the
  /// error that still fit between the lines that stay.
  private mutating func keepErrorRows(_ scrolls: Bool) {
    if rows == .inline {
      let longest = shown.map(longestError).max() ?? 0
      let room = scrolls ? (layout.size.rows < Self.usualRows ? 0 : 1) : spare
      wholeErrorRows = max(0, min(longest, room))
    }
    for index in shown {
      let isJudged = index == judgedField
      var wanted = rows == .inline ? 0 : longestError(of: index)
      if isJudged, !scrolls { wanted += max(1, Self.reasonRows + (rows == .inline ? 0 : 1) - wanted) }
      let more = wanted - errorRows[index]
      guard more > 0 else { continue }
      let room = scrolls ? layout.size.rows - 2 - buttonRows - rows(of: index) : spare
      errorRows[index] += max(0, min(more, room))
    }
  }

  private func lines(of panel: [Layout.PanelItem]) -> Int { panel.last.map { $0.line + 1 } ?? 0 }

  private mutating func measureErrors() {
    for index in shown {
      let field = form.fields[index].configuration
      for error in form.configuration.messages(of: field, isShort: layout.isNarrow) {
        let rows = appearance.lines(of: error, columns: layout.width - Layout.indent).count
        longestErrors[index] = max(longestErrors[index], rows)
        widestError = max(widestError, columns(of: error))
      }
    }
  }

  /// The most rows that an error of field `index` can need.
  private func longestError(of index: Int) -> Int {
    // What an agent says of a new password is not known before.
    index == judgedField && index == form.verifiedField
      ? max(Self.agentErrorRows, longestErrors[index]) : longestErrors[index]
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
      let isJudged = index == judgedField
      guard shown.contains(index) else {
        layout.fields.append(Layout.Field.nowhere)
        continue
      }
      var field = fieldPlace(index, line: line)
      line = field.lines.upperBound + (isJudged ? 1 : 0)
      if isJudged { layout.bars = field.lines.upperBound }
      let below = line..<line + errorRows[index]
      line = below.upperBound
      field.end = line
      // An error from outside can be longer than any of the form's own.
      if isJudged, panel.isEmpty { space(.belowPanel) }
      if isJudged {
        layout.reason = below.lowerBound..<line
        layout.linesKeptForError = min(longestErrors[index], layout.reason.count - 1)
      }
      field.error = rows == .inline ? field.lines : below.lowerBound..<(isJudged ? line : below.upperBound)
      layout.fields.append(field)
      guard isJudged, !panel.isEmpty else { continue }
      for var item in panel {
        item.line += line
        layout.panel.append(item)
      }
      line += lines(of: panel)
      space(.belowPanel)
    }
    layout.wholeError = line..<line + wholeErrorRows
    line += wholeErrorRows
    placeBars()
    for index in layout.buttons.indices { layout.buttons[index].line += line }
    line += buttonRows
    space(.aboveKeys)
    space(.belowButtons)
    layout.keyLine = line
    layout.height = line + 1
    layout.top = (layout.size.rows - layout.height) / 2
  }

  private mutating func fieldPlace(_ index: Int, line: Int) -> Layout.Field {
    let field = form.fields[index]
    let isConfirm = field.configuration.confirmedField != nil
    let isBordered = rows == .bordered
    let confirmRoom = isConfirm ? signWidth + (isBordered ? 2 : 1) : 0
    let beside = confirmRoom + (index == judgedField && isCounterBesideLabel ? counterWidth + 2 : 0)
    var start = layout.left + Layout.indent
    var edge = layout.right - (isBordered ? 2 : 0)
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
    case .inline: (label, confirm, start, edge) = inlineColumns
    }
    let reserved = appearance.signWidth(
      of: field, isKeyed: layout.width >= Self.keyedSignWidth, form.texts)
    let end = reserved == 0 || edge - reserved - 1 <= start ? edge : edge - reserved - 1
    return Layout.Field(
      line: line, textLine: rows == .inline ? line : line + 1, hasBorder: isBordered,
      label: label, text: start..<max(start + 1, end), sign: min(edge, end + 1)..<edge,
      confirmSign: confirm..<confirm + (isConfirm ? signWidth : 0),
      errorColumn: rows == .inline ? edge + 1 : layout.left)
  }

  /// Where the parts of a field begin or stand that has one line: they are the same in all fields.
  private func makeInlineColumns() -> (label: Range<Int>, confirm: Int, text: Int, edge: Int) {
    let start = layout.left + Layout.indent
    let widest = shown.reduce(0) {
      max($0, columns(of: form.shownLabel(of: $1)), form.offersPassword(in: $1) ? suggestionWidth : 0)
    }
    let label = start..<start + min(widest, layout.width / 3)
    let confirm = label.upperBound + 1
    let isAnyConfirm = form.fields.contains { $0.configuration.confirmedField != nil }
    let text = confirm + (isAnyConfirm ? signWidth + 1 : 0)
    return (label, confirm, text, layout.right - inlineErrorWidth(behind: text) - 1)
  }

  /// The columns for an error behind a text that begins in column `start`, its sign included.
  private func inlineErrorWidth(behind start: Int) -> Int {
    let room = layout.right - start
    return min(Layout.indent + widestError, max(room / 2, room - Self.inlineTextWidth))
  }

  /// Whether the borders have room for the labels, uncut, and for some of the texts.
  private var bordersHaveRoom: Bool {
    layout.width >= Self.borderedWidth
      && shown.allSatisfy { index in
        let beside = form.fields[index].configuration.confirmedField == nil ? 0 : signWidth + 2
        return labelWidth(index) + beside + 6 <= layout.width
      }
  }

  private var suggestionWidth: Int { columns(of: form.suggestionLabel) }

  private func labelWidth(_ index: Int) -> Int { columns(of: form.fields[index].configuration.label) }

  /// Whether the number of characters stands in the line of the label. Where it would take room from the label it stands
  /// beside the bars.
  private var isCounterBesideLabel: Bool {
    guard let index = judgedField, rows != .inline else { return false }
    let frame = rows == .bordered ? 6 : 0
    return labelWidth(index) + 2 + counterWidth + frame <= layout.width
  }

  private mutating func placeBars() {
    guard let bars = layout.bars, let index = judgedField else { return }
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
      case (titleRows + wholeErrorRows + buttonRows + 1)...: (titleRows, wholeErrorRows + buttonRows + 1)
      case (buttonRows + 1)... where form.fields.isEmpty: (0, buttonRows + 1)
      case 2...: (titleRows, 1)
      case 1: (0, 1)
      default: (0, 0)
      }
  }
}

/// The panel of criteria.
extension LayoutBuilder {
  /// The criteria side by side with short labels. Where that saves a line, signs of several columns stand at their labels,
  /// and the panel at the left edge of the block.
  private var shortPanel: [Layout.PanelItem] {
    var short = shortPanel(gap: 1, indent: Layout.indent)
    for indent in [Layout.indent, 0] where signWidth > 1 {
      let tight = shortPanel(gap: 0, indent: indent)
      if lines(of: tight) < lines(of: short) { short = tight }
    }
    return short
  }

  /// The groups in the order in which they stand where the panel is condensed: those of one criterion first, so that none of
  /// them is taken for one of several.
  private var condensedOrder: [Int] {
    let groups = form.configuration.policy.groups
    let isSingle = { (number: Int) in groups[number].lines.count == 1 }
    return groups.indices.filter(isSingle) + groups.indices.filter { !isSingle($0) }
  }

  /// The items of `text`, from `line` on: one for each line that it needs.
  private func items(
    _ subject: Layout.PanelItem.Subject, _ text: String, line: Int, column: Int, sign: Int,
    emphasis: Range<Int> = 0..<0
  ) -> [Layout.PanelItem] {
    let parts = LineWrap.lines(text, columns: layout.right - column - sign, width: appearance.width)
    var first = 0
    return parts.enumerated().map { number, part in
      // A blank at which the line was broken is in neither part.
      if number > 0, text.dropFirst(first).first == " " { first += 1 }
      let inPart = emphasis.clamped(to: first..<first + part.count)
      defer { first += part.count }
      return Layout.PanelItem(
        subject: subject, line: line + number, column: column, textColumn: column + sign,
        hasSign: number == 0, text: part, emphasis: inPart.lowerBound - first..<inPart.upperBound - first)
    }
  }

  /// Each criterion of the groups with these numbers in lines of its own.
  private func wholePanel(_ numbers: [Int]) -> [Layout.PanelItem] {
    let policy = form.configuration.policy
    let (start, sign) = (layout.left + Layout.indent, signWidth + 1)
    var all: [Layout.PanelItem] = []
    for number in numbers {
      let heading = policy.groups[number].heading
      if let heading {
        let before = heading.before.count
        all += items(
          .group(number), heading.text, line: lines(of: all), column: start, sign: sign,
          emphasis: before..<before + heading.emphasis.count)
      }
      for index in policy.places[number].all
      where isShown(index) && !all.contains(where: { $0.aside?.criterion == index }) {
        var items = items(
          .criterion(index), policy.criteria[index].label, line: lines(of: all),
          column: start + (heading == nil ? 0 : sign), sign: sign)
        let aside = aside(of: index, isShort: false)
        if let last = items.indices.last, let aside, end(of: items[last]) + aside.room <= layout.right {
          items[last].aside = aside
        }
        all += items
      }
    }
    return all
  }

  /// The same, with two criteria in a row where there is room for both.
  private var pairedPanel: [Layout.PanelItem] {
    let policy = form.configuration.policy
    let all = wholePanel(condensedOrder)
    let starts = policy.places.filter { $0.all.count > 1 }.map(\.all.lowerBound)
    let middle = layout.left + Layout.indent + (layout.width - Layout.indent) / 2
    /// The second column of what stands at `column`.
    func second(at column: Int) -> Int {
      2 + (all.filter { $0.column == column }.map(end(of:)).filter { $0 <= middle }.max() ?? middle)
    }
    var paired: [Layout.PanelItem] = []
    var isOpen = false
    for (number, var item) in all.enumerated() {
      let isWhole = item.hasSign && (number + 1 == all.count || all[number + 1].hasSign)
      var isFirst = true
      if case .criterion(let index) = item.subject { isFirst = starts.contains(index) }
      let second = second(at: item.column)
      let shift = second - item.column
      if isOpen, isWhole, !isFirst, end(of: item) + shift <= layout.right {
        item.line = lines(of: paired) - 1
        item.column += shift
        item.textColumn += shift
        isOpen = false
      } else {
        item.line = lines(of: paired)
        isOpen = isWhole && end(of: item) + 2 <= second
      }
      paired.append(item)
    }
    return paired
  }

  /// The criteria side by side with short labels, the sign `gap` columns before its label. A group begins a line where
  /// it would not fit into the rest of one.
  private func shortPanel(gap: Int, indent: Int) -> [Layout.PanelItem] {
    let policy = form.configuration.policy
    let (start, sign) = (layout.left + indent, signWidth + gap)
    var all: [Layout.PanelItem] = []
    var end = start
    for number in condensedOrder {
      let (group, place) = (policy.groups[number], policy.places[number])
      typealias Part = (
        subject: Layout.PanelItem.Subject, text: String, room: Int, aside: Layout.PanelItem.Aside?
      )
      var parts: [Part] = []
      for index in place.all where parts.last?.aside?.criterion != index && isShown(index) {
        let criterion = policy.criteria[index]
        let isWhole = criterion.row.level != nil && !layout.isNarrow
        let text = isWhole ? criterion.label : criterion.shortLabel
        var aside = aside(of: index, isShort: true)
        if let room = aside?.room, start + sign + columns(of: text) + room > layout.right { aside = nil }
        let room = aside?.room ?? roomForDenied(index)
        parts.append((.criterion(index), text, room, aside))
      }
      if group.heading != nil {
        let heading = layout.isNarrow ? group.shortHeading.short : group.shortHeading.text
        parts.insert((.group(number), heading, gap, nil), at: 0)
      }
      let widths = parts.map { sign + columns(of: $0.text) + $0.room }
      let whole = widths.reduce(-1) { $0 + 1 + $1 }
      for (offset, part) in parts.enumerated() {
        let needed = offset == 0 && start + whole <= layout.right ? whole : widths[offset]
        let next = end + (offset == 0 ? 2 : 1)
        let isNew = all.isEmpty || next + needed > layout.right
        var items = items(
          part.subject, part.text, line: lines(of: all) - (isNew ? 0 : 1), column: isNew ? start : next,
          sign: sign)
        if let last = items.indices.last { items[last].aside = part.aside }
        all += items
        end = (all.last.map { $0.textColumn + columns(of: $0.text) } ?? start) + part.room
      }
    }
    return all
  }

  /// Whether there is room for criterion `index`: one that refuses nothing is left out of a narrow window.
  private func isShown(_ index: Int) -> Bool {
    !(layout.isNarrow && form.configuration.policy.criteria[index].row.welcomesSpaces)
  }

  /// The aside of criterion `index`. Where criteria stand side by side its sign takes a column of the gap behind it.
  private func aside(of index: Int, isShort: Bool) -> Layout.PanelItem.Aside? {
    let criteria = form.configuration.policy.criteria
    guard index + 1 < criteria.count, criteria[index + 1].row.isAside, isShown(index + 1) else { return nil }
    let text = isShort ? criteria[index + 1].shortLabel : criteria[index + 1].label
    return Layout.PanelItem.Aside(
      criterion: index + 1, text: text, joint: isShort ? ", " : " ", gap: isShort && signWidth > 1 ? 0 : 1,
      room: columns(of: text) + 2 + (isShort ? max(0, signWidth - 2) : signWidth))
  }

  /// The column behind an item, with what may come behind its text.
  private func end(of item: Layout.PanelItem) -> Int {
    var room = item.aside?.room ?? 0
    if case .criterion(let index) = item.subject { room += roomForDenied(index) }
    return item.textColumn + columns(of: item.text) + room
  }

  /// The columns behind the label of criterion `index`, for a character of two columns that it does not allow.
  private func roomForDenied(_ index: Int) -> Int {
    guard form.configuration.policy.criteria[index].row.allowed != nil else { return 0 }
    let not = form.texts.notAllowed
    return columns(of: not.before) + 2 + columns(of: not.after)
  }
}
