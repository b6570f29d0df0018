internal import CWatchwordMd
internal import CWatchwordSystem
package import WatchwordSecrets

/// How the passwords of a list of leaked ones are hashed. Neither hash has a salt.
package enum LeakHash: CaseIterable, Sendable {
  /// SHA-1 of the text in UTF-8.
  case sha1
  /// The hash of Windows: MD4 of the text in UTF-16, the lower byte of a unit first.
  case ntlm

  /// The hexadecimal digits of a hash.
  package var digitCount: Int { self == .sha1 ? 40 : 32 }
}

/// Makes hashes, in memory for secrets that is wiped each time.
package struct LeakHasher: ~Copyable {
  private let hash: LeakHash
  /// What the library works in, and behind it the hash.
  private var work: SecretBuffer
  private var digits: SecretBuffer

  /// Makes a hasher.
  ///
  /// - Throws: As ``SecretBuffer/init(capacity:locking:)`` does.
  package init(_ hash: LeakHash, locking: SecretMemory.Locking = .required) throws(SecretError) {
    let capacities = [Self.contextSize + Int(SHA1_DIGEST_LENGTH), hash.digitCount]
    let memory = try SecretMemory(for: capacities, locking: locking)
    let work = try SecretBuffer(capacity: capacities[0], in: memory)
    digits = try SecretBuffer(capacity: capacities[1], in: memory)
    self.work = work
    self.hash = hash
  }

  private static var contextSize: Int { max(MemoryLayout<SHA1_CTX>.stride, MemoryLayout<MD4_CTX>.stride) }

  /// Calls `body` with the digits of the hash of `text`, in capitals.
  package mutating func withDigits<R>(of text: UTF8Span, _ body: (Span<UInt8>) -> R) -> R {
    // The library keeps parts of the text on the stack while it works.
    let signals = ww_deadly_hold()
    defer {
      digits.removeAll()
      StackScratch.scrub()
      ww_signals_release(signals)
    }
    let hash = hash
    unsafe work.withFreeCapacity { work in
      let (context, digest) = unsafe (
        work, UnsafeMutableRawBufferPointer(rebasing: work[Self.contextSize...])
      )
      switch hash {
      case .sha1: unsafe Self.hashSHA1(text, in: context, to: digest)
      case .ntlm: unsafe Self.hashNTLM(text, in: context, to: digest)
      }
      unsafe digits.withFreeCapacity { digits in
        for offset in 0..<hash.digitCount {
          let byte = unsafe digest[offset / 2]
          let digit = offset.isMultiple(of: 2) ? byte >> 4 : byte & 15
          unsafe digits[offset] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
        }
        return hash.digitCount
      }
      return 0
    }
    return body(digits.bytes)
  }

  private static func hashSHA1(
    _ text: UTF8Span, in work: UnsafeMutableRawBufferPointer, to digest: UnsafeMutableRawBufferPointer
  ) {
    let context = unsafe work.bindMemory(to: SHA1_CTX.self).baseAddress
    unsafe SHA1Init(context)
    unsafe text.span.withUnsafeBufferPointer { unsafe SHA1Update(context, $0.baseAddress, $0.count) }
    unsafe SHA1Final(digest.bindMemory(to: UInt8.self).baseAddress, context)
  }

  private static func hashNTLM(
    _ text: UTF8Span, in work: UnsafeMutableRawBufferPointer, to digest: UnsafeMutableRawBufferPointer
  ) {
    let context = unsafe work.bindMemory(to: MD4_CTX.self).baseAddress
    unsafe MD4Init(context)
    var scalars = text.makeUnicodeScalarIterator()
    while let scalar = scalars.next() {
      UTF16.encode(scalar) { unit in
        var bytes = unit.littleEndian
        unsafe withUnsafeBytes(of: &bytes) {
          unsafe MD4Update(context, $0.bindMemory(to: UInt8.self).baseAddress, $0.count)
        }
      }
    }
    unsafe MD4Final(digest.bindMemory(to: UInt8.self).baseAddress, context)
  }
}
