internal import Watchword
internal import WatchwordMessages
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// An option as it was given, with the text behind it.
struct OptionValue {
  let option: Option
  /// The text; empty where the option takes none.
  let argument: String
  /// How wide characters are, for the sign that masks.
  let width: CharacterWidth

  /// The value, for an option that looks at it together with others.
  func itself() -> OptionValue { self }

  /// The text, where it `isRight`.
  private func checked(
    _ isRight: Bool, _ expected: @autoclosure () -> String
  ) throws(ProgramError) -> String {
    guard isRight else { throw wrong(expected()) }
    return argument
  }

  /// The number in the text, where there is one and it is in `range`.
  private func number(
    in range: some RangeExpression<Int>, _ expected: @autoclosure () -> String
  ) throws(ProgramError) -> Int {
    guard let number = Self.wholeNumber(argument), range.contains(number) else { throw wrong(expected()) }
    return number
  }

  /// The number in `digits`; `nil` where there is none, or a plus sign before it.
  static func wholeNumber(_ digits: String) -> Int? {
    digits.utf8.first == UInt8(ascii: "+") ? nil : Int(digits)
  }

  /// A text for the screen.
  func line() throws(ProgramError) -> String {
    // translators: This and further texts that begin with a small letter stand for {expected} in "option '{option}'
    // takes {expected}, not {value}".
    try checked(!argument.hasControls, text("a text without control characters"))
  }

  /// A text for the screen in which newlines break lines.
  func paragraph() throws(ProgramError) -> String {
    try checked(
      !argument.split(separator: "\n").contains { String($0).hasControls },
      text("a text without control characters other than newlines"))
  }

  /// A word that counts against a password.
  func word() throws(ProgramError) -> String { try checked(!argument.isEmpty, text("a word")) }

  /// What stands between words that are drawn.
  func wordSeparator() throws(ProgramError) -> String {
    try checked(WordRecipe.separates(argument), text("ASCII signs or spaces, one or more"))
  }

  /// A command line.
  func command() throws(ProgramError) -> String { try checked(Verifier(argument) != nil, text("a command")) }

  /// What the names of shell variables begin with.
  func shellPrefix() throws(ProgramError) -> String {
    try checked(
      AnswerFormat.isShellPrefix(argument), text("letters, digits and underscores, no digit in front"))
  }

  /// The sign for masking.
  func mask() throws(ProgramError) -> Character {
    guard argument.count == 1, let mask = argument.first, !argument.hasControls, width.canMask(with: mask)
    else { throw wrong(text("one visible character that is one column wide")) }
    return mask
  }

  func count() throws(ProgramError) -> Int { try number(in: 1..., text("a whole number, 1 or more")) }

  /// A status other than that of success.
  func exitStatus() throws(ProgramError) -> ExitStatus {
    ExitStatus(rawValue: Int32(try number(in: 1...255, text("a whole number from 1 to 255"))))
  }

  /// The number of a descriptor.
  func descriptor() throws(ProgramError) -> Int32 {
    Int32(try number(in: 0...Int(Int32.max), text("the number of an open descriptor")))
  }

  /// How much work a hash of `method` is.
  func cost(of method: HashMethod) throws(ProgramError) -> Int {
    try number(
      in: method.costs,
      text(
        "a whole number from {least} to {most} for {method}",
        [
          "least": String(method.costs.lowerBound), "most": String(method.costs.upperBound),
          "method": method.rawValue,
        ]))
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

  /// A template of an answer with the values of the form that `options` ask for.
  func template(of options: Options) throws(ProgramError) -> AnswerTemplate {
    let fields = options.makeForm().fields.map(\.configuration)
    let values = fields.compactMap { field in field.name.map { (name: $0, isSecure: field.isSecure) } }
    let template: AnswerTemplate
    do throws(AnswerTemplateError) {
      template = try AnswerTemplate(argument, fields: values, hasStrength: options.answer.hasStrength)
    } catch {
      throw unusable(because: Self.reason(error, values.map(\.name), options))
    }
    for field in fields {
      guard let name = field.name, let separator = template.separator(in: field.text.utf8Span, of: name)
      else { continue }
      throw .text(
        "option '{option}' gives {name} a text with the character {character}, which ends it in '{other}'",
        [
          "option": Option.value.flag, "name": name.quoted, "character": String(separator).quoted,
          "other": option.flag,
        ])
    }
    return template
  }

  /// What is wrong with a template in which the values `names` could stand.
  private static func reason(_ error: AnswerTemplateError, _ names: [String], _ options: Options) -> String {
    switch error {
    case .strayBrace(let brace):
      text("a brace of its own is written as '{braces}'", ["braces": "\(brace)\(brace)"])
    case .unknown(AnswerFormat.strengthName) where options.asksForNewPassword:
      text(
        "'{value}' needs an option '{option}'",
        ["value": "{\(AnswerFormat.strengthName)}", "option": Option.withStrength.flag])
    case .unknown(let name):
      text("there is no value {name}, only {names}", ["name": name.quoted, "names": names.joinedByAnd])
    case .behindSecret(let name):
      text("behind the secret '{value}' only a newline or the end may stand", ["value": "{\(name)}"])
    case .noValue: text("it names no value, such as '{value}'", ["value": "{\(names.last ?? "")}"])
    }
  }

  func scale() throws(ProgramError) -> StrengthScale {
    try rethrow(
      try StrengthScale(parsing: argument),
      as: { (reason: StrengthScale.Failure) in unusable(because: "\(reason)") })
  }

  func level() throws(ProgramError) -> Level {
    guard let level = Level.allCases.first(where: { $0.name == argument }) else { throw wrong(Level.names) }
    return level
  }

  /// A policy, by its name or by its file.
  func policy() throws(ProgramError) -> (StandardPolicy?, PolicyFile?) {
    if let file = PolicyFile(named: argument) { return (nil, file) }
    guard let policy = StandardPolicy(rawValue: argument) else {
      throw wrong((StandardPolicy.words + [PolicyFile.systemName, PolicyFile.description]).joinedByOr)
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

  func wrong(_ expected: String) -> ProgramError {
    // translators: {expected} is a text such as "a whole number, 1 or more", or a list of words.
    .text(
      "option '{option}' takes {expected}, not {value}",
      ["option": option.flag, "expected": expected, "value": argument.quoted])
  }

  func unusable(because reason: String) -> ProgramError { .unusable(argument, of: option, because: reason) }
}

extension ProgramError {
  /// `option` has a `value` that goes with nothing else that was asked for, or is none.
  static func unusable(_ value: String, of option: Option, because reason: String) -> ProgramError {
    .text(
      "option '{option}' cannot take {value}: {reason}",
      ["option": option.flag, "value": value.quoted, "reason": reason])
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
