internal import Glibc
package import WatchwordMessages

/// The plain words of a list, from which passwords are drawn: 4 to 8 letters from a to z, each word once.
package struct PlainWords: Equatable, Sendable {
  package static let letters = 4...8

  /// The words in order, each as the bytes of its letters with the first in the highest byte in use.
  private let words: [UInt64]

  /// Reads the list at `path`, a word a line, as ``WordFile`` does; other lines are passed over.
  ///
  /// - Throws: Why it cannot be read to its end, see ``FileError``.
  package init(path: String) throws(FileError) {
    let (descriptor, _) = try openFile(path, atMost: WordFile.sizeLimit)
    defer { close(descriptor) }
    var (lines, found, size) = (FileLines(), [UInt64](), 0)
    func take(_ line: Span<UInt8>) { if let word = Self.word(of: line) { found.append(word) } }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last }
      if count == 0 { break }
      lines.take(buffer.span.extracting(first: count), take)
      size += count
      guard size <= WordFile.sizeLimit else { throw .tooLarge(limit: WordFile.sizeLimit) }
    }
    lines.finish(take)
    found.sort()
    var each: [UInt64] = []
    for word in found where word != each.last { each.append(word) }
    words = each
  }

  /// The word that `line` is; `nil` where it is no plain one.
  private static func word(of line: Span<UInt8>) -> UInt64? {
    guard letters.contains(line.count) else { return nil }
    var word: UInt64 = 0
    for offset in line.indices {
      guard UInt8(ascii: "a")...UInt8(ascii: "z") ~= line[offset] else { return nil }
      word = word << 8 | UInt64(line[offset])
    }
    return word
  }

  private init(words: [UInt64]) { self.words = words }

  func filter(_ isIncluded: (UInt64) -> Bool) -> PlainWords { PlainWords(words: words.filter(isIncluded)) }

  package var count: Int { words.count }

  func count(ofLetters letters: Int) -> Int {
    words.count { 8 - $0.leadingZeroBitCount / 8 == letters }
  }

  subscript(index: Int) -> UInt64 { words[index] }

  /// Calls `body` with each letter of `word`, from the first on.
  static func forEachLetter(of word: UInt64, _ body: (UInt8) -> Void) {
    for shift in stride(from: 56, through: 0, by: -8) {
      let letter = UInt8(truncatingIfNeeded: word >> UInt64(shift))
      if letter != 0 { body(letter) }
    }
  }
}
