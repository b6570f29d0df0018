internal import Synchronization

/// The clock of a script. Its time passes when the script says so, and then it wakes sleepers.
final class ScriptClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    let offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    /// When each sleeper wakes, by its number.
    var ends: [Int: Instant] = [:]
    /// How many sleepers there have been.
    var count = 0
    /// Whether a sleeper was woken, and may answer now.
    var hasWoken = false
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock(\.now) }
  var minimumResolution: Duration { .nanoseconds(1) }
  var sleeperCount: Int { state.withLock(\.ends.count) }
  /// When the next sleeper wakes; `nil` if there is none.
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
    // A cancelled sleeper stops at once, so that the script waits for the next sleeper instead.
    try await withTaskCancellationHandler {
      // Poll in real time: how long the script waits does not matter.
      while state.withLock({ $0.ends[number] != nil }) { try await Task.sleep(for: .milliseconds(1)) }
      try Task.checkCancellation()
    } onCancel: {
      state.withLock { $0.ends[number] = nil }
    }
  }

  /// Sets the time to `now`, and wakes those who have slept long enough.
  func advance(to now: Instant) {
    state.withLock { state in
      state.now = max(now, state.now)
      let ends = state.ends.filter { $0.value > state.now }
      if ends.count < state.ends.count { state.hasWoken = true }
      state.ends = ends
    }
  }
}
