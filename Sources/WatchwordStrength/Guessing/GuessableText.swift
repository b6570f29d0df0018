internal import CWatchwordZxcvbn
internal import Glibc

/// The start of a text in a form that libzxcvbn can judge fairly and quickly: one byte for each code point.
///
/// A letter and the accents behind it are one code point here (``Unicode/Scalar/composed(with:)``), whatever the policy
/// normalises. libzxcvbn counts a code point beyond ASCII as two to four characters from a set of a hundred. Here each
/// such code point, in lower case, becomes one byte beyond ASCII. The library's time grows with the third power of the length of
/// a repetition, with the fifth of a walk over neighbouring keys, and fastest on a keypad. So repetitions are shortened, the
/// library is asked about windows of the text, and only the first ``longest`` code points of the rest are scored.
/// docs/decisions.md has the limits and the measurements. All bytes lie in memory of the caller, who wipes it.
@safe
struct GuessableText: ~Copyable {
  /// The bytes that ``init(_:old:in:foldingCase:)`` needs, besides those of the old passwords.
  static let memorySize = numberCount * MemoryLayout<UInt32>.stride + byteCount
  private static let numberCount = tableSize + 2 * (readAtOnce + 1) + mostLetters
  private static let byteCount = 2 * (readAtOnce + 1) + mostLetters + 1

  static let longest = 128
  /// The most code points that the library is asked about at once.
  static let window = 40
  /// The code points of a text longer than ``window`` that are worth no less alone.
  static let leastStart = 32
  /// How many code points at the end of a longer text are kept only to complete what begins before them, and how far
  /// two windows overlap.
  static let overlap = 8
  private static let readAtOnce = 224
  /// Reading goes on only if shortening leaves at most this many code points. Without this limit, a text that ends in a
  /// long repetition would be shortened again for each code point, though nothing there is scored.
  private static let mostLeft = longest + longestRepetition
  /// The code points that are kept of a repetition: this many or two periods, whichever is more, plus up to one period.
  private static let longestRepetition = 16
  /// The most keypad characters in a row that the library is asked about.
  private static let longestKeypadRun = 16
  /// How many bytes beyond ASCII there are, except 0xFF. Three stand for no code point, because the library takes them for
  /// keys of a British keyboard in ISO 8859-1.
  private static let tableSize = 127
  private static let keysOfLibrary: [UInt8] = [0xA3, 0xA4, 0xAC]
  /// The most letters in which words are looked for. Scored text has more only if many code points become several
  /// letters.
  private static let mostLetters = 2 * longest
  /// The byte in words for all code points that the text does not have.
  private static let stranger: UInt8 = 0xFF
  /// The byte for U+0000, which would end the text.
  private static let substituteForNull: UInt8 = 0x01

  private(set) var count = 0
  /// Between 0 and 1, how far the text may be random by its length. Short texts and letters alone are a person's choice
  /// more often.
  private(set) var randomness = 0.0
  /// Whether nothing except repetitions was left out.
  private(set) var isWhole = true
  /// Whether the text has an ASCII capital, so that it differs from its lower case.
  private(set) var hasCapitals = false
  /// The end of the code points we score. If the text was truncated this excludes the last few, because half a word
  /// scores higher than the whole word.
  var end: Int { min(count, Self.longest) }

  private let table: UnsafeMutablePointer<UInt32>
  /// The index of each code point in the original text, and at the end the index of the next one. As behind ``bytes``,
  /// there is room behind them for those of a text that is made of this one.
  let places: UnsafeMutablePointer<UInt32>
  /// The text as searched for words of lists, see ``Unicode/Scalar/forEachInnerLetter(writingOut:_:)``.
  let letters: UnsafeMutablePointer<UInt32>
  let bytes: UnsafeMutablePointer<UInt8>
  /// The index of the byte that each letter comes from, and at the end the index of the next byte.
  let letterPlaces: UnsafeMutablePointer<UInt8>
  /// The old passwords in the same bytes as the text, each followed by a NUL.
  private let oldBytes: UnsafeMutablePointer<UInt8>
  /// Where each old password begins.
  private var oldStarts: [Int] = []
  private(set) var tableCount = 0

  /// Reads `text` into `memory`, where it stays while this value lives. `memory` has at least ``memorySize`` plus
  /// `old.count` bytes, aligned for `UInt32`. `old` has the old passwords, each followed by a NUL. With `foldingCase`,
  /// ASCII letters are mapped to lower case, as letters beyond ASCII always are.
  init(_ text: UTF8Span, old: UTF8Span, in memory: UnsafeMutableRawBufferPointer, foldingCase: Bool) {
    guard let start = memory.baseAddress, memory.count >= Self.memorySize + old.count else {
      preconditionFailure("the memory is too small")
    }
    unsafe table = start.bindMemory(to: UInt32.self, capacity: Self.numberCount)
    unsafe places = table + Self.tableSize
    unsafe letters = places + 2 * (Self.readAtOnce + 1)
    unsafe bytes = UnsafeMutableRawPointer(letters + Self.mostLetters)
      .bindMemory(to: UInt8.self, capacity: Self.byteCount + old.count)
    unsafe letterPlaces = bytes + 2 * (Self.readAtOnce + 1)
    unsafe oldBytes = letterPlaces + Self.mostLetters + 1
    var scalars = text.makeUnicodeScalarIterator()
    var (place, ahead): (UInt32, Unicode.Scalar?) = (0, nil)
    while let scalar = scalars.nextComposed(&ahead) {
      guard hasRoom(), let byte = newByte(for: scalar, foldingCase: foldingCase) else {
        isWhole = false
        break
      }
      unsafe bytes[count] = byte
      unsafe places[count] = place
      count += 1
      place += 1
    }
    unsafe places[count] = place
    while shortenRepetition() {}
    isWhole = isWhole && count <= Self.longest
    count = min(count, Self.longest + Self.overlap)
    unsafe bytes[count] = 0
    readOldPasswords(old)
  }

  /// The code points of `text` that are not at `separators`. Its places are indices of `text`.
  init(_ text: borrowing GuessableText, without separators: [Int]) {
    unsafe (table, letters) = (text.table, text.letters)
    unsafe (letterPlaces, oldBytes) = (text.letterPlaces, text.oldBytes)
    unsafe (places, bytes) = (text.places + Self.readAtOnce + 1, text.bytes + Self.readAtOnce + 1)
    (tableCount, oldStarts, hasCapitals) = (text.tableCount, text.oldStarts, text.hasCapitals)
    isWhole = false
    randomness = text.randomness
    for index in 0..<text.count where !separators.contains(index) {
      unsafe bytes[count] = text.bytes[index]
      unsafe places[count] = UInt32(index)
      count += 1
    }
    unsafe places[count] = UInt32(text.count)
    unsafe bytes[count] = 0
  }

  /// Notes how random the text may be without `addresses`.
  mutating func weigh(without addresses: [Piece]) {
    let left = (0..<count).count { index in !addresses.contains { $0.range.contains(index) } }
    let capitals = (0..<count).count { isCapital(at: $0) }
    let hasOthers =
      capitals > 1 && capitals < count - 1 || (0..<count).contains { kind(at: $0) != .letter }
    randomness = min(1, max(0, Double(left - (hasOthers ? 10 : 14))) / 2)
  }

  private mutating func readOldPasswords(_ old: UTF8Span) {
    var scalars = old.makeUnicodeScalarIterator()
    var (index, start) = (0, 0)
    var ahead: Unicode.Scalar?
    while let scalar = scalars.nextComposed(&ahead) {
      unsafe oldBytes[index] = scalar == "\0" ? 0 : byte(for: scalar)
      index += 1
      guard scalar == "\0" else { continue }
      oldStarts.append(start)
      start = index
    }
  }

  private mutating func hasRoom() -> Bool {
    guard count == Self.readAtOnce else { return true }
    while shortenRepetition() {}
    return count <= Self.mostLeft
  }

  /// The place in the original text of the code points at `range`, with the repetitions that were left out there.
  func place(of range: Range<Int>) -> Range<Int> {
    unsafe Int(places[range.lowerBound])..<Int(places[range.upperBound])
  }

  /// The byte for `scalar` in this text; ``stranger`` if `scalar` is beyond ASCII and the text lacks it.
  private func byte(for scalar: Unicode.Scalar) -> UInt8 {
    let scalar = scalar.lowerCase
    if scalar.isASCII { return UInt8(truncatingIfNeeded: scalar.value) }
    return entry(of: scalar) ?? Self.stranger
  }

  /// The byte for `scalar`, added to the table if it is new; `nil` if the table is full.
  mutating func newByte(for scalar: Unicode.Scalar, foldingCase: Bool = false) -> UInt8? {
    if scalar == "\0" { return Self.substituteForNull }
    let lower = scalar.lowerCase
    if scalar.isASCII, lower != scalar { hasCapitals = true }
    if scalar.isASCII, !foldingCase { return UInt8(truncatingIfNeeded: scalar.value) }
    if lower.isASCII { return UInt8(truncatingIfNeeded: lower.value) }
    if let entry = entry(of: lower) { return entry }
    guard tableCount < Self.tableSize else { return nil }
    let byte = UInt8(0x80 + tableCount)
    let isKey = Self.keysOfLibrary.contains(byte)
    unsafe table[tableCount] = isKey ? 0 : lower.value
    tableCount += 1
    return isKey ? newByte(for: scalar, foldingCase: foldingCase) : byte
  }

  private func entry(of scalar: Unicode.Scalar) -> UInt8? {
    (0..<tableCount).first { unsafe table[$0] == scalar.value }.map { UInt8(0x80 + $0) }
  }

  /// The scalar that `byte`, a byte of the text, stands for.
  func scalar(of byte: UInt8) -> Unicode.Scalar {
    if byte < 0x80 { return Unicode.Scalar(byte) }
    let index = Int(byte) - 0x80
    return index < tableCount ? unsafe Unicode.Scalar(table[index]) ?? "?" : "?"
  }
}

extension GuessableText {
  /// Adds the parts of the text that the library knows, in the locale of the thread. Asks about one window after the
  /// other. In a long text one ends with the start, so that this alone is judged as if nothing followed.
  func findPiecesOfLibrary(_ context: ContextWords, _ pieces: inout [Piece]) {
    var (start, limit) = (0, count <= Self.window ? count : Self.leastStart)
    while true {
      let end = endOfWindow(from: start, limit: limit)
      ask(about: start..<end, context: context, &pieces)
      if end == count { return }
      start = end == limit ? end - Self.overlap : max(start + 1, end - Self.overlap)
      limit = end == limit ? count : limit
    }
  }

  /// The end of the window that begins at `start`: no run of keypad characters in it is too long.
  private func endOfWindow(from start: Int, limit: Int) -> Int {
    let last = min(limit, start + Self.window)
    var run = 0
    for index in start..<last {
      run = unsafe isOnKeypad(bytes[index]) ? run + 1 : 0
      if run > Self.longestKeypadRun { return index }
    }
    return last
  }

  /// Adds what the library says about `window`, which is not empty.
  private func ask(about window: Range<Int>, context: ContextWords, _ pieces: inout [Piece]) {
    var matches: UnsafeMutablePointer<ZxcMatch_t>?
    _ = unsafe match(window, with: context, &matches)
    var next = unsafe matches
    while let match = unsafe next?.pointee {
      let start = unsafe window.lowerBound + Int(match.Begin)
      let range = unsafe start..<start + Int(match.Length)
      if unsafe match.Type != BRUTE_MATCH {
        // Subtracts our bits for the place from the total, since the library gets the place of a reversed word wrong.
        let bits = unsafe match.MltEnpy - Piece.bitsOfPlace(at: range, in: window)
        unsafe pieces.append(
          Piece(
            range: range, bits: bits, kind: kind(of: match, at: range, context),
            isWord: match.Type == DICTIONARY_MATCH))
      }
      unsafe next = match.Next
    }
    unsafe ZxcvbnFreeInfo(matches)
  }

  private func match(
    _ range: Range<Int>, with context: ContextWords, _ parts: inout UnsafeMutablePointer<ZxcMatch_t>?
  ) -> Double {
    let text = unsafe UnsafeMutableRawPointer(bytes + range.lowerBound)
    let following = unsafe bytes[range.upperBound]
    unsafe bytes[range.upperBound] = 0
    defer { unsafe bytes[range.upperBound] = following }
    let size = context.words.reduce(0) { $0 + $1.utf8.count + 1 }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { letters in
      let count = context.words.count + oldStarts.count + 1
      return unsafe withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: count) { starts in
        unsafe letters.initialize(repeating: 0)
        unsafe starts.initialize(repeating: nil)
        var end = 0
        for (number, word) in context.words.enumerated() {
          unsafe starts[number] = UnsafePointer(letters.baseAddress?.advanced(by: end))
          var scalars = word.utf8Span.makeUnicodeScalarIterator()
          var ahead: Unicode.Scalar?
          while let scalar = scalars.nextComposed(&ahead) {
            unsafe letters[end] = CChar(bitPattern: byte(for: scalar))
            end += 1
          }
          end += 1
        }
        for (number, start) in oldStarts.enumerated() {
          unsafe starts[context.words.count + number] = UnsafeRawPointer(oldBytes + start)
            .assumingMemoryBound(to: CChar.self)
        }
        return unsafe ZxcvbnMatch(text.assumingMemoryBound(to: CChar.self), starts.baseAddress, &parts)
      }
    }
  }

  /// The kind of `match`. A repeated word may be a single letter, so only the repetition is certain.
  private func kind(of match: ZxcMatch_t, at range: Range<Int>, _ context: ContextWords) -> GuessedPart.Kind {
    let isRepeated = unsafe match.Type.rawValue & MULTIPLE_MATCH.rawValue != 0
    switch unsafe ZxcTypeMatch_t(match.Type.rawValue & ~MULTIPLE_MATCH.rawValue) {
    case DICTIONARY_MATCH where isRepeated, DICT_LEET_MATCH where isRepeated: return .found(.repetition)
    case DICTIONARY_MATCH where unsafe isAll(range) && match.Entrpy <= Self.commonBits:
      return .found(.common)
    case DICTIONARY_MATCH: return .found(.word)
    case DICT_LEET_MATCH: return .found(.substitution)
    case USER_MATCH, USER_LEET_MATCH: return .found(reason(ofWordAt: range, context: context))
    case REPEATS_MATCH: return .found(.repetition)
    case SEQUENCE_MATCH: return .found(.sequence)
    case SPATIAL_MATCH: return .found(.neighbours)
    case DATE_MATCH, YEAR_MATCH: return .found(.date)
    default: return isRepeated ? .found(.repetition) : .characters
    }
  }

  /// If the whole text is a word of at most this many bits, it counts as a very common password.
  private static let commonBits = 8.0

  func isAll(_ range: Range<Int>) -> Bool { isWhole && range.count == count }

}

extension GuessableText {
  /// Whether a code point is a letter, a digit or a sign. One beyond ASCII counts as a letter.
  enum Class { case letter, digit, sign }

  func kind(at index: Int) -> Class {
    switch unsafe bytes[index] {
    case 0x30...0x39: .digit
    case 0x41...0x5A, 0x61...0x7A, 0x80...: .letter
    default: .sign
    }
  }

  /// The bits of a code point guessed on its own: any character of the alphabets that the first `count` code points
  /// have outside `parts`. A text whose letters are all a to f, with at least ``leastHex`` letters and digits, has only
  /// 16 of these.
  func bitsOfCharacter(besides parts: [Range<Int>], count: Int? = nil) -> Double {
    var (kinds, alphanumerics, highest, isBase32) = (0, 0, UInt8(0), true)
    for index in 0..<(count ?? self.count) where !parts.contains(where: { $0.contains(index) }) {
      let byte = unsafe bytes[index]
      let letter = scalar(of: byte).value
      kinds |= 1 << (Self.alphabets.first { $0.0 ~= letter }?.kind ?? 11)
      switch kind(at: index) {
      case .letter: highest = max(highest, byte | 0x20)
      case .digit: isBase32 = isBase32 && 0x32...0x37 ~= byte
      case .sign: continue
      }
      alphanumerics += 1
    }
    let isOfOneCase = [5, 6, 13, 14].contains(kinds) && alphanumerics >= Self.leastHex
    if isOfOneCase, highest <= 0x66 { return 4 }
    if isOfOneCase, isBase32 { return 5 }
    // Where nothing is left beside the parts, their own characters tell.
    if kinds == 0 { return bitsOfCharacter(besides: []) }
    var (ascii, others) = (0, 0)
    for (kind, size) in Self.sizes.enumerated() where kinds & 1 << kind != 0 {
      if kind < 4 { ascii += size } else { others += size }
    }
    return log2(Double(ascii + min(others, 100)))
  }

  /// How many characters there are of each kind: small and capital letters, digits and signs of ASCII; Latin letters with
  /// accents, Cyrillic, Greek, Hebrew, Arabic, hiragana, katakana, and all else, such as emoji and hangul.
  private static let sizes = [26, 26, 10, 33, 26, 33, 24, 27, 36, 83, 83, 100]
  private static let alphabets: [(ClosedRange<UInt32>, kind: Int)] = [
    (0x61...0x7A, 0), (0x41...0x5A, 1), (0x30...0x39, 2), (0...0x7F, 3), (0xC0...0x24F, 4),
    (0x1E00...0x1EFF, 4), (0x400...0x52F, 5), (0x370...0x3FF, 6), (0x1F00...0x1FFF, 6), (0x590...0x5FF, 7),
    (0x600...0x6FF, 8), (0x3041...0x309F, 9), (0x30A0...0x30FF, 10),
  ]

  private static let leastHex = 16
  /// The bits of one of the 20,992 ideographs of Unicode's first block of them.
  private static let bitsOfIdeograph = log2(20_992.0)

  /// The bits of the code point at `index`, where any that is no ideograph has `common`.
  func bitsOfCharacter(at index: Int, common: Double) -> Double {
    unsafe 0x4E00...0x9FFF ~= scalar(of: bytes[index]).value ? Self.bitsOfIdeograph : common
  }
}

extension GuessableText {
  /// Fills ``letters`` and ``letterPlaces``. Returns the number of letters.
  func readLetters() -> Int {
    var (read, end) = (0, count)
    for index in 0..<count {
      unsafe scalar(of: bytes[index]).forEachInnerLetter { letter in
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

extension GuessableText {
  func isCapital(at index: Int) -> Bool { unsafe (0x41...0x5A).contains(bytes[index]) }

  func hasOnlyDigits(at range: Range<Int>) -> Bool {
    range.allSatisfy { unsafe (0x30...0x39).contains(bytes[$0]) }
  }

  /// Why the part at `range` is easy to guess: it is an old password or a word of `context`.
  func reason(ofWordAt range: Range<Int>, context: ContextWords) -> Reason.Kind {
    for start in oldStarts where isOldPassword(from: start, at: range) { return .old }
    for (index, word) in context.words.enumerated() where isWord(word, at: range) {
      return context.origin(of: index).reason
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

  /// Whether the part at `range` is a word of `count` code points, forwards or backwards, once or repeated. `expected`
  /// returns the byte at an index of the word.
  private func isWord(of count: Int, at range: Range<Int>, _ expected: (Int) -> UInt8) -> Bool {
    guard count > 0, range.count.isMultiple(of: count),
      range.dropFirst(count).allSatisfy({ unsafe bytes[$0] == bytes[$0 - count] })
    else { return false }
    let start = range.lowerBound
    return (0..<count).allSatisfy { isLike(expected($0), at: start + $0) }
      || (0..<count).allSatisfy { isLike(expected(count - 1 - $0), at: start + $0) }
  }

  /// Whether the text has the letter `expected` at `index`, in either case. Any character that is no letter counts as
  /// its look-alike.
  private func isLike(_ expected: UInt8, at index: Int) -> Bool {
    let byte = unsafe bytes[index]
    let isLetter = (0x41...0x5A).contains(byte & 0xDF)
    return expected != 0 && (!isLetter || byte | 0x20 == expected)
  }
}

/// What limits the library's time. Repetitions are shortened by whole periods, so that the rest stays the same.
extension GuessableText {
  /// If the text is a period that is repeated once or more, the last time perhaps cut off, keeps only the first period.
  /// Returns how many texts an attacker tries who repeats the period until the text matches: the number of periods, or
  /// of code points if the last period is cut off. `nil` for any other text.
  mutating func keepPeriod() -> Int? {
    let whole = count
    guard isWhole, whole > 1,
      let period = (1...whole / 2).first(where: { repetition(of: $0, least: whole) != nil })
    else { return nil }
    count = period
    unsafe bytes[count] = 0
    return whole.isMultiple(of: period) ? whole / period : whole
  }

  /// Whether one to four code points come again and again. The library takes long for such a text, which is shortened as
  /// a rule, but not where signs were taken out of it.
  var isRepetitive: Bool { (1...4).contains { repetition(of: $0, least: max(12, 3 * $0)) != nil } }

  /// Shortens the first repetition that is too long. Returns false if there is none.
  private mutating func shortenRepetition() -> Bool {
    for period in 1..<max(count / 2, 1) {
      let limit = max(Self.longestRepetition, 2 * period)
      if let found = repetition(of: period, least: limit + period) {
        // The middle is the least likely to belong to another part as well.
        let start = found.lowerBound + limit / 2
        remove(start..<start + (found.count - limit) / period * period)
        return true
      }
    }
    return false
  }

  /// Whether a keypad that the library knows has the character: a digit or one of `*+-./=`.
  private func isOnKeypad(_ byte: UInt8) -> Bool {
    (0x2A...0x39).contains(byte) && byte != 0x2C || byte == 0x3D
  }

  /// The first part of the text that repeats itself every `period` code points and has at least `least` code points.
  private func repetition(of period: Int, least: Int) -> Range<Int>? {
    guard count >= least else { return nil }
    var start = 0
    for end in period...count {
      if end < count, unsafe bytes[end] == bytes[end - period] { continue }
      if end - start >= least { return start..<end }
      start = end - period + 1
      if count - start < least { break }
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
  /// The lower case, if it is one scalar; otherwise the scalar itself.
  var lowerCase: Unicode.Scalar {
    if isASCII { return (0x41...0x5A).contains(value) ? Unicode.Scalar(UInt8(value) | 0x20) : self }
    // A mapping takes at most 15 bytes, which a String holds without going to the heap.
    let mapping = properties.lowercaseMapping.unicodeScalars
    guard let first = mapping.first, mapping.index(after: mapping.startIndex) == mapping.endIndex else {
      return self
    }
    return first
  }
}
