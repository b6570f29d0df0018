internal import CVterm
internal import Glibc
internal import Synchronization

/// A pipe, or a socket that gives each read(2) one piece. Closed with its owner.
package final class Pipe: Sendable {
  package let reading, writing: Int32
  private let isReadingOpen = Atomic(true), isWritingOpen = Atomic(true)

  package init() {
    var ends: [Int32] = [-1, -1]
    precondition(unsafe pipe(&ends) == 0)
    (reading, writing) = (ends[0], ends[1])
  }

  /// Makes a socket that holds a few `pieces`, none of them empty, and ends after them unless it `isOpen`.
  package init(_ pieces: [[UInt8]], isOpen: Bool = false) throws {
    var ends: [Int32] = [-1, -1]
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0 else {
      throw SystemFailure(call: "socketpair", number: errno)
    }
    (reading, writing) = (ends[0], ends[1])
    pieces.forEach(write)
    if !isOpen { closeWriting() }
  }

  deinit {
    closeReading()
    closeWriting()
  }

  package func closeReading() {
    if isReadingOpen.exchange(false, ordering: .relaxed) { close(reading) }
  }

  package func closeWriting() {
    if isWritingOpen.exchange(false, ordering: .relaxed) { close(writing) }
  }

  package func write(_ text: String) { write(Array(text.utf8)) }

  package func write(_ bytes: [UInt8]) {
    precondition(unsafe Glibc.write(writing, bytes, bytes.count) == bytes.count)
  }

  package func read(_ count: Int = 65_536) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = unsafe Glibc.read(reading, &bytes, count)
    return Array(bytes.prefix(max(0, got)))
  }

  /// Reads up to 65,536 bytes at once, as lines.
  package func readLines() -> [String] {
    String(decoding: read(), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Calls `body` with the reading end.
  package func read<R>(by body: (Int32) throws -> R) rethrows -> R {
    try withExtendedLifetime(self) { try body(reading) }
  }
}

package typealias PiecewiseFile = Pipe
