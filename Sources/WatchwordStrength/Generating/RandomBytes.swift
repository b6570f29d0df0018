internal import CWatchwordSystem
package import WatchwordMessages
package import WatchwordSecrets

package protocol RandomBytes: ~Copyable {
  /// The next byte; each of the 256 is as likely as the others.
  ///
  /// - Throws: Why the source has no more.
  mutating func next() throws(SystemError) -> UInt8
}

extension RandomBytes where Self: ~Copyable {
  /// A number from 0 on and below `count`; each is as likely as the others.
  ///
  /// A remainder alone would make the low numbers more likely, so what stands above the last whole run of `count` numbers
  /// is drawn again.
  ///
  /// - Precondition: `count` is from 1 to 2^32.
  package mutating func number(below count: Int) throws(SystemError) -> Int {
    precondition((1...1 << 32).contains(count), "there is no such number")
    var (range, bytes) = (1, 0)
    while range < count { (range, bytes) = (range << 8, bytes + 1) }
    let end = range - range % count
    while true {
      var value = 0
      for _ in 0..<bytes { value = value << 8 | Int(try next()) }
      if value < end { return value % count }
    }
  }
}

/// The random bytes of the system, see getrandom(2), in memory for secrets: who knew them would know what is drawn.
package struct SystemRandom: ~Copyable, RandomBytes {
  private var drawn: SecretBuffer

  /// Makes a source that keeps its bytes in `memory`, where it takes ``capacity`` of them.
  ///
  /// - Throws: As ``SecretBuffer/init(capacity:in:)`` does.
  package init(in memory: SecretMemory) throws(SecretError) {
    drawn = try SecretBuffer(capacity: Self.capacity, in: memory)
  }

  /// The number of bytes that are fetched at once.
  package static let capacity = 256

  /// The next byte. It is wiped here.
  ///
  /// - Throws: The error of getrandom(2).
  package mutating func next() throws(SystemError) -> UInt8 {
    if drawn.count == 0 {
      try unsafe drawn.withFreeCapacity { (free) throws(SystemError) in
        let failure = unsafe ww_random(free.baseAddress, free.count)
        guard failure == 0 else { throw SystemError(number: failure) }
        return free.count
      }
    }
    let last = drawn.count - 1
    let byte = drawn.bytes[last]
    drawn.removeSubrange(last..<last + 1)
    return byte
  }
}
