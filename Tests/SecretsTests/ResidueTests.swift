import CWatchwordSystem
import Glibc
import TestSupport
import Testing
import WatchwordSecrets

/// What stays in memory. Each test runs in a process of its own, with a needle kept inverted.
@Suite struct `Residue of a secret` {
  @Test func `there is one copy while it lives and none after`() async {
    await #expect(processExitsWith: .success) {
      try OwnMemory.forgoSecretMemory()
      do {
        var text = try SecretText()
        try Needle.known.type(into: &text)
        let place = unsafe text.utf8.span.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        #expect(copies() == [place])
        // A String is found, so the scan works.
        var control = String(copying: text.utf8)
        #expect(copies().count == 2)
        control.removeAll()
        try text.replaceClusters(3..<text.count, with: "".utf8Span)
        #expect(!copies().contains(place))
      }
    }
  }

  @Test(.machine(.secretMemory))
  func `in secret memory none can be found, while it lives or after`() async {
    await #expect(processExitsWith: .success) {
      var text = try SecretText()
      try Needle.known.type(into: &text)
      _ = try text.withTransposed { $0.count }
      #expect(copies() == [])
      // A String is found, so the scan works.
      var control = String(copying: text.utf8)
      #expect(copies().count == 1)
      control.removeAll()
      text.removeAll()
      #expect(copies() == [])
    }
  }

  @Test func `none is left by edits`() async {
    await #expect(processExitsWith: .success) {
      try OwnMemory.forgoSecretMemory()
      var text = try SecretText()
      for round in 0..<40 {
        try Needle.known.type(into: &text)
        _ = text.wordStart + text.wordEnd + text.whiteSpaceWordStart
        try text.insert(round.isMultiple(of: 2) ? "漢" : "x")
        text.moveCaret(toCluster: text.count / 2)
        _ = try text.withTransposed { $0.count }
        try text.transpose()
        try text.transpose()
        text.moveCaret(toCluster: round % 3)
        let end = text.count
        try text.replaceClusters(text.caret..<end, with: "".utf8Span)
        text.removeAll()
      }
      #expect(copies() == [])
    }
  }

  @Test func `a paste leaves none but the text`() async {
    await #expect(processExitsWith: .success) {
      try OwnMemory.forgoSecretMemory()
      var text = try SecretText()
      do {
        var paste = try SecretBuffer(capacity: 100)
        unsafe paste.withFreeCapacity { free in
          for (offset, byte) in needle.enumerated() { unsafe free[offset] = ~byte }
          return needle.count
        }
        try text.replaceClusters(0..<0, with: UTF8Span(validating: paste.bytes))
        #expect(copies().count == 2)
      }
      #expect(copies().count == 1)
      text.removeAll()
      #expect(copies() == [])
    }
  }

  @Test func `dead stack is overwritten`() async {
    await #expect(processExitsWith: .success) {
      _ = OwnMemory.holds(complementOf: needle, at: 0)
      var place = spill()
      let isThere = OwnMemory.holds(complementOf: needle, at: place)
      place = spill()
      StackScratch.scrub()
      let isStillThere = OwnMemory.holds(complementOf: needle, at: place)
      #expect(isThere)
      #expect(!isStillThere)
    }
  }

  @Test func `the first call that clears the registers leaves nothing of them below`() async {
    await #expect(processExitsWith: .success) {
      let block = try unsafe present(malloc(64))
      // A call bound from here on saves no other registers in that place.
      _ = OwnMemory.holds(complementOf: needle, at: 0)
      unsafe explicit_bzero(block, 64)
      unsafe fill(block)
      // It has 16 bytes in each register.
      unsafe memcpy(block + 32, block, needle.count)
      StackScratch.scrub()
      var mark: UInt8 = 0
      let end = unsafe withUnsafePointer(to: &mark) { UInt(bitPattern: $0) & ~15 }
      let inverted = Array(needle[..<16])
      let places = stride(from: end - 64 * 1024, to: end, by: 16)
      #expect(!places.contains { OwnMemory.holds(complementOf: inverted, at: $0) })
      unsafe free(block)
    }
  }

  @Test func `freed heap is overwritten`() async {
    await #expect(processExitsWith: .success) {
      for size in [24, 100, 1000, 5000, 100_000, 1 << 20] {
        let block = try unsafe present(malloc(size))
        for start in [0, size - needle.count] { unsafe fill(block + start) }
        #expect(copies().count >= 1)
        errno = 77
        unsafe __wrap_free(block)
        let kept = errno
        #expect(kept == 77)
        #expect(copies() == [], "\(size) bytes")
      }
      __wrap_free(nil)
    }
  }

  @Test func `heap that is moved or shrunk is overwritten`() async {
    await #expect(processExitsWith: .success) {
      for (size, newSize) in [(32, 64), (1000, 5000), (5000, 300_000), (300_000, 1 << 20)] {
        var block = try unsafe present(malloc(size))
        unsafe fill(block)
        unsafe fill(block + size - needle.count)
        let isWhole = size < 2 * needle.count
        unsafe block = try present(__wrap_realloc(block, newSize))
        #expect(copies().count == (isWhole ? 1 : 2), "\(size) to \(newSize) bytes")
        unsafe block = try present(__wrap_realloc(block, needle.count))
        #expect(copies().count == (isWhole ? 0 : 1), "\(newSize) bytes to a few")
        #expect(unsafe __wrap_realloc(block, 0) == nil)
        #expect(copies() == [])
      }
    }
  }

  @Test func `what realloc promises holds`() throws {
    let fresh = try unsafe present(__wrap_realloc(nil, 10))
    unsafe memset(fresh, 5, 10)
    errno = 0
    #expect(unsafe __wrap_realloc(fresh, .max / 2) == nil)
    #expect(errno == ENOMEM)
    let grown = try unsafe present(__wrap_realloc(fresh, 200_000))
    let isKept = (0..<10).allSatisfy { unsafe grown.load(fromByteOffset: $0, as: UInt8.self) == 5 }
    #expect(isKept)
    unsafe __wrap_free(grown)
  }
}

private let needle = Needle.known.complement

private func copies() -> [UInt] { Needle.known.copies }

/// The memory; it must not be `nil`.
func present(_ block: UnsafeMutableRawPointer?) throws -> UnsafeMutableRawPointer {
  struct OutOfMemory: Error {}
  guard let block = unsafe block else { throw OutOfMemory() }
  return unsafe block
}

private func fill(_ place: UnsafeMutableRawPointer) {
  for (offset, byte) in needle.enumerated() {
    unsafe place.storeBytes(of: ~byte, toByteOffset: offset, as: UInt8.self)
  }
}

/// Leaves the needle in dead stack, some kilobytes below the caller, and returns its address.
@inline(never) private func spill(depth: Int = 6) -> UInt {
  var area = InlineArray<1024, UInt8>(repeating: 0)
  return unsafe withUnsafeMutableBytes(of: &area) { area in
    if depth > 0 { return spill(depth: depth - 1) }
    guard let start = area.baseAddress else { return 0 }
    unsafe fill(start)
    return UInt(bitPattern: start)
  }
}
