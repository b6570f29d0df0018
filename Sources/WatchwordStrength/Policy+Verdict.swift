package import WatchwordMessages

extension Policy {
  /// Judges `text`, which has `count` grapheme clusters, and lets `judge` say how strong it is. `isOld` says whether it
  /// is a known password, or close to one.
  ///
  /// Each criterion and each rule is judged by itself, so that a form knows when the cause of an error that stands
  /// has gone, even while an earlier rule fails (reference behaviour, A8). An empty text has the weakest level,
  /// whatever the meter says (B3), and is in no list. The text is not copied, to the heap or elsewhere.
  package func verdict(on text: UTF8Span, count: Int, by judge: Judge, isOld: Bool = false) -> Verdict {
    let inventory = Inventory(of: text)
    var verdict = Verdict()
    if !text.isEmpty {
      var estimate = judge.meter.estimate(of: text, count: count, context: judge.context)
      // The meter counts grapheme clusters. Nobody should read "20 characters or more" beside a counter that shows 21.
      let characters = countsCodePoints ? inventory.codePoints : count
      // Nor should anybody read it where fewer are allowed.
      if characters >= estimate.recommendedCount || estimate.recommendedCount > maximumCount {
        estimate.reasons.removeAll { $0 == .short }
      }
      // A name that the old password has is not what is wrong with a text like it.
      if isOld, estimate.reasons.contains(.personal) {
        estimate.reasons = [.old] + estimate.reasons.filter { ![.old, .personal].contains($0) }
      }
      estimate.advisesWords = allowsLetters
      verdict.estimate = estimate
    }
    // Asked once, since the answer may come between two questions. Where there is no list, nobody can say anything.
    let leak = refusesLeaked ? judge.leaks?.finding(on: text) ?? .unreadable : .clear
    let trial = Criterion.Trial(
      count: count, inventory: inventory, runs: asksForRuns ? Runs(of: text) : nil, level: verdict.level,
      leak: leak, isUnlisted: hasBlocklist && !text.isEmpty && !judge.lacksWords && !judge.isListed(text),
      isOld: isOld)
    for index in criteria.indices where !text.isEmpty {
      let bit: UInt32 = 1 << UInt32(index)
      if criteria[index].row.test(text, trial) {
        verdict.metBits |= bit
      } else if let allowed = criteria[index].row.allowed {
        verdict.deniedBits |= bit
        if verdict.denied == nil, let cluster = text.firstCluster(outside: allowed) {
          verdict.denied = Verdict.Denied(criterion: index, cluster: cluster)
        }
      } else if criteria[index].row.isOfLeaks {
        // The list is not asked before typing pauses, so that what it says is a judgement.
        if leak == .open { verdict.openBits |= bit } else { verdict.deniedBits |= bit }
      }
    }
    for (index, rule) in rules.enumerated() where fails(rule.cause, text, inventory, leak, verdict, judge) {
      verdict.failureBits |= 1 << UInt64(index)
    }
    return verdict
  }

  /// Whether `text` is the known password `old`, or too close to it.
  package func resembles(_ text: UTF8Span, _ old: UTF8Span) -> Bool {
    if let changes = criteria.lazy.compactMap(\.row.changes).first {
      return OldPassword.resembles(text, old, changes: changes)
    }
    return OldPassword.resembles(text, old)
  }

  /// The number of characters of `text`, which has `count` grapheme clusters, as the policy counts them: see
  /// ``countsCodePoints``.
  package func characters(in text: UTF8Span, count: Int) -> Int {
    countsCodePoints ? text.codePointCount : count
  }

  private func fails(
    _ cause: Rule.Cause, _ text: UTF8Span, _ inventory: Inventory, _ leak: LeakFinding, _ verdict: Verdict,
    _ judge: Judge
  ) -> Bool {
    switch cause {
    case .empty: text.isEmpty
    case .controls: inventory.hasControls
    case .unreadable(let index): criteria[index].row.isOfLeaks ? leak == .unreadable : judge.lacksWords
    case .requirements: zip(groups, places).contains { $0.message == nil && $1.refuses(verdict) }
    case .group(let number): places[number].refuses(verdict)
    }
  }

  /// What a rule with `cause` asks for and the text of `verdict` lacks, as one line made of the criteria's labels: the
  /// rule that points at the panel asks for all of it.
  ///
  /// Members of a group under a heading are named after the others, with the number of those that would do where that
  /// is less than all. `nil` where nothing that the rule asks for is unmet.
  package func unmet(by verdict: Verdict, asked cause: Rule.Cause, in texts: Texts) -> String? {
    let asked: [Int] =
      switch cause {
      case .empty, .controls, .unreadable: []
      case .requirements: Array(groups.indices)
      case .group(let number): [number]
      }
    var parts: [String] = []
    var chosen: [String] = []
    for number in asked where places[number].refuses(verdict) {
      let place = places[number]
      let labels = place.members.filter { !verdict.isMet($0) }.map { criteria[$0].label }
      let missing = place.missing(in: verdict)
      if missing < labels.count {
        chosen.append(
          texts("at least {count} of: {criteria}", ["count": "\(missing)", "criteria": texts.list(labels)]))
      } else {
        parts += labels
      }
    }
    parts += chosen
    return parts.isEmpty ? nil : texts.unmet(parts)
  }
}

extension Policy.Place {
  /// Whether as many of the members are met as there have to be.
  package func isMet(_ verdict: Verdict) -> Bool { missing(in: verdict) == 0 }

  func missing(in verdict: Verdict) -> Int {
    let needed = alternative.map(verdict.isMet) == true ? alternativeRequired : required
    return max(0, needed - members.count(where: verdict.isMet))
  }

  /// Whether a text is refused for this group: too few members are met, whatever comes of those that are open.
  package func refuses(_ verdict: Verdict) -> Bool {
    isEnforced && missing(in: verdict) > members.count(where: verdict.isOpen)
  }
}
