internal import CNcursesw
internal import Glibc
internal import Screen

/// Characters of the locale's own character set, by mbrtowc(3).
enum LocaleCharacter {
  /// What `bytes`, from the first byte of a character on, spell.
  static func conversion(of bytes: Span<UInt8>) -> KeyDecoder.Conversion {
    var character: wchar_t = 0
    var state = mbstate_t()
    let length = unsafe bytes.withUnsafeBytes {
      unsafe mbrtowc(&character, $0.bindMemory(to: CChar.self).baseAddress, $0.count, &state)
    }
    defer { character = 0 }
    switch length {
    case -2: return .unfinished
    case -1: return .invalid
    default: return Unicode.Scalar(UInt32(bitPattern: character)).map { .scalar($0) } ?? .invalid
    }
  }

  /// Lends the bytes of `scalar`; none where the character set does not have it.
  static func withBytes(of scalar: Unicode.Scalar, _ body: (borrowing Span<UInt8>) -> Void) {
    var bytes = [16 of UInt8](repeating: 0)
    var state = mbstate_t()
    var span = bytes.mutableSpan
    let length = unsafe span.withUnsafeMutableBytes {
      unsafe wcrtomb($0.bindMemory(to: CChar.self).baseAddress, wchar_t(scalar.value), &state)
    }
    guard (1...16).contains(length) else { return }
    body(bytes.span.extracting(first: length))
  }
}
