package import WatchwordSecrets

/// What a judge of new passwords is made of: a meter, word lists, and the words of the person and the place.
package struct JudgeConfiguration {
  package enum MeterKind: String, CaseIterable, Sendable {
    /// The estimated number of guesses, in bits.
    case guesses
    /// The length, with words of the dictionaries one level lower.
    case length
  }

  package var meter = MeterKind.guesses
  /// A meter of the caller's own, instead of that kind.
  package var ownMeter: (any Meter)?
  /// Where a password becomes medium and strong, in the unit of that kind; `nil` for its standard scale.
  package var scale: StrengthScale?
  /// Lists of words that are easy to guess. A policy with a blocklist takes them as such, so that they must have kept
  /// short words too.
  package var dictionaries: [WordFile] = []
  /// The common words of many languages, which count inside a text; `nil` for none.
  package var commonWords: CommonWords?
  /// Further lists that a password must not be in, where the policy has a blocklist.
  package var blocklists: [WordFile] = []
  /// The list of leaked passwords that is searched where the policy refuses these, see
  /// ``Policy/Criterion/Condition/unleaked``; `nil` for none, and then such a policy accepts nothing.
  package var leaks: LeakedFile?
  /// Lists that the policy has from its host. Where it has common words or leaked passwords, they take the place of those of
  /// this judge.
  package var shared: PasswordLists?
  package var context: ContextWords

  /// A judge by guesses, without word lists of its own.
  package init(_ shared: PasswordLists?, context: ContextWords) {
    (self.shared, self.context) = (shared, context)
  }

  /// The lists in files, which are read while no key waits.
  package var lists: [WordFile] { dictionaries + blocklists }

  /// Makes the judge, with a search of its own in the list of leaked passwords, and what counts guesses for it in
  /// `memory`, which may learn `count` old passwords.
  ///
  /// - Throws: Why there is no memory for the search.
  package func makeJudge(
    in memory: SecretMemory, oldPasswords count: Int = 0
  ) throws(SecretError) -> (Judge, GuessMeter) {
    let words: [any WordList] = dictionaries + (shared?.dictionaries ?? [])
    let guesses = try unsafe GuessMeter(
      in: memory, oldPasswords: count, scale: scale ?? .guesses, words: words,
      commonWords: shared?.commonWords ?? commonWords)
    let known: any Meter =
      switch meter {
      case .guesses: guesses
      case .length: LengthMeter(scale: scale ?? .length, words: words)
      }
    var judge = Judge(
      meter: ownMeter ?? known, blocklists: [guesses] + lists + (shared?.words ?? []), context: context)
    if let leaks = shared?.leaks ?? leaks { judge.leaks = try LeakSearch(leaks, locking: memory.locking) }
    return (judge, guesses)
  }
}
