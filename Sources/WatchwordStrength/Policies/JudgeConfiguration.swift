package import WatchwordSecrets

/// What a judge of new passwords is made of: a meter, word lists, and the words of the user and the place.
package struct JudgeConfiguration {
  package enum MeterKind: String, CaseIterable, Sendable {
    /// The estimated number of guesses, in bits.
    case guesses
    /// The length, with words of the dictionaries one level lower.
    case length
  }

  package var meter = MeterKind.guesses
  /// A meter that the caller supplies, used instead of ``meter``.
  package var ownMeter: (any Meter)?
  /// Whether ``meter`` rates a text besides ``ownMeter``. The lower level counts.
  package var ratesTwice = false
  /// Where medium and strong begin, in the unit of the meter; `nil` for the standard scale.
  package var scale: StrengthScale?
  /// Lists of words that are easy to guess. A policy with a blocklist also refuses these words as whole passwords, so
  /// the lists must have kept short words too.
  package var dictionaries: [WordFile] = []
  /// The common words of many languages, which count inside a text; `nil` for none.
  package var commonWords: CommonWords?
  /// Further lists that a password must not be in, if the policy has a blocklist.
  package var blocklists: [WordFile] = []
  /// The list of leaked passwords, see ``Policy/Criterion/Condition/unleaked``. If it is `nil`, a policy that refuses
  /// leaked passwords accepts nothing.
  package var leaks: LeakedFile?
  /// The host's lists for the policy. Their common words and leaked passwords, if any, replace those of this judge.
  package var shared: PasswordLists?
  package var context: ContextWords

  /// A judge by guesses, without word lists of its own.
  package init(_ shared: PasswordLists?, context: ContextWords) {
    (self.shared, self.context) = (shared, context)
    self.context.listed = shared?.contextWords
  }

  /// The lists in files, which are read while no key waits.
  package var lists: [WordFile] { dictionaries + blocklists }

  /// Makes the judge, with its own search in the list of leaked passwords. A meter of guesses is made in any case,
  /// since it is also a blocklist. It lies in `memory`, with room for `count` old passwords. Throws if there is no
  /// memory.
  package func makeJudge(
    in memory: SecretMemory, oldPasswords count: Int = 0
  ) throws(SecretError) -> Judge {
    let words: [any WordList] = dictionaries + (shared?.dictionaries ?? [])
    let guesses = try unsafe GuessMeter(
      in: memory, oldPasswords: count, scale: scale ?? .guesses, words: words,
      commonWords: shared?.commonWords ?? commonWords)
    let known: any Meter =
      switch meter {
      case .guesses: guesses
      case .length: LengthMeter(scale: scale ?? .length, words: words)
      }
    let own = ownMeter.map { ratesTwice ? StricterMeter(own: $0, known: known) : $0 }
    var judge = Judge(
      meter: own ?? known, blocklists: [guesses] + lists + (shared?.words ?? []), context: context)
    judge.guesses = guesses
    if let leaks = shared?.leaks ?? leaks { judge.leaks = try LeakSearch(leaks, locking: memory.locking) }
    return judge
  }
}

/// Two meters: the lower level counts, or until the own one knows something, that of the other.
private struct StricterMeter: Meter {
  let own, known: any Meter

  func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
    let estimate = own.estimate(of: text, count: count, context: context)
    let other = known.estimate(of: text, count: count, context: context)
    return estimate.isKnown && estimate.level <= other.level ? estimate : other
  }

  func forgetOldPasswords() { known.forgetOldPasswords() }
  func learnOldPassword(_ text: UTF8Span) { known.learnOldPassword(text) }
  func warmUp() { known.warmUp() }
}
