/// What must be true of one part of the program for any bytes.
///
/// `make fuzz` passes the bytes that libFuzzer makes up, `make test` those kept in `Seeds` and `Found`, in the folder
/// with the property's name.
enum Property: String, CaseIterable {
  case keyDecoder = "KeyDecoder"
  case encodedKeys = "EncodedKeys"
  case paste = "Paste"
  case wordFile = "WordFile"
  case answers = "Answers"

  /// Tries the property with `bytes`.
  ///
  /// - Throws: ``Broken`` if it is not true.
  func check(_ bytes: [UInt8]) throws {
    switch self {
    case .keyDecoder: try checkKeyDecoder(bytes)
    case .encodedKeys: try checkEncodedKeys(bytes)
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

func demand(_ condition: Bool, _ what: @autoclosure () -> String) throws {
  if !condition { throw Broken(description: what()) }
}

/// Bytes in pieces, most of 1 to 4 and some up to a tenth of all. The first byte determines the lengths, so that a
/// finding can be repeated.
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
