internal import Testing
package import WatchwordScreen
internal import WatchwordStrength

extension Script {
  /// A form to play in this process.
  package struct Scene {
    /// The words of the command.
    package let words: [String]
    package let rows: [Row]
    package let size: Size
    package let run: ScriptRun
    /// Whether the script says how the form ends.
    package let isWhole: Bool
  }

  /// Plays the script. Without keys the program runs as a child without a terminal. With keys it is played by
  /// `perform`, by the program on a terminal, or by both.
  package func play(perform: @escaping (Scene) throws -> Completion) throws {
    for need in needs {
      if need.hasPrefix("program ") {
        try Needs.programs(String(need.dropFirst("program ".count)))
      } else {
        guard let condition = Needs.Condition(rawValue: need) else {
          throw Fault(description: "\(file): no need is called '\(need)'")
        }
        try Needs.machine(condition)
      }
    }
    let hasKeys = entries.contains { !$0.rows.isEmpty }
    if !hasKeys || stages != .real { try playOnce(perform: perform) }
    if hasKeys, stages != .scripted { try playOnce(perform: nil) }
  }

  private func playOnce(perform: ((Scene) throws -> Completion)?) throws {
    let folder = TemporaryFolder()
    let stage = try prepare(folder)
    for entry in entries {
      let given = Self.given(folder)
      let values = entry.values.mapValues { value in
        given.reduce(value) { $0.replacing("{\($1.key)}", with: $1.value) }
      }
      let run = ScriptRun(file: file, values: values.merging(given) { $1 })
      let command = run.filled(entry.command)
      let words = ScriptWord.shellWords(command)
      let completion: Completion?
      if entry.rows.isEmpty {
        let (program, arguments) = Self.program(command, words)
        completion = try Completion.of(
          program, arguments, environment: stage.environment, launching: launching, folder: folder.path,
          input: entry.input)
      } else if let perform {
        guard let words, environment.isEmpty, launching.isEmpty, entry.input.isEmpty else {
          throw Fault(description: "\(file):\(entry.line): this needs a terminal")
        }
        let done = try perform(
          Scene(words: words, rows: entry.rows, size: size, run: run, isWhole: entry.isWhole))
        if entry.isWhole {
          completion = done
        } else {
          completion = nil
          // Control-C was pressed, because the form went on after the last row.
          if done.status != 130 {
            run.fail(entry.line, "\(command): ends with \(done.status) \(done.errors)")
          }
        }
      } else {
        try entry.playOnTerminal(Self.program(command, words), stage, run)
        completion = nil
      }
      if let completion { entry.compare(completion, run, command) }
    }
  }

  /// The names in braces that every script has.
  private static func given(_ folder: TemporaryFolder) -> [String: String] {
    ["folder": folder.path, "policies": StandardPolicy.allCases.map(\.rawValue).joined(separator: ", ")]
  }

  /// Puts the script's files where its commands run.
  private func prepare(_ folder: TemporaryFolder) throws -> Stage {
    let run = ScriptRun(file: file, values: Self.given(folder))
    for file in files {
      if let end = file.name.lastIndex(of: "/") {
        _ = try Completion.of("mkdir", ["-p", "\(folder.path)/\(file.name[..<end])"])
      }
      _ = folder.write(file.content, to: file.name)
    }
    var stage = Stage.capturing(in: folder.path)
    (stage.size, stage.launching) = (size, launching)
    for (name, value) in environment { stage.environment[name] = value.map(run.filled) }
    for command in preparations {
      let done = try Completion.of("sh", ["-c", run.filled(command)], folder: folder.path)
      if done.status != 0 { throw Fault(description: "\(file):\(line): \(command): \(done.errors)") }
    }
    return stage
  }

  /// The program to start. Commands that need the shell find it there by its name.
  private static func program(_ command: String, _ words: [String]?) -> (String, [String]) {
    if let words, let first = words.first {
      // Variables set for this command alone are set by env, which becomes the command.
      if first.contains("=") {
        return ("env", words.map { $0 == "watchword" ? ProgramFile.path($0) : $0 })
      }
      return (first, Array(words.dropFirst()))
    }
    return ("sh", ["-c", "watchword() { \"$0\" \"$@\"; }; \(command)", ProgramFile.path("watchword")])
  }
}

extension Script.Entry {
  /// Whether the script says how a form ends.
  fileprivate var isWhole: Bool {
    status != nil || !output.isEmpty || !errors.isEmpty || !terminal.isEmpty
  }

  /// Whether the script wants the program to be ended by SIGINT, which a shell reports as status 130, and not to exit.
  private var isInterrupt: Bool { status == "INT" }

  private func wantedStatus(_ run: ScriptRun) -> Int32 {
    isInterrupt ? 130 : Int32(run.filled(status ?? "0")) ?? -1
  }

  /// Reports every difference between `completion` and the script.
  fileprivate func compare(
    _ completion: Completion, shown: String = "", _ run: ScriptRun, _ command: String
  ) {
    let wrong = [
      completion.status == wantedStatus(run) ? nil : "status \(completion.status)",
      difference(of: completion.output, from: output, run).map { "standard output (\($0))" },
      difference(of: completion.errors, from: errors, run).map { "standard error (\($0))" },
      terminal.isEmpty ? nil : difference(of: shown, from: terminal, run).map { "the terminal (\($0))" },
    ].compactMap(\.self)
    guard !wrong.isEmpty else { return }
    run.fail(
      line,
      """
      \(command): not as written: \(wrong.joined(separator: ", ")). It was:
      \(completion.output.marked(">") + completion.errors.marked("2>") + shown.marked("tty>"))= \(completion.status)
      """)
  }

  /// How `text` differs from `lines`; `nil` if it does not.
  private func difference(of text: String, from lines: [Script.Line], _ run: ScriptRun) -> String? {
    if let line = lines.first(where: { $0.kind == .all }) {
      let wanted = try? ScriptWord.all(in: run.filled(line.text)).map(\.text).joined()
      return text == wanted ? nil : text.debugDescription
    }
    for line in lines where line.kind == .absent && text.contains(run.filled(line.text)) { return line.text }
    let wanted = lines.filter { $0.kind != .absent }
    if wanted.isEmpty { return text.isEmpty || !lines.isEmpty ? nil : "it is not empty" }
    var found = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if found.last == "" {
      found.removeLast()
    } else if wanted.last?.kind != .rest {
      return "its last line has no end"
    }
    return Self.match(found[...], wanted[...], run)
  }

  private static func match(
    _ found: ArraySlice<String>, _ wanted: ArraySlice<Script.Line>, _ run: ScriptRun
  ) -> String? {
    guard let line = wanted.first else { return found.first.map { "one line too many: \($0)" } }
    let rest = wanted.dropFirst()
    if line.kind == .rest {
      return found.indices.contains { match(found[$0...], rest, run) == nil } || rest.isEmpty
        ? nil : match(found.suffix(0), rest, run)
    }
    let text = run.filled(line.text)
    guard let first = found.first else { return "a line is missing: \(text)" }
    let isMet: Bool =
      switch line.kind {
      case .start: first.hasPrefix(text)
      case .part: first.contains(text)
      case .pattern: run.finds("^(?:\(text))$", in: [first])
      default: first == text
      }
    return isMet ? match(found.dropFirst(), rest, run) : "not \(text)"
  }

  fileprivate func playOnTerminal(
    _ command: (String, [String]), _ stage: Stage, _ run: ScriptRun
  ) throws {
    var stage = stage
    if !input.isEmpty { stage.input = .text(String(decoding: input, as: UTF8.self)) }
    let terminal = try TerminalEmulator.open(command.0, command.1, on: stage)
    // The kernel does not say of a shell whether its child waits for keys.
    for row in rows { try terminal.play(row, run, settling: command.0 != "sh") }
    guard isWhole else { return }
    let place = run.location(line)
    terminal.wait("the program ends", sourceLocation: place) {
      terminal.hasEnded && terminal.machine.hasSettledAccounts
    }
    terminal.wait("the terminal is left", sourceLocation: place) {
      terminal.settings.isCooked && !terminal.isAlternateScreen && terminal.isCursorVisible
        && !terminal.isBracketedPaste && !terminal.reportsMouse && !terminal.isKeypadApplication
    }
    guard !terminal.machine.hasFailed else { return }
    let status: Int32 =
      switch terminal.fate {
      case .exited(let status): status
      case .killed(let signal), .stopped(let signal): 128 + signal
      case .running: -1
      }
    if isInterrupt, terminal.fate != .killed(by: 2) { run.fail(line, "ends as \(terminal.fate)") }
    if self.terminal.contains(where: { $0.kind != .absent }) {
      let isPlain = terminal.transcript.allSatisfy {
        $0 >= 0x20 && $0 != 0x7F || [0x07, 0x09, 0x0A, 0x0D].contains($0)
      }
      if !isPlain { run.fail(line, "the terminal was written more than plain text") }
    }
    let completion = Completion(status: status, output: terminal.outputText, errors: terminal.errorText)
    compare(completion, shown: self.terminal.isEmpty ? "" : terminal.plainText, run, self.command)
  }
}

extension TerminalEmulator {
  /// Everything written to the terminal, which in line mode has to be plain text.
  fileprivate var plainText: String { String(decoding: transcript.filter { $0 != 0x0D }, as: UTF8.self) }

  fileprivate var sight: Sight {
    Sight(
      rows: rows, cursor: isCursorVisible ? cursor : nil, beeps: bells, told: errorText, written: plainText,
      styled: { [self] role in role == .error ? redWords : Sight.words(rows.joined(separator: " ")) })
  }

  /// The words in the colour of errors, from the top.
  private var redWords: String {
    let cells = (0..<size.rows).map { row in
      (0..<size.columns).map { self[row, $0] }.filter(\.foreground.isReddish).compactMap(\.text).joined()
    }
    return Sight.words(cells.joined(separator: " "))
  }

  fileprivate func play(_ row: Script.Row, _ run: ScriptRun, settling: Bool) throws {
    let place = run.location(row.line)
    var before = sight
    // Without keys, the text that the row waits for may already be there.
    if row.keys.trimmed.isEmpty { before.written = nil }
    for key in try ScriptKey.all(in: run.filled(row.keys)) {
      switch key {
      case .key(_, let stroke): press(stroke)
      case .text(let text): type(text)
      case .paste(let text): paste(text)
      case .wait: break
      case .resize(let size): resize(size.columns, size.rows)
      case .click(let position): click(position)
      case .clickOn(let text): click(on: run.filled(text))
      case .whileShown(let text): expect(gone: text, sourceLocation: place)
      }
    }
    let items = try ScriptItem.all(in: row.seen)
    for item in items where item.isAwaited {
      wait("\(item)", sourceLocation: place) { run.holds(item, of: sight, after: before) }
    }
    let hasMore = settling && !items.allSatisfy(\.isAwaited)
    if hasMore || !items.contains(where: \.isAwaited) { settle(sourceLocation: place) }
    // Between two forms the items may come to hold at different times, and keys are lost. So all have to hold at once.
    wait("all of \(items)", sourceLocation: place) {
      let sight = sight
      return items.allSatisfy { run.holds($0, of: sight, after: before) }
    }
  }
}

extension String {
  fileprivate func marked(_ sign: String) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).dropLast(hasSuffix("\n") || isEmpty ? 1 : 0)
      .map { "\(sign) \($0)\n" }.joined()
  }
}
