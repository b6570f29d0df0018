package import WatchwordMessages

/// What a text is worth under a policy: safe to keep, print and compare, since it holds nothing of the text.
package struct Verdict: Equatable, Sendable {
  /// Which of the policy's criteria are met: bit `n` for criterion `n`.
  package var metBits: UInt32
  /// Which of the policy's criteria are not judged yet, since a list is still searched: bit `n` for criterion `n`.
  package var openBits: UInt32
  /// The first character that a criterion does not allow; `nil` for none.
  package var denied: Denied?
  /// Which of the policy's rules fail, each judged by itself: bit `n` for rule `n` of ``Policy/rules``.
  package var failureBits: UInt64
  /// How strong the text is, and why no stronger; `nil` for an empty text.
  package var estimate: Estimate?

  /// A character that a criterion does not allow, by where it stands.
  package struct Denied: Equatable, Sendable {
    package let criterion: Int
    package let cluster: Int
  }

  /// The most criteria of a policy. Each brings two rules at most, beside two that ask nothing of a group, and there is
  /// room for 64 rules.
  package static let criterionLimit = 31

  package init(
    metBits: UInt32 = 0, openBits: UInt32 = 0, failureBits: UInt64 = 0, estimate: Estimate? = nil
  ) {
    (self.metBits, self.openBits, self.failureBits) = (metBits, openBits, failureBits)
    self.estimate = estimate
  }

  /// How strong the text is; an empty one is as weak as can be (B3).
  package var level: Level { estimate?.level ?? .weakest }

  package func isMet(_ index: Int) -> Bool { metBits & (1 << UInt32(index)) != 0 }

  package func isOpen(_ index: Int) -> Bool { openBits & (1 << UInt32(index)) != 0 }

  /// Whether any criterion is not judged yet, so that nothing can be accepted.
  package var isOpen: Bool { openBits != 0 }

  package func fails(_ index: Int) -> Bool { failureBits & (1 << UInt64(index)) != 0 }

  /// The number of the first rule that fails, `nil` when the text passes.
  package var firstFailure: Int? { failureBits == 0 ? nil : failureBits.trailingZeroBitCount }
}

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
      // A name that the old password has is not what is wrong with a text like it.
      if isOld, estimate.reasons.contains(where: { $0.kind == .personal }) {
        let others = estimate.reasons.filter { ![.old, .personal].contains($0.kind) }
        estimate.reasons = [Reason(.old)] + others
      }
      let characters = countsCodePoints ? inventory.codePoints : count
      advise(&estimate, characters: characters, bytes: text.count)
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
        if verdict.denied == nil, let cluster = text.firstCluster(outside: allowed) {
          verdict.denied = Verdict.Denied(criterion: index, cluster: cluster)
        }
      } else if criteria[index].row.isOfLeaks, leak == .open {
        verdict.openBits |= bit
      }
    }
    for (index, rule) in rules.enumerated() {
      let fails =
        switch rule.cause {
        case .empty: text.isEmpty
        case .controls: inventory.hasControls
        case .unreadable(let number): criteria[number].row.isOfLeaks ? leak == .unreadable : judge.lacksWords
        case .requirements: zip(groups, places).contains { $0.message == nil && $1.refuses(verdict) }
        case .group(let number): places[number].refuses(verdict)
        }
      if fails { verdict.failureBits |= 1 << UInt64(index) }
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

  /// Whether criterion number `index` has a sign of its own: an aside has none before a text fails it.
  package func showsSign(of index: Int, for verdict: Verdict) -> Bool {
    !criteria[index].row.isAside || verdict.estimate != nil && !verdict.isMet(index)
  }

  /// Whether a text is refused for its white space.
  package func refusesSpaces(by verdict: Verdict) -> Bool {
    places.contains { place in
      place.refuses(verdict)
        && place.members.contains { criteria[$0].row.isAside && showsSign(of: $0, for: verdict) }
    }
  }

  /// What a rule with `cause` asks for and the text of `verdict` lacks, as one line made of the criteria's labels: the
  /// rule that points at the panel asks for all of it, and so do all rules, where none is named.
  ///
  /// Members of a group under a heading are named after the others, with the number of those that would do where that
  /// is less than all. `nil` where nothing that the rule asks for is unmet.
  package func unmet(by verdict: Verdict, asked cause: Rule.Cause? = nil, in texts: Texts) -> String? {
    let lines = unmetLines(by: verdict, asked: cause, in: texts)
    return lines.isEmpty ? nil : texts.unmet(lines)
  }

  /// The same as its parts, each a line of its own.
  func unmetLines(by verdict: Verdict, asked cause: Rule.Cause? = nil, in texts: Texts) -> [String] {
    var (parts, chosen): ([String], [String]) = ([], [])
    for (number, place) in places.enumerated()
    where (cause == nil || cause == .requirements || cause == .group(number)) && place.refuses(verdict) {
      let labels = place.members.filter { !verdict.isMet($0) }.map { criteria[$0] }
        .map { $0.row.isAside ? $0.shortLabel : $0.label }
      let missing = place.missing(in: verdict)
      if missing < labels.count {
        chosen.append(
          texts("at least {count} of: {criteria}", ["count": "\(missing)", "criteria": texts.list(labels)]))
      } else {
        parts += labels
      }
    }
    return parts + chosen
  }
}

extension Policy.Place {
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

/// What a policy asks for its verdict on a text: a meter, lists of refused words, and the words of the person and the
/// place.
///
/// It need not be `Sendable`: its lists may still be read. One session uses it, on one thread.
package struct Judge {
  package var meter: any Meter
  /// The lists that a text must not be in, as a whole, where the policy says so.
  package var blocklists: [any WordList]
  /// The words of the person and the place. They count against a text with the meter, and are a blocklist too.
  package var context: ContextWords

  /// The list of leaked passwords, which a text must not be in where the policy says so.
  package var leaks: (any LeakList)?

  package init(
    meter: any Meter = LengthMeter(), blocklists: [any WordList] = [], context: ContextWords = ContextWords(),
    leaks: (any LeakList)? = nil
  ) {
    (self.meter, self.blocklists, self.context, self.leaks) = (meter, blocklists, context, leaks)
  }

  /// Whether a list could not be read to its end. Then nobody can say that a text is in none.
  var lacksWords: Bool { blocklists.contains(where: \.lacksWords) }

  /// Reads what is left of the lists. Answers whether anything was.
  package func finishLists() -> Bool {
    blocklists.reduce(false) { $1.finish() || $0 }
  }

  /// Whether `text` as a whole is in one of the lists. Case is ignored.
  func isListed(_ text: UTF8Span) -> Bool {
    context.contains(text) || blocklists.contains { $0.contains(text, knowing: context) }
  }
}
