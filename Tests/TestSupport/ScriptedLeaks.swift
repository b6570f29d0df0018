package import WatchwordStrength

/// A list of leaked passwords that answers as the test says.
package final class ScriptedLeaks: LeakList {
  /// What the list says of each of its texts.
  package var findings: [String: LeakFinding]
  /// How long a search takes, by the clock of the script.
  package var time: Duration
  /// Every text that was searched for.
  package private(set) var searches: [String] = []
  /// How long each wait was allowed to last.
  package private(set) var waits: [Duration] = []
  /// The text that was searched for last, until the list forgets it.
  package private(set) var text: String?
  private var found: LeakFinding?

  /// Makes a list of `findings`. A search for any other text finds nothing.
  package init(_ findings: [String: LeakFinding] = [:], after time: Duration = .zero) {
    (self.findings, self.time) = (findings, time)
  }

  package func finding(on text: UTF8Span) -> LeakFinding {
    String(copying: text) == self.text ? found ?? .open : .open
  }

  package func begin(_ text: UTF8Span) {
    guard String(copying: text) != self.text || found == .unreadable else { return }
    (self.text, found) = (String(copying: text), nil)
    searches.append(String(copying: text))
  }

  package func wait(atMost duration: Duration) {
    waits.append(duration)
    if time <= duration { answer() }
  }

  package func look(after elapsed: Duration) -> Bool {
    if elapsed >= time { answer() }
    return found != nil || text == nil
  }

  package func find(_ text: UTF8Span) -> LeakFinding {
    begin(text)
    answer()
    return finding(on: text)
  }

  package func cancel() { (text, found) = (nil, nil) }

  private func answer() {
    if found == nil, let text { found = findings[text] ?? .clear }
  }
}
