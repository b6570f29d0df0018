internal import Glibc
internal import WatchwordMessages
internal import WatchwordSecrets

extension PasswordPolicy {
  /// Judges `password` as a form with the policy does. Any number of threads may ask at the same time; the words of common
  /// passwords and the lists of the policy are in memory once.
  ///
  /// - Parameters:
  ///   - password: The password as it was typed. Nothing of it is kept.
  ///   - context: Words of the person, such as a name, a user name and an email address, which count against the password.
  /// - Returns: What the password is worth, also where it is refused.
  public func evaluate(_ password: UTF8Span, context: [String] = []) -> Verdict {
    var words = ContextWords(context)
    for word in lists?.contextWords ?? [] { words.add(word, from: .place) }
    // A form takes no longer ones.
    guard password.count <= SecretText.defaultCapacity else {
      return Verdict(policy: base, texts: texts, found: WatchwordStrength.Verdict(), isTooLong: true)
    }
    return Verdict(policy: base, texts: texts, found: assessors.verdict(on: password, context: words))
  }

  /// Judges `password` as ``evaluate(_:context:)-(UTF8Span,_)`` does.
  public func evaluate(_ password: String, context: [String] = []) -> Verdict {
    evaluate(password.utf8Span, context: context)
  }

  /// Judges the password that `bytes` are in UTF-8, as ``evaluate(_:context:)-(UTF8Span,_)`` does.
  ///
  /// - Throws: Where they are none.
  public func evaluate(_ bytes: Span<UInt8>, context: [String] = []) throws(UTF8.ValidationError) -> Verdict {
    evaluate(try UTF8Span(validating: bytes), context: context)
  }

  /// What a password is worth under a policy. It holds nothing of the password: where a part of one that is refused stands is
  /// all that its reason tells.
  public struct Verdict: Equatable, Sendable {
    let policy: Policy
    let texts: Texts
    let found: WatchwordStrength.Verdict
    var isTooLong = false

    /// Whether the policy accepts the password.
    public var isAccepted: Bool { found.firstFailure == nil && !found.isOpen && !isTooLong }

    /// How strong the password is.
    public var strength: PasswordStrength { PasswordStrength(found.level) }

    /// The binary logarithm of the number of guesses that find it; 0 for an empty one.
    public var bits: Double { found.estimate?.bits ?? 0 }

    /// The number of guesses that find it, at least 1.
    public var guesses: Double { exp2(bits) }

    /// All that the policy asks for, in the order of a form's panel. Of some criteria not all have to be met.
    public var criteria: [Criterion] {
      policy.criteria.enumerated().map { index, criterion in
        Criterion(
          name: criterion.row.name, text: criterion.row.isAside ? criterion.shortLabel : criterion.label,
          isMet: found.isMet(index))
      }
    }

    /// What a refused password lacks, each as a line of a form's panel; of criteria that are not all asked for, one line says
    /// how many are missing. Empty for a password that is accepted, and for no other.
    public var unmet: [String] {
      if isTooLong { return errors }
      let others = policy.rules.indices.filter { found.fails($0) && policy.rules[$0].cause == .controls }
      return policy.unmetLines(by: found, in: texts) + others.map { policy.rules[$0].message.text }
    }

    /// The rules that the password fails, each as a sentence; the first is the error that a form shows. Empty for a password
    /// that is accepted.
    public var errors: [String] {
      if isTooLong { return [Policy.Message.tooLong(SecretText.defaultCapacity, texts).text] }
      return policy.rules.indices.filter(found.fails).map { policy.rules[$0].message.text }
    }

    /// Why the password is no stronger, and what would help, as a form says it; `nil` for a strong one.
    public var reason: String? { found.estimate?.reason(in: texts)?.text }

    /// A criterion, and whether the password meets it.
    public struct Criterion: Equatable, Sendable {
      /// The name for programs, which is not translated, such as "length"; several can have the same.
      public let name: String
      /// The words for a person.
      public let text: String
      /// Whether the password meets it.
      public let isMet: Bool
    }
  }
}

extension PasswordPolicy.Verdict: CustomStringConvertible {
  /// The verdict as one line, which tells nothing of the password but how strong it is and what it lacks.
  public var description: String {
    let strength = "\(found.level.name), \(Int(bits)) bits"
    return isAccepted
      ? "accepted: \(strength)" : "refused: \(strength), \(Texts.english.unmet(unmet))"
  }
}
