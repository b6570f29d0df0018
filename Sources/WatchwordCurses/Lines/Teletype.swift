internal import CWatchwordSystem
internal import CWatchwordTerminal
internal import Glibc
internal import WatchwordBase
package import WatchwordScreen
package import WatchwordSecrets

/// The user's terminal in line mode. It only has to print text. Destroying the value restores the modes.
///
/// Only one can exist at a time, and none beside a ``CursesTerminal``.
@safe
package struct Teletype: ~Copyable {
  package static let capacities = [blockSize, Paste.capacity, SecretOutput.capacity]

  /// Room for all waiting lines, in bytes: two of the longest.
  private static let blockSize = 8191
  /// The longest line the kernel delivers, in bytes: N_TTY_BUF_SIZE of Linux, less the newline. The kernel drops what
  /// is typed beyond that.
  private static let longest = 4095
  /// Cancels the form, and ends the line.
  static let controlC: UInt8 = 0x03
  /// Stops the program, and ends the line.
  static let controlZ: UInt8 = 0x1A

  package let encoding: CharacterEncoding
  package let characterWidth: CharacterWidth
  /// Why the terminal is unusable; `nil` while it is usable, and also if it has simply gone.
  package var failure: TerminalError? { device.failure }

  private var device: TerminalDevice
  private var output: SecretOutput
  /// Lines as the kernel delivers them. Typed text exists only in guarded memory.
  private var block: SecretBuffer
  /// The ends of the waiting lines in ``block``, each after its newline.
  private var ends: [Int] = []
  /// The text of the last line taken. ``lineEnd`` tells how it ended.
  private var text: Paste
  package private(set) var lineEnd = LineEnd.plain
  /// Whether the end of a bracketed paste is still to come, because the paste had a newline at its end. An earlier
  /// program may have left that mode on.
  private var isPasteOpen = false
  /// Whether end of file was typed after the waiting lines.
  private var isAtEnd = false
  /// What happens to text typed before the first question.
  private var typedAhead: TypedAhead
  /// Whether to discard text typed before the first question, and text typed while another program had the terminal.
  private let discardsInput: Bool
  private var question: (lines: [String], isSeen: Bool)?
  /// Whether the kernel echoes Enter, which then ends the question's line.
  private var endsByItself = false

  package init(
    typedAhead: TypedAhead = .taken, in memory: SecretMemory, path: String?, mustBeOwn: Bool = false,
    manner: TerminalManner = TerminalManner(), caller: Caller? = nil
  ) throws(TerminalError) {
    let device = try TerminalDevice(path: path, mustBeOwn: mustBeOwn || caller != nil, manner)
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
    // A teletype cannot flash.
    if caller?.announcement != nil { self.device.write([0x07]) }
  }

  deinit { leaveQuestion() }

  /// Starts a new line if an unanswered question is on the current one.
  private borrowing func leaveQuestion() { if question != nil { device.write([UInt8(ascii: "\n")]) } }

  private mutating func takeModes() {
    device.arm(writing: question == nil ? [] : [UInt8(ascii: "\n")])
    device.setLines(
      echoes: question?.isSeen ?? false, isUTF8: encoding == .utf8, canStop: canSuspend)
  }
}

extension Teletype: LineTerminal {
  package var now: Instant { Instant(nanoseconds: ww_now()) }

  package var columns: Int { device.size?.columns ?? 80 }

  package mutating func takeLines() -> [String] { ProcessClaim.takeLines() }

  package mutating func print(_ lines: [String]) {
    endQuestion()
    write(lines.map { $0 + "\n" }.joined().utf8Span)
  }

  package mutating func ask(_ question: [String], isSeen: Bool) {
    endQuestion()
    self.question = (question, isSeen)
    takeModes()
    dropTypedAhead()
    // If a line is already waiting, its Enter was echoed before this question.
    endsByItself = isSeen && !device.hasLine && ends.isEmpty
    printQuestion()
  }

  private mutating func dropTypedAhead() {
    if typedAhead == .discarded { device.discardInput() }
    // The kernel does not report an unfinished line, so it stays.
    if typedAhead == .withoutLines, !isAtEnd {
      while device.hasLine, !isAtEnd, read() == nil {}
      isAtEnd = false
    }
    if typedAhead != .taken { forgetLines() }
    typedAhead = .taken
  }

  private mutating func dropInput() {
    device.discardInput()
    forgetLines()
  }

  private mutating func forgetLines() {
    block.removeAll()
    (ends, isPasteOpen) = ([], false)
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
      if ww_terminal_holder() != WW_TERMINAL_FORMS {
        if let event = device.eventOfHosts(before: deadline) { return event }
        askAgain()
      }
      if let event = eventOfSignals() { return event }
      if device.findForeignModes() { askAgain() }
      if question != nil, let event = answer() { return event }
      let time = deadline.map { max(.zero, $0 - now) }
      let wait = min(time ?? device.watchPeriod, device.watchPeriod)
      // Read even while no question is open, or Control-C would go unnoticed.
      switch device.wait(wait, isReading: hasRoom && !isAtEnd) {
      // Once the host has the terminal, input is not for the form.
      case WW_WAIT_READABLE where ww_terminal_holder() == WW_TERMINAL_FORMS:
        if let event = read() { return event }
      case WW_WAIT_GONE: device.isHungUp = true
      case WW_WAIT_CALLED: return .withdrawn
      case WW_WAIT_OVER where device.isAbandoned: device.isHungUp = true
      case WW_WAIT_OVER where time == wait: return .tick
      default: break
      }
    }
  }

  private var hasRoom: Bool { block.count + Self.longest < Self.blockSize }

  /// Reads once. There may be a line, part of a line, nothing, or the end of file. Returns an event only for Control-C
  /// or Control-Z.
  private mutating func read() -> Event? {
    let start = ends.last ?? 0
    // Control-D can deliver a line in parts that together exceed the kernel's limit.
    if block.count - start >= Self.longest { block.removeSubrange(start + Self.longest..<block.count) }
    let count = block.read(from: device.descriptor)
    if count < 0, errno == EINTR || errno == EAGAIN { return nil }
    guard count > 0 else {
      // An unfinished line before the end of file does not count.
      block.removeSubrange(start..<block.count)
      (device.isHungUp, isAtEnd) = (device.isGone, true)
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

  /// The answer to the open question, if one is waiting: the first line, the reason it is refused, or Esc for the end
  /// of file.
  private mutating func answer() -> Event? {
    guard var end = ends.first else { return isAtEnd ? .key(Key(.escape)) : nil }
    // Terminals send a paste at once, so the rest of its lines waits already.
    while isMark("0", at: 0, before: end), hasRoom, !isAtEnd, device.hasLine {
      if let event = read() { return event }
    }
    let event = decode(&end)
    block.removeSubrange(0..<end)
    ends = ends.drop { $0 <= end }.map { $0 - end }
    StackScratch.scrub()
    if endsByItself { question = nil } else { endQuestion() }
    return event
  }

  /// Whether the bytes before `end` have a mark of a bracketed paste at `place`: its start, "0", or its end, "1".
  private func isMark(_ digit: Unicode.Scalar, at place: Int, before end: Int) -> Bool {
    let mark: [6 of UInt8] = [0x1B, 0x5B, 0x32, 0x30, UInt8(ascii: digit), 0x7E]
    return place >= 0 && place + mark.count <= end
      && mark.indices.allSatisfy { block.bytes[place + $0] == mark[$0] }
  }

  /// Refuses a paste of several lines, and moves `end`, the end of its first line, to its own end or to the mark of that.
  private mutating func refuseLines(_ end: inout Int) -> Event {
    for (start, next) in zip(ends, ends.dropFirst()) where isPasteOpen {
      end = isMark("1", at: start, before: next) ? start : next
      if end == start { break }
      isPasteOpen = !isMark("1", at: next - 7, before: next)
    }
    text.refuse(.controlCharacter)
    return text.event
  }

  /// Decodes the line before `end`, without the marks of a paste.
  private mutating func decode(_ end: inout Int) -> Event {
    text.begin()
    let count = end - 1
    if count >= Self.longest {
      lineEnd = .plain
      text.refuse(.tooLong)
      return text.event
    }
    let last = count > 0 ? block.bytes[count - 1] : 0
    lineEnd = last == 0x12 ? .show : last == 0x07 ? .make : .plain
    var stop = lineEnd == .plain ? count : count - 1
    var offset = 0
    if isPasteOpen {
      isPasteOpen = false
      if isMark("1", at: 0, before: stop) { offset = 6 } else { text.refuse(.controlCharacter) }
    }
    if isMark("0", at: offset, before: stop) {
      offset += 6
      isPasteOpen = !(offset..<stop).contains { isMark("1", at: $0, before: stop) }
      if isPasteOpen, ends.count > 1, !isMark("1", at: end, before: ends[1]) { return refuseLines(&end) }
      if isMark("1", at: max(offset, stop - 6), before: stop) { stop -= 6 }
    }
    let textMode = encoding.textMode
    while offset < stop {
      guard case .scalar(let scalar, let length) = textMode.text(in: block.bytes.extracting(offset..<stop))
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

  /// Takes the terminal back from whichever program had it, and repeats the question.
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

  package mutating func stepAside(_ body: () -> Void) {
    leaveQuestion()
    body()
    printQuestion()
  }

  package var foreignNumber: UInt? { device.foreignNumber }
}

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

  /// Writes `text`. Its newlines start new lines, unless `wraps` is true: then lines break only to fit the window.
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

  /// Adds text. Replaces characters that are invisible or have side effects with question marks.
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
