internal import Glibc
internal import Watchword
internal import WatchwordMessages
internal import WatchwordStrength
internal import WatchwordSystem

/// Writes down what was found about a password, for a person or for a program. Nothing of the password is in it.
struct CheckReportFormat {
  let policy: Policy
  /// Whether reports have the parts of a password, so that the table has a column for them.
  var explains = false
  var texts = Texts.ofProcess
  /// The signs for a person.
  var glyphs = GlyphSet.emoji

  /// The criteria with their signs, the words for the level, the most useful reason where there is one, how long it
  /// takes to guess the password, whether it has leaked and its parts where the report has these, and the error of the
  /// policy, or else that it passes: each on a line of its own.
  func text(_ report: CheckReport) -> String {
    let panel = CriteriaPanel(report.verdict, of: policy, mode: .strict)
    var lines: [String] = []
    for (number, (group, place)) in zip(policy.groups, policy.places).enumerated() {
      let criteria = place.all.reduce(into: [String]()) { lines, index in
        let (label, sign) = (policy.criteria[index].label, glyphs[panel.sign(of: index)])
        let text = policy.showsSign(of: index, for: report.verdict) ? "\(sign) \(label)" : label
        let line = policy.criteria[index].row.isAside ? lines.popLast() : nil
        lines.append(line.map { "\($0) \(text)" } ?? text)
      }
      if let heading = group.heading {
        lines.append("\(glyphs[panel.groupSign(of: number)]) \(heading.text)")
      }
      lines += group.heading == nil ? criteria : criteria.map { "   " + $0 }
    }
    lines.append(report.verdict.level.words(in: texts, least: policy.minimumLevel))
    if let reason = reason(report) { lines.append(reason) }
    lines += timeLines(report)
    if let leak = leakLine(report) { lines.append(leak) }
    if let parts = report.parts, !parts.isEmpty { lines += self.lines(of: parts) }
    lines.append(error(report) ?? texts("Accepted: the password meets the requirements"))
    return lines.map { "\($0)\n" }.joined()
  }

  private func timeLines(_ report: CheckReport) -> [String] {
    guard let guesses = report.guessesLog10 else { return [] }
    let lines = CheckReport.AttackSpeed.all.map { speed in
      let time = CheckReport.AttackSpeed.words(forSeconds: speed.seconds(guessesLog10: guesses), texts)
      return "   " + texts("{attack}: {time}", ["attack": speed.words(texts), "time": time])
    }
    return [texts("How long it takes to guess:")] + lines
  }

  /// The parts, with bits that add up to what stands behind them.
  private func lines(of parts: [GuessedPart]) -> [String] {
    var (bits, tenths, count) = (0.0, 0, 0)
    func line(_ part: GuessedPart, _ tenths: Int) -> String {
      let (words, bits) = (words(for: part.kind), Self.plain(tenths, -1))
      guard part.place != nil else { return line(words.withCapital, part.count, tenths) }
      let fact = words.placed(at: part.place, in: texts).withCapital
      return texts("{fact}: {bits} bits", ["fact": fact, "bits": bits])
    }
    func line(_ words: String, _ count: Int, _ tenths: Int) -> String {
      texts.plural(
        "{part}, {number} character: {bits} bits", "{part}, {number} characters: {bits} bits", count,
        ["part": words, "number": grouped(count), "bits": Self.plain(tenths, -1)])
    }
    let lines = parts.map { part in
      bits += part.bits
      count += part.count
      let before = tenths
      tenths = Int((bits * 10).rounded())
      return line(part, tenths - before)
    }
    let all = lines + [line(texts("In all"), count, tenths)]
    return [texts("What the meter found:")] + all.map { "   \($0)" }
  }

  /// `nil` where the error of the policy says it, or nobody looks.
  private func leakLine(_ report: CheckReport) -> String? {
    switch report.leak {
    case .leaked(let count):
      texts.plural(
        "In the list of leaked passwords {number} time", "In the list of leaked passwords {number} times",
        count, ["number": grouped(count)])
    case .clear: texts("Not in the list of leaked passwords")
    case .open, .unreadable, nil: nil
    }
  }

  /// A whole number with its digits in groups of three.
  private func grouped(_ count: Int) -> String {
    // translators: What stands between groups of three digits of a number.
    let mark = texts.context("number", ",")
    let digits = String(count)
    return digits.enumerated().map { index, digit in
      index > 0 && (digits.count - index).isMultiple(of: 3) ? "\(mark)\(digit)" : "\(digit)"
    }.joined()
  }

  private func words(for kind: GuessedPart.Kind) -> String {
    switch kind {
    case .found(let kind): kind.words(texts)
    case .characters: texts("guessed one by one")
    case .listed: texts("a word from the word list")
    case .uncounted: texts("too far behind to be looked at")
    }
  }

  /// One line of a table, its columns set apart by tabs: the number of the line, `pass` or `fail`, the level, the bits,
  /// the most useful reason, the error of the policy, then how often it has leaked where a list says so, and the
  /// parts where they are explained. What there is none of is empty.
  func row(_ report: CheckReport, line: Int) -> String {
    row(
      line, report.isAccepted ? "pass" : "fail", report.verdict.level.name,
      report.bits.map { Self.number($0) }, reason(report), error(report, inList: true),
      leaks: report.leak?.count.map(String.init),
      parts: report.parts.map { parts in
        parts.map { "\($0.kind.name) \($0.count) \(Self.number($0.bits))" }.joined(separator: ", ")
      })
  }

  /// The same for a line that could not be judged: `refused`, with the error alone.
  func row(_ input: UncheckedInput, line: Int) -> String {
    row(line, "refused", nil, nil, nil, input.reason)
  }

  /// A JSON object on one line, with the number of the line first where there is one.
  func json(_ report: CheckReport, line: Int? = nil) -> String {
    let times = { (value: (Double) -> JSONValue) in
      JSONValue.object(
        CheckReport.AttackSpeed.all.map { speed in
          (speed.name, report.guessesLog10.map { value(speed.seconds(guessesLog10: $0)) } ?? .null)
        })
    }
    let criteria = policy.criteria.enumerated().map { index, criterion in
      criterion.json + ["met": .truth(report.verdict.isMet(index))]
    }
    var found: JSONValue = [
      "level": .text(report.verdict.level.name), "bits": Self.json(report.bits),
      "guesses_log10": Self.json(report.guessesLog10), "crack_times_seconds": times { Self.json($0) },
      "crack_times_display": times { .text(CheckReport.AttackSpeed.words(forSeconds: $0, texts)) },
      "criteria": .list(criteria), "reasons": .list(reasons(report).map { .text($0.text) }),
    ]
    if let leak = report.leak {
      found =
        found + [
          "leaked": [
            "found": leak.count.map { .truth($0 > 0) } ?? .null,
            "count": leak.count.map { .number($0) } ?? .null,
          ]
        ]
    }
    if let parts = report.parts {
      let values = parts.map { part -> JSONValue in
        [
          "kind": .text(part.kind.name), "start": part.place.map { .number($0.lowerBound + 1) } ?? .null,
          "characters": .number(part.count), "bits": Self.json(part.bits),
        ]
      }
      found = found + ["parts": .list(values)]
    }
    let end: JSONValue = [
      "accepted": .truth(report.isAccepted), "refused": .truth(false),
      "error": .optional(error(report, inList: line != nil)),
    ]
    return Self.object(line, found + end)
  }

  /// The same for what could not be judged; without a number where that is all of the input.
  static func json(_ input: UncheckedInput, line: Int? = nil) -> String {
    object(line, ["error": .text(input.reason), "accepted": .truth(false), "refused": .truth(true)])
  }

  private static func json(_ value: Double?) -> JSONValue { value.map { .plain(number($0)) } ?? .null }

  private static func object(_ line: Int?, _ members: JSONValue) -> String {
    "\(line.map { ["line": .number($0)] + members } ?? members)\n"
  }

  private func row(_ line: Int, _ columns: String?..., leaks: String? = nil, parts: String? = nil) -> String {
    let all = [String(line)] + columns + (policy.refusesLeaked ? [leaks] : []) + (explains ? [parts] : [])
    return all.map { $0 ?? "" }.joined(separator: "\t") + "\n"
  }

  /// `value` with four significant digits, as JSON has numbers (RFC 8259, section 6): 12.345678 is 12.35. From 10^15 on
  /// and below 10^-4 it has an exponent.
  ///
  /// - Precondition: `value` is finite and not negative.
  static func number(_ value: Double) -> String {
    precondition(value.isFinite && value >= 0, "there is no text for such a number")
    guard value > 0 else { return "0" }
    var exponent = Int(log10(value).rounded(.down))
    var digits = Int((value / pow(10, Double(exponent - 3))).rounded())
    if digits == 10_000 { (digits, exponent) = (1_000, exponent + 1) }
    if (-4..<15).contains(exponent) { return plain(digits, exponent - 3) }
    return "\(plain(digits, -3))e\(exponent < 0 ? "" : "+")\(exponent)"
  }

  /// `digits` times 10^`exponent`: 1235 and -2 are 12.35.
  private static func plain(_ digits: Int, _ exponent: Int) -> String {
    Double("\(digits)e\(exponent)")?.decimal ?? "\(digits)e\(exponent)"
  }

  private func reason(_ report: CheckReport) -> String? { reasons(report).first?.text }

  /// All reasons, the most useful one first: that white space is refused, before what the meter says.
  private func reasons(_ report: CheckReport) -> [Reason.Line] {
    let spaces = policy.refusesSpaces(by: report.verdict) ? [Reason(.spaces).line(in: texts, nil)] : []
    return spaces + (report.verdict.estimate?.allReasons(in: texts) ?? [])
  }

  /// The error of the policy; `nil` where the password passes. In a list it names all that is not met, whatever comes
  /// first, so that it has one form in all lines.
  func error(_ report: CheckReport, inList: Bool = false) -> String? {
    guard let rule = report.verdict.firstFailure.map({ policy.rules[$0] }) else {
      return report.isAccepted ? nil : Policy.Group(.unleaked, texts).unreadable?.text
    }
    // A form alone has a panel.
    let namesAll = inList && rule.judgesCriteria && !rule.isOfUnreadableList
    guard namesAll || rule.cause == .requirements else { return rule.message.text }
    return policy.unmet(by: report.verdict, in: texts) ?? rule.message.text
  }
}

extension LeakFinding {
  /// How often the password has leaked; `nil` where that is not known.
  fileprivate var count: Int? {
    switch self {
    case .clear: 0
    case .leaked(let count): count
    case .open, .unreadable: nil
    }
  }
}

extension GuessedPart.Kind {
  /// The name for programs.
  fileprivate var name: String {
    switch self {
    case .found(let reason): reason.rawValue
    case .characters: "characters"
    case .listed: "listed"
    case .uncounted: "uncounted"
    }
  }
}

extension GlyphSet {
  fileprivate subscript(sign: CriteriaPanel.Sign) -> String {
    switch sign {
    case .unmet: unmet
    case .met: met
    case .failed: failed
    }
  }
}
