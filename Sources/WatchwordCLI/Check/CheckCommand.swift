internal import CWatchwordSystem
internal import Glibc
internal import Watchword
internal import WatchwordCurses
internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// What `check` judges, and what it says of that, as its options have it.
struct Checking: Equatable, Sendable {
  /// Whether standard input holds a list, rather than one password.
  var isBatch = false
  var hasSummary = false
  var isFailedOnly = false
  /// Whether the names of the person and the machine that judge say nothing about the passwords.
  var ignoresOwnNames = false
  var explains = false
  /// What a password ends with.
  var separator = SecretLines.Separator.newline
}

struct CheckCommand {
  private let options: Options
  private let isJSON: Bool
  private let format: CheckReportFormat

  /// Makes the command, for a locale of the character set `encoding`.
  init(_ options: Options, _ encoding: CharacterEncoding) {
    (self.options, isJSON) = (options, options.format == .json)
    // What programs read is English.
    let texts = isJSON || options.checking.isBatch ? Texts.english : .ofProcess
    format = CheckReportFormat(
      policy: options.policy(in: texts), explains: options.checking.explains, texts: texts,
      glyphs: encoding == .utf8 ? .emoji : .ascii)
  }

  /// Judges what comes, and writes what was found.
  func run(_ descriptors: StandardDescriptors) throws(ProgramError) -> ExitStatus {
    if options.isValidating {
      _ = try options.readLists()
      return .accepted
    }
    let output = try StandardOutput(descriptors, isList: options.checking.isBatch)
    if descriptors.closed.contains(STDIN_FILENO) { return try report(.closed, to: output) }
    guard isatty(STDIN_FILENO) == 0 else {
      throw .text(
        "standard input is a terminal, which would show the password: use a pipe, or '{command}'",
        ["command": "watchword new"])
    }
    // No verdict comes from a list of which a part may be missing.
    let judge = try options.readLists()
    try Protection.begin(options.locking)
    var lines = try rethrow(
      try SecretLines(
        descriptor: STDIN_FILENO, separator: options.checking.separator, locking: options.locking),
      as: ProgramError.memory)
    let checker = try rethrow(try makeChecker(judge), as: ProgramError.memory)
    if options.checking.isBatch { return try checkList(&lines, checker, judge, output) }
    let found: CheckReport
    do throws(UncheckedInput) {
      found = try checkOne(&lines, checker)
    } catch {
      return try report(error, to: output)
    }
    try output.deliver(isJSON ? format.json(found) : format.text(found))
    return found.isAccepted ? .accepted : .failed
  }

  private func makeChecker(_ judge: JudgeConfiguration) throws(SecretError) -> Checker {
    try Checker(format.policy, judge, explains: options.checking.explains, locking: options.locking)
  }

  /// Judges the one password that there is; without any it is the empty one.
  private func checkOne(_ lines: inout SecretLines, _ checker: Checker) throws(UncheckedInput) -> CheckReport
  {
    guard try rethrow(try lines.advance(), as: UncheckedInput.unreadable) else {
      return checker.report(on: "".utf8Span)
    }
    defer { StackScratch.scrub() }
    let report = try lines.withLine(0) { (line) throws(UncheckedInput) in try checker.report(onLine: line) }
    // A part of what was meant as one password would be judged otherwise.
    if lines.count > 1 { throw .several }
    if try rethrow(try lines.advance(), as: UncheckedInput.unreadable) { throw .several }
    return report
  }

  /// Judges each line of a list, on all cores where many lines come at once. What is known is written before the next
  /// line is waited for.
  private func checkList(
    _ lines: inout SecretLines, _ checker: Checker, _ judge: JudgeConfiguration, _ output: StandardOutput
  ) throws(ProgramError) -> ExitStatus {
    var checkers = [checker]
    var (summary, isWhole) = (CheckSummary(), true)
    let progress = CheckProgress()
    // Also where the answers cannot be written any more: the error is to stand in a line of its own.
    defer { progress?.hide() }
    while true {
      do throws(SystemError) {
        guard try lines.advance() else { break }
      } catch {
        isWhole = false
        progress?.hide()
        try tell(.unreadable(error), to: output)
        break
      }
      let isLong = lines.count > Self.mostLinesOfOneCore
      while isLong, checkers.count < Cores.count, let another = try? makeChecker(judge) {
        checkers.append(another)
      }
      let answers = Cores.map(lines.count, threads: isLong ? checkers.count : 1) { thread, index in
        lines.withLine(index) { answer(to: $0, number: lines.firstNumber + index, by: checkers[thread]) }
      }
      for answer in answers { summary.count(answer.level, isAccepted: answer.isAccepted) }
      let text = answers.map(\.text).joined()
      if !text.isEmpty {
        progress?.makeRoomForAnswers()
        try output.write(text.utf8Span.span)
      }
      progress?.show()
    }
    progress?.hide()
    if options.checking.hasSummary, isJSON { try output.write(summary.json.utf8Span.span) }
    try output.close()
    // In the table a program could take it for an answer.
    if options.checking.hasSummary, !isJSON { StandardError.write(summary.words) }
    return isWhole && summary.isAccepted ? .accepted : .failed
  }

  /// What is written about a line of a list, nothing where only failures are asked for; its level, if it was judged,
  /// and whether it passes.
  private func answer(
    to line: Span<UInt8>, number: Int, by checker: Checker
  ) -> (text: String, level: Level?, isAccepted: Bool) {
    do throws(UncheckedInput) {
      if options.checking.separator == .newline, !line.isEmpty, line[line.count - 1] == UInt8(ascii: "\r") {
        throw .endsInCR
      }
      let report = try checker.report(onLine: line)
      let level = report.verdict.level
      if options.checking.isFailedOnly, report.isAccepted { return ("", level, true) }
      let text = isJSON ? format.json(report, line: number) : format.row(report, line: number)
      return (text, level, report.isAccepted)
    } catch {
      let text = isJSON ? CheckReportFormat.json(error, line: number) : format.row(error, line: number)
      return (text, nil, false)
    }
  }

  /// Says that the input was not judged, and ends the answer.
  private func report(_ input: UncheckedInput, to output: StandardOutput) throws(ProgramError) -> ExitStatus {
    try tell(input, to: output)
    try output.close()
    return .failed
  }

  /// Says that the input was not judged: to a person, and to a program that reads JSON too.
  private func tell(_ input: UncheckedInput, to output: StandardOutput) throws(ProgramError) {
    StandardError.tell(input.line)
    if isJSON { try output.write(CheckReportFormat.json(input).utf8Span.span) }
  }

  /// So many lines are about a millisecond of work, for which no other core is asked.
  private static let mostLinesOfOneCore = 32
}

/// How far a list has been judged: a line at the end of standard error that is written over and taken away again.
final class CheckProgress {
  private var words: Words
  /// Whether the answers may go to the same terminal, directly or through a pipe.
  private let meetsAnswers: Bool
  /// How many columns of the terminal are written on.
  private var columns = 0

  /// Begins a list on standard input; `nil` where nobody would see how far it is, or its size is not known.
  init?() {
    var status = stat()
    guard StandardError.isTerminal, unsafe fstat(STDIN_FILENO, &status) == 0,
      status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
    else { return nil }
    words = Words(size: Int64(status.st_size))
    let isPipe = unsafe fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    meetsAnswers = isPipe || isatty(STDOUT_FILENO) == 1
  }

  /// Shows how far the list has been read. What is read is judged within a moment.
  func show() {
    let position = Int64(lseek(STDIN_FILENO, 0, SEEK_CUR))
    guard let line = words.next(at: position, now: .nanoseconds(ww_now())) else { return }
    StandardError.put("\r\(line)")
    columns = max(columns, line.columns)
  }

  /// Takes the line away where answers that are written now could stand beside it.
  func makeRoomForAnswers() { if meetsAnswers { hide() } }

  /// Takes the line away, so that something else can be written.
  func hide() {
    guard columns > 0 else { return }
    StandardError.put("\r\(String(repeating: " ", count: columns))\r")
    columns = 0
  }
}

extension CheckProgress {
  /// The words of the line, at most four times a second.
  struct Words: Equatable {
    private let size: Int64
    private var nextTime = Duration.zero

    /// Begins a list of `size` bytes, more than none.
    init(size: Int64) { self.size = size }

    /// What to show when the list has been read up to the byte `position`; `nil` where the line stays as it is.
    mutating func next(at position: Int64, now: Duration) -> String? {
      guard now >= nextTime, (0..<size).contains(position) else { return nil }
      nextTime = now + Self.interval
      let percent = Int(Double(position) / Double(size) * 100)
      // translators: How much of a list of passwords has been judged.
      return text("{number} % judged", ["number": String(percent)])
    }

    private static let interval = Duration.milliseconds(250)
  }
}

/// How many lines of a list had which verdict and which level.
struct CheckSummary: Equatable {
  private var (passed, failed, refused) = (0, 0, 0)
  private var levels = Level.allCases.map { _ in 0 }

  /// Counts a line: its level, or `nil` where it could not be judged, and whether it passed.
  mutating func count(_ level: Level?, isAccepted: Bool) {
    if let level { levels[level.rawValue] += 1 }
    if level == nil { refused += 1 } else if isAccepted { passed += 1 } else { failed += 1 }
  }

  var isAccepted: Bool { failed + refused == 0 }

  /// Two lines for a person, in the words of the table.
  var words: String {
    let list = { (counts: [Count]) in counts.map { "\($0.value) \($0.name)" }.joinedByCommas }
    return plural(
      // translators: {verdicts} is a list such as "2 pass, 1 fail", in words that are not translated.
      "{count} line: {verdicts}", "{count} lines: {verdicts}", lines, ["verdicts": list(verdicts)])
      // translators: {levels} is a list such as "2 weak, 1 medium", in words that are not translated.
      + "\n" + text("levels: {levels}", ["levels": list(namedLevels)])
  }

  /// A JSON object on one line, whose one member no answer has.
  var json: String {
    let counts = [("lines", lines)] + verdicts + namedLevels
    let value: JSONValue = ["summary": .object(counts.map { ($0.name, .number($0.value)) })]
    return "\(value)\n"
  }

  private typealias Count = (name: String, value: Int)

  private var lines: Int { passed + failed + refused }
  private var verdicts: [Count] { [("pass", passed), ("fail", failed), ("refused", refused)] }
  private var namedLevels: [Count] { Level.allCases.map { ($0.name, levels[$0.rawValue]) } }
}
