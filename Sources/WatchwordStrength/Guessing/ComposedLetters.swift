internal import CWatchwordUtf8proc
internal import WatchwordBase

extension Unicode.Scalar {
  /// The letter that this one makes with `mark` behind it, as e and a combining accent make é; `nil` if there is none.
  func composed(with mark: Unicode.Scalar) -> Unicode.Scalar? {
    let code = Int32(truncatingIfNeeded: mark.value)
    guard unsafe utf8proc_get_property(code).pointee.combining_class > 0 else { return nil }
    return unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2) { pair in
      unsafe (pair[0], pair[1]) = (Int32(truncatingIfNeeded: value), code)
      let composing = utf8proc_option_t(UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue)
      guard unsafe utf8proc_normalize_utf32(pair.baseAddress, 2, composing) == 1 else { return nil }
      return unsafe Unicode.Scalar(UInt32(truncatingIfNeeded: pair[0]))
    }
  }
}

extension UTF8Span.UnicodeScalarIterator {
  /// The next code point, as one letter with the accents behind it. `ahead` is what was read already, `nil` at first.
  mutating func nextComposed(_ ahead: inout Unicode.Scalar?) -> Unicode.Scalar? {
    guard var scalar = ahead ?? next() else { return nil }
    ahead = next()
    while let mark = ahead, mark.value >= 0x300, let letter = scalar.composed(with: mark) {
      (scalar, ahead) = (letter, next())
    }
    return scalar
  }
}

extension UTF8Span {
  /// The number of code points, with a letter and its accents as one.
  var composedCount: Int {
    if isPlain { return span.count }
    var (count, ahead): (Int, Unicode.Scalar?) = (0, nil)
    var scalars = makeUnicodeScalarIterator()
    while scalars.nextComposed(&ahead) != nil { count += 1 }
    return count
  }
}
