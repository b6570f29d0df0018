import WatchwordMessages
import WatchwordScreen

/// The key line below a form: the main keys, as many as there is room for.
struct KeyLine {
  /// One entry.
  struct Item: Equatable {
    var key: String
    var word: String
    /// Which entries are left out first where the line is too narrow: the highest number.
    var rank: Int
  }

  var items: [Item]
  /// How many seconds are left, at the right end; empty where they are not counted.
  var countdown = ""

  /// The least columns between two entries.
  private static let gap = 2

  /// Writes the entries into `row`.
  func draw(in frame: inout Frame, row: Int, columns room: Range<Int>, _ appearance: Appearance) {
    let width = appearance.width
    let roomyGap = room.count < 50 ? Self.gap : Self.gap + 1
    var gap = Self.gap
    let room = drawCountdown(in: &frame, row: row, columns: room, appearance)
    var items = items
    func columns() -> Int {
      items.reduce(-gap) { sum, item in
        sum + width.columns(of: item.key) + 1 + width.columns(of: item.word) + gap
      }
    }
    while items.count > (countdown.isEmpty ? 1 : 0), columns() > room.count,
      let last = items.max(by: { $0.rank < $1.rank })
    {
      items.removeAll { $0 == last }
    }
    gap = roomyGap
    if columns() > room.count { gap = Self.gap }
    var position = Position(row: row, column: room.lowerBound)
    for item in items {
      position.column += frame.put(item.key, at: position, style: Style(.key), width: width) + 1
      position.column += frame.put(item.word, at: position, style: Style(.faint), width: width) + gap
    }
  }
}

extension FormView {
  /// The key line, with the seconds that are left.
  var keyLine: KeyLine {
    KeyLine(
      items: mainKeys.compactMap(\.self),
      countdown: form.countdown(columns: layout.width, appearance.width))
  }

  /// The main keys for what has the focus, or for what stands before it.
  private var mainKeys: [KeyLine.Item?] {
    let glyphs = appearance.glyphs
    let texts = form.configuration.texts
    func item(_ action: Action, _ word: String, rank: Int) -> KeyLine.Item? {
      KeyBinding.binding(of: action)?.keys.first.map {
        KeyLine.Item(key: $0.name(glyphs, texts), word: word, rank: rank)
      }
    }
    if form.submission != .open { return [item(.cancel, texts("cancel"), rank: 0)] }
    if let offer = form.offer {
      return [
        item(.performReturn, texts("take it"), rank: 1), item(.offerPassword, texts("another"), rank: 3),
        item(
          .deleteSpacedWordBackward, offer.kind == .words ? texts("characters") : texts("words"), rank: 2),
        item(.cancel, texts("back"), rank: 0),
      ]
    }
    var items: [KeyLine.Item?] = []
    // What cancels a message closes it as its button does.
    let isMessage = form.fields.isEmpty && form.configuration.buttons.count == 1
    switch form.firstResponder {
    case .field(let index):
      items.append(item(.performReturn, form.isLast(index) ? texts("accept") : texts("next"), rank: 2))
      items.append(item(.focusNext, texts("move"), rank: 4))
      if form.fields[index].configuration.isRevealable {
        items.append(item(.toggleShown, form.fields[index].isShown ? texts("hide") : texts("show"), rank: 3))
      }
      if form.offersPassword(in: index) {
        items.append(item(.offerPassword, texts("make"), rank: 5))
      }
    case .button where form.configuration.endsWithAnyKey:
      items.append(KeyLine.Item(key: texts("Any key"), word: texts("close"), rank: 0))
    case .button:
      items.append(item(.performReturn, texts("press"), rank: isMessage ? 0 : 2))
      if form.canMoveFocus { items.append(item(.focusNext, texts("move"), rank: 4)) }
    case .form: items = [item(.focusNext, texts("move"), rank: 4)]
    }
    // At the end of a question there is nothing more to read.
    if form.configuration.isTextWhole, layout.overflow > 0,
      !form.fields.isEmpty || layout.scroll < layout.overflow
    {
      let key = Key(form.fields.isEmpty ? .down : .pageUp)
      items.append(
        KeyLine.Item(key: key.name(glyphs, texts), word: texts("read"), rank: form.fields.isEmpty ? 0 : 1))
    }
    if !isMessage { items.append(item(.cancel, texts("cancel"), rank: 0)) }
    return items + [item(.showKeys, texts("keys"), rank: 1)]
  }
}
