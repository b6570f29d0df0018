extension Policy {
  /// Judges `text`, which has `count` grapheme clusters, and lets `judge` say how strong it is.
  ///
  /// Each criterion and each rule is judged by itself, so that a form knows when the cause of an error that stands
  /// has gone, even while an earlier rule fails (reference behaviour, A8). An empty text is weak, whatever the
  /// meter says (B3), and in no list. It makes no copy of the text, on the heap or elsewhere.
  public func verdict(on text: UTF8Span, count: Int, by judge: Judge) -> Verdict {
    let inventory = Inventory(of: text)
    var verdict = Verdict(count: countsCodePoints ? inventory.codePoints : count)
    for (index, criterion) in criteria.enumerated()
    where isMet(criterion.requirement, text, inventory, count: count, judge) {
      verdict.metBits |= 1 << UInt32(index)
    }
    if !text.isEmpty {
      verdict.estimate = judge.meter.estimate(of: text, count: count, context: judge.context)
      // The meter counts grapheme clusters: nobody is told to have 20 characters beside a counter that shows 21.
      if verdict.count >= verdict.estimate.recommendedCount { verdict.estimate.reasons.remove(.short) }
    }
    for (index, rule) in rules.enumerated()
    where fails(rule.cause, inventory, isEmpty: text.isEmpty, verdict, judge) {
      verdict.failureBits |= 1 << UInt32(index)
    }
    return verdict
  }

  private func isMet(
    _ requirement: Criterion.Requirement, _ text: UTF8Span, _ inventory: Inventory, count: Int, _ judge: Judge
  ) -> Bool {
    switch requirement {
    case .length(let range, let whiteSpace): range.contains(count) && (whiteSpace || !inventory.hasWhiteSpace)
    case .codePoints(let range): range.contains(inventory.codePoints)
    case .contains(let members): !inventory.ascii.isDisjoint(with: members)
    case .unlisted: !text.isEmpty && !judge.lacksWords && !judge.isListed(text)
    }
  }

  private func fails(
    _ cause: Rule.Cause, _ inventory: Inventory, isEmpty: Bool, _ verdict: Verdict, _ judge: Judge
  ) -> Bool {
    switch cause {
    case .empty: isEmpty
    case .controls: inventory.hasControls
    case .outside(let accepted): inventory.hasOthers || !inventory.ascii.isSubset(of: accepted)
    case .unreadableList: judge.lacksWords
    case .requirements: !meetsRequirements(verdict)
    case .criteria(let numbers): verdict.metBits & Policy.bits(numbers) != Policy.bits(numbers)
    case .weaker(let least): verdict.level < least
    }
  }

  /// Whether every criterion outside the group is met, and as many of the group as it asks for.
  private func meetsRequirements(_ verdict: Verdict) -> Bool {
    let members = group.map { group in Policy.bits(group.members) } ?? 0
    let others = Policy.bits(0..<criteria.count) & ~members
    return verdict.metBits & others == others && group?.isMet(verdict) ?? true
  }

  /// The bits of the criteria with these numbers.
  private static func bits(_ numbers: Range<Int>) -> UInt32 {
    numbers.reduce(0) { $0 | 1 << UInt32($1) }
  }
}

extension Group {
  /// Whether as many of the members are met as there have to be.
  public func isMet(_ verdict: Verdict) -> Bool { missing(in: verdict) == 0 }

  /// How many more of the members have to be met.
  func missing(in verdict: Verdict) -> Int { max(0, required - members.count(where: verdict.isMet)) }
}
