import WatchwordMessages
import WatchwordScreen
import WatchwordStrength

/// What a talk says.
extension Dialogue where Device: ~Copyable {
  /// Says what the form is for, and what can be typed.
  mutating func introduce() {
    let configuration = form.configuration
    let fields = form.fields.map(\.configuration)
    let hasNew = fields.contains { listsRules(of: $0) }
    var lines = texts.sentence(configuration.shownTitle)
    if configuration.text != nil || configuration.alert != nil {
      for text in [configuration.alert ?? "", lines, configuration.text ?? ""] where !text.isEmpty {
        say(text)
      }
      lines = ""
    }
    let unseen =
      !fields.contains(where: \.isSecure)
      ? "" : fields.allSatisfy(\.isSecure) ? texts.isUnseen : texts.passwordsAreUnseen
    say(
      texts.sentences(
        [lines, unseen, hasNew ? texts.helpAndCancel : texts.cancel].filter { !$0.isEmpty }))
    if let timeout = configuration.timeout {
      let (seconds, rest) = timeout.components
      say(rest == 0 ? texts.limit(Int(seconds)) : texts.limit(timeout.inSeconds))
    }
    for field in fields {
      if let error = field.error { say(texts.ofField(field.label, error)) }
    }
  }

  /// What `field` is called.
  func label(of field: FormField) -> String {
    let standard = form.configuration.catalogue.form
    return switch field.configuration.label {
    case standard.newLabel: texts.newPassword
    case standard.confirmLabel: texts.newPasswordAgain
    case let label: label
    }
  }

  /// The question for `field`.
  func question(for field: FormField) -> String {
    let configuration = field.configuration
    let label = label(of: field)
    if !configuration.isSecure {
      let value = session.text(of: field.tag).withText { String(copying: $0) }
      if !value.isEmpty { return texts.question(label, value: value) }
    }
    if configuration.isOptional, form.configuration.catalogue.form.saysOptional {
      return texts.optionalQuestion(label)
    }
    let account = form.configuration.catalogue.account
    let usual = [
      "", account.textPlaceholder, account.namePlaceholder, account.emailPlaceholder, account.userPlaceholder,
      account.passwordPlaceholder, account.oldPlaceholder, account.confirmPlaceholder,
      form.configuration.catalogue.form.newPlaceholder, form.configuration.catalogue.form.confirmPlaceholder,
    ]
    if usual.contains(configuration.placeholder) { return texts.question(label) }
    return texts.question(label, example: configuration.placeholder)
  }

  /// What is said of the new password in field `index`, which was accepted.
  func acceptance(of index: Int) -> String {
    let verdict = session.screen.form.verdict(of: index)
    let level =
      max(verdict.level, form.configuration.policy.minimumLevel) == .weakest
      ? texts.weak : texts.levels[verdict.level.rawValue]
    let text = session.text(of: index)
    let count = text.withText {
      form.configuration.policy.characters(in: $0, count: form.fields[index].shape.count)
    }
    return texts.accepted(verdict.estimate?.words ?? level, count)
  }

  /// Why the new password in field `index` is refused.
  func refusal(of index: Int) -> String {
    let policy = form.configuration.policy
    let verdict = session.screen.form.verdict(of: index)
    var missing: [String] = []
    var unmet: [String] = []
    var sentences: [String] = []
    for number in policy.rules.indices where verdict.fails(number) {
      switch policy.rules[number].cause {
      case .empty, .controls, .unreadable:
        return texts.sentences([texts.notAccepted, policy.rules[number].message.text])
      case .requirements: break
      case .group(let group) where policy.groups[group].criteria.count > 1: break
      case .group(let group):
        if case .level? = policy.groups[group].criteria.first?.condition {
          sentences.append(weakness(verdict.estimate))
        } else {
          sentences.append(policy.rules[number].message.text)
        }
      }
    }
    for (group, place) in zip(policy.groups, policy.places) where group.isEnforced && !place.isMet(verdict) {
      guard group.message == nil || group.criteria.count > 1 else { continue }
      let lacking = place.members.filter { !verdict.isMet($0) }.map { policy.criteria[$0] }
      let isPart = lacking.allSatisfy { texts.part($0.condition) != nil }
      let phrases = lacking.map { texts.part($0.condition) ?? $0.label }
      let open = place.required - (place.members.count - lacking.count)
      let phrase =
        open >= lacking.count
        ? phrases.joined(separator: texts.separator)
        : open == 1 ? texts.any(of: phrases) : texts.several(open, of: phrases)
      if isPart || lacking.allSatisfy({ $0.condition.isLength }) {
        missing.append(phrase)
      } else {
        unmet.append(phrase)
      }
    }
    var parts = [texts.notAccepted]
    if !missing.isEmpty { parts.append(texts.missing(missing.joined(separator: texts.separator))) }
    if !unmet.isEmpty { parts.append(texts.notMet(unmet.joined(separator: texts.separator))) }
    return texts.sentences(parts + sentences)
  }

  /// Why a password is not strong enough.
  private func weakness(_ estimate: Estimate?) -> String {
    guard let estimate, let reason = estimate.reasons.first else { return texts.chooseStronger }
    let line = texts.line(of: reason, estimate.recommendedCount)
    if !estimate.advisesWords { return texts.tooWeak(line.fact) }
    return estimate.level == .weakest
      ? texts.tooWeak(line.fact, line.advice) : texts.notStrong(line.fact, line.advice)
  }

  /// Whether there is anything to list for `field`: it is for a new password, and not only measured.
  func listsRules(of field: FormField.Configuration) -> Bool {
    field.requirement == .policy && (!form.configuration.policy.groups.isEmpty || form.offersPasswords)
  }

  /// Prints what the new password in `field` has to be, a line for each rule, and what can be typed. Where an agent has
  /// the rules, they are in the text of the form.
  mutating func listRules(of field: FormField.Configuration) {
    let groups = form.configuration.policy.groups
    if let text = form.configuration.text, groups.isEmpty { say(text) }
    if !groups.isEmpty { say(texts.rules) }
    for group in groups {
      if let heading = group.heading { say("- \(heading.text)") }
      for criterion in group.allCriteria {
        say(group.heading == nil ? "- \(criterion.label)" : "  - \(criterion.label)")
      }
    }
    say(texts.keys)
    if field.isRevealable { say("- \(texts.keyShow)") }
    if form.offersPasswords { say("- \(texts.keyMake)") }
    say("- \(texts.keyHelp)")
    say("- \(texts.cancel)")
  }
}

extension Catalogue.Lines {
  /// Why a line was not taken.
  func refusal(of reason: Event.Refusal) -> String {
    switch reason {
    case .tooLong: isTooLong
    case .controlCharacter: hasControls
    case .noCharacterSet: onlyASCII
    case .notText, .incomplete, .whiteSpace: notText
    }
  }

  /// What a password lacks that does not meet `condition`; `nil` where nothing lacks.
  func part(_ condition: Policy.Criterion.Condition) -> String? {
    switch condition {
    case .contains(.upper): upper
    case .contains(.lower): lower
    case .contains(.digits): digit
    case .special: special
    case .specialOrSpace: specialOrSpace
    default: nil
    }
  }

  /// `reason` with its advice.
  func line(of reason: Reason, _ recommendedCount: Int) -> Why {
    switch reason {
    case .common: common
    case .word: word
    case .substitution: substitution
    case .neighbours: neighbours
    case .sequence: sequence
    case .repetition: repetition
    case .date: date
    case .personal: personal
    case .local: local
    case .old: old
    case .short: short(recommendedCount)
    }
  }
}

extension Policy.Criterion.Condition {
  /// Whether the condition asks for a number of characters.
  var isLength: Bool {
    switch self {
    case .length, .codePoints: true
    default: false
    }
  }
}

extension Duration {
  /// The time in seconds, without zeros behind it.
  var inSeconds: String {
    let milliseconds = wholeNanoseconds / 1_000_000
    let (whole, rest) = (milliseconds / 1000, milliseconds % 1000)
    guard rest > 0 else { return String(whole) }
    var digits = String(rest)
    while digits.count < 3 { digits = "0" + digits }
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}

extension UTF8Span {
  /// Whether the text is `word`, whatever the case of its letters, with its accents or without them, and whatever white
  /// space stands around it. The text may be a secret that was typed in the wrong place, so that nothing of it is copied.
  func isWord(_ word: String) -> Bool {
    var scalars = makeUnicodeScalarIterator()
    var rest = word.unicodeScalars[...]
    var isBehind = false
    while let scalar = scalars.next() {
      if scalar.properties.isWhitespace, rest.isEmpty || rest.count == word.unicodeScalars.count {
        isBehind = isBehind || rest.isEmpty
        continue
      }
      guard !isBehind, let next = rest.popFirst(), Self.areEqual(scalar, next) else { return false }
    }
    return rest.isEmpty
  }

  private static func areEqual(_ typed: Unicode.Scalar, _ meant: Unicode.Scalar) -> Bool {
    let typed = typed.narrow
    if typed == meant { return true }
    let letter = typed.properties.lowercaseMapping
    return letter == meant.properties.lowercaseMapping || letter == meant.unaccented
  }
}

extension Unicode.Scalar {
  /// The ASCII character of a full-width one, as input methods for Japanese and Chinese type it.
  fileprivate var narrow: Unicode.Scalar {
    (0xFF01...0xFF5E).contains(value) ? Unicode.Scalar(UInt8(value - 0xFEE0)) : self
  }

  /// The small letter of an accented one of the Latin script: the name of ã is LATIN SMALL LETTER A WITH TILDE.
  fileprivate var unaccented: String? {
    let words = properties.name?.split(separator: " ") ?? []
    return words.count > 5 && words[0] == "LATIN" && words[4] == "WITH" ? words[3].lowercased() : nil
  }
}
