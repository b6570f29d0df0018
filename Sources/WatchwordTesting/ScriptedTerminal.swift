internal import Glibc
package import WatchwordScreen

/// A terminal for tests: it plays a script of keys to a form, and keeps what the form shows. There is no device behind
/// it, so that tests run anywhere, and side by side.
///
/// ```swift
/// var terminal = ScriptedTerminal()
/// terminal.type("umbrella-lantern-4711")
/// terminal.press(.tab)
/// terminal.type("umbrella-lantern-4711")
/// terminal.press(.enter)
/// let answer = try PasswordForm.newPassword().run(on: &terminal)
/// ```
///
/// The clock of the script stands still, except in ``wait(_:)``. What is masked on the screen is masked here as well. A
/// script is plain text, and so is what it shows: a password that somebody uses has no place in a test.
public struct ScriptedTerminal {
  // Each step is one event and followed by one frame: what is painted first, before what was typed is judged, is among
  // `echoes`.

  /// One thing that happens.
  package enum Step: Equatable, Sendable {
    /// Something other than a paste or a resize happens.
    case event(Event)
    /// Something happens while the event before is being handled.
    case waiting(Event)
    /// A text is pasted.
    case paste(String)
    /// The window gets another size.
    case resize(columns: Int, rows: Int)
    /// Time goes by; deadlines on the way are kept.
    case wait(Duration)
    /// The frame that stands is kept under a name.
    case look(String)
    /// The form is ticked, 2 ms apart and for 30 s at most, as long as it shows a text. The clock of the script stands
    /// still meanwhile.
    case tickWhileShown(String)
    /// The form is ticked in the same way until a condition holds.
    case tickUntil(Condition)
  }

  /// Something that comes to hold outside the form.
  package struct Condition: Equatable, Sendable {
    let name: String
    let holds: @Sendable () -> Bool

    /// Makes a condition, told from others by its name.
    package init(_ name: String, holds: @escaping @Sendable () -> Bool) {
      self.name = name
      self.holds = holds
    }

    /// Compares the names.
    package static func == (lhs: Condition, rhs: Condition) -> Bool { lhs.name == rhs.name }
  }

  /// The extent of the window.
  package private(set) var size: Size
  /// The time on the clock that the script turns.
  package private(set) var now = Instant(nanoseconds: 1_000_000_000)
  /// Whether the process can be stopped.
  package var canSuspend = true
  /// For how long the process is stopped.
  package var suspensionTime = Duration.zero

  /// Every frame, in the order of painting: the first one, one for each event, and the masked one at the end.
  package private(set) var frames: [Frame] = []
  /// Every frame of what was typed that came before what was typed was judged.
  package private(set) var echoes: [Frame] = []
  private var isRepainting = false
  /// The frame that stood when the script was over or the session had ended.
  package private(set) var lastFrame: Frame?
  /// The texts of all fields as they were when ``lastFrame`` was painted.
  package private(set) var texts: [String] = []
  /// The texts of the fields that ``lastFrame`` shows.
  private(set) var lastShownTexts: [Int: String] = [:]
  /// For every frame the texts of the fields that it shows.
  package private(set) var shownTexts: [[Int: String]] = []
  /// How often the bell was sounded.
  package private(set) var beeps = 0
  /// How often the screen was forgotten.
  package private(set) var invalidations = 0
  /// The frame that stood each time that the process was stopped.
  package private(set) var suspensions: [Frame] = []
  /// For every wait for an event the deadline, `nil` where there was none.
  package private(set) var deadlines: [Instant?] = []
  /// Whether the text of the last paste was wiped.
  package private(set) var hasForgottenPaste = true
  /// What the screen showed at each look, by its name.
  public private(set) var looks: [String: [String]] = [:]

  private var ticks = 0
  private let fieldCount: Int
  /// What has not been played yet.
  package var script: ArraySlice<Step>
  /// What happens when the script is over, so that a session always comes to its end.
  private let end: Event
  private var paste = ""
  /// Whether the script was played to its end.
  package private(set) var isOver = false
  private let willPlay: () -> Void

  /// Makes a terminal that plays `script` for a form with `fieldCount` fields and calls `willPlay` before each step.
  package init(
    _ script: [Step], fieldCount: Int, size: Size = Size(columns: 80, rows: 24),
    end: Event = .key(.control("c")), willPlay: @escaping () -> Void = {}
  ) {
    self.size = size
    self.end = end
    self.fieldCount = fieldCount
    self.script = script[...]
    self.willPlay = willPlay
  }

  /// Forgets that the script was over: another form begins.
  mutating func begin() { isOver = false }
}

extension ScriptedTerminal: Terminal {
  /// Keeps the frame and the texts behind it.
  package mutating func paint(_ frame: Frame, readSecret: (Int, (UTF8Span) -> Void) -> Void) {
    if isRepainting {
      echoes.append(frames.removeLast())
      shownTexts.removeLast()
    }
    isRepainting = true
    frames.append(frame)
    let shown = Set(
      frame.cells.compactMap { cell in if case .secret(let field, _) = cell.glyph { Int(field) } else { nil }
      })
    var all: [String] = []
    for field in 0..<fieldCount { readSecret(field) { all.append(String(copying: $0)) } }
    var shownTexts: [Int: String] = [:]
    for field in shown { readSecret(field) { shownTexts[field] = String(copying: $0) } }
    self.shownTexts.append(shownTexts)
    guard !isOver else { return }
    (lastFrame, texts, lastShownTexts) = (frame, all, shownTexts)
  }

  /// Plays the next step, or ticks where a deadline comes first.
  package mutating func nextEvent(before deadline: Instant?) -> Event {
    deadlines.append(deadline)
    isRepainting = false
    return play(before: deadline)
  }

  private mutating func play(before deadline: Instant?) -> Event {
    guard let step = script.first else {
      isOver = true
      willPlay()
      return end
    }
    if case .look(let name) = step {
      looks[name] = screen
      script.removeFirst()
      return play(before: deadline)
    }
    if case .wait(let duration) = step {
      let end = now.advanced(by: duration)
      if let deadline, deadline <= end {
        let rest = end - deadline
        now = max(now, deadline)
        script[script.startIndex] = .wait(rest)
        if rest <= .zero { script.removeFirst() }
        return .tick
      }
      now = end
      script.removeFirst()
      return play(before: deadline)
    }
    if let hasEnded = hasEnded(step) {
      if !hasEnded { return .tick }
      script.removeFirst()
      return play(before: deadline)
    }
    script.removeFirst()
    willPlay()
    switch step {
    case .event(let event), .waiting(let event): return event
    case .paste(let text):
      (paste, hasForgottenPaste) = (text, false)
      return .paste
    case .resize(let columns, let rows):
      size = Size(columns: columns, rows: rows)
      return .resize(size)
    case .wait, .look, .tickWhileShown, .tickUntil: return .tick
    }
  }

  /// Whether a step that ticks is over; `nil` for other steps. A tick takes 2 ms of real time.
  private mutating func hasEnded(_ step: Step) -> Bool? {
    let holds: Bool
    switch step {
    case .tickWhileShown(let text): holds = !(frames.last?.rows.contains { $0.contains(text) } ?? false)
    case .tickUntil(let condition): holds = condition.holds()
    default: return nil
    }
    ticks += 1
    if holds || ticks > 15_000 {
      ticks = 0
      return true
    }
    poll(nil, 0, 2)
    return false
  }

  /// The next step, where it says that its event is waiting; all other steps have a frame of their own.
  package mutating func pendingEvent() -> Event? {
    guard case .waiting(let event) = script.first else { return nil }
    script.removeFirst()
    return event
  }

  /// The same.
  package mutating func eventWithoutWaiting() -> Event? { pendingEvent() }

  /// Calls `body` with the text of the last paste.
  package mutating func withPaste<R>(_ body: (UTF8Span) -> R) -> R { body(paste.utf8Span) }

  /// Forgets the text of the last paste.
  package mutating func forgetPaste() { (paste, hasForgottenPaste) = ("", true) }

  /// Counts.
  package mutating func beep() { beeps += 1 }

  /// Counts.
  package mutating func invalidate() { invalidations += 1 }

  /// Keeps the frame that stands.
  package mutating func suspend() {
    isRepainting = false
    if let frame = frames.last { suspensions.append(frame) }
    now = now.advanced(by: suspensionTime)
  }
}

extension ScriptedTerminal.Step {
  /// A key is pressed.
  package static func key(_ key: WatchwordScreen.Key) -> Self { .event(.key(key)) }
  /// A key without a character is pressed.
  package static func key(
    _ code: WatchwordScreen.Key.Code, _ modifiers: WatchwordScreen.Key.Modifiers = []
  ) -> Self {
    .key(WatchwordScreen.Key(code, modifiers))
  }
  /// A key is pressed with Control.
  package static func control(_ scalar: Unicode.Scalar) -> Self { .key(.control(scalar)) }
  /// Button 1 is pressed on a cell.
  package static func press(row: Int, column: Int) -> Self {
    .event(.press(Position(row: row, column: column)))
  }
  /// Time goes by.
  package static func wait(milliseconds: Int64) -> Self { .wait(.milliseconds(milliseconds)) }
  /// Tab is pressed.
  package static let tab = Self.key(.tab)
  /// Shift-Tab is pressed.
  package static let backTab = Self.key(.tab, .shift)
  /// Return is pressed.
  package static let enter = Self.key(.enter)
  /// Escape is pressed.
  package static let escape = Self.key(.escape)
}

extension [ScriptedTerminal.Step] {
  /// `text` is typed, a scalar at a time.
  package static func typing(_ text: String) -> Self { text.unicodeScalars.map { .key(.scalar($0)) } }
}
