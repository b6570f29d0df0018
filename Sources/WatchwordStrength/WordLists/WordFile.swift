internal import CWatchwordSystem
internal import CWatchwordUtf8proc
internal import Glibc
package import WatchwordBase
internal import WatchwordSecrets

/// A word list in a file: one word a line, in any order, UTF-8, of at most ``sizeLimit`` bytes.
///
/// Lines end with LF or CR LF; the last one may end with the file. A byte order mark at the start is skipped, and so is
/// a line longer than any password in any case and normal form. A line that is not UTF-8 or has a NUL ends the list:
/// the file is in another encoding, and none of its words would match.
///
/// The initialiser only opens the file, so that an error is known before a form is drawn. ``index(slice:)`` reads it
/// while the program is idle. A look-up never waits; it finds the words read so far. The size is not trusted: files of
/// /proc report no bytes, and others grow. A read error ends the list, and ``failure`` says why.
///
/// Slices are read with pread(2) into fingerprints. A memory map would be no faster, and if another program truncated
/// the file, SIGBUS would kill this one. It is a class, because the session that reads on and the meter that looks up
/// share one list.
@safe
package final class WordFile: WordList {
  /// The system's word list, for example from Debian's package wamerican.
  package static let systemPath = "/usr/share/dict/words"
  /// The most bytes of a list. Each word takes memory, and submitting a form waits until all are read.
  package static let sizeLimit = 256 << 20

  /// Reads from a descriptor at an offset, as pread(2) does.
  package typealias Reader = (Int32, UnsafeMutableRawBufferPointer, Int) -> Int

  package let path: String
  /// The fewest code points of a word, after mapping to one case and normal form. Shorter words are not kept.
  package let minimumCount: Int
  /// Whether words also count inside a text, see ``innerWords``. Accents then make no difference.
  private let countsInside: Bool
  fileprivate private(set) var words: WordIndex
  private var lines: LineFile

  /// Why the file could not be read to its end; `nil` while reading, and after success.
  package var failure: FileError? { lines.failure }
  package var isFinished: Bool { lines.isFinished }
  package var lacksWords: Bool { failure != nil }

  package convenience init(path: String, minimumCount: Int = 1, countsInside: Bool = false) throws(FileError)
  {
    try unsafe self.init(
      path: path, minimumCount: minimumCount, countsInside: countsInside, limit: Self.sizeLimit,
      reader: LineFile.pread)
  }

  /// Opens the word list with another limit, and with `reader` instead of pread(2), so that tests can make it fail.
  package init(
    path: String, minimumCount: Int = 1, countsInside: Bool = false, limit: Int, reader: @escaping Reader
  ) throws(FileError) {
    let lines = unsafe try LineFile(path: path, limit: limit, reader: reader)
    // For most lists the index takes about this much memory: one and a half times the size of the file.
    guard ww_has_memory(lines.size / 2 * 3 + 1) else { throw .last }
    self.lines = lines
    words = WordIndex(fileSize: self.lines.size, countsInside: countsInside)
    self.path = path
    self.minimumCount = max(1, minimumCount)
    self.countsInside = countsInside
  }

  /// Reads the next `bytes` bytes. The default takes about 50 µs for ASCII and 0.15 ms if nothing is ASCII. Returns
  /// ``isFinished``.
  @discardableResult
  package func index(slice bytes: Int = 16_384) -> Bool {
    lines.read(slice: bytes) { line in
      guard let word = WordHash(of: line) else { return false }
      guard word.count >= minimumCount else { return true }
      words.add(word)
      if countsInside, !word.isASCII, let text = try? UTF8Span(validating: line) { insertPlain(text) }
      return true
    }
    return isFinished
  }

  /// Inserts `word` without accents, in two spellings: with ä as a, and with ä as ae.
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

  /// Whether `text` is one of the words read so far. Ignores case and normal form.
  package func contains(_ text: UTF8Span) -> Bool {
    let word = WordHash(of: text)
    return word.count >= minimumCount && words.contains(word.value)
  }
}

/// A file whose lines are read in slices, without their line ends (LF or CR LF) and without a byte order mark.
@safe
struct LineFile: ~Copyable {
  let size: Int
  private(set) var failure: FileError?
  /// `nil` once reading is over.
  private var descriptor: Int32?
  private var offset = 0
  private let limit: Int
  private let readSlice: WordFile.Reader
  /// The start of a line whose end has not been read yet.
  private var part: [UInt8] = []
  private var isTooLong = false
  private var hasNUL = false
  private var isAtEnd = false
  private var number = 1

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

  /// Reads the next `bytes` bytes, and calls `body` with each line that ends in them, except lines that are too long.
  /// `body` returns false if the line is not text, which ends the reading.
  mutating func read(slice bytes: Int, _ body: (Span<UInt8>) -> Bool) {
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
          if isFinished { return }
          if offset > limit { finish(.tooLarge(limit: limit)) }
        } else if count == 0 {
          isAtEnd = true
          finishLine(with: Span(), body)
          if !isFinished { finish(nil) }
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

  private mutating func take(_ bytes: Span<UInt8>, _ body: (Span<UInt8>) -> Bool) {
    var start = 0
    for position in bytes.indices where bytes[position] == UInt8(ascii: "\n") {
      finishLine(with: bytes.extracting(start..<position), body)
      if isFinished { return }
      start = position + 1
    }
    keep(bytes.extracting(start...))
  }

  private mutating func finishLine(with end: Span<UInt8>, _ body: (Span<UInt8>) -> Bool) {
    defer { number += 1 }
    if part.isEmpty, !isTooLong, number > 1 { return give(end, to: body) }
    keep(end)
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if number == 1, part.starts(with: byteOrderMark) { part.removeFirst(byteOrderMark.count) }
    let line = exchange(&part, with: [])
    if !isTooLong { give(line.span, to: body) } else if hasNUL { finish(.notUTF8(line: number, .hasNUL)) }
    (isTooLong, hasNUL) = (false, false)
  }

  private mutating func keep(_ bytes: Span<UInt8>) {
    isTooLong = isTooLong || part.count + bytes.count > Self.longest
    for index in bytes.indices {
      hasNUL = hasNUL || bytes[index] == 0
      if !isTooLong { part.append(bytes[index]) }
    }
  }

  private mutating func give(_ line: Span<UInt8>, to body: (Span<UInt8>) -> Bool) {
    let endsWithReturn = !line.isEmpty && line[line.count - 1] == UInt8(ascii: "\r")
    guard !body(line.extracting(0..<line.count - (endsWithReturn ? 1 : 0))) else { return }
    // A truncated file can end inside a character, which would look like Latin-1.
    let encoding = Self.encoding(of: line)
    finish(.notUTF8(line: number, isAtEnd && encoding == .latin1 ? .unknown : encoding))
  }

  static func isText(_ line: Span<UInt8>) -> Bool {
    (try? UTF8Span(validating: line)) != nil && !line.indices.contains { line[$0] == 0 }
  }

  /// The likely encoding of `line`, which is not UTF-8.
  private static func encoding(of line: Span<UInt8>) -> FileError.Encoding {
    let isMarked = line.count > 1 && [[0xFE, 0xFF], [0xFF, 0xFE]].contains([line[0], line[1]])
    // ASCII characters in UTF-16 have a NUL in every other byte.
    let alternates = [0, 1].contains { odd in line.indices.allSatisfy { (line[$0] == 0) == ($0 % 2 == odd) } }
    if isMarked || alternates { return .utf16 }
    if line.indices.contains(where: { line[$0] == 0 }) { return .hasNUL }
    return line.indices.contains { 0x80..<0xA0 ~= line[$0] } ? .unknown : .latin1
  }

  private static let bufferSize = 16_384
  /// The longest line that is kept, in bytes. A longer word matches no password: in another case and normal form, a
  /// byte of a password becomes fewer than four.
  private static let longest = 4 * SecretText.defaultCapacity
}

/// A set of fingerprints of words that grows without ever copying all of itself.
///
/// The fingerprints lie in many short rows, chosen by their lowest bits. Growing a row takes a microsecond at most, so
/// the set can be filled in small slices between key presses. Once filled, any number of threads can read it.
package struct WordIndex: Sendable {
  private var rows: [[UInt64]] = []
  /// A filter of about ten bits a word. Each fingerprint sets one bit. Most look-ups of words that are not in the set
  /// end here.
  private var bits: [UInt64] = []
  private let countsInside: Bool
  private var count = 0
  /// The number of rows. They are made when the first word comes.
  private let rowCount: Int

  /// Makes an empty set for the words of a file of about `size` bytes. `size` may be wrong: a file may report 0 bytes,
  /// or grow.
  init(fileSize size: Int, countsInside: Bool = false) {
    let wanted = min(max(size / WordIndex.bytesPerRow, WordIndex.leastRows), WordIndex.mostRows)
    rowCount = 1 << (Int.bitWidth - (wanted - 1).leadingZeroBitCount)
    self.countsInside = countsInside
  }

  init(_ words: [String]) {
    self.init(fileSize: words.reduce(0) { $0 + $1.utf8.count })
    for word in words where !word.isEmpty { insert(WordHash(of: word.utf8Span).value) }
  }

  init(path: String, countsInside: Bool = false) throws(FileError) {
    let file = try WordFile(path: path, countsInside: countsInside)
    file.finish()
    if let failure = file.failure { throw failure }
    self = file.words
  }

  mutating func add(_ word: WordHash) {
    insert(word.value)
    count += 1
    if countsInside, GuessableText.innerLengths.contains(word.count) { mark(word.start) }
  }

  mutating func insert(_ fingerprint: UInt64) {
    mark(fingerprint)
    rows[row(of: fingerprint)].append(fingerprint)
  }

  /// Adds a fingerprint that only ``mayHave(_:)`` finds.
  mutating func mark(_ fingerprint: UInt64) {
    if bits.isEmpty {
      rows = Array(repeating: [], count: rowCount)
      bits = Array(repeating: 0, count: rowCount * WordIndex.bytesPerRow / UInt64.bitWidth)
    }
    let bit = bit(of: fingerprint)
    bits[bit.index] |= bit.mask
  }

  /// Whether the set may have the fingerprint. Returns false for most fingerprints that the set does not have.
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

  /// The place of a fingerprint's bit. Other bits of the fingerprint decide it than decide the row.
  private func bit(of fingerprint: UInt64) -> (index: Int, mask: UInt64) {
    (Int(truncatingIfNeeded: fingerprint >> 38) & (bits.count - 1), 1 << (fingerprint >> 32 & 63))
  }

  /// How many bytes of a file share a row. In English lists they are about 27 words, whose fingerprints fill 220 bytes.
  private static let bytesPerRow = 256

  private static let leastRows = 1 << 8
  /// Lists of more than 64 MiB get longer rows instead of more.
  private static let mostRows = 1 << 18
}

extension WordIndex: WordList {
  package func contains(_ text: UTF8Span) -> Bool { contains(WordHash(of: text).value) }
  /// The words so far, and the bits of each: the binary logarithm of the number of words. `nil` if there are none, or
  /// words count only as a whole text.
  package var innerWords: (index: WordIndex, bits: Double)? {
    countsInside && count > 0 ? (self, log2(Double(count))) : nil
  }
}

/// The fingerprint of a word, whatever its case and normal form.
///
/// Case is ignored by Unicode's full case folding, so that ς and σ are the same, and ß and SS. Each character counts as
/// its canonical decomposition, with its marks in any order, and each space as U+0020: a list may be in another normal
/// form than a password. Two words share a fingerprint with a probability of 2^-64. Fingerprints need little memory,
/// and keep no copy of a password that the list has.
struct WordHash {
  private(set) var count = 0
  /// The fingerprint of an ASCII word's first letters, as many as the shortest word that counts inside a text has.
  private(set) var start: UInt64 = 0
  private(set) var isASCII = false
  private var hash = LetterHash()
  /// The sum of the marks after the last base character. A sum ignores their order.
  private var marks: UInt64 = 0

  init() {}

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

/// The fingerprint of letters from ``Unicode/Scalar/forEachInnerLetter(writingOut:_:)``, which have neither case nor
/// marks. Equals the ``WordHash`` of the same word.
struct LetterHash {
  /// An FNV-1a hash. It mixes its high bits poorly for short words, so ``value`` mixes them again.
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  @inline(__always)
  mutating func add(_ letter: UInt64) { state = (state ^ letter) &* 0x100_0000_01B3 }

  @inline(__always)
  var value: UInt64 { Self.mixed(state) }

  /// The finalizer of MurmurHash3: each bit depends on all.
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

  /// Takes the fingerprint of UTF-8 text; `nil` if `bytes` are not UTF-8 or have a NUL.
  init?(of bytes: Span<UInt8>) {
    self.init()
    for index in bytes.indices {
      guard 0x01..<0x80 ~= bytes[index] else {
        guard LineFile.isText(bytes), let text = try? UTF8Span(validating: bytes) else { return nil }
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
  /// Calls `body` with the scalars that this one becomes by full case folding and canonical decomposition. So texts
  /// that differ only in case or normal form become the same.
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
/// Room for the code points that one becomes. In Unicode these are at most four, as for U+1F82.
private let longestFolding = 8
