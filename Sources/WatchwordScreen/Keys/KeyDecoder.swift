package import WatchwordMessages

/// Turns the bytes that a terminal sends into keys, pastes and presses of the mouse.
///
/// Pure: it reads no clock and no descriptor. Input is pulled from it one piece at a time, so that no list of
/// events, which would be a copy of a secret, ever comes to be. It keeps at most 32 bytes of something
/// unfinished, inside itself, and overwrites them as soon as they are used.
///
/// What it does not know it swallows whole: escape sequences by the grammar of ECMA-48, other device replies, focus
/// reports, mouse reports other than a press of button 1 alone. A sequence that is broken by a byte outside its
/// grammar is swallowed up to that byte, which then counts for itself; CAN and SUB go with what they cut short.
/// ^C is a key even inside a device string, so that a person can always get out.
package struct KeyDecoder: Sendable {
  /// How bytes from 0x80 on become text. Bytes below are ASCII in every mode.
  package enum TextMode: Sendable {
    case utf8
    /// None of them is text: where the locale's character set cannot be had.
    case ascii
    /// Another character set. The function is handed the first 1, 2, … 8 bytes of a character until its answer
    /// is another than `unfinished`.
    case other(@Sendable (Span<UInt8>) -> PartialScalar.Answer)
  }

  /// What some bytes begin with.
  package enum Text {
    /// The beginning of a character.
    case unfinished
    /// As many bytes that are no text.
    case invalid(Int)
    /// A character of as many bytes.
    case scalar(Unicode.Scalar, Int)
  }

  /// One piece of input.
  package enum Input: Equatable, Sendable {
    /// A key was pressed. The scalar of a key is never a control character (C0, DEL or C1).
    case key(Key)
    /// Button 1 of the mouse was pressed, with no key held down, on this cell counted from 0.
    case press(Position)
    /// Bytes that are no text: once for each maximal invalid part (Unicode, D93b), and for a C1 control.
    case notText
    /// A bracketed paste begins.
    case pasteBegan
    /// The next character of the pasted text, whichever it is; `nil` for bytes that are no text.
    case pasted(Unicode.Scalar?)
    /// The paste is complete.
    case pasteEnded
    /// The answer to the question for the background (OSC 11), its shares of red, green and blue from 0 to 255.
    case background(red: UInt8, green: UInt8, blue: UInt8)
    /// The answer to the question for a private mode (DECRQM): whether it is set.
    case mode(Int, isSet: Bool)
    /// The answer to the question for the terminal's kind (DA1), which every terminal knows.
    case attributes
    /// The paste broke off: what came of it is not the whole, and is to be refused rather than cut silently.
    case pasteAbandoned
  }

  /// What the next bytes belong to.
  enum Mode {
    case keys
    case paste
    /// Inside a device string, up to ST or BEL.
    case string
    /// Inside a control sequence that is too long to hold, up to its final byte.
    case parameters
  }

  /// What to do about the bytes that are held.
  enum Step {
    /// They are the beginning of something.
    case unfinished
    /// The first `length` of them, at least one if the mode stays the same, give `input` and lead to `mode`.
    case done(length: Int, input: Input?, mode: Mode = .keys)
    /// The first `length` of them, one or two, stand for ESC and `byte`.
    case introduced(length: Int, byte: UInt8)
  }

  private(set) var mode = Mode.keys
  /// Whether a paste has been silent for ``quietTime``.
  private var isPasteQuiet = false
  private(set) var held = HeldBytes()
  /// Whether the terminal was asked something and has not answered all of it: then U+009B and U+009D begin an answer, also
  /// as one byte, and ESC waits longer for the rest of one.
  package var expectsAnswer = false
  /// The strings that terminfo says the terminal's keys send.
  let strings: [(sequence: [UInt8], key: Key)]
  /// How bytes from 0x80 on become text.
  package let textMode: TextMode

  /// The silence that ends a key Escape, which may be the start of a sequence.
  private static let escapeTime = Duration.milliseconds(25)
  /// The silence that ends what is unfinished inside a sequence or a character.
  private static let sequenceTime = Duration.milliseconds(500)
  /// The silence inside a paste that makes ^C a key again.
  private static let quietTime = Duration.milliseconds(500)
  /// The further silence that ends a paste: a slow line sends one in chunks, but one whose end is lost must not take
  /// in keys for good.
  private static let pasteTime = Duration.seconds(5)

  /// Makes a decoder.
  ///
  /// - Parameters:
  ///   - terminfo: What the terminal's keys send, by terminfo(5). These go before the forms known here, the
  ///     longest first, and of equal ones the first. Left out are strings that would shadow text, Return, Tab,
  ///     Backspace or ^C, that merely introduce other sequences, or that are longer than 32 bytes.
  ///   - textMode: How bytes from 0x80 on become text.
  package init(terminfo: [(sequence: [UInt8], key: Key)] = [], textMode: TextMode = .utf8) {
    strings = terminfo.filter { textMode.admits($0.sequence) }
    self.textMode = textMode
  }

  /// Decodes the next input from `bytes`, from `offset` on, and moves `offset` behind what it has taken.
  ///
  /// `nil` when all bytes are taken and none completes an input.
  package mutating func next(_ bytes: Span<UInt8>, _ offset: inout Int) -> Input? {
    if isPasteQuiet, offset < bytes.count {
      isPasteQuiet = false
      if bytes.count - offset == 1, bytes[offset] == Byte.endOfText {
        mode = .keys
        held.removeFirst(held.count)
        return .pasteAbandoned
      }
    }
    // Most of what comes, without a detour.
    if held.isEmpty, offset < bytes.count, (0x20..<0x7F).contains(bytes[offset]),
      mode == .keys || mode == .paste
    {
      let scalar = Unicode.Scalar(bytes[offset])
      offset += 1
      return mode == .keys ? .key(Key(.scalar(scalar))) : .pasted(scalar)
    }
    return decode(bytes, &offset, isFinal: false)
  }

  /// Decodes the next input from what is held and then from `bytes`, of which `isFinal` says that no more will come.
  private mutating func decode(_ bytes: Span<UInt8>, _ offset: inout Int, isFinal: Bool) -> Input? {
    while !held.isEmpty || take(bytes, &offset) {
      switch step(isFinal: isFinal) {
      case .unfinished: guard take(bytes, &offset) else { return nil }
      case .introduced(let length, let byte): held.introduce(byte, for: length)
      case .done(let length, let input, let mode):
        held.removeFirst(length)
        self.mode = mode
        if let input { return input }
      }
    }
    return nil
  }

  /// How long a silence ends what is unfinished; `nil` when nothing is.
  ///
  /// 25 ms after ESC alone, unless an answer is expected, 500 ms inside a sequence or a character. Inside a paste it is
  /// five seconds; after the first 500 ms of these ^C alone is taken for a key, so that there is a way out at once.
  package var patience: Duration? {
    switch mode {
    case .paste: isPasteQuiet ? Self.pasteTime : Self.quietTime
    case .string, .parameters: Self.sequenceTime
    case .keys where held.isEmpty: nil
    case .keys where expectsAnswer: Self.sequenceTime
    case .keys: (0..<held.count).allSatisfy { held[$0] < 0x20 } ? Self.escapeTime : Self.sequenceTime
    }
  }

  /// Ends what is unfinished, after as long a silence as ``patience`` says. To be called until it answers `nil`.
  ///
  /// ESC alone is the key Escape, an unfinished character is not text, an unfinished sequence is swallowed, and
  /// an unfinished paste is abandoned, the second time.
  package mutating func expire() -> Input? {
    if mode == .paste, !isPasteQuiet {
      isPasteQuiet = true
      return nil
    }
    isPasteQuiet = false
    let ended = mode
    mode = .keys
    switch ended {
    case .paste:
      held.removeFirst(held.count)
      return .pasteAbandoned
    case .string, .parameters: held.removeFirst(held.count)
    case .keys: break
    }
    var offset = 0
    return decode(Span(), &offset, isFinal: true)
  }

  private mutating func take(_ bytes: Span<UInt8>, _ offset: inout Int) -> Bool {
    guard offset < bytes.count else { return false }
    held.append(bytes[offset])
    offset += 1
    return true
  }
}
