internal import Watchword
internal import WatchwordMessages
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// Judges one password after the other by one policy. One thread at a time uses it.
struct Checker {
  private let policy: Policy
  private let judge: Judge
  private let guesses: GuessMeter
  private let normalizer: Normalizer
  /// Whether reports have the parts of a password.
  private let explains: Bool

  /// Makes a checker with memory of its own. Where it `explains`, its reports have the parts of a password.
  ///
  /// - Throws: Why there is no memory for the passwords.
  init(
    _ policy: Policy, _ configuration: JudgeConfiguration, explains: Bool = false,
    locking: SecretMemory.Locking
  ) throws(SecretError) {
    let memory = try SecretMemory(for: GuessMeter.capacities(oldPasswords: 0), locking: locking)
    let normalizer = try Normalizer(policy.normalization, locking: locking)
    var configuration = configuration
    configuration.context = normalizer.normalized(configuration.context)
    let (judge, guesses) = try configuration.makeJudge(in: memory)
    (self.policy, self.judge, self.guesses, self.normalizer) = (policy, judge, guesses, normalizer)
    self.explains = explains
  }

  /// What the password in `line` is worth. Nothing of it is left on the stack.
  ///
  /// - Throws: Why `line` is no password.
  func report(onLine line: Span<UInt8>) throws(UncheckedInput) -> CheckReport {
    defer { StackScratch.scrub() }
    guard line.count <= SecretText.defaultCapacity else { throw .tooLong }
    guard let text = try? UTF8Span(validating: line) else { throw .notText }
    if text.hasControls { throw .hasControls }
    return report(on: text)
  }

  /// What `text` is worth in the policy's normal form. An empty one is the first that is guessed.
  func report(on text: UTF8Span) -> CheckReport {
    normalizer.withNormalized(text) { text in
      guesses.keepingAnswers {
        let count = text.clusterCount
        let leak = text.isEmpty ? nil : judge.leaks?.find(text)
        var report = CheckReport(verdict: policy.verdict(on: text, count: count, by: judge), bits: 0)
        if explains { report.parts = guesses.parts(of: text, context: judge.context) }
        guard !text.isEmpty else { return report }
        report.bits = guesses.estimate(of: text, count: count, context: judge.context).bits
        report.leak = leak
        return report
      }
    }
  }
}
