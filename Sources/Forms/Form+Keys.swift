import Messages
import Screen

/// The key line at the bottom and the page of keys, both from the table that binds the keys.
extension Form {
  /// One entry of the key line.
  struct KeyLineItem: Equatable {
    var key: String
    var word: String
    /// Which entries are left out first where the line is too narrow: the highest number.
    var rank: Int
  }

  /// The main keys for what has the focus.
  func keyLineItems(_ glyphs: GlyphSet) -> [KeyLineItem] {
    let words = configuration.catalogue.keys
    func item(_ action: Action, _ word: String, rank: Int) -> KeyLineItem? {
      guard let key = KeyBinding.all.first(where: { $0.action == action })?.keys.first else { return nil }
      return KeyLineItem(key: key.name(glyphs), word: word, rank: rank)
    }
    if submission != .open { return [item(.cancel, words.cancel, rank: 0)].compactMap(\.self) }
    var items = [item(.focusNext, words.next, rank: 3), item(.focusPrevious, words.back, rank: 6)]
    switch firstResponder {
    case .field(let index):
      if fields[index].configuration.isRevealable {
        let texts = configuration.catalogue.form
        items.append(item(.toggleShown, fields[index].isShown ? texts.hide : texts.show, rank: 2))
      }
      items.append(item(.deleteToStart, words.clear, rank: 5))
      let isLast = index == fields.indices.last
      items.append(item(.performReturn, isLast ? words.accept : words.next, rank: 4))
    case .button: items.append(item(.performReturn, words.press, rank: 4))
    case .form, .screen, .application: break
    }
    items += [item(.cancel, words.cancel, rank: 0), item(.showKeys, words.keys, rank: 1)]
    return items.compactMap(\.self)
  }

  /// Writes the entries in the last row, as many as there is room for.
  func drawKeyLine(
    _ items: [KeyLineItem], in frame: inout Frame, _ layout: Layout, _ appearance: Appearance
  ) {
    let width = appearance.width
    var items = items
    func columns() -> Int {
      items.reduce(3 * (items.count - 1)) { $0 + width.columns(of: $1.key) + 1 + width.columns(of: $1.word) }
    }
    let room = size.columns - layout.left
    while items.count > 1, columns() > room, let last = items.max(by: { $0.rank < $1.rank }) {
      items.removeAll { $0 == last }
    }
    var position = Position(row: size.rows - 1, column: layout.left)
    for item in items {
      position.column += frame.put(item.key, at: position, style: Style(.key), width: width) + 1
      position.column += frame.put(item.word, at: position, style: Style(.faint), width: width) + 3
    }
  }

  /// The page of keys from line `top` on.
  func keysFrame(from top: Int, _ appearance: Appearance) -> Frame {
    var frame = Frame(size: size)
    let lines = keysLines(appearance)
    let width = appearance.width
    let columns = min(size.columns, lines.reduce(0) { max($0, $1.column + width.columns(of: $1.text)) })
    let left = (size.columns - columns) / 2
    let rows = keysRows
    let top = min(top, max(0, lines.count - rows.count))
    let title = configuration.catalogue.keys.title
    frame.put(
      title, at: Position(row: 0, column: max(0, (size.columns - width.columns(of: title)) / 2)),
      style: Style(.title), width: width)
    for (row, line) in lines.dropFirst(top).prefix(rows.count).enumerated() {
      let position = Position(row: rows.lowerBound + row, column: left)
      frame.put(line.keys, at: position, style: Style(.key), width: width)
      frame.put(line.text, at: Position(row: position.row, column: left + line.column), width: width)
    }
    var layout = Layout(size: size)
    (layout.left, layout.width) = (left, size.columns - left)
    let words = configuration.catalogue.keys
    var items = [KeyLineItem(key: Key(.escape).name(appearance.glyphs), word: words.close, rank: 0)]
    if lines.count > rows.count {
      let keys = [Key(.pageUp), Key(.pageDown)].map { $0.name(appearance.glyphs) }
      items.append(KeyLineItem(key: keys.joined(separator: " "), word: words.scroll, rank: 1))
    }
    if size.rows > 1 { drawKeyLine(items, in: &frame, layout, appearance) }
    return frame
  }

  /// The rows between the title and the key line.
  private var keysRows: Range<Int> {
    let first = size.rows >= 24 ? 2 : 1
    return first..<max(first, size.rows - 1)
  }

  /// A line of the page of keys: the names of keys at its start, and from `column` on what they do.
  private struct KeysLine {
    var keys = ""
    var text: String
    var column = 0
  }

  private func keysLines(_ appearance: Appearance) -> [KeysLine] {
    let catalogue = configuration.catalogue.keys
    let width = appearance.width
    let entries = keysEntries(appearance.glyphs)
    let names = entries.reduce(0) { max($0, width.columns(of: $1.keys)) }
    // Where the names leave too little room beside them, what a key does stands below its name.
    let isStacked = size.columns - names - 3 < 20
    let column = isStacked ? 2 : names + 3
    var lines: [KeysLine] = []
    for entry in entries {
      let wrapped = LineWrap.lines(entry.text, columns: size.columns - column, width: width)
      if isStacked { lines.append(KeysLine(keys: entry.keys, text: "")) }
      lines += wrapped.enumerated().map { index, text in
        KeysLine(keys: index == 0 && !isStacked ? entry.keys : "", text: text, column: column)
      }
    }
    let mouse = LineWrap.lines(catalogue.mouse, columns: size.columns, width: width)
    if lines.count + mouse.count < keysRows.count { lines.append(KeysLine(text: "")) }
    return lines + mouse.map { KeysLine(text: $0) }
  }

  /// The names of keys and what they do. Two actions that go together share an entry, so that the page is whole
  /// at 80x24.
  private func keysEntries(_ glyphs: GlyphSet) -> [(keys: String, text: String)] {
    let catalogue = configuration.catalogue.keys
    let partners = KeyBinding.all.compactMap { catalogue.pair(beginningWith: $0.action)?.other }
    return KeyBinding.all.compactMap { binding in
      let action = binding.action
      guard !partners.contains(action) else { return nil }
      var keys = Array(binding.keys.prefix(2))
      guard let pair = catalogue.pair(beginningWith: action) else {
        return catalogue.description(of: action).map { (names(of: keys, glyphs), $0) }
      }
      let others = KeyBinding.all.first { $0.action == pair.other }?.keys.prefix(2) ?? []
      keys = zip(keys, others).flatMap { [$0, $1] }
      return (names(of: keys, glyphs), pair.text)
    }
  }

  /// As many of the names of `keys` as a column takes, two at least.
  private func names(of keys: [Key], _ glyphs: GlyphSet) -> String {
    let names = keys.map { $0.name(glyphs) }
    let all = names.joined(separator: ", ")
    return all.count <= 18 ? all : names.prefix(2).joined(separator: ", ")
  }

  /// Scrolls the page of keys by `lines`; `nil` where it is not on the screen.
  mutating func scrollKeys(by lines: Int, appearance: Appearance) -> [Effect]? {
    guard case .keys(let top) = page else { return nil }
    let last = max(0, keysLines(appearance).count - keysRows.count)
    // The window may have grown since the page was scrolled.
    let seen = min(top, last)
    let target = min(max(0, seen + lines), last)
    page = .keys(top: target)
    return target == seen ? [.beep] : []
  }

  /// Turns a page of the keys, or of a form that the window is too small for.
  mutating func turnPage(by direction: Int, appearance: Appearance) -> [Effect] {
    if let effects = scrollKeys(by: direction * max(1, keysRows.count - 1), appearance: appearance) {
      return effects
    }
    var whole = self
    whole.page = .reading(top: 0)
    let layout = whole.layout(appearance)
    let last = layout.height - layout.rows
    guard last > 0 else { return [.beep] }
    let top = if case .reading(let top) = page { top } else { 0 }
    page = .reading(top: min(max(0, top + direction * max(1, layout.rows - 1)), last))
    return []
  }
}
