import WatchwordForms

/// A delegate that writes down every question and every fact in the order in which they come, and refuses what it is
/// told to refuse.
///
/// A call is written as the number of its field, a dot and its name, as in `0.shouldBeginEditing`.
final class RecordingDelegate: TextFieldDelegate {
  /// The questions that are answered with no, as they are written down.
  var refusals: Set<String>
  /// What is refused in addition from a page on.
  var refusesFromPage: (page: Int, refusals: Set<String>)?
  /// What was written down since the start, and since each event.
  private(set) var pages: [[String]] = [[]]
  /// Whether each field was first responder when it was told or asked, beside each call of ``pages``.
  private(set) var focusSeen: [(call: String, isFirstResponder: Bool)] = []

  init(refusing refusals: Set<String> = []) { self.refusals = refusals }

  /// Everything that was written down.
  var calls: [String] { Array(pages.joined()) }

  func turnPage() { pages.append([]) }

  private func record(_ call: String, of field: TextField) {
    pages[pages.count - 1].append("\(field.tag).\(call)")
    focusSeen.append(("\(field.tag).\(call)", field.isFirstResponder))
  }

  private func ask(_ call: String, of field: TextField, detail: String = "") -> Bool {
    record(call + detail, of: field)
    if let (page, late) = refusesFromPage, pages.count > page {
      return !late.contains("\(field.tag).\(call)")
    }
    return !refusals.contains("\(field.tag).\(call)")
  }

  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool {
    ask("shouldBeginEditing", of: textField)
  }
  func textFieldDidBeginEditing(_ textField: TextField) { record("didBeginEditing", of: textField) }
  func textFieldShouldEndEditing(_ textField: TextField) -> Bool { ask("shouldEndEditing", of: textField) }
  func textFieldDidEndEditing(_ textField: TextField, reason: EndReason) {
    record("didEndEditing(\(reason))", of: textField)
  }
  func textFieldDidEndEditing(_ textField: TextField) { record("didEndEditing", of: textField) }
  func textField(
    _ textField: TextField, shouldChangeCharactersIn range: Range<Int>, replacement: UTF8Span
  ) -> Bool {
    ask("shouldChange", of: textField, detail: " \(range) \"\(String(copying: replacement))\"")
  }
  func textFieldDidChangeSelection(_ textField: TextField) { record("didChangeSelection", of: textField) }
  func textFieldShouldClear(_ textField: TextField) -> Bool { ask("shouldClear", of: textField) }
  func textFieldShouldReturn(_ textField: TextField) -> Bool { ask("shouldReturn", of: textField) }
  func textField(_ textField: TextField, didSend event: ControlEvent) { record("\(event)", of: textField) }
}
