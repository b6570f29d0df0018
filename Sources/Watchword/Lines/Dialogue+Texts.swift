import WatchwordBase
import WatchwordCurses
import WatchwordScreen
import WatchwordStrength

/// What a form says in line mode.
extension FormState {
  var introduction: [String] {
    // Others may be shown later.
    let fields = self.fields.filter { $0.visibility != .hidden }.map(\.configuration)
    let title = texts.sentence(configuration.shownTitle)
    let hasParagraph = configuration.text != nil || configuration.alert != nil
    var lines = hasParagraph ? [configuration.alert ?? "", title, configuration.text ?? ""] : []
    var keys = hasParagraph ? [] : [title]
    if fields.contains(where: \.isSecure), hidesInEmacs {
      keys.append(
        fields.allSatisfy(\.isSecure)
          ? texts("What you type is not shown.") : texts("Passwords are not shown as you type them."))
    }
    if configuration.isPrinted { keys.append(printedText) }
    keys.append(
      fields.contains { listsRules(of: $0) }
        // translators: "help" and "?" are what is typed; "help" is the text of that name.
        ? texts("Type help or ? for the rules. Ctrl-C stops.") : texts("Ctrl-C stops."))
    if let button = configuration.secondaryButton {
      // translators: The button is its title, which the user types.
      keys.append(texts("Type {button} alone on a line to press that button.", ["button": button.title]))
    }
    lines.append(sentences(keys.filter { !$0.isEmpty }))
    if let timeLimit = configuration.timeLimit {
      let (seconds, rest) = timeLimit.components
      lines.append(
        rest == 0
          ? texts.plural(
            "This ends after {count} second without an answer.",
            "This ends after {count} seconds without an answer.", Int(seconds))
          : texts("This ends after {time} seconds without an answer.", ["time": timeLimit.inSeconds]))
    }
    lines += order.map { self.fields[$0] }.compactMap { field in
      field.error.map { ofField(field.configuration.label, $0.message) }
    }
    return lines.filter { !$0.isEmpty }
  }

  func label(of field: FormField.Configuration) -> String {
    switch field.requirement {
    case .policy where field.hasUsualLabel: texts("New password")
    case .equality where field.hasUsualLabel: texts("New password again")
    default: field.label
    }
  }

  /// The question for `field`. The field has the text `value`, which Enter keeps; `value` is empty if the text is
  /// secret.
  func question(for field: FormField.Configuration, value: String) -> String {
    let example = field.input.kind.example(field.placeholder, texts)
    let label = label(of: field) + (example.map { " (\($0))" } ?? "")
    // translators: The value is what the field has now, and Enter alone keeps it.
    if !value.isEmpty { return texts("{label} [{value}]:", ["label": label, "value": value]) }
    if field.isOptional, configuration.saysOptional {
      // translators: The label ends in "(optional)".
      return texts("{label}, Enter for none:", ["label": label])
    }
    if field.placeholder.isEmpty || field.hasUsualPlaceholder || example != nil {
      return texts("{label}:", ["label": label])
    }
    return texts("{label} ({example}):", ["label": label, "example": field.placeholder])
  }

  /// Precedes the question for field `index`, in which the user has typed on the screen.
  func typedText(in index: Int) -> String {
    guard fields[index].configuration.showsMask else {
      return texts("Enter keeps what you have typed; anything else is a new entry.")
    }
    return texts.plural(
      "You have typed {count} character. Enter keeps it; anything else is a new entry.",
      "You have typed {count} characters. Enter keeps them; anything else is a new entry.",
      fields[index].shape.count)
  }

  /// The line to print below `question`, which is answered without echo. It is a password prompt that Emacs and sudo
  /// know: Emacs hides only what is typed at such a prompt, and sudo leaves only that out of its log. `nil` if they
  /// know `question` itself, or if the form has no secure field.
  func prompt(behind question: String) -> String? {
    guard fields.contains(where: \.configuration.isSecure) else { return nil }
    func prompt(_ word: String) -> String { texts("{label}:", ["label": word]) }
    let words = question.lowercased().split { !$0.isLetter }
    let word = words.contains("pin") ? "PIN" : words.contains("passphrase") ? "Passphrase" : texts("Password")
    let line = Self.knownWords.contains { prompt($0) == question } ? nil : prompt(word)
    let isKnownToSudo = [question, line ?? ""].contains { $0.holds("assword") }
    return isKnownToSudo || !SudoLog.isPossible ? line : "Password:"
  }

  /// The words of Emacs' `comint-password-prompt-regexp` that this program uses.
  private static let knownWords = [
    "Password", "New password", "New password again", "Old password", "PIN", "Passphrase", "Passwort",
    "Mot de passe", "Contraseña", "Senha", "パスワード", "密码",
  ]

  /// Whether passwords are hidden as they are typed. In Emacs' shell mode they are only if Emacs knows the prompt.
  private var hidesInEmacs: Bool {
    environmentVariable("INSIDE_EMACS")?.holds("comint") != true
      || Self.knownWords.contains(texts("Password"))
  }

  /// The question before `button` is pressed again.
  func retry(_ button: FormButton?) -> String {
    let button = button?.title ?? ""
    return texts("{button}: Enter for another try, n to begin with the first question.", ["button": button])
  }

  /// Asks which button to press or, if there is only one, for Enter.
  var choice: String {
    let titles = configuration.buttons.map(\.title)
    if titles.count == 1 { return texts("Enter for {button}:", ["button": titles[0]]) }
    // translators: The words are those that are typed, as in "Yes, No?".
    let choice = texts("{words}?", ["words": texts.list(titles)])
    guard case .button(let index) = configuration.defaultButton else { return choice }
    return "\(choice) [\(titles[index])]"
  }

  /// The message about an accepted new password of `count` characters.
  func acceptance(_ verdict: PolicyVerdict, _ count: Int) -> String {
    let level = verdict.level.words(
      in: texts, least: configuration.policy.minimumLevel, isInSentence: true)
    return texts(
      "Accepted: {level}, {characters}.",
      [
        "level": verdict.estimate?.words ?? level,
        "characters": texts.plural("{count} character", "{count} characters", count),
      ])
  }

  func refusal(_ verdict: PolicyVerdict) -> String {
    let policy = configuration.policy
    var sentences = [texts("Not accepted.")]
    var ends: [String] = []
    for rule in policy.rules.indices.filter(verdict.fails).map({ policy.rules[$0] }) {
      switch rule.cause {
      case .empty, .controls, .unreadable: return self.sentences(sentences + [rule.message.text])
      case .group(let number) where policy.groups[number].criteria.count == 1:
        let isOfLevel = policy.groups[number].criteria[0].row.level != nil
        ends.append(isOfLevel ? weakness(verdict.estimate) : rule.message(for: verdict).text)
      case .requirements, .group: break
      }
    }
    var (missing, unmet): ([String], [String]) = ([], [])
    for (group, place) in zip(policy.groups, policy.places) where group.isEnforced && !place.isMet(verdict) {
      guard group.message == nil || group.criteria.count > 1 else { continue }
      let lacking = place.members.filter { !verdict.isMet($0) }.map { policy.criteria[$0] }
        .filter { !$0.row.isAside }
      if lacking.isEmpty { continue }
      let phrases = lacking.map { $0.row.missing?(texts) ?? $0.label }
      let open = place.required - (place.members.count - lacking.count)
      let phrase =
        open >= lacking.count
        ? phrases.joined(separator: texts("; "))
        : open == 1
          ? any(of: phrases)
          : texts("any {count} of {all}", ["count": String(open), "all": texts.list(phrases)])
      let isPart =
        lacking.allSatisfy { $0.row.missing != nil } || lacking.allSatisfy { $0.row.lengths != nil }
      if isPart { missing.append(phrase) } else { unmet.append(phrase) }
    }
    if policy.refusesSpaces(by: verdict) { sentences.append(Reason(.spaces).line(in: texts, nil).fact) }
    if !missing.isEmpty {
      sentences.append(texts("Missing: {what}.", ["what": missing.joined(separator: texts("; "))]))
    }
    if !unmet.isEmpty {
      sentences.append(texts("Not met: {what}.", ["what": unmet.joined(separator: texts("; "))]))
    }
    // From the second refusal on, the way out is named whatever is advised (B4).
    if refusals > 1, let suggestion = suggestion(.ascii), !ends.contains(where: { $0.holds(suggestion) }) {
      ends.append(suggestion)
    }
    return self.sentences(sentences + ends)
  }

  private func weakness(_ estimate: Estimate?) -> String {
    guard let estimate, let line = estimate.reason(in: texts) else {
      return texts("Too weak: choose a stronger password.")
    }
    let words: KeyValuePairs = ["fact": line.inSentence, "advice": line.advice]
    let isWeakest = estimate.level == .weakest
    let way = line.isForPeople ? nil : suggestion(.ascii) ?? beginnings.first
    if line.advice.isEmpty || way != nil {
      let fact = isWeakest ? texts("Too weak: {fact}.", words) : texts("Not strong enough: {fact}.", words)
      return sentences([fact, way].compactMap(\.self))
    }
    return isWeakest
      ? texts("Too weak: {fact}; {advice}.", words) : texts("Not strong enough: {fact}; {advice}.", words)
  }

  /// Whether `help` lists anything for `field`. It does if the field is for a new password, and there are rules or
  /// suggestions.
  func listsRules(of field: FormField.Configuration) -> Bool {
    field.requirement == .policy && (!configuration.policy.groups.isEmpty || offersPasswords)
  }

  /// The rules for the new password in `field`, one per line, and what can be typed. If an agent has the rules, they
  /// are in the form's text.
  func rules(of field: FormField.Configuration) -> [String] {
    let policy = configuration.policy
    var lines = policy.groups.isEmpty ? configuration.text.map { [$0] } ?? [] : [texts("The rules:")]
    for (group, place) in zip(policy.groups, policy.places)
    where place.members.contains(where: policy.isShown) {
      if let heading = group.heading { lines.append("- \(heading.text)") }
      lines += group.lines.map { group.heading == nil ? "- \($0)" : "  - \($0)" }
    }
    lines.append(texts("What you can type:"))
    if newPasswordField.flatMap({ revealWord(of: $0) }) != nil {
      lines.append("- " + texts("Ctrl-R at the end of a line shows it before it counts."))
    }
    if offersPasswords { lines.append("- " + texts("Ctrl-G and Enter suggest a password.")) }
    // translators: "help" and "?" are what is typed; "help" is the text of that name.
    lines.append("- " + texts("help or ? alone on a line lists the rules."))
    return lines + ["- " + texts("Ctrl-C stops.")]
  }
}

/// Sentences, and texts used in several places.
extension FormState {
  func sentences(_ all: [String]) -> String {
    all.dropFirst().reduce(all.first ?? "") {
      // translators: Two sentences, one behind the other.
      texts("{sentence} {next}", ["sentence": $0, "next": $1])
    }
  }

  /// `all` as a list with "or" before the last item, if any one will do: "a, b or c".
  func any(of all: [String]) -> String {
    guard let last = all.last, all.count > 1 else { return all.first ?? "" }
    return texts("{several} or {one}", ["several": texts.list(Array(all.dropLast())), "one": last])
  }

  /// `message` after the label of the field that it is about.
  func ofField(_ label: String, _ message: String) -> String {
    texts("{label}: {message}", ["label": label, "message": message])
  }

  /// Precedes a password that is shown.
  var warning: String {
    texts("Warning: the next line shows the password. What a terminal has printed cannot be wiped.")
  }

  /// What the user types to go back, also in English.
  // translators: The letter for "no, go back", typed in line mode.
  var no: [String] { [texts.context("typed", "n"), "n"] }

  /// What the user types to hear the rules, also in English. Many screen readers do not speak a question mark.
  // translators: The word that is typed in line mode to hear the rules.
  var help: [String] { ["?", texts.context("typed", "help"), "help"] }

  func refusal(of reason: Event.InputProblem) -> String {
    switch reason {
    case .tooLong:
      texts("Not taken: the line is longer than a terminal can pass on. Type at most 4,094 bytes.")
    case .controlCharacter:
      texts("Not taken: it holds a control character, as an arrow key types one.")
    case .noCharacterSet: texts("Not taken: only ASCII works in this locale.")
    case .notText, .incomplete:
      texts.sentence(texts("Not taken: not a character of this terminal's encoding"))
    }
  }

  /// The name of a character for spelling a password.
  func name(of scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "A"..."Z": texts("capital {letter}", ["letter": String(scalar)])
    case "0"..."9": texts("digit {digit}", ["digit": String(scalar)])
    case " ": texts("space")
    case "!": texts("exclamation mark")
    case "\"": texts("quotation mark")
    case "#": texts("number sign")
    case "$": texts("dollar sign")
    case "%": texts("percent sign")
    case "&": texts("ampersand")
    case "'": texts("apostrophe")
    case "(": texts("opening parenthesis")
    case ")": texts("closing parenthesis")
    case "*": texts("asterisk")
    case "+": texts("plus sign")
    case ",": texts("comma")
    case "-": texts("hyphen")
    case ".": texts("full stop")
    case "/": texts("slash")
    case ":": texts("colon")
    case ";": texts("semicolon")
    case "<": texts("less-than sign")
    case "=": texts("equals sign")
    case ">": texts("greater-than sign")
    case "?": texts("question mark")
    case "@": texts("at sign")
    case "[": texts("opening square bracket")
    case "\\": texts("backslash")
    case "]": texts("closing square bracket")
    case "^": texts("circumflex")
    case "_": texts("underscore")
    case "`": texts("grave accent")
    case "{": texts("opening brace")
    case "|": texts("vertical bar")
    case "}": texts("closing brace")
    case "~": texts("tilde")
    default: String(scalar)
    }
  }
}

extension Texts {
  /// `text` with a period, unless it ends in punctuation.
  func sentence(_ text: String) -> String {
    let texts = self
    guard let last = text.unicodeScalars.last, last.properties.generalCategory != .otherPunctuation else {
      return text
    }
    // translators: A text that becomes a sentence.
    return texts("{text}.", ["text": text])
  }
}

extension Duration {
  /// The time in seconds, with milliseconds.
  package var inSeconds: String { (Double(wholeNanoseconds / 1_000_000) / 1000).decimal }
}
