import Glibc
import TestSupport
import Testing

/// A program in line mode, and the user who answers.
final class Talk {
  let terminal: TerminalEmulator
  /// How much had been written at the last answer.
  private var mark = 0
  /// What was typed, and how much had been written then.
  private(set) var answers: [(place: Int, text: String)] = []

  init(_ arguments: [String], on stage: Stage = .talking) throws {
    terminal = try TerminalEmulator.open("watchword", arguments, on: stage)
  }

  init(shell script: String, on stage: Stage) throws {
    terminal = try TerminalEmulator.shell(script, on: stage)
  }

  /// Continues on `terminal`.
  init(on terminal: TerminalEmulator) { self.terminal = terminal }

  /// The text on the terminal, with what was typed unseen in angle brackets.
  var script: String {
    var bytes = Array(text.utf8)
    for (place, answer) in answers.reversed() where bytes[place] == UInt8(ascii: "\n") {
      let words = answer.replacing(control: "\u{12}", by: "Ctrl-R").replacing(control: "\u{7}", by: "Ctrl-G")
      bytes.insert(contentsOf: "<\(words.isEmpty ? "Enter" : words)>".utf8, at: place)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text on the terminal, with a newline after each line.
  var text: String { String(decoding: terminal.transcript.filter { $0 != 0x0D }, as: UTF8.self) }

  /// Waits until `question` is the last text, and new since the last answer.
  func expect(_ question: String, sourceLocation: SourceLocation = #_sourceLocation) {
    terminal.wait("it asks \(question)", sourceLocation: sourceLocation) {
      terminal.transcript.count > mark && text.hasSuffix(question + " ")
    }
  }

  /// Waits for `question`, and types `answer` and Enter.
  func answer(_ question: String, _ answer: String, sourceLocation: SourceLocation = #_sourceLocation) {
    expect(question, sourceLocation: sourceLocation)
    answers.append((text.utf8.count, answer))
    send(answer + "\n")
  }

  /// Types `keys`. The next question counts only after new output.
  func send(_ keys: String) {
    mark = terminal.transcript.count
    terminal.type(keys)
  }

  /// Waits for the end with `status`. Compares the terminal's text with `expected`, and checks all bytes as
  /// ``expectPlain(sourceLocation:)`` does.
  func expectEnd(
    _ status: Int32, _ expected: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    terminal.expectExit(status, sourceLocation: sourceLocation)
    if let expected { #expect(text == expected, sourceLocation: sourceLocation) }
    expectPlain(sourceLocation: sourceLocation)
  }

  /// Waits for the end by Control-C.
  func expectInterrupt(sourceLocation: SourceLocation = #_sourceLocation) {
    terminal.expect(.killed(by: SIGINT), sourceLocation: sourceLocation)
    expectPlain(sourceLocation: sourceLocation)
  }

  /// Expects only bytes of plain text, and the terminal in the modes of a shell.
  func expectPlain(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
      terminal.transcript.allSatisfy { $0 >= 0x20 && $0 != 0x7F || [0x0A, 0x0D, 0x07, 0x09].contains($0) },
      sourceLocation: sourceLocation)
    if terminal.hasEnded { #expect(terminal.settings.isCooked, sourceLocation: sourceLocation) }
  }
}

extension String {
  /// The text with a key's name instead of its character.
  fileprivate func replacing(control: Character, by name: String) -> String {
    split(separator: control, omittingEmptySubsequences: false).joined(separator: " \(name)")
  }
}

extension Stage {
  /// A terminal that can only print, with pipes for output and errors.
  static let talking = with {
    $0.environment["ACCESSIBLE"] = "1"
    ($0.output, $0.errors) = (.pipe, .pipe)
  }
}

/// The questions.
enum Question {
  static let new = "New password:"
  static let again = "New password again:"
  static let differ = "The two differ. Type the second one again, or n to begin with the first.\n"
  static let take = "Enter takes it, anything else is a new entry.\n"
}
