package import WatchwordBase
internal import WatchwordSecrets

/// What a text is worth under a policy. Safe to keep, print and compare, since it holds nothing of the text.
package struct PolicyVerdict: Equatable, Sendable {
  /// The policy's criteria that are met: bit `n` for criterion `n`.
  package var metBits: UInt32
  /// The policy's criteria that are not judged yet, because a list is still searched: bit `n` for criterion `n`.
  package var openBits: UInt32
  /// The first character that a criterion does not allow.
  package var denied: Denied?
  /// The policy's rules that fail, each judged on its own: bit `n` for rule `n` of ``Policy/rules``.
  package var failureBits: UInt64
  /// How strong the text is, and why no stronger; `nil` for an empty text.
  package var estimate: Estimate?
  /// Whether the text is an old password.
  package var isKnown = false
  /// Whether the text has fewer characters than the policy asks for.
  package var isShort = false

  /// The place of a character that a criterion does not allow.
  package struct Denied: Equatable, Sendable {
    package let criterion: Int
    package let cluster: Int
  }

  /// The most criteria that a policy may have. Each brings at most two rules, and two more rules belong to no group, so
  /// all rules fit into the 64 bits of ``failureBits``.
  package static let criterionLimit = 31

  package init(
    metBits: UInt32 = 0, openBits: UInt32 = 0, failureBits: UInt64 = 0, estimate: Estimate? = nil
  ) {
    (self.metBits, self.openBits, self.failureBits) = (metBits, openBits, failureBits)
    self.estimate = estimate
  }

  /// How strong the text is; an empty text is as weak as can be (B3).
  package var level: Level { estimate?.level ?? .weakest }

  package func isMet(_ index: Int) -> Bool { metBits & (1 << UInt32(index)) != 0 }

  package func isOpen(_ index: Int) -> Bool { openBits & (1 << UInt32(index)) != 0 }

  /// Whether any criterion is not judged yet, so that nothing can be accepted.
  package var isOpen: Bool { openBits != 0 }

  package func fails(_ index: Int) -> Bool { failureBits & (1 << UInt64(index)) != 0 }

  /// The number of the first rule that fails; `nil` if the text passes.
  package var firstFailure: Int? { failureBits == 0 ? nil : failureBits.trailingZeroBitCount }
}

extension Policy {
  /// Judges `text`, of `count` grapheme clusters; `judge` says how strong it is. `isOld` means that the text is an old
  /// password or close to one, and `isSame` that it is an old password.
  ///
  /// Each criterion and each rule is judged on its own, so that a form knows when the cause of an error has gone, even
  /// while an earlier rule fails (A8). An empty text has the weakest level, whatever the meter says (B3), and meets no
  /// criterion.
  package func verdict(
    on text: UTF8Span, count: Int, by judge: Judge, isOld: Bool = false, isSame: Bool = false
  ) -> PolicyVerdict {
    // Only a blocklist asks the meter a second time, so only then are its answers kept.
    guard hasBlocklist, let guesses = judge.guesses, !hasRefusedSpace(text) else {
      return newVerdict(on: text, count: count, by: judge, isOld: isOld, isSame: isSame)
    }
    return guesses.keepingAnswers {
      newVerdict(on: text, count: count, by: judge, isOld: isOld, isSame: isSame)
    }
  }

  private func newVerdict(
    on text: UTF8Span, count: Int, by judge: Judge, isOld: Bool, isSame: Bool
  ) -> PolicyVerdict {
    let inventory = Inventory(of: text)
    var verdict = PolicyVerdict()
    verdict.isKnown = isSame
    if !text.isEmpty {
      var estimate =
        refusesWhiteSpace && inventory.hasWhiteSpace
        ? estimateWithoutSpaces(of: text, count: count, by: judge)
        : judge.meter.estimate(of: text, count: count, context: judge.context)
      // If an old password has a name in it, a text like that password also has the name. But the reason to refuse the
      // text is the likeness.
      if isOld, estimate.reasons.contains(where: { $0.kind == .personal }) {
        let others = estimate.reasons.filter { ![.old, .personal].contains($0.kind) }
        estimate.reasons = [Reason(.old)] + others
      }
      let characters = countsCodePoints ? inventory.codePoints : count
      verdict.isShort = characters < headroom.least
      advise(&estimate, characters: characters, bytes: text.count)
      verdict.estimate = estimate
    }
    // Asked only once, since the search may end between two questions. Without a list, no text counts as clear.
    let leak = refusesLeaked ? judge.leaks?.finding(on: text) ?? .unreadable : .clear
    let trial = Criterion.Trial(
      count: count, inventory: inventory, runs: asksForRuns ? Runs(of: text) : nil, level: verdict.level,
      leak: leak,
      // The meter knows the old password, which is refused as such.
      isUnlisted: hasBlocklist && !text.isEmpty && !judge.lacksWords && (isOld || !judge.isListed(text)),
      isOld: isOld)
    for index in criteria.indices where !text.isEmpty {
      let bit: UInt32 = 1 << UInt32(index)
      if criteria[index].row.isMet(by: text, trial) {
        verdict.metBits |= bit
      } else if let allowed = criteria[index].row.allowed {
        if verdict.denied == nil, let cluster = text.firstCluster(outside: allowed) {
          verdict.denied = PolicyVerdict.Denied(criterion: index, cluster: cluster)
        }
      } else if criteria[index].row.list == .leaked, leak == .open {
        verdict.openBits |= bit
      }
    }
    // By index, because copies of rules and groups cost more than all else here.
    for index in rules.indices {
      let fails =
        switch rules[index].cause {
        case .empty: text.isEmpty
        case .controls: inventory.hasControls
        case .unreadable(let number):
          criteria[number].row.list == .leaked ? leak == .unreadable : judge.lacksWords
        case .requirements:
          groups.indices.contains { groups[$0].message == nil && places[$0].refuses(verdict) }
        case .group(let number): places[number].refuses(verdict)
        }
      if fails { verdict.failureBits |= 1 << UInt64(index) }
    }
    return verdict
  }

  func hasRefusedSpace(_ text: UTF8Span) -> Bool {
    refusesWhiteSpace && !text.allSatisfy { !$0.isWhiteSpace }
  }

  /// How strong `text` is without its white space, which the policy refuses (A3). Places count in `text` as it is. Without
  /// memory for another text, the white space counts.
  private func estimateWithoutSpaces(of text: UTF8Span, count: Int, by judge: Judge) -> Estimate {
    guard var rest = try? SecretBuffer(capacity: text.count) else {
      return judge.meter.estimate(of: text, count: count, context: judge.context)
    }
    var places: [Int] = []
    text.forEachCluster(in: 0...) { index, cluster in
      guard cluster.allSatisfy({ !$0.isWhiteSpace }) else { return }
      places.append(index)
      try? rest.append(cluster.span)
    }
    guard !places.isEmpty else { return Estimate(level: .weakest) }
    var estimate = rest.withBytes { bytes in
      judge.meter.estimate(
        of: unsafe UTF8Span(unchecked: bytes), count: places.count, context: judge.context)
    }
    for index in estimate.reasons.indices {
      guard let place = estimate.reasons[index].range, !place.isEmpty else { continue }
      // Without the white space, some characters may join others.
      let isThere = place.upperBound <= places.count
      estimate.reasons[index].range =
        isThere ? places[place.lowerBound]..<places[place.upperBound - 1] + 1 : nil
    }
    return estimate
  }

  /// Whether `text` is the old password `old`, or too close to it.
  package func resembles(_ text: UTF8Span, _ old: UTF8Span) -> Bool {
    if let changes = criteria.lazy.compactMap(\.row.changes).first {
      return OldPassword.resembles(text, old, changes: changes)
    }
    return OldPassword.resembles(text, old)
  }

  /// The number of characters of `text`, of `count` grapheme clusters, as the policy counts them: see
  /// ``countsCodePoints``.
  package func characters(in text: UTF8Span, count: Int) -> Int {
    countsCodePoints ? text.codePointCount : count
  }

  /// Whether criterion number `index` has its own glyph: an aside has none until a text fails it.
  package func showsSign(of index: Int, for verdict: PolicyVerdict) -> Bool {
    !criteria[index].row.isAside || verdict.estimate != nil && !verdict.isMet(index)
  }

  /// Whether a text is refused for its white space.
  package func refusesSpaces(by verdict: PolicyVerdict) -> Bool {
    places.contains { place in
      place.refuses(verdict)
        && place.members.contains { criteria[$0].row.isAside && showsSign(of: $0, for: verdict) }
    }
  }

  /// Why a text is refused, if that is shown at once and before the meter's reasons: white space, or more bytes than a
  /// limit that the panel does not show.
  package func refusal(by verdict: PolicyVerdict) -> Reason.Kind? {
    if refusesSpaces(by: verdict) { return .spaces }
    let goesBeyond =
      verdict.estimate != nil
      && places.contains { place in
        place.refuses(verdict) && !place.members.contains(where: isShown)
      }
    return goesBeyond ? .bytes : nil
  }

  /// Says that so many characters are the rule, if a text with `verdict` lacks only these and is as strong as can be;
  /// otherwise `nil`.
  package func lengthRule(for verdict: PolicyVerdict, in texts: Texts) -> String? {
    guard verdict.level == .strongest, verdict.isShort,
      let failure = verdict.firstFailure, rules[failure].isOfCriteria
    else { return nil }
    let unmet = places.filter { $0.refuses(verdict) }.flatMap { $0.members.filter { !verdict.isMet($0) } }
    guard unmet.count == 1, let least = criteria[unmet[0]].row.lengths?.lowerBound else { return nil }
    return texts.plural(
      "{count} character is the rule here, however strong it is.",
      "{count} characters are the rule here, however strong it is.", least)
  }

  /// The labels of what a text with `verdict` lacks, in one line. Only the rule with `cause` counts; all groups count
  /// if `cause` is `nil` or stands for the rule that points at the panel. If some of a group's labels are enough, the
  /// group comes last, with the number that is enough. `nil` if nothing is unmet.
  package func unmet(by verdict: PolicyVerdict, asked cause: Rule.Cause? = nil, in texts: Texts) -> String? {
    let lines = unmetLines(by: verdict, asked: cause, in: texts).map(\.text)
    return lines.isEmpty ? nil : texts.unmet(lines)
  }

  /// The parts of ``unmet(by:asked:in:)``, each with the name of its criterion, or "group" for several criteria.
  func unmetLines(
    by verdict: PolicyVerdict, asked cause: Rule.Cause? = nil, in texts: Texts
  ) -> [(name: String, text: String)] {
    var (parts, chosen): ([(name: String, text: String)], [(name: String, text: String)]) = ([], [])
    for (number, place) in places.enumerated()
    where (cause == nil || cause == .requirements || cause == .group(number)) && place.refuses(verdict) {
      // By index, because copies of criteria cost more than all else here.
      let labels = place.members.filter { !verdict.isMet($0) && !criteria[$0].row.welcomesSpaces }
        .map(line(of:))
      let missing = place.missing(in: verdict)
      if missing < labels.count {
        let text = texts(
          "at least {count} of: {criteria}",
          ["count": "\(missing)", "criteria": texts.list(labels.map(\.text))])
        chosen.append(("group", text))
      } else {
        parts += labels
      }
    }
    return parts + chosen
  }
}

extension Policy {
  /// The criteria with a `state`.
  package func criteria(_ state: (Int) -> CriteriaPanel.Sign?) -> [PasswordPolicy.Verdict.Criterion] {
    criteria.indices.compactMap { index in
      state(index).map { PasswordPolicy.Verdict.Criterion(line(of: index), $0) }
    }
  }

  /// The name of criterion `index`, and its words for the user.
  private func line(of index: Int) -> (name: String, text: String) {
    let row = criteria[index].row
    return (row.name, row.isAside ? criteria[index].shortLabel : criteria[index].label)
  }
}

extension Policy.Place {
  package func isMet(_ verdict: PolicyVerdict) -> Bool { missing(in: verdict) == 0 }

  func missing(in verdict: PolicyVerdict) -> Int {
    let needed = alternative.map { verdict.isMet($0) } == true ? alternativeRequired : required
    // A closure: a reference to the method would put a copy of the verdict on the heap.
    return max(0, needed - members.count { verdict.isMet($0) })
  }

  /// Whether a text is refused for this group: too few members are met, even if all open ones will be.
  package func refuses(_ verdict: PolicyVerdict) -> Bool {
    isEnforced && missing(in: verdict) > members.count { verdict.isOpen($0) }
  }
}
