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
    var groups = tests(user).map { Policy.Group(catalogue.criterion($0)) }
    if self[.dictcheck] != 0 { groups.append(.unlisted(catalogue)) }
    var againstOld = self.againstOld(catalogue)
    if self[.enforcing] == 0 {
      for index in groups.indices { groups[index].isEnforced = false }
      againstOld.isEnforced = false
    }
    var policy = Policy(groups, catalogue: catalogue)
    policy.againstOldPasswords = againstOld
    return policy
  }

  /// What is asked of a password beside the old one.
  private func againstOld(_ catalogue: Catalogue) -> Policy.Group {
    let (account, texts, least) = (catalogue.account, catalogue.pwquality, self[.difok])
    let (label, short) =
      switch least {
      case 0: (account.notOld, account.shortNotOld)
      case 2...: texts.changes(least)
      default: texts.notLikeOld
      }
    return Policy.Group(
      Policy.Criterion(.changed(atLeast: least), label: label, shortLabel: short),
      message: least == 0
        ? Policy.Message(account.isOld, short: account.shortIsOld)
        : Policy.Message(texts.isLikeOld.0, short: texts.isLikeOld.1))
  }

  /// What is asked of every password.
  private func tests(_ user: User?) -> [PWQualityTest] {
    var tests: [PWQualityTest] = [.length(atLeast: minimumLength, credits: credits)]
    for kind in PWQualityByte.inPanel where minimum(of: kind) > 0 {
      tests.append(.bytes(of: kind, atLeast: minimum(of: kind)))
    }
    // Where that many kinds are asked for by themselves, a line for their number would say it twice.
    let asked = PWQualityByte.inPanel.count { minimum(of: $0) > 0 }
    if self[.minclass] > max(1, asked) { tests.append(.kinds(atLeast: self[.minclass])) }
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

extension Catalogue {
  /// The criterion of a test.
  fileprivate func criterion(_ test: PWQualityTest) -> Policy.Criterion {
    let texts = pwquality
    let (label, short) =
      switch test {
      case .length(let least, let credits): texts.labels(ofLength: least, credits)
      case .bytes(let kind, let least): texts.characters(least, of: kind.word)
      case .kinds(let least): texts.labels(ofKinds: least)
      case .sameKind(let most): texts.sameKind(most)
      case .sameByte(let most): rules.labels(ofRepeats: max(1, most))
      case .sequence(let most): rules.labels(ofSequence: max(1, most))
      case .noPalindrome: texts.noPalindrome
      case .without(let words): texts.labels(without: words.kind)
      }
    return Policy.Criterion(.pwquality(test), label: label, shortLabel: short)
  }
}

extension PWQualityByte {
  /// The kind as the catalogue knows it.
  fileprivate var word: Catalogue.PWQuality.Kind {
    switch self {
    case .digit: .digit
    case .upper: .upper
    case .lower: .lower
    case .other: .special
    }
  }
}

extension Catalogue.PWQuality {
  fileprivate func labels(ofLength least: Int, _ credits: PWQualityCounts) -> (String, String) {
    length(least, twice: PWQualityByte.inPanel.filter { credits[$0] > 0 }.map { ($0.word, credits[$0]) })
  }

  fileprivate func labels(ofKinds least: Int) -> (String, String) {
    kinds(least == PWQualityByte.allCases.count ? nil : least)
  }

  fileprivate func labels(without words: PWQualityWords.Kind) -> (String, String) {
    switch words {
    case .userName(nil): noUserName
    case .userName(let count?): noPart(count)
    case .fullName: noFullName
    case .forbidden: noBadWord
    }
  }
}
