internal import WatchwordBase
internal import WatchwordScreen
internal import WatchwordSecrets

/// A question of a command, as far as it is known.
struct Question {
  /// The line with the cursor, without what would move that; empty if there is none.
  let prompt: String
  /// What the command has printed since the last answer: the last lines in which something can be seen.
  let lines: [String]
  let asker: Asker
  /// What the table knows, if the question is for a new password.
  let row: ProgramTable.Row?

  /// Where it comes from, and when it was written.
  let source: Job.Source
  let time: Instant

  /// Whether the question asks for an answer again (R7): it comes from the same process within a second, nothing was
  /// printed in between, and its words say so.
  func repeats(_ last: LastAnswer) -> Bool {
    source == last.question.source && lines.isEmpty && time - last.begin < LastAnswer.freshTime
      && says(again: last.question)
  }

  /// Whether the words say that the question `before` is asked again.
  func says(again before: Question) -> Bool {
    let (new, old) = (prompt.lowercased(), before.prompt.lowercased())
    let isLonger = !old.isEmpty && new != old && new.hasSuffix(old) && !new.contains("new")
    return isLonger || Self.saysAgain(prompt)
  }

  /// Whether a question has a word of repeating, in English or in the language of the process.
  static func saysAgain(_ prompt: String) -> Bool {
    if ["incorrect", "wrong", "invalid"].contains(where: prompt.lowercased().contains) { return false }
    // translators: How programs ask for a password a second time, in your language: the beginnings of words that a
    // question such as "Repeat the password:" has, in lower case, with blanks between.
    let own = text("retype re-type re-enter reenter repeat verify again confirm")
    let prompt = prompt.lowercased()
    return (own.split(separator: " ").map(String.init) + words).contains { prompt.contains($0) }
  }

  /// How English questions say it.
  private static let words = [
    "retype", "re-type", "re-enter", "reenter", "repeat", "verify", "again", "confirm",
  ]
}

/// The last answer, kept until its repetition was answered or cannot come any more.
final class LastAnswer {
  let question: Question
  let text: SecretBuffer
  /// When it was given.
  var begin: Instant

  init(_ question: Question, _ text: consuming SecretBuffer, at now: Instant) {
    (self.question, begin) = (question, now)
    self.text = text
  }

  /// When no question can be its repetition any more, as such a one needs a moment to be seen.
  var end: Instant { begin.advanced(by: Self.freshTime + .milliseconds(500)) }

  /// How long after it a question can be its repetition, and how long a form for that can compare with it.
  static let (freshTime, longestTime) = (Duration.seconds(1), Duration.seconds(60))
}
