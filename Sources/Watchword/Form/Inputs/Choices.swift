package import WatchwordBase
import WatchwordScreen
import WatchwordSystem

/// The values that a field offers, one of which is its text.
package struct Choices: Equatable, Sendable {
  package let values: [String]
  /// What the user reads for each value.
  package var labels: [String]
  /// Whether the values are yes and no.
  package private(set) var isBoolean = false

  package init(_ values: [String], labels: [String]? = nil) {
    (self.values, self.labels) = (values, labels ?? values)
  }

  /// Yes and no, whose labels are in the language of the form.
  package static func yesNo(_ texts: Texts) -> Choices {
    var choices = Choices(["yes", "no"], labels: [texts("Yes"), texts("No")])
    choices.isBoolean = true
    return choices
  }

  /// Whether each value has a label, and all of them can be told apart and read.
  package var isUsable: Bool { fault == nil }

  /// What the field has instead of choices that can be told apart and read, each with a label.
  var fault: String? {
    if values.isEmpty { return "no choices" }
    if values.count != labels.count {
      return "choices and labels in different numbers, \(values.count) and \(labels.count)"
    }
    for (word, texts) in [("choice", values), ("label", labels)] {
      for (index, text) in texts.enumerated() {
        if text.allSatisfy(\.isWhitespace) { return "an empty \(word)" }
        if text.unicodeScalars.contains(where: \.isControl) { return "a control character in a \(word)" }
        if texts[..<index].contains(text) { return "the \(word) \(text.debugDescription) twice" }
      }
    }
    return nil
  }

  /// The number of the choice that has the label `text`; `nil` if none has it.
  func number(labelled text: String) -> Int? {
    labels.firstIndex(of: text) ?? labels.firstIndex { $0.folded == text.folded }
  }

  /// Whether numbers can stand for the choices, because no label is one.
  var hasNumbers: Bool { !isBoolean && !labels.contains { Int($0.folded) != nil } }

  /// The first choice that begins with `start`, or else holds it, ignoring case. For yes and no the English words count
  /// too, and only their beginnings.
  func find(_ start: String) -> Int? {
    let begins = { (text: String) in text.folded.hasPrefix(start.folded) }
    return labels.firstIndex(where: begins)
      ?? (isBoolean ? values.firstIndex(where: begins) : all(holding: start).first)
  }

  /// The choices that hold `part`, ignoring case.
  func all(holding part: String) -> [Int] {
    let part = part.folded
    return labels.indices.filter { labels[$0].folded.holds(part) }
  }
}

/// A field whose text is one of the choices: keys find one, and an arrow takes the next.
extension Choices: InputKind {
  var content: AnswerFormat.Content { isBoolean ? .boolean : .textOrNull }

  func fault(in text: String, _ texts: Texts) -> String? {
    values.contains(text) ? nil : usualFault(texts)
  }

  func usualFault(_ texts: Texts) -> String? { texts("Choose one of the list.") }

  func check(_ field: FormField.Configuration, _ name: String) throws(FormProblem) {
    if let fault { throw .wrongChoices(name, fault: fault) }
    guard kept(field.text) != nil else { throw .wrongStartText(name, field.text) }
  }

  func kept(_ text: String) -> String? { text.isEmpty || values.contains(text) ? text : nil }

  func meaning(of text: String) -> Int? { values.firstIndex(of: text) }
  func note(on meaning: Int, _ texts: Texts) -> String? { labels[meaning] }

  func placeholder(_ texts: Texts) -> String? { isBoolean ? nil : texts("type a part") }

  var key: InputKey? { Self.space }
  private static let space = InputKey(
    name: { texts in texts.context("key", "Space") }, word: { texts in texts("choose") },
    text: { texts in texts("choose the next one; letters find one") })
}

/// Editing.
extension Choices {
  func take(_ edit: inout InputEdit, _ texts: Texts) -> InputEdit.Effect {
    let number: Int?
    if let typed = edit.typed {
      if typed == " ", edit.search.isEmpty || isBoolean { return step(by: 1, &edit) }
      number = find(typed, &edit)
    } else if edit.text.isEmpty {
      return empty(&edit)
    } else {
      number = self.number(labelled: edit.text) ?? values.firstIndex(of: edit.text)
    }
    guard let number else { return .refused(notice: texts("Not found")) }
    return choose(number, &edit)
  }

  /// What begins with, or else holds, all that was typed with less than a second between.
  private func find(_ typed: Unicode.Scalar, _ edit: inout InputEdit) -> Int? {
    var text = edit.search
    text.unicodeScalars.append(typed)
    // Yes can follow no at once.
    if isBoolean, find(text) == nil { text = String(typed) }
    guard let number = find(text) else { return nil }
    edit.nextSearch = text
    return number
  }

  func choose(_ number: Int, _ edit: inout InputEdit) -> InputEdit.Effect {
    edit.replaceAll(with: values[number])
    return edit.text == edit.old ? .keeps : .changes
  }

  private func empty(_ edit: inout InputEdit) -> InputEdit.Effect {
    guard edit.isOptional else { return .refused(notice: nil) }
    edit.replaceAll(with: "")
    return edit.old.isEmpty ? .keeps : .changes
  }

  /// Moves the choice by `count`, round the ends.
  private func step(by count: Int, _ edit: inout InputEdit) -> InputEdit.Effect {
    let now = meaning(of: edit.old) ?? (count > 0 ? -1 : values.count)
    return choose((now + count + values.count) % values.count, &edit)
  }

  func perform(_ action: Action, _ edit: inout InputEdit) -> InputEdit.Effect? {
    edit.nextSearch = ""
    switch action {
    case .moveBackward: return step(by: -1, &edit)
    case .moveForward: return step(by: 1, &edit)
    case .moveToStart: return choose(0, &edit)
    case .moveToEnd: return choose(values.count - 1, &edit)
    case .deleteBackward where !edit.search.isEmpty:
      let rest = String(edit.search.unicodeScalars.dropLast())
      edit.nextSearch = rest
      return rest.isEmpty ? .keeps : find(rest).map { choose($0, &edit) } ?? .keeps
    case _ where action.deletes: return empty(&edit)
    case .moveWordBackward, .moveWordForward, .transpose: return .refused(notice: nil)
    default: return nil
    }
  }
}

/// Line mode.
extension Choices {
  /// The most choices that stand in the question.
  private static let mostInQuestion = 9
  /// The most choices that are listed at once.
  private static let mostInList = 20

  private func numbered(_ index: Int) -> String {
    hasNumbers ? "\(index + 1) \(labels[index])" : labels[index]
  }

  /// The choices with their numbers, if there are few.
  func example(_ placeholder: String, _ texts: Texts) -> String? {
    labels.count > Self.mostInQuestion
      ? texts("number or part of the name") : texts.list(labels.indices.map(numbered))
  }

  /// A line can be a label, the start of yes or no, a number, a value or, if there are few choices, a part of one.
  func meaning(ofLine line: String, _ texts: Texts) -> LineMeaning {
    let line = line.withoutOuterWhiteSpace
    if line.isEmpty { return .text }
    let found = all(holding: line)
    let isListed = values.count > Self.mostInQuestion
    let place = (hasNumbers ? Int(line) : nil).flatMap { 1..<values.count + 1 ~= $0 ? $0 - 1 : nil }
    let number =
      number(labelled: line) ?? (isBoolean ? find(line) : nil) ?? place
      ?? values.firstIndex(of: line) ?? (!isListed && found.count == 1 ? found[0] : nil)
    if let number { return .item(number) }
    if isBoolean { return .wrong(texts("Answer {yes} or {no}.", ["yes": labels[0], "no": labels[1]])) }
    guard isListed, !found.isEmpty else { return .wrong(usualFault(texts) ?? "") }
    let lines = found.prefix(Self.mostInList).map(numbered)
    let more = found.count - lines.count
    // translators: So many choices are not listed.
    return .unclear(
      lines + (more == 0 ? [] : [texts("{count} more: type more of the name.", ["count": "\(more)"])]))
  }

  func readable(_ text: String, _ texts: Texts) -> String { meaning(of: text).map { labels[$0] } ?? text }
}

/// Drawing.
extension Choices {
  /// All choices side by side or, if there is too little room, the chosen one between two arrows.
  func row(_ chosen: Int?, _ placeholder: String, in room: Range<Int>, _ appearance: Appearance) -> ItemRow? {
    var row = ItemRow(room: room, appearance: appearance)
    let all = values.count
    var column = room.lowerBound
    let widths = labels.prefix(room.count).map { appearance.width.columns(of: $0) + 3 }
    if !widths.isEmpty, widths.reduce(-1, +) <= room.count {
      row.isWhole = true
      for (number, label) in labels.enumerated() {
        let isChosen = number == chosen
        row.add(isChosen ? "[\(label)]" : " \(label) ", at: column, number, isChosen: isChosen)
        column += widths[number]
      }
      return row
    }
    let label = chosen.map { labels[$0] } ?? placeholder
    let count = chosen.map { "\($0 + 1)/\(all)" } ?? ""
    let last = room.upperBound - 1
    row.add("<", at: column, ((chosen ?? all) + all - 1) % all)
    row.add(
      appearance.cut(label, columns: max(0, room.count - 4)), at: column + 2, chosen, isChosen: chosen != nil)
    column = last - 1 - appearance.width.columns(of: count)
    if row.items[row.items.count - 1].columns.upperBound < column { row.add(count, at: column, nil) }
    if last > room.lowerBound { row.add(">", at: last, ((chosen ?? -1) + 1) % all) }
    return row
  }
}

extension String {
  /// The text for comparing without regard to case, accents and width.
  fileprivate var folded: String {
    var folded = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      scalar.narrow.forEachFolded { if !(0x300...0x36F).contains($0.value) { folded.append($0) } }
    }
    return String(folded)
  }
}
