@testable import WatchwordBase
@testable import WatchwordScreen

/// All bytes are taken, their split does not matter, no key is a control character, and after a silence a letter is a
/// letter.
func checkKeyDecoder(_ bytes: [UInt8]) throws {
  let decoder = decoders[Int(bytes.first ?? 0) % decoders.count]
  var whole = Hearing(decoder)
  var cut = Hearing(decoder)
  try whole.read(bytes[...])
  for piece in pieces(of: bytes) { try cut.read(piece) }
  try demand(whole.heard == cut.heard, "at once \(whole.heard), in pieces \(cut.heard)")
  try demand(whole.decoder.patience == cut.decoder.patience, "the patience depends on the pieces")
  try whole.fallSilent()
  try cut.fallSilent()
  try demand(whole.heard == cut.heard, "after a silence \(whole.heard) and \(cut.heard)")
  let before = whole.heard
  try whole.read([0x61])
  try demand(whole.heard == before + [.input(.key(Key(.scalar("a"))))], "a letter is heard as \(whole.heard)")
  for case .input(.key(let key)) in whole.heard {
    guard case .scalar(let scalar) = key.code else { continue }
    try demand(scalar.properties.generalCategory != .control, "a key is the control character \(scalar)")
  }
}

/// A decoder for each way of taking text, and one for a terminal whose keys send what others send for something else.
private let decoders = [
  KeyDecoder(),
  KeyDecoder(textMode: .ascii),
  KeyDecoder(textMode: .other { $0.count < 3 ? .unfinished : $0[2] < 0x40 ? .invalid : .scalar("漢") }),
  KeyDecoder(
    terminfo: [
      ("\u{1}@\r", Key.Code.function(1)), ("\u{1B}[M", .function(2)), ("\u{1B}A", .up),
      ("\u{1B}[1;", .insert),
      ("\u{1B}\u{1B}[200~x\u{1B}", .function(3)), ("\u{1B}[[", .home), ("\u{1B}[200~a", .end),
    ].map { (Array($0.0.utf8), Key($0.1)) }),
  expecting(KeyDecoder()), expecting(KeyDecoder(textMode: .ascii)),
  expecting(
    KeyDecoder(
      textMode: .other { $0.count < 2 && $0[0] > 0x90 ? .unfinished : .scalar(Unicode.Scalar($0[0] | 0x20)) })
  ),
]

/// `decoder` while it expects an answer.
private func expecting(_ decoder: KeyDecoder) -> KeyDecoder {
  var decoder = decoder
  decoder.expectsAnswer = true
  return decoder
}

/// A decoder and what it decoded, the pieces of a paste joined.
private struct Hearing {
  enum Heard: Equatable {
    case input(KeyDecoder.Input)
    case pasted([Unicode.Scalar?])
  }

  var decoder: KeyDecoder
  var heard: [Heard] = []
  private var isPasting = false

  init(_ decoder: KeyDecoder) { self.decoder = decoder }

  mutating func read(_ piece: ArraySlice<UInt8>) throws {
    let bytes = Array(piece)
    var offset = 0
    while let input = decoder.next(bytes.span, &offset) {
      try demand(offset <= bytes.count, "the decoder took more bytes than there are")
      try hear(input)
    }
    try demand(offset == bytes.count, "the decoder left \(bytes.count - offset) bytes")
  }

  mutating func fallSilent() throws {
    var waits = 0
    while decoder.patience != nil {
      while let input = decoder.expire() { try hear(input) }
      waits += 1
      try demand(waits < 40, "the decoder waits for ever")
    }
  }

  private mutating func hear(_ input: KeyDecoder.Input) throws {
    switch input {
    case .pasted(let scalar): try paste(scalar)
    default:
      let ends = input == .pasteEnded || input == .pasteAbandoned
      try demand(ends == isPasting, "\(input) came \(isPasting ? "inside" : "outside") a paste")
      isPasting = input == .pasteBegan
      heard.append(.input(input))
      if isPasting { heard.append(.pasted([])) }
    }
  }

  private mutating func paste(_ scalar: Unicode.Scalar?) throws {
    guard isPasting, case .pasted(let before)? = heard.last else {
      throw Broken(description: "a part of a paste came outside one")
    }
    heard[heard.count - 1] = .pasted(before + [scalar])
  }
}
