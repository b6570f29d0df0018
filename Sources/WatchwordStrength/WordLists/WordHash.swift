internal import CWatchwordUtf8proc

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
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325
  /// The sum of the marks behind the last character that is none, since a sum knows no order.
  private var marks: UInt64 = 0

  private init() {}

  /// The fingerprint of the characters so far.
  ///
  /// The sum so far is FNV-1a's, which is weak in its high bits for short words.
  var value: UInt64 {
    var whole = self
    whole.finishMarks()
    return Self.mixed(whole.state)
  }

  @inline(__always)
  private mutating func add(ascii byte: UInt8) {
    finishMarks()
    add(UInt64(byte | ((0x41...0x5A).contains(byte) ? 0x20 : 0)))
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
      marks &+= Self.mixed(UInt64(point.value))
      return
    }
    finishMarks()
    let isSpace = UInt32(property.category) == UTF8PROC_CATEGORY_ZS.rawValue
    add(isSpace ? 0x20 : UInt64(point.value))
  }

  @inline(__always)
  private mutating func finishMarks() {
    guard marks != 0 else { return }
    add(marks)
    marks = 0
  }

  @inline(__always)
  private mutating func add(_ value: UInt64) { state = (state ^ value) &* 0x100_0000_01B3 }

  /// The finish of MurmurHash3, in which each bit depends on all.
  private static func mixed(_ value: UInt64) -> UInt64 {
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
    }
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
