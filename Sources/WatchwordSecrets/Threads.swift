internal import CWatchwordSystem
internal import Glibc

/// A thread of the system, whose stack is as large as that of a program.
package struct Thread: Sendable {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let number: pthread_t

  /// Starts a thread, which goes when `body` has returned and somebody has waited for that, see ``join()``; `nil` where
  /// the system has none left. The signals that its creator holds back are held back from it too.
  init?(_ body: @escaping @Sendable () -> Void) {
    let body = unsafe Unmanaged.passRetained(Body(body))
    var number = pthread_t()
    let error = unsafe pthread_create(
      &number, nil,
      { body in
        // The handler of its own faults needs a stack of its own.
        ww_deadly_use_stack()
        if let body = unsafe body { unsafe Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
        return nil
      }, unsafe body.toOpaque())
    guard error == 0 else {
      unsafe body.release()
      return nil
    }
    self.number = number
  }

  func join() { pthread_join(number, nil) }

  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = Thread(body) else { return false }
    pthread_detach(thread.number)
    return true
  }
}

/// What one thread waits for, and another one signals (sem_overview(7)).
@safe
package final class Semaphore: Sendable {
  // The functions of the C library may be called on it from all threads.
  nonisolated(unsafe) private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  package init() { unsafe sem_init(semaphore, 0, 0) }

  deinit {
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  /// Lets go on who waits, or who waits next.
  package func signal() { unsafe sem_post(semaphore) }

  /// Waits until it was signalled since the last time, however often, or until `duration` has passed.
  package func wait(for duration: Duration? = nil) {
    _ = unsafe ww_semaphore_wait(semaphore, duration.map { max(0, Int64($0 / .nanoseconds(1))) } ?? -1)
  }
}

/// A value that one thread at a time uses. Its lock is one that ThreadSanitizer knows, other than that of `Mutex`.
@safe
package final class Locked<Value: ~Copyable>: Sendable {
  // The functions of the C library may be called on it from all threads.
  nonisolated(unsafe) private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  // Nobody reaches it who does not hold the lock.
  nonisolated(unsafe) private var value: Value

  package init(_ value: consuming sending Value) {
    unsafe self.value = value
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Calls `body` with the value, and waits for its lock.
  package func withLock<R: Sendable>(_ body: (inout Value) -> R) -> R {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return unsafe body(&value)
  }

  /// The same where nobody has the lock; else `nil`.
  package func withLockIfAvailable<R: Sendable>(_ body: (inout Value) -> R) -> R? {
    guard unsafe pthread_mutex_trylock(mutex) == 0 else { return nil }
    defer { unsafe pthread_mutex_unlock(mutex) }
    return unsafe body(&value)
  }
}

/// The processor's cores, for work on secrets that can be done in any order.
package enum Cores {
  /// The number of threads that are worth their memory: one for each core that this process may use, at most 16.
  package static var count: Int { min(Int(ww_core_count()), most) }

  private static let most = 16

  /// Calls `body` with each index from 0 up to `count`, in several threads at the same time, which end before this
  /// returns.
  ///
  /// Each thread takes the next index that nobody has taken, and puts what comes of it into a slot of its own. Signals
  /// wait until all is done, so that one that ends the process finds no secret outside locked memory: what `body`
  /// leaves on the stack of a thread is overwritten at its end.
  ///
  /// - Parameters:
  ///   - count: The number of indices.
  ///   - threads: The number of threads, the caller's among them; there are fewer where the system has none left.
  ///   - body: Gets the number of the thread, which is 0 for the caller's, and the index.
  /// - Returns: What `body` returned, in the order of the indices.
  package static func map<R>(
    _ count: Int, threads: Int, _ body: (_ thread: Int, _ index: Int) -> R
  ) -> [R] {
    let signals = ww_deadly_hold()
    defer { ww_signals_release(signals) }
    return unsafe [R](unsafeUninitializedCapacity: count) { slots, initializedCount in
      let slots = unsafe slots
      var next = 0
      unsafe withUnsafeMutablePointer(to: &next) { next in
        // The check for an escape has the length of the file's whole path, which would differ from build to build.
        #sourceLocation(file:"Cores.map",line:1)
        withoutActuallyEscaping(body) { body in
          run(in: threads) { thread in
            SecretWork.run {
              while case let index = unsafe ww_take_next(next), index < count {
                unsafe slots.initializeElement(at: index, to: body(thread, index))
              }
            }
          }
        }
        #sourceLocation()
      }
      initializedCount = count
    }
  }

  /// Calls `body` in so many threads, each with its number, and waits until all have returned.
  private static func run(in threads: Int, _ body: @escaping (Int) -> Void) {
    nonisolated(unsafe) let body = body
    var started: [Thread] = []
    for number in 1..<max(1, threads) {
      guard let thread = Thread({ unsafe body(number) }) else { break }
      started.append(thread)
    }
    unsafe body(0)
    for thread in started { thread.join() }
  }
}
