internal import Glibc

/// Reads `descriptor` to its end, however few bytes come at a time.
///
/// - Returns: The bytes; `nil` where there are more than `limit`.
/// - Throws: The error of read(2).
package func bytesToEnd(of descriptor: Int32, atMost limit: Int) throws(SystemError) -> [UInt8]? {
  var failure: SystemError?
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit + 1) { buffer, count in
    while count < buffer.count {
      let more = unsafe read(descriptor, buffer.baseAddress.map { unsafe $0 + count }, buffer.count - count)
      if more == 0 { return }
      if more > 0 {
        count += more
      } else if errno != EINTR {
        failure = .last
        return
      }
    }
  }
  if let failure { throw failure }
  return bytes.count > limit ? nil : bytes
}
