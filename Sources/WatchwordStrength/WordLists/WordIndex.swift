/// A set of fingerprints of words that grows without ever stopping to copy itself as a whole.
///
/// The fingerprints lie in many short rows, chosen by their lowest bits. A row grows by itself within a
/// microsecond, so that filling the index can be cut into slices of any size between two keys; a look-up reads one
/// row.
struct WordIndex {
  private var rows: [[UInt64]]

  /// Makes an empty set for the words of a file that says that it has `size` bytes, and may have more.
  init(fileSize size: Int) {
    let wanted = min(max(size / WordIndex.bytesPerRow, WordIndex.leastRows), WordIndex.mostRows)
    let bits = Int.bitWidth - (wanted - 1).leadingZeroBitCount
    rows = Array(repeating: [], count: 1 << bits)
  }

  /// Adds the fingerprint of a word; twice makes no difference to the answers.
  mutating func insert(_ fingerprint: UInt64) { rows[row(of: fingerprint)].append(fingerprint) }

  func contains(_ fingerprint: UInt64) -> Bool { rows[row(of: fingerprint)].contains(fingerprint) }

  private func row(of fingerprint: UInt64) -> Int { Int(truncatingIfNeeded: fingerprint) & (rows.count - 1) }

  /// The bytes of a file for which there is one row: an English list has about 35 words of ten letters or more in
  /// them, whose fingerprints fill 280 bytes.
  private static let bytesPerRow = 1024

  /// Files of /proc say that they have no bytes.
  private static let leastRows = 1 << 8
  /// Beyond this number of rows, which 64 MiB of words reach, rows get longer and not more.
  private static let mostRows = 1 << 16
}
