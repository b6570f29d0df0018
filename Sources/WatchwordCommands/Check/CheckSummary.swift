internal import WatchwordBase
internal import WatchwordStrength
internal import WatchwordSystem

/// Counts the lines of a list by verdict and by level.
struct CheckSummary: Equatable {
  private var (passed, failed, refused, empty) = (0, 0, 0, 0)
  /// The line of the first torn record.
  var tornFrom: Int?
  private var levels = Level.allCases.map { _ in 0 }

  /// Counts a line: its level, or `nil` if it could not be judged, and whether it passed.
  mutating func count(_ level: Level?, isAccepted: Bool) {
    if let level { levels[level.rawValue] += 1 }
    if level == nil { refused += 1 } else if isAccepted { passed += 1 } else { failed += 1 }
  }

  /// Counts an account without a password.
  mutating func countEmpty() { empty += 1 }

  var isAccepted: Bool { failed + refused == 0 }

  /// Two lines for users, or three, in the words of the table.
  var words: String {
    let list = { (counts: [Count]) in counts.map { "\($0.value) \($0.name)" }.joinedByCommas }
    let end = tornFrom.map {
      "\n" + text("records may be missing from line {number} on", ["number": "\($0)"])
    }
    return plural(
      // translators: {verdicts} is a list such as "2 pass, 1 fail", in words that are not translated.
      "{count} line: {verdicts}", "{count} lines: {verdicts}", lines, ["verdicts": list(verdicts)])
      // translators: {levels} is a list such as "2 weak, 1 medium", in words that are not translated.
      + "\n" + text("levels: {levels}", ["levels": list(namedLevels)]) + (end ?? "")
  }

  /// A JSON object on one line. Its only member, `summary`, tells it from the answers, which have no such member.
  var json: String {
    let value: JSONValue = ["summary": counts]
    return "\(value)\n"
  }

  var counts: JSONValue {
    let torn = tornFrom.map { [("torn_from", $0)] } ?? []
    return .object(([("lines", lines)] + verdicts + namedLevels + torn).map { ($0.name, .number($0.value)) })
  }

  private typealias Count = (name: String, value: Int)

  var lines: Int { passed + failed + refused + empty }
  private var verdicts: [Count] {
    [("pass", passed), ("fail", failed), ("refused", refused)] + (empty > 0 ? [("no_password", empty)] : [])
  }
  private var namedLevels: [Count] { Level.allCases.map { ($0.name, levels[$0.rawValue]) } }
}
