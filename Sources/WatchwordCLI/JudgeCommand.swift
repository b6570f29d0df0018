internal import CursesTerminal
internal import Forms
internal import Glibc
internal import Secrets
internal import Strength
internal import System
internal import Watchword

/// The command that judges passwords from standard input, with no form.
struct JudgeCommand {
  /// What the command line asks for.
  let options: JudgeOptions
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
    let judgement: Judgement
    do throws(UsageError) {
      judgement = try options.judgement.makeJudgement(for: policy)
      // No verdict comes from a list of which a part may be missing.
      for list in judgement.lists {
        list.finish()
        if let failure = list.failure { throw .unreadable(list: list.path, failure) }
      }
    } catch {
      StandardError.tell(error.line)
      return .usage
    }
    do throws(WatchwordError) {
      try harden()
      return try judge(by: policy, judgement)
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

  private func judge(by policy: Policy, _ judgement: Judgement) throws(WatchwordError) -> ExitStatus {
    do throws(SecretError) {
      var judge = try judgement.makeJudge(locking: options.locking)
      let guesses = judgement.meter == .length ? try GuessMeter(locking: options.locking) : nil
      let normalizer = try Normalizer(policy.normalization, locking: options.locking)
      judge.context = normalizer.normalized(judge.context)
      let examiner = PasswordExaminer(policy: policy, judge: judge, normalizer: normalizer, guesses: guesses)
      let format = ReportFormat(policy: policy, glyphs: encoding == .utf8 ? .emoji : .ascii)
      var lines = try SecretLines(
        descriptor: STDIN_FILENO, separator: options.separator, locking: options.locking)
      return options.isBatch ? judgeAll(&lines, examiner, format) : judgeOne(&lines, examiner, format)
    } catch {
      throw .memory(error)
    }
  }

  private func judgeOne(
    _ lines: inout SecretLines, _ examiner: PasswordExaminer, _ format: ReportFormat
  ) -> ExitStatus {
    let report: PasswordReport
    do throws(SystemError) {
      switch try lines.advance() {
      case .none: report = examiner.report(on: "".utf8Span)
      case .text: report = lines.withText { examiner.report(on: $0) }
      case .notText: return refuse(.notText)
      case .tooLong: return refuse(.tooLong(limit: lines.limit))
      }
      StackScratch.scrub()
      // A part of what was meant as one password would be judged otherwise.
      if try lines.advance() != nil { return refuse(.several) }
    } catch {
      return refuse(.unreadable(error))
    }
    let text = options.isJSON ? format.json(report) : format.text(report)
    return write(text, unlessUnwritten: report.isAccepted ? .accepted : .failed)
  }

  private func judgeAll(
    _ lines: inout SecretLines, _ examiner: PasswordExaminer, _ format: ReportFormat
  ) -> ExitStatus {
    var allPass = true
    var readError: SystemError?
    let status = StandardOutput.deliver(descriptors, isList: true) { (output) throws(SystemError) in
      var pending: [UInt8] = []
      while readError == nil {
        // What is known is handed on before the next line is waited for.
        if !lines.hasLine || pending.count > Self.pendingLimit {
          StackScratch.scrub()
          try output.write(pending.span)
          pending.removeAll(keepingCapacity: true)
        }
        do throws(SystemError) {
          guard let line = try lines.advance() else { break }
          let (result, passes) = result(of: line, lines, examiner, format)
          pending += result.utf8
          allPass = allPass && passes
        } catch {
          readError = error
          if options.isJSON { pending += ReportFormat.json(.unreadable(error)).utf8 }
        }
      }
      try output.write(pending.span)
    }
    if let readError { StandardError.tell(Refusal.unreadable(readError).line) }
    return status == .accepted && (readError != nil || !allPass) ? .failed : status
  }

  /// What is written about the line at hand, and whether it passes.
  private func result(
    of line: SecretLines.Line, _ lines: borrowing SecretLines, _ examiner: PasswordExaminer,
    _ format: ReportFormat
  ) -> (text: String, passes: Bool) {
    let refusal: Refusal
    switch line {
    case .text:
      let report = lines.withText { examiner.report(on: $0) }
      let text =
        options.isJSON ? format.json(report, line: lines.number) : format.row(report, line: lines.number)
      return (text, report.isAccepted)
    case .notText: refusal = .notText
    case .tooLong: refusal = .tooLong(limit: lines.limit)
    }
    let text =
      options.isJSON
      ? ReportFormat.json(refusal, line: lines.number) : format.row(refusal, line: lines.number)
    return (text, false)
  }

  /// Tells of input that is not judged: a person, and a program that reads JSON too.
  private func refuse(_ refusal: Refusal) -> ExitStatus {
    StandardError.tell(refusal.line)
    return options.isJSON ? write(ReportFormat.json(refusal), unlessUnwritten: .failed) : .failed
  }

  /// Writes `text`, and answers `status` where it could be written.
  private func write(_ text: String, unlessUnwritten status: ExitStatus) -> ExitStatus {
    let delivery = StandardOutput.deliver(descriptors) { (output) throws(SystemError) in
      try output.write(text.utf8Span.span)
    }
    return delivery == .accepted ? status : delivery
  }

  /// The most bytes of results that wait to be written together.
  private static let pendingLimit = 16_384
}
