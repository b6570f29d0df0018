internal import CWatchwordTerminal
internal import Glibc
internal import WatchwordScreen
internal import WatchwordSecrets

/// What the terminal sends, from bytes to events. Bytes and pasted text are in guarded memory alone.
struct TerminalInput: ~Copyable {
  /// The bytes that are read at one time: two pages, with the byte that a buffer keeps for itself.
  static let blockSize = 8191

  private var decoder: KeyDecoder
  private var knowsKeys = false
  private var block: SecretBuffer
  private var offset = 0
  private var isExpiring = false
  /// When something was read last.
  private(set) var lastRead = Instant(nanoseconds: .min / 2)
  /// The background that the terminal said it has; `nil` as long as it did not.
  private(set) var background: RGB?
  /// The modes that the terminal had when it was asked; empty as long as it did not answer.
  private(set) var modesFound: Set<Int> = []
  /// Whether the last of the answers came.
  private var isAnswered = false
  /// Why bytes that are no text are left out.
  private let notText: Event.Refusal
  var paste: Paste

  init(_ encoding: CharacterEncoding, in memory: SecretMemory) throws(SecretError) {
    let block = try SecretBuffer(capacity: Self.blockSize, in: memory)
    let paste = try Paste(in: memory)
    self.block = block
    self.paste = paste
    decoder = KeyDecoder(textMode: encoding.textMode)
    notText = encoding.notText
  }

  /// Takes in what the keys of the terminal send, once. It is asked of terminfo when the first picture is on the
  /// screen, and before anything is read.
  mutating func learnKeys() {
    guard !knowsKeys else { return }
    knowsKeys = true
    decoder = KeyDecoder(
      terminfo: KeyCapabilities.sequences(CursesScreen.capability), textMode: decoder.textMode)
  }

  /// When what is unfinished counts as it is, unless more comes before.
  var deadline: Instant? { decoder.patience.map { lastRead.advanced(by: $0) } }

  mutating func expire() { isExpiring = true }

  /// Reads once from `descriptor`. Answers false when nothing can ever come any more.
  mutating func read(from descriptor: Int32, at now: Instant) -> Bool {
    let count = block.read(from: descriptor)
    lastRead = now
    return count > 0 || count < 0 && (errno == EINTR || errno == EAGAIN)
  }

  /// Reads what is there already, and drops it up to the last line end.
  mutating func dropLines(from descriptor: Int32) {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&ready, 1, 0) == 1, block.read(from: descriptor) > 0 {
      let end = block.bytes.indices.last { [0x0A, 0x0D].contains(block.bytes[$0]) }
      // A line that fills the block is none of a person's.
      if let end {
        block.removeSubrange(0..<end + 1)
      } else if block.count == block.capacity {
        block.removeAll()
      }
    }
  }

  /// Drops what was read and is no event yet.
  mutating func forget() {
    offset = 0
    block.removeAll()
    // A paste is abandoned the second time.
    _ = decoder.expire()
    while decoder.expire() != nil {}
    paste.forget()
  }

  /// The next event in what was read; `nil` when all is decoded, and wiped.
  mutating func next() -> Event? {
    while true {
      decoder.expectsAnswer = ww_answer_is_expected()
      if let input = Self.decode(block, &offset, with: &decoder) {
        if let event = event(for: input) { return event }
      } else if isExpiring, let input = decoder.expire() {
        if let event = event(for: input) { return event }
      } else {
        isExpiring = false
        offset = 0
        block.removeAll()
        return nil
      }
    }
  }

  /// Decodes the next input; apart from `next()` so that the compiler sees which parts of the value it works on.
  private static func decode(
    _ block: borrowing SecretBuffer, _ offset: inout Int, with decoder: inout KeyDecoder
  ) -> KeyDecoder.Input? {
    decoder.next(block.bytes, &offset)
  }

  private mutating func event(for input: KeyDecoder.Input) -> Event? {
    switch input {
    case .key(let key): return .key(key)
    case .press(let position): return .press(position)
    case .notText: return .refused(notText)
    case .background(let red, let green, let blue):
      ww_answer_goes_on()
      guard background == nil else { return nil }
      background = RGB(Int(red), Int(green), Int(blue))
      return .recolor
    case .mode(let number, let isSet):
      ww_answer_goes_on()
      if isSet, !isAnswered { modesFound.insert(number) }
    case .attributes:
      isAnswered = true
      ww_answer_came()
    case .pasteBegan: paste.begin()
    case .pasted(let scalar?): paste.append(scalar)
    case .pasted(nil): paste.refuse(notText)
    case .pasteEnded: return paste.event
    case .pasteAbandoned:
      paste.forget()
      return .refused(.incomplete)
    }
    return nil
  }
}

/// The keys that terminfo(5) knows of, by the names of their capabilities.
enum KeyCapabilities {
  private static let plain: [(String, Key)] = [
    ("kcuu1", Key(.up)), ("kcud1", Key(.down)), ("kcub1", Key(.left)), ("kcuf1", Key(.right)),
    ("khome", Key(.home)), ("kend", Key(.end)), ("kpp", Key(.pageUp)), ("knp", Key(.pageDown)),
    ("kich1", Key(.insert)), ("kdch1", Key(.delete)), ("kbs", Key(.backspace)), ("kcbt", Key(.tab, .shift)),
    ("kent", Key(.enter)), ("kri", Key(.up, .shift)), ("kind", Key(.down, .shift)),
    ("ka1", Key(.home)), ("ka3", Key(.pageUp)), ("kc1", Key(.end)), ("kc3", Key(.pageDown)),
  ]
  private static let functions: [(String, Key)] = (1...12).map { ("kf\($0)", Key(.function($0))) }

  /// The stems of the capabilities whose names go on with xterm's number of the modifiers; see user_caps(5).
  private static let modified: [(String, Key.Code)] = [
    ("kUP", .up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right),
    ("kHOM", .home), ("kEND", .end), ("kDC", .delete), ("kIC", .insert), ("kPRV", .pageUp),
    ("kNXT", .pageDown),
  ]
  private static let modifiers: [(String, Key.Modifiers)] = [
    ("", .shift), ("3", .alt), ("4", [.alt, .shift]), ("5", .control), ("6", [.control, .shift]),
    ("7", [.control, .alt]), ("8", [.control, .alt, .shift]),
  ]

  /// What the keys of a terminal send, whose capabilities `capability` knows by name.
  ///
  /// Keys held down together with others are looked up only where they do not send what xterm sends, which the
  /// decoder knows by itself: it takes as long as to start ncurses.
  static func sequences(_ capability: (String) -> [UInt8]?) -> [(sequence: [UInt8], key: Key)] {
    let isLikeXterm = capability("kLFT5").map { $0.elementsEqual("\u{1B}[1;5D".utf8) } ?? true
    let combined =
      isLikeXterm
      ? []
      : modified.flatMap { stem, code in
        modifiers.map { (stem + $0.0, Key(code, $0.1)) }
      }
    return [plain, functions, combined].joined().compactMap { name, key in
      capability(name).map { (TerminalModes.withoutPadding($0), key) }
    }
  }
}

/// What becomes of the keys that were pressed before a form was there.
package enum TypedAhead: Equatable, Sendable {
  /// They are typed into it.
  case taken
  /// Those behind the last line end are: a whole line was meant for somebody else.
  case withoutLines
  /// They are discarded.
  case discarded

  /// Discards what was typed on the terminal at `path` and read by nobody, see ``TerminalDevice/open(_:mustBeOwn:)``,
  /// before another program reads there.
  package static func discard(onTerminalAt path: String?) {
    guard let terminal = try? TerminalDevice.open(path) else { return }
    let group = tcgetpgrp(terminal)
    // In the background it is typed for others, and SIGTTOU would come.
    if group == -1 || group == getpgrp() { tcflush(terminal, TCIFLUSH) }
    close(terminal)
  }
}

/// The text of one paste, as UTF-8 in guarded memory.
struct Paste: ~Copyable {
  /// The longest text that is taken, in bytes of UTF-8: four pages, with the byte that a buffer keeps for itself.
  static let capacity = 16_383

  private var text: SecretBuffer
  private var refusal: Event.Refusal?

  init(in memory: SecretMemory) throws(SecretError) {
    text = try SecretBuffer(capacity: Self.capacity, in: memory)
  }

  mutating func begin() {
    forget()
    refusal = nil
  }

  /// Adds a character. After the first refusal nothing more is kept.
  mutating func append(_ scalar: Unicode.Scalar) {
    if refusal == nil, !text.append(scalar) { refuse(.tooLong) }
  }

  /// Refuses the paste for `reason`, unless it was refused before.
  mutating func refuse(_ reason: Event.Refusal) {
    refusal = refusal ?? reason
    forget()
  }

  /// What became of the paste, which is complete.
  var event: Event { refusal.map { .refused($0) } ?? .paste }

  func withText<R>(_ body: (UTF8Span) -> R) -> R {
    // It consists of whole characters.
    unsafe body(UTF8Span(unchecked: text.bytes))
  }

  mutating func forget() { text.removeAll() }
}
