import Testing
import Watchword
import WatchwordStrength

/// A delegate that writes down every question and every fact in the order in which they come, and refuses what it is
/// told to refuse. In the calls that tell, it asks what it is told to ask; that is written down as `wish`, what comes of
/// it, and `granted` or `not granted`.
///
/// A call is written as the number of its field, a dot and its name, as in `0.shouldBeginEditing`.
final class RecordingDelegate: FieldDelegate {
  /// The questions that are answered with no, as they are written down.
  var refusals: Set<String>
  /// What is refused in addition from a page on.
  var refusesFromPage: (page: Int, refusals: Set<String>)?
  /// What was written down since the start, and since each event.
  private(set) var pages: [[String]] = [[]]
  /// Whether each field was first responder when it was told or asked, beside each call of ``pages``.
  private(set) var focusSeen: [(call: String, isFirstResponder: Bool)] = []

  /// What is read of the form in each call.
  private(set) var readings: [Reading] = []
  /// What is asked of the form in a call that tells of something, by that call.
  var wishes: [String: [Wish]] = [:]

  struct Reading: Equatable {
    var call, text: String
    var strength: Level
  }

  enum Wish {
    case focus(Int)
    case end(force: Bool)
    case text(String, Int)
    case enabled(Bool, Int)
    case error(String?, Int)
  }

  init(refusing refusals: Set<String> = []) { self.refusals = refusals }

  /// Everything that was written down.
  var calls: [String] { Array(pages.joined()) }

  func turnPage() { pages.append([]) }

  private func record(_ call: String, of field: FormField, in form: borrowing some ShownForm) {
    pages[pages.count - 1].append("\(field.tag).\(call)")
    focusSeen.append(("\(field.tag).\(call)", field.isFirstResponder))
    let text = form.withText(of: field.tag) { String(copying: $0) }
    readings.append(Reading(call: "\(field.tag).\(call)", text: text, strength: form.strength))
    #expect(form.text(of: field.tag) == (field.configuration.isSecure ? nil : text))
  }

  private func ask(
    _ call: String, of field: FormField, detail: String = "", in form: borrowing some ShownForm
  ) -> Bool {
    record(call + detail, of: field, in: form)
    if let (page, late) = refusesFromPage, pages.count > page {
      return !late.contains("\(field.tag).\(call)")
    }
    return !refusals.contains("\(field.tag).\(call)")
  }

  private func tell(_ call: String, of field: FormField, in form: inout some ShownForm) {
    record(call, of: field, in: form)
    for wish in wishes["\(field.tag).\(call)"] ?? [] {
      pages[pages.count - 1].append("wish")
      let isGranted =
        switch wish {
        case .focus(let tag): form.becomeFirstResponder(tag)
        case .end(let force): form.endEditing(force: force)
        case .text(let text, let tag): form.setText(text, of: tag)
        case .enabled(let isEnabled, let tag): form.setEnabled(isEnabled, of: tag) == ()
        case .error(let message, let tag): form.setErrorMessage(message, of: tag) == ()
        }
      pages[pages.count - 1].append(isGranted ? "granted" : "not granted")
    }
  }

  func textFieldShouldBeginEditing(_ textField: FormField, in form: borrowing some ShownForm) -> Bool {
    ask("shouldBeginEditing", of: textField, in: form)
  }
  func textFieldDidBeginEditing(_ textField: FormField, in form: inout some ShownForm) {
    tell("didBeginEditing", of: textField, in: &form)
  }
  func textFieldShouldEndEditing(_ textField: FormField, in form: borrowing some ShownForm) -> Bool {
    ask("shouldEndEditing", of: textField, in: form)
  }
  func textFieldDidEndEditing(_ textField: FormField, reason: EndReason, in form: inout some ShownForm) {
    tell("didEndEditing(\(reason))", of: textField, in: &form)
  }
  func textFieldDidEndEditing(_ textField: FormField, in form: inout some ShownForm) {
    tell("didEndEditing", of: textField, in: &form)
  }
  func textField(
    _ textField: FormField, shouldChangeCharactersIn range: Range<Int>, replacement: UTF8Span,
    in form: borrowing some ShownForm
  ) -> Bool {
    ask("shouldChange", of: textField, detail: " \(range) \"\(String(copying: replacement))\"", in: form)
  }
  func textFieldDidChangeSelection(_ textField: FormField, in form: inout some ShownForm) {
    tell("didChangeSelection", of: textField, in: &form)
  }
  func textFieldShouldClear(_ textField: FormField, in form: borrowing some ShownForm) -> Bool {
    ask("shouldClear", of: textField, in: form)
  }
  func textFieldShouldReturn(_ textField: FormField, in form: borrowing some ShownForm) -> Bool {
    ask("shouldReturn", of: textField, in: form)
  }
  func textField(_ textField: FormField, didSend event: ControlEvent, in form: inout some ShownForm) {
    tell("\(event)", of: textField, in: &form)
  }
}
