internal import CVterm
internal import Glibc
package import WatchwordScreen

extension TerminalEmulator {
  package var pid: Int32 { machine.pid }
  package var device: String { ProgramFile.destination(ofLink: "/proc/self/fd/\(machine.slave.number)") }
  package var process: ProcessState { ProcessState(machine.pid) }
  package var fate: Fate { machine.fate }
  package var size: Size { machine.size }

  /// The rows of the screen as text, from the top, without blanks at their ends.
  package var rows: [String] { (0..<size.rows).map { row($0) } }
  /// The rows of the screen, a line each, without the empty ones at the end.
  package var picture: String {
    var rows = rows
    while rows.last == "" { rows.removeLast() }
    return rows.joined(separator: "\n")
  }

  /// The text of a row, each wide character once, without blanks at its end.
  package func row(_ row: Int) -> String {
    var scalars = machine.glass.row(row, columns: size.columns).scalars[...]
    while scalars.last == 0x20 { scalars.removeLast() }
    var text = String.UnicodeScalarView()
    for scalar in scalars { text.append(Unicode.Scalar(scalar) ?? "\u{FFFD}") }
    return String(text)
  }

  package subscript(row: Int, column: Int) -> ScreenCell {
    machine.glass.cell(Position(row: row, column: column))
  }

  /// The first place of `text` in a single row, from the top; `nil` if it is not there.
  package func position(of text: String) -> Position? {
    for row in 0..<size.rows {
      if let column = column(of: text, in: row) { return Position(row: row, column: column) }
    }
    return nil
  }

  package func column(of text: String, in row: Int) -> Int? {
    let wanted = text.unicodeScalars.map(\.value)
    guard !wanted.isEmpty else { return nil }
    let line = machine.glass.row(row, columns: size.columns)
    let index = unsafe cvterm_find(line.scalars, Int32(line.scalars.count), wanted, Int32(wanted.count))
    return index < 0 ? nil : Int(line.columns[Int(index)])
  }

  package func shows(_ text: String) -> Bool { position(of: text) != nil }
  package func line(with text: String) -> String { position(of: text).map { row($0.row) } ?? "" }
  package func cell(of text: String) -> ScreenCell? { position(of: text).map { self[$0.row, $0.column] } }
  package var cursor: Position { machine.glass.cursor }
  package var isCursorVisible: Bool { mode(25) ?? true }
  package var isAlternateScreen: Bool { mode(1049) ?? mode(47) ?? false }
  package var isBracketedPaste: Bool { mode(2004) ?? false }
  package var reportsMouse: Bool { [9, 1000, 1002, 1003].contains { mode($0) == true } }
  package var isKeypadApplication: Bool { mode(-1) == true || mode(1) == true }
  /// The lines that have left the main screen at its top, the oldest first.
  package var scrollback: [String] { machine.glass.scrollback }
  package var bells: Int { machine.glass.bells }
  package var title: String { machine.glass.title }
  /// A private mode as last set or reset; `nil` if it never was. -1 is the keypad mode.
  package func mode(_ number: Int) -> Bool? { machine.transcript.modes[number] }
  package var transcript: [UInt8] { machine.transcript.bytes }
  /// What the program wrote to descriptor 1, if that is a pipe.
  package var output: [UInt8] { machine.output }
  /// What the program wrote to descriptor 2, if that is a pipe.
  package var errors: [UInt8] { machine.errors }
  package var outputText: String { String(decoding: machine.output, as: UTF8.self) }
  package var errorText: String { String(decoding: machine.errors, as: UTF8.self) }
  package var unreadInput: Int { Int(cvterm_unread(machine.slave.number)) }
  package var settingsBefore: TerminalSettings { machine.settingsBefore }
  package var settings: TerminalSettings { TerminalSettings(descriptor: machine.slave.number) }
}

package struct TerminalSettings: Equatable, Sendable {
  /// The flags for input, output, the line and local handling, and the control characters.
  package var input, output, control, local: UInt32
  package var characters: [UInt8]

  init(descriptor: Int32) {
    var now = termios()
    _ = unsafe tcgetattr(descriptor, &now)
    (input, output, control, local) = (now.c_iflag, now.c_oflag, now.c_cflag, now.c_lflag)
    characters = unsafe withUnsafeBytes(of: now.c_cc) { unsafe Array($0) }
  }

  /// Whether the terminal edits lines and echoes what is typed, as a shell leaves it and expects it.
  package var isCooked: Bool { local & UInt32(ICANON | ECHO | ISIG) == UInt32(ICANON | ECHO | ISIG) }
  package var echoes: Bool { local & UInt32(ECHO) != 0 }
}
