internal import CWatchwordUtf8proc

extension Unicode.Scalar {
  /// Calls `body` with the scalars that this one becomes by full case folding and canonical decomposition. So texts
  /// that differ only in case or normal form become the same.
  @inline(__always)
  package func forEachFolded(_ body: (Unicode.Scalar) -> Void) {
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.longestFolding) { points in
      let found = unsafe utf8proc_decompose_char(
        Int32(truncatingIfNeeded: value), points.baseAddress, points.count, Self.folding, nil)
      for index in 0..<min(found, points.count) {
        if let scalar = unsafe Unicode.Scalar(UInt32(bitPattern: points[index])) { body(scalar) }
      }
    }
  }

  private static var folding: utf8proc_option_t {
    utf8proc_option_t(UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue)
  }

  /// Room for the code points that one becomes. In Unicode these are at most four, as for U+1F82.
  private static var longestFolding: Int { 8 }
}
