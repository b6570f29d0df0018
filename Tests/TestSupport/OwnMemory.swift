internal import CFilter
internal import CWatchwordSystem
internal import Glibc

package enum OwnMemory {
  package struct Mapping: Sendable {
    package let range: Range<UInt>
    package let isWritable: Bool
    /// Its flags, such as `lo` for locked.
    package internal(set) var flags: [Substring] = []
    package internal(set) var lockedKilobytes = 0
  }

  /// Whether the kernel has secret memory, see memfd_secret(2).
  package static let hasSecretMemory: Bool = {
    guard let memory = unsafe ww_secret_map(Int(getpagesize())) else { return false }
    unsafe munmap(memory, Int(getpagesize()))
    return true
  }()

  /// Makes this process do without secret memory from now on, where copies could not be counted. Throws
  /// ``SystemFailure``.
  package static func forgoSecretMemory() throws {
    guard filter_secret_memory() == 0 else { throw SystemFailure(call: "seccomp", number: errno) }
  }

  package static func mappings() -> [Mapping] {
    var mappings: [Mapping] = []
    for line in text(of: "/proc/self/smaps").split(separator: "\n") {
      let words = line.split(separator: " ")
      let ends = words[0].split(separator: "-")
      if ends.count == 2, let start = UInt(ends[0], radix: 16), let end = UInt(ends[1], radix: 16) {
        mappings.append(Mapping(range: start..<end, isWritable: words[1].hasPrefix("rw")))
      } else if words[0] == "VmFlags:" {
        mappings[mappings.count - 1].flags = Array(words.dropFirst())
      } else if words[0] == "Locked:" {
        mappings[mappings.count - 1].lockedKilobytes = Int(words[1]) ?? 0
      }
    }
    return mappings
  }

  package static func mapping(of address: UInt) -> Mapping? {
    mappings().first { $0.range.contains(address) }
  }

  /// Where the bytes whose complement is `inverted` stand in writable memory. Leaves out the scan's own memory, the
  /// only place where it keeps them.
  package static func addresses(ofComplementOf inverted: [UInt8]) -> [UInt] {
    let chunk = 1 << 20
    let scratch = unsafe mmap(nil, chunk, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let scratch = unsafe scratch, unsafe scratch != MAP_FAILED else { return [] }
    let memory = unsafe open("/proc/self/mem", O_RDONLY)
    defer {
      close(memory)
      unsafe munmap(scratch, chunk)
    }
    let own = UInt(bitPattern: scratch)..<UInt(bitPattern: scratch) + UInt(chunk)
    var found: [UInt] = []
    for part in mappings().filter(\.isWritable).flatMap({ $0.range.parts(outside: own) }) {
      var address = part.lowerBound
      while address < part.upperBound {
        let wanted = min(chunk, Int(part.upperBound - address))
        let count = unsafe pread(memory, scratch, wanted, off_t(address))
        guard count >= inverted.count else { break }
        var offset = 0
        while let hit = unsafe memchr(scratch + offset, Int32(~inverted[0]), count - offset) {
          // memchr(3) leaves what it found in vector registers, which a lazily bound call saves on the stack.
          ww_scrub_stack()
          offset = unsafe hit - UnsafeMutableRawPointer(scratch)
          guard offset + inverted.count <= count else { break }
          let isHit = inverted.indices.allSatisfy {
            unsafe hit.load(fromByteOffset: $0, as: UInt8.self) == ~inverted[$0]
          }
          if isHit { found.append(address + UInt(offset)) }
          offset += 1
        }
        address += UInt(wanted == chunk ? count - inverted.count + 1 : count)
      }
    }
    return found
  }

  /// Whether the bytes whose complement is `inverted` stand at `address`.
  package static func holds(complementOf inverted: [UInt8], at address: UInt) -> Bool {
    let memory = unsafe open("/proc/self/mem", O_RDONLY)
    defer { close(memory) }
    var bytes = [UInt8](repeating: 0, count: inverted.count)
    let count = unsafe pread(memory, &bytes, bytes.count, off_t(address))
    return count == inverted.count && zip(bytes, inverted).allSatisfy { $0 == ~$1 }
  }

  private static func text(of path: String) -> String {
    let file = unsafe open(path, O_RDONLY)
    defer { close(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(file, &block, block.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += block[..<count]
    }
  }
}

extension Range<UInt> {
  fileprivate func parts(outside other: Range<UInt>) -> [Range<UInt>] {
    guard overlaps(other) else { return [self] }
    return [
      lowerBound..<Swift.max(lowerBound, other.lowerBound),
      Swift.min(upperBound, other.upperBound)..<upperBound,
    ]
  }
}
