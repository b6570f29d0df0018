import WatchwordBase
import WatchwordSystem

/// A day, as in 2026-11-28 (ISO 8601).
struct DateInput: InputKind {
  var content: AnswerFormat.Content { .textOrNull }

  func fault(in text: String, _ texts: Texts) -> String? {
    if CalendarDate(text) != nil { return nil }
    let isWhole = text.split(separator: "-", omittingEmptySubsequences: false).map(\.count) == [4, 2, 2]
    return isWhole ? texts("There is no such day.") : usualFault(texts)
  }

  func usualFault(_ texts: Texts) -> String? {
    texts("Write it as year-month-day, such as {example}.", Self.example)
  }
  private static var example: KeyValuePairs<String, String> { ["example": "2026-11-28"] }

  /// Makes a t today, and writes the minus between year, month and day.
  func take(_ edit: inout InputEdit, _ texts: Texts) -> InputEdit.Effect {
    edit.text = edit.text.narrow
    let count = edit.count
    if edit.text.lowercased() == "t", let today = CalendarDate.today {
      (edit.range, edit.text) = (0..<count, today.text)
    } else if edit.typed != nil, edit.text != "-", edit.range == count..<count, count == 4 || count == 7,
      edit.old.last != "-"
    {
      edit.text = "-" + edit.text
    }
    return edit.takeDigits(isSigned: true, texts)
  }

  func meaning(ofLine line: String, _ texts: Texts) -> LineMeaning {
    line.withoutOuterWhiteSpace.narrow.lowercased() == "t" ? .text : meaning(ofDigits: line, texts)
  }

  func meaning(of text: String) -> Int? { CalendarDate(text)?.weekday }

  func placeholder(_ texts: Texts) -> String? { texts("YYYY-MM-DD, t for today") }

  func shorter(_ text: String, _ texts: Texts) -> String? {
    switch text {
    case placeholder(texts): texts("YYYY-MM-DD")
    case usualFault(texts): texts("Write it like {example}.", Self.example)
    default: nil
    }
  }

  func note(on meaning: Int, _ texts: Texts) -> String? {
    [
      texts("Sunday"), texts("Monday"), texts("Tuesday"), texts("Wednesday"), texts("Thursday"),
      texts("Friday"), texts("Saturday"),
    ][meaning]
  }

  var key: InputKey? { Self.today }
  private static let today = InputKey(
    name: { _ in "T" },
    // translators: What the key T does in a date, in the line of keys.
    word: { texts in texts("today") }, text: { texts in texts("today, in a date") })

  func readable(_ text: String, _ texts: Texts) -> String {
    meaning(of: text).flatMap { note(on: $0, texts) }.map { texts.list([text, $0]) } ?? text
  }
}
