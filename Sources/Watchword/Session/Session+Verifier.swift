package import WatchwordMessages
package import WatchwordScreen
import WatchwordSecrets
package import WatchwordStrength
package import WatchwordSystem

/// The program that wants the password of a form, where it has a say while the form is shown. gpg-agent is one.
///
/// What it is asked it answers later, while keys are read: the session listens to it before each event. It looks at
/// ``isGone`` after each event.
package protocol FormAgent: AnyObject {
  /// Whether it wants no password any more. Then the form is cancelled.
  var isGone: Bool { get }
  /// Who checks a new password before its field is left, and before the form is accepted; `nil` for nobody.
  var checker: (any FormVerifier)? { get }
  /// Whether it makes the passwords of single characters that the form offers.
  var makesPasswords: Bool { get }

  /// Whether it owes an answer: what it says is that, and not its wish to end the form.
  var isAnswering: Bool { get }
  /// Takes in what it has said by `now`, and gives up what it has not said in time.
  func listen(at now: Instant)
  /// When to listen again, be there an event or not; `nil` where it owes nothing.
  func nextLook(after now: Instant) -> Instant?
  /// Whether it has said something by which the form is to be judged again.
  var hasNews: Bool { get }
  /// Calls `judge`, by which the form is judged again.
  func takeNews(_ judge: () -> Void)
  /// Whether passwords are judged that were drawn for the form: it is not asked about them.
  var isDrawing: Bool { get set }

  /// Makes a password and gives it to `judge`, which answers `nil` where the form does not take it. Answers `nil` as long as
  /// there is none.
  func makePassword(_ judge: (UTF8Span) -> Level?) -> DrawnOffer?
  /// Makes a call of the delegate, before it returns.
  func call(_ delegate: () -> Void)
}

extension FormAgent {
  package var checker: (any FormVerifier)? { nil }
  package var makesPasswords: Bool { false }
  package var isAnswering: Bool { false }
  package func listen(at now: Instant) {}
  package func nextLook(after now: Instant) -> Instant? { nil }
  package var hasNews: Bool { false }
  package func takeNews(_ judge: () -> Void) {}
  package var isDrawing: Bool {
    get { false }
    set {}
  }
  package func makePassword(_ judge: (UTF8Span) -> Level?) -> DrawnOffer? { .failed("") }
  package func call(_ delegate: () -> Void) { delegate() }
}

extension Session {
  /// Takes in what the agent has said, and asks it what is to be asked now. Answers whether something has come of it.
  mutating func lookAtAgent(on terminal: inout some Terminal & ~Copyable) -> Bool {
    guard let agent = advisers.agent else { return false }
    // An agent that has said all it will say before it was asked has answered by now.
    return look(at: agent, on: &terminal) || agent.isAnswering && look(at: agent, on: &terminal)
  }

  /// Whether the agent has still time for an answer.
  func awaitsAgent(at now: Instant) -> Bool { awaitsOffer || advisers.agent?.nextLook(after: now) != nil }

  private mutating func look(
    at agent: any FormAgent, on terminal: inout some Terminal & ~Copyable
  ) -> Bool {
    guard ending == nil else { return false }
    agent.listen(at: terminal.now)
    guard !agent.isGone else {
      ending = .cancel
      return true
    }
    var isNews = false
    if case .verifying(.field, _) = form.submission, agent.checker != nil {
      awaitsOffer = false
      lookAtVerifier(on: &terminal)
      isNews = form.submission == .open
    }
    if awaitsOffer, let drawn = draw(by: agent) {
      awaitsOffer = false
      tellForm(on: &terminal) { $0.offer(drawn) }
      isNews = true
    }
    // What was typed meanwhile is judged first, so that the answer is not taken for one about that.
    if agent.hasNews {
      screen.form.settle()
      agent.takeNews { screen.form.judgeAgain() }
      isNews = true
    }
    return isNews
  }

  private mutating func draw(by agent: any FormAgent) -> DrawnOffer? {
    agent.isDrawing = true
    defer { agent.isDrawing = false }
    return agent.makePassword { screen.form.consider($0) }
  }
}

/// The verifiers of a submission and of a field, which are asked one after the other.
extension Session {
  mutating func startVerifier() {
    guard case .verifying(let subject, _) = form.submission else { return }
    asked = (subject == .form ? verifiers : fieldVerifier.map { [$0] } ?? [])[...]
    if let verifier = asked.first { begin(verifier, about: subject) }
  }

  private mutating func begin(_ verifier: any FormVerifier, about subject: Submission.Subject) {
    questions += 1
    do throws(SecretError) {
      let answer = Answer(screen.form)
      verifier.begin(verifier.keepsAnswers ? try answer.copy(locking: locking) : answer, about: subject)
    } catch {
      // Whatever else it says, it was not asked.
      screen.form.verifierDidEnd(.failed(VerifierFailure.noMemory.text(form.texts)))
    }
  }

  mutating func lookAtVerifier(on terminal: inout some Terminal & ~Copyable) {
    guard case .verifying(let subject, let start) = form.submission, let verifier = asked.first
    else { return }
    guard let verdict = verifier.verdict(after: terminal.now - start) else {
      if verifier.thrown != nil { ending = .cancel }
      return
    }
    switch verdict.kind {
    case .accepted:
      asked.removeFirst()
      if let next = asked.first { return begin(next, about: subject) }
    case .refused:
      guard let attempts = verifier.attempts else { break }
      refusals += 1
      if refusals >= attempts {
        ending = .refuse
        return
      }
    case .asks(let fields):
      do throws(WatchwordError) {
        try screen.form.add(fields, locking: locking)
      } catch {
        (failure, ending) = (error, .cancel)
        return
      }
    case .failed: break
    }
    asked = []
    tellForm(on: &terminal) { $0.verifierDidEnd(verdict) }
  }
}

extension Answer {
  /// What of the answer the verifier of `subject` finds on its standard input.
  func input(
    of verifier: Verifier, about subject: Submission.Subject, locking: SecretMemory.Locking
  ) throws(VerifierFailure) -> SecretBuffer {
    let format = AnswerFormat(verifier.input == .json ? .json : .lines)
    do throws(AnswerError) {
      return switch (subject, verifier.input) {
      case (.form, .json): try encode(format, locking: locking)
      case (.form, .text):
        try encode(password.map { [$0] } ?? [], names: ["password"], format, locking: locking)
      case (.field(let index), _): try encode(values.filter { $0.field == index }, format, locking: locking)
      }
    } catch {
      if case .memory = error { throw .noMemory }
      throw .unwritable
    }
  }

  /// The most bytes that the answer of `form` can have as the input of a verifier.
  ///
  /// In JSON a byte of a text, which has no control characters, becomes at most two bytes. The normal form of a new
  /// password has up to three bytes for each byte that was typed, and JSON escapes none of them.
  static func largestInput(of form: FormState) -> Int {
    values(of: form).reduce(64) { sum, value in
      let growth = form.takesNewPassword(value.field) ? 3 : 2
      return sum + value.name.utf8.count + 8 + growth * SecretText.defaultCapacity
    }
  }
}

extension VerifierFailure {
  /// What the person reads about the failure: a line without a full stop, with nothing that was typed or that the
  /// verifier wrote.
  package func text(_ texts: Texts) -> String {
    func unstarted(_ reason: String) -> String {
      texts("The check cannot be started: {reason}", ["reason": reason])
    }
    let detail = detail ?? ""
    return switch self {
    case .cannotStart: unstarted(detail)
    case .noMemory: unstarted(texts("there is no locked memory for it"))
    case .unwritable: unstarted(texts("it cannot be given what was typed"))
    case .signalled: texts("The check was ended by a signal: {signal}", ["signal": detail])
    case .timedOut: texts("The check took too long. Try again.")
    case .statusLost: texts("The check ended, but its exit status is unknown")
    }
  }
}

/// The validators that answer later, beside the form. What they say is taken in after each event.
///
/// Tasks are started in code that is compiled into the caller: what Swift needs for tasks would be part of the program.
extension Session {
  /// Asks the validator of field `field` about its text, unless that has changed since.
  mutating func startValidator(of field: Int, number: Int) {
    guard form.awaitsValidator(of: field, number: number), let text = screen.form.text(of: field),
      case .later(let start)? = form.fields[field].configuration.validator?.work
    else { return }
    questions += 1
    let cancel = start(text) { [validatorAnswers] in validatorAnswers.put((field, number, $0)) }
    validatorRuns.updateValue((number, cancel), forKey: field)?.cancel()
  }

  /// Takes in what the validators have said, and cancels those that are asked about texts that have changed.
  mutating func lookAtValidators(on terminal: inout some Terminal & ~Copyable) {
    guard !validatorRuns.isEmpty else { return }
    for answer in validatorAnswers.take() where ending == nil {
      tellForm(on: &terminal) {
        $0.validatorDidEnd(answer.validity, of: answer.field, number: answer.number)
      }
    }
    for (field, run) in validatorRuns where !form.awaitsValidator(of: field, number: run.number) {
      run.cancel()
      validatorRuns[field] = nil
    }
  }
}

/// What a validator has said of the text of `field`, for the question of this number.
typealias ValidatorAnswer = (field: Int, number: Int, validity: Validity)
