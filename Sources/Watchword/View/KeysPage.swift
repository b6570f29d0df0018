import WatchwordMessages
import WatchwordScreen

/// The page of keys, from the table that binds the keys.
struct KeysPage {
  let size: Size
  private let appearance: Appearance
  private let texts: Texts
  /// How many seconds are left; empty where they are not counted.
  private let countdown: String
  /// What does nothing in the form.
  private let needless: [Action]
  /// Whether there are fields, and whether letters press buttons.
  private let hasFields, hasLetters: Bool
  /// All lines. A low window shows a part of them.
  private(set) var lines: [Line] = []

  /// Makes the page of `form` for a window of `size`.
  init(_ form: FormState, size: Size, _ appearance: Appearance) {
    self.size = size
    self.appearance = appearance
    texts = form.configuration.texts
    countdown = form.countdown(columns: size.columns, appearance.width)
    let fields = form.fields.map(\.configuration)
    needless =
      (fields.contains { !$0.isSecure } ? [] : [.yank])
      + (fields.contains(where: \.isRevealable) ? [] : [.toggleShown])
      + (form.offersPasswords ? [] : [.offerPassword])
      + (appearance.canSuspend ? [] : [.suspend])
      + (fields.isEmpty ? Self.editing : [])
    hasFields = !fields.isEmpty
    hasLetters = form.configuration.buttons.contains { $0.accelerator != nil }
    lines = makeLines()
  }

  /// What edits a text.
  private static let editing: [Action] = [
    .moveBackward, .moveToStart, .moveWordBackward, .deleteBackward, .deleteForward, .deleteToStart,
    .deleteSpacedWordBackward, .transpose,
  ]

  /// The last line that the page can begin with.
  var lastTop: Int { max(0, lines.count - rows.count) }

  /// The page of keys from line `top` on.
  func frame(from top: Int) -> Frame {
    var frame = Frame(size: size)
    let width = appearance.width
    let columns = min(size.columns, lines.reduce(0) { max($0, $1.column + width.columns(of: $1.text)) })
    let left = (size.columns - columns) / 2
    let top = min(top, lastTop)
    let title = texts("Keys")
    frame.put(
      title, at: Position(row: 0, column: max(0, (size.columns - width.columns(of: title)) / 2)),
      style: Style(.title), width: width)
    if size.rows > rows.lowerBound { frame.cursor = Position(row: rows.lowerBound, column: left) }
    for (row, line) in lines.dropFirst(top).prefix(rows.count).enumerated() {
      let position = Position(row: rows.lowerBound + row, column: left)
      frame.put(line.keys, at: position, style: Style(.key), width: width)
      frame.put(line.text, at: Position(row: position.row, column: left + line.column), width: width)
    }
    var items = [
      KeyLine.Item(key: Key(.escape).name(appearance.glyphs, texts), word: texts("close"), rank: 0)
    ]
    if lines.count > rows.count {
      let keys = [Key(.pageUp), Key(.pageDown)].map { $0.name(appearance.glyphs, texts) }
      items.append(KeyLine.Item(key: keys.joined(separator: " "), word: texts("scroll"), rank: 1))
    }
    if size.rows > 1 {
      KeyLine(items: items, countdown: countdown).draw(
        in: &frame, row: size.rows - 1, columns: left..<size.columns, appearance)
    }
    return frame
  }

  /// The rows between the title and the key line.
  var rows: Range<Int> {
    let first = size.rows >= Self.roomyHeight ? 2 : 1
    return first..<max(first, size.rows - 1)
  }

  /// A line of the page of keys: the names of keys at its start, and from `column` on what they do.
  struct Line {
    var keys = ""
    var text: String
    var column = 0
  }

  private func makeLines() -> [Line] {
    let width = appearance.width
    let entries = self.entries
    let names = entries.reduce(0) { max($0, width.columns(of: $1.keys)) }
    // Where there is too little room beside the names, what a key does stands below its name.
    let isStacked = size.columns - names - Self.gap < Self.leastTextWidth
    let column = isStacked ? 2 : names + Self.gap
    var lines: [Line] = []
    for entry in entries {
      let wrapped = LineWrap.lines(entry.text, columns: size.columns - column, width: width)
      if isStacked { lines.append(Line(keys: entry.keys, text: "")) }
      lines += wrapped.enumerated().map { index, text in
        Line(keys: index == 0 && !isStacked ? entry.keys : "", text: text, column: column)
      }
    }
    let mouse = LineWrap.lines(
      hasFields
        ? texts("Mouse: press a field, a sign or a button. Shift selects and pastes as ever.")
        : texts("Mouse: press a button. Shift selects and pastes as ever."), columns: size.columns,
      width: width)
    if lines.count + mouse.count < rows.count { lines.append(Line(text: "")) }
    return lines + mouse.map { Line(text: $0) }
  }

  /// The names of keys and what they do. Two actions that go together share an entry, so that the page is whole
  /// at 80x24.
  private var entries: [(keys: String, text: String)] {
    let partners = KeyBinding.all.compactMap { $0.action.pair(texts)?.other }
    let letters =
      hasLetters ? [(texts("Alt-letter"), texts("press the button with this letter underlined"))] : []
    return letters
      + KeyBinding.all.compactMap { binding in
        guard !(partners + needless).contains(binding.action) else { return nil }
        let keys = binding.keys.prefix(2)
        if !hasFields, binding.action == .performReturn {
          return (names(of: Array(keys)), texts("press the button"))
        }
        guard let pair = binding.action.pair(texts) else {
          return binding.text.map { (names(of: Array(keys)), $0(texts)) }
        }
        let others = KeyBinding.binding(of: pair.other)?.keys ?? []
        let text =
          !hasFields && binding.action == .focusNext ? texts("to the next button, and back") : pair.text
        return (names(of: zip(keys, others).flatMap { [$0, $1] }), text)
      }
  }

  /// As many of the names of `keys` as a column takes, two at least.
  private func names(of keys: [Key]) -> String {
    let names = keys.map { $0.name(appearance.glyphs, texts) }
    let all = names.joined(separator: ", ")
    return all.count <= Self.namesWidth ? all : names.prefix(2).joined(separator: ", ")
  }

  /// The most columns for names of keys where there are more than two.
  private static let namesWidth = 18
  /// The least columns for what a key does, beside the names.
  private static let leastTextWidth = 20
  /// The columns between the names and what a key does.
  private static let gap = 3
  /// The rows of a window from which on a blank line sets the title apart.
  private static let roomyHeight = 24
}
