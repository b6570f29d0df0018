@testable import WatchwordBase
@testable import WatchwordScreen

/// Keys in the encodings of xterm, kitty and Windows, made from the bytes by their grammars. A character that the
/// terminal tells is typed, one that it does not tell is a loss, and nothing is swallowed.
func checkEncodedKeys(_ bytes: [UInt8]) throws {
  var rest = bytes[...]
  var (sent, expected): ([UInt8], [[KeyDecoder.Input]]) = ([], [])
  while rest.count >= 6 {
    let (sequence, inputs) = key(rest.prefix(6).map(UInt32.init))
    sent += Array(sequence.utf8)
    expected.append(inputs)
    rest = rest.dropFirst(6)
  }
  for pieces in [[sent[...]], pieces(of: sent)] {
    var decoder = KeyDecoder()
    var heard: [KeyDecoder.Input] = []
    for piece in pieces {
      let piece = Array(piece)
      var offset = 0
      while let input = decoder.next(piece.span, &offset) { heard.append(input) }
    }
    try demand(heard.count == expected.count, "\(expected.count) keys are heard as \(heard)")
    for (input, possible) in zip(heard, expected) {
      try demand(possible.contains(input), "\(input) is none of \(possible)")
    }
    try demand(decoder.patience == nil, "the decoder waits for more")
  }
}

/// A key press made from `choice`, and its possible results.
private func key(_ choice: [UInt32]) -> (String, [KeyDecoder.Input]) {
  let value = choice[1] << 16 | choice[2] << 8 | choice[3]
  var scalar = Unicode.Scalar(value % 0x11_0000) ?? "é"
  if scalar.properties.generalCategory == .control { scalar = "a" }
  let code = scalar.value
  let typed = KeyDecoder.Input.key(Key(.scalar(scalar)))
  let isFunction = (0xE000...0xF8FF).contains(code)
  let modifiers = 1 + choice[4] & 0xC1
  let event = ["", ":1", ":2"][Int(choice[5] % 3)]
  switch choice[0] % 6 {
  case 0 where !isFunction: return ("\u{1B}[27;\(1 + choice[4] & 1);\(code)~", [typed])
  case 1: return ("\u{1B}[\(choice[5] + 97);\(modifiers)\(event);\(code)u", [typed])
  case 2 where !isFunction: return ("\u{1B}[\(code);1\(event)u", [typed])
  case 3 where !isFunction: return ("\u{1B}[97:\(code);2\(event)u", [typed])
  case 4 where code < 0xD800: return ("\u{1B}[0;\(choice[5]);\(code);1;\(choice[4] & 0xF0);1_", [typed])
  case 5 where !isFunction:
    // Shift or Caps Lock alone.
    let capital = scalar.properties.uppercaseMapping.unicodeScalars
    let raised = capital.count == 1 ? capital.first.map { KeyDecoder.Input.key(Key(.scalar($0))) } : nil
    return ("\u{1B}[\(code);\(choice[4] & 1 == 0 ? 2 : 65)\(event)u", [.notText, raised ?? typed])
  default: return (String(scalar), [typed])
  }
}
