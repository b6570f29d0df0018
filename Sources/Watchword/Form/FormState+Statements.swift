import WatchwordBase
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
      let isJudged = index == newPasswordField && (!hasOffer || configuration.isTypingQuiet)
      let rows = isJudged ? makeRows(of: index, surroundings) : nil
      if let error = fields[index].error {
        all.append(statement(of: error, of: index, rows?.advice ?? [], surroundings))
      } else if let advice = rows?.advice, !advice.isEmpty {
        say(.field(index), .advice(isMuted: !isWrong(index)), advice)
      }
      let hint = hint(of: index)
      if !hint.isEmpty { say(.field(index), .hint, hint) }
      if let note = fields[index].configuration.equalMessage, confirmSign(of: index) == .met {
        say(.field(index), .equal, [note])
      }
      guard let rows else { continue }
      if let words = levelWords { say(.field(index), .level, [words]) }
      if !rows.reason.isEmpty { say(.field(index), .reason, rows.reason) }
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

  /// The countdown from long to short; empty if there is none.
  var countdowns: [String] {
    guard let seconds = configuration.isTypingQuiet ? toldSeconds : secondsLeft else { return [] }
    let count = ["count": "\(seconds)"] as KeyValuePairs
    return [
      texts("Ends in {count} s: press a key to stay", count), texts("Ends in {count} s", count),
      texts("{count} s", count),
    ]
  }

  /// The statement of `error` in field `index`. `advice` says what to do instead of what a rule says, unless it is empty.
  private func statement(
    of error: FieldError, of index: Int, _ advice: [String], _ surroundings: Surroundings
  ) -> Statement {
    var said = Statement(subject: .field(index), kind: .error(error), texts: [error.message])
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
      let isElse = configuration.asker != nil && rule.isOfCriteria && !rule.isOfLevel(configuration.policy)
      if !advice.isEmpty {
        said.texts = advice
        if isElse { said.texts.append(texts("See below, or press {key}.", ["key": key])) }
        said.wantsTip = isElse
      } else if let wordings = wordings(ofRefusalBy: rule, surroundings) {
        said.texts = wordings
      } else if configuration.asker != nil, rule.isOfCriteria {
        (said.texts, said.wantsTip) = ([short, texts("See below, or press {key}.", ["key": key])], true)
      } else if surroundings.layout.isNarrow {
        said.texts = [short]
      }
    default:
      if let short = field.configuration.input.special?.shorter(error.message, texts) {
        said.texts.append(short)
      }
    }
    if surroundings.layout.fields[index].hasErrorBehind, !configuration.isTypingQuiet, error.cause != .loss {
      said.texts.append(
        configuration.shortMessage(
          of: field.shape.count == 0 ? .missing : error.cause, in: field.configuration))
    }
    return said
  }

  /// How a refusal by `rule` is said, from long to short, where the rule's own message would say less; `nil` for that
  /// message.
  private func wordings(ofRefusalBy rule: Policy.Rule, _ surroundings: Surroundings) -> [String]? {
    let (policy, verdict) = (configuration.policy, panel.verdict)
    if let length = policy.lengthRule(for: verdict, in: texts) { return [length, rule.message.short] }
    if rule.cause == .requirements {
      let unseen = surroundings.hiddenCriteria.filter(isFault)
      if !unseen.isEmpty { return [texts.unmet(unseen.map { policy.criteria[$0].shortLabel })] }
    }
    guard case .group(let number) = rule.cause, let kinds = policy.kinds(ofGroup: number) else { return nil }
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
}

/// The two rows below the bars (B4, A8).
extension FormState {
  /// What to do, and why; each from long to short, and empty if nothing is said.
  struct Rows {
    var advice: [String] = [], reason: [String] = []
  }

  /// Whether the new password in field `index` is one, and is too weak or has what is refused at once.
  private func isWrong(_ index: Int) -> Bool {
    let (policy, verdict) = (configuration.policy, panel.verdict)
    return fields[index].shape.count > 0
      && (verdict.level < policy.minimumLevel || policy.refusal(by: verdict) != nil)
  }

  /// What the rows say of the new password in field `index`. Without advice, an error says its own words.
  private func makeRows(of index: Int, _ surroundings: Surroundings) -> Rows {
    // While it is checked, it is too late to follow advice. What was suggested needs none.
    guard submission == .open, !fields[index].isOffer || fields[index].error != nil else { return Rows() }
    let (error, isEmpty) = (fields[index].error, fields[index].shape.count == 0)
    var rows = Rows()
    let refusal = configuration.policy.refusal(by: panel.verdict)
    if isEmpty {
      // Where the level counts, advice was the error of the text that is gone, so a rule's sentence would be a new one.
      if error == nil || configuration.policy.minimumLevel > .weakest {
        rows.advice = tips(of: index, surroundings)
      }
    } else if let refusal {
      // The rule of a limit of bytes has a sentence of its own.
      if refusal == .spaces || error == nil {
        rows.advice = [Reason(refusal).line(in: texts, nil).fact]
      }
    } else if let estimate = remarks.reason, estimate.level < .strongest,
      var line = estimate.reason(in: texts)
    {
      line.naming = surroundings.naming
      if let part = remarks.part { line.reason.range = part }
      rows = makeRows(of: line, at: estimate.level, isRefused: error != nil, surroundings)
    }
    if let error, !error.isOfCriteria(of: configuration.policy) {
      // What others have said of a text before it was edited leaves the other row to advice.
      rows = Rows(reason: error.isMuted ? rows.advice : [])
    }
    if refusals > 1, isEmpty || panel.verdict.firstFailure != nil,
      let suggestion = suggestion(surroundings.glyphs), rows.advice.first != suggestion
    {
      if surroundings.layout.hasOneRow, !rows.advice.isEmpty, refusal == nil {
        rows.advice = [suggestion]
      } else {
        rows.reason = [suggestion]
      }
    }
    return rows
  }

  /// What the rows say of a new password that has `level` because of what `line` says. Nothing is criticised in a password
  /// that is strong enough.
  private func makeRows(
    of line: Reason.Line, at level: Level, isRefused: Bool, _ surroundings: Surroundings
  ) -> Rows {
    let (policy, verdict) = (configuration.policy, panel.verdict)
    if level >= policy.minimumLevel, isRefused { return Rows() }
    if level >= policy.minimumLevel, level > .weakest {
      guard policy.minimumLevel > .weakest, verdict.firstFailure == nil else { return Rows() }
      return Rows(advice: [line.improvement, texts("Good enough.")].compactMap(\.self))
    }
    // Where weak is taken, nothing is refused.
    let namesKey = !line.isForPeople && (refusals > 0 || policy.minimumLevel == .weakest)
    let suggestion = namesKey ? suggestion(surroundings.glyphs) : nil
    let start = line.isForPeople || offersPasswords ? nil : beginning
    // What is drawn passes the policy, whatever is missing.
    let way = suggestion == nil ? start?.words ?? line.given : .characters(1)
    guard
      let kinds = isRefused
        ? policy.kinds(lackingAfter: way, by: verdict, characters: characterCount) : []
    else { return Rows() }
    let advice =
      suggestion.map { [$0] }
      ?? start.map { _ in beginnings }
      ?? line.advice(besides: kinds.map { policy.criteria[$0] }).map(sentence)
    return Rows(
      advice: advice.filter { !$0.isEmpty },
      reason: level < policy.minimumLevel ? [line.fact, line.short].map(sentence) : [])
  }

  private func sentence(_ phrase: String) -> String {
    phrase.isEmpty ? "" : texts.sentence(phrase.withCapital)
  }

  /// What helps before anything is typed. Another field has no key for it, and a screen reader has not come to it.
  private func tips(of index: Int, _ surroundings: Surroundings) -> [String] {
    let layout = surroundings.layout
    let isHere = fields[index].isFirstResponder
    // That the password will be printed, or the window is too small, is said there.
    if layout.isTooSmall { return [] }
    if layout.hidesButtons, layout.hasOneRow, configuration.isPrinted { return [] }
    if isHere { return tips(surroundings.glyphs) }
    return fields[index].isEnabled && !configuration.isTypingQuiet ? tips(nil) : []
  }

  /// What helps before anything is typed: words, from long to short, and the key named by `glyphs`, unless `nil`.
  func tips(_ glyphs: GlyphSet?) -> [String] {
    (beginning.map(words) ?? []).map { texts("Take {words}.", ["words": $0]) }
      + [glyphs.flatMap(suggestion)].compactMap(\.self)
  }

  /// The words with which a new password that passes can begin; `nil` if they are not sure to.
  var beginning: (words: Advice, kinds: [Int])? { scale.flatMap(configuration.policy.startingWords) }

  /// Tells to begin anew with such words, from long to short.
  var beginnings: [String] {
    (beginning.map(words) ?? []).map { texts("Begin anew with {words}.", ["words": $0]) }
  }

  /// Such words with their kinds of characters, from long to short.
  private func words(of beginning: (words: Advice, kinds: [Int])) -> [String] {
    guard case .words(let count, _) = beginning.words else { return [] }
    let words = texts.plural(
      // translators: What one should take for a password, without a full stop.
      "{count} unrelated word with dashes", "{count} unrelated words with dashes", count)
    let kinds = beginning.kinds.map { configuration.policy.criteria[$0] }
    // translators: The shortest of such words, for narrow windows.
    let few = texts.plural("{count} word with dashes", "{count} words with dashes", count)
    let (long, short) = (kinds.map { $0.row.missing?(texts) ?? $0.label }, kinds.map(\.shortLabel))
    return [[words] + long, [words] + short, [few] + short].map(texts.series)
  }

  /// Names the key that suggests a password (B4); `nil` if the form suggests none. In line mode, and for a screen reader,
  /// the key is named as one says it.
  func suggestion(_ glyphs: GlyphSet) -> String? {
    guard offersPasswords, let key = KeyBinding.binding(of: .offerPassword)?.key else { return nil }
    return asksInTurn || configuration.isTypingQuiet
      ? texts("Press Ctrl-G and Enter for a suggestion.")
      : texts("Press {key} for a suggestion.", ["key": key.name(glyphs, texts)])
  }
}

extension FieldError {
  /// Whether criteria of `policy` are not met, for which advice can stand.
  fileprivate func isOfCriteria(of policy: Policy) -> Bool {
    if case .rule(let number) = cause { policy.rules[number].isOfCriteria } else { false }
  }
}

extension Policy.Rule {
  fileprivate func isOfLevel(_ policy: Policy) -> Bool {
    if case .group(let number) = cause { policy.groups[number].asksForLevel } else { false }
  }
}
