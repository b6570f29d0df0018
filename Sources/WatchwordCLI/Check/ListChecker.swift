internal import Watchword
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// Judges the passwords of a list: a few by itself, many with a thread on each core.
struct ListChecker {
  /// Whether every line so far passes.
  private(set) var allPass = true

  private let policy: Policy
  private let configuration: JudgeConfiguration
  private let format: CheckReportFormat
  private let options: CheckOptions
  /// One for each thread, the one that asks among them.
  private var checkers: [Checker]
  private var workers: Workers?

  /// Makes a checker for one thread.
  ///
  /// - Throws: Why there is no memory for the passwords.
  init(
    _ policy: Policy, _ configuration: JudgeConfiguration, _ format: CheckReportFormat,
    _ options: CheckOptions
  ) throws(SecretError) {
    self.policy = policy
    self.configuration = configuration
    self.format = format
    self.options = options
    checkers = [try Checker(policy, configuration, locking: options.locking)]
  }

  /// What is written about the lines of `block`, in their order.
  mutating func results(of block: SecretLines.Block) -> [UInt8] {
    let (format, isJSON) = (format, options.isJSON)
    let answers: [Answer]
    if block.pieceCount > 1 {
      let workers = startedWorkers()
      answers = workers.map(block.pieceCount) { [checkers] worker, piece in
        Answer(to: block, piece, checkers[worker], format, isJSON: isJSON)
      }
    } else {
      answers = (0..<block.pieceCount).map { Answer(to: block, $0, checkers[0], format, isJSON: isJSON) }
    }
    allPass = allPass && answers.allSatisfy(\.allPass)
    return answers.flatMap(\.text)
  }

  /// The threads, each with a checker of its own; fewer than there are cores where memory cannot be locked for more.
  private mutating func startedWorkers() -> Workers {
    if let workers { return workers }
    while checkers.count < Workers.usefulCount,
      let checker = try? Checker(policy, configuration, locking: options.locking)
    {
      checkers.append(checker)
    }
    let workers = Workers(count: checkers.count - 1)
    self.workers = workers
    return workers
  }
}

/// What is written about a piece of a list.
private struct Answer {
  private(set) var text: [UInt8] = []
  private(set) var allPass = true

  init(
    to block: SecretLines.Block, _ piece: Int, _ checker: Checker, _ format: CheckReportFormat, isJSON: Bool
  ) {
    block.forEachLine(ofPiece: piece) { number, line, password in
      let input: UncheckedInput
      switch line {
      case .text:
        let report = checker.report(on: password)
        allPass = allPass && report.isAccepted
        text += (isJSON ? format.json(report, line: number) : format.row(report, line: number)).utf8
        return
      case .notText: input = .notText
      case .tooLong: input = .tooLong(limit: block.limit)
      }
      allPass = false
      text += (isJSON ? CheckReportFormat.json(input, line: number) : format.row(input, line: number)).utf8
    }
  }
}
