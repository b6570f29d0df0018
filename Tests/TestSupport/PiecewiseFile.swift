internal import CVterm
internal import Glibc

/// A descriptor of which each read(2) gets one piece, however much room there is.
package final class PiecewiseFile {
  private let descriptor: Int32

  /// Makes it of a few `pieces`, none of which is empty.
  package init(_ pieces: [[UInt8]]) throws {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw SystemFailure(call: "socketpair", number: errno)
    }
    descriptor = ends[0]
    defer { close(ends[1]) }
    for piece in pieces where unsafe send(ends[1], piece, piece.count, 0) != piece.count {
      throw SystemFailure(call: "send", number: errno)
    }
  }

  deinit { close(descriptor) }

  /// Calls `body` with the descriptor, which is at its end behind the last piece.
  package func read<R>(by body: (Int32) throws -> R) rethrows -> R {
    try withExtendedLifetime(self) { try body(descriptor) }
  }
}
