internal import Screen
internal import Strength

/// Judges one password after the other by one policy.
struct PasswordExaminer {
  /// What a password has to be.
  let policy: Policy
  /// What says how strong it is, and whether it is a common one.
  let judge: Judge
  /// What counts guesses where the judge's meter does not; `nil` where nothing does.
  var guesses: (any Meter)?

  /// What `text` is worth. An empty one is the first that is guessed.
  func report(on text: UTF8Span) -> PasswordReport {
    let count = text.clusterCount
    let verdict = policy.verdict(on: text, count: count, by: judge)
    if text.isEmpty { return PasswordReport(verdict: verdict, bits: 0) }
    let bits =
      verdict.estimate.bits ?? guesses?.estimate(of: text, count: count, context: judge.context).bits
    return PasswordReport(verdict: verdict, bits: bits)
  }
}
