internal import Glibc
package import WatchwordScreen

extension TerminalEmulator {
  package func type(_ text: String) { send(Array(text.utf8)) }

  /// Presses keys, one burst for each.
  package func press(_ keys: Keystroke...) {
    for key in keys { send(key.bytes(application: mode(1) == true)) }
  }

  /// Presses a key several times, in one burst.
  package func press(_ key: Keystroke, times: Int) {
    let bytes = key.bytes(application: mode(1) == true)
    send(Array(repeatElement(bytes, count: times).joined()))
  }

  /// Pastes a text as a terminal does: marked if the program asked for that, and with returns for newlines.
  package func paste(_ text: String) { paste(Array(text.utf8)) }

  package func paste(_ bytes: [UInt8]) {
    let isMarked = isBracketedPaste
    send(isMarked ? Array("\u{1B}[200~".utf8) + bytes + Array("\u{1B}[201~".utf8) : bytes)
  }

  /// Presses and releases button 1 on a cell, if the program asked for the mouse.
  package func click(row: Int, column: Int) { click(Position(row: row, column: column)) }

  /// Presses and releases a button (0 is button 1) on a cell, if the program asked for the mouse.
  package func click(_ position: Position, button: Int = 0) {
    guard reportsMouse else { return }
    let place = "\(button);\(position.column + 1);\(position.row + 1)"
    send(Array("\u{1B}[<\(place)M\u{1B}[<\(place)m".utf8))
  }

  package func click(on text: String) {
    if let position = position(of: text) { click(position) }
  }

  package func send(_ bytes: [UInt8]) { machine.send(bytes) }

  /// Writes `text` to the terminal, as another program on it does.
  package func scribble(_ text: String) { _ = machine.slave.write(text.utf8) }
  package func resize(_ columns: Int, _ rows: Int) { machine.resize(Size(columns: columns, rows: rows)) }

  /// The terminal answers nothing from now on.
  package func fallSilent() { machine.answers = .silence }

  package func signal(_ number: Int32) { signal(number, to: pid) }

  /// Sends a signal to a process or, if the number is negative, to a process group.
  package func signal(_ number: Int32, to pid: Int32) {
    machine.wakeUpsBefore = process.wakeUps
    kill(pid, number)
  }

  package func hangUp() { machine.hangUp() }

  /// Writes to the pipe on descriptor 0, as much as it holds: 64 KiB.
  package func write(toInput bytes: [UInt8]) { machine.write(toInput: bytes) }
  package func closeInput() { machine.closeInput() }
}
