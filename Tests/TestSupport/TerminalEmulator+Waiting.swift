internal import Glibc
package import Testing
internal import WatchwordScreen

extension TerminalEmulator {
  /// How long a test waits for something before it fails, in milliseconds.
  static let patience = 40_000

  /// Waits until `condition` is true. Returns whether it is; a failure is recorded with a picture of the screen.
  ///
  /// After a first failure, nothing waits any more and nothing is reported again.
  @discardableResult package func wait(
    _ what: @autoclosure () -> String, sourceLocation: SourceLocation = #_sourceLocation,
    until condition: () -> Bool
  ) -> Bool {
    let end = milliseconds() + TerminalEmulator.patience
    while !condition() {
      let isOver = hasEnded && machine.hasSettledAccounts
      if isOver, condition() { return true }
      guard !machine.hasFailed, !isOver, milliseconds() < end else {
        fail("waited in vain until \(what())", sourceLocation: sourceLocation)
        return false
      }
      // Conditions may look at the process, which makes no descriptor readable; so they are checked every 10 ms too.
      machine.pump(milliseconds: 10)
    }
    return true
  }

  package func expect(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    for text in texts {
      wait("the screen shows \u{201C}\(text)\u{201D}", sourceLocation: sourceLocation) { shows(text) }
    }
  }

  package func expect(gone texts: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    for text in texts {
      wait("\u{201C}\(text)\u{201D} is gone from the screen", sourceLocation: sourceLocation) { !shows(text) }
    }
  }

  package func expect(row parts: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    wait("a row holds \(parts)", sourceLocation: sourceLocation) {
      rows.contains { row in parts.allSatisfy { row.contains($0) } }
    }
  }

  /// Waits until a button has the focus and can be pressed. Those of a question are grey at first.
  package func expectPressable(sourceLocation: SourceLocation = #_sourceLocation) {
    wait("a button can be pressed", sourceLocation: sourceLocation) {
      ["▸ ", "> "].contains { cell(of: $0).map { $0.isReversed || $0.background != .standard } ?? false }
    }
  }

  /// Waits until the program has taken in everything done to it, has drawn, and sleeps for good.
  ///
  /// The screen is then final, so a test can say that something did not happen. If the kernel does not say that it
  /// sleeps for good, it must write nothing for `silence` milliseconds, longer than it ever waits alone.
  package func settle(silence: Int32 = 300, sourceLocation: SourceLocation = #_sourceLocation) {
    let before = machine.wakeUpsBefore
    let isCalm = wait("the program sleeps until the next event", sourceLocation: sourceLocation) {
      guard case .running = fate else { return true }
      return machine.isAllSent && process.wakeUps > before && process.isAsleepForGood != false
    }
    guard isCalm else { return }
    // Its last output may still be on its way through the kernel.
    while machine.pump(milliseconds: process.isAsleepForGood == nil ? silence : 10) {}
  }

  /// Waits until the program has ended or stopped as `fate` says, and all its output is there.
  package func expect(_ fate: Fate, sourceLocation: SourceLocation = #_sourceLocation) {
    wait("the program has \(fate)", sourceLocation: sourceLocation) {
      self.fate == fate && machine.hasSettledAccounts
    }
  }

  /// Waits until the program has exited with `status`.
  package func expectExit(_ status: Int32, sourceLocation: SourceLocation = #_sourceLocation) {
    wait("the program has ended, with status \(status)", sourceLocation: sourceLocation) {
      hasEnded && machine.hasSettledAccounts
    }
    if hasEnded, fate != .exited(status) {
      fail("ended with \(fate) instead of status \(status)", sourceLocation: sourceLocation)
    }
  }

  package var hasEnded: Bool {
    switch fate {
    case .running, .stopped: false
    case .exited, .killed: true
    }
  }

  package func fail(_ what: String, sourceLocation: SourceLocation = #_sourceLocation) {
    guard !machine.hasFailed else { return }
    machine.hasFailed = true
    let edge = String(repeating: "-", count: size.columns)
    Issue.record(
      """
      \(what); the program is \(fate), cursor \(cursor.row),\(cursor.column)
      \(edge)
      \(picture)
      \(edge)
      stdout: \(outputText.debugDescription) stderr: \(errorText.debugDescription)
      """, sourceLocation: sourceLocation)
  }

  private func milliseconds() -> Int {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
  }
}
