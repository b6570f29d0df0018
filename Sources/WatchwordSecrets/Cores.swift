internal import CWatchwordSystem
internal import WatchwordBase

/// The processor's cores, for work on secrets that can be done in any order.
package enum Cores {
  /// The number of threads worth their memory: one for each core this process may use, at most 16.
  package static var count: Int { min(Int(ww_core_count()), most) }

  private static let most = 16

  /// Calls `body` with each index from 0 to `count` - 1, in several threads that end before this returns.
  ///
  /// Each thread takes the next free index and writes its result to that slot. Signals are blocked until all is done
  /// and each thread has overwritten its stack. So a signal that ends the process finds no secret outside locked
  /// memory.
  ///
  /// - Parameters:
  ///   - count: The number of indices.
  ///   - threads: The number of threads, including the caller's; fewer if the system has none left.
  ///   - body: Gets the number of the thread, which is 0 for the caller's, and the index.
  /// - Returns: The results of `body`, in the order of the indices.
  package static func map<R>(
    _ count: Int, threads: Int, _ body: (_ thread: Int, _ index: Int) -> R
  ) -> [R] {
    let signals = ww_deadly_hold()
    defer { ww_signals_release(signals) }
    return unsafe [R](unsafeUninitializedCapacity: count) { slots, initializedCount in
      let slots = unsafe slots
      var next = 0
      unsafe withUnsafeMutablePointer(to: &next) { next in
        // The escape check embeds the path of the file, whose length would differ from build to build.
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

  /// Calls `body` in `threads` threads, each with its number, and waits until all have returned.
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
