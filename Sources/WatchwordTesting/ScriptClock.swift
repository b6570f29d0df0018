internal import Synchronization

/// The clock of a script. Time passes on it where the script says so, and who sleeps by it is woken then.
final class ScriptClock: Clock, Sendable {
  /// A point in the time of the script.
  struct Instant: InstantProtocol {
    /// The time since the script began.
    let offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private struct Sleeper {
    let end: Instant
    let wake: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Int: Sleeper] = [:]
    /// How many have begun to sleep.
    var count = 0
    /// Whether somebody was woken, who may have something to say now.
    var hasWoken = false
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock(\.now) }
  var minimumResolution: Duration { .nanoseconds(1) }
  var sleeperCount: Int { state.withLock(\.sleepers.count) }
  /// When the next sleeper is woken; `nil` where nobody sleeps.
  var nextEnd: Instant? { state.withLock { $0.sleepers.values.map(\.end).min() } }
  var hasWoken: Bool {
    get { state.withLock(\.hasWoken) }
    set { state.withLock { $0.hasWoken = newValue } }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = state.withLock { state in
          if !Task.isCancelled, deadline > state.now {
            state.sleepers[number] = Sleeper(end: deadline, wake: continuation)
          }
          return state.sleepers[number] == nil
        }
        guard isOver else { return }
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else {
          continuation.resume()
        }
      }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
      sleeper?.wake.resume(throwing: CancellationError())
    }
  }

  /// Has it be `now`, and wakes who has slept for long enough.
  func advance(to now: Instant) {
    let woken = state.withLock { state in
      state.now = max(now, state.now)
      let due = state.sleepers.filter { $0.value.end <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      if !due.isEmpty { state.hasWoken = true }
      return due.values.map(\.wake)
    }
    for continuation in woken { continuation.resume() }
  }
}
