internal import Glibc
internal import WatchwordBase
internal import WatchwordSecrets

extension PasswordPolicy {
  /// Judges `password` as a form with the policy does. Any number of threads may call it at once; they share the common
  /// words and the lists in memory.
  ///
  /// - Parameters:
  ///   - password: The password as it was typed. Nothing of it is kept.
  ///   - context: Words of the user, such as a name, a user name and an email address, which count against the
  ///     password. Only the first 4,096 bytes of all count. For a list of words, use ``PasswordLists``.
  /// - Returns: The verdict, even if the password is refused.
  /// - Throws: ``PolicyError/noMemory``.
  public func evaluate(_ password: UTF8Span, context: [String] = []) throws(PolicyError) -> Verdict {
    try verdict(of: base, on: password, context) { (words) throws(SecretError) in
      try assessors.verdict(on: password, context: words)
    }
  }

  /// Judges `password` as a form for changing a password does: it must not be `old`, nor resemble it. Each call takes
  /// memory of its own for both.
  ///
  /// - Parameters:
  ///   - password: As in ``evaluate(_:context:)-(UTF8Span,_)``.
  ///   - old: The old password as it was typed. Nothing of it is kept.
  ///   - context: As in ``evaluate(_:context:)-(UTF8Span,_)``.
  /// - Returns: The verdict, with the criterion "old".
  /// - Throws: ``PolicyError/noMemory``.
  public func evaluate(
    _ password: UTF8Span, replacing old: UTF8Span, context: [String] = []
  ) throws(PolicyError) -> Verdict {
    let policy = base.refusingOldPasswords(texts)
    return try verdict(of: policy, on: password, context) { (words) throws(SecretError) in
      defer { StackScratch.scrub() }
      let judge = JudgeConfiguration(lists, context: words)
      return try Assessor(policy, judge, oldPasswords: 1, locking: .ifPossible).assess(
        password, replacing: old)
    }
  }

  private func verdict(
    of policy: Policy, on password: UTF8Span, _ context: [String],
    _ judge: (ContextWords) throws(SecretError) -> PolicyVerdict
  ) throws(PolicyError) -> Verdict {
    // A form takes no longer text.
    guard password.count <= SecretText.defaultCapacity else {
      return Verdict(policy: policy, texts: texts, found: PolicyVerdict(), isTooLong: true)
    }
    var words = ContextWords(listed: lists?.contextWords)
    var room = SecretText.defaultCapacity
    for text in context where room > 0 {
      // A replacement character ends a word, so a character that is cut off counts for nothing.
      words.add(String(decoding: text.utf8.prefix(room), as: UTF8.self))
      room -= text.utf8.count
    }
    do throws(SecretError) {
      return Verdict(policy: policy, texts: texts, found: try judge(words))
    } catch {
      throw .noMemory
    }
  }

  /// Judges `password`, as ``evaluate(_:context:)-(UTF8Span,_)`` does.
  public func evaluate(_ password: String, context: [String] = []) throws(PolicyError) -> Verdict {
    try evaluate(password.utf8Span, context: context)
  }

  /// Judges the password in the UTF-8 `bytes`, as ``evaluate(_:context:)-(UTF8Span,_)`` does.
  ///
  /// - Throws: `UTF8.ValidationError` if they are not UTF-8, or ``PolicyError/noMemory``.
  public func evaluate(_ bytes: Span<UInt8>, context: [String] = []) throws -> Verdict {
    try evaluate(try UTF8Span(validating: bytes), context: context)
  }

  /// What a password is worth under a policy. It holds nothing of the password. If the password is refused, ``reason``
  /// may say where its weak part is. The verdict is encoded with all of its properties.
  public struct Verdict: Equatable, Encodable, Sendable {
    let policy: Policy
    let texts: Texts
    let found: PolicyVerdict
    var isTooLong = false

    /// Whether the policy accepts the password.
    public var isAccepted: Bool { found.firstFailure == nil && !found.isOpen && !isTooLong }

    /// How strong the password is.
    public var strength: PasswordStrength { PasswordStrength(found.level) }

    /// The binary logarithm of the number of guesses that find the password; 0 for an empty one, and for one of more
    /// than 4,096 bytes, which is not measured.
    public var bits: Double { found.estimate?.bits ?? 0 }

    /// The number of guesses that find the password, at least 1.
    package var guesses: Double { exp2(bits) }

    /// All criteria of the policy, in the order of a form's panel. The policy may require only some of them.
    public var criteria: [Criterion] {
      policy.criteria(CriteriaPanel(found, of: policy, mode: .strict).sign)
    }

    /// What a refused password lacks, each as a line of a form's panel; empty only if the password is accepted. The
    /// name "group" stands for several criteria that are not all required, and the text says how many are missing. Two
    /// names stand for no criterion: "controls" for control characters, and "too-long" for more than 4,096 bytes.
    public var unmet: [Criterion] {
      if isTooLong { return errors.map { Criterion(("too-long", $0), .failed) } }
      let others = policy.rules.indices.filter { found.fails($0) && policy.rules[$0].cause == .controls }
      let lines =
        policy.unmetLines(by: found, in: texts)
        + others.map { ("controls", policy.rules[$0].message.text) }
      return lines.map { Criterion($0, .failed) }
    }

    /// The rules that the password fails, each as a sentence. The first is the error that a form shows. Empty if the
    /// password is accepted.
    public var errors: [String] {
      if isTooLong { return [Policy.Message.tooLong(SecretText.defaultCapacity, texts).text] }
      return policy.rules.indices.filter(found.fails).map { policy.rules[$0].message.text }
    }

    /// Why the password is no stronger, and what would help. `nil` if the password is strong, empty or too long.
    public var reason: Reason? {
      guard let estimate = found.estimate, let reason = estimate.reasons.first else { return nil }
      return Reason(kind: reason.kind.rawValue, text: reason.line(in: texts, estimate.advice).text)
    }

    /// Encodes all properties of the verdict.
    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Key.self)
      try values.encode(isAccepted, forKey: .isAccepted)
      try values.encode(strength, forKey: .strength)
      try values.encode(bits, forKey: .bits)
      try values.encode(criteria, forKey: .criteria)
      try values.encode(unmet, forKey: .unmet)
      try values.encode(errors, forKey: .errors)
      try values.encode(reason, forKey: .reason)
    }

    private enum Key: CodingKey { case isAccepted, strength, bits, criteria, unmet, errors, reason }

    /// Why a password is no stronger.
    public struct Reason: Equatable, Encodable, Sendable {
      /// The kind for programs, not translated: "common", "word", "substitution" for letters swapped for symbols,
      /// "neighbours" for keys, "sequence", "repetition", "date", "personal" for a word of the user, "local" for a
      /// context word of ``PasswordLists``, or "short" if nothing else is wrong. There may be more kinds.
      public let kind: String
      /// What was found and what would help, for the user.
      public let text: String
    }

    /// A criterion, and whether the password meets it.
    public struct Criterion: Equatable, Encodable, Sendable {
      /// The name for programs, not translated, such as "length", "digit", "common", "level" for the strength or "custom".
      /// Several criteria can have the same name, and there may be more names.
      public let name: String
      /// The words for the user.
      public let text: String
      /// Whether the password meets it.
      public let isMet: Bool
      /// How it stands, as the panel of a form shows it.
      public let state: State

      init(_ line: (name: String, text: String), _ state: State) {
        (name, text, isMet, self.state) = (line.name, line.text, state == .met, state)
      }

      /// How a criterion stands.
      public enum State: String, Encodable, Sendable {
        /// Not judged yet, or not needed because others of its group are met.
        case open
        /// Met.
        case met
        /// Not met, and needed.
        case failed
      }
    }
  }
}

extension PasswordPolicy.Verdict: CustomStringConvertible {
  /// The verdict as one line, which says only how strong the password is and what it lacks.
  public var description: String {
    let strength = "\(found.level.name), \(Int(bits)) bits"
    return isAccepted
      ? "accepted: \(strength)" : "refused: \(strength), \(Texts.english.unmet(unmet.map(\.text)))"
  }
}
