import Testing
import WatchwordStrength

@testable import Watchword

/// A delegate that notes every question and fact in order, and refuses what the test says. In the calls that tell, it
/// asks for what the test says: that is noted as `wish`, the calls it causes, and `granted` or `not granted`.
///
/// A call is noted as the number of its field, a dot and its name: `0.shouldBeginEditing`.
final class RecordingDelegate: TextFieldDelegate {
  /// The questions answered with no, as they are noted.
  var refusals: Set<String>
  /// What else is refused, from a page on.
  var refusesFromPage: (page: Int, refusals: Set<String>)?
  /// The questions answered with no, each with a reason and a text.
  var reasons: [String: (reason: String?, text: String?)] = [:]
  /// Where the focus goes, by the question of Return.
  var moves: [String: Int] = [:]
  /// The notes, by event; the first page is the start.
  private(set) var pages: [[String]] = [[]]
  /// Whether each field was first responder when it was asked or told, for each call of ``pages``.
  private(set) var focusSeen: [(call: String, isFirstResponder: Bool)] = []

  /// How many calls came before each formWillBegin.
  private(set) var begins: [Int] = []
  /// What each call reads of the form.
  private(set) var readings: [Reading] = []
  /// What is asked of the form in a call that tells something, by that call.
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
    case hidden(Bool, Int)
    case error(String?, Int)
  }

  init(refusing refusals: Set<String> = []) { self.refusals = refusals }

  /// All notes.
  var calls: [String] { Array(pages.joined()) }

  func turnPage() { pages.append([]) }

  private func record(_ call: String, of field: borrowing TextField, in form: borrowing RunningForm) {
    pages[pages.count - 1].append("\(field.tag).\(call)")
    focusSeen.append(("\(field.tag).\(call)", field.isFirstResponder))
    let text = form.base.secrets.withText(of: field.tag) { String(copying: $0) }
    readings.append(Reading(call: "\(field.tag).\(call)", text: text, strength: form.base.state.level))
    #expect(form.base.text(of: field.tag) == (field.isSecure ? nil : text))
  }

  private func ask(
    _ call: String, of field: borrowing TextField, detail: String = "", in form: borrowing RunningForm
  ) -> Bool {
    record(call + detail, of: field, in: form)
    if let (page, late) = refusesFromPage, pages.count > page {
      return !late.contains("\(field.tag).\(call)")
    }
    if let no = reasons["\(field.tag).\(call)"] { return form.refuse(no.reason, settingText: no.text) }
    if let tag = moves["\(field.tag).\(call)"] { form.moveFocus(to: form.base.fields.names[tag]) }
    return !refusals.contains("\(field.tag).\(call)")
  }

  private func tell(_ call: String, of field: borrowing TextField, in form: inout RunningForm) {
    record(call, of: field, in: form)
    for wish in wishes["\(field.tag).\(call)"] ?? [] {
      pages[pages.count - 1].append("wish")
      let isGranted =
        switch wish {
        case .focus(let tag): form.base.becomeFirstResponder(tag)
        case .end(let force): form.base.endEditing(force: force)
        case .text(let text, let tag): form.base.setText(text, of: tag)
        case .enabled(let isEnabled, let tag): form.base.setEnabled(isEnabled, of: tag) == ()
        case .hidden(let isHidden, let tag):
          form.base.setVisibility(isHidden ? .hidden : .shown, of: tag) == ()
        case .error(let message, let tag): form.base.setErrorMessage(message, of: tag) == ()
        }
      pages[pages.count - 1].append(isGranted ? "granted" : "not granted")
    }
  }

  func formWillBegin(_ form: inout RunningForm) { begins.append(calls.count) }
  func textFieldShouldBeginEditing(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
    ask("shouldBeginEditing", of: textField, in: form)
  }
  func textFieldDidBeginEditing(_ textField: borrowing TextField, in form: inout RunningForm) {
    tell("didBeginEditing", of: textField, in: &form)
  }
  func textFieldShouldEndEditing(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
    ask("shouldEndEditing", of: textField, in: form)
  }
  func textFieldDidEndEditing(
    _ textField: borrowing TextField, reason: TextField.EndReason, in form: inout RunningForm
  ) {
    tell("didEndEditing(\(reason))", of: textField, in: &form)
  }
  func textFieldDidEndEditing(_ textField: borrowing TextField, in form: inout RunningForm) {
    tell("didEndEditing", of: textField, in: &form)
  }
  func textField(
    _ textField: borrowing TextField, shouldChangeCharactersIn range: Range<Int>, replacement: UTF8Span,
    in form: borrowing RunningForm
  ) -> Bool {
    ask("shouldChange", of: textField, detail: " \(range) \"\(String(copying: replacement))\"", in: form)
  }
  func textFieldDidChangeSelection(_ textField: borrowing TextField, in form: inout RunningForm) {
    tell("didChangeSelection", of: textField, in: &form)
  }
  func textFieldShouldClear(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
    ask("shouldClear", of: textField, in: form)
  }
  func textFieldShouldReturn(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
    ask("shouldReturn", of: textField, in: form)
  }
  func textField(_ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm)
  {
    tell("\(event)", of: textField, in: &form)
  }
  func formShouldSubmit(_ form: borrowing RunningForm) -> Bool {
    pages[pages.count - 1].append("shouldSubmit")
    if let no = reasons["shouldSubmit"] { return form.refuse(no.reason) }
    return !refusals.contains("shouldSubmit")
  }
  func formDidSubmit(_ form: borrowing RunningForm) { pages[pages.count - 1].append("didSubmit") }
}
