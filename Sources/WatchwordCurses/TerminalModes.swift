internal import CWatchwordCurses

/// What is written to the terminal besides the picture: the modes for input, and the way out.
struct TerminalModes {
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
  init(usesMouse: Bool, capability: (String) -> [UInt8]?) {
    func bytes(_ name: String) -> [UInt8] { capability(name).map(Self.withoutPadding) ?? [] }
    isECMA48 = bytes("cup").starts(with: "\u{1B}[".utf8)
    let mouse = usesMouse && isECMA48 ? Self.mouse : ("", "")
    let paste = isECMA48 ? Self.paste : ("", "")
    on = bytes("smkx") + Array((paste.0 + mouse.0).utf8)
    off = Array((mouse.1 + paste.1).utf8) + bytes("rmkx")
    // A picture for another size of the window may have left it in part. It homes the cursor. What was saved before, on
    // some terminals with the person's own screen, is restored first, so that the same is saved again.
    let canScroll = isECMA48 && ["csr", "sc", "rc"].allSatisfy { !bytes($0).isEmpty }
    let region = canScroll ? bytes("rc") + bytes("sc") + Self.wholeRegion + bytes("rc") : []
    let standard = off + region + ["rmacs", "sgr0", "op"].flatMap(bytes) + bytes("cnorm")
    screen = bytes("smcup")
    let hasAlternateScreen = !screen.isEmpty && !bytes("rmcup").isEmpty
    leave = standard + bytes(hasAlternateScreen ? "rmcup" : "clear")
    enter = (screen + on, screen + on + bytes("civis"))
    let (abort, erase) = isECMA48 ? (Self.abort, Self.erase) : ("", "")
    mend = Array(abort.utf8) + standard + Array(erase.utf8) + bytes("clear") + bytes("rmcup")
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
