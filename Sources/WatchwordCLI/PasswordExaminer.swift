internal import Screen
internal import Strength
internal import System
internal import WatchwordText

/// Judges one password after the other by one policy.
struct PasswordExaminer {
  /// What a password has to be.
  let policy: Policy
  /// What says how strong it is, and whether it is a common one.
  let judge: Judge
  /// What brings a password into the policy's normal form.
  let normalizer: Normalizer
  /// What counts guesses where the judge's meter does not; `nil` where nothing does.
  var guesses: (any Meter)?

  /// What `text` is worth in the policy's normal form.
  func report(on text: UTF8Span) -> PasswordReport {
    normalizer.withNormalized(text, normalReport)
  }

  /// What a text in its normal form is worth. An empty one is the first that is guessed.
  private func normalReport(on text: UTF8Span) -> PasswordReport {
    let count = text.clusterCount
    let verdict = policy.verdict(on: text, count: count, by: judge)
    if text.isEmpty { return PasswordReport(verdict: verdict, bits: 0) }
    let bits =
      verdict.estimate.bits ?? guesses?.estimate(of: text, count: count, context: judge.context).bits
    return PasswordReport(verdict: verdict, bits: bits)
  }
}
