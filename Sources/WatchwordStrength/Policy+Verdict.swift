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
      if characters >= estimate.recommendedCount { estimate.reasons.removeAll { $0 == .short } }
      verdict.estimate = estimate
    }
    for (index, criterion) in criteria.enumerated()
    where isMet(criterion.condition, text, inventory, count: count, verdict.level, judge, isOld: isOld) {
      verdict.metBits |= 1 << UInt32(index)
    }
    for (index, rule) in rules.enumerated()
    where fails(rule.cause, inventory, isEmpty: text.isEmpty, verdict, judge) {
      verdict.failureBits |= 1 << UInt32(index)
    }
    return verdict
  }

  /// The number of characters of `text`, which has `count` grapheme clusters, as the policy counts them: see
  /// ``countsCodePoints``.
  package func characters(in text: UTF8Span, count: Int) -> Int {
    guard countsCodePoints else { return count }
    var scalars = text.makeUnicodeScalarIterator()
    return scalars.skipForward(by: .max)
  }

  private func isMet(
    _ condition: Criterion.Condition, _ text: UTF8Span, _ inventory: Inventory, count: Int, _ level: Level,
    _ judge: Judge, isOld: Bool
  ) -> Bool {
    switch condition {
    case .length(let range, let whiteSpace): range.contains(count) && (whiteSpace || !inventory.hasWhiteSpace)
    case .codePoints(let range): range.contains(inventory.codePoints)
    case .bytes(let limit): !text.isEmpty && text.count <= limit
    case .contains(let members): !inventory.ascii.isDisjoint(with: members)
    case .special: inventory.hasSpecials
    case .unlisted: !text.isEmpty && !judge.lacksWords && !judge.isListed(text)
    case .notOld: !text.isEmpty && !isOld
    case .level(let least): !text.isEmpty && level >= least
    }
  }

  private func fails(
    _ cause: Rule.Cause, _ inventory: Inventory, isEmpty: Bool, _ verdict: Verdict, _ judge: Judge
  ) -> Bool {
    switch cause {
    case .empty: isEmpty
    case .controls: inventory.hasControls
    case .unreadableList: judge.lacksWords
    case .requirements: !meetsRequirements(verdict)
    case .criteria(let numbers): !numbers.allSatisfy(verdict.isMet)
    }
  }

  /// Whether every criterion outside the group is met, but for those with rules of their own, and as many of the group
  /// as it asks for.
  private func meetsRequirements(_ verdict: Verdict) -> Bool {
    criteria.indices.allSatisfy {
      verdict.isMet($0) || group?.members.contains($0) == true || criteria[$0].hasOwnRule
    } && group?.isMet(verdict) != false
  }

  /// What a rule with `cause` asks for and the text of `verdict` lacks, as one line made of the criteria's labels.
  ///
  /// Members of the group are named where too few of them are met, after the others, with the number of those that
  /// would do where that is less than all. `nil` where nothing that the rule asks for is unmet.
  package func unmet(by verdict: Verdict, asked cause: Rule.Cause, in texts: Catalogue.Report) -> String? {
    let asked: Range<Int>
    let group: Group?
    switch cause {
    case .empty, .controls, .unreadableList: return nil
    case .requirements: (asked, group) = (criteria.indices, self.group)
    case .criteria(let numbers): (asked, group) = (numbers, nil)
    }
    let unmet = asked.filter { !verdict.isMet($0) }
    var parts = unmet.filter { group?.members.contains($0) != true }.map { criteria[$0].label }
    if let group, !group.isMet(verdict) {
      let members = unmet.filter(group.members.contains)
      let missing = group.missing(in: verdict)
      let some = missing < members.count ? texts.someBefore + String(missing) + texts.someAfter : ""
      parts.append(some + members.map { criteria[$0].label }.joined(separator: texts.separator))
    }
    return parts.isEmpty ? nil : texts.unmet + parts.joined(separator: texts.separator)
  }
}

extension Policy.Criterion {
  fileprivate var hasOwnRule: Bool {
    switch condition {
    case .bytes, .notOld, .level: true
    default: false
    }
  }
}

extension Policy.Group {
  /// Whether as many of the members are met as there have to be.
  package func isMet(_ verdict: Verdict) -> Bool { missing(in: verdict) == 0 }

  /// How many more of the members have to be met.
  func missing(in verdict: Verdict) -> Int { max(0, required - members.count(where: verdict.isMet)) }
}
