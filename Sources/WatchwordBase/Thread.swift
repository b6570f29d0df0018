internal import CWatchwordSystem
internal import Glibc

/// A POSIX thread. Its stack is as large as a program's, and 1 MiB or more.
package struct Thread: Sendable {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let number: pthread_t

  /// Starts a thread, which must be joined (``join()``) or detached. `nil` if the system has no thread left. Signals
  /// that its creator blocks are blocked in the thread too.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let body = unsafe Unmanaged.passRetained(Body(body))
    var (number, attributes, size) = (pthread_t(), pthread_attr_t(), 0)
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_getstacksize(&attributes, &size)
    unsafe pthread_attr_setstacksize(&attributes, max(size, 1 << 20))
    let error = unsafe pthread_create(
      &number, &attributes,
      { body in
        // The handler of faults needs its own stack in each thread.
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

  package func join() { pthread_join(number, nil) }

  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = Thread(body) else { return false }
    pthread_detach(thread.number)
    return true
  }
}
