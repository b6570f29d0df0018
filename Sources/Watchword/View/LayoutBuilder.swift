import WatchwordBase
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// The empty rows between parts of a form.
struct Blanks: OptionSet {
  let rawValue: UInt8

  static let belowTitle = Blanks(rawValue: 1 << 0)
  static let betweenFields = Blanks(rawValue: 1 << 1)
  static let belowText = Blanks(rawValue: 1 << 2), belowAlert = Blanks(rawValue: 1 << 3)
  static let belowPanel = Blanks(rawValue: 1 << 4), aboveKeys = Blanks(rawValue: 1 << 5)
  /// Room for the words of a verifier, beside or below the buttons.
  static let belowButtons = Blanks(rawValue: 1 << 6)
  static let abovePanel = Blanks(rawValue: 1 << 7)
}

/// Arranges a form in a window: tries arrangements from the roomiest down (A13) until the rows suffice, and then places
/// each part. A class, because the compiler would follow each part of a noncopyable struct through every method.
final class LayoutBuilder {
  /// How a field is drawn, and in how many rows without its error.
  enum Rows: Int {
    /// No border, the label before the text and the error after it.
    case beside = 1
    /// No border, the label in a row above the text.
    case labelled
    /// A border with the label in it.
    case bordered
  }

  let form: FormState
  let appearance: Appearance
  var layout = Layout()
  /// The whole title and paragraph; ``titleRows`` and ``textRows`` are how much is shown.
  let title, text: [String]
  var titleRows = 0
  var textRows = 0
  var rows = Rows.bordered
  /// The rows reserved for each field's error. For the judged field they include the reason.
  var errorRows: [Int]
  var panel: [Layout.PanelItem] = []
  /// The rows above the buttons for an error that has too little room at its field.
  var wholeErrorRows = 0
  var buttonRows = 1
  var blanks: Blanks = []
  let newPasswordField: Int?
  /// The rows for bars below each field.
  private let barRows: [Int]
  /// The columns of the character count.
  let counterWidth: Int
  /// The rows of each field's longest error that is known in advance.
  private var longestErrors: [Int]
  /// The columns of a one-line field's parts, the same in all fields.
  private var besidePlace = Layout.Field.nowhere

  /// The widest form, in columns.
  private static let maximumWidth = 68
  /// The least width of a form with borders.
  private static let borderedWidth = 24
  /// The width below which buttons are close together.
  private static let narrowWidth = 30
  /// The least width with labels before the texts.
  private static let besideWidth = 56
  /// The least columns of a text behind its label in the widest form. If they are lacking, the icon goes without its key.
  private static let besideColumns = 24
  /// The most columns of a text before its error.
  private static let mostBesideColumns = 32
  /// The rows for an agent's message about a new password. gpg-agent's reasons need so many.
  private static let agentErrorRows = 3
  /// The rows of a default window. In a window with at least so many, the first line of the paragraph is never dropped.
  static let usualRows = 24
  /// The rows below the bars: what to do, and why. While they are empty, they set off the panel.
  private static let reasonRows = 2
  /// The least width in which an icon names its key.
  static let keyedSignWidth = 34
  /// The least width in which buttons, keys and labels are indented.
  private static let indentedWidth = 50

  /// Whether the form is inline, and how.
  let inline: Inline?

  /// The layout of `form` in a window of `size`: inline if wanted and if the window has room for that.
  static func layout(
    of form: FormState, in size: Size, _ appearance: Appearance, isInline: Bool = false
  ) -> Layout {
    (isInline ? inlineLayout(of: form, in: size, appearance) : nil)
      ?? LayoutBuilder(form, in: size, appearance).layout
  }

  init(_ form: FormState, in size: Size, _ appearance: Appearance, _ inline: Inline? = nil) {
    self.form = form
    self.appearance = appearance
    self.inline = inline
    layout.isInline = inline != nil
    layout.size = size
    if inline == nil {
      // One column at the right is for the scroll mark.
      layout.width = max(1, min(Self.maximumWidth, size.columns - (size.columns < 30 ? 1 : 2)))
      layout.left = max(0, (size.columns - layout.width) / 2)
    } else {
      layout.width = min(Self.maximumInlineWidth, size.columns - 1)
    }
    layout.namesKeysInFields = layout.width >= Self.keyedSignWidth
    // The right side of || would be a closure over a builder that is not complete.
    let isIndented = inline == nil ? layout.width >= Self.indentedWidth : true
    layout.start = layout.left + (isIndented ? Layout.indent : 0)
    title = appearance.lines(of: form.configuration.shownTitle, columns: layout.width, rows: 2)
    text = appearance.lines(of: form.configuration.text, columns: layout.width)
    layout.alert = appearance.lines(of: form.configuration.alert, columns: layout.width - Layout.indent)
    errorRows = form.fields.map { _ in 1 }
    let newPasswordField = form.newPasswordField.flatMap { form.order.contains($0) ? $0 : nil }
    self.newPasswordField = newPasswordField
    barRows = form.fields.map { $0.tag == newPasswordField ? 1 : 0 }
    counterWidth = appearance.width.columns(
      of: form.configuration.counterText(for: SecretText.defaultCapacity))
    longestErrors = errorRows
    measureErrors()
    placeButtons()
    if let inline {
      placeInline(inline)
    } else {
      shareRows()
      place()
      chooseFixedLines()
    }
  }

  /// Places the buttons side by side, wrapping into further lines. Their lines are relative until placed.
  private func placeButtons() {
    let start = layout.start
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

  func columns(of text: String) -> Int { appearance.width.columns(of: text) }

  /// The columns of a criterion's icon.
  var signWidth: Int { columns(of: appearance.glyphs.met) }

  /// The unused rows, negative if rows are lacking. Hidden fields count: they may appear without moving the rest.
  var spare: Int {
    let fields = form.fields.indices.reduce(0) { $0 + rows(of: $1) }
    return layout.size.rows - titleRows - textRows - layout.alert.count - fields - lines(of: panel)
      - wholeErrorRows - buttonRows - 1 - (blanks.contains(.betweenFields) ? form.fields.count - 1 : 0)
  }

  /// The rows of field `index` with its error and the bars below it.
  private func rows(of index: Int) -> Int {
    rows.rawValue + errorRows[index] + barRows[index]
  }

  /// The most rows the paragraph takes from the rest of the form.
  var textShare: Int { min(text.count, layout.size.rows / 3) }

  private var roomiest: Rows {
    guard appearance.isFilled else { return .bordered }
    return layout.width < Self.besideWidth ? .labelled : .beside
  }

  /// Gives the paragraph `count` rows, or none if rows are lacking and it is to be dropped. Gives each other part the
  /// most rows that still fit.
  private func shareRows(textRows count: Int, dropsText: Bool) {
    (titleRows, textRows, rows) = (title.count, count, roomiest)
    (wholeErrorRows, blanks) = rows == .beside ? (1, .betweenFields) : (0, [])
    panel = wholePanel(Array(groups))
    errorRows = form.fields.map { field in
      if field.tag == newPasswordField { return max(Self.reasonRows, longestError(of: field.tag)) }
      return rows == .beside ? 0 : field.holdsKnownPassword ? longestError(of: field.tag) : 1
    }
    if spare < 0 { titleRows = min(1, titleRows) }
    if spare < 0 { panel = pairedPanel }
    if spare < 0 { panel = shortPanel }
    if spare < 0, dropsText, layout.size.rows < Self.usualRows { textRows = 0 }
    if spare < 0 { errorRows = rows == .beside ? barRows : form.fields.map { _ in 1 } }
    if spare < 0 { blanks = [] }
    if rows == .bordered, spare < 0 || !bordersHaveRoom { rows = .labelled }
    if spare < 0, layout.width >= Self.besideWidth {
      (rows, errorRows, wholeErrorRows) = (.beside, barRows, 0)
    }
  }

  private func shareRows() {
    if form.configuration.isTextWhole {
      shareRows(textRows: text.count, dropsText: false)
      // If the form scrolls anyway, the fields need not give way to the whole paragraph.
      if spare < 0 { shareRows(textRows: textShare, dropsText: false) }
      textRows = text.count
    } else {
      shareRows(textRows: min(1, textShare), dropsText: true)
    }
    // If the form scrolls, a title line tells which field has the focus.
    let scrolls = spare < 0
    if scrolls, form.order.count > 1 { titleRows = 1 }
    titleRows += max(0, min(title.count - titleRows, spare))
    keepErrorRows(scrolls)
    textRows += max(0, min(textShare - textRows, spare))
    // In this order they are given what room is left.
    var free = spare
    add(.belowPanel, if: newPasswordField != nil, to: &free)
    add(.belowTitle, to: &free)
    add(.belowText, if: textRows > 0, to: &free)
    add(.belowAlert, if: !layout.alert.isEmpty, to: &free)
    add(.abovePanel, if: !panel.isEmpty, to: &free)
    add(.aboveKeys, to: &free)
    add(.belowButtons, if: form.hasVerifier || form.verifiedField != nil, to: &free)
  }

  /// Takes one of the `free` rows for `blank`, if it is wanted and there is one.
  func add(_ blank: Blanks, if isWanted: Bool = true, to free: inout Int) {
    guard isWanted, free > 0 else { return }
    blanks.insert(blank)
    free -= 1
  }

  /// Reserves rows for long errors and for the reason, before blank rows get any. If the form scrolls, reserves as many
  /// as can be seen together with the field.
  private func keepErrorRows(_ scrolls: Bool) {
    if rows == .beside {
      let longest = form.fields.indices.map { longestError(of: $0) }.max() ?? 0
      let room = scrolls ? (layout.size.rows < Self.usualRows ? 0 : 1) : wholeErrorRows + spare
      wholeErrorRows = max(0, min(longest, room))
    }
    for index in form.fields.indices {
      var wanted = hasErrorBehind(index) ? 0 : longestError(of: index)
      if index == newPasswordField, !scrolls { wanted = max(Self.reasonRows, wanted) }
      let more = wanted - errorRows[index]
      guard more > 0 else { continue }
      let room = scrolls ? layout.size.rows - 2 - buttonRows - rows(of: index) : spare
      errorRows[index] += max(0, min(more, room))
    }
  }

  func lines(of panel: [Layout.PanelItem]) -> Int { panel.last.map { $0.line + 1 } ?? 0 }

  private func measureErrors() {
    for index in form.fields.indices {
      let field = form.fields[index].configuration
      for error in form.configuration.messages(of: field, isShort: layout.isNarrow) {
        let rows = appearance.lines(of: error, columns: layout.width - Layout.indent).count
        longestErrors[index] = max(longestErrors[index], rows)
      }
    }
  }

  /// The most rows an error of field `index` can need.
  private func longestError(of index: Int) -> Int {
    // What an agent will say about a new password is not known in advance.
    index == newPasswordField && index == form.verifiedField
      ? max(Self.agentErrorRows, longestErrors[index]) : longestErrors[index]
  }

  func place() {
    var line = 0
    func space(_ blank: Blanks) { if blanks.contains(blank) { line += 1 } }
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
    layout.fields = form.fields.map { _ in .nowhere }
    if rows == .beside { placeBeside() }
    for index in form.order {
      let hasBars = index == newPasswordField
      var field = fieldPlace(index, line: line)
      line = field.lines.upperBound + (hasBars ? 1 : 0)
      if hasBars { layout.bars = field.lines.upperBound }
      let below = line..<line + errorRows[index]
      line = below.upperBound
      field.end = line
      // The blank row is room for the error, too: a message from outside can be longer than any of the form's own.
      if hasBars, panel.isEmpty { space(.belowPanel) }
      if hasBars { layout.reason = below.lowerBound..<line }
      field.error =
        hasErrorBehind(index) ? field.lines : below.lowerBound..<(hasBars ? line : below.upperBound)
      layout.fields[index] = field
      if !hasBars, index != form.order.last { space(.betweenFields) }
      guard hasBars, !panel.isEmpty else { continue }
      space(.abovePanel)
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
    let hidden = form.fields.indices.reduce(0) {
      form.fields[$1].visibility == .shown ? $0 : $0 + rows(of: $1)
    }
    layout.top = max(0, layout.size.rows - layout.height - hidden) / 2
  }

  private func fieldPlace(_ index: Int, line: Int) -> Layout.Field {
    let field = form.fields[index].configuration
    var place = rows == .beside ? besidePlace : placeBelowLabel(index)
    (place.line, place.textLine) = (line, rows == .beside ? line : line + 1)
    if rows == .beside {
      let width = appearance.signWidth(of: index, in: form, isKeyed: layout.namesKeysInFields)
      let sign = place.sign.lowerBound
      if field.input.choices != nil { place.text = place.text.lowerBound..<endOfChoices(index) }
      place.sign = width == 0 ? place.text.upperBound..<place.text.upperBound : sign..<sign + width
      place.errorColumn = max(place.sign.upperBound + 1, besidePlace.errorColumn)
      place.hasShortLabel = columns(of: form.usualLabel(of: index)) > place.label.count
      if !hasErrorBehind(index) { place.errorColumn = layout.left + (inline == nil ? 0 : Layout.indent) }
    }
    if !field.isSecure || !showsLocks { place.lock = nil }
    place.showsRoom = !place.hasBorder && !form.configuration.isTypingQuiet
    if !place.showsRoom || appearance.canUnderline { return place }
    // A column is for the mark at the end of the room.
    place.text = place.text.lowerBound..<max(place.text.lowerBound + 1, place.text.upperBound - 1)
    return place
  }

  private func placeBelowLabel(_ index: Int) -> Layout.Field {
    let isBordered = rows == .bordered
    let beside =
      confirmRoom(in: index, gap: isBordered ? 2 : 1)
      + (index == newPasswordField && isCounterBesideLabel ? counterWidth + 2 : 0)
    let label = isBordered ? layout.left + 3 : layout.start
    let (end, edge) = (layout.right - (isBordered ? 3 : 0), layout.right - (isBordered ? 2 : 0))
    let lock = layout.left + Layout.indent
    let text = lock + (form.fields[index].configuration.isSecure ? lockWidth : 0)
    let sign = appearance.signWidth(of: index, in: form, isKeyed: layout.namesKeysInFields)
    let textEnd = sign == 0 || edge - sign - 1 <= text ? edge : edge - sign - 1
    return Layout.Field(
      line: 0, textLine: 0, hasBorder: isBordered, label: label..<max(label, end - beside), lock: lock,
      text: text..<max(text + 1, textEnd), sign: min(edge, textEnd + 1)..<edge,
      confirmSign: end - signWidth..<end - signWidth + confirmRoom(in: index),
      errorColumn: layout.left + (inline == nil ? 0 : Layout.indent))
  }

  private func placeBeside() {
    let start = layout.left + Layout.indent
    let mostOfLabel = mostLabelColumns
    let widest = form.fields.indices.reduce(0) { widest, index in
      let usual = columns(of: layout.caption ?? form.usualLabel(of: index))
      let short = columns(of: form.usualLabel(of: index, isShort: true))
      // A short label leaves the text of a narrow form more room.
      let most = short < usual && layout.isNarrow ? layout.width / 3 : mostOfLabel
      let label = usual <= most || layout.caption != nil ? usual : short
      return max(widest, label, form.offersPassword(in: index) && inline == nil ? suggestionWidth : 0)
    }
    let label = start..<start + min(widest, mostOfLabel)
    let confirm = label.upperBound + (inline == nil ? 1 : 2)
    let lock = confirm + form.fields.indices.reduce(0) { max($0, confirmRoom(in: $1, gap: 1)) }
    let text = lock + (form.fields.contains { $0.configuration.isSecure } ? lockWidth : 0)
    func widestSign(_ isKeyed: Bool) -> Int {
      form.fields.indices.reduce(0) { max($0, appearance.signWidth(of: $1, in: form, isKeyed: isKeyed)) }
    }
    func end(_ sign: Int, _ error: Int) -> Int { layout.right - (sign == 0 ? 0 : sign + 1) - error }
    // The short errors of all fields are whole, and their icons stand in one column (D6). A narrow inline form may have
    // room for the icons alone.
    var error = form.fields.indices.contains { hasErrorBehind($0) } ? longestShortError + 1 : 0
    let leastText = inline == nil ? Self.leastTextColumns : Self.leastInlineTextColumns
    if layout.isNarrow, error > 0, end(widestSign(false), error) < text + leastText {
      error = Layout.indent
    }
    let least = text + Self.besideColumns * layout.width / Self.maximumWidth
    layout.namesKeysInFields = end(widestSign(true), error) >= least
    let sign = widestSign(layout.namesKeysInFields)
    let most = error == 0 ? layout.right : text + Self.mostBesideColumns
    let textEnd = max(text + 1, min(most, end(sign, error)))
    let signEnd = sign == 0 ? textEnd : textEnd + 1 + sign
    besidePlace = Layout.Field(
      line: 0, textLine: 0, hasBorder: false, label: label, lock: lock, text: text..<textEnd,
      sign: signEnd - sign..<signEnd, confirmSign: confirm..<confirm + signWidth, errorColumn: signEnd + 1)
  }

  /// The column after the choices of field `index`, which stay there whatever error stands (D6).
  private func endOfChoices(_ index: Int) -> Int {
    let (field, text) = (form.fields[index].configuration, besidePlace.text)
    let row = field.input.kind.row(
      nil, field.placeholder, in: text.lowerBound..<layout.right - Layout.indent, appearance)
    guard let row, row.isWhole, let last = row.items.last else { return besidePlace.sign.upperBound }
    return max(text.upperBound, last.columns.upperBound)
  }

  /// The columns of the longest short error, with its icon. It depends only on whether a field has choices.
  private var longestShortError: Int {
    let fields = [true, false].compactMap { hasChoices in
      form.fields.first { ($0.configuration.input.choices != nil) == hasChoices }
    }
    return fields.reduce(0) { most, field in
      [FieldError.Cause.missing, .differs, .validation].reduce(most) {
        max($0, Layout.indent + columns(of: form.configuration.shortMessage(of: $1, in: field.configuration)))
      }
    }
  }

  private var showsLocks: Bool {
    rows == .bordered || (inline != nil || appearance.isFilled) && layout.width >= Self.besideWidth
  }

  var lockWidth: Int {
    appearance.glyphs.lock.isEmpty || !showsLocks ? 0 : columns(of: appearance.glyphs.lock) + 1
  }

  /// Whether the borders have room for the uncut labels and for some of the texts.
  private var bordersHaveRoom: Bool {
    layout.width >= Self.borderedWidth
      && form.fields.indices.allSatisfy {
        labelWidth($0) + confirmRoom(in: $0, gap: 2) + 6 <= layout.width
      }
  }

  /// The columns of the icon in a confirm field's edge, and of a `gap` beside it; 0 in other fields.
  private func confirmRoom(in index: Int, gap: Int = 0) -> Int {
    form.fields[index].matchingField == index ? signWidth + gap : 0
  }

  private var suggestionWidth: Int {
    max(columns(of: form.suggestionLabel(bits: nil)), columns(of: form.suggestionLabel(bits: 100)))
  }

  func labelWidth(_ index: Int) -> Int { columns(of: form.fields[index].configuration.label) }

  /// Whether the character count is in the label's line, as in borders and narrow blocks. Otherwise, or if there is no
  /// room for it, the count is behind the bars.
  private var isCounterBesideLabel: Bool {
    guard let index = newPasswordField, rows == .bordered || rows == .labelled && layout.isNarrow else {
      return false
    }
    let frame = rows == .bordered ? 6 : 0
    return labelWidth(index) + 2 + counterWidth + frame <= layout.width
  }

  private func placeBars() {
    guard let bars = layout.bars, let index = newPasswordField else { return }
    let count = StrengthBars.unlit.count
    let words =
      StrengthBars.unlit.map { columns(of: form.words(for: $0.level, least: .strongest)) }.max() ?? 0
    let gap = layout.isNarrow ? 2 : 3
    layout.barColumn = layout.left + Layout.indent
    let room = layout.right - layout.barColumn - (count - 1)
    var counter = isCounterBesideLabel ? 0 : counterWidth + 2
    func barWidth(_ hasWords: Bool) -> Int { (room - (hasWords ? gap + words : 0) - counter) / count }
    // The words say more than the count.
    if barWidth(true) < 2, counter > 0 { counter = 0 }
    let hasWords = barWidth(true) >= 2
    if !hasWords, !isCounterBesideLabel { counter = counterWidth + 2 }
    if barWidth(hasWords) < 1 { counter = 0 }
    layout.barWidth = min(10, max(1, barWidth(hasWords)))
    let end = layout.barColumn + count * (layout.barWidth + 1) - 1 + counter
    if hasWords { layout.words = end + gap }
    guard isCounterBesideLabel || counter > 0 else { return }
    let line = isCounterBesideLabel ? layout.fields[index].line : bars
    let counterEnd = isCounterBesideLabel ? layout.right - (rows == .bordered ? 3 : 0) : end
    layout.counter = Layout.Place(line: line, columns: counterEnd - counterWidth..<counterEnd)
  }

  /// Fixes title, buttons and key line, or as many of them as leave room for one field, or for two lines of a question.
  private func chooseFixedLines() {
    guard layout.overflow > 0 else { return }
    let needed = layout.fields.reduce(form.fields.isEmpty ? 2 : 1) { max($0, $1.end - $1.line) }
    let spare = layout.size.rows - needed
    let titleRows = min(1, layout.title.count)
    (layout.readingHead, layout.foot) =
      switch spare {
      case (titleRows + wholeErrorRows + buttonRows + 1)...: (titleRows, wholeErrorRows + buttonRows + 1)
      case (buttonRows + 1)... where form.fields.isEmpty: (0, buttonRows + 1)
      case 2...: (titleRows, 1)
      case 1: (0, 1)
      default: (0, 0)
      }
    layout.formHead = max(layout.readingHead, linesBeforeField)
  }
}

extension LayoutBuilder {
  /// How many lines of an uncut paragraph stay above the first field: as many as leave room for all below, or if that
  /// is none, for the largest field.
  private var linesBeforeField: Int {
    guard form.configuration.isTextWhole, let first = form.order.first.map({ layout.fields[$0] })
    else { return 0 }
    let end = layout.textLine + layout.text.count
    let room = layout.size.rows - layout.foot
    let all = room - (layout.height - layout.foot - end)
    let highest = layout.fields.reduce(first.end - layout.alertLine) { max($0, $1.end - $1.line) }
    return min(end, all > layout.readingHead ? all : room - highest)
  }
}

extension LayoutBuilder {
  /// The criteria side by side with short labels. If that saves a line, wide icons touch their labels and the panel
  /// starts at the left edge.
  private var shortPanel: [Layout.PanelItem] {
    var short = shortPanel(gap: 1, indent: Layout.indent)
    for indent in [Layout.indent, 0] where signWidth > 1 {
      let tight = shortPanel(gap: 0, indent: indent)
      if lines(of: tight) < lines(of: short) { short = tight }
    }
    return short
  }

  /// The groups of the policy in the panel. Without a new password there are none.
  private var groups: Range<Int> {
    newPasswordField == nil ? 0..<0 : form.configuration.policy.groups.indices
  }

  /// The order of groups in a condensed panel. Groups of one criterion come first, so that they do not look like part
  /// of another group.
  var condensedOrder: [Int] {
    func isSingle(_ number: Int) -> Bool { form.configuration.policy.groups[number].lines.count == 1 }
    return groups.filter { isSingle($0) } + groups.filter { !isSingle($0) }
  }

  /// The items of `text` from `line`, one per line.
  private func items(
    _ subject: Layout.PanelItem.Subject, _ text: String, line: Int, column: Int, sign: Int,
    emphasis: Range<Int> = 0..<0
  ) -> [Layout.PanelItem] {
    let parts = LineWrap.lines(text, columns: layout.right - column - sign, width: appearance.width)
    var first = 0
    return parts.enumerated().map { number, part in
      // The blank at a line break is in neither part.
      if number > 0, text.dropFirst(first).first == " " { first += 1 }
      let inPart = emphasis.clamped(to: first..<first + part.count)
      defer { first += part.count }
      return Layout.PanelItem(
        subject: subject, line: line + number, column: column, textColumn: column + sign,
        hasSign: number == 0, text: part, emphasis: inPart.lowerBound - first..<inPart.upperBound - first)
    }
  }

  /// Each criterion of the groups with these numbers, on lines of its own.
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

  /// The criteria with their whole labels, two in a row if both fit.
  private var pairedPanel: [Layout.PanelItem] {
    let policy = form.configuration.policy
    let all = wholePanel(condensedOrder)
    let starts = policy.places.filter { $0.all.count > 1 }.map(\.all.lowerBound)
    let middle = layout.left + Layout.indent + (layout.width - Layout.indent) / 2
    // Brackets set an item apart by themselves.
    let gap = signWidth > 2 ? 1 : 2
    /// The second column for items at `column`.
    func second(at column: Int) -> Int {
      gap
        + (all.filter { $0.column == column }.map { end(of: $0) }.filter { $0 + gap <= middle }.max()
          ?? middle)
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
        isOpen = isWhole && end(of: item) + gap <= second
      }
      paired.append(item)
    }
    return paired
  }

  /// The criteria side by side with short labels, the icon `gap` columns before the label. A group starts a new line if
  /// it does not fit into the rest of the current line.
  func shortPanel(gap: Int, indent: Int) -> [Layout.PanelItem] {
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

  /// Whether criterion `index` is shown. A narrow window omits the one that only says that spaces are welcome.
  func isShown(_ index: Int) -> Bool {
    let policy = form.configuration.policy
    return policy.isShown(index) && !(layout.isNarrow && policy.criteria[index].row.welcomesSpaces)
  }

  /// The aside that follows criterion `index`; `nil` if none does. In a condensed panel the aside's icon takes a column
  /// of the gap behind the aside.
  private func aside(of index: Int, isShort: Bool) -> Layout.PanelItem.Aside? {
    let criteria = form.configuration.policy.criteria
    guard index + 1 < criteria.count, criteria[index + 1].row.isAside, isShown(index + 1) else { return nil }
    let text = isShort ? criteria[index + 1].shortLabel : criteria[index + 1].label
    return Layout.PanelItem.Aside(
      criterion: index + 1, text: text, joint: isShort ? ", " : text.first == "（" ? "" : " ",
      gap: isShort && signWidth > 1 ? 0 : 1,
      room: columns(of: text) + 2 + (isShort ? max(0, signWidth - 2) : signWidth))
  }

  /// The column after an item and what may follow its text.
  private func end(of item: Layout.PanelItem) -> Int {
    var room = item.aside?.room ?? 0
    if case .criterion(let index) = item.subject { room += roomForDenied(index) }
    return item.textColumn + columns(of: item.text) + room
  }

  /// The columns kept free after the label of criterion `index`, to name a character of up to two columns that it does
  /// not allow.
  private func roomForDenied(_ index: Int) -> Int {
    guard form.configuration.policy.criteria[index].row.allowed != nil else { return 0 }
    let not = form.texts.notAllowed
    return columns(of: not.before) + 2 + columns(of: not.after)
  }
}
