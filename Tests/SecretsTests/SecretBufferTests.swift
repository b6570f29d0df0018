import CWatchwordSystem
import Glibc
import TestSupport
import Testing
import WatchwordSecrets

@Suite struct `A secret buffer` {
  @Test func `appends and replaces bytes`() throws {
    var buffer = try SecretBuffer(capacity: 8)
    try buffer.append([1, 2, 3])
    try buffer.replaceSubrange(1..<2, with: [7, 8, 9])
    #expect(contents(buffer) == [1, 7, 8, 9, 3])
    buffer.removeSubrange(0..<2)
    #expect(contents(buffer) == [8, 9, 3])
    buffer.removeAll()
    #expect(contents(buffer) == [])
  }

  @Test(arguments: [0, 1, 8, 4095, 4096, 4097]) func `holds its capacity and no byte more`(capacity: Int)
    throws
  {
    var buffer = try SecretBuffer(capacity: capacity)
    let full = [UInt8](repeating: 5, count: capacity)
    try buffer.append(full)
    #expect(throws: SecretError.full) { try buffer.append([6]) }
    #expect(contents(buffer) == full)
    try buffer.replaceSubrange(0..<capacity, with: full)
    #expect(throws: SecretError.full) { try buffer.replaceSubrange(0..<0, with: [6]) }
    #expect(buffer.count == capacity)
    #expect(reserve(of: buffer) == [0])
  }

  @Test func `keeps zeros behind its bytes, whatever was there`() throws {
    var buffer = try SecretBuffer(capacity: 12)
    try buffer.append([UInt8](repeating: 9, count: 12))
    try buffer.replaceSubrange(2..<10, with: [1])
    #expect(contents(buffer) == [9, 9, 1, 9, 9])
    #expect(reserve(of: buffer) == [UInt8](repeating: 0, count: 8))
    buffer.removeSubrange(1..<3)
    #expect(reserve(of: buffer) == [UInt8](repeating: 0, count: 10))
    buffer.removeAll()
    #expect(reserve(of: buffer) == [UInt8](repeating: 0, count: 13))
  }

  @Test func `is filled in place`() throws {
    var buffer = try SecretBuffer(capacity: 6)
    try buffer.append([1])
    var room = 0
    unsafe buffer.withFreeCapacity { free in
      room = free.count
      unsafe free.copyBytes(from: [2, 3, 4, 5, 6])
      return 2
    }
    #expect(room == 5)
    #expect(contents(buffer) == [1, 2, 3])
    #expect(reserve(of: buffer) == [0, 0, 0, 0])
  }

  @Test func `takes in nothing from a reader that throws`() throws {
    struct Broken: Error {}
    var buffer = try SecretBuffer(capacity: 4)
    try buffer.append([1])
    #expect(throws: Broken.self) {
      try unsafe buffer.withFreeCapacity { (free) throws(Broken) in
        unsafe free.copyBytes(from: [2, 3])
        throw Broken()
      }
    }
    #expect(contents(buffer) == [1])
    #expect(reserve(of: buffer) == [0, 0, 0, 0])
  }

  @Test func `is locked and kept out of core dumps and children`() throws {
    let buffer = try lockedBuffer(capacity: 4096)
    #expect(buffer.memory.guarding == .locked)
    #expect(buffer.memory.isLocked == true)
    let mapping = try #require(OwnMemory.mapping(of: address(of: buffer)))
    #expect(Set(mapping.flags).isSuperset(of: ["lo", "dd", "wf"]))
    #expect(mapping.lockedKilobytes >= 8)
  }

  @Test(.machine(.secretMemory))
  func `lies in secret memory where the kernel has it, which cannot be read from outside`() throws {
    var buffer = try SecretBuffer(capacity: 4096)
    #expect(buffer.memory.guarding == .secret)
    #expect(buffer.memory.isLocked == true)
    try buffer.append([1, 2, 3, 4])
    let mapping = try #require(OwnMemory.mapping(of: address(of: buffer)))
    #expect(Set(mapping.flags).isSuperset(of: ["lo", "dd", "dc"]))
    #expect(mapping.lockedKilobytes == 4)
    #expect(!OwnMemory.holds(complementOf: [~1, ~2, ~3, ~4], at: address(of: buffer)))
  }

  @Test(.machine(.secretMemory))
  func `takes no page to be wiped that held nothing`() async {
    await #expect(processExitsWith: .success) {
      var buffer = try SecretBuffer(capacity: 1 << 20)
      try buffer.append([UInt8](repeating: 7, count: 5000))
      unsafe buffer.withFreeCapacity { _ in 0 }
      let address = address(of: buffer)
      #expect(OwnMemory.mapping(of: address)?.lockedKilobytes == 8)
      ww_secrets_wipe()
      #expect(OwnMemory.mapping(of: address)?.lockedKilobytes == 8)
      #expect(contents(buffer) == [UInt8](repeating: 0, count: 5000))
      #expect(reserve(of: buffer).allSatisfy { $0 == 0 })
    }
  }

  @Test func `takes a part of a region, which is locked as a whole and goes with the last buffer`() async {
    await #expect(processExitsWith: .success) {
      var start: UInt = 0
      do {
        var first: SecretBuffer, second: SecretBuffer
        do {
          let memory = try SecretMemory(for: [100, 8000])
          first = try SecretBuffer(capacity: 100, in: memory)
          second = try SecretBuffer(capacity: 8000, in: memory)
        }
        start = address(of: first)
        #expect(address(of: second) == start + 112)
        #expect(OwnMemory.mapping(of: start)?.range == OwnMemory.mapping(of: address(of: second))?.range)
        try first.append([1, 2, 3])
        try second.append([4, 5])
        first.removeAll()
        #expect(contents(second) == [4, 5])
      }
      #expect(OwnMemory.mapping(of: start)?.flags.contains("lo") != true)
    }
  }

  @Test func `has a region of its own where the one it is to be in is full`() throws {
    let memory = try SecretMemory(for: [4000])
    let first = try SecretBuffer(capacity: 4000, in: memory)
    let second = try SecretBuffer(capacity: 4000, in: memory)
    #expect(first.memory === memory)
    #expect(second.memory !== memory && second.memory.guarding == memory.guarding)
  }

  @Test func `is unmapped at its end`() async {
    await #expect(processExitsWith: .success) {
      var ended: UInt = 0
      do {
        let buffer = try SecretBuffer(capacity: 1 << 20)
        ended = address(of: buffer)
        #expect(OwnMemory.mapping(of: ended) != nil)
      }
      #expect(OwnMemory.mapping(of: ended)?.flags.contains("lo") != true)
    }
  }

  @Test func `says that memory cannot be locked`() async {
    await #expect(processExitsWith: .success) {
      let before = OwnMemory.mappings().map(\.range.count).reduce(0, +)
      for _ in 0..<300 {
        #expect(throws: SecretError.notLocked(errno: EPERM)) {
          _ = try unsafe SecretMemory(
            for: [1 << 20], locking: .required, secretMemory: { _ in nil }, mlock: unsafe refusal)
        }
      }
      let grown = OwnMemory.mappings().map(\.range.count).reduce(0, +) - before
      #expect(grown < 100 << 20)
    }
  }

  @Test func `goes on without a lock where that is allowed`() throws {
    let memory = try unsafe SecretMemory(
      for: [16], locking: .ifPossible, secretMemory: { _ in nil }, mlock: unsafe refusal)
    var buffer = try SecretBuffer(capacity: 16, in: memory)
    #expect(buffer.memory.isLocked == false)
    #expect(buffer.memory.guarding == .none(.notLocked(errno: EPERM)))
    try buffer.append([1, 2])
    #expect(contents(buffer) == [1, 2])
    let flags = try #require(OwnMemory.mapping(of: address(of: buffer))).flags
    #expect(flags.contains("dd") && flags.contains("wf") && !flags.contains("lo"))
  }

  @Test func `says that there is no memory`() {
    #expect(throws: SecretError.notMapped(errno: ENOMEM)) { _ = try SecretBuffer(capacity: 1 << 60) }
  }

  @Test(arguments: [false, true]) func `is wiped by the handler of deadly signals`(isSecret: Bool) async {
    await #expect(processExitsWith: .success) { [isSecret] in
      if !isSecret { try OwnMemory.forgoSecretMemory() }
      var one = try SecretBuffer(capacity: 4)
      try one.append([1, 2, 3, 4])
      do {
        var ended = try SecretBuffer(capacity: 4096)
        try ended.append([5])
      }
      var other = try SecretBuffer(capacity: 5000)
      try other.append([UInt8](repeating: 6, count: 5000))
      ww_secrets_wipe()
      #expect(contents(one) == [0, 0, 0, 0])
      #expect(contents(other) == [UInt8](repeating: 0, count: 5000))
    }
  }

  @Test func `is refused when too many could not all be wiped`() async {
    await #expect(processExitsWith: .success) {
      #expect(throws: SecretError.tooMany) { try nest(depth: 300) }
      try nest(depth: 64)
    }
  }

  @Test func `is empty in a child process`() throws {
    var buffer = try lockedBuffer(capacity: 4)
    try buffer.append([1, 2, 3, 4])
    let status = statusOfChild { buffer.bytes[0] | buffer.bytes[1] | buffer.bytes[2] | buffer.bytes[3] == 0 }
    #expect(status == 0)
    #expect(contents(buffer) == [1, 2, 3, 4])
  }

  @Test(.machine(.secretMemory))
  func `is not there in a child process, which can still end by a deadly signal`() throws {
    var buffer = try SecretBuffer(capacity: 4)
    try buffer.append([1, 2, 3, 4])
    let page = unsafe UnsafeMutableRawPointer(bitPattern: address(of: buffer))
    let status = statusOfChild {
      var isPresent: UInt8 = 0
      let isGone = unsafe mincore(page, 4096, &isPresent) == -1 && errno == ENOMEM
      ww_secrets_wipe()
      return isGone
    }
    #expect(status == 0)
    #expect(contents(buffer) == [1, 2, 3, 4])
  }

  @Test func `traps on a range outside its bytes`() async {
    await #expect(processExitsWith: .failure) {
      var buffer = try SecretBuffer(capacity: 4)
      buffer.removeSubrange(0..<1)
    }
    await #expect(processExitsWith: .failure) {
      var buffer = try SecretBuffer(capacity: 4)
      unsafe buffer.withFreeCapacity { $0.count + 1 }
    }
  }
}

/// A buffer of a kernel without secret memory.
private func lockedBuffer(capacity: Int) throws(SecretError) -> SecretBuffer {
  let memory = try unsafe SecretMemory(
    for: [capacity], locking: .required, secretMemory: { _ in nil }, mlock: { unsafe mlock($0, $1) })
  return try SecretBuffer(capacity: capacity, in: memory)
}

/// An mlock(2) that fails.
private func refusal(_: UnsafeRawPointer, _: Int) -> Int32 {
  errno = EPERM
  return -1
}

/// Keeps `depth` buffers alive at one time.
private func nest(depth: Int) throws {
  guard depth > 0 else { return }
  let buffer = try SecretBuffer(capacity: 1)
  try nest(depth: depth - 1)
  #expect(buffer.count == 0)
}

private func contents(_ buffer: borrowing SecretBuffer) -> [UInt8] {
  buffer.bytes.indices.map { buffer.bytes[$0] }
}

private func address(of buffer: borrowing SecretBuffer) -> UInt {
  unsafe buffer.bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
}

/// The bytes after those in use, up to one past the capacity.
private func reserve(of buffer: borrowing SecretBuffer) -> [UInt8] {
  let length = buffer.capacity + 1 - buffer.count
  return unsafe buffer.bytes.withUnsafeBufferPointer { used in
    guard let start = used.baseAddress else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: start + used.count, count: length))
  }
}

/// Runs `body` in a child, whose status is 0 if it returns `true`. Swift hides fork(2).
private func statusOfChild(_ body: () -> Bool) -> Int32 {
  let symbol = unsafe dlsym(nil, "fork")
  let child = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)()
  if child == 0 { _exit(body() ? 0 : 1) }
  var status: Int32 = -1
  unsafe waitpid(child, &status, 0)
  return status
}

extension SecretBuffer {
  fileprivate mutating func append(_ bytes: [UInt8]) throws(SecretError) { try append(bytes.span) }

  fileprivate mutating func replaceSubrange(_ range: Range<Int>, with bytes: [UInt8]) throws(SecretError) {
    try replaceSubrange(range, with: bytes.span)
  }
}
