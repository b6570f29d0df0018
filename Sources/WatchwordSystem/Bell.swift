internal import CWatchwordSystem
internal import Glibc
package import WatchwordSecrets

/// What wakes a thread that waits for it.
package struct Bell: ~Copyable, Sendable {
  private let descriptor: Int32

  /// Makes a bell.
  ///
  /// - Throws: That there are too many descriptors.
  package init() throws(SecretError) {
    descriptor = ww_bell_make()
    guard descriptor >= 0 else { throw .notMapped(errno: errno) }
  }

  deinit { close(descriptor) }

  /// Rings the bell. It stays rung until somebody has waited for it.
  package func ring() { ww_bell_ring(descriptor) }

  /// Waits until the bell is rung.
  package func wait() { ww_bell_await(descriptor, -1) }

  /// Waits until the bell is rung, or `duration` has passed.
  package func wait(for duration: Duration) {
    let (seconds, attoseconds) = duration.components
    ww_bell_await(descriptor, max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
  }
}
