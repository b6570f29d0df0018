internal import CWatchwordSystem
internal import Glibc

/// What functions have left on the stack and in registers after they returned.
package enum StackScratch {
  /// Overwrites the 32 KiB of dead stack below the caller, and the vector registers, in case they contain
  /// characters of a secret. Called after work on a text, and before the program waits.
  package static func scrub() { ww_scrub_stack() }
}

/// Calls `body` with `scalar` as UTF-8 text, in memory on the stack that is overwritten afterwards. So a delegate
/// can see a typed character before it enters a text.
///
/// - Throws: What `body` throws.
package func withUTF8Span<R, Failure: Error>(
  of scalar: Unicode.Scalar, _ body: (UTF8Span) throws(Failure) -> R
) throws(Failure) -> R {
  var units = InlineArray<4, UInt8>(repeating: 0)
  defer { unsafe explicit_bzero(&units, MemoryLayout.size(ofValue: units)) }
  var count = 0
  UTF8.encode(scalar) {
    units[count] = $0
    count += 1
  }
  let text = unsafe UTF8Span(unchecked: units.span.extracting(first: count))
  return try body(text)
}
