import WatchwordMessages
import WatchwordScreen

/// The key line at the bottom: the main keys, as many as there is room for.
struct KeyLine {
  /// One entry.
  struct Item: Equatable {
    var key: String
    var word: String
    /// Which entries are left out first where the line is too narrow: the highest number.
    var rank: Int
  }

  var items: [Item]

  /// The columns between two entries.
  private static let gap = 3

  /// Writes the entries in the last row, from `column` on.
  func draw(in frame: inout Frame, from column: Int, _ appearance: Appearance) {
    let width = appearance.width
    var items = items
    func columns() -> Int {
      items.reduce(-Self.gap) { sum, item in
        sum + width.columns(of: item.key) + 1 + width.columns(of: item.word) + Self.gap
      }
    }
    let room = frame.size.columns - column
    while items.count > 1, columns() > room, let last = items.max(by: { $0.rank < $1.rank }) {
      items.removeAll { $0 == last }
    }
    var position = Position(row: frame.size.rows - 1, column: column)
    for item in items {
      position.column += frame.put(item.key, at: position, style: Style(.key), width: width) + 1
      position.column += frame.put(item.word, at: position, style: Style(.faint), width: width) + Self.gap
    }
  }
}

extension FormView {
  /// The main keys for what has the focus.
  var keyLine: KeyLine {
    let glyphs = appearance.glyphs
    let words = form.configuration.catalogue.keys
    func item(_ action: Action, _ word: String, rank: Int) -> KeyLine.Item? {
      KeyBinding.binding(of: action)?.keys.first.map {
        KeyLine.Item(key: $0.name(glyphs), word: word, rank: rank)
      }
    }
    if form.submission != .open {
      return KeyLine(items: [item(.cancel, words.cancel, rank: 0)].compactMap(\.self))
    }
    var items = [item(.focusNext, words.next, rank: 3), item(.focusPrevious, words.back, rank: 6)]
    switch form.firstResponder {
    case .field(let index):
      if form.fields[index].configuration.isRevealable {
        let texts = form.configuration.catalogue.form
        items.append(item(.toggleShown, form.fields[index].isShown ? texts.hide : texts.show, rank: 2))
      }
      items.append(item(.deleteToStart, words.clear, rank: 5))
      let isLast = index == form.fields.indices.last
      items.append(item(.performReturn, isLast ? words.accept : words.next, rank: 4))
    case .button: items.append(item(.performReturn, words.press, rank: 4))
    case .form: break
    }
    items += [item(.cancel, words.cancel, rank: 0), item(.showKeys, words.keys, rank: 1)]
    return KeyLine(items: items.compactMap(\.self))
  }
}
