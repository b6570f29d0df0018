internal import Watchword
internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// What is asked of the agent while a passphrase is typed (INQUIRE): whether it is allowed, how good it is, and for a
/// new one.
final class AgentInquiries: FormAgent, Meter {
  private let agent: Agent
  private let request: PinentryRequest
  private let texts = Texts.ofProcess
  private let locking: SecretMemory.Locking
  /// Room for the reason of a refusal.
  private var output: VerifierOutput
  /// Why the agent is asked no more.
  private(set) var failure: PinentryError?
  /// What the agent has said of the new passphrase.
  private var verdict: FormVerdict?

  init(
    _ agent: Agent, for request: PinentryRequest, locking: SecretMemory.Locking = .required
  ) throws(PinentryError) {
    (self.agent, self.request, self.locking) = (agent, request, locking)
    output = try rethrow(
      try VerifierOutput(locking: locking), as: { (_: SecretError) in PinentryError.noMemory })
  }

  var isGone: Bool { failure != nil }
  var checksPasswords: Bool { request.isEnforced && request[.repeatLabel] != nil }
  var makesPasswords: Bool { request[.generator].nonEmpty != nil }
  var needsWarmUp: Bool { false }

  func begin(_ answer: PasswordForm.Answer, about subject: Submission.Subject) {
    verdict = answer.withPassword(check)
  }

  func verdict(after elapsed: Duration) -> FormVerdict? { verdict.take() }

  private func check(_ password: UTF8Span) -> FormVerdict {
    guard let reason = ask("CHECKPIN", password.span) else { return .failed("") }
    guard let message = output.message(of: reason.bytes, hiding: { $0(password) }) else { return .accepted }
    // The title says no more than that, so it stands alone where the reason cannot be shown.
    let title = request[.errorTitle] ?? ""
    return .refused(
      Refusal(message: message.text ?? (title.isEmpty ? texts("This passphrase is not allowed.") : title)))
  }

  func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
    guard let answer = ask("QUALITY", text.span) else { return Estimate(level: .weakest) }
    let number = answer.number
    // The measure goes from -100 to 100, and is negative for what the agent would refuse.
    var estimate = Estimate(level: number < 34 ? .weak : number < 67 ? .medium : .strong)
    let percent = "\(number.magnitude)"
    estimate.words =
      number < 0
      ? texts("Too weak: {percent} %", ["percent": percent])
      : texts(
        "{label} {percent} %",
        ["label": request[.quality].nonEmpty ?? texts("Quality:"), "percent": percent])
    return estimate
  }

  func makePassword(_ judge: (UTF8Span) -> Level?) -> DrawnOffer {
    let none = DrawnOffer.failed(texts("The agent has made no passphrase."))
    guard let made = ask("GENPIN", nil) else { return none }
    return made.withBytes { bytes in
      guard !bytes.isEmpty, let text = try? UTF8Span(validating: bytes), judge(text) != nil else {
        return none
      }
      return .drawn(.characters, bits: bytes.bitsOfBase32)
    }
  }

  private func ask(_ keyword: String, _ secret: Span<UInt8>?) -> SecretBuffer? {
    guard failure == nil else { return nil }
    do throws(PinentryError) {
      if let answer = try agent.inquire(keyword, about: secret, locking: locking) { return answer }
      failure = .cancelled
    } catch {
      failure = error
    }
    return nil
  }
}

extension SecretBuffer {
  /// The whole number that the bytes begin with, between -100 and 100; 0 where there is none.
  fileprivate var number: Int {
    let isNegative = count > 0 && bytes[0] == UInt8(ascii: "-")
    var number = 0
    for offset in (isNegative ? 1 : 0)..<max(count, isNegative ? 1 : 0) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[offset]) else { break }
      number = min(100, 10 * number + Int(bytes[offset] - UInt8(ascii: "0")))
    }
    return isNegative ? -number : number
  }
}

extension Span<UInt8> {
  /// The bits of a text that was drawn from the 32 characters of zBase32; `nil` where it has another one.
  fileprivate var bitsOfBase32: Int? {
    let alphabet = Array("ybndrfg8ejkmcpqxot1uwisza345h769".utf8)
    for offset in indices where !alphabet.contains(self[offset]) { return nil }
    return 5 * count
  }
}
