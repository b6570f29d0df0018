import WatchwordBase
import WatchwordSystem

/// What a kind of field does with its text. Each kind stands in a file of its own. What a kind does not say is as in a
/// field that takes any text.
protocol InputKind {
  /// How the text stands in the answer.
  var content: AnswerFormat.Content { get }
  /// Why `text`, which is not empty, is not the answer; `nil` if it is.
  func fault(in text: String, _ texts: Texts) -> String?
  /// What is wrong with most texts that are refused; `nil` if no text is.
  func usualFault(_ texts: Texts) -> String?
  /// Throws why a field cannot start as `field`; `name` names it.
  func check(_ field: FormField.Configuration, _ name: String) throws(FormProblem)
  /// `text` from the program as the field keeps it; `nil` if the field cannot have it.
  func kept(_ text: String) -> String?

  /// Turns `edit` into what it does to the text.
  func take(_ edit: inout InputEdit, _ texts: Texts) -> InputEdit.Effect
  /// Does `action`. Returns `nil` if the action means nothing special here.
  func perform(_ action: Action, _ edit: inout InputEdit) -> InputEdit.Effect?
  /// Makes item `number` of the field the text.
  func choose(_ number: Int, _ edit: inout InputEdit) -> InputEdit.Effect

  /// What `text` stands for: the number of an item from 0, or for a date the days since Sunday.
  func meaning(of text: String) -> Int?
  /// The placeholder, if no other is given.
  func placeholder(_ texts: Texts) -> String?
  /// A shorter wording of `text`, a placeholder or a fault of this kind; `nil` if there is none.
  func shorter(_ text: String, _ texts: Texts) -> String?
  /// The items that are drawn instead of the text; `nil` if it is the text.
  func row(_ meaning: Int?, _ placeholder: String, in room: Range<Int>, _ appearance: Appearance) -> ItemRow?
  /// What is drawn before each cluster of the text and is no part of it, and behind a text that fills the field.
  var separators: [String] { get }
  /// What a text with this meaning is called. It stands behind the text, unless there are items.
  func note(on meaning: Int, _ texts: Texts) -> String?
  /// A key that only such fields have.
  var key: InputKey? { get }

  /// What stands behind the label in a question of line mode; `nil` for nothing.
  func example(_ placeholder: String, _ texts: Texts) -> String?
  func meaning(ofLine line: String, _ texts: Texts) -> LineMeaning
  /// What the user reads for `text`.
  func readable(_ text: String, _ texts: Texts) -> String
  /// What the user would read for `line` if it was taken as it is, and so need not hear.
  func expected(after line: String) -> String
}

/// A change of a field's text by the user, before the delegate is asked.
struct InputEdit {
  enum Effect {
    /// ``range`` becomes ``text``.
    case changes
    /// The text is already what the user wants.
    case keeps
    case ignored
    case refused(notice: String?)
  }

  /// The clusters that the edit replaces.
  var range: Range<Int>
  var text: String
  var clears: Bool
  /// The typed character; `nil` if the edit is no typed character, such as a paste.
  var typed: Unicode.Scalar?
  /// The text so far.
  let old: String
  /// The clusters of the text so far.
  let count: Int
  let isOptional: Bool
  /// What was typed less than a second ago to find an item.
  let search: String
  /// What the next ``search`` begins with; `nil` if that does not change.
  var nextSearch: String?

  mutating func replaceAll(with text: String) {
    (range, self.text, typed) = (0..<count, text, nil)
    clears = text.isEmpty
  }
}

/// A key of one kind of fields.
struct InputKey {
  let name: @Sendable (Texts) -> String
  /// The word in the line of keys; `nil` if the key is only on the page of keys.
  var word: (@Sendable (Texts) -> String)?
  let text: @Sendable (Texts) -> String
}

/// What the user means by a line in line mode.
enum LineMeaning {
  case text
  case item(Int)
  /// No text of the field, for this reason.
  case wrong(String)
  /// One of several items, which the lines list.
  case unclear([String])
}

extension InputKind {
  var content: AnswerFormat.Content { .text }
  func fault(in text: String, _ texts: Texts) -> String? { nil }
  func usualFault(_ texts: Texts) -> String? { nil }
  func check(_ field: FormField.Configuration, _ name: String) throws(FormProblem) {
    guard field.text.isEmpty || fault(in: field.text, .english) == nil else {
      throw .wrongStartText(name, field.text)
    }
  }
  func kept(_ text: String) -> String? { text }

  func take(_ edit: inout InputEdit, _ texts: Texts) -> InputEdit.Effect { .changes }
  func perform(_ action: Action, _ edit: inout InputEdit) -> InputEdit.Effect? { nil }
  func choose(_ number: Int, _ edit: inout InputEdit) -> InputEdit.Effect { .ignored }

  func meaning(of text: String) -> Int? { nil }
  func placeholder(_ texts: Texts) -> String? { nil }
  func shorter(_ text: String, _ texts: Texts) -> String? { nil }
  func row(_ meaning: Int?, _ placeholder: String, in room: Range<Int>, _ appearance: Appearance) -> ItemRow?
  {
    nil
  }
  var separators: [String] { [] }
  func note(on meaning: Int, _ texts: Texts) -> String? { nil }
  var key: InputKey? { nil }

  func example(_ placeholder: String, _ texts: Texts) -> String? {
    content == .text || placeholder.isEmpty ? nil : placeholder
  }
  func meaning(ofLine line: String, _ texts: Texts) -> LineMeaning { .text }
  func readable(_ text: String, _ texts: Texts) -> String { text }
  func expected(after line: String) -> String { line }
}

/// A field that takes any text.
struct AnyInput: InputKind {}

extension InputEdit {
  /// Refuses what is neither a digit nor, if `isSigned`, a minus.
  func takeDigits(isSigned: Bool, _ texts: Texts) -> Effect {
    if text.unicodeScalars.allSatisfy({ "0"..."9" ~= $0 || isSigned && $0 == "-" }) { return .changes }
    return .refused(
      notice: isSigned ? texts("Not taken: only digits and -") : texts("Not taken: only digits"))
  }
}

extension InputKind {
  /// What a line means if it has only digits and minus. Of any other, what it has to be says more than a refused character.
  func meaning(ofDigits line: String, _ texts: Texts) -> LineMeaning {
    let scalars = line.withoutOuterWhiteSpace.narrow.unicodeScalars
    let areDigits = scalars.allSatisfy { "0"..."9" ~= $0 || $0 == "-" }
    return areDigits ? .text : .wrong(usualFault(texts) ?? "")
  }
}

extension String {
  /// The text with characters of full width as their usual ones.
  var narrow: String { String(String.UnicodeScalarView(unicodeScalars.map(\.narrow))) }
}

extension [String] {
  /// The separator in front of cluster `index`, which has none if they end before it.
  func separator(before index: Int) -> String { index < count ? self[index] : "" }
}
