import Glibc
import TestSupport
import Testing

/// A form that gets the bytes of real terminals, recorded by `make world` in Tests/World/keys.
@Suite struct RecordedKeysTests {
  /// The bytes of one terminal, by the names of the keys.
  struct Recording: CustomTestStringConvertible, Sendable {
    let terminal, type: String
    var keys: [String: [UInt8]] = [:]
    var testDescription: String { terminal }

    static let all: [Recording] = (try? PackageFile.text("Tests/World/keys")).map(Recording.read) ?? []

    private static func read(_ text: String) -> [Recording] {
      var all: [Recording] = []
      for line in text.split(separator: "\n") where !line.hasPrefix("#") {
        if !line.hasPrefix(" ") {
          let words = line.split(separator: " ").map(String.init)
          all.append(Recording(terminal: words[0], type: words[1]))
        } else if let end = line.lastIndex(of: " "), line[end...].count > 1 {
          let name = line[..<end].split(separator: " ").joined(separator: " ")
          all[all.count - 1].keys[name] = bytes(line[end...].dropFirst())
        }
      }
      return all
    }

    /// The bytes of a text with \e and \xFF in it.
    private static func bytes(_ text: Substring) -> [UInt8] {
      var (bytes, rest) = ([UInt8](), text.utf8[...])
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "\\") else {
          bytes.append(byte)
          continue
        }
        if rest.popFirst() == UInt8(ascii: "e") {
          bytes.append(0x1B)
        } else {
          bytes.append(UInt8(Substring(rest.prefix(2)), radix: 16) ?? 0)
          rest = rest.dropFirst(2)
        }
      }
      return bytes
    }
  }

  private func open(_ command: String, _ recording: Recording) throws -> TerminalEmulator {
    let terminal = try TerminalEmulator.open(
      "watchword", [command, "--no-animation"] + (command == "new" ? ["--no-dictionary"] : []),
      on: .with {
        $0.output = .pipe
        $0.environment["TERM"] = recording.type
      })
    terminal.expect("cancel")
    terminal.settle()
    return terminal
  }

  /// Sends keys by their names, and other texts unchanged.
  private func press(_ keys: String..., of recording: Recording, on terminal: TerminalEmulator) {
    for key in keys {
      terminal.send(recording.keys[key] ?? Array(key.utf8))
      // A lone ESC must not become the start of the next key.
      terminal.settle()
    }
  }

  private func isKnown(_ recording: Recording) -> Bool {
    let folders = ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"]
    return folders.contains {
      unsafe access("\($0)/\(recording.type.prefix(1))/\(recording.type)", R_OK) == 0
    }
  }

  @Test func `there are recordings of five terminals and of what runs in them`() {
    let names = ["xterm", "urxvt", "pterm", "kitty", "sakura", "screen", "tmux", "mosh"]
    #expect(Recording.all.map(\.terminal) == names)
  }

  @Test(arguments: Recording.all)
  func `a whole form with the keys of a real terminal`(_ recording: Recording) throws {
    if !isKnown(recording) { try Needs.machine(.terminfoEntry) }
    let terminal = try open("new", recording)
    func press(_ keys: String...) { for key in keys { self.press(key, of: recording, on: terminal) } }
    press("Vkz", "F1")
    terminal.expect("Keys")
    press("Esc")
    terminal.expect("Enter password")
    for digit in 1...4 { press("keypad-on \(digit)") }
    press("Left", "Left", "x", "Home", "A", "End", "paste Tq#e", "Down", "Up", "Tab", "S-Tab", "Tab")
    press("AVkz12x34Tq#eb", "Backspace", "a", "Left", "Delete", "keypad-on Enter")
    terminal.expectExit(0)
    #expect(terminal.outputText == "AVkz12x34Tq#e\n")
  }

  @Test(arguments: Recording.all)
  func `the keypad of a real terminal, with Num Lock on and off`(_ recording: Recording) throws {
    if !isKnown(recording) { try Needs.machine(.terminfoEntry) }
    for (keys, answer) in [
      (Array("0123456789.+-*/").map { "keypad-on \($0)" }, "0123456789.+-*/"),
      (
        [
          "abc", "keypad-off 4", "keypad-off .", "d", "keypad-off 7", "e", "keypad-off 0", "keypad-off 1",
          "f",
        ], "eabdf"
      ),
    ] {
      let terminal = try open("ask", recording)
      for key in keys + ["Enter"] { press(key, of: recording, on: terminal) }
      terminal.expectExit(0)
      #expect(terminal.outputText == answer + "\n")
    }
  }

  /// The bytes of terminals that an earlier program has left in a newer encoding of keys.
  @Test(arguments: Recording.all, ["modifyOtherKeys", "kitty"])
  func `newer encodings of keys`(_ recording: Recording, encoding: String) throws {
    if !isKnown(recording) { try Needs.machine(.terminfoEntry) }
    guard recording.keys["\(encoding) A"] != nil else { return }
    let terminal = try open("ask", recording)
    for key in ["A", "A", "Backspace", "Home", "A", "Delete", "A", "Left", "A", "Enter"] {
      press("\(encoding) \(key)", of: recording, on: terminal)
    }
    terminal.expectExit(0)
    #expect(terminal.outputText == "AAA\n")
    let other = try open("ask", recording)
    press("\(encoding) ^C", of: recording, on: other)
    other.expect(.killed(by: SIGINT))
  }
}
