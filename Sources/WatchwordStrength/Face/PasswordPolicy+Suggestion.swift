internal import WatchwordSecrets

extension PasswordPolicy {
  /// A password that a policy suggests, in locked memory, which is wiped with it. It cannot be copied, printed or
  /// reflected.
  public struct Suggestion: ~Copyable {
    let password: SecretBuffer

    /// Calls `body` with the password in UTF-8. It must not be kept.
    public func withText<R, E: Error>(_ body: (UTF8Span) throws(E) -> R) throws(E) -> R {
      try password.withBytes { (bytes) throws(E) in try body(unsafe UTF8Span(unchecked: bytes)) }
    }
  }

  /// Draws a password of random characters that the policy accepts: a strong one if there is any.
  ///
  /// - Returns: The password; `nil` if none was found, as with a criterion of your own that hardly any text meets.
  /// - Throws: ``PolicyError/noMemory``.
  public func suggestion() throws(PolicyError) -> Suggestion? {
    let strong = Double(StrengthScale.guesses.start(of: .strongest))
    let recipe = CharacterRecipe.easy(DrawingRules(base)) { $0.leastCount(with: strong) != nil }
    guard let start = recipe.leastCount(with: strong) ?? recipe.strongestCount else { return nil }
    do {
      let capacities = [SystemRandom.capacity, DrawingRules.longest]
      let memory = try SecretMemory(for: capacities, locking: .ifPossible)
      var random = try SystemRandom(in: memory)
      var password = try SecretBuffer(capacity: capacities[1], in: memory)
      for least in [PasswordStrength.strong, .weak] {
        for count in start...max(start, min(recipe.most, start + 20)) where recipe.bits(of: count) != nil {
          let isFound = try recipe.draw(count, from: &random, into: &password, atMost: 16) { text in
            guard let verdict = try? evaluate(text) else { return false }
            return verdict.isAccepted && verdict.strength >= least
          }
          if isFound { return Suggestion(password: password) }
        }
      }
      return nil
    } catch {
      throw .noMemory
    }
  }
}
