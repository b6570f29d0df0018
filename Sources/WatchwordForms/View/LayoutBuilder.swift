import WatchwordMessages
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// What of a form is drawn, so that it fits its window (A13).
private struct Selection {
  var hasKeyLine = true
  var hasTitle = true
  var hasButton = true
  var hasBorders = true
  var hasCaption = true
  var hasPanel = true
  /// The rows kept for the error of each field.
  var errorRows: [Int]
  /// The rows kept for the error of the form.
  var formErrorRows = 0
  /// The blank lines and the row of the reason, given up before anything else.
  var spacers = 0
  /// Whether the window takes all of it.
  var isWhole = true
}

/// Works out where everything stands in a window.
struct LayoutBuilder {
  private let form: FormState
  private let window: Window
  private let appearance: Appearance
  private var layout: Layout

  /// Works out the layout of `form` in `window`.
  static func layout(of form: FormState, in window: Window, _ appearance: Appearance) -> Layout {
    var builder = LayoutBuilder(form, in: window, appearance)
    builder.build()
    return builder.layout
  }

  private init(_ form: FormState, in window: Window, _ appearance: Appearance) {
    self.form = form
    self.window = window
    self.appearance = appearance
    layout = Layout()
  }

  /// The rows for which room is found in the end, in this order: that of the reason, and the blank lines by which a form
  /// is set apart. As long as nothing is typed the reason sets the panel apart too.
  private enum Spacer: CaseIterable {
    case reason, belowTitle, belowPanel, aboveButton, aboveTitle, abovePanel
  }

  private mutating func build() {
    let columns = window.size.columns
    layout.width = columns < 30 ? columns : min(columns - 4, 74)
    layout.left = (columns - layout.width) / 2
    layout.panelColumns = layout.left + (layout.width < 40 ? 0 : 2)..<layout.left + layout.width
    layout.panel = panelLines(columns: layout.panelColumns.count)
    var selection = select()
    if !selection.isWhole, putPanelAtSide() { selection = select() }
    layout.hasKeyLine = selection.hasKeyLine
    layout.rows = max(0, window.size.rows - (selection.hasKeyLine ? 1 : 0))
    place(selection)
    placeBars()
    layout.top = top
  }

  private func select() -> Selection {
    let reserved = form.fields.indices.map(reservedErrorRows)
    var selection = Selection(errorRows: reserved, formErrorRows: form.hasVerifier ? 1 : 0)
    func height() -> Int {
      let boxes = form.fields.count * (selection.hasBorders ? 3 : 1)
      let bars = hasJudgedField ? 1 : 0
      let panel =
        layout.panel.count - (layout.hasPanelAtSide ? min(layout.panel.count, rowsAtPanel(selection)) : 0)
      let optional =
        (selection.hasKeyLine ? 1 : 0) + (selection.hasTitle ? 1 : 0) + (selection.hasButton ? 1 : 0)
        + (selection.hasCaption && hasJudgedField ? 1 : 0) + (selection.hasPanel ? panel : 0)
      return boxes + bars + optional + selection.errorRows.reduce(selection.formErrorRows, +)
    }
    func fits() -> Bool { height() <= window.size.rows }
    selection.isWhole = fits()
    if case .reading = window.page {
      if form.hasVerifier { selection.formErrorRows = max(1, neededFormErrorRows) }
      return selection
    }
    if !fits() { selection.errorRows = form.fields.map { _ in 1 } }
    if !fits() { selection.hasKeyLine = false }
    if !fits() { selection.hasTitle = false }
    // Without a row of its own the error of the form stands under the field that has the focus.
    if !fits(), form.layoutFocus != .button { (selection.formErrorRows, selection.hasButton) = (0, false) }
    if !fits() { selection.hasBorders = false }
    if !fits() { selection.hasCaption = false }
    if !fits() { selection.hasPanel = false }
    // The rows that an error may need are kept before blank lines are, so that nothing moves when one comes.
    for index in form.fields.indices {
      selection.errorRows[index] += max(
        0, min(reserved[index] - selection.errorRows[index], window.size.rows - height()))
    }
    for index in form.fields.indices {
      let text = form.errorText(of: index, hasFormError: selection.formErrorRows > 0)
      let needed = appearance.lines(of: text, columns: layout.width).count
      selection.errorRows[index] += max(
        0, min(needed - selection.errorRows[index], window.size.rows - height()))
    }
    if selection.formErrorRows > 0 {
      let further = neededFormErrorRows - selection.formErrorRows
      selection.formErrorRows += max(0, min(further, window.size.rows - height()))
    }
    selection.spacers = max(0, window.size.rows - height())
    return selection
  }

  private var neededFormErrorRows: Int { appearance.lines(of: form.error, columns: layout.width).count }

  private mutating func place(_ selection: Selection) {
    var line = 0
    let spacers = Spacer.allCases.dropFirst(hasJudgedField ? 0 : 1).prefix(selection.spacers)
    func space(_ spacer: Spacer) { if spacers.contains(spacer) { line += 1 } }
    if selection.hasTitle {
      space(.aboveTitle)
      layout.title = line
      line += 1
      space(.belowTitle)
    }
    var panelEnd = 0
    for index in form.fields.indices {
      let isJudgedByPolicy = index == form.judgedField
      if isJudgedByPolicy, selection.hasCaption {
        layout.caption = line
        line += 1
      }
      var place = fieldPlace(index, line: line, hasBorder: selection.hasBorders)
      line += selection.hasBorders ? 3 : 1
      if isJudgedByPolicy {
        layout.bars = line
        line += 1
        layout.reason = line
        space(.reason)
      }
      place.error = line..<line + selection.errorRows[index]
      line += selection.errorRows[index]
      layout.fields.append(place)
      guard isJudgedByPolicy, selection.hasPanel, !layout.panel.isEmpty else { continue }
      if layout.hasPanelAtSide {
        layout.panelTop = place.textLine
        panelEnd = place.textLine + layout.panel.count
      } else {
        space(.abovePanel)
        layout.panelTop = line
        line += layout.panel.count
        space(.belowPanel)
      }
    }
    line = max(line, panelEnd)
    if selection.hasButton { space(.aboveButton) }
    layout.formError = line..<line + selection.formErrorRows
    line += selection.formErrorRows
    if selection.hasButton {
      let columns = appearance.width.columns(of: form.configuration.button) + 4
      let start = max(
        0,
        layout.hasPanelAtSide
          ? layout.left + (layout.width - columns) / 2 : (window.size.columns - columns) / 2)
      layout.button = (line, start..<min(window.size.columns, start + columns))
      line += 1
    }
    layout.height = line
  }

  /// The rows beside a panel at the side, from the text of the field that it judges to the end of the last field.
  private func rowsAtPanel(_ selection: Selection) -> Int {
    let box = selection.hasBorders ? 3 : 1
    let first = form.judgedField ?? form.fields.endIndex
    return selection.errorRows[first...].reduce(selection.hasBorders ? 0 : 1) { $0 + box + $1 }
  }

  /// Puts the panel beside the fields; answers `false` where that is not asked for, or the window is too narrow.
  private mutating func putPanelAtSide() -> Bool {
    guard form.configuration.allowsPanelAtSide, !layout.panel.isEmpty else { return false }
    let labels = form.configuration.policy.criteria.reduce(0) {
      max($0, appearance.width.columns(of: $1.label))
    }
    let panel = appearance.width.columns(of: appearance.glyphs.met) + 1 + labels
    let width = layout.width - panel - 2
    guard width >= 34 else { return false }
    layout.panelColumns = layout.left + layout.width - panel..<layout.left + layout.width
    layout.width = width
    layout.hasPanelAtSide = true
    layout.panel = panelLines(columns: panel)
    return true
  }

  private func fieldPlace(_ index: Int, line: Int, hasBorder: Bool) -> Layout.Field {
    let inset = hasBorder ? 2 : 0
    let right = layout.left + layout.width - inset
    let lock = appearance.width.columns(of: appearance.glyphs.lock)
    let start = layout.left + (hasBorder ? inset : 1) + lock + 1
    var place = right..<right
    if form.fields[index].sign != nil {
      let sign = appearance.glyphs.sign(
        of: form.fields[index], isShort: layout.hasShortSigns, form.configuration.catalogue.form)
      let columns = appearance.width.columns(of: sign)
      // In a window too small to work in the sign would stand on the lock.
      if right - columns > start { place = right - columns..<right }
    }
    let end = place.isEmpty ? right : place.lowerBound - 1
    return Layout.Field(
      line: line, hasBorder: hasBorder, text: start..<max(start + 1, end), sign: place, error: line..<line)
  }

  private mutating func placeBars() {
    let texts = form.configuration.catalogue.strength
    let bars = Level.allCases.count
    let words = Level.allCases.map { appearance.width.columns(of: texts.levels[$0.rawValue]) }.max() ?? 0
    let counter = appearance.width.columns(of: form.counterText(for: SecretText.defaultCapacity))
    let width = layout.width
    func barWidth(beside columns: Int) -> Int { min(12, (width - columns - (bars - 1)) / bars) }
    if case let bar = barWidth(beside: 3 + words + 2 + counter), bar >= 3 {
      (layout.barWidth, layout.hasWords, layout.hasCounter) = (bar, true, true)
    } else if case let bar = barWidth(beside: 2 + words), bar >= 2 {
      (layout.barWidth, layout.hasWords, layout.hasCounter) = (bar, true, false)
    } else {
      (layout.barWidth, layout.hasWords, layout.hasCounter) = (
        max(1, barWidth(beside: 1 + counter)), false, true
      )
    }
  }

  /// Centred where all fits; else scrolled so that what has the focus is in the window.
  private var top: Int {
    let overflow = layout.height - layout.rows
    if case .reading(let top) = window.page { return -max(0, min(top, overflow)) }
    guard overflow > 0 else { return -overflow / 2 }
    let focus: Int
    switch form.layoutFocus {
    case .field(let index): focus = layout.fields[index].textLine
    case .button: focus = layout.button?.line ?? 0
    case .form: focus = 0
    }
    return -max(0, min(focus - layout.rows / 2, overflow))
  }

  private var hasJudgedField: Bool { form.judgedField != nil }

  /// The lines of the panel in so many columns.
  private func panelLines(columns: Int) -> [Layout.PanelLine] {
    guard hasJudgedField else { return [] }
    let policy = form.configuration.policy
    let sign = appearance.width.columns(of: appearance.glyphs.met) + 1
    var lines: [Layout.PanelLine] = []
    for (index, criterion) in policy.criteria.enumerated() {
      if let group = policy.group, index == group.members.lowerBound {
        lines += headingLines(group.heading, columns: columns - sign)
      }
      let wrapped = LineWrap.lines(criterion.label, columns: columns - sign, width: appearance.width)
      lines += wrapped.enumerated().map {
        Layout.PanelLine(criterion: $0 == 0 ? index : nil, text: $1)
      }
    }
    return lines
  }

  private func headingLines(_ heading: Catalogue.Sentence, columns: Int) -> [Layout.PanelLine] {
    let emphasis = heading.before.count..<heading.before.count + heading.emphasis.count
    var rest = heading.text[...]
    var start = 0
    return LineWrap.lines(heading.text, columns: columns, width: appearance.width).map { text in
      let count = text.count
      let part = emphasis.clamped(to: start..<start + count)
      defer {
        rest = rest.dropFirst(count)
        start += count
        if rest.first == " " {
          rest = rest.dropFirst()
          start += 1
        }
      }
      return Layout.PanelLine(
        isHeading: true, text: text, emphasis: part.lowerBound - start..<part.upperBound - start)
    }
  }

  /// The most rows that an error of field `index` can need: kept free, so that nothing jumps.
  private func reservedErrorRows(for index: Int) -> Int {
    form.configuration.messages(of: form.fields[index].configuration).reduce(1) {
      max($0, LineWrap.lines($1, columns: layout.width, width: appearance.width).count)
    }
  }
}
