internal import Glibc

/// A value that one thread at a time uses. Unlike `Mutex`, its lock is one that ThreadSanitizer understands.
@safe
package final class Guarded<Value: ~Copyable>: Sendable {
  // C library functions may use it from all threads.
  nonisolated(unsafe) private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  // Only the holder of the lock touches it.
  nonisolated(unsafe) private var value: Value

  package init(_ value: consuming sending Value) {
    unsafe self.value = value
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Waits for the lock and calls `body` with the value.
  package func withLock<R: Sendable, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try unsafe body(&value)
  }

  /// Calls `body` with the value if the lock is free. Otherwise returns `nil` at once.
  package func withLockIfAvailable<R: Sendable, E: Error>(
    _ body: (inout Value) throws(E) -> R
  ) throws(E) -> R? {
    guard unsafe pthread_mutex_trylock(mutex) == 0 else { return nil }
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try unsafe body(&value)
  }
}
