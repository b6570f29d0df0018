internal import WatchwordBase
internal import WatchwordStrength
internal import WatchwordSystem

/// What a list of passwords is like as a whole. It has nothing of a password but its line number.
struct CheckTally {
  private(set) var summary = CheckSummary()
  /// How many lines were refused, and the first of them, by the reason in English.
  private var refusals: [(reason: String, count: Int, line: Int)] = []
  /// How many lines have a reason as their first, by its kind.
  private var reasons: [Reason.Kind: Int] = [:]
  /// How many lines lack a criterion that they need, by its number in the policy.
  private var criteria: [Int: Int] = [:]
  private var weakest: [(line: Int, bits: Double, reason: Reason.Kind?, user: String?)] = []

  var isEmpty: Bool { summary.lines == 0 }

  /// Counts the entry on `line` by what was found; `nil` if it has no password. Without a format only the summary counts it.
  mutating func count(
    _ finding: Result<CheckReport, UncheckedInput>?, on line: Int, _ format: CheckReportFormat?
  ) {
    switch finding {
    case nil: summary.countEmpty()
    case .failure(let fault):
      summary.count(nil, isAccepted: false)
      if fault.isTorn { summary.tornFrom = summary.tornFrom ?? line }
      guard format != nil else { return }
      // Without its lines: a list has few reasons.
      let reason = fault.isTorn ? UncheckedInput.torn.reason : fault.reason
      let index = refusals.firstIndex { $0.reason == reason }
      if let index { refusals[index].count += 1 } else { refusals.append((reason, 1, line)) }
    case .success(let report):
      summary.count(report.verdict.level, isAccepted: report.isAccepted)
      if let format { count(report, on: line, by: format.policy) }
    }
  }

  private mutating func count(_ report: CheckReport, on line: Int, by policy: Policy) {
    let reason = policy.refusal(by: report.verdict) ?? report.verdict.estimate?.reasons.first?.kind
    if let reason { reasons[reason, default: 0] += 1 }
    for place in policy.places where place.refuses(report.verdict) {
      for number in place.members where !report.verdict.isMet(number) { criteria[number, default: 0] += 1 }
    }
    guard let bits = report.bits, weakest.count < Self.most || bits < weakest[Self.most - 1].bits else {
      return
    }
    let place = weakest.firstIndex { bits < $0.bits } ?? weakest.count
    weakest.insert((line, bits, reason, report.user), at: place)
    if weakest.count > Self.most { weakest.removeLast() }
  }

  private func missed(by policy: Policy) -> [(criterion: Policy.Criterion, count: Int)] {
    policy.criteria.enumerated().compactMap { number, criterion in criteria[number].map { (criterion, $0) } }
      .sorted { $0.count > $1.count }
  }

  private var sortedReasons: [(kind: Reason.Kind, count: Int)] {
    Reason.Kind.allCases.compactMap { kind in reasons[kind].map { (kind, $0) } }.sorted {
      $0.count > $1.count
    }
  }

  /// The report for people. `same` counts the lines and the passwords that a list has several times.
  func page(_ same: (lines: Int, passwords: Int), _ format: CheckReportFormat) -> String {
    let texts = format.texts
    func section(_ heading: String, _ rows: [(count: Int, words: String)]) -> String {
      let width = rows.map { "\($0.count)".count }.max() ?? 0
      func line(_ row: (count: Int, words: String)) -> String {
        let number = "\(row.count)"
        return "  \(String(repeating: " ", count: width - number.count))\(number)  \(row.words)\n"
      }
      return rows.isEmpty ? "" : "\n\(heading)\n" + rows.map(line).joined()
    }
    // The words for a form speak to the user.
    func words(_ kind: Reason.Kind) -> String {
      kind == .personal ? texts("the user's own name, email or user name") : kind.words(texts)
    }
    let repeated = [(same.lines, texts("the same password as in another line"))].filter { $0.0 > 0 }
    let refused = refusals.map {
      ($0.count, texts("{reason}, first in line {number}", ["reason": $0.reason, "number": "\($0.line)"]))
    }
    return summary.words + "\n"
      + section(texts("Refused, and on how many lines:"), refused)
      + section(
        texts("Why, and on how many lines:"),
        repeated + sortedReasons.map { ($0.count, words($0.kind)) })
      + section(
        texts("What the rule misses, and on how many lines:"),
        missed(by: format.policy).map {
          ($0.count, $0.criterion.row.isAside ? $0.criterion.shortLabel : $0.criterion.label)
        })
      + section(
        texts("The weakest, by their lines:"),
        weakest.map { weak in
          let bits = texts("{bits} bits", ["bits": weak.bits.inFourDigits])
          let said = ([bits] + [weak.reason.map(words)].compactMap(\.self)).joinedByCommas
          return (weak.line, said + (weak.user.map { ": " + CheckReportFormat.shown($0) } ?? ""))
        })
  }

  func json(_ same: (lines: Int, passwords: Int), _ format: CheckReportFormat) -> String {
    let reasons = JSONValue.object(sortedReasons.map { ($0.kind.rawValue, .number($0.count)) })
    let value: JSONValue = [
      "report": summary.counts + [
        "reasons": reasons,
        "criteria": .list(
          missed(by: format.policy).map { $0.criterion.json + ["lines": .number($0.count)] }),
        "refusals": .list(
          refusals.map {
            ["reason": .text($0.reason), "lines": .number($0.count), "first": .number($0.line)]
          }),
        "same": ["lines": .number(same.lines), "passwords": .number(same.passwords)],
        "weakest": .list(
          weakest.map {
            [
              "line": .number($0.line), "bits": .plain($0.bits.inFourDigits),
              "reason": .optional($0.reason?.rawValue),
            ] + .object($0.user.map { [("user", CheckReportFormat.json($0))] } ?? [])
          }),
      ]
    ]
    return "\(value)\n"
  }

  /// How many of the weakest are told.
  private static let most = 10
}
