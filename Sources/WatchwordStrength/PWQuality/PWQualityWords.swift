/// Words that libpwquality looks for in a password, forwards and backwards: the user name, words of the full name, and
/// forbidden words.
///
/// A password has a word if it contains it, or if the two are equal once each run of the same byte is taken as one
/// byte, as `annna` and `ana` are. Words of fewer than ``minimumCount`` bytes are ignored.
package struct PWQualityWords: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case userName = "user-name"
    case fullName = "full-name"
    case forbidden
  }

  let kind: Kind
  /// The length of the parts in bytes, if parts of a user name are looked for; `nil` for whole words.
  private(set) var partLength: Int?
  /// The words in lower case, each followed by its reverse.
  private var words: [[UInt8]] = []

  /// The words of `text`, between single spaces. Other white space is part of a word.
  init(_ kind: Kind, in text: some Collection<UInt8>) {
    self.kind = kind
    for word in text.split(separator: UInt8(ascii: " ")) { add(word) }
  }

  /// The user name, or every substring of `length` bytes if it is longer than that and `length` is enough for a word.
  init(userName name: some Collection<UInt8>, inPartsOf length: Int) {
    let name = Array(name)
    let hasParts = length >= Self.minimumCount && name.count > length
    (kind, partLength) = (.userName, hasParts ? length : nil)
    let count = partLength ?? name.count
    for start in 0...name.count - count { add(name[start..<start + count]) }
  }

  var isEmpty: Bool { words.isEmpty }

  static let minimumCount = 4

  private mutating func add(_ word: some Collection<UInt8>) {
    guard word.count >= Self.minimumCount else { return }
    let word = word.map(\.lowercased)
    words += [word, word.reversed()]
  }

  func occur(in bytes: Span<UInt8>) -> Bool {
    words.contains { word in
      let starts = 0..<max(0, bytes.count - word.count + 1)
      return starts.contains { start in
        word.indices.allSatisfy { bytes[start + $0].lowercased == word[$0] }
      } || Self.isSame(bytes, word)
    }
  }

  /// Whether `bytes` and `word` are equal if each run of the same byte counts as one byte.
  private static func isSame(_ bytes: Span<UInt8>, _ word: [UInt8]) -> Bool {
    var (index, position) = (0, 0)
    while index < bytes.count, position < word.count {
      let byte = bytes[index].lowercased
      guard byte == word[position] else { return false }
      while index < bytes.count, bytes[index].lowercased == byte { index += 1 }
      while position < word.count, word[position] == byte { position += 1 }
    }
    return index == bytes.count && position == word.count
  }
}
