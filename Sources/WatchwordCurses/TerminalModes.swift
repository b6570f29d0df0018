internal import CWatchwordCurses

/// What is written to the terminal besides the picture: the modes for input, and the way out.
///
/// A caller such as an editor may have set modes that the form uses too. The terminal is asked for them, and each is left
/// as it was found. Where it does not answer, they are reset at the end.
struct TerminalModes {
  /// The modes that were set before the form; empty as long as nothing is known.
  let found: Set<Int>
  /// Whether the cursor is placed by a control sequence of ECMA-48.
  let isECMA48: Bool
  /// Switches to the alternate screen; empty where there is none.
  let screen: [UInt8]
  /// Turns on the modes: keypad, bracketed paste, mouse.
  let on: [UInt8]
  /// Turns them off again.
  let off: [UInt8]
  /// Leaves the screen: the person's own comes back, or, where there is only one, it is cleared.
  let leave: [UInt8]
  /// Comes back to the screen, with the modes and the cursor as they were left.
  let enter: (showingCursor: [UInt8], hidingCursor: [UInt8])
  /// Mends the terminal from any state, in the middle of a sequence too, and takes every text off the screen.
  let mend: [UInt8]

  /// Asks for the modes that show the alternate screen, before the switch to it: after it a terminal may call all of them
  /// set. The cursor goes back to where it was, so that what comes next covers a question that is printed.
  let screenQuestion: [UInt8]
  /// Asks for the modes for input, before they are set.
  static let question = questions(for: inputModes)

  /// The alternate screen: as DEC has none, in xterm's three ways.
  private static let screenModes = [1049, 47, 1047]
  /// The keys for the cursor, presses of the mouse and its motion, how they are told, and bracketed paste.
  private static let inputModes = [1, 1000, 1002, 1003, 1004, 1006, 1015, 2004]
  private static let mouse = (on: "\u{1B}[?1000h\u{1B}[?1006h", off: "\u{1B}[?1006l\u{1B}[?1000l")
  private static let paste = (on: "\u{1B}[?2004h", off: "\u{1B}[?2004l")
  /// Has the whole window scroll (DECSTBM).
  private static let wholeRegion = Array("\u{1B}[r".utf8)
  /// CAN ends a control sequence that was cut short, ST a device string (ECMA-48).
  private static let abort = "\u{18}\u{1B}\\"
  /// Erases the last row, where a cursor that is sent too far stops, and then all rows above it (ECMA-48). A terminal
  /// may keep in its scrollback what is cleared as a whole, but not these.
  private static let erase = "\u{1B}[999;1H\u{1B}[K\u{1B}[1J"

  /// Makes the strings for the terminal whose capabilities `capability` knows, by their terminfo names.
  ///
  /// A terminal whose cursor is placed by no control sequence of ECMA-48, such as a VT52, would print the modes.
  init(usesMouse: Bool, found: Set<Int> = [], capability: (String) -> [UInt8]?) {
    self.found = found
    func bytes(_ name: String) -> [UInt8] { capability(name).map(Self.withoutPadding) ?? [] }
    isECMA48 = bytes("cup").starts(with: "\u{1B}[".utf8)
    let mouse = usesMouse && isECMA48 ? Self.mouse : ("", "")
    let paste = isECMA48 ? Self.paste : ("", "")
    on = bytes("smkx") + Array((paste.0 + mouse.0).utf8)
    // A caller with the cursor keys in application mode has the keypad in it too. The reports of the focus (1004) the form
    // leaves alone, and some terminals send one whenever they are set.
    let keys = found.contains(1) ? [] : bytes("rmkx")
    let others = Self.inputModes.filter { found.contains($0) && ![1, 1004].contains($0) }
    off = Array((mouse.1 + paste.1).utf8) + keys + Self.sequences(others, "h")
    // A picture for another size of the window may have left it in part. It homes the cursor. What was saved before, on
    // some terminals with the person's own screen, is restored first, so that the same is saved again.
    let canScroll = isECMA48 && ["csr", "sc", "rc"].allSatisfy { !bytes($0).isEmpty }
    let region = canScroll ? bytes("rc") + bytes("sc") + Self.wholeRegion + bytes("rc") : []
    let standard = off + region + ["rmacs", "sgr0", "op"].flatMap(bytes) + bytes("cnorm")
    screen = bytes("smcup")
    screenQuestion = bytes("sc") + Self.questions(for: Self.screenModes) + bytes("rc")
    let hasAlternateScreen = !screen.isEmpty && !bytes("rmcup").isEmpty
    let isOnAlternate = !found.isDisjoint(with: Self.screenModes)
    let (show, hide) =
      isOnAlternate
      ? (Self.withoutSwitch(screen, "h"), Self.withoutSwitch(bytes("rmcup"), "l")) : (screen, bytes("rmcup"))
    let clear = bytes("clear")
    leave = standard + (isOnAlternate ? clear + hide : hasAlternateScreen ? hide : clear)
    enter = (show + on, show + on + bytes("civis"))
    let (abort, erase) = isECMA48 ? (Self.abort, Self.erase) : ("", "")
    mend = Array(abort.utf8) + standard + Array(erase.utf8) + clear + hide
  }

  /// The sequences that set (`h`) or reset (`l`) private modes (DECSET, DECRST), or ask for them (`$p`, DECRQM).
  private static func sequences(_ modes: some Sequence<Int>, _ end: String) -> [UInt8] {
    modes.flatMap { Array("\u{1B}[?\($0)\(end)".utf8) }
  }

  private static func questions(for modes: [Int]) -> [UInt8] { sequences(modes, "$p") }

  /// `string` without what switches to the alternate screen, or back.
  private static func withoutSwitch(_ string: [UInt8], _ end: String) -> [UInt8] {
    screenModes.reduce(string) { rest, mode in
      let part = sequences([mode], end)
      let start = rest.indices.first { rest[$0...].starts(with: part) }
      return start.map { Array(rest[..<$0] + rest[($0 + part.count)...]) } ?? rest
    }
  }

  /// Leaves out the pauses, such as `$<50/>`, that a string of terminfo(5) asks of slow hardware.
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
