internal import Glibc
package import WatchwordBase
package import WatchwordSecrets

/// Takes the bytes of a descriptor one after the other, out of secret memory of fixed size, and can go back: in a regular
/// file to any byte, elsewhere by ``reach`` bytes.
package struct SecretInput: ~Copyable {
  private let descriptor: Int32
  private var buffer: SecretBuffer
  /// How many bytes were read before those in the buffer, and how many of these were taken.
  private var (before, taken) = (0, 0)

  /// How many bytes have been taken in all.
  package var position: Int { before + taken }
  /// Whether all that was read has been taken.
  package var isTaken: Bool { taken == buffer.count }

  /// Reads from `descriptor`, which the caller still has to close.
  package init(descriptor: Int32, locking: SecretMemory.Locking) throws(SecretError) {
    self.descriptor = descriptor
    buffer = try SecretBuffer(capacity: 2 * Self.reach, locking: locking)
  }

  /// The next byte; `nil` if all that was read has been taken.
  package mutating func next() -> UInt8? {
    guard taken < buffer.count else { return nil }
    defer { taken += 1 }
    return buffer.bytes[taken]
  }

  /// Takes the bytes of `text` if they come next, with `isLine` only if they are all of a line, whose end is not taken.
  package mutating func take(_ text: String, isLine: Bool = false) -> Bool {
    let (bytes, end) = (text.utf8, taken + text.utf8.count)
    guard end <= buffer.count, zip(bytes, taken..<end).allSatisfy({ $0 == buffer.bytes[$1] }) else {
      return false
    }
    guard !isLine || end == buffer.count || [0x0A, 0x0D].contains(buffer.bytes[end]) else { return false }
    taken = end
    return true
  }

  /// Whether at least `count` bytes, from 1 on, wait to be taken, or a line that is not blank and its end.
  package func holds(_ count: Int, orLine hasLine: Bool) -> Bool {
    guard hasLine, buffer.count - taken < count else { return buffer.count - taken >= count }
    var hasBegun = false
    for index in taken..<buffer.count {
      let byte = buffer.bytes[index]
      if byte == 0x0A, hasBegun { return true }
      hasBegun = hasBegun || byte != 0x0A && byte != 0x0D
    }
    return false
  }

  /// Whether what comes next is UTF-16: it begins with a mark, or has a NUL among its first four bytes.
  package var isUTF16: Bool {
    let first = buffer.bytes.extracting(taken..<min(taken + 4, buffer.count))
    for index in first.indices where first[index] == 0 { return true }
    return first.count > 1 && (first[0], first[1]) == (0xFF, 0xFE)
      || first.count > 1 && (first[0], first[1]) == (0xFE, 0xFF)
  }

  /// Reads once, as soon as there is something, and keeps what was not taken, or what stands behind `mark` if that is
  /// within ``reach``. Returns false at the end of the input.
  package mutating func read(keeping mark: Int? = nil) throws(SystemError) -> Bool {
    let kept = mark.map { position - $0 } ?? 0
    let dropped = kept <= Self.reach ? taken - kept : taken
    buffer.removeSubrange(0..<dropped)
    (before, taken) = (before + dropped, taken - dropped)
    StackScratch.scrub()
    return try buffer.readWhenReady(from: descriptor) > 0
  }

  /// Goes back to a position of which every ``read(keeping:)`` since was told, or since which nothing was read: by at most
  /// `most` bytes, so that it does not depend on how many came at a time. Returns false if that is lost.
  package mutating func goBack(to position: Int, most: Int = reach) -> Bool {
    if self.position - position <= most {
      taken = position - before
      return true
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      lseek(descriptor, off_t(position - before - buffer.count), SEEK_CUR) >= 0
    else { return false }
    buffer.removeAll()
    (before, taken) = (position, 0)
    return true
  }

  /// In bytes. The most that one call of read(2) adds is twice as much.
  package static let reach = 16_384
}
