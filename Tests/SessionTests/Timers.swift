import TestSupport
import WatchwordScreen

@testable import Watchword

extension FormScreen {
  /// The names of the timers that are due at `instant`.
  func timersDue(at instant: Instant) -> [String] {
    let timers = FormTimer.allCases.map { ("\($0)", $0.due(in: form.state)) } + [("held news", quiet.end)]
    return timers.filter { $0.1.map { $0 <= instant } == true }.map(\.0)
  }

  /// What is wrong with the timers after a tick at `now` and the frame that followed it. A timer that is still due
  /// would wake the form again at once, and as long as nothing moves it.
  func faultOfTimers(afterTickAt now: Instant) -> String? {
    guard form.ending == nil, let deadline else { return nil }
    if deadline <= now { return "\(timersDue(at: now)) due after a tick" }
    return timersDue(at: deadline).isEmpty ? "no timer is due at the deadline" : nil
  }
}

/// A terminal that shows nothing. In line mode it types at random, some of it after half a minute, and finds fault with
/// a form that wakes up without need.
struct Typist: ScreenTerminal, LineTerminal {
  var events: ArbitraryEvents
  /// What is typed, one of these a line.
  var texts = ["ada@example.org", "root@localhost", "Abcdef1!", "Ada Lovelace", "", "x", "1234"]
  /// Called with each question.
  var willAsk: ([String]) -> Void = { _ in }
  let columns = 80
  let characterWidth = CharacterWidth.standard
  var size = Size(columns: 80, rows: 200)
  var now = Instant(nanoseconds: 1_000_000_000)
  var canBeInline = false
  var lineEnd = LineEnd.plain
  private(set) var fault: String?
  private(set) var output = ""
  private var line = ""
  private var isAsked = false
  private var lines = 25
  private var wakes = 0
  private var idleEnd: Instant?
  /// How many events the session has handled since the last tick, the tick among them; `nil` if something was printed
  /// since. Line mode asks for the program's lines once an event.
  private var handled: Int?

  var canSuspend: Bool { false }

  init(_ events: ArbitraryEvents) { self.events = events }

  mutating func print(_ lines: [String]) {
    output += lines.joined(separator: "\n") + "\n"
    handled = nil
  }
  mutating func takeLines() -> [String] {
    handled? += 1
    return []
  }
  mutating func ask(_ question: [String], isSeen: Bool) {
    print(question)
    isAsked = true
    willAsk(question)
  }
  mutating func print(secret: UTF8Span) {}
  mutating func spell(_ secret: UTF8Span, separator: String, name: (Unicode.Scalar) -> String) {}

  mutating func nextEvent(before deadline: Instant?) -> Event {
    wakes += 1
    if wakes > 200 { fault = "it is woken again and again" }
    if handled == 1, let deadline, deadline <= now {
      fault = "a timer is due after a tick, since \(now - deadline)"
    }
    handled = nil
    guard isAsked, fault == nil else { return fault == nil ? tick(at: deadline) : .hangUp }
    if idleEnd == nil { (idleEnd, wakes) = (now.advanced(by: .seconds(events.chance(20) ? 30 : 0)), 0) }
    if let deadline, let idleEnd, deadline < idleEnd { return tick(at: deadline) }
    // Half a minute needs at most a validation, its pause, and the last seconds.
    if wakes > 30 { fault = "it was woken \(wakes) times in half a minute" }
    (idleEnd, wakes, isAsked, lines) = (nil, 0, false, lines - 1)
    if lines < 0 { return .key(.control("c")) }
    if events.chance(5) { return .refused(events.chance(50) ? .notText : .controlCharacter) }
    line = texts.randomElement(using: &events.random) ?? ""
    if events.chance(10) { line = ["help", "n", "no"].randomElement(using: &events.random) ?? "" }
    lineEnd = events.chance(90) ? .plain : events.chance(50) ? .make : .show
    return .paste
  }

  private mutating func tick(at deadline: Instant?) -> Event {
    if let deadline { now = max(now, deadline) }
    handled = 0
    return .tick
  }

  mutating func withPaste<R>(_ body: (UTF8Span) -> R) -> R { body(line.utf8Span) }
  mutating func forgetPaste() { line = "" }
  mutating func suspend() {}
  mutating func pendingEvent() -> Event? { nil }
  mutating func eventWithoutWaiting() -> Event? { nil }
  mutating func paint(_ frame: Frame, readSecret: (_ field: Int, _ body: (UTF8Span) -> Void) -> Void) {}
  mutating func beep() {}
  mutating func invalidate() {}
}

/// Goes on in lines with the form of `screen`, which F3 has ended, at `now`. Returns what is wrong.
func faultOfLines(
  after screen: consuming FormScreen, at now: Instant, _ events: inout ArbitraryEvents, texts: [String]? = nil
) -> String? {
  guard screen.isLeft else { return "F3 is no end of the screen" }
  var typist = Typist(events)
  typist.now = now
  if let texts { typist.texts = texts }
  var dialogue = Dialogue(screen.leave(), on: typist)
  do throws(Ending) { _ = try dialogue.run() } catch {}
  events = dialogue.terminal.events
  return dialogue.terminal.fault.map { "after F3 \($0)\n\(dialogue.terminal.output)" }
}
