internal import WatchwordBase
internal import WatchwordSecrets

/// The claim to the process, which only one form has at a time, because ncurses, signal actions and the locale belong
/// to the process. A form makes the claim before it touches any of these, on any thread.
package enum ProcessClaim {
  private struct State {
    var isTaken = false
    var waiting: [Semaphore] = []
    /// The host's lines for the form that has the process.
    var lines: [String] = []
  }

  private static let state = Guarded(State())

  /// Claims the process for a form. If other forms come first, waits until it is this form's turn or `isGone` returns
  /// true, because nobody waits for this form any more. Each ``wakeWaiting()`` asks `isGone` again. Does not wait if
  /// `isGone` is `nil`.
  ///
  /// - Returns: Whether the process is claimed.
  package static func take(waitingUnless isGone: (() -> Bool)? = nil) -> Bool {
    let turn = Semaphore()
    state.withLock { $0.waiting.append(turn) }
    defer {
      state.withLock { $0.waiting.removeAll { $0 === turn } }
      wakeWaiting()
    }
    while true {
      let isTurn = state.withLock { state in
        let isTurn = !state.isTaken && state.waiting.first === turn
        if isTurn { state.isTaken = true }
        return isTurn
      }
      guard !isTurn, let isGone, !isGone() else { return isTurn }
      turn.wait()
    }
  }

  /// Makes everyone who waits check again.
  package static func wakeWaiting() { for turn in state.withLock({ $0.waiting }) { turn.signal() } }

  /// Releases the process for other forms. Returns the lines that the form has not said.
  @discardableResult
  package static func giveUp() -> [String] {
    defer { wakeWaiting() }
    return state.withLock { state in
      defer { (state.isTaken, state.lines) = (false, []) }
      return state.lines
    }
  }

  /// Makes the form that has the process say `line`. Returns false if no form has it.
  package static func say(_ line: String) -> Bool {
    defer { Wake.up() }
    return state.withLock { state in
      if state.isTaken { state.lines.append(line) }
      return state.isTaken
    }
  }

  package static func takeLines() -> [String] {
    state.withLock { state in
      defer { state.lines = [] }
      return state.lines
    }
  }
}
