internal import CWatchwordUtf8proc

extension Unicode.Scalar {
  /// Calls `body` with each scalar of what this one becomes by the full case folding of Unicode and canonical
  /// decomposition, so that texts that differ in case or normal form alone become the same.
  @inline(__always)
  func forEachFolded(_ body: (Unicode.Scalar) -> Void) {
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
