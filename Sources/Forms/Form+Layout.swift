import Messages
import Screen
import Strength

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

extension Form {
  /// The rows for which room is found in the end, in this order: that of the reason, and the blank lines by which a form
  /// is set apart. As long as nothing is typed the reason sets the panel apart too.
  private enum Spacer: CaseIterable {
    case reason, belowTitle, belowPanel, aboveButton, aboveTitle, abovePanel
  }

  /// Where everything stands in the window.
  func layout(_ appearance: Appearance) -> Layout {
    var layout = Layout(size: size)
    layout.width = size.columns < 30 ? size.columns : min(size.columns - 4, 74)
    layout.left = (size.columns - layout.width) / 2
    layout.panelColumns = layout.left + (layout.width < 40 ? 0 : 2)..<layout.left + layout.width
    layout.panel = panelLines(appearance, columns: layout.panelColumns.count)
    var selection = select(layout, appearance)
    if !selection.isWhole, let beside = withPanelAtSide(layout, appearance) {
      layout = beside
      selection = select(layout, appearance)
    }
    layout.hasKeyLine = selection.hasKeyLine
    layout.rows = max(0, size.rows - (selection.hasKeyLine ? 1 : 0))
    place(selection, in: &layout, appearance)
    placeBars(in: &layout, appearance)
    layout.top = top(of: layout)
    return layout
  }

  private func select(_ layout: Layout, _ appearance: Appearance) -> Selection {
    let reserved = fields.indices.map { reservedErrorRows(for: $0, columns: layout.width, appearance) }
    var selection = Selection(errorRows: reserved, formErrorRows: hasCheck ? 1 : 0)
    func height() -> Int {
      let boxes = fields.count * (selection.hasBorders ? 3 : 1)
      let bars = hasPolicyField ? 1 : 0
      let panel =
        layout.panel.count - (layout.hasPanelAtSide ? min(layout.panel.count, rowsAtPanel(selection)) : 0)
      let optional =
        (selection.hasKeyLine ? 1 : 0) + (selection.hasTitle ? 1 : 0) + (selection.hasButton ? 1 : 0)
        + (selection.hasCaption && hasPolicyField ? 1 : 0) + (selection.hasPanel ? panel : 0)
      return boxes + bars + optional + selection.errorRows.reduce(selection.formErrorRows, +)
    }
    func fits() -> Bool { height() <= size.rows }
    selection.isWhole = fits()
    if case .reading = page {
      if hasCheck { selection.formErrorRows = max(1, neededFormErrorRows(layout, appearance)) }
      return selection
    }
    if !fits() { selection.errorRows = fields.map { _ in 1 } }
    if !fits() { selection.hasKeyLine = false }
    if !fits() { selection.hasTitle = false }
    // Without a row of its own the error of the form stands under the field that has the focus.
    if !fits(), layoutFocus != .button { (selection.formErrorRows, selection.hasButton) = (0, false) }
    if !fits() { selection.hasBorders = false }
    if !fits() { selection.hasCaption = false }
    if !fits() { selection.hasPanel = false }
    // The rows that an error may need are kept before blank lines are, so that nothing moves when one comes.
    for index in fields.indices {
      selection.errorRows[index] += max(
        0, min(reserved[index] - selection.errorRows[index], size.rows - height()))
    }
    for index in fields.indices {
      let needed = errorLines(
        of: index, columns: layout.width, rows: .max, hasFormError: selection.formErrorRows > 0, appearance
      ).count
      selection.errorRows[index] += max(0, min(needed - selection.errorRows[index], size.rows - height()))
    }
    if selection.formErrorRows > 0 {
      let further = neededFormErrorRows(layout, appearance) - selection.formErrorRows
      selection.formErrorRows += max(0, min(further, size.rows - height()))
    }
    selection.spacers = max(0, size.rows - height())
    return selection
  }

  private func neededFormErrorRows(_ layout: Layout, _ appearance: Appearance) -> Int {
    formErrorLines(columns: layout.width, rows: .max, appearance).count
  }

  private func place(_ selection: Selection, in layout: inout Layout, _ appearance: Appearance) {
    var line = 0
    let spacers = Spacer.allCases.dropFirst(hasPolicyField ? 0 : 1).prefix(selection.spacers)
    func space(_ spacer: Spacer) { if spacers.contains(spacer) { line += 1 } }
    if selection.hasTitle {
      space(.aboveTitle)
      layout.title = line
      line += 1
      space(.belowTitle)
    }
    var panelEnd = 0
    for (index, field) in fields.enumerated() {
      let isJudgedByPolicy = field.configuration.judgement == .policy
      if isJudgedByPolicy, selection.hasCaption {
        layout.caption = line
        line += 1
      }
      var place = fieldPlace(index, line: line, hasBorder: selection.hasBorders, in: layout, appearance)
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
      let columns = appearance.width.columns(of: configuration.button) + 4
      let start = max(
        0, layout.hasPanelAtSide ? layout.left + (layout.width - columns) / 2 : (size.columns - columns) / 2)
      layout.button = (line, start..<min(size.columns, start + columns))
      line += 1
    }
    layout.height = line
  }

  /// The rows beside a panel at the side, from the text of the field that it judges to the end of the last field.
  private func rowsAtPanel(_ selection: Selection) -> Int {
    let box = selection.hasBorders ? 3 : 1
    let first = judgedField ?? fields.endIndex
    return selection.errorRows[first...].reduce(selection.hasBorders ? 0 : 1) { $0 + box + $1 }
  }

  /// The layout with the panel beside the fields; `nil` where that is not asked for, or the window is too narrow.
  private func withPanelAtSide(_ below: Layout, _ appearance: Appearance) -> Layout? {
    guard configuration.allowsPanelAtSide, !below.panel.isEmpty else { return nil }
    var layout = below
    let labels = configuration.policy.criteria.reduce(0) {
      max($0, appearance.width.columns(of: $1.label))
    }
    let panel = appearance.width.columns(of: appearance.glyphs.met) + 1 + labels
    layout.width = below.width - panel - 2
    guard layout.width >= 34 else { return nil }
    layout.hasPanelAtSide = true
    layout.panelColumns = below.left + below.width - panel..<below.left + below.width
    layout.panel = panelLines(appearance, columns: panel)
    return layout
  }

  private func fieldPlace(
    _ index: Int, line: Int, hasBorder: Bool, in layout: Layout, _ appearance: Appearance
  ) -> Layout.Field {
    let inset = hasBorder ? 2 : 0
    let right = layout.left + layout.width - inset
    let lock = appearance.width.columns(of: appearance.glyphs.lock)
    let start = layout.left + (hasBorder ? inset : 1) + lock + 1
    var sign = right..<right
    if fields[index].sign != nil {
      let columns = appearance.width.columns(of: signText(of: index, layout.width, appearance.glyphs))
      // In a window too small to work in the sign would stand on the lock.
      if right - columns > start { sign = right - columns..<right }
    }
    let end = sign.isEmpty ? right : sign.lowerBound - 1
    return Layout.Field(
      line: line, hasBorder: hasBorder, text: start..<max(start + 1, end), sign: sign, error: line..<line)
  }

  /// The sign of field `index`, with the word of what pressing does where there is room for it.
  func signText(of index: Int, _ width: Int, _ glyphs: GlyphSet) -> String {
    if fields[index].sign == .clear { return width < 34 ? glyphs.clearShort : glyphs.clear }
    return switch (fields[index].isShown, width < 34) {
    case (false, false): glyphs.masked
    case (true, false): glyphs.shown
    case (false, true): glyphs.maskedShort
    case (true, true): glyphs.shownShort
    }
  }

  private func placeBars(in layout: inout Layout, _ appearance: Appearance) {
    let texts = configuration.catalogue.strength
    let words = [texts.weak, texts.medium, texts.strong].map { appearance.width.columns(of: $0) }.max() ?? 0
    let counter = appearance.width.columns(of: counterText(for: 4096))
    func barWidth(beside columns: Int) -> Int { min(12, (layout.width - columns - 2) / 3) }
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

  /// How many characters there are, and how many there may be.
  func counterText(for count: Int) -> String {
    guard let maximum = configuration.policy.maximumCount else { return "\(count)" }
    return "\(count) \(configuration.catalogue.strength.of) \(maximum)"
  }

  /// Centred where all fits; else scrolled so that what has the focus is in the window.
  private func top(of layout: Layout) -> Int {
    let overflow = layout.height - layout.rows
    if case .reading(let top) = page { return -max(0, min(top, overflow)) }
    guard overflow > 0 else { return -overflow / 2 }
    let focus: Int
    switch layoutFocus {
    case .field(let index): focus = layout.fields[index].textLine
    case .button: focus = layout.button?.line ?? 0
    case .form, .screen, .application: focus = 0
    }
    return -max(0, min(focus - layout.rows / 2, overflow))
  }

  var hasPolicyField: Bool { judgedField != nil }
}
