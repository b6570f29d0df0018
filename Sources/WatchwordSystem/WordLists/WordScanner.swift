internal import WatchwordText

/// Finds the words in the bytes of a word list, one a line, however the bytes are cut into pieces.
///
/// It takes the fingerprint of a line while the line goes by and keeps nothing else of it, so that a line may be of
/// any length. Lines end with LF or CR LF, or with the file. A line that is not UTF-8 is no word; a byte order mark
/// before the first one is passed over.
struct WordScanner {
  /// The least number of code points, after mapping to one case and normal form, that a word has to have.
  let minimumCount: Int

  private var word = WordHash()
  private var isText = true
  private var isFirstCharacter = true
  private var hasCarriageReturn = false
  private var pending = PartialScalar()

  /// Makes a scanner at the beginning of a list; words of fewer than `minimumCount` code points are left out.
  init(minimumCount: Int) { self.minimumCount = max(1, minimumCount) }

  /// Takes the next bytes of the list and adds the words that end in them to `index`.
  mutating func scan(_ bytes: Span<UInt8>, into index: inout WordIndex) {
    for position in bytes.indices {
      let byte = bytes[position]
      if byte >= 0x80 {
        takePart(byte)
      } else if byte == 0x0A {
        finishLine(into: &index)
      } else {
        takeASCII(byte)
      }
    }
  }

  /// Ends the line at hand, as LF or the end of the file does, and adds its word to `index`.
  mutating func finishLine(into index: inout WordIndex) {
    if isText, pending.isComplete, word.count >= minimumCount { index.insert(word.value) }
    word = WordHash()
    isText = true
    isFirstCharacter = false
    hasCarriageReturn = false
    pending = PartialScalar()
  }

  @inline(__always)
  private mutating func takeASCII(_ byte: UInt8) {
    if hasCarriageReturn || byte == 0x0D || !pending.isComplete { return takeRareASCII(byte) }
    word.add(ascii: byte)
  }

  /// A carriage return belongs to the end of the line unless more of the line follows.
  private mutating func takeRareASCII(_ byte: UInt8) {
    if !pending.isComplete { isText = false }
    if hasCarriageReturn { word.add(ascii: 0x0D) }
    hasCarriageReturn = byte == 0x0D
    if !hasCarriageReturn { word.add(ascii: byte) }
  }

  private mutating func takePart(_ byte: UInt8) {
    guard isText else { return }
    switch pending.take(byte) {
    case .unfinished: break
    case .invalid: isText = false
    case .scalar(let scalar):
      if hasCarriageReturn {
        word.add(ascii: 0x0D)
        hasCarriageReturn = false
      }
      if !(isFirstCharacter && word.count == 0 && scalar == "\u{FEFF}") { word.add(scalar) }
      isFirstCharacter = false
    }
  }
}
