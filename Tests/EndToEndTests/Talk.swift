import Glibc
import TestSupport
import Testing

/// A program that asks line by line, and the person who answers.
final class Talk {
  let terminal: TerminalEmulator
  /// How much was there when the last answer was given.
  private var mark = 0
  /// What was typed, and how much of the text was there then.
  private(set) var answers: [(place: Int, text: String)] = []

  /// Starts the program with `arguments` on `stage`.
  init(_ arguments: [String], on stage: Stage = .talking) throws {
    terminal = try TerminalEmulator.open("watchword", arguments, on: stage)
  }

  /// Starts `script` in a shell on `stage`.
  init(shell script: String, on stage: Stage) throws {
    terminal = try TerminalEmulator.shell(script, on: stage)
  }

  /// Joins a talk on `terminal`.
  init(on terminal: TerminalEmulator) { self.terminal = terminal }

  /// All that stands on the terminal, and what was typed and is not seen, between angle brackets.
  var script: String {
    var bytes = Array(text.utf8)
    for (place, answer) in answers.reversed() where bytes[place] == UInt8(ascii: "\n") {
      let words = answer.replacing(control: "\u{12}", by: "Ctrl-R").replacing(control: "\u{7}", by: "Ctrl-G")
      bytes.insert(contentsOf: "<\(words.isEmpty ? "Enter" : words)>".utf8, at: place)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// All that stands on the terminal, with a newline at the end of each line.
  var text: String { String(decoding: terminal.transcript.filter { $0 != 0x0D }, as: UTF8.self) }

  /// Waits until `question` stands at the end, and since the last answer.
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

  /// Types `keys`, after which something has to come before the next question counts.
  func send(_ keys: String) {
    mark = terminal.transcript.count
    terminal.type(keys)
  }

  /// Waits for the end with `status`, and holds what was written to the terminal to `expected`, and all of it to what may
  /// be written there.
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

  /// Holds all that was written to the bytes of plain text, and the terminal to the modes of a shell.
  func expectPlain(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
      terminal.transcript.allSatisfy { $0 >= 0x20 && $0 != 0x7F || [0x0A, 0x0D, 0x07, 0x09].contains($0) },
      sourceLocation: sourceLocation)
    if terminal.hasEnded { #expect(terminal.settings.isCooked, sourceLocation: sourceLocation) }
  }
}

extension String {
  /// The text with the name of a key in the place of its character.
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
  static let differ = "The two differ. Enter for another try at the second one, n to begin with the\nfirst:"
  static let take = "Enter takes it, anything else is a new entry:"
}
