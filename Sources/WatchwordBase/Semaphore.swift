internal import CWatchwordSystem
internal import Glibc

/// What one thread waits for and another signals, see sem_overview(7).
@safe
package final class Semaphore: Sendable {
  // C library functions may use it from all threads.
  nonisolated(unsafe) private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  package init() { unsafe sem_init(semaphore, 0, 0) }

  deinit {
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  /// Wakes the waiting thread, or the next one to wait.
  package func signal() { unsafe sem_post(semaphore) }

  /// Waits for a signal, or until `duration` has passed. Any number of signals since the last wait count as one.
  package func wait(for duration: Duration? = nil) {
    _ = unsafe ww_semaphore_wait(semaphore, duration.map { max(0, Int64($0 / .nanoseconds(1))) } ?? -1)
  }
}
