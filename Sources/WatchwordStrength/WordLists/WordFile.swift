internal import CWatchwordUtf8proc
internal import Glibc
package import WatchwordMessages
internal import WatchwordSecrets

/// A word list in a file: one word a line, in any order, UTF-8, of at most ``sizeLimit`` bytes.
///
/// Lines end with LF or CR LF, or with the file. A line that is not UTF-8, or that is longer than any password could be in
/// any case and normal form, is no word; a byte order mark before the first one is passed over.
///
/// The file is opened, and only opened, when the list is made, so that an error is known before a form is drawn.
/// It is read in slices when the program has nothing better to do, see ``index(slice:)``. A look-up finds the words
/// that were read by then, and never waits.
///
/// It is read to its end, wherever that is when reading gets there: files of /proc say that they have no bytes, and
/// others grow. What cannot be read ends the list, and ``failure`` says why.
///
/// The slices are read with pread(2) into fingerprints of our own. A memory map would be no faster, and a file that
/// another program truncates meanwhile would end this one with SIGBUS.
///
/// It is a class, as the owner of a file: the session that reads on and the meter that asks have the same list.
@safe
package final class WordFile: WordList {
  /// The system's word list; Debian's package wamerican brings one.
  package static let systemPath = "/usr/share/dict/words"
  /// The most bytes that a list may have. Larger ones are refused, since each of their words takes memory, and the
  /// submission of a form waits until all are read.
  package static let sizeLimit = 256 << 20

  /// Reads from a descriptor at an offset, as pread(2) does.
  package typealias Reader = (Int32, UnsafeMutableRawBufferPointer, Int) -> Int

  package let path: String
  /// The least number of code points that the words kept have, after mapping to one case and normal form.
  package let minimumCount: Int
  /// Whether the words are found inside a text too, with their accents folded or written out.
  private let countsInside: Bool
  fileprivate private(set) var words: WordIndex
  private var lines: LineFile

  /// Why the file could not be read to its end; `nil` where it was, or still may be.
  package var failure: FileError? { lines.failure }
  /// Whether nothing more is read: the list is whole, or ``failure`` says why it is not.
  package var isFinished: Bool { lines.isFinished }
  package var lacksWords: Bool { failure != nil }

  /// - Parameters:
  ///   - path: The path of the file.
  ///   - minimumCount: The least number of code points of a word that will be asked for; shorter words are not kept
  ///     and are never found. For a length scale that is its threshold `medium`.
  ///   - countsInside: Whether the words are found inside a text too, see ``innerWords``. A text as a whole is then
  ///     found with other accents too.
  /// - Throws: As ``openFile(_:atMost:)`` does.
  package convenience init(path: String, minimumCount: Int = 1, countsInside: Bool = false) throws(FileError)
  {
    try unsafe self.init(
      path: path, minimumCount: minimumCount, countsInside: countsInside, limit: Self.sizeLimit,
      reader: LineFile.pread)
  }

  /// Opens the word list as the public initialiser does, with another limit, and with `reader` in the place of
  /// pread(2), whose errors cannot be had at will.
  package init(
    path: String, minimumCount: Int = 1, countsInside: Bool = false, limit: Int, reader: @escaping Reader
  ) throws(FileError) {
    unsafe lines = try LineFile(path: path, limit: limit, reader: reader)
    words = WordIndex(fileSize: lines.size, countsInside: countsInside)
    self.path = path
    self.minimumCount = max(1, minimumCount)
    self.countsInside = countsInside
  }

  /// Reads on for `bytes` bytes; the default takes about 50 µs for ASCII and 0.15 ms where nothing is ASCII.
  ///
  /// - Returns: Whether nothing more is read, see ``isFinished``.
  @discardableResult
  package func index(slice bytes: Int = 16_384) -> Bool {
    lines.read(slice: bytes) { line in
      guard let word = WordHash(of: line) else { return }
      guard word.count >= minimumCount else { return }
      words.add(word)
      if countsInside, !word.isASCII, let text = try? UTF8Span(validating: line) { insertPlain(text) }
    }
    return isFinished
  }

  /// Inserts `word` as it is typed without accents, and with those of German written out.
  private func insertPlain(_ word: UTF8Span) {
    for writesOut in [false, true] {
      var (hash, start) = (LetterHash(), LetterHash())
      var count = 0
      var scalars = word.makeUnicodeScalarIterator()
      while let scalar = scalars.next() {
        scalar.forEachInnerLetter(writingOut: writesOut) {
          hash.add(UInt64($0))
          count += 1
          if count == GuessableText.innerLengths.lowerBound { start = hash }
        }
      }
      guard GuessableText.innerLengths.contains(count) else { continue }
      words.mark(start.value)
      words.insert(hash.value)
    }
  }

  package var innerWords: (index: WordIndex, bits: Double)? { words.innerWords }

  @discardableResult
  package func finish() -> Bool {
    guard !isFinished else { return false }
    while !index() {}
    return true
  }

  /// Whether `text` as a whole is a word of the list with at least ``minimumCount`` code points, among those that were
  /// read so far. Case and normal form are ignored.
  package func contains(_ text: UTF8Span) -> Bool {
    let word = WordHash(of: text)
    return word.count >= minimumCount && words.contains(word.value)
  }
}

/// A file whose lines are read slice by slice, without their ends, LF or CR LF, and without a byte order mark.
@safe
struct LineFile: ~Copyable {
  let size: Int
  /// Why it could not be read to its end; `nil` where it was, or still may be.
  private(set) var failure: FileError?
  /// `nil` when nothing more is read.
  private var descriptor: Int32?
  private var offset = 0
  private let limit: Int
  private let readSlice: WordFile.Reader
  /// What came so far of a line that is not at its end.
  private var part: [UInt8] = []
  /// Whether that line is too long, and nothing of it is kept.
  private var isTooLong = false
  private var isFirst = true

  static func pread(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, _ offset: Int) -> Int {
    unsafe Glibc.pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
  }

  init(path: String, limit: Int, reader: @escaping WordFile.Reader) throws(FileError) {
    (descriptor, size) = try openFile(path, atMost: limit)
    self.limit = limit
    unsafe readSlice = reader
  }

  deinit {
    if let descriptor { close(descriptor) }
  }

  var isFinished: Bool { descriptor == nil }

  /// Reads on for `bytes` bytes, and calls `body` with each line that ends in them, but for those that are too long.
  mutating func read(slice bytes: Int, _ body: (Span<UInt8>) -> Void) {
    let sliceEnd = offset + max(1, bytes)
    unsafe withUnsafeTemporaryAllocation(byteCount: min(max(1, bytes), Self.bufferSize), alignment: 1) {
      buffer in
      while let descriptor, offset < sliceEnd {
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(sliceEnd - offset))
        let count = unsafe readSlice(descriptor, room, offset)
        if count > 0 {
          unsafe take(
            UnsafeRawBufferPointer(rebasing: room.prefix(count)).bindMemory(to: UInt8.self).span, body)
          offset += count
          if offset > limit { finish(.tooLarge(limit: limit)) }
        } else if count == 0 {
          finishLine(with: Span(), body)
          finish(nil)
        } else if errno != EINTR {
          finish(.last)
        }
      }
    }
  }

  private mutating func finish(_ failure: FileError?) {
    self.failure = failure
    if let descriptor { close(descriptor) }
    descriptor = nil
  }

  private mutating func take(_ bytes: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
    var start = 0
    for position in bytes.indices where bytes[position] == UInt8(ascii: "\n") {
      finishLine(with: bytes.extracting(start..<position), body)
      start = position + 1
    }
    keep(bytes.extracting(start...))
  }

  private mutating func finishLine(with end: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
    defer { isFirst = false }
    if part.isEmpty, !isTooLong, !isFirst { return give(end, to: body) }
    keep(end)
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if isFirst, part.starts(with: byteOrderMark) { part.removeFirst(byteOrderMark.count) }
    if !isTooLong { give(part.span, to: body) }
    part.removeAll(keepingCapacity: true)
    isTooLong = false
  }

  private mutating func keep(_ bytes: Span<UInt8>) {
    isTooLong = isTooLong || part.count + bytes.count > Self.longest
    if !isTooLong { for index in bytes.indices { part.append(bytes[index]) } }
  }

  private func give(_ line: Span<UInt8>, to body: (Span<UInt8>) -> Void) {
    let endsWithReturn = !line.isEmpty && line[line.count - 1] == UInt8(ascii: "\r")
    body(line.extracting(0..<line.count - (endsWithReturn ? 1 : 0)))
  }

  private static let bufferSize = 16_384
  /// The most bytes of a line with a word. A byte of a password becomes fewer than four in any other case and normal
  /// form.
  private static let longest = 4 * SecretText.defaultCapacity
}

/// A set of fingerprints of words that grows without ever stopping to copy itself as a whole.
///
/// The fingerprints lie in many short rows, chosen by their lowest bits. A row grows by itself within a
/// microsecond, so that filling the index can be cut into slices of any size between two keys; a look-up reads one
/// row. One that is filled can be asked by all threads at the same time.
package struct WordIndex: Sendable {
  private var rows: [[UInt64]] = []
  /// A bit for each fingerprint, with which most look-ups end that find nothing: about ten for a word.
  private var bits: [UInt64] = []
  private let countsInside: Bool
  private var count = 0
  /// How many rows there are with the first word.
  private let rowCount: Int

  /// Makes an empty set for the words of a file that says that it has `size` bytes, and may have more. They count inside a
  /// text too where that is said.
  init(fileSize size: Int, countsInside: Bool = false) {
    let wanted = min(max(size / WordIndex.bytesPerRow, WordIndex.leastRows), WordIndex.mostRows)
    rowCount = 1 << (Int.bitWidth - (wanted - 1).leadingZeroBitCount)
    self.countsInside = countsInside
  }

  init(_ words: [String]) {
    self.init(fileSize: words.reduce(0) { $0 + $1.utf8.count })
    for word in words where !word.isEmpty { insert(WordHash(of: word.utf8Span).value) }
  }

  /// Reads the list at `path` to its end, whose words count inside a text too where that is said.
  ///
  /// - Throws: Why it cannot be opened, or not be read to its end.
  init(path: String, countsInside: Bool = false) throws(FileError) {
    let file = try WordFile(path: path, countsInside: countsInside)
    file.finish()
    if let failure = file.failure { throw failure }
    self = file.words
  }

  /// Adds a word, which counts as one of the list.
  mutating func add(_ word: WordHash) {
    insert(word.value)
    count += 1
    if countsInside, GuessableText.innerLengths.contains(word.count) { mark(word.start) }
  }

  /// Adds the fingerprint of a word; twice makes no difference to the answers.
  mutating func insert(_ fingerprint: UInt64) {
    mark(fingerprint)
    rows[row(of: fingerprint)].append(fingerprint)
  }

  /// Adds a fingerprint for which ``mayHave(_:)`` alone is asked.
  mutating func mark(_ fingerprint: UInt64) {
    if bits.isEmpty {
      rows = Array(repeating: [], count: rowCount)
      bits = Array(repeating: 0, count: rowCount * WordIndex.bytesPerRow / UInt64.bitWidth)
    }
    let bit = bit(of: fingerprint)
    bits[bit.index] |= bit.mask
  }

  /// Whether the fingerprint may be there; of those that are not it is false for most.
  @inline(__always)
  func mayHave(_ fingerprint: UInt64) -> Bool {
    if bits.isEmpty { return false }
    let bit = bit(of: fingerprint)
    return bits[bit.index] & bit.mask != 0
  }

  @inline(__always)
  func contains(_ fingerprint: UInt64) -> Bool { mayHave(fingerprint) && isInRow(fingerprint) }

  @inline(never)
  private func isInRow(_ fingerprint: UInt64) -> Bool { rows[row(of: fingerprint)].contains(fingerprint) }

  private func row(of fingerprint: UInt64) -> Int { Int(truncatingIfNeeded: fingerprint) & (rows.count - 1) }

  /// Where the bit of a fingerprint is, by other bits of it than its row.
  private func bit(of fingerprint: UInt64) -> (index: Int, mask: UInt64) {
    (Int(truncatingIfNeeded: fingerprint >> 38) & (bits.count - 1), 1 << (fingerprint >> 32 & 63))
  }

  /// The bytes of a file for which there is one row: an English list has about 27 words in them, whose fingerprints fill
  /// 220 bytes.
  private static let bytesPerRow = 256

  /// Files of /proc say that they have no bytes.
  private static let leastRows = 1 << 8
  /// Beyond this number of rows, which 64 MiB of words reach, rows get longer and not more.
  private static let mostRows = 1 << 18
}

extension WordIndex: WordList {
  package func contains(_ text: UTF8Span) -> Bool { contains(WordHash(of: text).value) }
  /// The words so far, each of which takes as many guesses as there are of them; `nil` where they count as a whole text
  /// alone.
  package var innerWords: (index: WordIndex, bits: Double)? {
    countsInside && count > 0 ? (self, log2(Double(count))) : nil
  }
}

/// The fingerprint of a word, whatever its case and normal form.
///
/// Case is ignored by the full case folding of Unicode, so that ς and σ are one, and ß and SS. Each character counts
/// as its canonical decomposition, the marks on a letter in any order, and each space as U+0020: a list may be in
/// another normal form than a password, which a policy may have brought into one.
///
/// Two words have the same fingerprint with a probability of one in 2^64. It is kept in place of the words: a list
/// of words is then small whatever their length, and holds no copy of a password that is one of them.
struct WordHash {
  private(set) var count = 0
  /// The fingerprint of as many letters as a word has at least that is looked for inside a text, where all are ASCII.
  private(set) var start: UInt64 = 0
  /// Whether it was made of bytes of which each is a character of ASCII.
  private(set) var isASCII = false
  private var hash = LetterHash()
  /// The sum of the marks behind the last character that is none, since a sum knows no order.
  private var marks: UInt64 = 0

  init() {}

  /// The fingerprint of the characters so far.
  var value: UInt64 {
    var whole = self
    whole.finishMarks()
    return whole.hash.value
  }

  @inline(__always)
  private mutating func add(ascii byte: UInt8) {
    finishMarks()
    hash.add(UInt64(byte | ((0x41...0x5A).contains(byte) ? 0x20 : 0)))
    count &+= 1
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    if scalar.isASCII { return add(ascii: UInt8(truncatingIfNeeded: scalar.value)) }
    scalar.forEachFolded { add(mapped: $0) }
  }

  /// Adds one code point of what a character beyond ASCII becomes.
  private mutating func add(mapped point: Unicode.Scalar) {
    let property = unsafe utf8proc_get_property(Int32(truncatingIfNeeded: point.value)).pointee
    count &+= 1
    if property.combining_class != 0 {
      marks &+= LetterHash.mixed(UInt64(point.value))
      return
    }
    finishMarks()
    let isSpace = UInt32(property.category) == UTF8PROC_CATEGORY_ZS.rawValue
    hash.add(isSpace ? 0x20 : UInt64(point.value))
  }

  @inline(__always)
  private mutating func finishMarks() {
    guard marks != 0 else { return }
    hash.add(marks)
    marks = 0
  }
}

/// The fingerprint of letters as ``Unicode/Scalar/forEachInnerLetter(writingOut:_:)`` has them, neither capitals nor marks:
/// that of ``WordHash`` for the same word.
struct LetterHash {
  /// The sum so far is FNV-1a's, which is weak in its high bits for short words.
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  @inline(__always)
  mutating func add(_ letter: UInt64) { state = (state ^ letter) &* 0x100_0000_01B3 }

  @inline(__always)
  var value: UInt64 { Self.mixed(state) }

  /// The finish of MurmurHash3, in which each bit depends on all.
  @inline(__always)
  static func mixed(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ value >> 33) &* 0xFF51_AFD7_ED55_8CCD
    value = (value ^ value >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return value ^ value >> 33
  }
}

extension WordHash {
  init(of text: UTF8Span) {
    self.init()
    var scalars = text.makeUnicodeScalarIterator()
    while let scalar = scalars.next() { add(scalar) }
  }

  /// Takes the fingerprint of the text that `bytes` are in UTF-8; `nil` where they are none.
  init?(of bytes: Span<UInt8>) {
    self.init()
    for index in bytes.indices {
      guard bytes[index] < 0x80 else {
        guard let text = try? UTF8Span(validating: bytes) else { return nil }
        self.init(of: text)
        return
      }
      add(ascii: bytes[index])
      if count == GuessableText.innerLengths.lowerBound { start = hash.value }
    }
    isASCII = true
  }
}

extension Unicode.Scalar {
  /// Calls `body` with each scalar of what this one becomes by the full case folding of Unicode and canonical
  /// decomposition, so that texts that differ in case or normal form alone become the same.
  @inline(__always)
  package func forEachFolded(_ body: (Unicode.Scalar) -> Void) {
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: longestFolding) { points in
      let found = unsafe utf8proc_decompose_char(
        Int32(truncatingIfNeeded: value), points.baseAddress, points.count, folding, nil)
      for index in 0..<min(found, points.count) {
        if let scalar = unsafe Unicode.Scalar(UInt32(bitPattern: points[index])) { body(scalar) }
      }
    }
  }
}

private let folding = utf8proc_option_t(UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue)
/// The most code points that one becomes; four are the most that Unicode has, as of U+1F82.
private let longestFolding = 8
