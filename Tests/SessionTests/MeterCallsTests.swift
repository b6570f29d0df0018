import CZxcvbnCalls
import TestSupport
import Testing
import WatchwordBase
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

@testable import Watchword

@Suite struct MeterCallsTests {
  private static let policies = [
    ("classic", Policy.classic()), ("nist", .nist()),
    ("--blocklist", Policy.classic().refusing(listed: true, leaked: false)),
  ]

  @Test(arguments: [0, 1, 2])
  func `libzxcvbn is asked once for a text that a form judges`(index: Int) throws {
    let (name, policy) = Self.policies[index]
    var description = FormDescription.newPassword(.english, isConfirmed: false)
    description.policy = policy
    let form = description.makeForm()
    var presentation = Presentation()
    presentation.protection.allowsUnlockedMemory = true
    let (_, judge) = try form.makeMemory(for: [], presentation, JudgeConfiguration())
    let keys = "qzjvkwxbpm".flatMap { [Step].typing(String($0)) + [.wait(milliseconds: 50)] }
    let before = zxcvbn_calls()
    let played = try perform(keys, on: form, judge: judge)
    #expect(played.texts == ["qzjvkwxbpm"])
    // Once for each key, and once to warm up.
    #expect(zxcvbn_calls() - before == 11, "\(name)")
  }

  @Test(arguments: [0, 1, 2])
  func `libzxcvbn is asked once for a text that a server or check judges`(index: Int) throws {
    let (name, policy) = Self.policies[index]
    let assessor = try Assessor(policy, JudgeConfiguration(), locking: .ifPossible)
    let before = zxcvbn_calls()
    assessor.assess("qzjvkwxbpm".utf8Span) { text, count, verdict in
      let bits = assessor.judge.guesses?.estimate(of: text, count: count, context: ContextWords()).bits
      #expect(bits == verdict.estimate?.bits)
    }
    #expect(zxcvbn_calls() - before == 1, "\(name)")
  }

  /// A text of more than 40 code points is asked about from 0 to 32, from 24 to 64, and so on.
  @Test(
    arguments: [
      ("qzjvkwxbpm-trw", 1), ("qzjv-kwxb-pmtr", 2), ("qzjvkwxbpmtrdghslqznvkcxwbpjmtfrdhgslkqw", 1),
      ("qzjvkwxbpmtrdghslqznvkcxwbpjmtfrdhgslkqwz", 2), ("qzjvkwxb-mtrdghsl-znvkcxw-pjmtfrdh-slkqwzxv", 3),
      ("abacus-ladder-oboe", 1),
    ])
  func `libzxcvbn is asked once for each window, and once more without the signs that come again`(
    text: String, calls: Int
  ) throws {
    let meter = try GuessMeter(commonWords: CommonWords { PackageFile.root + "/packaging/lists" })
    let before = zxcvbn_calls()
    _ = meter.estimate(of: text.utf8Span, count: text.count, context: ContextWords())
    #expect(zxcvbn_calls() - before == calls)
  }
}
