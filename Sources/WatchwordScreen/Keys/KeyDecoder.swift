package import WatchwordBase

/// Turns the bytes a terminal sends into keys, pastes and mouse presses.
///
/// Pure: reads no clock and no descriptor. Input is pulled one piece at a time, so there is never a list of events,
/// which would be a copy of a secret. Holds at most 32 bytes of unfinished input, and overwrites them after use.
///
/// Swallows what it does not know: escape sequences by the grammar of ECMA-48, other device replies, focus reports, and
/// mouse reports except a press of button 1 and its release. A byte that breaks the grammar ends a sequence and counts
/// as input of its own, except CAN and SUB, which are swallowed too. ^C is a key even inside a device string, as a way
/// out.
package struct KeyDecoder: Sendable {
  /// How bytes from 0x80 become text. Lower bytes are always ASCII.
  package enum TextMode: Sendable {
    case utf8
    /// No byte from 0x80 is text, because the locale's character set is not available.
    case ascii
    /// Another character set. The function gets 1, 2, … 8 bytes of a character until the result is not `unfinished`.
    case other(@Sendable (Span<UInt8>) -> PartialScalar.Step)
  }

  package enum Text {
    case unfinished
    /// The number of bytes that are not text.
    case invalid(Int)
    /// A character and the number of its bytes.
    case scalar(Unicode.Scalar, Int)
  }

  package enum Input: Equatable, Sendable {
    /// A key press. Its scalar is never a control character (C0, DEL or C1).
    case key(Key)
    /// A press of mouse button 1 on this cell, with no key held down.
    case press(Position)
    /// A release of button 1, or of an unspecified button, on this cell.
    case release(Position)
    /// A maximal invalid part (Unicode, D93b), a C1 control, or a key whose text the terminal does not report.
    case notText
    case pasteBegan
    /// The next pasted character; `nil` for bytes that are not text.
    case pasted(Unicode.Scalar?)
    case pasteEnded
    /// The reply with the background colour (OSC 11), components 0 to 255.
    case background(red: UInt8, green: UInt8, blue: UInt8)
    /// The reply about a private mode (DECRQM).
    case mode(Int, isSet: Bool)
    /// The reply about the kind of terminal (DA1), which every terminal sends.
    case attributes
    /// The cursor position: a reply that no key sends (DECXCPR), which is private, or the usual one (CPR) below the first
    /// row or in the first cell. Elsewhere in that row it is a key, such as Shift-F3, unless ``expectsPlace``.
    case cursor(Position, isPrivate: Bool)
    /// The paste broke off, and has to be refused, not cut silently.
    case pasteAbandoned
  }

  enum Mode: Equatable {
    case keys
    case paste
    /// Inside a device string. ST or BEL ends it. ^C, CAN, SUB or an ESC that does not begin ST breaks it off.
    case string
    /// Inside a control sequence too long to hold, up to its final byte.
    case parameters(of: LongSequence)
    /// Inside a paste that comes as key events, see ``unwrapper``.
    case wrappedPaste
  }

  /// What a control sequence too long to hold may be, as far as its bytes tell. Terminals answer DA1 with a parameter
  /// for each of their features: xterm with 35 bytes, Windows Terminal with 39.
  enum LongSequence {
    case key
    case attributes
    case other
  }

  enum Step {
    case unfinished
    /// The first `length` bytes give `input` and lead to `mode`. `length` is at least 1 if the mode stays the same.
    case done(length: Int, input: Input?, mode: Mode = .keys)
    /// The first `length` bytes, one or two, are an 8-bit introducer, which stands for ESC and `byte`.
    case introduced(length: Int, byte: UInt8)
    /// A key whose text has several characters. The first gives `input`, the second begins at `upTo`.
    case spelled(upTo: Int, input: Input?)
    /// The first `length` bytes tell whether AltGr is held down.
    case thirdLevel(length: Int, isHeld: Bool)
    /// The first `length` bytes are a key that was pressed `times` times.
    case repeated(length: Int, input: Input, times: Int)
    /// The first `length` bytes are a key event that stands for `character`, which is decoded once more.
    case wrapped(length: Int, character: Int)

    /// A paste breaks off before the held bytes.
    static var abandoned: Step { .done(length: 0, input: .pasteAbandoned) }
  }

  private(set) var mode = Mode.keys
  /// Whether a paste or a device string has been silent for ``quietTime``.
  private var isQuiet = false
  /// Whether a silence of ``quietTime`` cut a device string, so that new input may be its rest.
  package var isCut: Bool { heldAtCut != nil || unwrapper.first?.isCut == true }
  /// How many bytes of the background reply were held when it was cut; for any other string, more than can be held.
  /// `nil` if nothing was cut.
  private var heldAtCut: UInt8?
  private(set) var held = HeldBytes()
  /// How much of the first held sequence has been decoded: its presses, or the bytes of its character.
  private var progress = 0
  /// Decodes the characters of key events that stand for text; see ``ControlSequence/wrapped(inPaste:)``. Empty until
  /// the first one.
  private var unwrapper: [KeyDecoder] = []
  /// Whether the terminal has reported that AltGr is held down. Then a key counts as text only if the terminal reports
  /// that text. Some terminals do not report the release of AltGr, so a key that types nothing ends this state too.
  private(set) var isAtThirdLevel = false
  /// Whether the terminal still owes replies. Then U+009B and U+009D, or their single bytes, begin a reply, and ESC
  /// waits longer for the rest of one.
  package var expectsAnswer = false
  /// Whether the terminal was asked where its cursor is, with a reply that looks like a key if that is in the first row.
  package var expectsPlace = false
  let strings: [(sequence: [UInt8], key: Key)]
  package let textMode: TextMode

  /// The silence after ESC that makes it the Esc key, in milliseconds.
  package let escapeTime: Int32
  /// The silence that ends an unfinished sequence or character.
  private static let sequenceTime = Duration.milliseconds(500)
  /// The silence that makes ^C a key again inside a paste, and that cuts a device string.
  private static let quietTime = Duration.milliseconds(500)
  /// The further silence that ends a device string.
  private static let stringTime = Duration.seconds(3)
  /// The further silence that ends a paste: long enough for slow lines, but no paste must swallow keys forever.
  private static let pasteTime = Duration.seconds(5)

  /// Makes a decoder.
  ///
  /// - Parameters:
  ///   - terminfo: What the terminal's keys send, by terminfo(5). They take precedence over the sequences known here.
  ///     The longest match wins, and the first of several equally long. Ignores strings longer than 32 bytes, those
  ///     that would shadow text, Return, Tab, Backspace or ^C, and those that only introduce other sequences.
  ///   - textMode: How bytes from 0x80 become text.
  ///   - escapeTime: How long ESC waits for the rest of a sequence, in milliseconds.
  package init(
    terminfo: [(sequence: [UInt8], key: Key)] = [], textMode: TextMode = .utf8, escapeTime: Int32 = 50
  ) {
    strings = terminfo.filter { textMode.admits($0.sequence) }
    self.textMode = textMode
    self.escapeTime = escapeTime
  }

  /// Decodes the next input from `bytes` at `offset`, and advances `offset`. Returns `nil` once all bytes are used.
  package mutating func next(_ bytes: Span<UInt8>, _ offset: inout Int) -> Input? {
    if isQuiet, offset < bytes.count {
      isQuiet = false
      if mode == .string, !Byte.endsString(bytes[offset]) { return .notText }
      if mode == .paste, bytes.count - offset == 1, bytes[offset] == Byte.endOfText {
        forget()
        return .pasteAbandoned
      }
    }
    // The fast path for most input.
    if held.isEmpty, offset < bytes.count, (0x20..<0x7F).contains(bytes[offset]),
      mode == .keys || mode == .paste
    {
      let scalar = Unicode.Scalar(bytes[offset])
      offset += 1
      return mode == .keys ? .key(Key(.scalar(scalar))) : .pasted(scalar)
    }
    return decode(bytes, &offset, isFinal: false)
  }

  /// Decodes the next input from the held bytes and then from `bytes`. `isFinal` means that no more bytes will come.
  private mutating func decode(_ bytes: Span<UInt8>, _ offset: inout Int, isFinal: Bool) -> Input? {
    while !held.isEmpty || take(bytes, &offset) {
      switch step(isFinal: isFinal) {
      case .unfinished: guard take(bytes, &offset) else { return nil }
      case .introduced(let length, let byte): held.introduce(byte, for: length)
      case .spelled(let start, let input):
        held.spell(start)
        if let input { return input }
      case .thirdLevel(let length, let isHeld):
        held.removeFirst(length)
        isAtThirdLevel = isHeld
      case .repeated(let length, let input, let times):
        progress += 1
        if progress >= times {
          held.removeFirst(length)
          progress = 0
        }
        return input
      case .wrapped(let length, let character):
        if let input = unwrap(character) { return input }
        held.removeFirst(length)
        progress = 0
      case .done(let length, let input, let mode):
        let input = input ?? (isLoss ? .notText : nil)
        held.removeFirst(length)
        self.mode = mode
        if input == .pasteAbandoned { unwrapper = [] }
        heldAtCut = isCut && mode == .string ? .max : nil
        if isAtThirdLevel, case .key(let key)? = input, !key.isText { isAtThirdLevel = false }
        if let input { return input }
      }
    }
    return nil
  }

  /// Decodes the rest of `character`, which came as a key event.
  private mutating func unwrap(_ character: Int) -> Input? {
    // A character is no key, so nobody waits for Esc alone.
    if unwrapper.isEmpty { unwrapper = [KeyDecoder(escapeTime: 500)] }
    unwrapper[0].expectsAnswer = expectsAnswer
    unwrapper[0].expectsPlace = expectsPlace
    // Half of a character (UTF-16) is no text, and neither is the byte 0xFF.
    var bytes: [4 of UInt8] = [0xFF, 0, 0, 0]
    let utf8 = Unicode.Scalar(UInt32(character)).flatMap(UTF8.encode)
    if let utf8 { for (index, byte) in utf8.enumerated() { bytes[index] = byte } }
    let input = unwrapper[0].next(bytes.span.extracting(first: utf8?.count ?? 1), &progress)
    mode = unwrapper[0].mode == .paste ? .wrappedPaste : .keys
    return input
  }

  /// The silence that ends unfinished input; `nil` if no input is unfinished.
  ///
  /// After ESC it is ``escapeTime``, unless a reply is expected. Inside a sequence or character it is 500 ms. A paste
  /// or a device string takes two silences. Inside a paste, 500 ms make a lone ^C a key again, as a way out, and five
  /// more seconds end the paste. Inside a device string, 500 ms cut it, and three more seconds end it. In between,
  /// typed text cannot be told from the rest of the string, so it counts as lost unless it completes the background
  /// reply.
  package var patience: Duration? {
    let escapeTime = Duration.milliseconds(escapeTime)
    return switch mode {
    case .paste: isQuiet ? Self.pasteTime : Self.quietTime
    case .string: isQuiet ? Self.stringTime : Self.quietTime
    case .parameters: Self.sequenceTime
    case .keys where held.isEmpty, .wrappedPaste: unwrapper.first?.patience
    case .keys where isQuiet: Self.stringTime
    case .keys where !expectsAnswer && (0..<held.count).allSatisfy { held[$0] < 0x20 }: escapeTime
    case .keys: max(Self.sequenceTime, escapeTime)
    }
  }

  /// Ends unfinished input after the silence given by ``patience``. Call it until it returns `nil`.
  ///
  /// A lone ESC becomes the Esc key, an unfinished character becomes ``Input/notText``, and an unfinished sequence is
  /// swallowed. A paste is abandoned and a device string ended only at the second call.
  package mutating func expire() -> Input? {
    if mode == .wrappedPaste || mode == .keys && held.isEmpty, !unwrapper.isEmpty {
      let input = unwrapper[0].expire()
      if input == .pasteAbandoned { forget() }
      return input
    }
    let isAnswer =
      mode == .keys && held.count > 1 && held[0] == Byte.escape && held[1] == Byte.command - 0x40
    if mode == .paste || mode == .string || isAnswer, !isQuiet {
      isQuiet = true
      if mode != .paste { heldAtCut = heldAtCut ?? (isAnswer ? UInt8(held.count) : .max) }
      return nil
    }
    isQuiet = false
    switch mode {
    case .paste:
      forget()
      return .pasteAbandoned
    case .keys where !isAnswer: break
    default: return forget() ? .notText : nil
    }
    var offset = 0
    return decode(Span(), &offset, isFinal: true)
  }

  /// Drops unfinished input. Returns true if that may contain typed text whose loss has not been reported.
  @discardableResult
  package mutating func forget() -> Bool {
    defer {
      (mode, isQuiet, heldAtCut, progress, unwrapper) = (.keys, false, nil, 0, [])
      held.removeFirst(held.count)
    }
    return isLoss || unwrapper.first?.isLoss == true
  }

  /// Whether bytes have followed a cut reply that are not its end, and so may be typed text.
  private var isLoss: Bool { heldAtCut.map { held.count > $0 && !Byte.endsString(held[Int($0)]) } ?? false }

  private mutating func take(_ bytes: Span<UInt8>, _ offset: inout Int) -> Bool {
    guard offset < bytes.count else { return false }
    held.append(bytes[offset])
    offset += 1
    return true
  }
}
