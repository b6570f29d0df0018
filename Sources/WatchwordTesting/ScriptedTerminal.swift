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
    /// Esc.
    public static let escape = Key(.escape)
    /// Backspace.
    public static let backspace = Key(.backspace)
    /// Delete.
    public static let delete = Key(.delete)
    /// Left arrow.
    public static let left = Key(.left)
    /// Right arrow.
    public static let right = Key(.right)
    /// Up arrow.
    public static let up = Key(.up)
    /// Down arrow.
    public static let down = Key(.down)
    /// Home.
    public static let home = Key(.home)
    /// End.
    public static let end = Key(.end)
    /// The form's second button, wherever the focus is. A user presses it by Tab and Return, the mouse, or in line mode
    /// its title.
    public static let secondaryButton = Key(.function(0))
    /// Control with a lower-case letter or other character.
    public static func control(_ scalar: Unicode.Scalar) -> Key { Key(.scalar(scalar), .control) }
  }

  /// Makes a terminal of this size with an empty script.
  public init(columns: Int = 80, rows: Int = 24) {
    self.init(
      [], fieldCount: 0, size: Size(columns: max(0, columns), rows: max(0, rows)), end: .hangUp,
      patience: .seconds(60))
  }

  /// Adds typing to the script, one key per scalar of `text`.
  public mutating func type(_ text: String) {
    script += text.unicodeScalars.map { .event(.key(WatchwordScreen.Key(.scalar($0)))) }
  }

  /// Adds key presses to the script.
  public mutating func press(_ key: Key, times: Int = 1) {
    script += Array(repeating: .event(.key(key.base)), count: max(0, times))
  }

  /// Adds a paste to the script.
  public mutating func paste(_ text: String) { script.append(.paste(text)) }

  /// Adds a window resize to the script.
  public mutating func resize(columns: Int, rows: Int) {
    script.append(.resize(columns: max(0, columns), rows: max(0, rows)))
  }

  /// Adds a signal to the script. For a resize use ``resize(columns:rows:)``.
  public mutating func send(_ signal: Signal) { script.append(.event(signal.event)) }

  /// A signal that a form handles.
  public enum Signal: Sendable {
    /// Another process asks this one to stop (SIGTSTP). It is continued immediately.
    case stop
    /// The terminal is gone (SIGHUP).
    case hangUp

    fileprivate var event: Event {
      switch self {
      case .stop: .stop
      case .hangUp: .hangUp
      }
    }
  }

  /// Adds a pause to the script. It passes on ``clock`` and takes no real time.
  public mutating func wait(_ duration: Duration) { script.append(.wait(duration)) }

  /// Adds a look at the screen to the script. Once played, ``looks`` has it.
  public mutating func look(_ name: String) { script.append(.look(name)) }

  /// The last screen: one string per row, trailing blanks cut. In line mode, all lines so far, with typed text visible.
  public var screen: [String] { lastLook.rows }

  /// The last cursor position, counted from 0 at the upper left corner; `nil` if hidden.
  public var cursor: (row: Int, column: Int)? { lastLook.cursor }

  private var lastLook: Look {
    Look(
      frame: lastFrame ?? Frame(size: Size(columns: 0, rows: 0)), texts: lastShownTexts, coloring: coloring,
      printed: printed.map { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) })
  }

  /// The script's clock, for validators of your own. A validator that sleeps on this clock wakes once the script has
  /// waited long enough, which takes no real time.
  ///
  /// If a validator or verdict neither answers nor sleeps on this clock, the script waits at most a minute for it.
  public var clock: some Clock<Duration> { scriptClock }

  /// The screen at one moment.
  public struct Look: Sendable {
    fileprivate let frame: Frame
    fileprivate let texts: [Int: String]
    fileprivate let coloring: Coloring
    fileprivate let printed: [String]?

    /// One string per row, trailing blanks cut. In line mode, all lines so far.
    public var rows: [String] { printed ?? frame.rows(filledFrom: texts) }

    /// The cursor position, counted from 0 at the upper left corner; `nil` if hidden.
    public var cursor: (row: Int, column: Int)? { frame.cursor.map { ($0.row, $0.column) } }

    /// The colour of the first character of `text` where the screen shows `text` first, as 0xRRGGBB, on a dark
    /// background unless the form has colours for a light one; `nil` if that is the terminal's own colour or the screen
    /// does not show `text`.
    public func color(of text: String) -> UInt32? {
      for (row, line) in rows.enumerated() {
        guard let place = line.firstRange(of: text)?.lowerBound else { continue }
        let glyphs = (0..<frame.size.columns).filter { !frame[row, $0].isContinuation }
        let column = glyphs[line.distance(from: line.startIndex, to: place)]
        return exactColor(of: frame[row, column].style, coloring)
      }
      return nil
    }
  }
}

extension Frame {
  /// The picture, its holes filled with the texts of the fields.
  fileprivate func rows(filledFrom texts: [Int: String]) -> [String] {
    let characters = texts.mapValues(Array.init)
    return lines(blank: " ") { cell in
      guard case .secret(let field, let index) = cell.glyph else { return symbol(of: cell) }
      guard let text = characters[Int(field)], text.indices.contains(Int(index)) else { return " " }
      return String(text[Int(index)])
    }
  }
}

/// A terminal for tests, without a device. It plays a script of keys to a form and keeps what the form shows.
///
/// ```swift
/// var terminal = ScriptedTerminal()
/// terminal.type("umbrella-lantern-4711")
/// terminal.press(.tab)
/// terminal.type("umbrella-lantern-4711")
/// terminal.press(.enter)
/// let answer = try await PasswordForm.newPassword().run(on: &terminal)
/// ```
///
/// Its clock advances only in ``wait(_:)``. What is masked on a real screen is masked here too. A script and its
/// screens are plain text, so never use a real password in a test.
public struct ScriptedTerminal {
  // Each step is one event, followed by one frame. A frame painted before the input was judged goes to `echoes`.

  package enum Step: Equatable, Sendable {
    /// Any event except a paste or a resize.
    case event(Event)
    /// A press and release of button 1 on a cell.
    case click(Position)
    /// An event that arrives while the previous one is being handled.
    case waiting(Event)
    case paste(String)
    case resize(columns: Int, rows: Int)
    /// Time passes. The form gets a tick at each deadline on the way.
    case wait(Duration)
    /// Keeps the current frame under a name.
    case look(String)
    /// A line typed for the open question.
    case line(String, end: LineEnd = .plain)
    /// Ticks every 2 ms of real time, for at most 30 s, while the form shows a text. The script's clock stands still.
    case tickWhileShown(String)
    /// Ticks every 2 ms of real time, for at most 30 s, until a condition holds.
    case tickUntil(Condition)
  }

  /// A condition outside the form, identified by its name.
  package struct Condition: Equatable, Sendable {
    let name: String
    let holds: @Sendable () -> Bool

    package init(_ name: String, holds: @escaping @Sendable () -> Bool) {
      self.name = name
      self.holds = holds
    }

    package static func == (lhs: Condition, rhs: Condition) -> Bool { lhs.name == rhs.name }
  }

  package private(set) var size: Size
  /// The time on the script's clock.
  package private(set) var now = start {
    didSet { scriptClock.advance(to: ScriptClock.Instant(offset: now - Self.start)) }
  }
  private static let start = Instant(nanoseconds: 1_000_000_000)
  package var canSuspend = true
  private var coloring = Coloring()
  package var suspensionTime = Duration.zero

  /// Every frame, in the order of painting: the first, one per event, and the masked one at the end.
  package private(set) var frames: [Frame] = []
  /// Every frame that was painted before its input was judged.
  package private(set) var echoes: [Frame] = []
  private var isRepainting = false
  /// The frame on the screen when the script or the session ended.
  package private(set) var lastFrame: Frame?
  /// The texts of all fields when ``lastFrame`` was painted.
  package private(set) var texts: [String] = []
  /// The field texts visible in ``lastFrame``.
  private(set) var lastShownTexts: [Int: String] = [:]
  /// The field texts visible in each frame.
  package private(set) var shownTexts: [[Int: String]] = []
  /// How often the form has beeped.
  public private(set) var beeps = 0
  package private(set) var invalidations = 0
  /// The frame on the screen each time the process was stopped.
  package private(set) var suspensions: [Frame] = []
  /// Each wait for an event: the number of frames at its start, its start, and its deadline, if any.
  package private(set) var waits: [(frames: Int, start: Instant, deadline: Instant?)] = []
  package private(set) var hasForgottenPaste = true
  /// The screen at each look, by name.
  public private(set) var looks: [String: Look] = [:]
  /// The calls that the delegate of the last form got: the field's name, a dot, and the method's name before the first
  /// parenthesis, as in "user.textFieldShouldReturn". What `textField` begins is called by its event, as in
  /// "user.editingChanged", or "user.shouldChangeCharactersIn". The end of editing has its reason, as in
  /// "user.textFieldDidEndEditing(committed)". A call about the whole form has no field, as "formWillBegin".
  public internal(set) var calls: [String] = []
  private let scriptClock = ScriptClock()
  /// Everything printed in line mode, with typed text visible; `nil` for a full-screen form.
  package private(set) var printed: String?
  /// The last line of each question whose answer is not echoed.
  package private(set) var prompts: [String] = []
  private var question: (lines: [String], isSeen: Bool)?
  private var typed = ""
  package private(set) var lineEnd = LineEnd.plain
  /// How many validators and verifiers had been asked when the script last gave up waiting for an answer.
  private var abandoned = 0

  private var ticks = 0
  /// How many ticks in a row have not advanced the script's clock.
  private var standstill = 0
  private let fieldCount: Int
  /// What has not been played yet.
  package var script: ArraySlice<Step>
  /// The event when the script is over, which ends every session.
  private let end: Event
  private var paste = ""
  package private(set) var isOver = false
  private let willPlay: () -> Void
  /// How long to wait, in real time, for a validator or verifier that neither answers nor sleeps on the script's clock.
  /// Tasks can start late, so it may do so only later.
  private let patience: Duration

  /// Makes a terminal that plays `script` to a form with `fieldCount` fields, and calls `willPlay` before each step.
  package init(
    _ script: [Step], fieldCount: Int, size: Size = Size(columns: 80, rows: 24),
    end: Event = .key(.control("c")), patience: Duration = .seconds(2), willPlay: @escaping () -> Void = {}
  ) {
    self.size = size
    self.end = end
    self.fieldCount = fieldCount
    self.script = script[...]
    self.willPlay = willPlay
    self.patience = patience
  }

  /// Prepares for another form.
  mutating func begin(_ coloring: Coloring) {
    (isOver, printed, question, typed, self.coloring) = (false, nil, nil, "", coloring)
  }
}

extension ScriptedTerminal: ScreenTerminal {
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

  package mutating func echo(_ echo: Echo) -> Bool {
    guard var frame = frames.last else { return false }
    for column in echo.columns { frame[echo.row, column] = echo.cell }
    frame.cursor = echo.cursor
    echoes.append(frame)
    return true
  }

  /// Plays the next step, or ticks if a deadline comes first.
  package mutating func nextEvent(before deadline: Instant?) -> Event {
    waits.append((frames.count, now, deadline))
    isRepainting = false
    return play(before: deadline)
  }

  private mutating func play(before deadline: Instant?) -> Event {
    while let step = script.first {
      if printed != nil, step.isTyping {
        // Text typed before a question waits until the question is asked.
        guard question != nil else {
          if let deadline { now = max(now, deadline) }
          return .tick
        }
        beginStep()
        if let event = take(step) { return event }
        continue
      }
      switch step {
      case .line: break
      case .event(let event), .waiting(let event):
        beginStep()
        return event
      case .click(let position):
        beginStep()
        script = [.waiting(.release(position))] + script
        return .press(position)
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
          // A form that always wants to be woken at once would never end, so drop its script.
          standstill = deadline > now ? 0 : standstill + 1
          if standstill > 10_000 {
            script = script.prefix(1)
            break
          }
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

  /// Waits 2 ms of real time and returns true, so that the form gets a tick; returns false if `holds` is true or the
  /// form has had 15,000 ticks.
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
    // These steps tick until their own condition holds.
    switch script.first {
    case .tickWhileShown?, .tickUntil?: return false
    default: break
    }
    let start = ContinuousClock.now
    while ContinuousClock.now - start < patience {
      if hasAnswer(.milliseconds(1)) { return true }
      if scriptClock.sleeperCount >= count {
        scriptClock.hasWoken = false
        return false
      }
      // A verifier may say at once that it has no answer.
      poll(nil, 0, 1)
    }
    (abandoned, scriptClock.hasWoken) = (questions, false)
    return false
  }

  /// The event of the next step, if it arrives while the previous event is being handled. Every other step gets a frame
  /// of its own.
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

/// Line mode: makes lines of typed keys as the kernel would.
extension ScriptedTerminal: LineTerminal {
  package var columns: Int { max(1, size.columns) }
  package var characterWidth: CharacterWidth { .standard }

  package mutating func print(_ lines: [String]) {
    endQuestion()
    for line in lines { printed = (printed ?? "") + line + "\n" }
  }

  package mutating func ask(_ question: [String], isSeen: Bool) {
    endQuestion()
    self.question = (question, isSeen)
    if !isSeen, let last = question.last { prompts.append(last) }
    printed = (printed ?? "") + question.joined(separator: "\n")
  }

  private mutating func endQuestion() {
    if question != nil { printed?.append("\n") }
    question = nil
  }

  package mutating func print(secret: UTF8Span) { print([String(copying: secret)]) }

  package mutating func spell(_ secret: UTF8Span, separator: String, name: (Unicode.Scalar) -> String) {
    print([String(copying: secret).unicodeScalars.map(name).joined(separator: separator + " ")])
  }

  /// Adds what is typed to the line. Returns an event at the end of the line, for Control-C and Control-Z, and for
  /// Control-D in an empty line.
  private mutating func take(_ step: Step) -> Event? {
    switch step {
    case .line(let text, let end): return endLine(text, end)
    case .paste(let text): typed += text
    case .event(.key(.control("c"))): return .key(.control("c"))
    case .event(.key(.secondaryButton)): return .key(.secondaryButton)
    case .event(.key(.control("z"))): return .stop
    case .event(.key(.control("d"))) where typed.isEmpty: return .key(WatchwordScreen.Key(.escape))
    case .event(.key(.control("u"))): typed = ""
    case .event(.key(let key)):
      switch (key.code, key.modifiers) {
      case (.enter, _):
        let end: LineEnd = typed.last == "\u{12}" ? .show : typed.last == "\u{7}" ? .make : .plain
        return endLine(end == .plain ? typed : String(typed.dropLast()), end)
      case (.backspace, _): typed = String(typed.dropLast())
      case (.escape, _): typed += "\u{1B}"
      case (.tab, _): typed += "\t"
      case (.scalar(let scalar), .control):
        typed.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value & 0x1F)))
      case (.scalar(let scalar), _): typed.unicodeScalars.append(scalar)
      default: break
      }
    default: break
    }
    return nil
  }

  private mutating func endLine(_ text: String, _ end: LineEnd) -> Event {
    (paste, lineEnd, hasForgottenPaste, typed) = (text, end, false, "")
    if question?.isSeen == true { printed?.append(text) }
    endQuestion()
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      forgetPaste()
      return .refused(.controlCharacter)
    }
    return .paste
  }
}

extension ScriptedTerminal.Step {
  /// Whether the step types something, which in line mode waits for a question.
  fileprivate var isTyping: Bool {
    switch self {
    case .line, .paste, .event(.key): true
    default: false
    }
  }
}
