internal import CWatchwordSystem
internal import Watchword
internal import WatchwordBase
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// Asks the agent while a passphrase is typed (INQUIRE): whether the passphrase is allowed, how good it is, and for a
/// generated passphrase.
///
/// One question is asked at a time. An answer that nobody waits for any more is still read before the next question is
/// sent. Otherwise it could be mistaken for the answer to that question.
final class AgentAuthority: PasswordAuthority, FormVerifier, Meter {
  private enum Question: String {
    case quality = "QUALITY"
    case check = "CHECKPIN"
    case passphrase = "GENPIN"

    /// How long to wait for the whole answer.
    var patience: Duration { self == .check ? .seconds(10) : .seconds(2) }
  }

  /// The current question, with the time when its answer is due and the way it ended.
  private struct Exchange {
    let question: Question
    var isSent = false
    var deadline: Instant?
    var end: Agent.End?
  }

  private let agent: Agent
  private let request: PinentryRequest
  private let texts = Texts.ofProcess
  private let locking: SecretMemory.Locking
  /// Room for the reason of a refusal.
  private var output: VerifierOutput
  private var exchange: Exchange?
  /// What the agent last said about the quality.
  private var quality = Estimate.unknown
  /// Whether the text has changed since the agent was asked.
  private var hasChanged = false
  private var isTaking = false
  /// The answer that is being checked, until the agent has replied.
  private var checked: PasswordForm.Answer?
  /// The verdict of the check, until it is taken.
  private var verdict: FormVerdict?
  private var now = Instant(nanoseconds: 0)
  var isDrawing = false
  /// Why the agent is not asked any more.
  private(set) var failure: PinentryError?

  init(
    _ agent: Agent, for request: PinentryRequest, locking: SecretMemory.Locking = .required
  ) throws(PinentryError) {
    (self.agent, self.request, self.locking) = (agent, request, locking)
    output = try rethrow(
      try VerifierOutput(locking: locking), as: { (_: SecretError) in PinentryError.noMemory })
  }

  var isGone: Bool { failure != nil }
  var verifier: (any FormVerifier)? { request.isEnforced && request[.repeatLabel] != nil ? self : nil }
  var makesPasswords: Bool { request[.generator].nonEmpty != nil }
  var needsWarmUp: Bool { false }
  var isAnswering: Bool { agent.isAnswering }

  func listen(at now: Instant) {
    guard failure == nil else { return }
    self.now = now
    var end: Agent.End?
    do throws(SecretError) { end = try agent.listen(at: now) } catch { failure = .noMemory }
    if case .gone? = end { failure = .cancelled }
    guard var open = exchange, open.end == nil else { return }
    let deadline = open.deadline ?? now.advanced(by: open.question.patience)
    open.deadline = deadline
    // If the question was not sent yet, the answer is to an earlier one.
    if open.isSent { open.end = end }
    if open.end == nil, now >= deadline { open.end = .refused }
    exchange = open
  }

  func nextLook(after now: Instant) -> Instant? {
    exchange.map { $0.end == nil } == true || agent.endDue != nil ? now.advanced(by: Self.interval) : nil
  }

  /// How often to look for an answer. No event may announce it, because all lines of the agent may have arrived
  /// already.
  private static let interval = Duration.milliseconds(30)

  /// Waits a moment for the answer without reading keys. Keys that are read during a check are refused, so none is
  /// refused if the agent answers at once.
  func begin(_ answer: PasswordForm.Answer, about subject: Submission.Subject) {
    checked = answer
    let end = ww_now() + Self.moment
    repeat {
      listen(at: now)
      verdict = answer.withPasswordIfAny(check) ?? nil
    } while verdict == nil && !isGone && agent.waitsForMore(atMost: end - ww_now())
  }

  private static let moment: Int64 = 300_000_000

  func verdict(after elapsed: Duration) -> FormVerdict? {
    let verdict = self.verdict.take() ?? checked?.withPasswordIfAny(check) ?? nil
    if verdict != nil { checked = nil }
    return verdict
  }

  func stop() { checked = nil }

  private func check(_ password: UTF8Span) -> FormVerdict? {
    guard let end = ask(.check, password.span) else { return nil }
    guard case .answered = end else {
      return .failed(texts("The check took too long. Enter tries again."))
    }
    return agent.withAnswer { reason in
      if reason.isEmpty { return .accepted }
      // The agent's title says only that the passphrase is refused. It is shown if the reason cannot be.
      let title = request[.errorTitle].nonEmpty ?? texts("This passphrase is not allowed.")
      return .refused(Refusal(message: output.message(of: reason, hiding: { $0(password) })?.text ?? title))
    }
  }

  /// The quality that the agent last told. Asks the agent about `text`, unless it is busy. The form judges the text
  /// again after the agent's answer.
  func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
    guard !isDrawing else { return .unknown }
    if isTaking, let end = exchange?.end {
      exchange = nil
      let number = agent.withAnswer { $0.isEmpty || end != .answered ? nil : $0.number } ?? nil
      quality = number.map(estimate) ?? .unknown
      if !hasChanged { return quality }
    }
    // A user who types no longer waits for an offer.
    if exchange?.question == .passphrase { exchange = nil }
    hasChanged = exchange != nil || agent.isAnswering
    if !hasChanged {
      _ = ask(.quality, text.span)
    } else if exchange == nil {
      quality = .unknown
    }
    return quality
  }

  /// The estimate for `number`, from -100 to 100. A negative number means that the agent would refuse the passphrase.
  private func estimate(_ number: Int) -> Estimate {
    // 100 is the strongest level, too.
    var estimate = Estimate(level: Level.allCases[max(0, min(99, number)) * Level.allCases.count / 100])
    let percent = "\(number.magnitude)"
    estimate.words =
      number < 0
      ? texts("Too weak: {percent} %", ["percent": percent])
      : texts(
        "{label} {percent} %",
        ["label": request[.quality].nonEmpty ?? texts("Quality:"), "percent": percent])
    return estimate
  }

  var hasNews: Bool {
    if let exchange { return exchange.question == .quality && exchange.end != nil }
    return hasChanged && !agent.isAnswering
  }

  func takeNews(_ judge: () -> Void) {
    isTaking = true
    if exchange == nil { hasChanged = false }
    judge()
    isTaking = false
    // Nothing was estimated if the text is empty by now. Then the answer is dropped here.
    if exchange?.end != nil { (exchange, hasChanged) = (nil, false) }
  }

  func makePassword(_ judge: (UTF8Span) -> Level?) -> DrawnOffer? {
    guard let end = ask(.passphrase, nil) else { return nil }
    let none = DrawnOffer.failed(texts("The agent has made no passphrase."))
    guard case .answered = end else { return none }
    return agent.withAnswer { bytes in
      guard !bytes.isEmpty, let text = try? UTF8Span(validating: bytes), judge(text) != nil else {
        return none
      }
      return .drawn(.characters, bits: bytes.bitsOfBase32)
    }
  }

  /// Asks `question`, unless it is being asked already. Gives up any other question.
  ///
  /// - Returns: How it ended; `nil` until then.
  private func ask(_ question: Question, _ secret: Span<UInt8>?) -> Agent.End? {
    if exchange?.question != question {
      if exchange?.question == .quality { hasChanged = true }
      exchange = Exchange(question: question)
    }
    if let end = exchange?.end {
      exchange = nil
      return end
    }
    guard failure == nil, exchange?.isSent == false, !agent.isAnswering else { return nil }
    do throws(PinentryError) {
      try agent.inquire(question.rawValue, about: secret, locking: locking)
      exchange?.isSent = true
    } catch {
      failure = error
    }
    return nil
  }
}

extension Span<UInt8> {
  /// The whole number that the bytes begin with, limited to -100 to 100; 0 if there is none.
  fileprivate var number: Int {
    let isNegative = count > 0 && self[0] == UInt8(ascii: "-")
    var number = 0
    for offset in (isNegative ? 1 : 0)..<max(count, isNegative ? 1 : 0) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self[offset]) else { break }
      number = min(100, 10 * number + Int(self[offset] - UInt8(ascii: "0")))
    }
    return isNegative ? -number : number
  }

  /// The bits of a text drawn from the 32 characters of zBase32; `nil` if it has any other.
  fileprivate var bitsOfBase32: Int? {
    let alphabet = Array("ybndrfg8ejkmcpqxot1uwisza345h769".utf8)
    for offset in indices where !alphabet.contains(self[offset]) { return nil }
    return 5 * count
  }
}
