import Testing
import WatchwordScreen

/// What was decoded, with the pieces of a paste joined.
enum Heard: Equatable {
  case key(Key)
  case press(Position)
  case release(Position)
  case cursor(Position)
  /// A reply of its own kind.
  case place(Position)
  case notText
  case background(UInt8, UInt8, UInt8)
  case mode(Int, Bool)
  case attributes
  case paste([UInt8])
  /// A paste that a silence ended.
  case abandoned([UInt8])
  /// A paste that still goes on.
  case pasting([UInt8])

  static func text(_ text: String) -> [Heard] { text.unicodeScalars.map { .key(Key(.scalar($0))) } }
  static func key(_ code: Key.Code, _ modifiers: Key.Modifiers = []) -> Heard { .key(Key(code, modifiers)) }
}

/// Listens to a decoder.
struct Listener {
  private(set) var decoder: KeyDecoder
  private(set) var heard: [Heard] = []

  init(_ decoder: KeyDecoder = KeyDecoder()) { self.decoder = decoder }

  /// Gives `bytes` to the decoder in one read. Returns whether all were taken.
  @discardableResult
  mutating func read(_ bytes: some Sequence<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var offset = 0
    while let input = decoder.next(bytes.span, &offset) { hear(input) }
    return offset == bytes.count
  }

  /// Lets the time pass that the decoder waits, once.
  mutating func wait() {
    while let input = decoder.expire() { hear(input) }
  }

  /// Lets the time pass that the decoder waits, until nothing is unfinished.
  mutating func fallSilent() {
    while decoder.patience != nil { wait() }
  }

  private mutating func hear(_ input: KeyDecoder.Input) {
    switch (input, heard.last) {
    case (.key(let key), _): heard.append(.key(key))
    case (.press(let position), _): heard.append(.press(position))
    case (.release(let position), _): heard.append(.release(position))
    case (.cursor(let position, let isPrivate), _):
      heard.append(isPrivate ? .place(position) : .cursor(position))
    case (.notText, _): heard.append(.notText)
    case (.background(let red, let green, let blue), _): heard.append(.background(red, green, blue))
    case (.mode(let number, let isSet), _): heard.append(.mode(number, isSet))
    case (.attributes, _): heard.append(.attributes)
    case (.pasteBegan, _): heard.append(.pasting([]))
    case (.pasted(let scalar), .pasting(let text)):
      heard[heard.count - 1] = .pasting(text + String(scalar ?? "\u{FFFD}").utf8)
    case (.pasteEnded, .pasting(let text)): heard[heard.count - 1] = .paste(text)
    case (.pasteAbandoned, .pasting(let text)): heard[heard.count - 1] = .abandoned(text)
    case (.pasted, _), (.pasteEnded, _), (.pasteAbandoned, _):
      fatalError("a piece of a paste came outside one")
    }
  }
}

/// What is decoded from `reads`, one after another without a pause, and the silence after them.
func decode(_ reads: [UInt8]..., by decoder: KeyDecoder = KeyDecoder()) -> [Heard] {
  var listener = Listener(decoder)
  for read in reads { listener.read(read) }
  listener.fallSilent()
  return listener.heard
}

/// What is decoded from the bytes of `text`.
func decode(_ text: String, by decoder: KeyDecoder = KeyDecoder()) -> [Heard] {
  decode(Array(text.utf8), by: decoder)
}

/// Some bytes and what they decode to.
struct Row: CustomTestStringConvertible, Sendable {
  let bytes: [UInt8]
  let heard: [Heard]

  init(_ bytes: [UInt8], _ heard: Heard...) {
    self.bytes = bytes
    self.heard = heard
  }

  init(_ text: String, _ heard: [Heard]) {
    bytes = Array(text.utf8)
    self.heard = heard
  }

  init(_ text: String, _ heard: Heard...) {
    bytes = Array(text.utf8)
    self.heard = heard
  }

  var testDescription: String {
    bytes.map { (0x21..<0x7F).contains($0) ? String(Unicode.Scalar($0)) : "<\(String($0, radix: 16))>" }
      .joined()
  }
}
