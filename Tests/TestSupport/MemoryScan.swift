internal import CVterm
internal import Glibc

/// A text to look for in the memory of a process, kept so that the test's own memory does not hold it.
package struct Needle: Sendable {
  let inverted: [UInt8]

  /// Makes a needle from inverted bytes, each `~byte`.
  package init(inverted: [UInt8]) { self.inverted = inverted }

  /// Makes a random needle of `count` ASCII letters and digits, with every kind that the classic rule wants.
  package static func random(_ count: Int = 20) -> Needle {
    let letters = Array("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)
    let rest = (3..<count).map { _ in ~(letters.randomElement() ?? 0) }
    return Needle(inverted: "Aa1".utf8.map { ~$0 } + rest)
  }

  package var count: Int { inverted.count }
  package var bytes: [UInt8] { inverted.map { ~$0 } }
  package func part(_ first: Int, _ count: Int) -> Needle {
    Needle(inverted: Array(inverted[first..<(first + count)]))
  }

  /// The needle with `count` zero bytes after each byte, as an array of wide characters (3) or of curses' cells (27)
  /// holds it.
  package func spread(_ count: Int) -> Needle {
    Needle(inverted: inverted.flatMap { [$0] + Array(repeating: 0xFF, count: count) })
  }

  /// How often the bytes occur in `memory`, overlaps included.
  func count(in memory: [UInt8]) -> Int {
    guard let first = inverted.first else { return 0 }
    var found = 0
    unsafe memory.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      var offset = 0
      while offset + inverted.count <= bytes.count,
        let hit = unsafe memchr(start + offset, Int32(~first), bytes.count - inverted.count + 1 - offset)
      {
        offset = unsafe hit - UnsafeMutableRawPointer(mutating: start)
        if unsafe stands(at: start + offset) { found += 1 }
        offset += 1
      }
    }
    return found
  }

  private func stands(at place: UnsafeRawPointer) -> Bool {
    for index in inverted.indices
    where unsafe place.load(fromByteOffset: index, as: UInt8.self) != ~inverted[index] { return false }
    return true
  }
}

package struct Finding: Equatable, Sendable, CustomStringConvertible {
  package let mapping: String
  /// The flags of the mapping in /proc/PID/smaps, such as `lo` for locked and `dd` for left out of core dumps.
  package let flags: [String]

  package var isLocked: Bool { flags.contains("lo") && flags.contains("dd") }
  package var description: String { "\(mapping) [\(flags.joined(separator: " "))]" }
}

/// The memory of a process, opened at one time and read later.
package struct ProcessMemory {
  private let maps: Descriptor
  private let memory: Descriptor

  /// Opens the memory of `process`.
  ///
  /// Throws ``SystemFailure`` if it cannot be opened: EACCES if the process is not dumpable and the reader not root.
  package init(of process: ProcessState) throws {
    maps = try Descriptor(opening: "/proc/\(process.pid)/smaps", O_RDONLY)
    memory = try Descriptor(opening: "/proc/\(process.pid)/mem", O_RDONLY)
  }

  package func findings(of needle: Needle) -> [Finding] {
    mappings { $0.split(separator: " ")[1].hasPrefix("rw") }.flatMap { mapping in
      repeatElement(mapping.finding, count: needle.count(in: read(mapping.range)))
    }
  }

  /// The mappings of secret memory, see memfd_secret(2), and how many of their bytes can be read.
  package var secretMemory: (mappings: Int, bytes: Int) {
    let found = mappings { $0.contains("/secretmem") }
    return (found.count, found.map { read($0.range).count }.reduce(0, +))
  }

  private func mappings(where isWanted: (Substring) -> Bool) -> [(range: Range<Int>, finding: Finding)] {
    lseek(maps.number, 0, SEEK_SET)
    var found: [(Range<Int>, Finding)] = []
    var header: (range: Range<Int>, line: String)?
    for line in maps.text.split(separator: "\n") {
      if let range = addresses(line) {
        header = isWanted(line) ? (range, String(line)) : nil
      } else if line.hasPrefix("VmFlags:"), let header {
        let flags = line.split(separator: " ").dropFirst().map(String.init)
        found.append((header.range, Finding(mapping: header.line, flags: flags)))
      }
    }
    return found
  }

  private func read(_ range: Range<Int>) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
      while filled < range.count {
        let rest = unsafe buffer.baseAddress?.advanced(by: filled)
        let count = unsafe pread(memory.number, rest, range.count - filled, off_t(range.lowerBound + filled))
        guard count > 0 else { break }
        filled += count
      }
    }
  }
}

/// Where the needle stands in the writable memory of `process`. Throws as ``ProcessMemory/init(of:)`` does.
package func scan(_ process: ProcessState, for needle: Needle) throws -> [Finding] {
  try ProcessMemory(of: process).findings(of: needle)
}

/// Where a half of the needle stands in the writable memory of `process`: as bytes, as wide characters and as cells of
/// curses. Throws as ``ProcessMemory/init(of:)`` does.
package func halves(of needle: Needle, in process: ProcessState) throws -> [Finding] {
  let half = needle.count / 2
  let parts = [needle.part(0, half), needle.part(half, needle.count - half)]
  return try parts.flatMap { part in
    try [part, part.spread(3), part.spread(27)].flatMap { try scan(process, for: $0) }
  }
}

/// How many windows of `count` bytes of the needle stand in the vector registers of `process`; `nil` if these cannot be
/// read.
package func vectorRegisters(of process: ProcessState, hold needle: Needle, _ count: Int) -> Int? {
  var bytes = [UInt8](repeating: 0, count: 16_384)
  let length = unsafe cvterm_vector_registers(process.pid, &bytes, bytes.count)
  guard length > 0 else { return nil }
  bytes.removeLast(bytes.count - length)
  return (0...needle.count - count).reduce(0) { $0 + needle.part($1, count).count(in: bytes) }
}

private func addresses(_ line: Substring) -> Range<Int>? {
  guard let ends = line.split(separator: " ").first?.split(separator: "-"), ends.count == 2,
    let start = Int(ends[0], radix: 16), let end = Int(ends[1], radix: 16), start < end
  else { return nil }
  return start..<end
}
