import TestSupport
import Testing
import WatchwordScreen

/// What a screen reader hears: which cells are written, and what comes last.
@Suite struct ReadingAidTests {
  private let folder = TemporaryFolder()

  /// Runs `action`, waits until all is drawn, and returns what was written.
  private func writing(
    of terminal: TerminalEmulator, sourceLocation: SourceLocation = #_sourceLocation, _ action: () -> Void
  ) -> (bytes: Int, cells: ScreenWriting) {
    let start = terminal.transcript.count
    action()
    // On a busy machine the answer to a key may come after the silence for which settle() waits.
    terminal.wait("something is written") { terminal.transcript.count > start }
    terminal.settle(sourceLocation: sourceLocation)
    let writing = ScreenWriting(terminal.transcript, from: start, size: terminal.size)
    #expect(writing.unknown.isEmpty, sourceLocation: sourceLocation)
    #expect(writing.cursor == terminal.cursor, sourceLocation: sourceLocation)
    return (terminal.transcript.count - start, writing)
  }

  private func cells(_ terminal: TerminalEmulator) -> [Position: ScreenCell] {
    var cells: [Position: ScreenCell] = [:]
    for row in 0..<terminal.size.rows {
      for column in 0..<terminal.size.columns {
        cells[Position(row: row, column: column)] = terminal[row, column]
      }
    }
    return cells
  }

  private static let password = "Kv7mQzR2.pLxw4Tn8#Ha"

  /// The most bytes that a key may cost in a window: a key that changes only mask and counter, any key, and all 20
  /// together. A step of the highest bar costs ``step`` more. The key that makes the password right also changes the word
  /// of Return.
  struct Limits {
    var columns, rows: Int
    /// The rows of the reason below the bars.
    var reason: ClosedRange<Int>
    var usual, most, all: Int
    static let step = 33
  }

  @Test(arguments: [
    Limits(columns: 80, rows: 24, reason: 1...2, usual: 37, most: 360, all: 2600),
    Limits(columns: 40, rows: 12, reason: 1...1, usual: 36, most: 280, all: 1600),
  ])
  func `I2 each of 20 keys writes mask and counter, level and reason whole, and no other cell`(
    _ limits: Limits
  ) throws {
    let terminal = try TerminalEmulator.form(
      on: .with { $0.size = Size(columns: limits.columns, rows: limits.rows) })
    var numbers: [Int] = []
    var short = 0
    for character in Self.password {
      let before = cells(terminal)
      let caret = terminal.cursor
      let (bytes, writing) = writing(of: terminal) { terminal.type(String(character)) }
      numbers.append(bytes)
      let after = cells(terminal)
      let changed = Set(after.keys.filter { after[$0] != before[$0] })
      let level = ["Too weak", "Could be stronger", "Strong password"].first(where: terminal.shows) ?? ""
      let words = terminal.position(of: level) ?? Position(row: -1, column: 0)
      func isNews(_ step: ScreenWriting.Step) -> Bool {
        let (row, column) = (step.position.row - words.row, step.position.column)
        return row == 0 && column >= words.column || limits.reason.contains(row)
      }
      let news = writing.steps.filter(isNews)
      #expect(!changed.contains(words) || writing.runs.contains { $0.contains(level) }, "\(writing.runs)")
      let others = writing.steps.filter { !isNews($0) }
      let written = others.filter { !$0.text.isEmpty }
      let places = Set(written.map(\.position))
      #expect(
        written.allSatisfy { $0.text == " " || changed.contains($0.position) },
        "\(character): \(writing.runs)")
      // A blank between two new words is written with them.
      #expect(written.allSatisfy { $0.isChange || $0.text == " " }, "\(character): \(writing.runs)")
      #expect(places.count == written.count, "\(character): \(writing.runs)")
      #expect(written.first { $0.position == caret }?.text == "•")
      #expect(
        others.allSatisfy { !$0.text.isEmpty || changed.contains($0.position) || isBlank(before, $0) })
      if places.count <= 4, news.isEmpty {
        short += 1
        let movesBar = places.contains { $0.row == words.row }
        #expect(bytes <= limits.usual + (movesBar ? Limits.step : 0), "\(character)")
      }
    }
    // Until the password is strong, each pause changes the advice.
    #expect(short >= 7, "mask and counter are all that other keys change")
    #expect((numbers.max() ?? 0) <= limits.most && numbers.reduce(0, +) <= limits.all, "bytes: \(numbers)")
  }

  private func isBlank(_ cells: [Position: ScreenCell], _ step: ScreenWriting.Step) -> Bool {
    (cells[step.position]?.text ?? "").allSatisfy { $0 == " " }
  }

  @Test(arguments: ["unicode", "ascii"])
  func `I2 with --quiet-typing 20 keys write the mask and nothing else`(
    _ glyphs: String
  ) throws {
    let terminal = try TerminalEmulator.form(
      options: ["--quiet-typing", "--glyphs", glyphs], on: .capturing)
    var numbers: [Int] = []
    for (number, character) in Self.password.enumerated() {
      let caret = terminal.cursor
      let (bytes, writing) = writing(of: terminal) { terminal.type(String(character)) }
      numbers.append(bytes)
      // The first one replaces the placeholder.
      let marks = writing.steps.filter { $0.isChange && !($0.text.isEmpty || $0.text == " ") }
      #expect(marks.map(\.position) == [caret] && marks.map(\.text) == [glyphs == "ascii" ? "*" : "•"])
      #expect(number == 0 || writing.steps.count == 1, "\(writing.runs)")
    }
    #expect(numbers.dropFirst().allSatisfy { $0 <= 3 }, "bytes: \(numbers)")
    #expect(terminal.shows("0 of 8-32") && terminal.states == ".....")
    terminal.press(.tab)
    terminal.expect(row: "20 of 8-32")
    terminal.expect("Strong password")
    #expect(terminal.states == "+++++")
    terminal.type(Self.password)
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == Self.password + "\n")
  }

  private func type(_ text: String, into terminal: TerminalEmulator) {
    let start = terminal.transcript.count
    terminal.type(text)
    terminal.wait("it is drawn") { terminal.transcript.count > start }
    terminal.settle()
  }

  /// How often `text` is in what was written since `start`.
  private func count(of text: String, since start: Int, in terminal: TerminalEmulator) -> Int {
    String(decoding: terminal.transcript[start...], as: UTF8.self).components(of: text)
  }

  @Test(arguments: [[], ["--quiet-typing"], ["--quiet-typing", "--no-animation"]])
  func `D4 a shown text is not written again for a key in another field`(_ options: [String]) throws {
    let terminal = try TerminalEmulator.open("watchword", ["sign-up", "--no-dictionary"] + options)
    terminal.expect("New password again")
    for text in ["Annabel", "ann@example.org"] {
      terminal.type(text)
      terminal.expect(text)
      terminal.press(.tab)
    }
    terminal.settle()
    let start = terminal.transcript.count
    for character in "Kv7mQzR2" { type(String(character), into: terminal) }
    #expect(count(of: "Annabel", since: start, in: terminal) == 0)
    #expect(count(of: "ann@", since: start, in: terminal) == 0)
    terminal.press(.control("r"))
    terminal.expect("Kv7mQzR2")
    terminal.settle()
    let shown = terminal.transcript.count
    // Its own text is written for a key, but not those of other fields.
    type("x", into: terminal)
    #expect(count(of: "Kv7mQzR2x", since: shown, in: terminal) == 1)
    #expect(count(of: "ann@", since: shown, in: terminal) == 0)
    terminal.press(.backTab)
    terminal.settle()
    let left = terminal.transcript.count
    type("m", into: terminal)
    #expect(count(of: "Kv7mQzR2x", since: left, in: terminal) == 0)
  }

  @Test(arguments: [[], ["--quiet-typing"], ["--no-animation"]])
  func `D4 a shown text is not written again while a verifier works`(_ options: [String]) throws {
    let terminal = try TerminalEmulator.open(
      "watchword",
      ["sign-in", "--verify", folder.command("cat >/dev/null; sleep 1; echo No such account; exit 1")]
        + options)
    terminal.expect("Sign in")
    terminal.type("ann@example.org")
    terminal.press(.tab)
    terminal.type("Kv7mQzR2")
    terminal.settle()
    let start = terminal.transcript.count
    terminal.press(.enter)
    terminal.expect("Checking…")
    terminal.expect("No such account")
    #expect(count(of: "ann@", since: start, in: terminal) == 0)
  }

  /// Expects that `writing` wrote `text` last, word by word, and nowhere else.
  private func expectLast(
    _ texts: [String], in writing: ScreenWriting, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let written = writing.steps.map { $0.text.isEmpty ? " " : $0.text }.joined()
    let end = texts.joined(separator: "¶")
    let tail = writing.runs.suffix(texts.count * 2).joined(separator: "¶")
    #expect(words(tail).hasSuffix(words(end)), "\(writing.runs)", sourceLocation: sourceLocation)
    for text in texts {
      #expect(words(written).components(of: words(text)) == 1, "\(text)", sourceLocation: sourceLocation)
    }
  }

  /// `text` without blanks and marks, because it may be wrapped.
  private func words(_ text: String) -> String { text.filter { !" ¶✗!".contains($0) } }

  @Test func `I2 an error is the last thing that is written, once`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.type("Kv7")
    terminal.settle()
    let error = "Add a dash and 2 unrelated words."
    let first = writing(of: terminal) { terminal.press(.tab) }.cells
    expectLast([error], in: first)
    #expect(first.runs.last == "✗ " + error)
    #expect(terminal.cursor.row == terminal.fieldRow(.confirm))
    _ = writing(of: terminal) { terminal.type("K") }
    let later = writing(of: terminal) { terminal.type("v") }.cells
    #expect(later.steps.count == 1, "\(later.runs)")
    // After a refused Enter the error is written again only if the picture changes.
    let refused = writing(of: terminal) { terminal.press(.enter) }.cells
    #expect(words(refused.runs.joined()).components(of: words(error)) == 0)
    expectLast(["Passwords do not match.  ^R shows what you typed"], in: refused)
  }

  @Test func `D4 with --quiet-typing label, keys and what was chosen are written whole, in this order`()
    throws
  {
    let terminal = try TerminalEmulator.open(
      "watchword",
      ["form", "--quiet-typing", "--no-animation", "--field=choice:disk:vda,vdb", "--field=yesno:wipe"]
        + ["--field=date:since"])
    terminal.expect("Enter go on")
    terminal.settle()
    for (key, runs) in [
      (" ", ["[vda]", "Disk: vda"]), ("\t", ["Wipe"]), ("y", ["[Yes]", "Wipe: Yes"]),
      ("\t", ["Since", "Enter go on", "Tab move", "Esc cancel", "F1 help", "T today"]),
    ] {
      let written = writing(of: terminal) { terminal.type(key) }.cells.runs.map(\.trimmed)
        .filter { $0.contains(where: \.isLetter) }
      #expect(written.joined(separator: " ") == runs.joined(separator: " "), "\(written)")
    }
  }

  @Test func `I2 where several errors appear at once, that of the field with the focus is the last`() throws {
    let terminal = try TerminalEmulator.open("watchword", ["sign-up", "--no-dictionary", "--no-animation"])
    terminal.expect("Enter your email...")
    terminal.settle()
    terminal.press(.backTab)
    terminal.settle()
    let writing = writing(of: terminal) { terminal.press(.enter) }.cells
    let row = terminal.cursor.row
    let errors = terminal.rows.enumerated().filter { $0.element.contains("✗ ") }
    let focused = errors.filter { $0.offset > row }.prefix(1)
    let others = errors.filter { error in !focused.contains { $0.offset == error.offset } }
    #expect(errors.count > 1 && focused.count == 1)
    let texts = (others + focused).map { error in
      String(error.element[(error.element.firstIndex(of: "✗") ?? error.element.startIndex)...].dropFirst(2))
    }
    expectLast(texts, in: writing)
  }
}

extension String {
  /// How often `text` stands in the string.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }

  fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
