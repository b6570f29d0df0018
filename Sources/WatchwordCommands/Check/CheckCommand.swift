internal import Glibc
internal import Watchword
internal import WatchwordBase
package import WatchwordCurses
package import WatchwordOptions
internal import WatchwordSecrets
internal import WatchwordStrength
package import WatchwordSystem

/// A class, because copies of the options take time in each line of a list.
package final class CheckCommand {
  private let options: Options
  private let isJSON: Bool
  private let format: CheckReportFormat

  package init(_ options: Options, _ encoding: CharacterEncoding) {
    (self.options, isJSON) = (options, options.format == .json)
    // Output for programs is English.
    let isForPeople = !isJSON && (!options.checking.isBatch || options.checking.hasReport)
    let texts = isForPeople ? Texts.ofProcess : .english
    format = CheckReportFormat(
      policy: options.policy(in: texts), explains: options.checking.explains,
      showsUser: options.checking.shown != nil, saysTimes: options.meter == .guesses, texts: texts,
      glyphs: encoding == .utf8 ? .emoji : .ascii)
  }

  package func run(_ descriptors: StandardDescriptors) throws(ProgramError) -> ExitStatus {
    let input = try openInput()
    defer { if input != STDIN_FILENO { close(input) } }
    if options.isValidating {
      _ = try options.readLists()
      return .accepted
    }
    let output = try StandardOutput(descriptors, isList: options.checking.isBatch)
    if descriptors.closed.contains(input) { return try report(.closed, to: output) }
    let isTyped = isatty(input) == 1
    if isTyped, options.checking.isBatch {
      throw .text("standard input is a terminal, which would show the passwords: use a pipe or a file")
    }
    // Throws if a list cannot be read: with an incomplete list, no verdict would be right.
    let judge = try options.readLists()
    try ProgramProtection.begin(options.locking)
    if isTyped { return try checkTyped(judge, output) }
    let assessor = try rethrow(try makeAssessor(judge), as: ProgramError.memory)
    if let columns = options.checking.columns {
      var accounts = try rethrow(
        try AccountList(
          columns, headings: options.checking.headings, end: options.checking.separator, descriptor: input,
          locking: options.locking),
        as: ProgramError.memory)
      defer {
        if let line = accounts.entityLine {
          StandardError.tell(
            text(
              "line {number} has '&amp;', as LastPass writes '&': a password with it is judged as it stands",
              ["number": String(line)]))
        }
      }
      return try checkList(&accounts, from: input, assessor, judge, output)
    }
    var lines = try rethrow(
      try SecretLines(
        descriptor: input, separator: options.checking.separator, locking: options.locking),
      as: ProgramError.memory)
    if options.checking.isBatch { return try checkList(&lines, from: input, assessor, judge, output) }
    let found: CheckReport
    do throws(UncheckedInput) {
      found = try checkOne(&lines, assessor)
    } catch {
      return try report(error, to: output)
    }
    return try answer(found, on: output)
  }

  /// The descriptor of the list, which the caller closes, or of standard input.
  private func openInput() throws(ProgramError) -> Int32 {
    guard let path = options.checking.path else { return STDIN_FILENO }
    return try rethrow(try openList(path), as: ProgramError.unopened)
  }

  private func answer(_ found: CheckReport, on output: StandardOutput) throws(ProgramError) -> ExitStatus {
    try output.deliver(isJSON ? format.json(found) : format.text(found))
    return found.isAccepted ? .accepted : .failed
  }

  /// Asks for a password on the terminal, without echo, and judges it.
  private func checkTyped(
    _ judge: JudgeConfiguration, _ output: StandardOutput
  ) throws(ProgramError) -> ExitStatus {
    var presentation = options.presentation
    presentation.isPlain = true
    var status = ExitStatus.accepted
    let ending = try options.ask(inquiry, on: presentation) { (password) throws(ProgramError) in
      let assessor = try rethrow(try makeAssessor(judge), as: ProgramError.memory)
      let found = password.withPassword { assessor.report(on: $0, explains: options.checking.explains) }
      StackScratch.scrub()
      status = try answer(found, on: output)
      return true
    }
    return ending == .accepted ? status : try ending.status(onTerminalAt: presentation.devicePath)
  }

  var inquiry: Inquiry {
    var inquiry = Inquiry(.secret)
    (inquiry.usualTitle, inquiry.mayBeEmpty) = (text("Check a password"), false)
    return inquiry
  }

  private func makeAssessor(_ judge: JudgeConfiguration) throws(SecretError) -> Assessor {
    try Assessor(format.policy, judge, locking: options.locking)
  }

  /// Judges the one password on standard input. If there is no input, judges the empty password.
  private func checkOne(
    _ lines: inout SecretLines, _ assessor: Assessor
  ) throws(UncheckedInput) -> CheckReport {
    let explains = options.checking.explains
    guard try rethrow(try lines.advance(), as: UncheckedInput.unreadable) else {
      return assessor.report(on: "".utf8Span, explains: explains)
    }
    defer { StackScratch.scrub() }
    let report = try lines.withLine(0) { (line) throws(UncheckedInput) in
      try assessor.report(onLine: line, explains: explains)
    }
    // If the lines were meant as one password, a verdict on the first line would be wrong.
    if lines.count > 1 { throw .several }
    if try rethrow(try lines.advance(), as: UncheckedInput.unreadable) { throw .several }
    return report
  }

  /// Judges each entry of a list, in several threads if many come at once. Writes all results before waiting for more.
  private func checkList(
    _ list: inout some PasswordList & ~Copyable, from input: Int32, _ assessor: Assessor,
    _ judge: JudgeConfiguration,
    _ output: StandardOutput
  ) throws(ProgramError) -> ExitStatus {
    var assessors = [assessor]
    let mostThreads = Cores.count
    var (tally, isWhole) = (CheckTally(), true)
    var same = try rethrow(try SamePasswords(locking: options.locking), as: ProgramError.memory)
    let (isCompared, progress) = (findsSame, CheckProgress(of: input))
    var text = ""
    // The progress line goes even if the answers can no longer be written, so that the error has a line of its own.
    defer { progress?.hide() }
    list: while true {
      do throws(UncheckedInput) {
        guard try list.nextBlock() else { break }
      } catch {
        isWhole = false
        progress?.hide()
        try tell(error, to: output)
        switch error {
        case .noColumn, .tooManyColumns, .utf16:
          try output.close()
          return .usage
        default: break list
        }
      }
      var entries = (0..<list.count).map { list.entry($0) }
      for index in entries.indices
      where isCompared && entries[index].hasPassword && entries[index].fault == nil {
        list.withPassword(index) { password in
          entries[index].fault = fault(in: password)
          guard entries[index].fault == nil, !password.isEmpty else { return }
          entries[index].same = same.firstLine(of: password, on: entries[index].line)
        }
      }
      let isLong = list.count > Self.mostLinesOfOneCore
      while isLong, assessors.count < mostThreads, let another = try? makeAssessor(judge) {
        assessors.append(another)
      }
      // A constant, of which a closure need not copy an element to read it.
      let seats = assessors
      let answers = Cores.map(list.count, threads: isLong ? seats.count : 1) { thread, index in
        list.withPassword(index) { answer(to: $0, of: entries[index], by: seats[thread], judge.context) }
      }
      text.removeAll(keepingCapacity: true)
      for (entry, answer) in zip(entries, answers) {
        tally.count(answer.finding, on: entry.line, options.checking.hasReport ? format : nil)
        text += answer.text
      }
      if !text.isEmpty {
        progress?.makeRoomForAnswers()
        try output.write(text.utf8Span.span)
      }
      progress?.show()
    }
    progress?.hide()
    let hasNothing = isWhole && tally.isEmpty
    if hasNothing { try tell(.empty, to: output) }
    if options.checking.hasReport {
      let text = isJSON ? tally.json(same.count, format) : tally.page(same.count, format)
      try output.write(text.utf8Span.span)
    } else if options.checking.hasSummary, isJSON {
      try output.write(tally.summary.json.utf8Span.span)
    }
    try output.close()
    // In the table, a program could take the summary for a result.
    if options.checking.hasSummary, !options.checking.hasReport, !isJSON {
      StandardError.write(tally.summary.words)
    }
    if !hasNothing, tally.summary.tornFrom != nil { return .incomplete }
    return hasNothing ? .noPassword : isWhole && tally.summary.isAccepted ? .accepted : .failed
  }

  /// Whether a password is compared with those before it. In a list without accounts only a report needs that.
  private var findsSame: Bool {
    options.checking.findsSame && (options.checking.columns != nil || options.checking.hasReport)
  }

  private func fault(in password: Span<UInt8>) -> UncheckedInput? {
    endsInCR(password) ? .endsInCR : Assessor.fault(in: password)
  }

  private func endsInCR(_ password: Span<UInt8>) -> Bool {
    !password.isEmpty && password[password.count - 1] == UInt8(ascii: "\r")
      && options.checking.separator == .newline
  }

  private typealias Finding = Result<CheckReport, UncheckedInput>

  /// What is found about the password of an entry, `nil` without one; and the output, empty if nothing is to be said.
  private func answer(
    to password: Span<UInt8>, of entry: ListEntry, by assessor: Assessor, _ context: ContextWords
  ) -> (text: String, finding: Finding?) {
    guard entry.hasPassword else { return ("", nil) }
    let finding: Finding
    do throws(UncheckedInput) {
      finding = .success(try judge(password, of: entry, by: assessor, context))
    } catch {
      finding = .failure(error)
    }
    return (options.checking.hasReport ? "" : output(for: finding, line: entry.line), finding)
  }

  private func judge(
    _ password: Span<UInt8>, of entry: ListEntry, by assessor: Assessor, _ context: ContextWords
  ) throws(UncheckedInput) -> CheckReport {
    if let fault = entry.fault { throw fault }
    if endsInCR(password) { throw .endsInCR }
    var report: CheckReport
    if entry.words.isEmpty {
      report = try assessor.report(onLine: password, explains: options.checking.explains)
    } else {
      var (own, words) = (assessor, context)
      for word in entry.words { words.add(word.text, from: word.origin) }
      own.take(words)
      report = try own.report(onLine: password, explains: options.checking.explains)
    }
    report.same = entry.same
    if options.checking.shown != nil { report.user = entry.user ?? "" }
    return report
  }

  private func output(for finding: Finding, line: Int) -> String {
    switch finding {
    case .success(let report) where options.checking.isFailedOnly && report.isAccepted: ""
    case .success(let report): isJSON ? format.json(report, line: line) : format.row(report, line: line)
    case .failure(let fault):
      isJSON ? CheckReportFormat.json(fault, line: line) : format.row(fault, line: line)
    }
  }

  /// Reports that the input was not judged, and ends the answer.
  private func report(_ input: UncheckedInput, to output: StandardOutput) throws(ProgramError) -> ExitStatus {
    try tell(input, to: output)
    try output.close()
    return .failed
  }

  /// Reports that the input was not judged: on standard error, and with --json also on `output`.
  private func tell(_ input: UncheckedInput, to output: StandardOutput) throws(ProgramError) {
    let input = options.checking.path == nil ? input : .inFile(input)
    StandardError.tell(input.line)
    if isJSON { try output.write(CheckReportFormat.json(input).utf8Span.span) }
  }

  /// About a millisecond of work, which is not worth another core.
  private static let mostLinesOfOneCore = 32
}
