internal import Glibc
internal import Watchword
internal import WatchwordBase
internal import WatchwordCurses
internal import WatchwordStrength
internal import WatchwordSystem

/// Formats a report on a password, for users or for programs. The output contains nothing of the password.
struct CheckReportFormat {
  let policy: Policy
  /// Whether reports have the parts of a password, so that the table has a column for them.
  var explains = false
  /// Whether the table has a column for the user of an account.
  var showsUser = false
  /// Whether people read how long it takes to guess a password.
  var saysTimes = true
  var texts = Texts.ofProcess
  /// The icons for users.
  var glyphs = GlyphSet.emoji
  private let sayings = Sayings()

  /// One line each for: the criteria with their glyphs, the level, the most useful reason, the time it takes to guess
  /// the password, whether it has leaked, its parts if the report has them, and the policy's error or that it passes.
  func text(_ report: CheckReport) -> String {
    let panel = CriteriaPanel(report.verdict, of: policy, mode: .strict)
    var lines: [String] = []
    for (number, (group, place)) in zip(policy.groups, policy.places).enumerated() {
      let criteria = place.all.reduce(into: [String]()) { lines, index in
        let (label, sign) = (policy.criteria[index].label, glyphs.sign(for: panel.sign(of: index)).text)
        let text = policy.showsSign(of: index, for: report.verdict) ? "\(sign) \(label)" : label
        let line = policy.criteria[index].row.isAside ? lines.popLast() : nil
        lines.append(line.map { "\($0) \(text)" } ?? text)
      }
      if let heading = group.heading {
        lines.append("\(glyphs.sign(for: panel.groupSign(of: number)).text) \(heading.text)")
      }
      lines += group.heading == nil ? criteria : criteria.map { "   " + $0 }
    }
    lines.append(report.verdict.level.words(in: texts, least: policy.minimumLevel))
    // Nothing is criticised in a password that is strong enough, as in the form.
    let isEnough = report.isAccepted && policy.minimumLevel > .weakest
    if let reason = isEnough ? improvement(report) : reason(report) { lines.append(reason) }
    lines += timeLines(report)
    if let leak = leakLine(report) { lines.append(leak) }
    if let parts = report.parts, !parts.isEmpty { lines += self.lines(of: parts) }
    lines.append(error(report) ?? texts("Accepted: the password meets the requirements"))
    return lines.map { "\($0)\n" }.joined()
  }

  private func timeLines(_ report: CheckReport) -> [String] {
    guard saysTimes, let guesses = report.guessesLog10 else { return [] }
    let lines = CheckReport.AttackSpeed.all.map { speed in
      let time = CheckReport.AttackSpeed.words(forSeconds: speed.seconds(guessesLog10: guesses), texts)
      return "   " + texts("{attack}: {time}", ["attack": speed.words(texts), "time": time])
    }
    return [texts("How long it takes to guess:")] + lines
  }

  /// The parts, with their bits rounded so that they add up to the rounded total.
  private func lines(of parts: [GuessedPart]) -> [String] {
    var (bits, tenths, count) = (0.0, 0, 0)
    func line(_ part: GuessedPart, _ tenths: Int) -> String {
      let (words, bits) = (words(for: part.kind), Double.decimal(tenths, exponent: -1))
      guard part.range != nil else { return line(words.withCapital, part.count, tenths) }
      let fact = words.placed(at: part.range, in: texts).withCapital
      return texts("{fact}: {bits} bits", ["fact": fact, "bits": bits])
    }
    func line(_ words: String, _ count: Int, _ tenths: Int) -> String {
      texts.plural(
        "{part}, {number} character: {bits} bits", "{part}, {number} characters: {bits} bits", count,
        ["part": words, "number": grouped(count), "bits": Double.decimal(tenths, exponent: -1)])
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

  /// Whether the password has leaked. `nil` if no list was searched, or if it cannot be read, which the policy's error
  /// says.
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

  /// One line of a table, with tabs between the columns: the line number, `pass` or `fail`, the level, the bits, the
  /// most useful reason, the policy's error, how often it has leaked if a list is searched, and any explained parts. A
  /// missing value is empty.
  func row(_ report: CheckReport, line: Int) -> String {
    let said =
      report.same == nil ? sayings.said(of: .init(report.verdict)) { words(for: report) } : words(for: report)
    return row(
      line, said, bits: report.bits?.inFourDigits ?? "", leaks: report.leak?.count.map(String.init),
      parts: report.parts.map { parts in
        parts.map { "\($0.kind.name) \($0.count) \($0.bits.inFourDigits)" }.joined(separator: ", ")
      }, user: report.user)
  }

  /// One line of a table for a line that could not be judged: `refused`, with only the error.
  func row(_ input: UncheckedInput, line: Int) -> String {
    row(line, ("\trefused\t\t", "\t\t\(input.reason)"))
  }

  private func words(for report: CheckReport) -> Sayings.Words {
    (
      "\t\(report.isAccepted ? "pass" : "fail")\t\(report.verdict.level.name)\t",
      "\t\(reason(report) ?? "")\t\(error(report, inList: true) ?? "")"
    )
  }

  /// A JSON object on one line, beginning with the line number, if any.
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
    let (same, reasons) = ([same(report)].compactMap(\.self), reasons(report))
    var found: JSONValue = [
      "level": .text(report.verdict.level.name), "bits": Self.json(report.bits),
      "guesses_log10": Self.json(report.guessesLog10), "crack_times_seconds": times { Self.json($0) },
      "crack_times_display": times { .text(CheckReport.AttackSpeed.words(forSeconds: $0, texts)) },
      "criteria": .list(criteria),
      "reason_kinds": .list(
        (reasons.map(\.reason.kind.rawValue) + same.map { _ in "same" }).map { .text($0) }),
      "reasons": .list((reasons.map(\.text) + same).map { .text($0) }),
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
          "kind": .text(part.kind.name), "start": part.range.map { .number($0.lowerBound + 1) } ?? .null,
          "characters": .number(part.count), "bits": Self.json(part.bits),
        ]
      }
      found = found + ["parts": .list(values)]
    }
    if let user = report.user { found = found + ["user": Self.json(user)] }
    let end: JSONValue = [
      "accepted": .truth(report.isAccepted), "refused": .truth(false),
      "error": .optional(error(report, inList: line != nil)),
    ]
    return Self.object(line, found + end)
  }

  /// A JSON object on one line for input that could not be judged. `line` is `nil` if the error is about all of it.
  static func json(_ input: UncheckedInput, line: Int? = nil) -> String {
    let found: JSONValue = [
      "error": .text(input.reason), "accepted": .truth(false), "refused": .truth(true),
    ]
    return object(line, line.flatMap { input.isTorn ? found + ["torn_from": .number($0)] : nil } ?? found)
  }

  static func json(_ user: String?) -> JSONValue { .optional(user.map { shown($0, escapes: false) }) }

  static func shown(_ user: String, escapes: Bool = true) -> String {
    user.beginning(columns: 64, escapes: escapes)
  }

  private static func json(_ value: Double?) -> JSONValue { value.map { .plain($0.inFourDigits) } ?? .null }

  private static func object(_ line: Int?, _ members: JSONValue) -> String {
    "\(line.map { ["line": .number($0)] + members } ?? members)\n"
  }

  private func row(
    _ line: Int, _ words: Sayings.Words, bits: String = "", leaks: String? = nil, parts: String? = nil,
    user: String? = nil
  ) -> String {
    var row = String(line)
    row.reserveCapacity(
      row.utf8.count + words.before.utf8.count + bits.utf8.count + words.behind.utf8.count + 1)
    row += words.before
    row += bits
    row += words.behind
    if policy.refusesLeaked { row += "\t" + (leaks ?? "") }
    if explains { row += "\t" + (parts ?? "") }
    if showsUser { row += "\t" + Self.shown(user ?? "") }
    row += "\n"
    return row
  }

  private func improvement(_ report: CheckReport) -> String? {
    report.verdict.estimate?.reason(in: texts)?.improvement
  }

  /// The most useful reason, and that another line of the list has the password.
  private func reason(_ report: CheckReport) -> String? {
    let length = report.same == nil ? policy.lengthRule(for: report.verdict, in: texts) : nil
    let first = length ?? (refusal(report) ?? report.verdict.estimate?.reason(in: texts))?.text
    guard let reason = first, let line = report.same else { return same(report) ?? first }
    return texts(
      "{reason}; the same password as in line {number}", ["reason": reason, "number": String(line)])
  }

  private func same(_ report: CheckReport) -> String? {
    report.same.map { texts("The same password as in line {number}", ["number": String($0)]) }
  }

  /// All reasons about this password, the most useful first. What the policy refuses at once, such as white space,
  /// comes before the meter's reasons.
  private func reasons(_ report: CheckReport) -> [Reason.Line] {
    [refusal(report)].compactMap(\.self) + (report.verdict.estimate?.allReasons(in: texts) ?? [])
  }

  private func refusal(_ report: CheckReport) -> Reason.Line? {
    policy.refusal(by: report.verdict).map { Reason($0).line(in: texts, nil) }
  }

  /// The policy's error; `nil` if the password passes. In a list, the error names every criterion that is not met.
  func error(_ report: CheckReport, inList: Bool = false) -> String? {
    guard let rule = report.verdict.firstFailure.map({ policy.rules[$0] }) else {
      return report.isAccepted ? nil : Policy.Group(.unleaked, texts).unreadable?.text
    }
    // In a list, no panel shows which criteria are not met.
    let namesAll = inList && rule.isOfCriteria
    guard namesAll || rule.cause == .requirements else { return rule.message.text }
    return policy.unmet(by: report.verdict, in: texts) ?? rule.message.text
  }
}

/// The words in rows of a list, by all that they depend on: of a thousand lines few differ in that.
private final class Sayings: Sendable {
  /// The columns before and behind the bits, with the tabs between them.
  typealias Words = (before: String, behind: String)

  /// What the words depend on under one policy, for a password that the list has once.
  struct Key: Hashable {
    let (met, open, failures): (UInt32, UInt32, UInt64)
    let isShort: Bool
    /// `nil` for an empty password.
    let level: Level?
    let reason: Reason?
    let advice: Advice?

    init(_ verdict: PolicyVerdict) {
      (met, open, failures) = (verdict.metBits, verdict.openBits, verdict.failureBits)
      (level, isShort) = (verdict.estimate?.level, verdict.isShort)
      (reason, advice) = (verdict.estimate?.reasons.first, verdict.estimate?.advice)
    }
  }

  private let known = Guarded<[Key: Words]>([:])

  func said(of key: Key, or make: () -> Words) -> Words {
    if let known = known.withLock({ $0[key] }) { return known }
    let made = make()
    // Far more than lists of people's passwords have; a list made for it takes no more memory either.
    known.withLock { if $0.count < 4_096 { $0[key] = made } }
    return made
  }
}

extension LeakFinding {
  /// How often the password has leaked; `nil` if unknown.
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
