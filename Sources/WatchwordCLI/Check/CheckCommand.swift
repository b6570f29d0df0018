internal import Glibc
internal import Watchword
internal import WatchwordCurses
internal import WatchwordForms
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// The command that judges passwords from standard input, without a form.
struct CheckCommand {
  /// What the command line asks for.
  let options: CheckOptions
  /// What stood at the standard descriptors when the program began.
  let descriptors: StandardDescriptors
  /// The character set of the locale.
  let encoding: CharacterEncoding

  /// Judges what comes, and writes what was found.
  func run() -> ExitStatus {
    if let obstacle = StandardOutput.obstacle(descriptors) {
      StandardError.tell(obstacle)
      return .unwritten
    }
    if descriptors.isInputClosed { return refuse(.closed) }
    if isatty(STDIN_FILENO) == 1 {
      StandardError.tell(
        "standard input is a terminal, which would show the password: use a pipe, or 'watchword new'")
      return .usage
    }
    let policy = options.policy
    var configuration: JudgeConfiguration
    do throws(UsageError) {
      configuration = try options.judge.makeConfiguration(for: policy)
      // No verdict comes from a list of which a part may be missing.
      try JudgeOptions.finishLists(of: &configuration, for: policy)
    } catch {
      StandardError.tell(error.line)
      return .usage
    }
    do throws(WatchwordError) {
      try harden()
      return try check(by: policy, configuration)
    } catch {
      StandardError.tell(error.line)
      return error.status
    }
  }

  private func harden() throws(WatchwordError) {
    do throws(Hardening.Failure) {
      try Hardening.apply()
    } catch {
      if options.locking == .required { throw .hardening(error) }
    }
  }

  private func check(by policy: Policy, _ configuration: JudgeConfiguration) throws(WatchwordError)
    -> ExitStatus
  {
    do throws(SecretError) {
      let format = CheckReportFormat(policy: policy, glyphs: encoding == .utf8 ? .emoji : .ascii)
      var lines = try SecretLines(
        descriptor: STDIN_FILENO, separator: options.separator, locking: options.locking)
      if options.isBatch {
        var checker = try ListChecker(policy, configuration, format, options)
        return checkAll(&lines, &checker)
      }
      return checkOne(&lines, try Checker(policy, configuration, locking: options.locking), format)
    } catch {
      throw .memory(error)
    }
  }

  private func checkOne(
    _ lines: inout SecretLines, _ checker: Checker, _ format: CheckReportFormat
  ) -> ExitStatus {
    var report: CheckReport?
    var refusal: UncheckedInput?
    do throws(SystemError) {
      if try lines.advance() {
        lines.withBlock { block in
          block.forEachLine(ofPiece: 0) { number, line, text in
            guard number == 1 else { return }
            switch line {
            case .text: report = checker.report(on: text)
            case .notText: refusal = .notText
            case .tooLong: refusal = .tooLong(limit: block.limit)
            }
          }
        }
        StackScratch.scrub()
        if let refusal { return refuse(refusal) }
        // A part of what was meant as one password would be judged otherwise.
        if lines.lineCount > 1 { return refuse(.several) }
        if try lines.advance() { return refuse(.several) }
      }
    } catch {
      return refuse(.unreadable(error))
    }
    let found = report ?? checker.report(on: "".utf8Span)
    let text = options.isJSON ? format.json(found) : format.text(found)
    return write(text, unlessUnwritten: found.isAccepted ? .accepted : .failed)
  }

  private func checkAll(_ lines: inout SecretLines, _ checker: inout ListChecker) -> ExitStatus {
    var readError: SystemError?
    let status = StandardOutput.deliver(descriptors, isList: true) { (output) throws(SystemError) in
      var hasBlock = true
      while hasBlock {
        do throws(SystemError) {
          hasBlock = try lines.advance()
        } catch {
          readError = error
          break
        }
        // What is known is written before the next line is waited for.
        let results = lines.withBlock { checker.results(of: $0) }
        try output.write(results.span)
      }
      if let readError, options.isJSON {
        try output.write(CheckReportFormat.json(.unreadable(readError)).utf8Span.span)
      }
    }
    if let readError { StandardError.tell(UncheckedInput.unreadable(readError).line) }
    return status == .accepted && (readError != nil || !checker.allPass) ? .failed : status
  }

  /// Says that the input is not judged: to a person, and to a program that reads JSON too.
  private func refuse(_ input: UncheckedInput) -> ExitStatus {
    StandardError.tell(input.line)
    return options.isJSON ? write(CheckReportFormat.json(input), unlessUnwritten: .failed) : .failed
  }

  /// Writes `text`, and answers `status` where it could be written.
  private func write(_ text: String, unlessUnwritten status: ExitStatus) -> ExitStatus {
    let delivery = StandardOutput.deliver(descriptors) { (output) throws(SystemError) in
      try output.write(text.utf8Span.span)
    }
    return delivery == .accepted ? status : delivery
  }
}
