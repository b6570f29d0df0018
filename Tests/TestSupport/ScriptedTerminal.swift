internal import Glibc
package import WatchwordScreen

/// A terminal that plays a script and keeps what it was given to show.
///
/// Each step is one event and followed by one frame: what is painted first, before what was typed is judged, is among
/// ``echoes``. When the script is over it presses ^C, so that a session always
/// comes to its end. Time stands still except in the step `wait`.
package struct ScriptedTerminal: Terminal {
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
    case wait(milliseconds: Int64)
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

  private var ticks = 0
  private let fieldCount: Int
  private var script: ArraySlice<Step>
  private var paste = ""
  /// Whether the script was played to its end.
  package private(set) var isOver = false
  private let willPlay: () -> Void

  /// Makes a terminal that plays `script` for a form with `fieldCount` fields and calls `willPlay` before each step.
  package init(
    _ script: [Step], fieldCount: Int, size: Size = Size(columns: 80, rows: 24),
    willPlay: @escaping () -> Void = {}
  ) {
    self.size = size
    self.fieldCount = fieldCount
    self.script = script[...]
    self.willPlay = willPlay
  }

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
    (lastFrame, texts) = (frame, all)
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
      return .key(.control("c"))
    }
    if case .wait(let milliseconds) = step {
      let end = now.advanced(by: .milliseconds(milliseconds))
      if let deadline, deadline <= end {
        let rest = (end - deadline).wholeNanoseconds
        now = max(now, deadline)
        script[script.startIndex] = .wait(milliseconds: (rest + 999_999) / 1_000_000)
        if rest <= 0 { script.removeFirst() }
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
    case .wait, .tickWhileShown, .tickUntil: return .tick
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

  /// Lends the text of the last paste.
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
  package static func key(_ key: Key) -> Self { .event(.key(key)) }
  /// A key without a character is pressed.
  package static func key(_ code: Key.Code, _ modifiers: Key.Modifiers = []) -> Self {
    .key(Key(code, modifiers))
  }
  /// A key is pressed with Control.
  package static func control(_ scalar: Unicode.Scalar) -> Self { .key(.control(scalar)) }
  /// Button 1 is pressed on a cell.
  package static func press(row: Int, column: Int) -> Self {
    .event(.press(Position(row: row, column: column)))
  }
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
