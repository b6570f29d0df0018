internal import WatchwordBase
internal import WatchwordScreen
internal import WatchwordSecrets

/// A question of a command, as far as it is known.
struct Question {
  /// The line with the cursor; `nil` if nothing of it can be seen.
  let line: PromptLine?
  /// The last lines that the command has printed since the last answer.
  let before: [PromptLine]
  /// What may be drawn of these: nothing that quotes the last answer.
  var prompt = ""
  var shownBefore: [String] = []

  let asker: Asker
  /// What the table knows, if the question is for a new password.
  let row: ProgramTable.Row?
  /// Whether the words that the table knows stand in a line above the prompt, which may be "Password:" for everything.
  var isAskedAbove = false

  /// Who asks.
  let reader: Reader
  /// When the question was written.
  let time: Instant

  /// What the form says of the question.
  var text: String { (shownBefore + [prompt]).filter { !$0.isEmpty }.joined(separator: "\n") }

  /// Whether the question asks for an answer again (R7): it comes from the same program within a second, the program has
  /// printed no line in between except one with the words of the question, and the words say so.
  func repeats(_ last: LastAnswer) -> Bool {
    guard reader.program == last.question.reader.program, time - last.begin < LastAnswer.freshTime,
      !asksForKey
    else { return false }
    return before.isEmpty
      ? says(again: last.question)
      : last.question.isAskedAbove && before.count == 1 && Self.saysAgain(before[0])
  }

  /// Whether the question wants a key and nothing typed, as "Press Enter to continue" does.
  var asksForKey: Bool { line.map { PromptWords.asksForKey($0) } ?? false }

  /// Whether the words say that the question `other` is asked again.
  func says(again other: Question) -> Bool {
    guard let line else { return false }
    let isLonger = other.line.map { line.isLonger(than: $0) } ?? false
    return isLonger && !line.contains("new") || Self.saysAgain(line)
  }

  /// Whether the same question is asked once more, perhaps with fewer tries left.
  func isSame(as other: Question) -> Bool {
    guard reader.program == other.reader.program else { return false }
    guard let line, let old = other.line else { return line == nil && other.line == nil }
    return line.likeness(to: old) != .other
  }

  /// Whether a question has a word of repeating, in English or in the language of the process.
  static func saysAgain(_ line: PromptLine) -> Bool {
    if ["incorrect", "wrong", "invalid"].contains(where: line.contains) { return false }
    // translators: How programs ask for a password a second time, in your language: the beginnings of words that a
    // question such as "Repeat the password:" has, in lower case, with blanks between.
    let own = WatchwordBase.text("retype re-type re-enter reenter repeat verify again confirm")
    return (own.split(separator: " ").map(String.init) + words).contains(where: line.contains)
  }

  /// How English questions say it.
  private static let words = [
    "retype", "re-type", "re-enter", "reenter", "repeat", "verify", "again", "confirm", "one more time",
  ]
}

/// The last answer, kept until its repetition was answered or cannot come any more.
final class LastAnswer {
  let question: Question
  let text: SecretBuffer
  /// When the answer was given.
  var begin: Instant

  init(_ question: Question, _ text: consuming SecretBuffer, at now: Instant) {
    (self.question, begin) = (question, now)
    self.text = text
  }

  /// A repetition comes within ``freshTime``; half a second more, because a question is noticed late.
  var end: Instant { begin.advanced(by: Self.freshTime + .milliseconds(500)) }

  /// A question this soon after an answer counts as its repetition; a form for that may keep the answer this long.
  static let (freshTime, longestTime) = (Duration.seconds(1), Duration.seconds(60))
}
