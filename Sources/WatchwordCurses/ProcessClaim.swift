internal import CWatchwordTerminal
internal import WatchwordBase

/// The claim to the process, which only one form has at a time, because ncurses, signal actions and the locale belong
/// to the process. A form makes the claim before it touches any of these, on any thread.
package enum ProcessClaim {
  private struct State {
    var isTaken = false
    var waiting: [Semaphore] = []
    /// The host's lines that nobody has printed yet.
    var lines: ArraySlice<String> = []
    /// How many of them a screen has shown. It does not keep them.
    var shownCount = 0
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

  /// Releases the process for other forms. First hands each line that the form has not printed to `write`, without
  /// control characters, and those that are said meanwhile behind them.
  package static func giveUp(writing write: (String) -> Void = { _ in }) {
    defer { wakeWaiting() }
    for line in takeLines() { write(line) }
    // Whoever says more waits now. Otherwise a thread that never stops would keep the form from ending.
    state.withLock { state in
      for line in state.lines { write(line.replacingControls) }
      ww_lines_drop()
      (state.isTaken, state.lines, state.shownCount) = (false, [], 0)
    }
  }

  /// Makes the form that has the process say `line`. Returns false if no form has it.
  package static func say(_ line: String) -> Bool {
    defer { Wake.up() }
    return state.withLock { state in
      if state.isTaken {
        state.lines.append(line)
        keep(state.lines.suffix(1))
      }
      return state.isTaken
    }
  }

  /// Keeps `lines`, as far as there is room, to be written if a signal ends the process before they are printed.
  private static func keep(_ lines: ArraySlice<String>) {
    for line in lines {
      var text = line.replacingControls + "\n"
      guard text.withUTF8({ unsafe ww_lines_keep($0.baseAddress, $0.count) }) else { return }
    }
  }

  /// Takes the next lines, at most `limit`, to print them. Replaces control characters. If more lines are left, wakes
  /// the form for them.
  package static func takeLines(atMost limit: Int = .max) -> [String] {
    state.withLock { state in
      let taken = state.lines.prefix(limit)
      state.lines = taken.count == state.lines.count ? [] : state.lines.dropFirst(limit)
      ww_lines_drop()
      keep(state.lines)
      state.shownCount = max(0, state.shownCount - taken.count)
      if !state.lines.isEmpty { Wake.up() }
      return taken.map(\.replacingControls)
    }
  }

  /// The lines that no screen has shown yet. They are still to be printed.
  package static func showLines() -> [String] {
    state.withLock { state in
      defer { state.shownCount = state.lines.count }
      return Array(state.lines.dropFirst(state.shownCount))
    }
  }
}
