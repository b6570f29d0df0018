internal import CWatchwordMd
package import WatchwordSecrets

/// Hashes texts as the list does: SHA-1 of the text in UTF-8, unsalted.
package struct LeakHasher: ~Copyable {
  /// The length of a hash in hexadecimal digits.
  package static let digitCount = 40

  private var work: SecretBuffer
  private var digits: SecretBuffer

  /// Makes a hasher with locked memory, which is wiped after each hash.
  package init(locking: SecretMemory.Locking = .required) throws(SecretError) {
    let capacities = [MemoryLayout<SHA1_CTX>.stride + Int(SHA1_DIGEST_LENGTH), Self.digitCount]
    let memory = try SecretMemory(for: capacities, locking: locking)
    let work = try SecretBuffer(capacity: capacities[0], in: memory)
    digits = try SecretBuffer(capacity: capacities[1], in: memory)
    self.work = work
  }

  /// Calls `body` with the hash of `text` in hexadecimal digits, in capitals.
  package mutating func withDigits<R>(of text: UTF8Span, _ body: (Span<UInt8>) -> R) -> R {
    // The library leaves parts of the text on the stack, which this wipes.
    SecretWork.run {
      defer { digits.removeAll() }
      unsafe work.withFreeCapacity { work in
        let digest = unsafe UnsafeMutableBufferPointer(
          rebasing: work.bindMemory(to: UInt8.self)[MemoryLayout<SHA1_CTX>.stride...])
        let context = unsafe work.baseAddress?.bindMemory(to: SHA1_CTX.self, capacity: 1)
        unsafe SHA1Init(context)
        unsafe text.span.withUnsafeBufferPointer { unsafe SHA1Update(context, $0.baseAddress, $0.count) }
        unsafe SHA1Final(digest.baseAddress, context)
        unsafe digits.withFreeCapacity { digits in
          for offset in 0..<Self.digitCount {
            let byte = unsafe digest[offset / 2]
            let digit = offset.isMultiple(of: 2) ? byte >> 4 : byte & 15
            unsafe digits[offset] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
          }
          return Self.digitCount
        }
        return 0
      }
      return body(digits.bytes)
    }
  }
}
