internal import Glibc
internal import WatchwordCurses
package import WatchwordScreen

extension ScriptedTerminal {
  /// A key that types no text.
  public struct Key: Sendable {
    let base: WatchwordScreen.Key

    private init(_ code: WatchwordScreen.Key.Code, _ modifiers: WatchwordScreen.Key.Modifiers = []) {
      base = WatchwordScreen.Key(code, modifiers)
    }

    /// Return.
    public static let enter = Key(.enter)
    /// Tab.
    public static let tab = Key(.tab)
    /// Shift-Tab.
    public static let backTab = Key(.tab, .shift)
    /// Escape alone.
    public static let escape = Key(.escape)
    /// Backspace.
    public static let backspace = Key(.backspace)
    /// Delete.
    public static let delete = Key(.delete)
    /// The arrow to the left.
    public static let left = Key(.left)
    /// The arrow to the right.
    public static let right = Key(.right)
    /// The arrow up.
    public static let up = Key(.up)
    /// The arrow down.
    public static let down = Key(.down)
    /// Home.
    public static let home = Key(.home)
    /// End.
    public static let end = Key(.end)
    /// Control with a lower-case letter or a sign.
    public static func control(_ scalar: Unicode.Scalar) -> Key { Key(.scalar(scalar), .control) }
  }

  /// Makes a terminal with an empty script, and a window of this size.
  public init(columns: Int = 80, rows: Int = 24) {
    self.init([], fieldCount: 0, size: Size(columns: max(0, columns), rows: max(0, rows)), end: .hangUp)
  }

  /// Adds typing to the script, a key for each scalar of `text`.
  public mutating func type(_ text: String) {
    script += text.unicodeScalars.map { .event(.key(WatchwordScreen.Key(.scalar($0)))) }
  }

  /// Adds presses of a key to the script.
  public mutating func press(_ key: Key, times: Int = 1) {
    script += Array(repeating: .event(.key(key.base)), count: max(0, times))
  }

  /// Adds a paste to the script.
  public mutating func paste(_ text: String) { script.append(.paste(text)) }

  /// Adds a new size of the window to the script.
  public mutating func resize(columns: Int, rows: Int) {
    script.append(.resize(columns: max(0, columns), rows: max(0, rows)))
  }

  /// Adds time to the script, in which nobody does anything. It takes no time to play, and passes on ``clock``.
  public mutating func wait(_ duration: Duration) { script.append(.wait(duration)) }

  /// Adds a look at the screen to the script. When it is played, ``looks`` has what the screen shows.
  public mutating func look(_ name: String) { script.append(.look(name)) }

  /// What the screen showed last: a string for each row, without the blanks at its end.
  public var screen: [String] { lastLook.rows }

  /// Where the cursor stood last, counted from 0 at the upper left corner; `nil` where there was none.
  public var cursor: (row: Int, column: Int)? { lastLook.cursor }

  private var lastLook: Look {
    Look(frame: lastFrame ?? Frame(size: Size(columns: 0, rows: 0)), texts: lastShownTexts)
  }

  /// The time of the script, for validators of yours: one that sleeps by it is woken when the script has waited for so long,
  /// which takes no time.
  ///
  /// A validator that neither answers nor sleeps by this clock is waited for, for two seconds at most.
  public var clock: some Clock<Duration> { scriptClock }

  /// What the screen showed at one time.
  public struct Look: Sendable {
    fileprivate let frame: Frame
    fileprivate let texts: [Int: String]

    /// A string for each row, without the blanks at its end.
    public var rows: [String] { frame.rows(filledFrom: texts) }

    /// Where the cursor stood, counted from 0 at the upper left corner; `nil` where there was none.
    public var cursor: (row: Int, column: Int)? { frame.cursor.map { ($0.row, $0.column) } }

    /// The colour in which `text` begins where it stands first, as 0xRRGGBB on a dark background; `nil` where that is the
    /// terminal's own, or the text is not there.
    public func color(of text: String) -> UInt32? {
      for (row, line) in rows.enumerated() {
        guard let place = line.firstRange(of: text)?.lowerBound else { continue }
        let glyphs = (0..<frame.size.columns).filter { !frame[row, $0].isContinuation }
        let column = glyphs[line.distance(from: line.startIndex, to: place)]
        return exactColor(of: frame[row, column].style)
      }
      return nil
    }
  }
}

extension Frame {
  /// The picture, with the texts of fields that it shows in their holes.
  fileprivate func rows(filledFrom texts: [Int: String]) -> [String] {
    let characters = texts.mapValues(Array.init)
    return lines(blank: " ") { cell in
      guard case .secret(let field, let index) = cell.glyph else { return symbol(of: cell) }
      guard let text = characters[Int(field)], text.indices.contains(Int(index)) else { return " " }
      return String(text[Int(index)])
    }
  }
}

/// A terminal for tests: it plays a script of keys to a form, and keeps what the form shows. There is no device behind
/// it, so that tests run anywhere, and side by side.
///
/// ```swift
/// var terminal = ScriptedTerminal()
/// terminal.type("umbrella-lantern-4711")
/// terminal.press(.tab)
/// terminal.type("umbrella-lantern-4711")
/// terminal.press(.enter)
/// let answer = try PasswordForm.newPassword().runAndWait(on: &terminal)
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
    case paste(String)
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

    package static func == (lhs: Condition, rhs: Condition) -> Bool { lhs.name == rhs.name }
  }

  package private(set) var size: Size
  /// The time on the clock that the script turns.
  package private(set) var now = start {
    didSet { scriptClock.advance(to: ScriptClock.Instant(offset: now - Self.start)) }
  }
  private static let start = Instant(nanoseconds: 1_000_000_000)
  package var canSuspend = true
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
  package private(set) var beeps = 0
  package private(set) var invalidations = 0
  /// The frame that stood each time that the process was stopped.
  package private(set) var suspensions: [Frame] = []
  /// For every wait for an event the number of frames, when it began, and its deadline, `nil` where it had none.
  package private(set) var waits: [(frames: Int, start: Instant, deadline: Instant?)] = []
  /// Whether the text of the last paste was wiped.
  package private(set) var hasForgottenPaste = true
  /// What the screen showed at each look, by its name.
  public private(set) var looks: [String: Look] = [:]
  private let scriptClock = ScriptClock()
  /// The number of questions after which somebody was waited for in vain.
  private var abandoned = 0

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

  package mutating func echo(_ mask: Cell, row: Int, columns: Range<Int>) -> Bool {
    guard var echo = frames.last else { return false }
    for column in columns { echo[row, column] = mask }
    echo.cursor = Position(row: row, column: columns.upperBound)
    echoes.append(echo)
    return true
  }

  /// Plays the next step, or ticks where a deadline comes first.
  package mutating func nextEvent(before deadline: Instant?) -> Event {
    waits.append((frames.count, now, deadline))
    isRepainting = false
    return play(before: deadline)
  }

  private mutating func play(before deadline: Instant?) -> Event {
    while let step = script.first {
      switch step {
      case .event(let event), .waiting(let event):
        beginStep()
        return event
      case .paste(let text):
        beginStep()
        (paste, hasForgottenPaste) = (text, false)
        return .paste
      case .resize(let columns, let rows):
        beginStep()
        size = Size(columns: columns, rows: rows)
        return .resize(size)
      case .look(let name): looks[name] = lastLook
      case .wait(let duration):
        let end = now.advanced(by: duration)
        let waking = scriptClock.nextEnd.map { Self.start.advanced(by: $0.offset) }
        if let deadline = [deadline, waking].compactMap(\.self).min(), deadline <= end {
          let rest = end - deadline
          now = max(now, deadline)
          script[script.startIndex] = .wait(rest)
          if rest <= .zero { script.removeFirst() }
          return .tick
        }
        now = end
      case .tickWhileShown(let text):
        let isShown = frames.last?.rows.contains { $0.contains(text) } ?? false
        if ticks(until: !isShown) { return .tick }
      case .tickUntil(let condition): if ticks(until: condition.holds()) { return .tick }
      }
      script.removeFirst()
    }
    isOver = true
    willPlay()
    return end
  }

  private mutating func beginStep() {
    script.removeFirst()
    willPlay()
  }

  /// Ticks once more, which takes 2 ms of real time, unless what is waited for `holds`, or never will.
  private mutating func ticks(until holds: Bool) -> Bool {
    ticks += 1
    if holds || ticks > 15_000 {
      ticks = 0
      return false
    }
    poll(nil, 0, 2)
    return true
  }

  package mutating func waitsForAnswer(
    of count: Int, questions: Int, _ hasAnswer: (Duration) -> Bool
  ) -> Bool {
    guard questions > abandoned || scriptClock.hasWoken else { return false }
    // These steps look for themselves.
    switch script.first {
    case .tickWhileShown?, .tickUntil?: return false
    default: break
    }
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .seconds(2) {
      if hasAnswer(.milliseconds(1)) { return true }
      if scriptClock.sleeperCount >= count {
        scriptClock.hasWoken = false
        return false
      }
    }
    (abandoned, scriptClock.hasWoken) = (questions, false)
    return false
  }

  /// The next step, where it says that its event is waiting; all other steps have a frame of their own.
  package mutating func pendingEvent() -> Event? {
    guard case .waiting(let event) = script.first else { return nil }
    script.removeFirst()
    return event
  }

  package mutating func eventWithoutWaiting() -> Event? { pendingEvent() }

  package mutating func withPaste<R>(_ body: (UTF8Span) -> R) -> R { body(paste.utf8Span) }

  package mutating func forgetPaste() { (paste, hasForgottenPaste) = ("", true) }

  package mutating func beep() { beeps += 1 }

  package mutating func invalidate() { invalidations += 1 }

  package mutating func suspend() {
    isRepainting = false
    if let frame = frames.last { suspensions.append(frame) }
    now = now.advanced(by: suspensionTime)
  }
}
