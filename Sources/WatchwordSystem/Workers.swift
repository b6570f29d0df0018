internal import CWatchwordSystem
internal import Glibc
internal import WatchwordSecrets

/// Threads that do the pieces of one job after the other, together with the thread that asks for it.
///
/// A worker takes no signal but for faults of its own, and wipes its stack and registers after each piece. The thread
/// that asks takes its signals when the job is done. So a signal that ends the process finds no secret outside locked
/// memory.
@safe
public final class Workers {
  /// The most threads that are worth their memory.
  private static let most = 16

  /// The number of threads that can work at the same time: one for each core that this process may use, at most 16.
  public static var usefulCount: Int { min(Int(ww_core_count()), most) }

  private let queue = PieceQueue()
  private var threads: [pthread_t] = []

  /// Starts `count` threads, fewer where the system has none left. The workers are numbered from 1 on; 0 is whoever
  /// asks.
  public init(count: Int) {
    let signals = ww_deadly_hold()
    defer { ww_deadly_release(signals) }
    for number in 0..<count {
      let start = unsafe Unmanaged.passRetained(WorkerStart(queue: queue, number: number + 1))
      var thread = pthread_t()
      guard unsafe pthread_create(&thread, nil, work, start.toOpaque()) == 0 else {
        unsafe start.release()
        return
      }
      threads.append(thread)
    }
  }

  deinit {
    queue.end()
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Does `count` pieces of a job and waits until all are done.
  ///
  /// - Parameters:
  ///   - count: The number of pieces.
  ///   - body: Gets the number of the worker that does the piece, and the number of the piece from 0 on. It is called by
  ///     several threads at the same time, by none twice.
  /// - Returns: What `body` answered, in the order of the pieces.
  public func map<R>(_ count: Int, _ body: @escaping (_ worker: Int, _ piece: Int) -> R) -> [R] {
    let signals = ww_deadly_hold()
    defer { ww_deadly_release(signals) }
    var results = [R?](repeating: nil, count: count)
    queue.perform(count) { [queue] worker, piece in
      let result = body(worker, piece)
      queue.locked { results[piece] = result }
    }
    return results.compactMap { $0 }
  }
}

/// What a thread is started with.
private final class WorkerStart {
  let queue: PieceQueue
  let number: Int

  init(queue: PieceQueue, number: Int) {
    self.queue = queue
    self.number = number
  }
}

/// What a thread does, from its start to its end. It begins with the signals of the thread that started it held back.
private func work(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context = unsafe context else { return nil }
  let start = unsafe Unmanaged<WorkerStart>.fromOpaque(context).takeRetainedValue()
  // Gives the thread a stack for the handler of its faults.
  ww_deadly_install(false)
  start.queue.work(as: start.number)
  return nil
}

/// The pieces of a job that are still to be done. All that changes is read and written under its lock.
@safe
private final class PieceQueue {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let hasChanged = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var job: ((Int, Int) -> Void)?
  private var count = 0
  private var taken = 0
  private var done = 0
  private var isEnding = false

  init() {
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(hasChanged, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(hasChanged)
    unsafe pthread_mutex_destroy(lock)
    unsafe hasChanged.deallocate()
    unsafe lock.deallocate()
  }

  /// Does `body` while no other thread does anything under the lock.
  func locked<R>(_ body: () -> R) -> R {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return body()
  }

  /// Gives the workers `count` pieces of `job`, helps as number 0, and returns when all are done.
  func perform(_ count: Int, _ job: @escaping (Int, Int) -> Void) {
    locked {
      (self.job, self.count, taken, done) = (job, count, 0, 0)
      unsafe pthread_cond_broadcast(hasChanged)
      while takePiece(as: 0) {}
      while done < count { unsafe pthread_cond_wait(hasChanged, lock) }
      self.job = nil
    }
  }

  /// Does pieces as they come, until there will be no more.
  func work(as number: Int) {
    locked {
      while !isEnding {
        if !takePiece(as: number) { unsafe pthread_cond_wait(hasChanged, lock) }
      }
    }
  }

  /// Lets the workers return.
  func end() {
    locked {
      isEnding = true
      unsafe pthread_cond_broadcast(hasChanged)
    }
  }

  /// Does the next piece, without the lock meanwhile. Answers false where there is none.
  private func takePiece(as number: Int) -> Bool {
    guard let job, taken < count else { return false }
    let piece = taken
    taken += 1
    unsafe pthread_mutex_unlock(lock)
    job(number, piece)
    StackScratch.scrub()
    unsafe pthread_mutex_lock(lock)
    done += 1
    if done == count { unsafe pthread_cond_broadcast(hasChanged) }
    return true
  }
}
