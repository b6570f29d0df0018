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
/// while the program is idle, or if it ``isPutOff``, once typing pauses. A look-up never waits; it finds the words read
/// so far. The size is not trusted: files of /proc report no bytes, and others grow. A read error ends the list, and
/// ``failure`` says why.
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
  /// The most bytes of a list that is short.
  private static let mostOfShort = 4 << 20

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
  package var isPutOff = false

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
    // Moved out of the object, because Swift checks each access to a property of a class.
    var words = exchange(&self.words, with: WordIndex(fileSize: 0))
    lines.read(slice: bytes) { line in
      guard let word = WordHash(of: line) else { return false }
      guard word.count >= minimumCount else { return true }
      words.add(word)
      if countsInside, !word.isASCII, let text = try? UTF8Span(validating: line) { insertPlain(text, &words) }
      return true
    }
    self.words = words
    return isFinished
  }

  /// Inserts `word` into `words` without accents, in two spellings: with ä as a, and with ä as ae.
  private func insertPlain(_ word: UTF8Span, _ words: inout WordIndex) {
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

  package var innerWords: WordIndex? { words.innerWords }

  /// Whether the list takes only a moment to read: up to about 15 ms for ASCII, and 40 ms if nothing is ASCII. False for
  /// a file that reports no bytes, since it may have many.
  package var isShort: Bool { 1...Self.mostOfShort ~= lines.size }

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
          unsafe take(UnsafeRawBufferPointer(rebasing: room.prefix(count)).bindMemory(to: UInt8.self), body)
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

  private mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (Span<UInt8>) -> Bool) {
    var rest = unsafe bytes
    while let start = rest.baseAddress, let end = unsafe memchr(start, 0x0A, rest.count) {
      let count = unsafe UnsafeRawPointer(end) - UnsafeRawPointer(start)
      finishLine(with: unsafe rest.span.extracting(..<count), body)
      if isFinished { return }
      unsafe rest = UnsafeBufferPointer(rebasing: rest.dropFirst(count + 1))
    }
    keep(unsafe rest.span)
  }

  @inline(__always)
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

  @inline(__always)
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

/// A set of fingerprints of words that grows without ever copying or clearing much at once.
///
/// They lie in tables, each twice as large as the one before. The file's size tells how large the first has to be, so
/// lists of up to 2 MiB have one. When a table is nearly full, each word clears a little of the next. So the set can be filled in
/// small slices between key presses, also if the size was wrong. Once filled, any number of threads can read it.
package struct WordIndex: Sendable {
  private var (table, full) = (WordTable(), [WordTable]())
  /// The next table, as far as it is cleared.
  private var next = WordTable()
  private let countsInside: Bool
  private var count = 0
  /// The places of the first table, which is made when the first word comes.
  private let firstSize: Int

  /// Makes an empty set for the words of a file of about `size` bytes. A file may report 0 bytes, or grow.
  init(fileSize size: Int, countsInside: Bool = false) {
    let wanted = min(max(size / Self.bytesPerPlace, Self.leastSize), Self.mostSize)
    firstSize = 1 << (Int.bitWidth - (wanted - 1).leadingZeroBitCount)
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

  /// How many fingerprints were inserted that differ.
  var fingerprintCount: Int { full.reduce(table.count) { $0 + $1.count } }

  mutating func add(_ word: WordHash) {
    insert(word.value)
    count += 1
    if countsInside, GuessableText.innerLengths.contains(word.count) { mark(word.start) }
  }

  mutating func insert(_ fingerprint: UInt64) {
    mark(fingerprint)
    if !full.isEmpty, full.contains(where: { $0.contains(fingerprint) }) { return }
    table.insert(fingerprint)
    // The next table is cleared while a sixteenth of this one fills.
    let free = table.size * 7 / 8 - table.count
    if free > table.size / 16 { return }
    next.clear(next: 2 * 16, of: 2 * table.size)
    if free > 0 { return }
    full.append(exchange(&table, with: exchange(&next, with: WordTable())))
  }

  /// Adds a fingerprint that only ``mayHave(_:)`` finds.
  mutating func mark(_ fingerprint: UInt64) {
    if table.size == 0 { table.clear(next: firstSize, of: firstSize) }
    table.mark(fingerprint)
  }

  /// Whether the set may have the fingerprint. Returns false for most fingerprints that the set does not have.
  @inline(__always)
  func mayHave(_ fingerprint: UInt64) -> Bool {
    table.mayHave(fingerprint) || !full.isEmpty && full.contains { $0.mayHave(fingerprint) }
  }

  @inline(__always)
  func contains(_ fingerprint: UInt64) -> Bool {
    table.contains(fingerprint) || !full.isEmpty && full.contains { $0.contains(fingerprint) }
  }

  /// How many bytes of a file share a place. A word of an English list has nine, with its line end.
  private static let bytesPerPlace = 8
  private static let leastSize = 1 << 13
  /// The most places that are cleared at once, which takes half a millisecond.
  private static let mostSize = 1 << 18
}

/// A table of a ``WordIndex``, whose size is a power of two. The tag of a fingerprint, its high half, is in the first
/// place that was free, from the one that the low bits tell. So with 2^17 places, two words are taken for one with a
/// probability of about 2^-45.
private struct WordTable: Sendable {
  /// 0 in free places.
  private var tags: [UInt32] = []
  /// A filter of eight bits a place, of which each fingerprint sets one. Most look-ups of other words end here.
  private var bits: [UInt64] = []
  private(set) var count = 0

  var size: Int { tags.count }

  /// Adds free places, `count` of the `whole` that the table gets, or as many as it lacks.
  mutating func clear(next count: Int, of whole: Int) {
    if tags.isEmpty {
      tags.reserveCapacity(whole)
      bits.reserveCapacity(whole / 8)
    }
    let count = min(count, whole - tags.count)
    tags.append(contentsOf: repeatElement(0, count: count))
    bits.append(contentsOf: repeatElement(0, count: count / 8))
  }

  @inline(__always)
  mutating func insert(_ fingerprint: UInt64) {
    let place = place(of: fingerprint)
    guard tags[place] == 0 else { return }
    tags[place] = Self.tag(of: fingerprint)
    count += 1
  }

  @inline(__always)
  mutating func mark(_ fingerprint: UInt64) {
    let bit = bit(of: fingerprint)
    bits[bit.index] |= bit.mask
  }

  @inline(__always)
  func mayHave(_ fingerprint: UInt64) -> Bool {
    if bits.isEmpty { return false }
    let bit = bit(of: fingerprint)
    return bits[bit.index] & bit.mask != 0
  }

  @inline(__always)
  func contains(_ fingerprint: UInt64) -> Bool { mayHave(fingerprint) && hasTag(of: fingerprint) }

  @inline(never)
  private func hasTag(of fingerprint: UInt64) -> Bool { tags[place(of: fingerprint)] != 0 }

  /// The place that has the tag of the fingerprint, or the free one where it would be put.
  @inline(__always)
  private func place(of fingerprint: UInt64) -> Int {
    let tag = Self.tag(of: fingerprint)
    var place = Int(truncatingIfNeeded: fingerprint) & (tags.count - 1)
    while tags[place] != 0, tags[place] != tag { place = (place + 1) & (tags.count - 1) }
    return place
  }

  private static func tag(of fingerprint: UInt64) -> UInt32 { max(1, UInt32(fingerprint >> 32)) }

  /// The place of a fingerprint's bit. In tables of up to 2^17 places, other bits decide it than make the tag.
  private func bit(of fingerprint: UInt64) -> (index: Int, mask: UInt64) {
    (Int(truncatingIfNeeded: fingerprint >> 18) & (bits.count - 1), 1 << (fingerprint >> 12 & 63))
  }
}

extension WordIndex: WordList {
  package func contains(_ text: UTF8Span) -> Bool { contains(WordHash(of: text).value) }
  /// The words so far; `nil` if there are none, or words count only as a whole text.
  package var innerWords: WordIndex? { countsInside && count > 0 ? self : nil }
  /// The bits of each word inside a text.
  package var bits: Double { log2(Double(count)) }
}

/// The fingerprint of a word, whatever its case and normal form.
///
/// Case is ignored by Unicode's full case folding, so that ς and σ are the same, and ß and SS. Each character counts
/// as its canonical decomposition, with its marks in any order, each I of Turkish as i, and each space as U+0020: a
/// list may be in another normal form than a password. Two words share a fingerprint with a probability of 2^-64.
/// Fingerprints need little memory, and keep no copy of a password that the list has.
struct WordHash {
  private(set) var count = 0
  /// The fingerprint of an ASCII word's first letters, as many as the shortest word that counts inside a text has.
  private(set) var start: UInt64 = 0
  private(set) var isASCII = false
  private var hash = LetterHash()
  /// The sum of the marks after the last base character. A sum ignores their order.
  private var marks: UInt64 = 0
  private var isBehindI = false

  init() {}

  var value: UInt64 {
    var whole = self
    whole.finishMarks()
    return whole.hash.value
  }

  @inline(__always)
  private mutating func add(ascii byte: UInt8) {
    finishMarks()
    isBehindI = byte | 0x20 == 0x69
    hash.add(ascii: byte)
    count &+= 1
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    if scalar.isASCII { return add(ascii: UInt8(truncatingIfNeeded: scalar.value)) }
    // In Turkish, ı is the other case of I.
    if scalar == "ı" { return add(ascii: 0x69) }
    scalar.forEachFolded { add(mapped: $0) }
  }

  private mutating func add(mapped point: Unicode.Scalar) {
    let property = unsafe utf8proc_get_property(Int32(truncatingIfNeeded: point.value)).pointee
    count &+= 1
    if property.combining_class != 0 {
      // In Turkish, İ is the other case of i.
      if isBehindI, point == "\u{307}" { return }
      marks &+= LetterHash.mixed(UInt64(point.value))
      return
    }
    finishMarks()
    isBehindI = point == "i"
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
  fileprivate mutating func add(ascii byte: UInt8) { add(UInt64(byte | (byte &- 0x41 < 26 ? 0x20 : 0))) }

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
      hash.add(ascii: bytes[index])
      if index == GuessableText.innerLengths.lowerBound - 1 { start = hash.value }
    }
    (count, isASCII) = (bytes.count, true)
  }
}
