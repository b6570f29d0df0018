package import WatchwordMessages

extension PWQualitySettings {
  /// The person whose password it is, in bytes as the system has them.
  package struct User: Equatable, Sendable {
    /// The user name.
    package var name: [UInt8]
    /// The field of /etc/passwd that has the full name, with whatever else stands there.
    package var fullName: [UInt8]

    /// Makes a user.
    package init(name: some Sequence<UInt8>, fullName: some Sequence<UInt8> = []) {
      (self.name, self.fullName) = (Array(name), Array(fullName))
    }
  }

  /// The policy of these settings for `user`; without one nothing is asked of names.
  ///
  /// Each setting that can refuse a password is a criterion. Where ``Number/enforcing`` is 0 they are shown, and nothing
  /// but an empty password is refused. Words of a dictionary are looked up in the lists of the judge.
  package func policy(_ catalogue: Catalogue = .english, user: User? = nil) -> Policy {
    let texts = catalogue.pwquality
    var groups = tests(user).map { Policy.Group(texts.criterion($0)) }
    if self[.dictcheck] != 0 { groups.append(.unlisted(catalogue)) }
    var againstOld = Policy.Group(
      Policy.Criterion(
        .changed(atLeast: self[.difok]),
        label: texts.label(ofChanges: self[.difok]) ?? catalogue.account.notOld,
        shortLabel: catalogue.account.shortNotOld),
      message: Policy.Message(catalogue.account.isOld, short: catalogue.account.shortIsOld))
    if self[.enforcing] == 0 {
      for index in groups.indices { groups[index].isEnforced = false }
      againstOld.isEnforced = false
    }
    var policy = Policy(groups, catalogue: catalogue)
    policy.againstOldPasswords = againstOld
    return policy
  }

  /// What is asked of every password.
  private func tests(_ user: User?) -> [PWQualityTest] {
    var tests: [PWQualityTest] = [.length(atLeast: minimumLength, credits: credits)]
    for kind in PWQualityByte.inPanel where minimum(of: kind) > 0 {
      tests.append(.bytes(of: kind, atLeast: minimum(of: kind)))
    }
    if self[.minclass] > 1 { tests.append(.kinds(atLeast: self[.minclass])) }
    // Version 1.4.5 passes over a 1.
    if self[.maxclassrepeat] > 1 { tests.append(.sameKind(atMost: self[.maxclassrepeat])) }
    if self[.maxrepeat] != 0 { tests.append(.sameByte(atMost: self[.maxrepeat])) }
    if self[.maxsequence] != 0 { tests.append(.sequence(atMost: self[.maxsequence])) }
    tests.append(.noPalindrome)
    var words = [badWords]
    if let user, self[.gecoscheck] != 0 { words.insert(PWQualityWords(.fullName, in: user.fullName), at: 0) }
    if let user, self[.usercheck] != 0 {
      words.insert(PWQualityWords(userName: user.name, inPartsOf: self[.usersubstr]), at: 0)
    }
    return tests + words.filter { !$0.isEmpty }.map { .without($0) }
  }
}

extension PWQualityByte {
  /// The kinds in the order in which criteria of them are shown everywhere.
  fileprivate static var inPanel: [PWQualityByte] { [.upper, .lower, .digit, .other] }
}

extension Catalogue.PWQuality {
  /// The criterion of a test.
  fileprivate func criterion(_ test: PWQualityTest) -> Policy.Criterion {
    let (label, short) =
      switch test {
      case .length(let least, let credits):
        (
          label(ofLength: least, credits),
          String(least) + shortLengthAfter + (credits.sum > 0 ? shortTwice : "")
        )
      case .bytes(let kind, let least): labels(of: kind, least)
      case .kinds(let least):
        (kindsBefore + String(least) + kindsAfter, String(least) + shortKindsAfter)
      case .sameKind(let most):
        (
          sameKindBefore + String(most) + sameKindAfter,
          shortSameKindBefore + String(most) + shortSameKindAfter
        )
      case .sameByte(let most) where most < 2: (noneTwice, shortNoneTwice)
      case .sameByte(let most):
        (sameBefore + String(most) + sameAfter, shortSameBefore + String(most) + shortSameAfter)
      case .sequence(let most) where most < 2: (noSequence, shortNoSequence)
      case .sequence(let most):
        (
          sequenceBefore + String(most) + sequenceAfter,
          shortSequenceBefore + String(most) + shortSequenceAfter
        )
      case .noPalindrome: (noPalindrome, shortNoPalindrome)
      case .without(let words):
        switch words.kind {
        case .userName(nil): (noUserName, shortNoUserName)
        case .userName(let count?): (noPartBefore + String(count) + noPartAfter, shortNoUserName)
        case .fullName: (noFullName, shortNoFullName)
        case .forbidden: (noBadWord, shortNoBadWord)
        }
      }
    return Policy.Criterion(.pwquality(test), label: label, shortLabel: short)
  }

  private func label(ofLength least: Int, _ credits: PWQualityCounts) -> String {
    let twice = PWQualityByte.inPanel.filter { credits[$0] > 0 }.map { kind in
      let (one, several) =
        switch kind {
        case .digit: (digit, digits)
        case .upper: (upper, uppers)
        case .lower: (lower, lowers)
        case .other: (other, others)
        }
      return "\(credits[kind]) \(credits[kind] == 1 ? one : several)"
    }
    let note = twice.isEmpty ? "" : countingTwice + twice.joined(separator: ", ")
    return lengthBefore + String(least) + lengthAfter + note
  }

  private func labels(of kind: PWQualityByte, _ least: Int) -> (String, String) {
    let (one, several, short) =
      switch kind {
      case .digit: (oneDigit, severalDigits, shortDigits)
      case .upper: (oneUpper, severalUppers, shortUppers)
      case .lower: (oneLower, severalLowers, shortLowers)
      case .other: (oneOther, severalOthers, shortOthers)
      }
    return (
      atLeast + String(least) + (least == 1 ? one : several),
      least == 1 ? short : String(least) + shortOf + short
    )
  }

  /// The label of so many changes; `nil` where one is enough.
  fileprivate func label(ofChanges least: Int) -> String? {
    least > 1 ? changesBefore + String(least) + changesAfter : nil
  }
}
