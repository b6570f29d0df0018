internal import CWatchwordCurses

extension [UInt8] {
  fileprivate func has(_ part: [UInt8]) -> Bool { indices.contains { self[$0...].starts(with: part) } }
}

/// What is written to the terminal besides the picture: the input modes and the way out.
///
/// A caller such as an editor may have set modes that the form uses too. So the form asks the terminal which modes are
/// set, and leaves each mode as it was found. If the terminal does not answer, the form resets the modes at the end.
struct TerminalModes {
  /// The modes set before the form; empty until known.
  let found: Set<Int>
  /// Whether the terminal may have printed questions behind the cursor that is restored in the end.
  let hasTraces: Bool
  /// Whether the cursor is placed by an ECMA-48 control sequence.
  let isECMA48: Bool
  /// Switches to the alternate screen; empty if there is none.
  let screen: [UInt8]
  /// Sets the modes for cursor keys, bracketed paste and mouse. Resets a keypad mode that was reported as set.
  let on: [UInt8]
  /// Undoes ``on``.
  let off: [UInt8]
  /// Clears all text and leaves the screen. If the terminal lacks the alternate screen that terminfo promises, the
  /// window stays empty.
  let leave: [UInt8]
  /// Undoes ``on`` and the attributes of text, for an inline form.
  let settle: [UInt8]
  /// Returns from the alternate screen, empty, to the main one.
  let back: [UInt8]
  /// Returns to the screen, with the modes and the cursor as before.
  let enter: (showingCursor: [UInt8], hidingCursor: [UInt8])
  /// Ends a sequence that a signal has interrupted.
  let abort: [UInt8]

  private let save, restore: [UInt8]
  /// Asks for the last cell that the cursor can go down to: where the scrolling region ends, or else the window.
  let endQuestion: [UInt8]
  static let question = inputModes.flatMap(question(for:))

  /// xterm's three modes for the alternate screen, which DEC's terminals do not have.
  static let screenModes = [1049, 47, 1047]
  /// Cursor keys, keypad, mouse presses and motion, focus reports, mouse encodings and bracketed paste.
  static let inputModes = [1, keypad.mode, 1000, 1002, 1003, 1004, 1005, 1006, 1015, 2004]
  /// Asks how wide the terminal draws characters of ambiguous width: draws such a character in `row`, which is counted
  /// from 0, asks for the cursor position, and erases the character at once. `row` is not the first, because an answer
  /// about that one looks like a key.
  static func widthQuestion(inRow row: Int) -> [UInt8] {
    Array("\u{1B}[\(row + 1);1H\u{2500}\u{1B}[6n\r\u{1B}[K".utf8)
  }
  /// Asks where the cursor is (CPR). Not by DECXCPR, which some terminals may print.
  static let placeQuestion = Array("\u{1B}[6n".utf8)
  /// Erases from the cursor to the end of the row (EL).
  static let eraseRight = Array("\u{1B}[K".utf8)
  /// Selects ASCII as the character set (ISO 2022).
  static let usualSet = Array("\u{1B}(B".utf8)
  private static let cursorKeys = (on: Array("\u{1B}[?1h".utf8), off: Array("\u{1B}[?1l".utf8))
  /// The mode in which the keypad sends codes of its own (DECNKM). The keypad may then type other digits than those
  /// printed on its keys.
  static let keypad = (mode: 66, on: Array("\u{1B}=".utf8), off: Array("\u{1B}>".utf8))
  private static let mouse = (on: "\u{1B}[?1000h\u{1B}[?1006h", off: "\u{1B}[?1006l\u{1B}[?1000l")
  private static let paste = (on: "\u{1B}[?2004h", off: "\u{1B}[?2004l")
  /// Makes the whole window the scrolling region (DECSTBM).
  private static let wholeRegion = Array("\u{1B}[r".utf8)
  /// CAN ends an unfinished control sequence, ST a device string (ECMA-48).
  private static let abort = "\u{18}\u{1B}\\"
  /// Erases the last row, where a cursor sent too far stops, and then all rows above it (ECMA-48). A terminal may save
  /// a cleared screen in its scrollback, but not rows erased this way.
  static let erase = Array("\u{1B}[999;1H\u{1B}[K\u{1B}[1J".utf8)

  /// Makes the strings for a terminal. `capability` looks up a terminfo capability by name.
  ///
  /// Sends no modes to a terminal without ECMA-48 cursor sequences, such as a VT52, which would print them.
  init(
    usesMouse: Bool, found: Set<Int> = [], hasTraces: Bool = false, capability: (String) -> [UInt8]?
  ) {
    (self.found, self.hasTraces) = (found, hasTraces)
    func bytes(_ name: String) -> [UInt8] { capability(name).map(Self.withoutPadding) ?? [] }
    isECMA48 = bytes("cup").starts(with: "\u{1B}[".utf8)
    let mouse = usesMouse && isECMA48 ? Self.mouse : ("", "")
    let paste = isECMA48 ? Self.paste : ("", "")
    // Send only this part of smkx and rmkx, because as a whole they also give the keypad codes of its own.
    let setsCursorKeys = bytes("smkx").has(Self.cursorKeys.on) && bytes("rmkx").has(Self.cursorKeys.off)
    let setsKeypad = found.contains(Self.keypad.mode)
    on =
      (setsCursorKeys ? Self.cursorKeys.on : []) + (setsKeypad ? Self.keypad.off : [])
      + Array((paste.0 + mouse.0).utf8)
    // Leave out the mode for focus reports (1004): the form does not change it, and some terminals send a report
    // whenever the mode is set.
    let others = Self.inputModes.filter { found.contains($0) && ![1, Self.keypad.mode, 1004].contains($0) }
    off =
      Array((mouse.1 + paste.1).utf8) + (setsCursorKeys && !found.contains(1) ? Self.cursorKeys.off : [])
      + (setsKeypad ? Self.keypad.on : []) + Self.sequences(others, "h")
    // A picture for another window size may have left a partial scrolling region. Resetting the region moves the cursor
    // home, so save the cursor before and restore it after. But first restore the cursor saved earlier, which can be
    // the user's own, so that this one is saved again.
    let canScroll = isECMA48 && ["csr", "sc", "rc"].allSatisfy { !bytes($0).isEmpty }
    let region = canScroll ? bytes("rc") + bytes("sc") + Self.wholeRegion + bytes("rc") : []
    let plain = ["rmacs", "sgr0", "op"].flatMap(bytes) + bytes("cnorm")
    let standard = off + region + plain
    settle = off + plain
    screen = bytes("smcup")
    (save, restore) = (bytes("sc"), bytes("rc"))
    endQuestion = save + Array("\u{1B}[9999B\u{1B}[9999C".utf8) + Self.placeQuestion + restore
    let isOnAlternate = !found.isDisjoint(with: Self.screenModes)
    let (show, hide) =
      isOnAlternate
      ? (Self.withoutSwitch(screen, "h"), Self.withoutSwitch(bytes("rmcup"), "l")) : (screen, bytes("rmcup"))
    let (abort, erase) = isECMA48 ? (Self.abort, Self.erase) : ("", [])
    back = erase + bytes("clear") + hide + (hasTraces ? Self.eraseRight : [])
    leave = standard + back
    self.abort = Array(abort.utf8)
    enter = (show + on, show + on + bytes("civis"))
  }

  /// The sequences that set (`h`, DECSET), reset (`l`, DECRST) or query (`$p`, DECRQM) private modes.
  private static func sequences(_ modes: some Sequence<Int>, _ end: String) -> [UInt8] {
    modes.flatMap { Array("\u{1B}[?\($0)\(end)".utf8) }
  }

  /// ``enter`` for a terminal that is most likely on the screen already. Does not save the cursor, which is in the form:
  /// libvterm and others keep one saved cursor for both screens, and would leave the form with it.
  func returning(_ enter: [UInt8]) -> [UInt8] {
    let (saving, switching) = (Self.sequences([1049], "h"), Self.sequences([1047], "h"))
    guard let start = enter.indices.first(where: { enter[$0...].starts(with: saving) }) else { return enter }
    return enter[..<start] + switching + enter[(start + saving.count)...]
  }

  private static func question(for mode: Int) -> [UInt8] { sequences([mode], "$p") }

  /// Asks for `first`, the modes of the alternate screen and `others`, before switching to that screen: afterwards a
  /// terminal may report all of its modes as set. Asks where the cursor is before and behind the first questions, which
  /// tells whether the terminal prints them. Returns to the cursor after each, so that no more than these can be printed.
  func screenQuestion(behind first: [UInt8] = [], others: [Int] = []) -> [UInt8] {
    Self.placeQuestion + save + first + Self.question(for: Self.screenModes[0]) + Self.placeQuestion + restore
      + (Self.screenModes.dropFirst() + others).flatMap { Self.question(for: $0) + restore }
  }

  /// `string` without the sequences that switch to the alternate screen or back.
  private static func withoutSwitch(_ string: [UInt8], _ end: String) -> [UInt8] {
    screenModes.reduce(string) { rest, mode in
      let part = sequences([mode], end)
      let start = rest.indices.first { rest[$0...].starts(with: part) }
      return start.map { Array(rest[..<$0] + rest[($0 + part.count)...]) } ?? rest
    }
  }

  /// Removes the pauses for slow hardware, such as `$<50/>`, from a terminfo(5) string.
  static func withoutPadding(_ string: [UInt8]) -> [UInt8] {
    guard string.contains(UInt8(ascii: "$")) else { return string }
    var result: [UInt8] = []
    var rest = string[...]
    while let byte = rest.first {
      if rest.starts(with: "$<".utf8), let end = rest.firstIndex(of: UInt8(ascii: ">")),
        rest[rest.startIndex + 2..<end].allSatisfy({ "0123456789.*/".utf8.contains($0) })
      {
        rest = rest[(end + 1)...]
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return result
  }
}
