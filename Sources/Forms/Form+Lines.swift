import Messages
import Screen
import Strength

/// The texts of a form, broken into lines.
extension Form {
  /// The lines of the panel in so many columns.
  func panelLines(_ appearance: Appearance, columns: Int) -> [Layout.PanelLine] {
    guard hasPolicyField else { return [] }
    let policy = configuration.policy
    let sign = appearance.width.columns(of: appearance.glyphs.met) + 1
    var lines: [Layout.PanelLine] = []
    for (index, criterion) in policy.criteria.enumerated() {
      if let group = policy.group, index == group.members.lowerBound {
        lines += headingLines(group.heading, columns: columns, appearance)
      }
      let wrapped = LineWrap.lines(criterion.label, columns: columns - sign, width: appearance.width)
      lines += wrapped.enumerated().map {
        Layout.PanelLine(criterion: $0 == 0 ? index : nil, text: $1)
      }
    }
    return lines
  }

  private func headingLines(
    _ heading: Catalogue.Sentence, columns: Int, _ appearance: Appearance
  ) -> [Layout.PanelLine] {
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

  /// The lines of the notice or error under field `index`: where it has none, and the form `hasFormError` lines of its
  /// own not, the error of the form under the field that has the focus.
  func errorLines(
    of index: Int, columns: Int, rows: Int, hasFormError: Bool, _ appearance: Appearance
  ) -> [String] {
    let text = errorText(of: index, hasFormError: hasFormError)
    return errorLines(text, columns: columns, rows: rows, appearance)
  }

  /// The notice or error under field `index`.
  func errorText(of index: Int, hasFormError: Bool) -> String? {
    if let notice, noticeField == index { return notice }
    let error = fields[index].error?.message
    return focusedField == index ? error ?? (hasFormError ? nil : self.error) : error
  }

  /// The field under which a notice stands: where none has the focus, the last one.
  var noticeField: Int? { focusedField ?? fields.indices.last }

  /// The lines of the error of the form.
  func formErrorLines(columns: Int, rows: Int, _ appearance: Appearance) -> [String] {
    errorLines(error, columns: columns, rows: rows, appearance)
  }

  private func errorLines(_ text: String?, columns: Int, rows: Int, _ appearance: Appearance) -> [String] {
    guard let text else { return [] }
    return LineWrap.lines(
      appearance.glyphs.spelled(text), columns: columns, rows: rows, ellipsis: appearance.glyphs.ellipsis,
      width: appearance.width)
  }

  /// The most rows that an error of field `index` can need: kept free, so that nothing jumps.
  func reservedErrorRows(for index: Int, columns: Int, _ appearance: Appearance) -> Int {
    let catalogue = configuration.catalogue
    let field = fields[index].configuration
    let texts =
      switch field.judgement {
      case .none: field.validation.map(configuration.messages) ?? []
      case .policy: configuration.policy.rules.map(\.message)
      case .equality: [catalogue.form.confirmEmpty, catalogue.form.confirmDiffers]
      }
    return texts.reduce(1) {
      max($0, LineWrap.lines($1, columns: columns, width: appearance.width).count)
    }
  }
}
