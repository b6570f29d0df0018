import TestSupport
import WatchwordScreen

/// A terminal that prints lines and plays what a person types into them. When the script is over it presses Control-C.
struct ScriptedLines: LineTerminal {
  /// One thing that happens while a question is open, or at any time.
  enum Step {
    /// A line is typed, and ends as `end` says.
    case line(String, end: LineEnd = .plain)
    /// Something else happens.
    case event(Event)
    /// Time goes by; deadlines on the way are kept.
    case wait(Duration)
  }

  var columns = 80
  let characterWidth = CharacterWidth.standard
  let size = Size(columns: 80, rows: 200)
  private(set) var now = Instant(nanoseconds: 1_000_000_000)
  private(set) var lineEnd = LineEnd.plain
  /// All that was printed, what was typed in view among it.
  private(set) var output = ""
  /// How often the process was stopped.
  private(set) var suspensions = 0
  private(set) var hasForgottenLine = true
  private var script: ArraySlice<Step>
  private var line = ""
  private var question: (lines: [String], isSeen: Bool)?

  init(_ script: [Step], columns: Int = 80) {
    self.script = script[...]
    self.columns = columns
  }

  mutating func print(_ lines: [String]) {
    endQuestion()
    for line in lines { output += line + "\n" }
  }

  mutating func ask(_ question: [String], isSeen: Bool) {
    endQuestion()
    self.question = (question, isSeen)
    output += question.joined(separator: "\n")
  }

  private mutating func endQuestion() {
    if question != nil { output += "\n" }
    question = nil
  }

  mutating func print(secret: UTF8Span) { output += String(copying: secret) + "\n" }

  mutating func spell(_ secret: UTF8Span, separator: String, name: (Unicode.Scalar) -> String) {
    output += String(copying: secret).unicodeScalars.map(name).joined(separator: separator + " ") + "\n"
  }

  mutating func nextEvent(before deadline: Instant?) -> Event {
    switch script.first {
    case nil: return .key(.control("c"))
    case .wait(let time):
      let end = now.advanced(by: time)
      guard let deadline, deadline < end else {
        now = end
        script.removeFirst()
        return nextEvent(before: deadline)
      }
      script[script.startIndex] = .wait(end - max(now, deadline))
      now = max(now, deadline)
      return .tick
    case .event(let event):
      script.removeFirst()
      return event
    case .line(let text, let end):
      guard let question else {
        if let deadline { now = max(now, deadline) }
        return .tick
      }
      script.removeFirst()
      (line, lineEnd, hasForgottenLine) = (text, end, false)
      if question.isSeen { output += text }
      endQuestion()
      return .paste
    }
  }

  mutating func withPaste<R>(_ body: (UTF8Span) -> R) -> R { body(line.utf8Span) }
  mutating func forgetPaste() { (line, hasForgottenLine) = ("", true) }
  var canSuspend: Bool { true }
  mutating func suspend() { suspensions += 1 }
  mutating func pendingEvent() -> Event? { nil }
  mutating func eventWithoutWaiting() -> Event? { nil }
  mutating func paint(_ frame: Frame, readSecret: (_ field: Int, _ body: (UTF8Span) -> Void) -> Void) {}
  mutating func beep() {}
  mutating func invalidate() {}
}
