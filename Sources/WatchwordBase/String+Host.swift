extension String {
  /// The host of a URL, whose scheme may be missing.
  package var host: String {
    let parts = utf8.split(separator: UInt8(ascii: "/"))
    let authority = parts.first { $0.last != UInt8(ascii: ":") } ?? utf8[...]
    let behind = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[$0...].dropFirst() } ?? authority
    let end = behind.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "?") } ?? behind.endIndex
    return String(behind[..<end]) ?? self
  }
}

extension Span<UInt8> {
  /// Whether these are the bytes of `name`, or the same with capitals of ASCII.
  package func isName(_ name: String) -> Bool {
    name.utf8.count == count
      && zip(name.utf8, indices).allSatisfy { $0 == self[$1] | 0x20 || $0 == self[$1] }
  }
}
