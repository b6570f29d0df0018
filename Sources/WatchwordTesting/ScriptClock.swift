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

  private struct State {
    var now = Instant(offset: .zero)
    /// When each sleeper is woken, by its number.
    var ends: [Int: Instant] = [:]
    /// How many have begun to sleep.
    var count = 0
    /// Whether somebody was woken, who may have something to say now.
    var hasWoken = false
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock(\.now) }
  var minimumResolution: Duration { .nanoseconds(1) }
  var sleeperCount: Int { state.withLock(\.ends.count) }
  /// When the next sleeper is woken; `nil` where nobody sleeps.
  var nextEnd: Instant? { state.withLock { $0.ends.values.min() } }
  var hasWoken: Bool {
    get { state.withLock(\.hasWoken) }
    set { state.withLock { $0.hasWoken = newValue } }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.count += 1
      if deadline > state.now { state.ends[state.count] = deadline }
      return state.count
    }
    defer { state.withLock { $0.ends[number] = nil } }
    // A moment of real time for each look: how long the script waits does not matter.
    while state.withLock({ $0.ends[number] != nil }) { try await Task.sleep(for: .milliseconds(1)) }
  }

  /// Has it be `now`, and wakes who has slept for long enough.
  func advance(to now: Instant) {
    state.withLock { state in
      state.now = max(now, state.now)
      let ends = state.ends.filter { $0.value > state.now }
      if ends.count < state.ends.count { state.hasWoken = true }
      state.ends = ends
    }
  }
}
