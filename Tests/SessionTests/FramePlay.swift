import TestSupport
import WatchwordBase
import WatchwordScreen

@testable import Watchword

/// What a user does to a form, event by event, and the checksum of what the form shows.
final class FramePlay {
  /// Something a user does.
  enum Deed {
    case event(Event)
    case paste(String)
    /// Presses on a cell of the frame, or on any cell of the window if it is not `written`.
    case press(UInt, isWritten: Bool)
    case resize(Size)
    case recolor(isLight: Bool, isWide: Bool)
    case capsLock
    /// The host shows a line.
    case tell(String)
    /// Types a line in line mode.
    case line(String, LineEnd)
  }

  struct Beat {
    var deed: Deed
    var pause = Duration.zero
    /// Whether the event is there already when the form looks for the next one: not; after an echo; even before.
    var haste = 0
  }

  /// The number of the last event, the most there will be, and the number at which the running form is given up.
  private(set) var count = 0
  private let limit: Int
  private var formEnd = 0
  private(set) var now = Instant(nanoseconds: 1_000_000_000)
  private(set) var pictures = 0
  private var sum = FrameSum()
  /// The checksum of the last frame. A frame that looks the same does not count, however often it is drawn.
  private var last: FrameSum?
  private(set) var frame: Frame?
  private var ticks = 0

  var events: ArbitraryEvents
  private var beats: [Beat] = []
  private var lastDeed = "start"
  /// Called before each event, as a host's validators are.
  var willPlay: () -> Void = {}

  /// Whether to list each thing shown, and the event whose pictures are printed.
  private let isListing: Bool
  private let shown: Int?
  private(set) var output = ""

  init(seed: UInt64, limit: Int, isListing: Bool = false, shown: Int? = nil) {
    events = ArbitraryEvents(random: SeededGenerator(seed: seed))
    (self.limit, self.isListing, self.shown) = (limit, isListing, shown)
  }

  var isOver: Bool { count >= limit }
  var isFormOver: Bool { isOver || count >= formEnd }
  var summary: String { "\(count) events, \(pictures) pictures, \(hexadecimal(sum.value))" }

  func beginForm() {
    (beats, last, frame, formEnd, willPlay) = ([], nil, nil, count + 400, {})
    note("begin")
  }

  /// Forgets what the user would have done next, since the screen has given way to lines.
  func beginLines() { (beats, formEnd) = ([], min(formEnd, count + 40)) }

  func pass(_ duration: Duration) { now = now.advanced(by: duration) }

  func note(_ words: String) { note(words) { $0.add(words) } }

  func note(_ echo: Echo) { note("echo \(echo.cell.glyph) \(echo.row),\(echo.columns)") { $0.add(echo) } }

  func note(_ frame: Frame, readSecret: (_ field: Int, _ body: (UTF8Span) -> Void) -> Void) {
    var own = FrameSum()
    own.add(frame, readSecret: readSecret)
    let before = self.frame
    self.frame = frame
    guard own != last else { return }
    last = own
    own.addNews(of: frame, after: before)
    note("picture \(hexadecimal(own.value))") { $0.add(Int(truncatingIfNeeded: own.value)) }
    guard shown == count else { return }
    let parts = frame.lead.map { "lead \($0)" } + frame.news.map { "news \($0)" }
    output += ([frame.description] + parts).joined(separator: "\n") + "\n"
  }

  private func note(_ words: @autoclosure () -> String, _ add: (inout FrameSum) -> Void) {
    pictures += 1
    sum.add(count)
    sum.add(Int(now.nanoseconds))
    add(&sum)
    guard isListing || shown == count else { return }
    let time = now.nanoseconds / 1_000_000
    output += "\(count) (\(lastDeed)) \(time) ms, \(hexadecimal(sum.value)): \(words())\n"
  }

  private func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The next deed if it has come by now, for a form that looks for one with this `haste`.
  func deed(inHaste haste: Int) -> Deed? {
    guard !isFormOver else { return nil }
    if beats.isEmpty { beats = nextBeats() }
    return beats[0].haste >= haste ? take() : nil
  }

  /// The next deed; `nil` for a tick at `deadline`, before it.
  func deed(before deadline: Instant?, isInLines: Bool) -> Deed? {
    if beats.isEmpty { beats = isInLines ? nextLine() : nextBeats() }
    let due = now.advanced(by: beats[0].pause)
    if let deadline, deadline <= due {
      beats[0].pause = now < deadline ? deadline.duration(to: due) : beats[0].pause
      if tick(at: deadline) { return nil }
    }
    return take()
  }

  /// Releases the mouse button, mostly where it was pressed.
  func release(at position: Position) {
    let place = events.chance(80) ? position : Position(row: position.row, column: position.column + 5)
    beats.insert(Beat(deed: .event(.release(place)), pause: .milliseconds(80)), at: 0)
  }

  /// Lets the time pass until `deadline`. Returns false if a form is woken again and again.
  func tick(at deadline: Instant?) -> Bool {
    now = max(now, deadline ?? now)
    ticks += 1
    if ticks == 4000 { note("woken again and again") }
    return ticks < 4000
  }

  private func take() -> Deed {
    let beat = beats.removeFirst()
    now = now.advanced(by: beat.pause)
    count += 1
    ticks = 0
    if isListing || shown != nil { lastDeed = words(for: beat.deed) }
    willPlay()
    return beat.deed
  }

  private func words(for deed: Deed) -> String {
    guard case .event(.key(let key)) = deed else { return "\(deed)".replacing("WatchwordScreen.", with: "") }
    let modifiers = key.modifiers.rawValue == 0 ? "" : " with \(key.modifiers.rawValue)"
    return "key \(key.code)\(modifiers)".replacing("WatchwordScreen.Key.Code.", with: "")
  }

  private func one<Element>(of all: [Element]) -> Element {
    all[Int.random(in: all.indices, using: &events.random)]
  }

  // No text has a `t` of its own: it fills a date field with the date of today.
  private static let scalars = Array("abcdeABC12379 .!#@-/_".unicodeScalars)
  private static let words = [
    "Correct.Horse7", "Correct.Horse7", "Abcdef1!", "Abcdef1!", "abcdefg1", "password", "ABCD", "12", "a",
    "ada@example.org", "@b.cd", "Ada van der Berg", "2026-11-28", "a4b", "Zürich-漢字 9!", "qwerty2026",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "yes",
  ]
  private static let pastes = [
    " x ", "x\ty", "4\u{301}2", "a\u{903}", "a" + String(repeating: "\u{903}", count: 260), "abcdé", "\n",
    "two\nlines", "one line\n", "\u{7}", String(repeating: "Ab1!", count: 40), "",
    String(repeating: "long ", count: 1000),
  ]
  private static let keys: [Key] = [
    Key(.tab), Key(.down), Key(.tab, .shift), Key(.up), Key(.enter), .control("r"), Key(.function(2)),
    .control("g"), .control("g"), Key(.left), .control("b"), Key(.right), .control("f"), Key(.home),
    .control("a"), Key(.end), .control("e"), .alt("b"), Key(.left, .control), .alt("f"),
    Key(.right, .alt), Key(.backspace), Key(.backspace), .control("h"), Key(.delete), .control("d"),
    .control("u"), .control("k"), .control("w"), .control("w"), Key(.backspace, .alt), .alt("d"),
    .control("t"), .control("v"), .control("y"), .alt("y"), Key(.pageDown), Key(.pageUp), .control("l"),
    .control("z"), .control("\\"), .control("s"), Key(.function(1)), Key(.function(1)), Key(.function(7)),
    Key(.insert), Key(.left, .shift),
  ]

  private func typed(_ text: String, then keys: Key...) -> [Beat] {
    (text.unicodeScalars.map { Key(.scalar($0)) } + keys).map { key in
      Beat(
        deed: .event(.key(key)), pause: .milliseconds(events.chance(90) ? 60 : 700),
        haste: one(of: [0, 0, 0, 1, 2]))
    }
  }

  /// A size of a window: most show a whole form.
  private func size() -> Size {
    if events.chance(50) { return Size(columns: 80, rows: 24) }
    guard events.chance(50) else { return events.size() }
    return Size(
      columns: .random(in: 30...110, using: &events.random), rows: .random(in: 10...30, using: &events.random)
    )
  }

  private func nextBeats() -> [Beat] {
    let number = Int.random(in: 0..<1000, using: &events.random)
    let pause: Duration =
      switch number % 20 {
      case 0: .seconds(.random(in: 1...40, using: &events.random))
      case 1...4: .milliseconds(.random(in: 300...1500, using: &events.random))
      default: .milliseconds(.random(in: 0...200, using: &events.random))
      }
    let haste = number % 5 == 0 ? Int.random(in: 1...2, using: &events.random) : 0
    func beat(_ deed: Deed) -> [Beat] { [Beat(deed: deed, pause: haste > 0 ? .zero : pause, haste: haste)] }
    switch Int.random(in: 0..<1000, using: &events.random) {
    case ..<260:
      let scalar = events.chance(70) ? one(of: Self.scalars) : events.scalar()
      return beat(.event(.key(Key(.scalar(scalar), events.chance(5) ? .shift : []))))
    case ..<500: return beat(.event(.key(one(of: Self.keys))))
    case ..<600: return typed(one(of: Self.words))
    case ..<620: return typed(one(of: Self.words), then: Key(.tab))
    case ..<640:
      let word = one(of: Self.words)
      return typed(word, then: Key(.tab)) + typed(word, then: Key(.enter), Key(.enter))
    case ..<690: return beat(.event(.key(Key(events.chance(60) ? .tab : .enter))))
    case ..<740: return beat(.paste(one(of: events.chance(60) ? Self.words : Self.pastes)))
    case ..<820: return beat(.press(events.random.next().asUInt, isWritten: events.chance(70)))
    case ..<850: return beat(.resize(size()))
    case ..<880: return beat(.event(.tick))
    case ..<900: return beat(.event(one(of: [.stop, .resume, .disturbed])))
    case ..<910: return beat(.recolor(isLight: events.chance(50), isWide: events.chance(10)))
    case ..<945: return beat(.event(.refused(events.problem())))
    case ..<960: return beat(.capsLock)
    case ..<970: return beat(.tell("A line of the program."))
    case ..<980: return beat(.event(.key(Key(.escape))))
    case ..<984: return beat(.event(.key(.control("c"))))
    case ..<986: return beat(.event(.hangUp))
    case ..<988: return beat(.event(.withdrawn))
    case ..<990: return beat(.event(.key(Key(.function(3)))))
    default: return [Beat(deed: .event(.tick), pause: .seconds(120))]
    }
  }

  private func nextLine() -> [Beat] {
    let pause: Duration = events.chance(20) ? .seconds(.random(in: 1...60, using: &events.random)) : .zero
    func beat(_ deed: Deed) -> [Beat] { [Beat(deed: deed, pause: pause)] }
    switch Int.random(in: 0..<100, using: &events.random) {
    case ..<4: return beat(.event(.refused(events.problem())))
    case ..<5: return beat(.event(.key(.control("c"))))
    case ..<8: return beat(.tell("A line of the program."))
    case ..<20: return beat(.line(one(of: ["help", "?", "n", "no", "y", "yes", "1", "2", "b"]), .plain))
    case ..<35: return beat(.line("", one(of: [.plain, .plain, .make, .show])))
    case ..<40: return beat(.line(one(of: Self.pastes).filter { !$0.isNewline }, .plain))
    default:
      let word = one(of: Self.words)
      let twice = events.chance(50) ? beat(.line(word, .plain)) : []
      return beat(.line(word, events.chance(90) ? .plain : one(of: [.make, .show]))) + twice
    }
  }
}

extension UInt64 {
  fileprivate var asUInt: UInt { UInt(truncatingIfNeeded: self) }
}

/// A terminal on which a play is played, on the screen or in line mode.
struct PlayedTerminal: ScreenTerminal, LineTerminal {
  let play: FramePlay
  var size = Size(columns: 80, rows: 24)
  var canBeInline = false
  var canSuspend = true
  private(set) var isLight = false
  private(set) var isWide = false
  private(set) var isCapsLocked = false
  private(set) var lineEnd = LineEnd.plain
  /// Whether it is in line mode, and whether it has asked for a line.
  var usesLines = false
  private var isAsked = false
  private var pasted = ""
  private var lines: [String] = []

  let columns = 80
  let characterWidth = CharacterWidth.standard
  var now: Instant { play.now }

  init(_ play: FramePlay) { self.play = play }

  mutating func nextEvent(before deadline: Instant?) -> Event {
    if play.isFormOver { return .hangUp }
    if usesLines, !isAsked { return play.tick(at: deadline) ? .tick : .hangUp }
    guard let deed = play.deed(before: deadline, isInLines: usesLines) else { return .tick }
    return event(deed)
  }

  mutating func pendingEvent() -> Event? { usesLines ? nil : play.deed(inHaste: 2).map { event($0) } }

  mutating func eventWithoutWaiting() -> Event? { usesLines ? nil : play.deed(inHaste: 1).map { event($0) } }

  private mutating func event(_ deed: FramePlay.Deed) -> Event {
    switch deed {
    case .event(let event):
      switch event {
      case .refused, .key: isAsked = false
      default: break
      }
      return event
    case .paste(let text): pasted = text
    case .press(let number, let isWritten):
      let written = isWritten ? play.frame?.writtenPositions ?? [] : []
      let any = Position(
        row: Int(number % UInt(size.rows + 1)), column: Int(number / 1000 % UInt(size.columns + 1)))
      let position = written.isEmpty ? any : written[Int(number % UInt(written.count))]
      play.release(at: position)
      return .press(position)
    case .resize(let size):
      self.size = size
      return .resize(size)
    case .recolor(let isLight, let isWide):
      self.isLight = isLight
      if isWide { self.isWide = true }
      return .recolor
    case .capsLock:
      isCapsLocked.toggle()
      return .tick
    case .tell(let line):
      lines.append(line)
      return .tick
    case .line(let text, let end): (pasted, lineEnd, isAsked) = (text, end, false)
    }
    return .paste
  }

  mutating func paint(_ frame: Frame, readSecret: (_ field: Int, _ body: (UTF8Span) -> Void) -> Void) {
    if !usesLines { play.note(frame, readSecret: readSecret) }
  }

  mutating func echo(_ echo: Echo) -> Bool {
    play.note(echo)
    return true
  }

  mutating func withPaste<R>(_ body: (UTF8Span) -> R) -> R { body(pasted.utf8Span) }
  mutating func forgetPaste() { pasted = "" }
  mutating func beep() { play.note("beep") }
  mutating func invalidate() {}
  mutating func suspend() {
    play.note("suspended")
    play.pass(.seconds(1))
  }
  mutating func stepAside(_ body: () -> Void) {
    play.note("steps aside")
    body()
  }
  mutating func takeLines() -> [String] {
    defer { lines = [] }
    return lines
  }

  mutating func print(_ lines: [String]) {
    for line in lines { play.note("line: \(line)") }
    isAsked = false
  }
  mutating func ask(_ question: [String], isSeen: Bool) {
    print(question)
    play.note(isSeen ? "asks" : "asks hidden")
    isAsked = true
  }
  mutating func print(secret: UTF8Span) { play.note("secret: \(String(copying: secret))") }
  mutating func spell(_ secret: UTF8Span, separator: String, name: (Unicode.Scalar) -> String) {
    let names = String(copying: secret).unicodeScalars.map(name)
    play.note("spelled: \(names.joined(separator: separator))")
  }
}
