internal import Glibc

/// The plain words of a list, from which passwords are drawn: 4 to 8 letters from a to z, each word once.
package struct PlainWords: Equatable, Sendable {
  /// How many letters a word has.
  package static let letters = 4...8

  /// The words in order, each as the bytes of its letters with the first in the highest byte in use.
  private let words: [UInt64]

  /// Reads the list at `path`, a word a line, as ``WordFile`` does; other lines are passed over.
  ///
  /// - Throws: Why it cannot be read to its end, see ``WordFile/Failure``.
  package init(path: String) throws(WordFile.Failure) {
    let (descriptor, _) = try WordFile.open(path, limit: WordFile.sizeLimit)
    defer { close(descriptor) }
    var lines = Lines()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(.last) }
      if count == 0 { break }
      for byte in buffer.prefix(count) { lines.take(byte) }
      guard lines.bytes <= WordFile.sizeLimit else { throw .tooLarge(limit: WordFile.sizeLimit) }
    }
    words = lines.words()
  }

  private init(words: [UInt64]) { self.words = words }

  /// The words that `isIncluded` says yes to.
  func filter(_ isIncluded: (UInt64) -> Bool) -> PlainWords { PlainWords(words: words.filter(isIncluded)) }

  /// The number of words.
  package var count: Int { words.count }

  /// The number of words of so many letters.
  func count(ofLetters letters: Int) -> Int {
    words.count { 8 - $0.leadingZeroBitCount / 8 == letters }
  }

  /// The word at `index`, for ``forEachLetter(of:_:)``.
  subscript(index: Int) -> UInt64 { words[index] }

  /// Calls `body` with each letter of `word`, from the first on.
  static func forEachLetter(of word: UInt64, _ body: (UInt8) -> Void) {
    for shift in stride(from: 56, through: 0, by: -8) {
      let letter = UInt8(truncatingIfNeeded: word >> UInt64(shift))
      if letter != 0 { body(letter) }
    }
  }

  /// The lines of a file, which comes byte by byte.
  private struct Lines {
    /// The number of bytes that came.
    private(set) var bytes = 0
    private var found: [UInt64] = []
    private var word: UInt64 = 0
    private var count = 0
    private var isPlain = true
    private var endsWithReturn = false

    mutating func take(_ byte: UInt8) {
      let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let isMark = bytes < byteOrderMark.count && byte == byteOrderMark[bytes]
      bytes += 1
      if isMark { return }
      switch byte {
      case UInt8(ascii: "\n"): finishLine()
      case UInt8(ascii: "\r"):
        isPlain = isPlain && !endsWithReturn
        endsWithReturn = true
      case UInt8(ascii: "a")...UInt8(ascii: "z") where count < PlainWords.letters.upperBound:
        isPlain = isPlain && !endsWithReturn
        word = word << 8 | UInt64(byte)
        count += 1
      default: isPlain = false
      }
    }

    /// The words that were found, in order, when no byte is left.
    mutating func words() -> [UInt64] {
      finishLine()
      found.sort()
      var each: [UInt64] = []
      for word in found where word != each.last { each.append(word) }
      return each
    }

    private mutating func finishLine() {
      if isPlain, count >= PlainWords.letters.lowerBound { found.append(word) }
      (word, count, isPlain, endsWithReturn) = (0, 0, true, false)
    }
  }
}
