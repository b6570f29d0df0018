internal import CWatchwordZxcvbn
internal import Glibc

/// The start of a text in the form that the library of guesses can judge honestly and soon: one byte for each code point.
///
/// The library counts a code point beyond ASCII as two to four characters of a set of a hundred. Here each such code
/// point, in lower case, becomes one byte beyond ASCII, the same one wherever it stands. The library's time grows
/// with the third power of the length of a repetition, with the fifth of that of a walk over neighbouring keys, and
/// fastest on a keypad. So repetitions and runs of a keypad's characters are shortened, and the first ``longest`` code
/// points of what is left are looked at. docs/decisions.md has the limits and what they were measured by.
///
/// All of it, and the table of code points, lies in memory of the owner's, who wipes it.
@safe
struct GuessableText: ~Copyable {
  /// The number of bytes that ``init(_:old:in:foldingCase:)`` asks for, beside those of the old passwords.
  static let memorySize =
    (tableSize + readAtOnce + 1 + mostLetters) * MemoryLayout<UInt32>.stride + readAtOnce + 1
    + mostLetters + 1

  /// The most code points that are judged.
  static let longest = 40
  /// The code points at the end of a longer text that are there only to complete what began before them.
  private static let overlap = 8
  /// The most code points that are kept while there may be something in them to be shortened.
  private static let readAtOnce = 120
  /// The most code points that may be left of these after shortening for more to be read: what would follow is not
  /// judged, nor is anything shortened by it that is. Else a text that ends in a long repetition would be shortened for
  /// each of its code points.
  private static let mostLeft = longest + longestRepetition
  /// The code points of a repetition that are kept, or two periods where these are more, and up to a period more.
  private static let longestRepetition = 16
  /// The most characters of a keypad that are kept where they stand side by side.
  private static let longestKeypadRun = 16
  /// The number of bytes beyond ASCII that can stand for code points: all but 0xFF and the three that the library
  /// takes for keys of a British keyboard in ISO 8859-1.
  private static let tableSize = 124
  /// The most letters that words are looked for in. What is judged has no more, unless a code point is several.
  private static let mostLetters = 2 * longest
  /// The byte of the code points that the text does not have.
  private static let stranger: UInt8 = 0xFF
  /// The byte in the place of U+0000, which would end the text.
  private static let substituteForNull: UInt8 = 0x01

  /// The number of code points.
  private(set) var count = 0
  /// Whether the text has nothing that is not here, but for repetitions.
  private(set) var isWhole = true
  /// Whether the text has a capital of ASCII, so that it differs from what it is in lower case.
  private(set) var hasCapitals = false
  /// Where the code points end that count: before the end where the text goes on, since the start of a word that is
  /// cut off takes more guesses than the word.
  var end: Int { isCutOff ? count - Self.overlap : count }

  private let table: UnsafeMutablePointer<UInt32>
  /// Where each code point stands in the text as it was read, and where what follows the last one begins.
  private let places: UnsafeMutablePointer<UInt32>
  /// The text as words of lists are looked for in it, see ``Unicode/Scalar/forEachInnerLetter(writingOut:_:)``.
  let letters: UnsafeMutablePointer<UInt32>
  let bytes: UnsafeMutablePointer<UInt8>
  /// Which byte each letter comes from, and where what follows the last one begins.
  let letterPlaces: UnsafeMutablePointer<UInt8>
  /// The old passwords as the library has the text, behind that, and where each begins.
  private let oldBytes: UnsafeMutablePointer<UInt8>
  private var oldStarts: [Int] = []
  private var tableCount = 0
  /// Whether the text goes on behind what is here.
  private(set) var isCutOff = false
  /// Whether something is left out that does not repeat what stands before it.
  private(set) var hasGap = false

  /// Reads `text` into `memory`.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - old: Old passwords, each with a NUL behind it.
  ///   - memory: At least ``memorySize`` bytes, and as many as `old` has, aligned for `UInt32`. It holds the text while
  ///     this value lives.
  ///   - foldingCase: Whether ASCII letters become lower case, as others always do.
  init(_ text: UTF8Span, old: UTF8Span, in memory: UnsafeMutableRawBufferPointer, foldingCase: Bool) {
    guard let start = memory.baseAddress, memory.count >= Self.memorySize + old.count else {
      preconditionFailure("the memory is too small")
    }
    unsafe table = start.bindMemory(to: UInt32.self, capacity: Self.tableSize)
    unsafe places = (start + Self.tableSize * MemoryLayout<UInt32>.stride)
      .bindMemory(to: UInt32.self, capacity: Self.readAtOnce + 1)
    unsafe letters = (start + (Self.tableSize + Self.readAtOnce + 1) * MemoryLayout<UInt32>.stride)
      .bindMemory(to: UInt32.self, capacity: Self.mostLetters)
    unsafe bytes = UnsafeMutableRawPointer(letters + Self.mostLetters)
      .bindMemory(to: UInt8.self, capacity: Self.readAtOnce + 1 + Self.mostLetters + 1 + old.count)
    unsafe letterPlaces = bytes + Self.readAtOnce + 1
    unsafe oldBytes = letterPlaces + Self.mostLetters + 1
    var scalars = text.makeUnicodeScalarIterator()
    var place: UInt32 = 0
    while let scalar = scalars.next() {
      guard hasRoom(), let byte = newByte(for: scalar, foldingCase: foldingCase) else {
        isCutOff = true
        break
      }
      unsafe bytes[count] = byte
      unsafe places[count] = place
      count += 1
      place += 1
    }
    unsafe places[count] = place
    while shortenRepetition() {}
    while shortenKeypadRun() {}
    if count > Self.longest {
      count = Self.longest
      isCutOff = true
    }
    if isCutOff { isWhole = false }
    unsafe bytes[count] = 0
    readOldPasswords(old)
  }

  private mutating func readOldPasswords(_ old: UTF8Span) {
    var scalars = old.makeUnicodeScalarIterator()
    var (index, start) = (0, 0)
    while let scalar = scalars.next() {
      unsafe oldBytes[index] = scalar == "\0" ? 0 : byte(for: scalar)
      index += 1
      guard scalar == "\0" else { continue }
      oldStarts.append(start)
      start = index
    }
  }

  /// Whether more is to be read, after what was read is shortened where it is as much as is read at once.
  private mutating func hasRoom() -> Bool {
    guard count == Self.readAtOnce else { return true }
    while shortenRepetition() {}
    return count <= Self.mostLeft
  }

  /// Where the code points at `range`, with what of them was left out as repeated, stand in the text.
  func place(of range: Range<Int>) -> Range<Int> {
    unsafe Int(places[range.lowerBound])..<Int(places[range.upperBound])
  }

  /// The byte that stands for `scalar` in this text; one that the text does not have where it lacks a scalar beyond
  /// ASCII.
  private func byte(for scalar: Unicode.Scalar) -> UInt8 {
    let scalar = scalar.lowerCase
    if scalar.isASCII { return UInt8(truncatingIfNeeded: scalar.value) }
    return index(of: scalar).map(Self.byte(ofEntry:)) ?? Self.stranger
  }

  /// The byte for `scalar`, which is added to the table where it is new; `nil` where the table is full.
  private mutating func newByte(for scalar: Unicode.Scalar, foldingCase: Bool) -> UInt8? {
    if scalar == "\0" { return Self.substituteForNull }
    let lower = scalar.lowerCase
    if scalar.isASCII, lower != scalar { hasCapitals = true }
    if scalar.isASCII, !foldingCase { return UInt8(truncatingIfNeeded: scalar.value) }
    if lower.isASCII { return UInt8(truncatingIfNeeded: lower.value) }
    if let index = index(of: lower) { return Self.byte(ofEntry: index) }
    guard tableCount < Self.tableSize else { return nil }
    unsafe table[tableCount] = lower.value
    tableCount += 1
    return Self.byte(ofEntry: tableCount - 1)
  }

  private func index(of scalar: Unicode.Scalar) -> Int? {
    (0..<tableCount).first { unsafe table[$0] == scalar.value }
  }

  /// The scalar that `byte`, which the text has and which is beyond ASCII, stands for.
  private func scalar(of byte: UInt8) -> Unicode.Scalar {
    (0..<tableCount).first { Self.byte(ofEntry: $0) == byte }.flatMap { unsafe Unicode.Scalar(table[$0]) }
      ?? "?"
  }

  /// Leaves out 0xA3, 0xA4 and 0xAC.
  private static func byte(ofEntry index: Int) -> UInt8 {
    UInt8(0x80 + index + (index >= 0x23 ? 2 : 0) + (index >= 0x2A ? 1 : 0))
  }
}

extension GuessableText {
  /// Asks the library about what stands at `whole`, which is not empty, in the locale of the thread.
  ///
  /// - Parameters:
  ///   - whole: All of the text, or a part of it.
  ///   - context: Words that count as the most likely ones.
  /// - Returns: The binary logarithm of the number of guesses, and the pieces.
  func ask(about whole: Range<Int>, context: ContextWords) -> (bits: Double, pieces: [Piece]) {
    let bitsOfCharacter = bitsOfCharacter
    var matches: UnsafeMutablePointer<ZxcMatch_t>?
    let bits = unsafe match(whole, with: context, &matches)
    var pieces: [Piece] = []
    var next = unsafe matches
    while let match = unsafe next?.pointee {
      let start = unsafe Int(match.Begin)
      let range = unsafe start..<start + Int(match.Length)
      var piece = Piece(charactersAt: range, bits: bitsOfCharacter)
      // Of a word backwards the library mistakes the place.
      let bits = unsafe piece.bits + match.MltEnpy - piece.placedBits(in: whole.count)
      piece.range = whole.lowerBound + start..<whole.lowerBound + range.upperBound
      if unsafe match.Type != BRUTE_MATCH {
        piece.kind = unsafe kind(of: match, at: piece.range, context)
        piece.isWord = unsafe match.Type == DICTIONARY_MATCH
        piece.bits = bits
      }
      pieces.append(piece)
      unsafe next = match.Next
    }
    unsafe ZxcvbnFreeInfo(matches)
    return (bits, pieces)
  }

  private func match(
    _ range: Range<Int>, with context: ContextWords, _ parts: inout UnsafeMutablePointer<ZxcMatch_t>?
  ) -> Double {
    let text = unsafe UnsafeMutableRawPointer(bytes + range.lowerBound)
    let following = unsafe bytes[range.upperBound]
    unsafe bytes[range.upperBound] = 0
    defer { unsafe bytes[range.upperBound] = following }
    var words: [UInt8] = []
    var starts: [Int] = []
    for word in context.words {
      starts.append(words.count)
      for scalar in word.unicodeScalars { words.append(byte(for: scalar)) }
      words.append(0)
    }
    return unsafe words.withUnsafeBytes { words in
      var pointers: [UnsafePointer<CChar>?] = unsafe starts.map {
        unsafe words.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self)
      }
      for start in oldStarts {
        unsafe pointers.append(UnsafeRawPointer(oldBytes + start).assumingMemoryBound(to: CChar.self))
      }
      unsafe pointers.append(nil)
      return unsafe ZxcvbnMatch(text.assumingMemoryBound(to: CChar.self), &pointers, &parts)
    }
  }

  /// What `match`, at `range`, is taken for. A repeated word may be a single letter, so that only the repetition is sure.
  private func kind(of match: ZxcMatch_t, at range: Range<Int>, _ context: ContextWords) -> GuessedPart.Kind {
    let isRepeated = unsafe match.Type.rawValue & MULTIPLE_MATCH.rawValue != 0
    switch unsafe ZxcTypeMatch_t(match.Type.rawValue & ~MULTIPLE_MATCH.rawValue) {
    case DICTIONARY_MATCH where isRepeated, DICT_LEET_MATCH where isRepeated: return .found(.repetition)
    case DICTIONARY_MATCH:
      return .found(unsafe isAll(range) && match.Entrpy <= Self.commonBits ? .common : .word)
    case DICT_LEET_MATCH: return .found(.substitution)
    case USER_MATCH, USER_LEET_MATCH: return .found(reason(ofWordAt: range, context: context))
    case REPEATS_MATCH: return .found(.repetition)
    case SEQUENCE_MATCH: return .found(.sequence)
    case SPATIAL_MATCH: return .found(.neighbours)
    case DATE_MATCH, YEAR_MATCH: return .found(.date)
    default: return isRepeated ? .found(.repetition) : .characters
    }
  }

  /// The greatest number of bits of a word that, as the whole text, is a very common password.
  private static let commonBits = 8.0

  /// Whether the code points at `range` are all that the text has.
  func isAll(_ range: Range<Int>) -> Bool { isWhole && range.count == count }

  /// What a code point takes that is guessed by itself, as the library counts it: any of the kinds that the text has.
  var bitsOfCharacter: Double {
    var kinds = 0
    for index in 0..<count {
      switch unsafe bytes[index] {
      case 0x61...0x7A: kinds |= 1
      case 0x41...0x5A: kinds |= 2
      case 0x30...0x39: kinds |= 4
      case 0x80...: kinds |= 8
      default: kinds |= 16
      }
    }
    var sum = 0
    for (kind, size) in [26, 26, 10, 100, 33].enumerated() where kinds & 1 << kind != 0 { sum += size }
    return log2(Double(sum))
  }
}

/// The text for words of lists in it.
extension GuessableText {
  /// Reads ``letters`` and their ``letterPlaces``. Answers how many there are.
  func readLetters() -> Int {
    var (read, end) = (0, count)
    for index in 0..<count {
      let byte = unsafe bytes[index]
      let scalar = byte < 0x80 ? Unicode.Scalar(byte) : scalar(of: byte)
      scalar.forEachInnerLetter { letter in
        guard read < Self.mostLetters else {
          end = min(end, index)
          return
        }
        unsafe letters[read] = letter
        unsafe letterPlaces[read] = UInt8(index)
        read += 1
      }
    }
    unsafe letterPlaces[read] = UInt8(end)
    return read
  }
}

/// Which of the words that the library was given a part is.
extension GuessableText {
  func hasOnlyDigits(at range: Range<Int>) -> Bool {
    range.allSatisfy { unsafe (0x30...0x39).contains(bytes[$0]) }
  }

  /// Why the part at `range` counts, which is one of the old passwords or of the words of `context`.
  func reason(ofWordAt range: Range<Int>, context: ContextWords) -> Reason.Kind {
    for start in oldStarts where isOldPassword(from: start, at: range) { return .old }
    for (word, origin) in zip(context.words, context.origins) where isWord(word, at: range) {
      return origin.reason
    }
    return .personal
  }

  private func isOldPassword(from start: Int, at range: Range<Int>) -> Bool {
    var count = 0
    while unsafe oldBytes[start + count] != 0 { count += 1 }
    return isWord(of: count, at: range) { unsafe oldBytes[start + $0] }
  }

  private func isWord(_ word: String, at range: Range<Int>) -> Bool {
    let scalars = Array(word.unicodeScalars)
    return isWord(of: scalars.count, at: range) { byte(for: scalars[$0]) }
  }

  /// Whether the part at `range` is the word of `count` code points for which `expected` answers the bytes, forwards or
  /// backwards, once or repeated.
  private func isWord(of count: Int, at range: Range<Int>, _ expected: (Int) -> UInt8) -> Bool {
    guard count > 0, range.count.isMultiple(of: count),
      range.dropFirst(count).allSatisfy({ unsafe bytes[$0] == bytes[$0 - count] })
    else { return false }
    let start = range.lowerBound
    return (0..<count).allSatisfy { isLike(expected($0), at: start + $0) }
      || (0..<count).allSatisfy { isLike(expected(count - 1 - $0), at: start + $0) }
  }

  /// Whether the text has `expected` at `index`, perhaps as a capital, or as a sign that looks like a letter.
  private func isLike(_ expected: UInt8, at index: Int) -> Bool {
    let byte = unsafe bytes[index]
    let isLetter = (0x41...0x5A).contains(byte & 0xDF)
    return expected != 0 && (!isLetter || byte | 0x20 == expected)
  }
}

/// What bounds the time that the library takes. A repetition is shortened by whole periods, so that the text stays the
/// same with fewer of them.
extension GuessableText {
  /// Leaves one period of a text that is nothing but a repetition, twice or more, the last one perhaps cut off.
  ///
  /// - Returns: How many texts somebody tries who repeats the period until it is this one: one for each period, or one
  ///   for each code point where the last period is cut off; `nil` for another text, of which all is left.
  mutating func keepPeriod() -> Int? {
    let whole = count
    guard isWhole, whole > 1,
      let period = (1...whole / 2).first(where: { repetition(of: $0, least: whole) != nil })
    else { return nil }
    count = period
    unsafe bytes[count] = 0
    return whole.isMultiple(of: period) ? whole / period : whole
  }

  /// Shortens the first repetition that is too long. Answers false where there is none.
  private mutating func shortenRepetition() -> Bool {
    for period in 1..<max(count / 2, 1) {
      let limit = max(Self.longestRepetition, 2 * period)
      if let found = repetition(of: period, least: limit + period) {
        // What stands in the middle is hardly ever a part of something else.
        let start = found.lowerBound + limit / 2
        remove(start..<start + (found.count - limit) / period * period)
        return true
      }
    }
    return false
  }

  /// Shortens the first run of a keypad's characters that is too long. Answers false where there is none.
  private mutating func shortenKeypadRun() -> Bool {
    var start = 0
    for end in 0...count {
      if end < count, unsafe isOnKeypad(bytes[end]) { continue }
      if end - start > Self.longestKeypadRun {
        remove(start + Self.longestKeypadRun..<end)
        (isWhole, hasGap) = (false, true)
        return true
      }
      start = end + 1
    }
    return false
  }

  /// Whether one of the keypads that the library knows has the character: a digit or one of `*+-./=`.
  private func isOnKeypad(_ byte: UInt8) -> Bool {
    (0x2A...0x39).contains(byte) && byte != 0x2C || byte == 0x3D
  }

  /// The first part of the text that repeats itself after `period` code points and is at least so long.
  private func repetition(of period: Int, least: Int) -> Range<Int>? {
    guard count >= least else { return nil }
    var start = 0
    for end in period...count {
      if end < count, unsafe bytes[end] == bytes[end - period] { continue }
      if end - start >= least { return start..<end }
      start = end - period + 1
    }
    return nil
  }

  private mutating func remove(_ range: Range<Int>) {
    for index in range.upperBound...count {
      unsafe bytes[index - range.count] = bytes[index]
      unsafe places[index - range.count] = places[index]
    }
    count -= range.count
  }
}

extension Unicode.Scalar {
  /// The lower case, where that is one scalar.
  fileprivate var lowerCase: Unicode.Scalar {
    if isASCII { return (0x41...0x5A).contains(value) ? Unicode.Scalar(UInt8(value) | 0x20) : self }
    // The mappings of one scalar take at most 15 bytes, which a String holds without going to the heap.
    let mapping = properties.lowercaseMapping.unicodeScalars
    guard let first = mapping.first, mapping.index(after: mapping.startIndex) == mapping.endIndex else {
      return self
    }
    return first
  }
}
