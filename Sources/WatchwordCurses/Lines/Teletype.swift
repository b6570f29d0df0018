internal import CWatchwordSystem
internal import CWatchwordTerminal
internal import Glibc
internal import WatchwordMessages
package import WatchwordScreen
package import WatchwordSecrets

/// The terminal of the person, printed on line by line and read by the line. ncurses has no part in it: of the terminal
/// nothing is asked but that it prints text. When the value goes, the terminal has its modes again.
///
/// There can be one at a time, and none beside a ``CursesTerminal``.
@safe
package struct Teletype: ~Copyable {
  /// The bytes of the buffers that a teletype takes.
  package static let capacities = [blockSize, Paste.capacity, SecretOutput.capacity]

  /// The bytes of all lines that wait: two of the longest.
  private static let blockSize = 8191
  /// The bytes of a line, without its newline, from which on the kernel leaves out the rest: N_TTY_BUF_SIZE of Linux, less
  /// one for the newline.
  private static let longest = 4095
  /// The keys that end a line and cancel, and stop the program.
  static let controlC: UInt8 = 0x03
  static let controlZ: UInt8 = 0x1A

  package let encoding: CharacterEncoding
  package let characterWidth: CharacterWidth
  /// Why the terminal cannot be used any more, where it is not simply gone.
  package var failure: TerminalError? { device.failure }

  private var device: TerminalDevice
  private var output: SecretOutput
  /// Lines as the kernel hands them out. All that is typed is in guarded memory alone.
  private var block: SecretBuffer
  /// Where the lines end that wait, each behind its newline.
  private var ends: [Int] = []
  /// The text of the line that was taken last, and how it ended.
  private var text: Paste
  package private(set) var lineEnd = LineEnd.plain
  /// Whether the end of file was typed behind the lines that wait.
  private var isOver = false
  /// What becomes of what was typed before the first question.
  private var typedAhead: TypedAhead
  /// Whether nothing answers a question that was typed before it, also where it is asked again after others had the
  /// terminal.
  private let discardsInput: Bool
  /// The question that is open.
  private var question: (lines: [String], isSeen: Bool)?
  /// Whether the kernel ends the line of the question when Enter is pressed.
  private var endsByItself = false

  /// Opens a terminal, as ``CursesTerminal`` does.
  /// - Throws: What is in the way; then the terminal is as it was.
  package init(
    typedAhead: TypedAhead = .taken, in memory: SecretMemory, path: String?, mustBeOwn: Bool = false,
    caller: Caller? = nil
  ) throws(TerminalError) {
    let device = try TerminalDevice(path: path, mustBeOwn: mustBeOwn || caller != nil)
    let encoding = CharacterEncoding.adopt(caller?.locale)
    do throws(SecretError) {
      let block = try SecretBuffer(capacity: Self.blockSize, in: memory)
      let text = try Paste(in: memory)
      output = try SecretOutput(encoding, in: memory)
      self.block = block
      self.text = text
    } catch {
      throw .memory(error)
    }
    self.encoding = encoding
    characterWidth = encoding.characterWidth
    self.typedAhead = typedAhead
    discardsInput = typedAhead == .discarded
    self.device = device
    if let caller { self.device.watch(caller) }
    takeModes()
    // Nothing can flash.
    if caller?.announcement != nil { self.device.write([0x07]) }
  }

  deinit { leaveQuestion() }

  /// Begins a new line where a question stands that nobody has answered.
  private borrowing func leaveQuestion() { if question != nil { device.write([UInt8(ascii: "\n")]) } }

  /// Sets the modes for the question that is open.
  private mutating func takeModes() {
    device.arm(writing: question == nil ? [] : [UInt8(ascii: "\n")])
    device.setLines(
      echoes: question?.isSeen ?? false, isUTF8: encoding == .utf8, canStop: canSuspend)
  }
}

extension Teletype: LineTerminal {
  /// An extent in which every form can be worked in: what is not drawn has no place.
  package var size: Size { Size(columns: 80, rows: 200) }

  /// The time now, on the clock that starts with the machine.
  package var now: Instant { Instant(nanoseconds: ww_now()) }

  package var columns: Int { device.size?.columns ?? size.columns }

  package mutating func print(_ lines: [String]) {
    endQuestion()
    write(lines.map { $0 + "\n" }.joined().utf8Span)
  }

  package mutating func ask(_ question: [String], isSeen: Bool) {
    endQuestion()
    self.question = (question, isSeen)
    takeModes()
    dropTypedAhead()
    // Enter was pressed before this question then, and its line has ended long since.
    endsByItself = isSeen && !device.hasLine && ends.isEmpty
    printQuestion()
  }

  private mutating func dropTypedAhead() {
    if typedAhead == .discarded { device.discardInput() }
    // Of a line that has not ended the kernel says nothing, and it stays.
    if typedAhead == .withoutLines, !isOver {
      while device.hasLine, !isOver, read() == nil {}
      isOver = false
    }
    if typedAhead != .taken { forgetLines() }
    typedAhead = .taken
  }

  private mutating func dropInput() {
    device.discardInput()
    forgetLines()
  }

  /// Wipes all that was read and not taken.
  private mutating func forgetLines() {
    block.removeAll()
    ends = []
  }

  private mutating func printQuestion() {
    if let question { write(question.lines.joined(separator: "\n").utf8Span) }
  }

  private mutating func endQuestion() {
    leaveQuestion()
    question = nil
  }

  package mutating func nextEvent(before deadline: Instant?) -> Event {
    while true {
      if device.isHungUp { return .hangUp }
      if let event = eventOfSignals() { return event }
      if device.findForeignModes() { askAgain() }
      if question != nil, let event = answer() { return event }
      let time = deadline.map { max(.zero, $0 - now) }
      let wait = min(time ?? device.watchPeriod, device.watchPeriod)
      // Lines are read before they are asked for: nobody else hears Control-C.
      let hasRoom = block.count + Self.longest < Self.blockSize
      switch device.wait(wait, isReading: hasRoom && !isOver) {
      case WW_WAIT_READABLE: if let event = read() { return event }
      case WW_WAIT_GONE: device.isHungUp = true
      case WW_WAIT_CALLED: return .withdrawn
      case WW_WAIT_OVER where time == wait: return .tick
      default: break
      }
    }
  }

  /// Reads once, where there is room. What it brings is a line, a part of one, nothing yet, or the end, and an event only
  /// with Control-C or Control-Z.
  private mutating func read() -> Event? {
    let start = ends.last ?? 0
    // A line that is longer than the kernel can hold comes in parts where Control-D sent them.
    if block.count - start >= Self.longest { block.removeSubrange(start + Self.longest..<block.count) }
    let count = block.read(from: device.descriptor)
    if count < 0, errno == EINTR || errno == EAGAIN { return nil }
    guard count > 0 else {
      // What was read of a line before the end is none.
      block.removeSubrange(start..<block.count)
      (device.isHungUp, isOver) = (device.isGone, true)
      return nil
    }
    let last = block.bytes[block.count - 1]
    switch last {
    case UInt8(ascii: "\n"): ends.append(block.count)
    case Self.controlC:
      forgetLines()
      return .key(.control("c"))
    case Self.controlZ:
      forgetLines()
      return .stop
    default: break
    }
    return nil
  }

  /// What was typed for the question that is open: the first line that waits, or the reason why it is none.
  private mutating func answer() -> Event? {
    guard let end = ends.first else { return isOver ? .key(Key(.escape)) : nil }
    let event = decode(end - 1)
    block.removeSubrange(0..<end)
    ends = ends.dropFirst().map { $0 - end }
    StackScratch.scrub()
    if endsByItself { question = nil } else { endQuestion() }
    return event
  }

  /// Reads the text out of the first `count` bytes.
  private mutating func decode(_ count: Int) -> Event {
    text.begin()
    if count >= Self.longest {
      lineEnd = .plain
      text.refuse(.tooLong)
      return text.event
    }
    let last = count > 0 ? block.bytes[count - 1] : 0
    lineEnd = last == 0x12 ? .show : last == 0x07 ? .make : .plain
    let count = lineEnd == .plain ? count : count - 1
    let textMode = encoding.textMode
    var offset = 0
    while offset < count {
      guard case .scalar(let scalar, let length) = textMode.text(in: block.bytes.extracting(offset..<count))
      else {
        text.refuse(encoding.notText)
        break
      }
      offset += length
      // Control-Backslash does nothing, as on the screen.
      if scalar == "\u{1C}" { continue }
      if scalar.isControl { text.refuse(.controlCharacter) } else { text.append(scalar) }
    }
    return text.event
  }

  private mutating func eventOfSignals() -> Event? {
    let signals = Int(ww_events_take())
    if signals & WW_EVENT_STOP != 0 { return .stop }
    guard signals & WW_EVENT_CONTINUE != 0 else { return signals & WW_EVENT_WAKE != 0 ? .tick : nil }
    guard ww_await_foreground(device.descriptor) else { return .hangUp }
    if discardsInput { dropInput() }
    askAgain()
    return .resume
  }

  /// Takes the terminal again from whoever had it meanwhile, and says the question again.
  private mutating func askAgain() {
    takeModes()
    leaveQuestion()
    printQuestion()
  }

  package mutating func withPaste<R>(_ body: (UTF8Span) -> R) -> R { text.withText(body) }

  package mutating func forgetPaste() { text.forget() }

  package var canSuspend: Bool { device.canSuspend }

  package mutating func suspend() {
    forgetLines()
    leaveQuestion()
    guard device.suspend() else {
      if failure != nil { question = nil }
      return
    }
    takeModes()
    if discardsInput { dropInput() }
    printQuestion()
  }

  // Events come one by one, and nothing is drawn.
  package mutating func pendingEvent() -> Event? { nil }
  package mutating func eventWithoutWaiting() -> Event? { nil }
  package mutating func paint(_ frame: Frame, readSecret: (_ field: Int, _ body: (UTF8Span) -> Void) -> Void)
  {
  }
  package mutating func invalidate() {}
  // What was refused is said in words.
  package mutating func beep() {}
}

/// What is printed.
extension Teletype {
  package mutating func print(secret: UTF8Span) {
    write(secret, wraps: true)
    endSecret()
  }

  private mutating func endSecret() {
    output.append("\n")
    flush()
    StackScratch.scrub()
  }

  /// Writes `text`: with its newlines as they are, or without any in lines that fit.
  private mutating func write(_ text: UTF8Span, wraps: Bool = false) {
    let columns = wraps ? columns : .max
    var column = 0
    text.forEachCluster(in: 0...) { _, cluster in
      let isEnd = !wraps && cluster.span.count == 1 && cluster.span[0] == UInt8(ascii: "\n")
      let width = characterWidth.columns(of: cluster)
      if isEnd || column > 0 && column + width > columns {
        output.append("\n")
        column = 0
      }
      if isEnd { return }
      column += width
      add(cluster)
    }
    flush()
  }

  package mutating func spell(_ secret: UTF8Span, separator: String, name: (Unicode.Scalar) -> String) {
    let columns = columns
    let gap = characterWidth.columns(of: separator)
    var column = 0
    var scalars = secret.makeUnicodeScalarIterator()
    var next = scalars.next()
    while let scalar = next {
      next = scalars.next()
      let name = name(scalar)
      let width = characterWidth.columns(of: name)
      if column > 0 {
        let ends = column + 1 + width + (next == nil ? 0 : gap) > columns
        output.append(ends ? "\n" : " ")
        column = ends ? 0 : column + 1
      }
      add(name.utf8Span)
      if next != nil { add(separator.utf8Span) }
      column += width + gap
    }
    endSecret()
  }

  /// Adds a grapheme cluster, or a text that has one meaning. What could not be seen, or could do more than be seen, is a
  /// question mark.
  private mutating func add(_ text: UTF8Span) {
    var visibility = ClusterVisibility()
    var scalars = text.makeUnicodeScalarIterator()
    while let scalar = scalars.next() {
      let isPlain = !scalar.isControlOrSeparator && characterWidth.isDrawable(scalar)
      output.append(visibility.needsSign(for: scalar) || !isPlain ? "?" : scalar)
    }
    if output.isHalfFull { flush() }
  }

  private mutating func flush() {
    output.flush(to: device)
    if !output.isWritten { device.isHungUp = true }
  }
}
