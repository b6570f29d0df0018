internal import Glibc

/// Characters of the locale's own character set, which setlocale(3) has set.
package enum LocaleCharacter {
  /// The name of the character set, see nl_langinfo(3); empty if the C library has none.
  package static var setName: String {
    unsafe nl_langinfo(nl_item(CODESET)).map { unsafe String(cString: $0) } ?? ""
  }

  /// Calls `body` with the bytes of `scalar`, see wctomb(3). Returns false if the character set lacks it.
  @discardableResult
  package static func withBytes(of scalar: Unicode.Scalar, _ body: (borrowing Span<UInt8>) -> Void) -> Bool {
    // The shift state of wctomb(3) does not matter: no locale of the C library has a character set with shifts.
    var bytes = [16 of UInt8](repeating: 0)
    var span = bytes.mutableSpan
    let length = unsafe span.withUnsafeMutableBytes {
      unsafe wctomb($0.bindMemory(to: CChar.self).baseAddress, wchar_t(bitPattern: scalar.value))
    }
    guard (1...16).contains(length) else { return false }
    body(bytes.span.extracting(first: Int(length)))
    return true
  }
}
