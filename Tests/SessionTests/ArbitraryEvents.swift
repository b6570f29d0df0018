import TestSupport
import WatchwordBase
import WatchwordScreen

@testable import Watchword

/// A terminal that keeps the last frame and the texts behind it.
struct KeepingTerminal: ScreenTerminal {
  var size: Size
  var now = Instant(nanoseconds: 0)
  var canSuspend = true
  var canBeInline = false
  var paste = ""
  private(set) var frame: Frame?
  /// What was echoed before the last frame.
  var echo: Echo?
  private(set) var texts: [String] = []
  /// The characters in the holes of each row. Like the real terminal, this one does not write a row that shares its
  /// memory with the one before.
  private(set) var shown: [[Character?]] = []
  private var isForgotten = true

  mutating func paint(_ frame: Frame, readSecret: (Int, (UTF8Span) -> Void) -> Void) {
    for field in texts.indices { readSecret(field) { texts[field] = String(copying: $0) } }
    let before = isForgotten || self.frame?.size != frame.size ? nil : self.frame
    shown = frame.lines.indices.map { row in
      if let before, frame.shares(row, with: before) { return shown[row] }
      return holes(inRow: row, of: frame)
    }
    (self.frame, isForgotten) = (frame, false)
  }

  /// The characters that the holes of `row` must have.
  func holes(inRow row: Int, of frame: Frame) -> [Character?] {
    let characters = texts.map(Array.init)
    return frame.lines[row].map { cell in
      guard case .secret(let field, let index) = cell.glyph else { return nil }
      let text = characters[Int(field)]
      return text.indices.contains(Int(index)) ? text[Int(index)] : nil
    }
  }
  mutating func echo(_ echo: Echo) -> Bool {
    self.echo = echo
    return true
  }
  mutating func nextEvent(before deadline: Instant?) -> Event { .tick }
  mutating func pendingEvent() -> Event? { nil }

  mutating func eventWithoutWaiting() -> Event? { nil }
  mutating func withPaste<R>(_ body: (UTF8Span) -> R) -> R { body(paste.utf8Span) }
  mutating func forgetPaste() { paste = "" }
  mutating func beep() {}
  mutating func invalidate() { isForgotten = true }
  mutating func suspend() {}

  init(size: Size, fieldCount: Int) {
    self.size = size
    texts = Array(repeating: "", count: fieldCount)
  }
}

extension FormState {
  /// The number of texts that a terminal may have to show: those of the fields, and an offer.
  var placeCount: Int { fields.count + (offersPasswords ? 1 : 0) }
}

/// Random events of all kinds.
struct ArbitraryEvents {
  var random: SeededGenerator
  /// Where the event before pressed the mouse.
  var pressed: Position?

  /// Scalars that no text of the program has: letters, a wide one, combining marks, emoji and their joiners, a symbol,
  /// and white space.
  static let alphabet: [Unicode.Scalar] = [
    "α", "β", "γ", "δ", "é", "ß", "ж", "漢", "字", "한", "\u{301}", "\u{20DD}", "🦊", "👩", "\u{1F3FD}",
    "\u{200D}",
    "\u{FE0F}", "🇩", "🇪", "§", "¶", "\u{2003}", "\u{3000}", "\u{1100}", "\u{1161}", "\u{0BA8}", "\u{0BBF}",
  ]

  private static let keys = KeyBinding.all.flatMap(\.keys).filter { key in
    ![.cancel, .interrupt, .goOnInLines].contains(KeyBinding.action(for: key))
  }

  mutating func scalar() -> Unicode.Scalar {
    Self.alphabet[Int.random(in: 0..<Self.alphabet.count, using: &random)]
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func size() -> Size {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: Size(columns: .random(in: 1...200, using: &random), rows: .random(in: 1...60, using: &random))
    case 1...3: Size(columns: .random(in: 1...24, using: &random), rows: .random(in: 1...6, using: &random))
    case 4: Size(columns: 80, rows: 24)
    case 5: Size(columns: .random(in: 60...90, using: &random), rows: .random(in: 5...8, using: &random))
    default: Size(columns: .random(in: 18...60, using: &random), rows: .random(in: 3...26, using: &random))
    }
  }

  private mutating func pasted() -> String {
    let isLong = chance(5)
    let length = isLong ? Int.random(in: 0...3000, using: &random) : Int.random(in: 0...12, using: &random)
    var text = ""
    for _ in 0..<length { text.unicodeScalars.append(scalar()) }
    if chance(5) {
      text.unicodeScalars.append(["\u{7}", "\u{85}", "\t", "\n"].randomElement(using: &random) ?? "\t")
    }
    if chance(30) { text += ["\r", "\n", "\r\n"].randomElement(using: &random) ?? "" }
    return text
  }

  mutating func problem() -> Event.InputProblem {
    [.notText, .noCharacterSet, .tooLong, .controlCharacter, .incomplete].randomElement(using: &random)
      ?? .notText
  }

  /// The next event. Sizes and pastes are told to `terminal` first. Sometimes it is the tick for which the form waits
  /// until `deadline`.
  mutating func next(for terminal: inout KeepingTerminal, before deadline: Instant?) -> Event {
    if let deadline, chance(10) {
      terminal.now = max(terminal.now, deadline)
      return .tick
    }
    terminal.now = terminal.now.advanced(by: .milliseconds(.random(in: 0...200, using: &random)))
    if let position = pressed {
      pressed = nil
      if chance(80) { return .release(position) }
    }
    switch Int.random(in: 0..<1000, using: &random) {
    case ..<500: return .key(Key(.scalar(scalar()), chance(5) ? .shift : []))
    case ..<800: return .key(Self.keys[Int.random(in: 0..<Self.keys.count, using: &random)])
    case ..<850:
      terminal.paste = pasted()
      return .paste
    case ..<920:
      let position = Position(
        row: .random(in: 0...terminal.size.rows, using: &random),
        column: .random(in: 0...terminal.size.columns, using: &random))
      pressed = position
      return .press(position)
    case ..<950:
      terminal.size = size()
      return .resize(terminal.size)
    case ..<975: return .tick
    case ..<980: return .stop
    case ..<983: return .resume
    case ..<985: return .disturbed
    case ..<994:
      return .refused(problem())
    case ..<997: return .key(Key(.escape))
    case ..<998: return .key(.control("c"))
    case ..<999: return .hangUp
    default: return .key(Key(.function(chance(50) ? 3 : 7)))
    }
  }
}

/// The time limit in the plainest form: it ends with the first event after the limit without input.
struct TimeLimitModel {
  let timeout: Duration?
  private var lastInput = Instant(nanoseconds: 0)

  init(_ timeout: Duration?) { self.timeout = timeout }

  /// Whether `event`, at `now`, ends the form.
  mutating func ends(with event: Event, at now: Instant) -> Bool {
    if let timeout, now - lastInput >= timeout { return true }
    switch event {
    case .key, .paste, .refused, .press, .release: lastInput = now
    default: break
    }
    return false
  }
}

extension ArbitraryEvents {
  /// A time limit, sometimes a short one, or none.
  mutating func timeout() -> Duration? {
    chance(40) ? .milliseconds(Int.random(in: 150...25_000, using: &random)) : nil
  }

  /// A paragraph of one line or many, or none.
  mutating func paragraph() -> String? {
    guard chance(40) else { return nil }
    let words = (0...Int.random(in: 0..<40, using: &random)).map { _ in
      ["a", "word", "which", "is", "unusuallylong\n", "and\n\n", ""].randomElement(using: &random) ?? ""
    }
    return words.joined(separator: " ")
  }
}

/// A validator of a host, which answers when the test lets it.
final class SlowHost: Sendable {
  private typealias Question = (text: String, end: @Sendable (Result<Validity, any Error>) -> Void)
  /// What it has not answered; `nil` if it answers at once.
  private let questions = Guarded<[Question]?>([])

  private struct Down: Error {}

  /// What the host says of `text`. With an ö it cannot tell.
  static func validity(of text: String) throws -> Validity {
    if text.unicodeScalars.contains("ö") { throw Down() }
    return text.unicodeScalars.contains("é") ? .invalid("Not this one.") : .valid
  }

  var validator: FieldValidator {
    FieldValidator(
      .later { [questions] text, end in
        let waits = questions.withLock { questions in
          questions?.append((text, end))
          return questions != nil
        }
        if !waits { end(Result { try Self.validity(of: text) }) }
        return {}
      })
  }

  /// Answers everything that it was asked, and from now on at once if it `hurries`.
  func answer(hurries: Bool = false) {
    let asked = questions.withLock { questions in
      defer { questions = hurries ? nil : [] }
      return questions ?? []
    }
    for (text, end) in asked { end(Result { try Self.validity(of: text) }) }
  }
}

/// Fields of all kinds.
extension ArbitraryEvents {
  static let patterns = ["99", "A9*", "(99) 9-*", "A A A A A"]

  /// A field of an arbitrary kind. What it takes is arbitrary, too, and `host` validates some.
  mutating func field(name: String, _ host: SlowHost) -> FormField.Configuration {
    let kind = FormField.Kind.allCases.randomElement(using: &random) ?? .text
    var field = FormField.Configuration(kind, name: name)
    field.isOptional = chance(20)
    field.hasClearSign = chance(30)
    if chance(15) { field.visibility = .hidden }
    if chance(10) { field.maximumBytes = .random(in: 1...12, using: &random) }
    switch kind {
    case .choice: field.take(.choice(Choices(["a", "Abcdef1!", "b c"])), .english)
    case .number: field.take(.number(-9...999), .english)
    case .text where chance(40):
      field.input = .mask(CharacterPattern(Self.patterns.randomElement(using: &random) ?? "99"))
    default: break
    }
    if !field.isSecure, chance(30) {
      field.validator = chance(50) ? host.validator : FieldValidator(.now(SlowHost.validity))
    }
    return field
  }

  /// Conditions that show some of `fields` only while an earlier one has some value.
  mutating func conditions(of fields: [FormField.Configuration]) -> [FieldCondition] {
    fields.indices.dropFirst().compactMap { index in
      let other = fields[Int.random(in: 0..<index, using: &random)]
      guard chance(25), !other.isSecure, let name = fields[index].name, let before = other.name else {
        return nil
      }
      let value = other.input.choices?.values.randomElement(using: &random) ?? (chance(50) ? "" : "a")
      return FieldCondition(showing: name, while: before, has: value)
    }
  }
}

extension [FormField.Configuration] {
  /// Makes all new passwords but the first ordinary secrets, since a form has one new password at most.
  mutating func keepOneNewPassword() {
    for index in indices.filter({ self[$0].requirement == .policy }).dropFirst() {
      (self[index].requirement, self[index].isConfirmed) = (.presence, false)
    }
  }
}

extension Frame {
  /// Whether the frame fills `window`, or some of its rows if it is inline.
  func fits(_ window: Size) -> Bool {
    size.columns == window.columns && (isInline ? size.rows <= window.rows : size.rows == window.rows)
  }

  /// Whether the frame looks like `other`, whatever numbers its clusters have.
  func looks(like other: Frame) -> Bool {
    func look(_ cell: Cell, in frame: Frame) -> (Cell.Glyph?, String, Style) {
      guard case .cluster = cell.glyph else { return (cell.glyph, "", cell.style) }
      return (nil, frame.symbol(of: cell), cell.style)
    }
    return cursor == other.cursor
      && zip(cells, other.cells).allSatisfy { look($0, in: self) == look($1, in: other) }
  }
}
