/// What must hold of one part of the program for any bytes.
///
/// `make fuzz` hands it the bytes that libFuzzer thinks up, `make test` those that are kept in `Seeds` and `Found`, in
/// the folder that has the name of the property.
enum Property: String, CaseIterable {
  case keyDecoder = "KeyDecoder"
  case paste = "Paste"
  case wordFile = "WordFile"
  case answers = "Answers"

  /// Tries the property with `bytes`.
  ///
  /// - Throws: ``Broken`` where it does not hold.
  func check(_ bytes: [UInt8]) throws {
    switch self {
    case .keyDecoder: try checkKeyDecoder(bytes)
    case .paste: try checkPaste(bytes)
    case .wordFile: try checkWordFile(bytes)
    case .answers: try checkAnswers(bytes)
    }
  }
}

/// A property does not hold.
struct Broken: Error, CustomStringConvertible {
  let description: String
}

/// Throws ``Broken`` unless `condition` holds.
func demand(_ condition: Bool, _ what: @autoclosure () -> String) throws {
  if !condition { throw Broken(description: what()) }
}

/// Bytes in pieces, most of 1 to 4 and some of up to a tenth of them all, whose lengths follow from the first byte: what
/// was found can be found again.
func pieces(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
  var state = UInt32(bytes.first ?? 0)
  var rest = bytes[...]
  var pieces: [ArraySlice<UInt8>] = []
  while !rest.isEmpty {
    state = state &* 1_664_525 &+ 1_013_904_223
    let longest = state >> 30 == 0 ? 4 + bytes.count / 10 : 4
    pieces.append(rest.prefix(1 + Int(state >> 8) % longest))
    rest = rest.dropFirst(pieces[pieces.count - 1].count)
  }
  return pieces
}
