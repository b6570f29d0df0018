internal import WatchwordBase

/// What an email address must look like (C3).
package enum EmailAddress {
  private static let letters = ASCIIClass.upper.union(.lower)
  private static let name = letters.union(.digits).union(ASCIIClass("._%+-"))
  private static let domain = letters.union(.digits).union(ASCIIClass(".-"))

  /// Whether all of `text` is a name, an @, a domain, a dot and 2 to 64 letters, such as "ann@example.org".
  package static func matches(_ text: UTF8Span) -> Bool {
    let bytes = text.span
    func areAll(_ range: Range<Int>, in members: ASCIIClass) -> Bool {
      !range.isEmpty && range.allSatisfy { members.contains(bytes[$0]) }
    }
    // An @ is in none of the classes, and a dot is not a letter, so there is only one way to read the text.
    guard let at = bytes.indices.first(where: { bytes[$0] == UInt8(ascii: "@") }),
      let dot = bytes.indices.last(where: { bytes[$0] == UInt8(ascii: ".") }), at < dot
    else { return false }
    let end = dot + 1..<bytes.count
    return areAll(0..<at, in: name) && areAll(at + 1..<dot, in: domain) && areAll(end, in: letters)
      && (2...64).contains(end.count)
  }
}
