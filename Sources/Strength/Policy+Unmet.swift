public import Messages

extension Policy {
  /// What a rule with `cause` asks for and the text of `verdict` has not, as one line made of the criteria's labels.
  ///
  /// Members of the group are named where too few of them are met, after the others, with the number of those that
  /// would do where that is less than all. `nil` where nothing that the rule asks for is unmet.
  public func unmet(by verdict: Verdict, asked cause: Rule.Cause, in texts: Catalogue.Report) -> String? {
    let asked: Range<Int>
    let group: Group?
    switch cause {
    case .empty, .controls, .outside, .unreadableList, .weaker: return nil
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
