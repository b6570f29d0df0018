/// Words that libpwquality looks for in a password, forwards and backwards: the user name, words of the person's full
/// name, and forbidden words.
///
/// A password has a word where the word stands in it as a whole, and where the two are the same but for bytes that are
/// repeated in a row, as in `annna` and `ana`. Words of fewer than ``minimumCount`` bytes are not looked for.
package struct PWQualityWords: Equatable, Sendable {
  /// What words are.
  package enum Kind: Equatable, Sendable {
    /// The user name, or all parts of it of so many bytes.
    case userName(partsOf: Int?)
    /// Words of the person's full name.
    case fullName
    /// Words that the place forbids.
    case forbidden
  }

  /// What they are.
  package let kind: Kind
  /// The words in lower case, each followed by the word backwards.
  private var words: [[UInt8]] = []

  /// The words of `text`, between single spaces; other white space is a part of a word.
  init(_ kind: Kind, in text: some Collection<UInt8>) {
    self.kind = kind
    for word in text.split(separator: UInt8(ascii: " ")) { add(word) }
  }

  /// The user name `name` as a whole, or, where it is longer than `length` bytes and that is enough for a word, all parts
  /// of it that have that length.
  init(userName name: some Collection<UInt8>, inPartsOf length: Int) {
    let name = Array(name)
    let hasParts = length >= Self.minimumCount && name.count > length
    kind = .userName(partsOf: hasParts ? length : nil)
    let count = hasParts ? length : name.count
    for start in 0...name.count - count { add(name[start..<start + count]) }
  }

  /// Whether there is none to look for.
  var isEmpty: Bool { words.isEmpty }

  /// The least number of bytes of a word.
  static let minimumCount = 4

  private mutating func add(_ word: some Collection<UInt8>) {
    guard word.count >= Self.minimumCount else { return }
    let word = word.map(\.lowercased)
    words += [word, word.reversed()]
  }

  /// Whether `bytes` have one of the words.
  func occur(in bytes: Span<UInt8>) -> Bool {
    words.contains { word in
      let starts = 0..<max(0, bytes.count - word.count + 1)
      return starts.contains { start in
        word.indices.allSatisfy { bytes[start + $0].lowercased == word[$0] }
      } || Self.isSame(bytes, word)
    }
  }

  /// Whether `bytes` are `word` where each run of the same byte counts as one.
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
