import WatchwordBase
import WatchwordScreen

/// Arranges a form in rows of the main screen, between what was printed and the end of the window.
extension LayoutBuilder {
  enum Inline: CaseIterable {
    /// Labels above the texts, and a panel of several rows.
    case roomy
    /// One row for each field, and one for its bars, its reason or error, and its panel.
    case compact
  }

  /// The least window of an inline form.
  private static let least = Size(columns: 20, rows: 6)
  /// The least width for labels above the texts.
  private static let roomyWidth = 60
  /// With so many rows, a roomy form gets no empty ones.
  private static let roomyRows = 14
  /// The widest inline form, in columns.
  static let maximumInlineWidth = 72
  /// The least columns of a text behind its label.
  static let leastTextColumns = 8
  /// The least columns of a text behind its label that are left for the whole words of short errors.
  static let leastInlineTextColumns = 13
  /// The longest prompt before a text. The text below a longer one has at least ``promptedColumns`` or the whole row.
  private static let longestPrompt = 30
  private static let promptedColumns = 24

  /// The roomiest layout that takes no more than two thirds of a window of `size`; `nil` if there is none.
  static func inlineLayout(of form: FormState, in size: Size, _ appearance: Appearance) -> Layout? {
    guard size.rows >= least.rows, size.columns >= least.columns else { return nil }
    // What stands above a form that belongs to it needs the room.
    let isRoomy =
      form.newPasswordField != nil && size.rows >= usualRows && size.columns >= roomyWidth
      && form.configuration.asker == nil
    for inline in isRoomy ? Inline.allCases : [.compact] {
      let layout = LayoutBuilder(form, in: size, appearance, inline).layout
      if layout.size.rows * 3 <= size.rows * 2 { return layout }
    }
    return nil
  }

  func placeInline(_ inline: Inline) {
    rows = inline == .roomy ? .labelled : .beside
    chooseCaption()
    errorRows = form.fields.indices.map { index in
      if index == newPasswordField { return inline == .roomy ? 2 : 1 }
      return hasErrorBehind(index) ? 0 : 1
    }
    // Without a judged field, what has no room behind a text is said in a row of its own.
    wholeErrorRows = newPasswordField == nil && form.fields.count > 1 ? 1 : 0
    // Enter presses the first button unseen, but nothing presses a second one.
    if inline == .compact, !form.fields.isEmpty, form.configuration.secondaryButton == nil { buttonRows = 0 }
    panel = inline == .roomy ? shortPanel(gap: 1, indent: Layout.indent) : flatPanel
    var free = inline == .roomy ? Self.roomyRows - (layout.size.rows - spare) : 0
    add(.belowPanel, to: &free)
    add(.aboveKeys, to: &free)
    place()
    placeEdges()
    layout.size.rows = layout.height
    layout.top = 0
  }

  /// Whether the error of field `index` stands in the row of its text.
  func hasErrorBehind(_ index: Int) -> Bool {
    rows == .beside && index != newPasswordField && (inline == nil || form.fields.count > 1)
  }

  /// The most columns of a label before a text. That of a single field leaves a few to the text.
  var mostLabelColumns: Int {
    guard inline != nil, form.fields.count == 1 else {
      guard layout.isNarrow, !form.fields.isEmpty else { return layout.width / 3 }
      return max(1, min(layout.width * 4 / 9, room(behind: signWidth + 1) - Self.leastTextColumns))
    }
    // The name of a command can be long, and stands above as well.
    let most = form.configuration.asker != nil ? layout.width / 2 : .max
    return max(1, min(room(behind: 0) - Self.leastTextColumns, most))
  }

  /// The columns of the text of a single field behind a label of `columns` columns.
  private func room(behind columns: Int) -> Int {
    let sign = appearance.signWidth(of: 0, in: form, isKeyed: false)
    return layout.width - 2 * Layout.indent - (sign == 0 ? 0 : sign + 1) - columns
  }

  /// A short title of the caller's, or a short paragraph, stands in place of the label of a single field. Otherwise the
  /// title has a row only if it is the caller's.
  private func chooseCaption() {
    let leavesText = form.configuration.asker != nil && !form.fields.isEmpty
    textRows = leavesText ? 0 : form.configuration.isTextWhole ? text.count : textShare
    let hasOwnTitle = form.configuration.title?.isEmpty == false
    titleRows = hasOwnTitle ? 1 : 0
    guard form.fields.count == 1, rows == .beside else { return }
    let words = text.first?.withoutColon ?? ""
    let hasPrompt = form.configuration.isTextWhole && form.configuration.textLabelsField && !text.isEmpty
    if !hasOwnTitle, hasPrompt, text.count == 1,
      columns(of: words) <= min(Self.longestPrompt, mostLabelColumns)
    {
      (layout.caption, textRows) = (words, 0)
    } else if hasOwnTitle, form.fields[0].configuration.hasUsualLabel,
      columns(of: form.configuration.shownTitle) <= Self.longestPrompt || form.configuration.asker != nil
    {
      (layout.caption, titleRows) = (form.configuration.shownTitle, 0)
    } else if hasOwnTitle || hasPrompt, room(behind: labelWidth(0) + lockWidth) < Self.promptedColumns {
      layout.caption = ""
    }
  }

  /// The criteria side by side with short labels. If these take several rows, those that fit into one, if any.
  private var flatPanel: [Layout.PanelItem] {
    let short = shortPanel(gap: 1, indent: Layout.indent)
    guard lines(of: short) > 1 else { return short }
    return flatPanel(gap: 1) ?? flatPanel(gap: 0) ?? short
  }

  /// The criteria in one row, without headings and asides, each icon `gap` columns before its label; `nil` if too long.
  private func flatPanel(gap: Int) -> [Layout.PanelItem]? {
    let policy = form.configuration.policy
    var (flat, column): ([Layout.PanelItem], Int) = ([], layout.left + Layout.indent)
    for index in condensedOrder.flatMap({ policy.places[$0].all })
    where isShown(index) && !policy.criteria[index].row.isAside {
      let (text, start) = (policy.criteria[index].shortLabel, column + signWidth + gap)
      flat.append(
        Layout.PanelItem(
          subject: .criterion(index), line: 0, column: column, textColumn: start, hasSign: true, text: text))
      column = start + columns(of: text) + 1
    }
    return column - 1 <= layout.right ? flat : nil
  }

  private func placeEdges() {
    let panelEnd = (layout.panel.map(\.line).max() ?? 0) + 1
    for index in form.order {
      let field = layout.fields[index]
      let end =
        index == newPasswordField ? max(field.end, panelEnd) : rows == .beside ? field.line + 1 : field.end
      layout.fields[index].edge = field.line..<end
    }
  }
}
