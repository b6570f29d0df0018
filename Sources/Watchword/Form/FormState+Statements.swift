import WatchwordBase
import WatchwordScreen
import WatchwordStrength

/// What a form says, and in which words.
extension FormState {
  /// What else can be seen, on which the words depend.
  struct Surroundings {
    let layout: Layout
    let glyphs: GlyphSet
    /// How a reason names the part that it is about.
    let naming: Reason.Line.Naming

    func sees(_ criterion: Int) -> Bool {
      layout.panel.contains { $0.subject == .criterion(criterion) && layout.row($0.line) != nil }
    }

    /// The criteria of the panel that are out of view.
    var hiddenCriteria: [Int] {
      layout.panel.compactMap { item in
        guard case .criterion(let index) = item.subject, item.hasSign, layout.row(item.line) == nil else {
          return nil
        }
        return index
      }
    }
  }

  /// All that the form says now, in the order in which the user is told.
  func statements(in surroundings: Surroundings) -> [Statement] {
    var all: [Statement] = []
    func say(_ subject: Statement.Subject, _ kind: Statement.Kind, _ texts: [String]) {
      all.append(Statement(subject: subject, kind: kind, texts: texts))
    }
    if let alert = configuration.alert { say(.form, .alert, [alert]) }
    if submission == .open {
      if let attention { say(.form, .attention(fields: refusedCount), [attention]) }
      if let error { say(.form, .formError, [error]) }
      if configuration.isPrinted { say(.form, .printed, [printedText, texts("Will be printed")]) }
    }
    if let line { say(.program, .line, [line]) }
    for index in order {
      if let notice, noticeField == index { say(.field(index), .notice, [notice]) }
      if let error = fields[index].error { all.append(statement(of: error, of: index, surroundings)) }
      let hint = hint(of: index)
      if !hint.isEmpty { say(.field(index), .hint, hint) }
      if let note = fields[index].configuration.equalMessage, confirmSign(of: index) == .met {
        say(.field(index), .equal, [note])
      }
      guard index == newPasswordField, !hasOffer || configuration.isTypingQuiet else { continue }
      if let words = levelWords { say(.field(index), .level, [words]) }
      if let line = reasonLine(in: surroundings) { say(.field(index), .reason(line), []) }
      if let bits = shownBits { say(.field(index), .bits, [texts.bits(bits)]) }
    }
    if configuration.isTypingQuiet, let index = focusedField, let meaning = fields[index].meaning,
      let name = fields[index].configuration.input.special?.note(on: meaning, texts)
    {
      let label = label(of: fields[index].configuration)
      say(.field(index), .chosen, [texts("{label}: {message}", ["label": label, "message": name])])
    }
    if secondsLeft != nil { say(.form, .countdown, countdowns) }
    return all
  }

  /// Why the new password is no stronger, with the key that suggests another one if advice has not helped.
  func reasonLine(in surroundings: Surroundings) -> Reason.Line? {
    var line = reasonLine(naming: surroundings.naming)
    if remarks.offers, let key = KeyBinding.binding(of: .offerPassword)?.key {
      line?.suggestion = texts("{key} suggests one", ["key": key.name(surroundings.glyphs, texts)])
    }
    return line
  }

  /// The countdown from long to short; empty if there is none.
  var countdowns: [String] {
    guard let seconds = configuration.isTypingQuiet ? toldSeconds : secondsLeft else { return [] }
    let count = ["count": "\(seconds)"] as KeyValuePairs
    return [
      texts("Ends in {count} s: press a key to stay", count), texts("Ends in {count} s", count),
      texts("{count} s", count),
    ]
  }

  private func statement(of error: FieldError, of index: Int, _ surroundings: Surroundings) -> Statement {
    let look = Statement.ErrorLook(
      isMuted: error.isMuted, isFromOutside: error.isFromOutside, isLoss: error.cause == .loss)
    var said = Statement(subject: .field(index), kind: .error(look), texts: [error.message])
    let field = fields[index]
    if field.blamesCapitals {
      said.texts = [texts.sentence(error.message) + " " + TextHints.capitals.sentences(texts)]
    }
    func name(ofKeyFor action: Action) -> String {
      KeyBinding.binding(of: action)?.key.name(surroundings.glyphs, texts) ?? ""
    }
    switch error.cause {
    case .differs
    where !configuration.isTypingQuiet && field.isFirstResponder && !field.isShown && field.sign == .reveal:
      said.tips = [texts("{key} shows what you typed", ["key": name(ofKeyFor: .toggleShown)])]
    case .rule(let number):
      let rule = configuration.policy.rules[number]
      let key = name(ofKeyFor: .cancel)
      if configuration.asker != nil {
        // The program's own rules may be others.
        said.tips = [texts("type it yourself"), askerWords(of: .cancel)?.short ?? ""].map {
          texts("{label}: {message}", ["label": key, "message": $0])
        }
      }
      let short = rule.message(for: panel.verdict).short
      if let wordings = wordings(ofRefusalBy: rule, of: index, surroundings) {
        said.texts = wordings
      } else if configuration.asker != nil, rule.isOfCriteria {
        (said.texts, said.wantsTip) = ([short, texts("See below, or press {key}.", ["key": key])], true)
      } else if surroundings.layout.isNarrow {
        said.texts = [short]
      }
    default: break
    }
    return said
  }

  /// How a refusal by `rule` is said, from long to short, where the rule's own message would say less; `nil` for that
  /// message.
  private func wordings(
    ofRefusalBy rule: Policy.Rule, of index: Int, _ surroundings: Surroundings
  ) -> [String]? {
    let (policy, verdict) = (configuration.policy, panel.verdict)
    let isAlone = index == newPasswordField && surroundings.layout.hasOneRow(forErrorOf: index)
    if rule.cause == .requirements {
      let unseen = surroundings.hiddenCriteria.filter(isFault)
      if !unseen.isEmpty { return [texts.unmet(unseen.map { policy.criteria[$0].shortLabel })] }
      if isAlone, let refusal = policy.refusal(by: verdict) {
        return [Reason(refusal).line(in: texts, nil).text]
      }
    }
    guard case .group(let number) = rule.cause else { return nil }
    if isAlone, let weakness = weakness(refusedByGroup: number, surroundings) { return weakness }
    guard let kinds = policy.kinds(ofGroup: number) else { return nil }
    // Kinds of characters are named as on the panel if that is out of view, or if there is too little room.
    let lacking = kinds.filter { !verdict.isMet($0) }
    let short = texts.unmet(lacking.map { policy.criteria[$0].shortLabel })
    guard lacking.contains(where: surroundings.sees) else { return [short] }
    return [lacking.count < kinds.count ? configuration.lack(of: lacking) : rule.message.text, short]
  }

  /// Whether a criterion has failed whose group has no error of its own.
  private func isFault(_ criterion: Int) -> Bool {
    let policy = configuration.policy
    return panel.sign(of: criterion) == .failed
      && zip(policy.groups, policy.places).contains { $0.message == nil && $1.all.contains(criterion) }
  }

  /// Why the password is too weak, from long to short; `nil` unless the group asks for strength.
  private func weakness(refusedByGroup number: Int, _ surroundings: Surroundings) -> [String]? {
    guard configuration.policy.groups[number].asksForLevel, let words = levelWords,
      let reason = reasonLine(in: surroundings), !reason.inSentence.isEmpty
    else { return nil }
    func sentence(_ message: String) -> String {
      texts("{label}: {message}", ["label": words, "message": message])
    }
    return (surroundings.layout.isNarrow ? [] : [sentence(reason.inSentence)])
      + [reason.advice.withCapital, sentence(reason.short)].filter { !$0.isEmpty }
  }
}
