internal import CWatchwordTerminal
internal import Glibc
internal import WatchwordScreen
internal import WatchwordSecrets

/// Turns the bytes a terminal sends into events. Bytes and pasted text are kept only in guarded memory.
struct TerminalInput: ~Copyable {
  /// The most bytes per read: two pages, less the byte a buffer keeps for itself.
  static let blockSize = 8191

  private var decoder: KeyDecoder
  private var knowsKeys = false
  private var block: SecretBuffer
  private var offset = 0
  private var isExpiring = false
  private(set) var lastRead = Instant(nanoseconds: .min / 2)
  /// The background colour the terminal reported; `nil` until it does.
  private(set) var background: RGB?
  /// The modes the terminal reported as set; empty until it answers.
  private(set) var modesFound: Set<Int> = []
  private var isAnswered = false
  /// What a cursor report (CPR) was asked for.
  enum Report {
    /// Where the cursor is.
    case place
    /// Where the cursor is after the questions, which tells whether the terminal has printed them.
    case trace
    /// The last cell in which text scrolls.
    case end
    /// Where the cursor is behind a character of ambiguous width, drawn in the first column.
    case width
  }
  /// The questions that the terminal has not answered, each with the reports it asks for. The end of each answer is the
  /// reply to DA1.
  private var questions: [[Report]] = []
  /// The reports of the answer that is coming in. A key can look like one, so the last ones count.
  private var coming: [Position] = []
  /// The last report of each kind.
  private(set) var reports: [Report: Position] = [:]
  /// Whether the terminal may have printed questions behind its cursor: it has, or has not answered yet.
  var hasTraces = false
  var expectsPlace: Bool { questions.contains { $0.contains(.place) } }
  /// Whether the terminal draws characters of ambiguous width in two columns.
  private(set) var isWide = false
  /// What may still arrive of the last input after the form has ended.
  private(set) var remainder: TerminalDevice.Remainder?
  private var isButtonDown = false
  /// When to give up on a device string that was cut off.
  private var stringEnd: Instant?
  private let encoding: CharacterEncoding
  var paste: Paste

  init(_ encoding: CharacterEncoding, escapeTime: Int32 = 50, in memory: SecretMemory) throws(SecretError) {
    let block = try SecretBuffer(capacity: Self.blockSize, in: memory)
    let paste = try Paste(in: memory)
    self.block = block
    self.paste = paste
    decoder = KeyDecoder(textMode: encoding.textMode, escapeTime: escapeTime)
    self.encoding = encoding
  }

  /// Learns from terminfo what the terminal's keys send. This takes time, so it comes only after the first picture, but
  /// before anything is decoded. Only the first call does anything.
  mutating func learnKeys() {
    guard !knowsKeys else { return }
    knowsKeys = true
    decoder = KeyDecoder(
      terminfo: KeyCapabilities.sequences(CursesScreen.capability), textMode: decoder.textMode,
      escapeTime: decoder.escapeTime)
  }

  /// When unfinished input is taken as it stands, unless more arrives.
  var deadline: Instant? { decoder.patience.map { lastRead.advanced(by: $0) } }

  mutating func expire() { isExpiring = true }

  /// Expects the answer to one more question.
  mutating func expect(_ question: [Report]) {
    questions.append(question)
    if question.contains(.trace) { hasTraces = true }
    if question.contains(.end) { reports = [:] }
  }

  /// Expects no answer any more, because the input was discarded.
  mutating func forgetQuestions() { (questions, coming) = ([], []) }

  /// Reads once from `descriptor`. Returns false if no more input can ever come.
  mutating func read(from descriptor: Int32, at now: Instant) -> Bool {
    let count = block.read(from: descriptor)
    lastRead = now
    return count > 0 || count < 0 && (errno == EINTR || errno == EAGAIN)
  }

  /// Reads pending input and drops it up to the last line end.
  mutating func dropLines(from descriptor: Int32) {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&ready, 1, 0) == 1, block.read(from: descriptor) > 0 {
      let end = block.bytes.indices.last { [0x0A, 0x0D].contains(block.bytes[$0]) }
      // Nobody types a line that fills the block, so drop what does.
      if let end {
        block.removeSubrange(0..<end + 1)
      } else if block.count == block.capacity {
        block.removeAll()
      }
    }
  }

  mutating func forget() {
    offset = 0
    block.removeAll()
    decoder.forget()
    paste.forget()
  }

  /// The next event from the last read; `nil` once all of it is decoded and wiped.
  mutating func next() -> Event? {
    if let end = stringEnd, end <= lastRead {
      stringEnd = nil
      if decoder.forget() { return .refused(encoding.notText) }
    }
    while true {
      decoder.expectsAnswer = ww_answer_is_expected()
      decoder.expectsPlace = expectsPlace && decoder.expectsAnswer
      if let input = Self.decode(block, &offset, with: &decoder) {
        if let event = event(for: input) { return event }
      } else if isExpiring, let input = decoder.expire() {
        if let event = event(for: input) { return event }
      } else {
        stringEnd = decoder.isCut ? stringEnd ?? lastRead.advanced(by: Self.stringTime) : nil
        isExpiring = false
        offset = 0
        block.removeAll()
        return nil
      }
    }
  }

  /// How long to wait for the end of a device string that was cut off, whatever else arrives.
  private static let stringTime = Duration.seconds(3)

  /// Decodes the next input. A separate function so that the compiler sees which fields it uses.
  private static func decode(
    _ block: borrowing SecretBuffer, _ offset: inout Int, with decoder: inout KeyDecoder
  ) -> KeyDecoder.Input? {
    decoder.next(block.bytes, &offset)
  }

  private mutating func event(for input: KeyDecoder.Input) -> Event? {
    remainder = isButtonDown ? .mouse : nil
    switch input {
    case .key(let key):
      if case .scalar(let scalar) = key.code, !encoding.has(scalar) { return .refused(encoding.notText) }
      if key == Key(.escape), !isButtonDown {
        remainder = .sequence(milliseconds: max(150, min(decoder.escapeTime, 500)))
      }
      return .key(key)
    case .press(let position):
      (isButtonDown, remainder) = (true, .mouse)
      return .press(position)
    case .release(let position):
      (isButtonDown, remainder) = (false, .mouse)
      return .release(position)
    case .cursor(let position, isPrivate: false):
      guard let question = questions.first else { return nil }
      ww_answer_goes_on()
      coming = (coming + [position]).suffix(question.count)
    // Nobody here asks for this one.
    case .cursor: break
    case .notText: return .refused(encoding.notText)
    case .background(let red, let green, let blue):
      ww_answer_goes_on()
      guard background == nil else { return nil }
      background = RGB(Int(red), Int(green), Int(blue))
      return .recolor
    case .mode(let number, let isSet):
      ww_answer_goes_on()
      if isSet, !isAnswered { modesFound.insert(number) }
    case .attributes:
      isAnswered = true
      let question = questions.isEmpty ? [] : questions.removeFirst()
      if questions.isEmpty { ww_answer_came() } else { ww_answer_goes_on() }
      return takeReports(for: question)
    case .pasteBegan: paste.begin()
    case .pasted(let scalar?) where encoding.has(scalar): paste.append(scalar)
    case .pasted: paste.refuse(encoding.notText)
    case .pasteEnded: return paste.event
    case .pasteAbandoned:
      paste.forget()
      return .refused(.incomplete)
    }
    return nil
  }

  private mutating func takeReports(for question: [Report]) -> Event? {
    defer { coming = [] }
    guard coming.count == question.count else { return nil }
    for (report, position) in zip(question, coming) { reports[report] = position }
    if question.contains(.trace) { hasTraces = reports[.trace] != reports[.place] }
    guard question.contains(.width), let width = reports[.width] else { return nil }
    isWide = width.column > 1
    return isWide ? .recolor : nil
  }
}
