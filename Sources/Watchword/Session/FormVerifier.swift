import WatchwordCurses
import WatchwordMessages
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

/// Who is asked for the verdict on a form before it is accepted, or on the text of a field before that is left: a program,
/// an agent, a closure of the host's.
///
/// It works beside the form, which says "Checking…" and takes no keys meanwhile. The session looks after each event, and
/// some thirty times a second, whether the verdict is there.
package protocol FormVerifier: AnyObject {
  /// How many refusals end the form; `nil` for no end. Less than 1 is the same as 1.
  var attempts: Int? { get }
  /// Whether the answer may be kept, or read on another thread. It is a copy then, in memory of its own.
  var keepsAnswers: Bool { get }

  /// Begins to judge `answer`: all of it, or the text of one field. It is called again once the person has mended what was
  /// refused, or filled in what was asked for.
  func begin(_ answer: Answer, about subject: Submission.Subject)
  /// The verdict, once, when this time has passed since the beginning; `nil` as long as there is none. It has to answer
  /// at once, unless the form may stand still.
  func verdict(after elapsed: Duration) -> FormVerdict?
  /// What was thrown in the place of a verdict: the form ends, and it is thrown there.
  var thrown: (any Error)? { get }
  /// Waits for the verdict, in scripts alone. Answers whether it is there.
  func wait(atMost duration: Duration) -> Bool
  /// Ends what has begun: the form is over. When this returns, nothing may be written to the terminal any more.
  func stop()
}

extension FormVerifier {
  package var attempts: Int? { nil }
  package var keepsAnswers: Bool { false }
  package var thrown: (any Error)? { nil }
  package func wait(atMost duration: Duration) -> Bool { false }
  package func stop() {}
}

/// A program that is asked.
final class ProgramVerifier: FormVerifier {
  private let verifier: Verifier
  private let texts: Texts
  private let locking: SecretMemory.Locking
  private var run: VerifierRun?
  /// Memory for the input of the program, reserved until it is needed.
  private var reserve: SecretBuffer?
  /// Why the program was not started.
  private var failure: VerifierFailure?
  private var answer: Answer?

  init(_ verifier: Verifier, for form: FormState, locking: SecretMemory.Locking) throws(SecretError) {
    (self.verifier, texts, self.locking) = (verifier, form.texts, locking)
    run = try VerifierRun(locking: locking)
    reserve = try SecretBuffer(capacity: Answer.largestInput(of: form), locking: locking)
  }

  var attempts: Int? { verifier.attempts }

  func begin(_ answer: Answer, about subject: Submission.Subject) {
    // The memory was free a moment ago. If another thread has taken it since, the next start may fail.
    let capacity = reserve?.capacity
    reserve = nil
    defer { reserve = capacity.flatMap { try? SecretBuffer(capacity: $0, locking: locking) } }
    self.answer = answer
    do throws(VerifierFailure) {
      let input = try answer.input(of: verifier, about: subject, locking: locking)
      try run?.start(verifier, fields: answer.values.map(\.name), input: input)
    } catch {
      failure = error
    }
  }

  func verdict(after elapsed: Duration) -> FormVerdict? {
    do throws(VerifierFailure) {
      if let failure = failure.take() { throw failure }
      let said = try run?.proceed(after: elapsed) { hide in
        for value in answer?.values ?? [] where value.isSecure { answer?.withText(of: value, hide) }
      }
      switch said ?? nil {
      case nil: return nil
      case .accepted: return .accepted
      case .refused(let message): return .refused(message.map(reason) ?? Refusal(doubtsTexts: true))
      }
    } catch {
      return .failed(error.text(texts))
    }
  }

  private func reason(_ message: VerifierMessage) -> Refusal {
    let text = message.text ?? texts("Not accepted here. Try a different password.")
    guard let field = message.field else { return Refusal(message: text, doubtsTexts: true) }
    return Refusal(messages: [field: text], doubtsTexts: true)
  }

  func stop() { run = nil }
}

/// A closure that gives its verdict later, on any thread.
package final class LaterVerifier: FormVerifier {
  private let start: AwaitedForm.Start
  private var verdicts = Mailbox<Result<FormVerdict, any Error>>()
  private var cancelRun: (@Sendable () -> Void)?
  package private(set) var thrown: (any Error)?

  package init(_ start: @escaping AwaitedForm.Start) { self.start = start }

  package var keepsAnswers: Bool { true }

  package func begin(_ answer: Answer, about subject: Submission.Subject) {
    let verdicts = Mailbox<Result<FormVerdict, any Error>>()
    self.verdicts = verdicts
    cancelRun = start(answer) { verdicts.put($0) }
  }

  package func verdict(after elapsed: Duration) -> FormVerdict? {
    do { return try verdicts.take().first?.get() } catch { thrown = error }
    return nil
  }

  package func wait(atMost duration: Duration) -> Bool { verdicts.wait(atMost: duration) }

  package func stop() { cancelRun?() }
}

/// A closure that gives its verdict at once. The form stands still meanwhile, with "Checking…" on the screen.
package final class PromptVerifier: FormVerifier {
  private let judge: (Answer) throws -> FormVerdict
  private var answer: Answer?
  private var isAnnounced = false
  package private(set) var thrown: (any Error)?

  package init(_ judge: @escaping (Answer) throws -> FormVerdict) { self.judge = judge }

  package var keepsAnswers: Bool { true }

  package func begin(_ answer: Answer, about subject: Submission.Subject) {
    (self.answer, isAnnounced) = (answer, false)
  }

  package func verdict(after elapsed: Duration) -> FormVerdict? {
    guard isAnnounced else {
      isAnnounced = true
      return nil
    }
    do { return try answer.take().map(judge) } catch { thrown = error }
    return nil
  }

  package func wait(atMost duration: Duration) -> Bool { true }
}

/// What is said on any thread, and not known yet where it is to be known.
final class Mailbox<Statement: Sendable>: Sendable {
  private let statements = Locked<[Statement]>([])
  private let hasMore = Semaphore()

  func put(_ statement: Statement) {
    statements.withLock { $0.append(statement) }
    hasMore.signal()
  }

  func wait(atMost duration: Duration) -> Bool {
    // It may have been signalled for a statement that was taken since.
    for _ in 0..<2 where statements.withLock(\.isEmpty) { hasMore.wait(for: duration) }
    return !statements.withLock(\.isEmpty)
  }

  func take() -> [Statement] {
    statements.withLock { statements in
      defer { statements = [] }
      return statements
    }
  }
}
