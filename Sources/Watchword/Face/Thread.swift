internal import Glibc

/// A thread of the system, whose stack is as large as that of a program.
enum Thread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread, which goes when `body` has returned; answers whether there is one.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let body = unsafe Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let error = unsafe pthread_create(
      &thread, nil,
      { body in
        if let body = unsafe body { unsafe Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
        return nil
      }, unsafe body.toOpaque())
    guard error == 0 else {
      unsafe body.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}

/// Counts what one thread waits for and another one does (sem_overview(7)).
@safe
final class Semaphore: Sendable {
  // The functions of the C library may be called on it from all threads.
  nonisolated(unsafe) private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { unsafe sem_init(semaphore, 0, 0) }

  deinit {
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  func signal() { unsafe sem_post(semaphore) }

  func wait() { while unsafe sem_wait(semaphore) != 0 {} }
}
