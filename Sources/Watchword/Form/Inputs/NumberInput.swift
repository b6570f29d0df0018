import WatchwordBase
import WatchwordSystem

/// A whole number.
struct NumberInput: InputKind {
  let range: ClosedRange<Int>

  var content: AnswerFormat.Content { .number }

  private var ends: KeyValuePairs<String, String> {
    ["least": String(range.lowerBound), "most": String(range.upperBound)]
  }

  func fault(in text: String, _ texts: Texts) -> String? {
    if text == "-0" { return texts("Write 0 without a sign.") }
    let digits = text.drop { $0 == "-" }
    if digits.count > 1, digits.first == "0" { return texts("Leave out the zeros in front.") }
    if let number = Int(text), range.contains(number) { return nil }
    return usualFault(texts)
  }

  func usualFault(_ texts: Texts) -> String? { texts("A whole number from {least} to {most}.", ends) }

  func take(_ edit: inout InputEdit, _ texts: Texts) -> InputEdit.Effect {
    edit.text = edit.text.narrow
    return edit.takeDigits(isSigned: range.lowerBound < 0, texts)
  }

  func meaning(ofLine line: String, _ texts: Texts) -> LineMeaning { meaning(ofDigits: line, texts) }

  func placeholder(_ texts: Texts) -> String? {
    range == 0...FieldInput.numbers.upperBound ? nil : texts("{least} to {most}", ends)
  }
}
