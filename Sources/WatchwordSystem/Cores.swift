internal import CWatchwordSystem
internal import Glibc

/// The processor's cores, for work on secrets that can be done in any order.
package enum Cores {
  /// The number of threads that are worth their memory: one for each core that this process may use, at most 16.
  package static var count: Int { min(Int(ww_core_count()), most) }

  private static let most = 16

  /// Calls `body` with each index from 0 up to `count`, in several threads at the same time, which end before this
  /// returns.
  ///
  /// Each thread takes the next index that nobody has taken, and puts what comes of it into a slot of its own. Signals
  /// wait until all is done, so that one that ends the process finds no secret outside locked memory: `body` wipes
  /// what it leaves on its stack.
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
    defer { ww_deadly_release(signals) }
    return unsafe [R](unsafeUninitializedCapacity: count) { slots, initializedCount in
      let slots = unsafe slots
      var next = 0
      unsafe withUnsafeMutablePointer(to: &next) { next in
        // The check for an escape has the length of the file's whole path, which would differ from build to build.
        #sourceLocation(file:"Cores.map",line:1)
        withoutActuallyEscaping(body) { body in
          run(in: threads) { thread in
            while case let index = unsafe ww_take_next(next), index < count {
              unsafe slots.initializeElement(at: index, to: body(thread, index))
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
    var started: [pthread_t] = []
    for number in 1..<max(1, threads) {
      let start = unsafe Unmanaged.passRetained(ThreadStart { body(number) })
      var thread = pthread_t()
      guard unsafe pthread_create(&thread, nil, beginThread, start.toOpaque()) == 0 else {
        unsafe start.release()
        break
      }
      started.append(thread)
    }
    body(0)
    for thread in started { pthread_join(thread, nil) }
  }
}

/// What a thread is started with.
private final class ThreadStart {
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }
}

/// What a thread does. The signals that its creator held back are held back from it too.
private func beginThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context = unsafe context else { return nil }
  let start = unsafe Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue()
  // The handler of its own faults needs a stack of its own.
  ww_deadly_use_stack()
  start.body()
  return nil
}
