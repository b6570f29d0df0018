import TestSupport
import Testing

@testable import WatchwordStrength

/// How a policy treats an answer from another thread.
@Suite struct LeakVerdictTests {
  /// A list that answers after a number of questions.
  private final class Answering: LeakList {
    private let answer: LeakFinding
    private var patience: Int

    init(_ answer: LeakFinding, after patience: Int) { (self.answer, self.patience) = (answer, patience) }

    func finding(on text: UTF8Span) -> LeakFinding {
      patience -= 1
      return patience < 0 ? answer : .open
    }

    func begin(_ text: UTF8Span) {}
    func wait(atMost duration: Duration) {}
    func look(after elapsed: Duration) -> Bool { true }
    func find(_ text: UTF8Span) -> LeakFinding { answer }
    func cancel() {}
  }

  @Test(arguments: [LeakFinding.clear, .leaked(count: 7), .unreadable], 0...5)
  func `H4 an answer that arrives during judging leads to one verdict, with it or without it`(
    answer: LeakFinding, patience: Int
  ) {
    let policy = Policy.classic(minimumLevel: .weakest).asking(for: .unleaked)
    func verdict(_ leaks: any LeakList) -> PolicyVerdict {
      let text = "Purple.Cactus9"
      return policy.verdict(on: text.utf8Span, count: text.count, by: Judge(leaks: leaks))
    }
    let (open, answered) = (verdict(Answering(answer, after: .max)), verdict(Answering(answer, after: 0)))
    #expect(open.isOpen && open.firstFailure == nil)
    #expect(!answered.isOpen && (answered.firstFailure == nil) == (answer == .clear))
    #expect([open, answered].contains(verdict(Answering(answer, after: patience))))
  }
}
