import WatchwordBase
import WatchwordScreen

/// An entry of the key line below a form. If there is too little room, the highest rank is dropped first.
struct KeyItem: Equatable {
  var key: String
  /// What the key does now; `nil` for nothing, which leaves the place of the entry empty.
  var word: String?
  var rank: Int
  /// All words that the entry can have, so that no other entry moves when the word changes.
  var words: [String] = []
  /// The columns of another entry that can stand here.
  var otherColumns = 0
  /// The rank of the key for an offer. Entries up to that have short words sooner than they are dropped.
  static let rankOfOffer = 3
  /// Replaces the entry's word if the entries with a short word have too little room for their usual words.
  var shortWord: String?

  fileprivate func columns(_ width: CharacterWidth) -> Int {
    let word = (words + [word ?? ""]).reduce(0) { max($0, width.columns(of: $1)) }
    return max(otherColumns, width.columns(of: key) + 1 + word)
  }

  /// One entry in the place of two, if at most one has a word.
  fileprivate func sharing(with other: KeyItem, _ width: CharacterWidth) -> KeyItem {
    var item = word == nil ? other : self
    item.otherColumns = max(columns(width), other.columns(width))
    item.rank = min(rank, other.rank)
    return item
  }

  fileprivate var shortened: KeyItem {
    guard let shortWord else { return self }
    return KeyItem(key: key, word: word == nil ? nil : shortWord, rank: rank, words: [shortWord])
  }
}

/// The line of the main keys. Quiet typing writes in front of them the label of what has the focus, because the focus
/// itself cannot be heard.
struct KeyLine: Equatable {
  let keys: MainKeys
  /// The label of what has the focus; `nil` unless typing is quiet.
  var spokenLabel: String?
  /// All labels that can stand in that place.
  let spokenLabels: [String]
  /// The columns of the countdown in the line.
  let countdown: Int
  /// Whether label or keys are blank for a moment, so that a screen reader then speaks all of them.
  var blanksLabel = false
  var blanksKeys = false

  func draw(on sheet: inout Sheet) {
    let layout = sheet.layout
    guard let row = sheet.row(layout.keyLine) else { return }
    // The short words of an inline form need a column of the indent.
    let start = layout.isInline && layout.isNarrow && sheet.form.asker != nil ? 1 : layout.start
    var room = start..<layout.right
    if layout.hidesButtons, keys.isButtonFocused, let end = layout.buttons.last?.columns.upperBound {
      room = min(end + 2, layout.right)..<layout.right
    }
    if layout.isInline, countdown > 0 {
      room = room.lowerBound..<max(room.lowerBound, layout.right - countdown - 2)
    }
    if let spokenLabel {
      room = draw(spokenLabel, row: row, in: room, on: &sheet)
      sheet.lead(with: Frame.Part(rows: row..<row + 1, columns: room))
    }
    guard !blanksKeys else { return }
    let items = keys.items(on: sheet)
    items.place(in: room, sheet.appearance.width) { text, role, column in
      sheet.put(text, role, row: row, column: column)
    }
  }

  /// Writes `label` before the keys. Returns the columns behind its place, which is as wide as the longest label.
  private func draw(_ label: String, row: Int, in room: Range<Int>, on sheet: inout Sheet) -> Range<Int> {
    let widest = spokenLabels.reduce(0) { max($0, sheet.columns(of: $1)) }
    let width = min(widest, room.count / 2)
    let column = room.lowerBound + width + 1
    if !blanksLabel {
      sheet.put(sheet.appearance.cut(label, columns: width), .caption, row: row, column: room.lowerBound)
    }
    sheet.put(sheet.appearance.mask.isASCII ? "-" : "·", .faint, row: row, column: column)
    sheet.lead(with: Frame.Part(rows: row..<row + 1, columns: room.lowerBound..<column))
    return min(column + 2, room.upperBound)..<room.upperBound
  }
}

extension [KeyItem] {
  /// Adds the entry, if there is one.
  fileprivate static func += (items: inout [KeyItem], item: KeyItem?) {
    if let item { items.append(item) }
  }

  /// Puts as many entries as fit into `room`, each at its fixed place.
  fileprivate func place(
    in room: Range<Int>, _ width: CharacterWidth,
    put: (_ text: String, _ role: Style.Role, _ column: Int) -> Void
  ) {
    var items = self
    func fits(_ items: [KeyItem], _ gap: Int) -> Bool {
      items.reduce(-gap) { $0 + $1.columns(width) + gap } <= room.count
    }
    // The gap between two entries: the least, and the usual one if there is room.
    let (least, usual) = (2, 3)
    let short = items.map(\.shortened)
    func nameOffer(_ items: [KeyItem]) -> Bool {
      fits(items.filter { $0.rank <= KeyItem.rankOfOffer }, least)
    }
    // In a wide window the words say more than a key that the row below the bars names, too.
    let isForOffer = room.count < 60 && !nameOffer(items) && nameOffer(short)
    if !fits(items.filter { $0.shortWord != nil }, least) || isForOffer { items = short }
    while items.count > 1, !fits(items, least),
      let last = items.indices.max(by: { items[$0].rank < items[$1].rank })
    {
      items.remove(at: last)
    }
    let gap = room.count >= 50 && fits(items, usual) ? usual : least
    var column = room.lowerBound
    for item in items {
      if let word = item.word {
        put(item.key, .key, column)
        put(word, .faint, column + width.columns(of: item.key) + 1)
      }
      column += item.columns(width) + gap
    }
  }
}

/// The entries of the key line, and all that they depend on besides the sheet.
struct MainKeys: Equatable {
  let owner: KeyOwner
  /// Whether no verifier is at work.
  let isOpen: Bool
  let offerKind: Offer.Kind?
  let responder: Responder
  /// The field with the focus, if the form can be edited.
  let field: Int?
  let canMove: Bool
  /// Whether that field is shown; `nil` if it cannot be.
  let isShown: Bool?
  let offersPasswords, offersHere: Bool
  /// What Return in the focused field does; `nil` if no field has the focus.
  let enter: FormState.Enter?

  var isButtonFocused: Bool { if case .button = responder { true } else { false } }

  private func takes(_ action: Action) -> Bool { (isOpen ? owner : .verifying).takes(action) }

  /// The main keys of their owner.
  func items(on sheet: Sheet) -> [KeyItem] {
    let texts = sheet.texts
    var items: [KeyItem] = []
    switch owner {
    case .offer:
      let (words, characters) = (texts("words"), texts("characters"))
      let other = offerKind == .words ? characters : words
      items += item(.performReturn, texts("use it"), rank: 1, on: sheet)
      items += item(.offerPassword, texts("another"), rank: 3, on: sheet)
      items += item(
        .deleteSpacedWordBackward, sheet.isQuiet ? words + "/" + characters : other, rank: 2, on: sheet)
      var length = item(.moveBackward, texts("length"), rank: 4, on: sheet)
      length?.key += " " + Key(.right).name(sheet.appearance.glyphs, texts)
      items += length
      items += item(.cancel, texts("back"), rank: 0, on: sheet)
    case .question where sheet.form.endsWithAnyKey && isButtonFocused:
      items += KeyItem(key: texts("Any key"), word: texts("close"), rank: 0)
      items += item(.showKeys, texts("help"), rank: 1, on: sheet)
    case .question:
      addQuestionKeys(to: &items, on: sheet)
    default:
      addFirstFieldKeys(to: &items, on: sheet)
      items += item(.cancel, cancelWord(sheet), rank: 0, on: sheet)
      addLastKeys(to: &items, on: sheet)
      addFieldKeys(to: &items, on: sheet)
    }
    return items
  }

  /// The entry of the first key for `action`. It has no word while the key only beeps.
  private func item(
    _ action: Action, _ word: String?, rank: Int, of words: [String] = [], on sheet: Sheet
  ) -> KeyItem? {
    KeyBinding.binding(of: action).map {
      KeyItem(
        key: $0.key.name(sheet.appearance.glyphs, sheet.texts), word: takes(action) ? word : nil, rank: rank,
        words: words, shortWord: offerKind == nil ? sheet.form.askerWords(of: action, owner)?.short : nil)
    }
  }

  private func readItem(_ key: Key, rank: Int, on sheet: Sheet) -> KeyItem? {
    guard sheet.form.isTextWhole, takes(.pageDown) else { return nil }
    return KeyItem(key: key.name(sheet.appearance.glyphs, sheet.texts), word: sheet.texts("read"), rank: rank)
  }

  private func addQuestionKeys(to items: inout [KeyItem], on sheet: Sheet) {
    let (texts, buttons, layout) = (sheet.texts, sheet.form.buttons, sheet.layout)
    // Letters answer wherever the focus is. Cancelling a message closes it as its button does.
    let isMessage = buttons.count == 1
    let letters = isMessage && responder != .form ? [] : buttons
    for button in letters {
      items += button.accelerator.map { KeyItem(key: String($0), word: button.title.lowercased(), rank: 0) }
    }
    let press = item(
      .performReturn, isButtonFocused ? texts("press") : nil, rank: isMessage ? 0 : 2, on: sheet)
    // Beside letters it comes and goes, and stands last.
    let isLast = letters.contains { $0.accelerator != nil }
    if !isLast { items += press }
    if canMove { items += item(.focusNext, texts("move"), rank: 4, of: [texts("move")], on: sheet) }
    // At the end there is no more to read.
    if layout.scroll < layout.overflow { items += readItem(Key(.down), rank: 0, on: sheet) }
    if !isMessage { items += item(.cancel, cancelWord(sheet), rank: 0, on: sheet) }
    addLastKeys(to: &items, on: sheet)
    if isLast { items += press }
  }

  private func addFirstFieldKeys(to items: inout [KeyItem], on sheet: Sheet) {
    let texts = sheet.texts
    let moves = field != nil || responder == .form || canMove
    items += item(
      .performReturn, returnWord(sheet), rank: 2,
      of: sheet.isQuiet
        ? []
        : [
          texts("accept"), texts("next"), texts("press"), texts("check"),
          sheet.form.fields.count > 1 ? texts("go back") : "",
        ],
      on: sheet)
    // Enter never comes to a second button.
    let rank = sheet.form.buttons.count > 1 ? 4 : 5
    items += item(.focusNext, moves ? texts("move") : nil, rank: rank, of: [texts("move")], on: sheet)
  }

  /// The keys that come and go with the field stand last, so that they leave no hole.
  private func addFieldKeys(to items: inout [KeyItem], on sheet: Sheet) {
    let (texts, layout) = (sheet.texts, sheet.layout)
    var own: KeyItem?
    if sheet.form.fields.contains(where: \.isRevealable) {
      let words = sheet.isQuiet ? [texts("show") + "/" + texts("hide")] : [texts("show"), texts("hide")]
      own = item(
        .toggleShown, sheet.isQuiet ? words[0] : isShown.map { words[$0 ? 1 : 0] },
        rank: layout.namesKeysInFields ? 6 : 4, of: words, on: sheet)
    }
    let here = field.flatMap { sheet.form.fields[$0].input.keyInLine(texts)?.key }
    var keys: [String] = []
    for field in sheet.form.fields {
      guard let (key, word) = field.input.keyInLine(texts), !keys.contains(key) else { continue }
      keys.append(key)
      let item = KeyItem(key: key, word: key == here ? word : nil, rank: 5, words: [word])
      // No field has two keys, so they share a place.
      own = own?.sharing(with: item, sheet.appearance.width) ?? item
    }
    items += own
    if offersPasswords {
      let isHere = sheet.isQuiet || offersHere
      items += item(
        .offerPassword, isHere ? texts("suggest") : nil, rank: KeyItem.rankOfOffer, of: [texts("suggest")],
        on: sheet)
    }
    if layout.overflow > 0 {
      items += readItem(Key(layout.cutsText ? .pageDown : .pageUp), rank: 1, on: sheet)
    }
  }

  private func addLastKeys(to items: inout [KeyItem], on sheet: Sheet) {
    items += item(.showKeys, sheet.texts("help"), rank: 1, of: [sheet.texts("help")], on: sheet)
    if let words = sheet.form.askerWords(of: .interrupt, owner) {
      items += item(.interrupt, words.usual, rank: 0, on: sheet)
    }
  }

  /// What Esc does.
  private func cancelWord(_ sheet: Sheet) -> String {
    sheet.form.askerWords(of: .cancel, owner)?.usual ?? sheet.texts("cancel")
  }

  /// What Return does in a form with fields; `nil` for nothing.
  private func returnWord(_ sheet: Sheet) -> String? {
    let texts = sheet.texts
    switch responder {
    case _ where sheet.isQuiet: return texts("go on")
    case .field: return enter?.word(texts)
    case .button: return texts("press")
    case .form: return nil
    }
  }
}

extension FormState {
  /// What Return in a field does: goes on, stays where something is wrong, goes back to what is wrong, or accepts.
  enum Enter {
    case next, check, goBack, accept

    func word(_ texts: Texts) -> String {
      switch self {
      case .next: texts("next")
      case .check: texts("check")
      case .goBack: texts("go back")
      case .accept: texts("accept")
      }
    }
  }

  func enter(in index: Int) -> Enter {
    // A validated field may be empty until the form is submitted (C2).
    let mayBeEmpty =
      !saysEmptiness(of: index) && fields[index].shape.count == 0 && result(of: index) == .empty
    if isWrong(index), !mayBeEmpty { return .check }
    guard isLast(index) else { return .next }
    return order.first(where: isWrong).map { $0 == index ? .check : .goBack } ?? .accept
  }

  /// Whether field `index` would be refused, as far as that is known without a judgement.
  private func isWrong(_ index: Int) -> Bool {
    guard mustBeRight(index) else { return false }
    let field = fields[index]
    // Of a repetition and a password that is missing, the password is wrong, unless it may be missing.
    if standing(of: index) == .alone {
      return field.configuration.confirmedField.map { fields[$0].configuration.isOptional } ?? false
    }
    return switch field.validation?.deadline == nil ? result(of: index) : nil {
    case .success, .open: false
    case .empty, .failure: true
    case nil: ![.right, .open].contains(standing(of: index) ?? .right)
    }
  }
}

/// The page of keys, from the table of key bindings.
struct KeysPage {
  private let form: FormState
  private let size: Size
  private let appearance: Appearance
  /// All lines. A low window shows part of them.
  private(set) var lines: [Line] = []

  /// Key names from `start`, and from `column` what they do.
  struct Line {
    var keys = ""
    var text: String
    var start = 0
    var column = 0
    var isTitle = false
    /// What stands beside, in a window of two columns.
    var beside: [Line] = []

    fileprivate func end(_ width: CharacterWidth) -> Int {
      max(column + width.columns(of: text), beside.map { $0.end(width) }.max() ?? 0)
    }

    fileprivate func put(on frame: inout Frame, row: Int, left: Int, _ width: CharacterWidth) {
      frame.put(keys, at: Position(row: row, column: left + start), style: Style(.key), width: width)
      let style = Style(isTitle ? .caption : .plain)
      frame.put(text, at: Position(row: row, column: left + column), style: style, width: width)
      for line in beside { line.put(on: &frame, row: row, left: left, width) }
    }
  }

  /// An `error` comes first, and the form's whole paragraph if `isTextCut`.
  init(
    _ form: FormState, size: Size, _ appearance: Appearance, isTextCut: Bool = false, error: String? = nil
  ) {
    (self.form, self.size, self.appearance) = (form, size, appearance)
    let texts = [error, isTextCut ? form.configuration.text : nil].compactMap(\.self)
    let text = texts.flatMap { appearance.lines(of: $0, columns: min(size.columns, 68)) + [""] }
    lines = text.map { Line(text: $0) } + makeLines()
  }

  /// The last line that can be at the top of the page.
  var lastTop: Int { max(0, lines.count - rows.count) }

  /// The rows between the title, with a blank line in a high window unless the page is whole without it, and the key
  /// line.
  var rows: Range<Int> {
    let first = size.rows >= 24 && lines.count != size.rows - 2 ? 2 : 1
    return first..<max(first, size.rows - 1)
  }

  func frame(from top: Int) -> Frame {
    var frame = Frame(size: size)
    let (width, texts) = (appearance.width, form.texts)
    let columns = min(size.columns, lines.reduce(0) { max($0, $1.end(width)) })
    let left = (size.columns - columns) / 2
    let title = texts("Keys")
    frame.put(
      title, at: Position(row: 0, column: max(0, (size.columns - width.columns(of: title)) / 2)),
      style: Style(.title), width: width)
    if size.rows > rows.lowerBound { frame.cursor = Position(row: rows.lowerBound, column: left) }
    for (row, line) in zip(rows, lines.dropFirst(min(top, lastTop))) {
      line.put(on: &frame, row: row, left: left, width)
    }
    func names(_ keys: Key...) -> String {
      keys.map { $0.name(appearance.glyphs, texts) }.joined(separator: " ")
    }
    var items = [KeyItem(key: names(Key(.escape)), word: texts("close"), rank: 0)]
    if lines.count > rows.count {
      items.append(KeyItem(key: names(Key(.pageUp), Key(.pageDown)), word: texts("scroll"), rank: 1))
    }
    if size.rows > 1 {
      items.place(in: left..<size.columns, width) { text, role, column in
        let place = Position(row: size.rows - 1, column: column)
        frame.put(text, at: place, style: Style(role), width: width)
      }
    }
    let room = (size.columns - width.columns(of: title)) / 2 - 1
    let countdown = form.countdowns.first { width.columns(of: $0) <= room } ?? form.countdowns.last ?? ""
    let start = Position(row: 0, column: max(0, size.columns - width.columns(of: countdown)))
    frame.put(countdown, at: start, style: Style(.notice), width: width)
    return frame
  }

  private func makeLines() -> [Line] {
    let (width, texts) = (appearance.width, form.texts)
    let half = (size.columns - Self.gap) / 2
    var lines: [Line] = []
    func wrapped(_ text: String) -> [Line] {
      LineWrap.lines(text, columns: size.columns, width: width).map { Line(text: $0) }
    }
    let caret = wrapped(texts("^R means Ctrl-R: hold Ctrl, press R."))
    if half >= Self.leastColumnWidth {
      let left = makeLines(of: [.main, .typing], from: 0, columns: half, hasTitles: true)
      let right = makeLines(of: [.moving, .form], from: half + Self.gap, columns: half, hasTitles: true)
      for row in 0..<max(left.count, right.count) {
        var line = row < left.count ? left[row] : Line(text: "")
        if row < right.count { line.beside = [right[row]] }
        lines.append(line)
      }
    } else {
      lines = makeLines(of: KeyBinding.Group.allCases, from: 0, columns: size.columns, hasTitles: true)
      if caret.count + lines.count + 1 > rows.count {
        lines = makeLines(of: KeyBinding.Group.allCases, from: 0, columns: size.columns, hasTitles: false)
      }
    }
    let mouse = wrapped(
      form.keyOwner == .question
        ? texts("Mouse: press a button. Shift selects and pastes as ever.")
        : texts("Mouse: press a field, a sign or a button. Shift selects and pastes as ever."))
    let (free, blank) = (rows.count - caret.count - lines.count - mouse.count, [Line(text: "")])
    return caret + (free > 1 ? blank : []) + lines + (free > 0 ? blank : []) + mouse
  }

  /// The entries of `groups` in `columns` columns from `start`.
  private func makeLines(
    of groups: [KeyBinding.Group], from start: Int, columns: Int, hasTitles: Bool
  ) -> [Line] {
    let (width, all) = (appearance.width, entries)
    var lines: [Line] = []
    for group in groups {
      let entries = all.filter { $0.group == group }
      if entries.isEmpty { continue }
      let names = all.reduce(0) { max($0, width.columns(of: $1.keys)) }
      // If there is too little room beside the names, the texts go below them.
      let isStacked = columns - names - Self.gap < Self.leastTextWidth
      let column = isStacked ? 2 : names + Self.gap
      if hasTitles {
        lines.append(Line(text: group.title(form.texts), start: start, column: start, isTitle: true))
      }
      for entry in entries {
        let wrapped = LineWrap.lines(entry.text, columns: columns - column, width: width)
        if isStacked { lines.append(Line(keys: entry.keys, text: "", start: start, column: start)) }
        lines += wrapped.enumerated().map { index, text in
          Line(
            keys: index == 0 && !isStacked ? entry.keys : "", text: text, start: start, column: start + column
          )
        }
      }
    }
    return lines
  }

  /// The key names and what they do. Paired actions share an entry, so that the page fits into 80x24.
  private var entries: [(group: KeyBinding.Group, keys: String, text: String)] {
    let texts = form.texts
    let partners = KeyBinding.all.compactMap { $0.action.pair(texts)?.other }
    let hasLetters = form.configuration.buttons.contains { $0.accelerator != nil }
    let letters: [(KeyBinding.Group, String, String)] =
      hasLetters ? [(.main, texts("Alt-letter"), texts("press the button with this letter underlined"))] : []
    let inputs: [(KeyBinding.Group, String, String)] = FieldInput.keys(of: form.fields, texts).map {
      (.typing, $0.name, $0.text)
    }
    return inputs
      + KeyBinding.all.compactMap { binding in
        guard !partners.contains(binding.action), form.uses(binding.action),
          !appearance.lacks.contains(binding.action)
        else { return nil }
        let pair = binding.action.pair(texts)
        guard let text = form.ownText(of: binding.action) ?? pair?.text ?? binding.text?(texts) else {
          return nil
        }
        let others = pair.map { KeyBinding.binding(of: $0.other)?.keys ?? [] }
        let keys = binding.keys.prefix(2)
        return (binding.group, fitting(others.map { zip(keys, $0).map(name) } ?? keys.map(name)), text)
      }
      + letters
  }

  private func name(_ key: Key) -> String { key.name(appearance.glyphs, form.texts, spelled: true) }

  /// The names of two keys that belong together, as "Home, End" or "Ctrl-A/E".
  private func name(_ key: Key, _ other: Key) -> String {
    guard case .scalar = other.code, key.modifiers == other.modifiers else {
      return "\(name(key)), \(name(other))"
    }
    return "\(name(key))/\(name(Key(other.code)))"
  }

  /// As many of `names` as fit into the column, at least one.
  private func fitting(_ names: [String]) -> String {
    let all = names.joined(separator: ", ")
    return appearance.width.columns(of: all) <= (isNarrow ? 10 : Self.namesWidth) || names.count == 1
      ? all : fitting(names.dropLast())
  }

  private var isNarrow: Bool { size.columns < Self.leastColumnWidth }

  /// The most columns for more than one name.
  private static let namesWidth = 21
  /// The least columns for what a key does, beside the names.
  private static let leastTextWidth = 20
  private static let gap = 3
  /// The least columns for one of two columns.
  private static let leastColumnWidth = 52
}
