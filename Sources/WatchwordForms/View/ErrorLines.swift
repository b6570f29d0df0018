import WatchwordMessages
import WatchwordScreen
import WatchwordStrength

extension FormState {
  /// The notice or error under field `index`. The error of the form stands there too where the field has the focus and
  /// the form has no line of its own for it (`hasFormError`).
  func errorText(of index: Int, hasFormError: Bool) -> String? {
    if let notice, noticeField == index { return notice }
    let error = fields[index].error?.message
    return focusedField == index ? error ?? (hasFormError ? nil : self.error) : error
  }

  /// The field under which a notice stands: where none has the focus, the last one.
  var noticeField: Int? { focusedField ?? fields.indices.last }

  /// What the layout is made around: while the verifier runs, what had the focus before, so that nothing moves.
  var layoutFocus: Responder { submission == .open ? firstResponder : submitter }

  /// How many characters there are, and how many there may be.
  func counterText(for count: Int) -> String {
    guard let maximum = configuration.policy.maximumCount else { return "\(count)" }
    return "\(count) \(configuration.catalogue.strength.of) \(maximum)"
  }
}

extension Appearance {
  /// The lines of an error or notice, at most `rows`; none of `nil`.
  func lines(of text: String?, columns: Int, rows: Int = .max) -> [String] {
    guard let text else { return [] }
    return LineWrap.lines(
      glyphs.spelled(text), columns: columns, rows: rows, ellipsis: glyphs.ellipsis, width: width)
  }
}

extension GlyphSet {
  /// `text` with this ellipsis in the place of that which a verifier's message and the catalogue have.
  func spelled(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return text.reduce(into: "") { spelled, character in
      if character == "…" { spelled += ellipsis } else { spelled.append(character) }
    }
  }
}
