import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen

@testable import WatchwordCurses

/// The picture before ncurses, beside what ncurses draws.
extension CursesTerminalTests {
  @Test(arguments: [
    ("xterm-256color", "C.UTF-8", ""), ("xterm-256color", "C.UTF-8", "truecolor"), ("xterm", "C.UTF-8", ""),
    ("xterm-mono", "C", ""), ("linux", "C.UTF-8", ""), ("tmux-256color", "C.UTF-8", "truecolor"),
    ("screen", "C.UTF-8", ""), ("screen-256color-bce", "C", ""), ("rxvt-unicode", "C.UTF-8", ""),
    ("vt220", "C.UTF-8", ""),
  ])
  func `each golden picture is drawn before ncurses as ncurses draws it, whatever the terminal was left in`(
    type: String, locale: String, colors: String
  ) throws {
    unsafe setenv("COLORTERM", colors, 1)
    defer { unsafe unsetenv("COLORTERM") }
    for (name, drawn) in try GoldenFrame.all() {
      let size = drawn.size
      let pseudo = try PseudoTerminal(columns: UInt16(size.columns), rows: UInt16(size.rows))
      var terminal = try start(on: pseudo, type: type, locale: locale, background: .dark)
      let frame = drawn.frame(terminal.characterWidth)
      #expect(FirstPicture.canDraw(frame, terminal.canvas.styles.theme, terminal.encoding))
      let (early, late) = (Glass(size), Glass(size))
      early.write(Array(Self.mess.utf8))
      early.write(Array(Self.characterSet(setBackBy: CursesScreen.capability("sgr0") ?? []).utf8))
      terminal.paint(frame) { _, _ in }
      early.write(Array(pseudo.taken().utf8))
      terminal.invalidate()
      terminal.paint(frame) { _, _ in }
      late.write(Array(pseudo.taken().utf8))
      let place = early.firstDifference(from: late, in: size)
      #expect(place == nil, "\(name): \(place.map { (early.cell($0), late.cell($0)) } as Any)")
      #expect(early.cursor == late.cursor, "\(name)")
      // The answer that the end would wait for.
      pseudo.type("\u{1B}[?62c")
      terminal.close()
    }
  }

  /// The entries of Debian's ncurses-base that can have a form, and whether their first picture comes before ncurses.
  @Test(arguments: [
    ("Eterm", true), ("ansi", false), ("cons25", false), ("cygwin", false), ("hurd", true), ("linux", true),
    ("mach", false), ("mach-bold", false), ("mach-color", false), ("mach-gnu", false),
    ("mach-gnu-color", false),
    ("pcansi", false), ("rxvt", true), ("rxvt-basic", true), ("rxvt-unicode", true),
    ("rxvt-unicode-256color", true),
    ("screen", true), ("screen-256color", true), ("screen-256color-bce", true), ("screen-bce", true),
    ("screen-s", true), ("screen-w", true), ("screen.xterm-256color", true), ("sun", false), ("tmux", true),
    ("tmux-256color", true), ("vt100", false), ("vt102", false), ("vt220", true), ("vt52", false),
    ("wsvt25", true),
    ("wsvt25m", true), ("xterm", true), ("xterm-256color", true), ("xterm-color", true), ("xterm-mono", true),
    ("xterm-r5", true), ("xterm-r6", true), ("xterm-vt220", true), ("xterm-xfree86", true),
  ])
  func `terminfo says whether the first picture comes before ncurses`(type: String, isEarly: Bool) throws {
    let terminal = try start(type: type)
    let frame = Frame(size: terminal.size)
    #expect(FirstPicture.canDraw(frame, terminal.canvas.styles.theme, terminal.encoding) == isEarly)
    terminal.close()
  }

  /// Line drawing in place of letters, if the type's end of attributes undoes that: ncurses does nothing else about it.
  private static func characterSet(setBackBy end: [UInt8]) -> String {
    if end.contains(0x0F) { return "\u{1B})0\u{E}" }
    return end.starts(with: "\u{1B}(B".utf8) ? "\u{1B}(0" : ""
  }

  /// Colours, insert mode, no wrapping, a scrolling region and reverse video.
  private static let mess = "mess\u{1B}[31;44m\u{1B}[4h\u{1B}[?7l\u{1B}[2;4r\u{1B}[1;7mx"
}

/// A frame as a golden file describes it, without its secrets.
struct GoldenFrame {
  private let rows: [String]
  private let styles: [[Unicode.Scalar]]
  private let cursor: Position?

  /// All that the tests of forms have, by their names.
  static func all() throws -> [(name: String, frame: GoldenFrame)] {
    let paths = try ["FormsTests", "SessionTests"].flatMap {
      try PackageFile.paths(in: "Tests/\($0)/Golden", suffix: ".txt")
    }
    let found = try paths.compactMap { path in try GoldenFrame(PackageFile.text(path)).map { (path, $0) } }
    try #require(found.count > 130)
    return found
  }

  /// `nil` if `text` is no picture.
  private init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let middle = lines.firstIndex(where: { $0.hasPrefix("--- ") }), middle > 0 else { return nil }
    rows = Array(lines[..<middle])
    styles = lines[(middle + 1)...].map { Array($0.unicodeScalars) }
    let place = lines[middle].split { !$0.isNumber }.compactMap { Int($0) }
    cursor = place.count == 2 ? Position(row: place[0], column: place[1]) : nil
  }

  /// Wide enough for all that is there.
  var size: Size { Size(columns: (rows.map(\.count).max() ?? 0) + 8, rows: max(2, rows.count)) }

  func frame(_ width: CharacterWidth) -> Frame {
    var frame = Frame(size: size)
    for (row, text) in rows.enumerated() {
      var column = 0
      for character in text {
        let letter = row < styles.count && column < styles[row].count ? styles[row][column] : "."
        column += frame.put(
          String(character == "¿" ? "s" : character), at: Position(row: row, column: column),
          style: Self.style(letter), width: width)
      }
    }
    frame.cursor = cursor
    frame.news = [Frame.Part(rows: 0..<min(2, rows.count), columns: 0..<size.columns)]
    return frame
  }

  private static func style(_ letter: Unicode.Scalar) -> Style {
    for bar in Style.Bar.allCases {
      if letter.value == 0x31 + UInt32(bar.rawValue) {
        return Style(.meter, bar: bar, blend: bar == .third ? 90 : 255)
      }
      if letter.value == 0x76 + UInt32(bar.rawValue) { return Style(.mark, bar: bar) }
    }
    return Style(Style.Role(rawValue: UInt8(letter.value)) ?? .plain)
  }
}
