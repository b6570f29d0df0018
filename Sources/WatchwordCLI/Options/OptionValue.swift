internal import Watchword
internal import WatchwordMessages
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// An option as it was given, with the text behind it.
struct OptionValue {
  /// The option.
  let option: Option
  /// The text; empty where the option takes none.
  let argument: String
  /// How wide characters are, for the sign that masks.
  let width: CharacterWidth

  /// The value, for an option that looks at it together with others.
  func itself() -> OptionValue { self }

  /// A text for the screen.
  func line() throws(ProgramError) -> String {
    // translators: This and further texts that begin with a small letter stand for {expected} in "option '{option}'
    // takes {expected}, not {value}".
    guard !argument.hasControls else { throw wrong(text("a text without control characters")) }
    return argument
  }

  /// A text for the screen in which newlines break lines.
  func paragraph() throws(ProgramError) -> String {
    guard !argument.split(separator: "\n").contains(where: { String($0).hasControls }) else {
      throw wrong(text("a text without control characters other than newlines"))
    }
    return argument
  }

  /// A word that counts against a password.
  func word() throws(ProgramError) -> String {
    guard !argument.isEmpty else { throw wrong(text("a word")) }
    return argument
  }

  /// A field as `TYPE[:NAME[:PLACEHOLDER]]`, in which the placeholder may hold further colons.
  func field() throws(ProgramError) -> FormField.Configuration {
    let parts = try line().split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      .map(String.init)
    let kind: FormField.Kind = try OptionValue(option: option, argument: parts[0], width: width).choice()
    let name = parts.count > 1 ? parts[1] : kind.defaultName
    if let fault = AnswerFormat.fault(inName: name) { throw unusable(because: fault) }
    var field = FormField.Configuration(kind, name: name, placeholder: parts.count > 2 ? parts[2] : nil)
    if parts.count > 1, kind != .newPassword { field.label = name.prefix(1).uppercased() + name.dropFirst() }
    return field
  }

  /// A text and the name of its field. What is wrong with them is said where the fields are known.
  func namedText() throws(ProgramError) -> (name: String, text: String) {
    let (name, value) = argument.splitAtEqualsSign
    guard let value else { throw wrong("NAME=TEXT") }
    return (name, value)
  }

  /// A time in seconds.
  func duration() throws(ProgramError) -> Duration { try duration(from: .zero) }

  /// A time in seconds, and more than none.
  func limit() throws(ProgramError) -> Duration { try duration(from: .milliseconds(1)) }

  private func duration(from shortest: Duration) throws(ProgramError) -> Duration {
    guard let time = Duration(decimalSeconds: argument), (shortest...Self.longestTime).contains(time) else {
      let least = shortest == .zero ? "0" : "0.001"
      throw wrong(
        text(
          "a number of seconds from {least} to {most}",
          ["least": least, "most": String(Self.longestTime.components.seconds)]))
    }
    return time
  }

  /// The longest time that an option takes: a day.
  static let longestTime = Duration.seconds(86_400)

  /// A template of an answer with the values of these fields.
  ///
  /// - Parameters:
  ///   - fields: The values.
  ///   - hasStrength: Whether the level of the new password is one of them.
  ///   - canHaveStrength: Whether an option would make it one.
  /// - Returns: The template.
  /// - Throws: What is wrong with it.
  func template(
    fields: [AnswerTemplate.Field], hasStrength: Bool, canHaveStrength: Bool
  ) throws(ProgramError) -> AnswerTemplate {
    try rethrow(
      try AnswerTemplate(argument, fields: fields, hasStrength: hasStrength),
      as: { (error: AnswerTemplateError) in
        switch error {
        case .strayBrace(let brace):
          unusable(
            because: text("a brace of its own is written as '{braces}'", ["braces": "\(brace)\(brace)"]))
        case .unknown(AnswerFormat.strengthName) where canHaveStrength:
          unusable(
            because: text(
              "'{value}' needs an option '{option}'",
              ["value": "{\(AnswerFormat.strengthName)}", "option": Option.withStrength.flag]))
        case .unknown(let name):
          unusable(
            because: text(
              "there is no value {name}, only {names}",
              ["name": name.quoted, "names": fields.map(\.name).joinedByAnd]))
        case .behindSecret(let name):
          unusable(
            because: text(
              "behind the secret '{value}' only a newline or the end may stand", ["value": "{\(name)}"]))
        case .noValue:
          unusable(
            because: text("it names no value, such as '{value}'", ["value": "{\(fields.last?.name ?? "")}"]))
        }
      })
  }

  /// A number of times.
  func count() throws(ProgramError) -> Int {
    guard let count = wholeNumber, count > 0 else { throw wrong(text("a whole number, 1 or more")) }
    return count
  }

  /// A status other than that of success.
  func exitStatus() throws(ProgramError) -> ExitStatus {
    guard let number = wholeNumber, 1...255 ~= number else {
      throw wrong(text("a whole number from 1 to 255"))
    }
    return ExitStatus(rawValue: Int32(number))
  }

  /// How much work a hash of `method` is.
  func cost(of method: HashMethod) throws(ProgramError) -> Int {
    guard let number = wholeNumber, method.costs.contains(number) else {
      throw wrong(
        text(
          "a whole number from {least} to {most} for {method}",
          [
            "least": String(method.costs.lowerBound), "most": String(method.costs.upperBound),
            "method": method.rawValue,
          ]))
    }
    return number
  }

  /// The number of a descriptor.
  func descriptor() throws(ProgramError) -> Int32 {
    guard let number = wholeNumber.flatMap(Int32.init(exactly:)), number >= 0 else {
      throw wrong(text("the number of an open descriptor"))
    }
    return number
  }

  private var wholeNumber: Int? { Self.wholeNumber(argument) }

  /// The number in `digits`; `nil` where there is none, or a plus sign before it.
  static func wholeNumber(_ digits: String) -> Int? {
    digits.utf8.first == UInt8(ascii: "+") ? nil : Int(digits)
  }

  /// What stands between words that are drawn.
  func wordSeparator() throws(ProgramError) -> String {
    guard WordRecipe.separates(argument) else { throw wrong(text("ASCII signs or spaces, one or more")) }
    return argument
  }

  /// A command line.
  func command() throws(ProgramError) -> String {
    guard Verifier(argument) != nil else { throw wrong(text("a command")) }
    return argument
  }

  /// What the names of shell variables begin with.
  func shellPrefix() throws(ProgramError) -> String {
    guard AnswerFormat.isShellPrefix(argument) else {
      throw wrong(text("letters, digits and underscores, no digit in front"))
    }
    return argument
  }

  /// The scale of strength.
  func scale() throws(ProgramError) -> StrengthScale {
    try rethrow(
      try StrengthScale(parsing: argument),
      as: { (failure: StrengthScale.Failure) in unusable(because: failure) }
    )
  }

  /// A level, by its name.
  func level() throws(ProgramError) -> Level {
    guard let level = Level.allCases.first(where: { $0.name == argument }) else { throw wrong(Level.names) }
    return level
  }

  /// A policy, by its name or by its file.
  func policy() throws(ProgramError) -> (StandardPolicy?, PolicyFile?) {
    if let file = PolicyFile(named: argument) { return (nil, file) }
    guard let policy = StandardPolicy(rawValue: argument) else {
      let names = StandardPolicy.words + [PolicyFile.systemName, PolicyFile.description]
      throw wrong(names.joinedByOr)
    }
    return (policy, nil)
  }

  /// Whether this option would take the place of a part of what `policy` asks for, or weaken it.
  func weakens(policy: OptionValue) -> Bool {
    if Option.ofMeter.contains(option) { return true }
    guard option == .minStrength else { return [.minLength, .maxLength, .require].contains(option) }
    guard let least = StandardPolicy(rawValue: policy.argument)?.ownLevel, let level = try? level() else {
      return false
    }
    return level < least
  }

  /// One of a few words.
  func choice<Choice: CaseIterable & RawRepresentable<String>>() throws(ProgramError) -> Choice {
    guard let choice = Choice(rawValue: argument) else { throw wrong(Choice.names) }
    return choice
  }

  /// The sign for masking.
  func mask() throws(ProgramError) -> Character {
    guard argument.count == 1, let mask = argument.first, !argument.hasControls, width.canMask(with: mask)
    else {
      throw wrong(text("one visible character that is one column wide"))
    }
    return mask
  }

  func wrong(_ expected: String) -> ProgramError {
    ProgramError(
      // translators: {expected} is a text such as "a whole number, 1 or more", or a list of words.
      text(
        "option '{option}' takes {expected}, not {value}",
        ["option": option.flag, "expected": expected, "value": argument.quoted]))
  }

  func unusable(because reason: some CustomStringConvertible) -> ProgramError {
    ProgramError(
      text(
        "option '{option}' cannot take {value}: {reason}",
        ["option": option.flag, "value": argument.quoted, "reason": "\(reason)"]))
  }
}

extension Duration {
  /// Reads a decimal number of seconds, such as `0.2`, to the nearest millisecond; `nil` for every other text. The
  /// locale does not matter.
  init?(decimalSeconds text: String) {
    let isDecimal = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    // Ten digits before the point are more than any time has that is taken.
    guard isDecimal, let seconds = Double(text), seconds < 1e10 else { return nil }
    self = .milliseconds(Int64((seconds * 1000).rounded()))
  }
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// The words of all values.
  static var words: [String] { allCases.map(\.rawValue) }

  /// The words of all values, as in "auto, always or never".
  static var names: String { words.joinedByOr }
}

extension Level {
  /// The names of all levels, as in "weak, medium or strong".
  static var names: String { allCases.map(\.name).joinedByOr }
}

extension [String] {
  /// The texts as a part of a sentence, as in "auto, always or never".
  var joinedByOr: String {
    guard let last, count > 1 else { return joined() }
    // translators: The end of a list of two or more things, as in "auto, always or never".
    return text("{list} or {last}", ["list": dropLast().joinedByCommas, "last": last])
  }

  /// The texts as a part of a sentence, as in "auto, always and never".
  var joinedByAnd: String {
    guard let last, count > 1 else { return joined() }
    // translators: The end of a list of two or more things, as in "auto, always and never".
    return text("{list} and {last}", ["list": dropLast().joinedByCommas, "last": last])
  }
}
