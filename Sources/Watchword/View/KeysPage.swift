import WatchwordBase
import WatchwordScreen

/// An entry of the key line below a form. If there is too little room, the entry with the highest rank is dropped
/// first.
private typealias KeyItem = (key: String, word: String, rank: Int)

extension Frame {
  /// The blanks before the countdown in a key line.
  fileprivate static let countdownGap = 1

  /// Writes as many of `items` into `row` as fit, and `countdown`, which may be empty, at the right end of `room`.
  fileprivate mutating func putKeys(
    _ items: [KeyItem], countdown: String, row: Int, columns room: Range<Int>, _ width: CharacterWidth
  ) {
    var end = room.upperBound
    if !countdown.isEmpty {
      let start = max(room.lowerBound, end - width.columns(of: countdown))
      put(
        countdown, at: Position(row: row, column: start), style: Style(.notice), limit: end - start,
        width: width)
      end = max(room.lowerBound, start - Self.countdownGap)
    }
    var items = items
    func fits(_ gap: Int) -> Bool {
      let columns = items.reduce(-gap) { sum, item in
        sum + width.columns(of: item.key) + 1 + width.columns(of: item.word) + gap
      }
      return columns <= end - room.lowerBound
    }
    // The gap between two entries: the least, and the usual one if there is room.
    let (least, usual) = (2, 3)
    while items.count > (countdown.isEmpty ? 1 : 0), !fits(least),
      let last = items.indices.max(by: { items[$0].rank < items[$1].rank })
    {
      items.remove(at: last)
    }
    let gap = room.count >= 50 && fits(usual) ? usual : least
    var position = Position(row: row, column: room.lowerBound)
    for item in items {
      position.column += put(item.key, at: position, style: Style(.key), width: width) + 1
      position.column += put(item.word, at: position, style: Style(.faint), width: width) + gap
    }
  }
}

extension FormView {
  /// Draws the main keys and the countdown.
  mutating func drawKeys() {
    guard let row = row(layout.keyLine) else { return }
    let start =
      layout.width >= 50 && layout.fields.first { $0.line >= 0 }?.hasBorder != false ? Layout.indent : 0
    frame.putKeys(
      mainKeys.compactMap(\.self), countdown: form.countdown(columns: layout.width, appearance.width),
      row: row, columns: layout.left + start..<layout.right, appearance.width)
  }

  /// Draws the program's message in the last row or, if the form takes that, over the keys. Returns its place.
  mutating func drawLine() -> Frame.Part? {
    guard let line = form.line, let keyRow = layout.row(layout.keyLine) else { return nil }
    let row = max(keyRow, layout.size.rows - 1)
    guard isDrawn(row) else { return nil }
    frame.fill(" ", row: row, columns: layout.left..<layout.right, style: .plain)
    put(appearance.cut(line, columns: layout.width), .notice, row: row)
    return part(rows: row..<row + 1, columns: layout.width)
  }

  /// The main keys for what has the focus, an offer or a running verifier.
  private var mainKeys: [KeyItem?] {
    let glyphs = appearance.glyphs
    let texts = form.texts
    func item(_ action: Action, _ word: String, rank: Int) -> KeyItem? {
      KeyBinding.binding(of: action)?.keys.first.map { ($0.name(glyphs, texts), word, rank) }
    }
    if form.submission != .open { return [item(.cancel, texts("cancel"), rank: 0)] }
    if let offer = form.offer {
      return [
        item(.performReturn, texts("use it"), rank: 1), item(.offerPassword, texts("another"), rank: 3),
        item(
          .deleteSpacedWordBackward, offer.kind == .words ? texts("characters") : texts("words"), rank: 2),
        item(.cancel, texts("back"), rank: 0),
      ]
    }
    // Cancelling a message closes it as its button does.
    let isMessage = form.fields.isEmpty && form.configuration.buttons.count == 1
    let move = item(.focusNext, texts("move"), rank: 4)
    let items: [KeyItem?] =
      switch form.firstResponder {
      case _ where isQuiet && !form.fields.isEmpty:
        [
          item(.performReturn, texts("go on"), rank: 2), move,
          form.fields.contains(where: \.configuration.isRevealable)
            ? item(.toggleShown, texts("show") + "/" + texts("hide"), rank: 3) : nil,
          form.offersPasswords ? item(.offerPassword, texts("suggest"), rank: 5) : nil,
        ]
      case .field(let index):
        [
          item(.performReturn, form.isLast(index) ? texts("accept") : texts("next"), rank: 2), move,
          form.fields[index].configuration.isRevealable
            ? item(.toggleShown, form.fields[index].isShown ? texts("hide") : texts("show"), rank: 3) : nil,
          form.offersPassword(in: index) ? item(.offerPassword, texts("suggest"), rank: 5) : nil,
        ]
      case .button where form.configuration.endsWithAnyKey: [(texts("Any key"), texts("close"), 0)]
      case .button:
        [item(.performReturn, texts("press"), rank: isMessage ? 0 : 2), form.canMoveFocus ? move : nil]
      case .form: [move]
      }
    // At the end of a question there is no more to read.
    let hasMore = layout.overflow > 0 && (!form.fields.isEmpty || layout.scroll < layout.overflow)
    let (key, rank) =
      form.fields.isEmpty ? (Key(.down), 0) : (Key(layout.cutsText ? .pageDown : .pageUp), 1)
    return items + [
      form.configuration.isTextWhole && hasMore ? (key.name(glyphs, texts), texts("read"), rank) : nil,
      isMessage ? nil : item(.cancel, texts("cancel"), rank: 0), item(.showKeys, texts("help"), rank: 1),
    ]
  }
}

extension FormState {
  /// The countdown in a key line of `columns` columns; empty if there is none.
  func countdown(columns: Int, _ width: CharacterWidth) -> String {
    guard let secondsLeft else { return "" }
    let count = "\(secondsLeft)"
    let long = texts("Ends in {count} s: press a key to stay", ["count": count])
    // Beside the countdown, the keys that cancel and that show help need 24 columns.
    if width.columns(of: long) + 24 <= columns { return long }
    let usual = texts("Ends in {count} s", ["count": count])
    return width.columns(of: usual) <= columns ? usual : texts("{count} s", ["count": count])
  }
}

extension FormView {
  /// The columns at the right end of the key line to leave free for the countdown.
  var countdownColumns: Int {
    let columns = columns(of: form.countdown(columns: layout.width, appearance.width))
    return columns == 0 ? 0 : columns + Frame.countdownGap
  }

  /// The countdown in its shortest form, if the window is too low for a key line; else empty.
  private var loneCountdown: String {
    guard form.secondsLeft != nil, layout.row(layout.keyLine) == nil else { return "" }
    return " " + form.countdown(columns: 0, appearance.width)
  }

  /// The columns for a text in `lines` below a field, fewer if the text shares the last row with ``loneCountdown``.
  func textColumns(in lines: Range<Int>) -> Int {
    let isLast = lines.contains { layout.row($0) == layout.size.rows - 1 }
    return layout.width - Layout.indent - (isLast ? columns(of: loneCountdown) : 0)
  }

  mutating func drawLoneCountdown() {
    let text = loneCountdown
    guard isDrawn(layout.size.rows - 1) else { return }
    let right = min(layout.right, layout.size.columns)
    let start = max(0, right - columns(of: text))
    put(text, .notice, row: layout.size.rows - 1, column: start, limit: right - start)
  }
}

/// The page of keys, from the table of key bindings.
struct KeysPage {
  private let form: FormState
  private let size: Size
  private let appearance: Appearance
  /// All lines. A low window shows part of them.
  private(set) var lines: [Line] = []

  /// Key names, and from `column` what they do.
  struct Line {
    var keys = ""
    var text: String
    var column = 0
  }

  init(_ form: FormState, size: Size, _ appearance: Appearance) {
    (self.form, self.size, self.appearance) = (form, size, appearance)
    lines = makeLines()
  }

  /// The last line that can be at the top of the page.
  var lastTop: Int { max(0, lines.count - rows.count) }

  /// The rows between the title, with a blank line in a high window, and the key line.
  var rows: Range<Int> {
    let first = size.rows >= 24 ? 2 : 1
    return first..<max(first, size.rows - 1)
  }

  func frame(from top: Int) -> Frame {
    var frame = Frame(size: size)
    let (width, texts) = (appearance.width, form.texts)
    let columns = min(size.columns, lines.reduce(0) { max($0, $1.column + width.columns(of: $1.text)) })
    let left = (size.columns - columns) / 2
    let title = texts("Keys")
    frame.put(
      title, at: Position(row: 0, column: max(0, (size.columns - width.columns(of: title)) / 2)),
      style: Style(.title), width: width)
    if size.rows > rows.lowerBound { frame.cursor = Position(row: rows.lowerBound, column: left) }
    for (row, line) in zip(rows, lines.dropFirst(min(top, lastTop))) {
      frame.put(line.keys, at: Position(row: row, column: left), style: Style(.key), width: width)
      frame.put(line.text, at: Position(row: row, column: left + line.column), width: width)
    }
    func names(_ keys: Key...) -> String {
      keys.map { $0.name(appearance.glyphs, texts) }.joined(separator: " ")
    }
    var items: [KeyItem] = [(names(Key(.escape)), texts("close"), 0)]
    if lines.count > rows.count { items.append((names(Key(.pageUp), Key(.pageDown)), texts("scroll"), 1)) }
    if size.rows > 1 {
      frame.putKeys(
        items, countdown: form.countdown(columns: size.columns, width), row: size.rows - 1,
        columns: left..<size.columns, width)
    }
    return frame
  }

  private func makeLines() -> [Line] {
    let (width, texts) = (appearance.width, form.texts)
    let entries = entries
    let names = entries.reduce(0) { max($0, width.columns(of: $1.keys)) }
    // If there is too little room beside the names, the texts go below them.
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
      form.fields.isEmpty
        ? texts("Mouse: press a button. Shift selects and pastes as ever.")
        : texts("Mouse: press a field, a sign or a button. Shift selects and pastes as ever."),
      columns: size.columns, width: width)
    if lines.count + mouse.count < rows.count { lines.append(Line(text: "")) }
    return lines + mouse.map { Line(text: $0) }
  }

  /// The key names and what they do. Paired actions share an entry, so that the page fits into 80x24.
  private var entries: [(keys: String, text: String)] {
    let texts = form.texts
    let isQuestion = form.fields.isEmpty
    let partners = KeyBinding.all.compactMap { $0.action.pair(texts)?.other }
    let hasLetters = form.configuration.buttons.contains { $0.accelerator != nil }
    let letters =
      hasLetters ? [(texts("Alt-letter"), texts("press the button with this letter underlined"))] : []
    return letters
      + KeyBinding.all.compactMap { binding in
        guard !partners.contains(binding.action), !isNeedless(binding.action) else { return nil }
        let keys = binding.keys.prefix(2)
        if isQuestion, binding.action == .performReturn {
          return (names(of: keys), texts("press the button"))
        }
        guard let pair = binding.action.pair(texts) else {
          return binding.text.map { (names(of: keys), $0(texts)) }
        }
        let others = KeyBinding.binding(of: pair.other)?.keys ?? []
        let text =
          isQuestion && binding.action == .focusNext ? texts("to the next button, and back") : pair.text
        return (names(of: zip(keys, others).flatMap { [$0, $1] }), text)
      }
  }

  private func isNeedless(_ action: Action) -> Bool {
    switch action {
    case .yank: form.fields.allSatisfy(\.configuration.isSecure)
    case .toggleShown: !form.fields.contains(where: \.configuration.isRevealable)
    case .offerPassword: !form.offersPasswords
    case .quoteTab: !form.fields.indices.contains(where: form.takesTabs)
    case .suspend: !appearance.canSuspend
    case .moveBackward, .moveToStart, .moveWordBackward, .deleteBackward, .deleteForward, .deleteToStart,
      .deleteSpacedWordBackward, .transpose:
      form.fields.isEmpty
    default: false
    }
  }

  /// As many names of `keys` as fit into the column, at least two.
  private func names(of keys: some Sequence<Key>) -> String {
    let names = keys.map { $0.name(appearance.glyphs, form.texts) }
    let all = names.joined(separator: ", ")
    return all.count <= Self.namesWidth ? all : names.prefix(2).joined(separator: ", ")
  }

  /// The most columns for more than two key names.
  private static let namesWidth = 18
  /// The least columns for what a key does, beside the names.
  private static let leastTextWidth = 20
  private static let gap = 3
}
