internal import WatchwordBase

struct LeakLine {
  let key: LeakKey
  let count: Int
  let range: Range<Int>

  /// Reads the line at the offset `start` of `bytes`. LF or CR LF ends the line; if `endsFile`, the end of `bytes` does
  /// so too.
  ///
  /// - Throws: ``FileError/cut`` if the bytes end before the line does, or ``FileError/noHashes``.
  init(_ bytes: Span<UInt8>, at start: Int, digitCount: Int, endsFile: Bool) throws(FileError) {
    let colon = start + digitCount
    guard colon < bytes.count else {
      throw LeakKey(digits: bytes.extracting(start...)) == nil ? .noHashes : .cut
    }
    guard bytes[colon] == UInt8(ascii: ":"), let key = LeakKey(digits: bytes.extracting(start..<colon)) else {
      throw .noHashes
    }
    var position = colon + 1
    var count = 0
    while position < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[position] {
      guard position - colon <= Self.mostCountDigits else { throw .noHashes }
      count = 10 * count + Int(bytes[position] - UInt8(ascii: "0"))
      position += 1
    }
    let hasCount = position > colon + 1
    if !(endsFile && hasCount && position == bytes.count) {
      if hasCount, position < bytes.count, bytes[position] == UInt8(ascii: "\r") { position += 1 }
      guard position < bytes.count else { throw .cut }
      guard hasCount, bytes[position] == UInt8(ascii: "\n") else { throw .noHashes }
      position += 1
    }
    (self.key, self.count, range) = (key, count, start..<position)
  }

  private static let mostCountDigits = 18
}
