internal import Glibc
internal import Watchword
internal import WatchwordBase
internal import WatchwordCurses
internal import WatchwordScreen
internal import WatchwordSecrets
package import WatchwordStrength
internal import WatchwordSystem

/// An option as given, with its argument.
package struct OptionValue {
  package let option: Option
  /// Empty if the option takes no argument; the name that was typed if the option has an opposite.
  package let argument: String
  /// Character widths, for the masking character.
  let width: CharacterWidth

  /// Whether this is the opposite of the option, as `--no-mouse` is.
  package var isOpposite: Bool { option.hasOpposite && argument != option.name }

  /// The name that was typed, without the dashes.
  var name: String { option.hasOpposite ? argument : option.name }

  /// The option as it was typed, without its argument.
  var flag: String { "--\(name)" }

  private func checked(
    _ isRight: Bool, _ expected: @autoclosure () -> String
  ) throws(ProgramError) -> String {
    guard isRight else { throw wrong(expected()) }
    return argument
  }

  private func number(
    in range: some RangeExpression<Int>, _ expected: @autoclosure () -> String
  ) throws(ProgramError) -> Int {
    guard let number = Self.wholeNumber(argument), range.contains(number) else { throw wrong(expected()) }
    return number
  }

  /// The number in `digits`; `nil` if `digits` is not a whole number, or has a plus sign.
  static func wholeNumber(_ digits: String) -> Int? {
    digits.utf8.first == UInt8(ascii: "+") ? nil : Int(digits)
  }

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

  func word() throws(ProgramError) -> String { try checked(!argument.isEmpty, text("a word")) }

  /// What can be typed into a field.
  func typedWord() throws(ProgramError) -> String {
    let isBlank = argument.allSatisfy(\.isWhitespace)
    let fits = argument.utf8.count <= SecretText.defaultCapacity
    return try checked(!isBlank && !argument.hasControls && fits, text("a word that can be typed"))
  }

  func wordSeparator() throws(ProgramError) -> String {
    try checked(WordRecipe.separates(argument), text("ASCII signs or spaces, one or more"))
  }

  /// A command that no shell reads. What only a shell would understand is found here, before a form is filled in.
  func command() throws(ProgramError) -> String {
    let isForShell = Verifier(argument)?.arguments.contains {
      ["|", "||", "&&", "&", ">"].contains($0) || $0.hasSuffix(";") || $0.hasPrefix("\"") || $0.hasPrefix("'")
    }
    if isForShell == true {
      throw .text("option '{option}' runs no shell: put it into a script", ["option": option.flag])
    }
    return try checked(isForShell != nil, text("a command"))
  }

  /// The masking character; `nil` for none.
  func mask() throws(ProgramError) -> Character? {
    if argument == "none" { return nil }
    guard argument.count == 1, let mask = argument.first, !argument.hasControls, width.canMask(with: mask)
    else { throw wrong(text("none, or one visible character that is one column wide")) }
    return mask
  }

  func count() throws(ProgramError) -> Int { try number(in: 1..., text("a whole number, 1 or more")) }

  func exitStatus() throws(ProgramError) -> ExitStatus {
    ExitStatus(rawValue: Int32(try number(in: 1...255, text("a whole number from 1 to 255"))))
  }

  func descriptor() throws(ProgramError) -> Int32 {
    Int32(try number(in: 0...Int(Int32.max), text("the number of an open descriptor")))
  }

  static let answerDescriptors: ClosedRange<Int> = 3...9

  func answerDescriptor() throws(ProgramError) -> Int32 {
    let (least, most) = (String(Self.answerDescriptors.lowerBound), String(Self.answerDescriptors.upperBound))
    return Int32(
      try number(
        in: Self.answerDescriptors,
        text("a whole number from {least} to {most}", ["least": least, "most": most])))
  }

  func mode() throws(ProgramError) -> UInt32 {
    guard argument.utf8.count <= 4, argument.utf8.first != UInt8(ascii: "+"),
      let mode = UInt32(argument, radix: 8), mode <= 0o777
    else { throw wrong(text("three octal digits, such as 640")) }
    return mode
  }

  /// A user, a group after a colon, or both, by name or number.
  func owner() throws(ProgramError) -> (user: UInt32?, group: UInt32?) {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    let numbers = [
      unsafe getpwnam(parts[0])?.pointee.pw_uid,
      parts.dropFirst().first.flatMap { unsafe getgrnam($0)?.pointee.gr_gid },
    ]
    let ids = try zip(parts, numbers).map { (name, number) throws(ProgramError) -> UInt32? in
      if name.isEmpty, parts.last != "" { return nil }
      // The greatest number is not an ID: for chown(2), it means that nothing changes.
      if let id = number ?? Self.wholeNumber(name).flatMap({ UInt32(exactly: $0) }), id < .max { return id }
      throw unusable(because: text("there is no {name}", ["name": name.quoted]))
    }
    return (ids[0], ids.dropFirst().first ?? nil)
  }

  func setHashCost(in options: inout Options) throws(ProgramError) {
    guard let method = options.hashMethod else { return }
    options.hashCost = try number(
      in: method.costs,
      text(
        "a whole number from {least} to {most} for {method}",
        [
          "least": String(method.costs.lowerBound), "most": String(method.costs.upperBound),
          "method": method.rawValue,
        ]))
  }

  func duration() throws(ProgramError) -> Duration { try duration(from: .zero) }

  /// A time in seconds that is not zero.
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

  /// One day.
  static let longestTime = Duration.seconds(86_400)

  /// Sets the colour of the part that the option is named after.
  func setColor(in options: inout Options) throws(ProgramError) {
    guard let color = Color(argument) else {
      throw wrong(text("a colour such as #5F87FF, or a number from 0 to 255"))
    }
    guard let role = ColorRole(rawValue: String(option.name.dropFirst("color-".count))) else {
      preconditionFailure("an option is named after no part")
    }
    options.presentation.coloring.own[role] = color
  }

  /// A field as `TYPE[:NAME[:PLACEHOLDER]]`. The placeholder may contain colons.
  func field() throws(ProgramError) -> FormField.Configuration {
    let parts = try line().split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      .map(String.init)
    let kind: FormField.Kind = try OptionValue(option: option, argument: parts[0], width: width).choice()
    let name = parts.count > 1 ? parts[1] : kind.defaultName
    if let fault = AnswerFormat.fault(inName: name) { throw unusable(because: fault) }
    let choices = kind == .choice ? try self.choices(parts.dropFirst(2).first ?? "") : nil
    if kind == .yesno, parts.count > 2 {
      throw unusable(because: text("'{option}' says what it starts with", ["option": Option.value.flag]))
    }
    var field = FormField.Configuration(
      kind, name: name, placeholder: parts.count > 2 && choices == nil ? parts[2] : nil, texts: .ofProcess)
    if let choices { field.take(.choice(Choices(choices)), .ofProcess) }
    if parts.count > 1, kind != .newPassword { field.rename(name.prefix(1).uppercased() + name.dropFirst()) }
    return field
  }

  /// Texts with commas between them.
  func choices(_ list: String) throws(ProgramError) -> [String] {
    let choices = list.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    guard Choices(choices).isUsable, !list.contains(":"), !list.hasControls else {
      throw unusable(because: text("choices are texts that differ, with commas between, and without colons"))
    }
    return choices
  }

  /// A text and the name of its field. What is typed without a name may be a password, so it is not repeated.
  func namedText() throws(ProgramError) -> (name: String, text: String) {
    let (name, value) = argument.splitAtEqualsSign
    guard let value else {
      throw .text(
        "option '{option}' takes {expected}",
        ["option": option.flag, "expected": option.placeholder ?? ""])
    }
    return (name, value)
  }

  func setTemplate(in options: inout Options) throws(ProgramError) {
    let fields = options.form.fields
    let values = fields.compactMap { field in
      field.name.map {
        AnswerTemplate.Field(
          name: $0, isSecure: field.isSecure,
          isHashed: field.requirement == .policy && options.hashMethod != nil)
      }
    }
    let template: AnswerTemplate
    do throws(AnswerTemplateError) {
      template = try AnswerTemplate(argument, fields: values)
    } catch {
      throw unusable(because: Self.reason(error, fields.compactMap(\.name)))
    }
    for field in fields {
      let texts =
        [(Option.value, field.text)] + (field.input.choices?.values.map { (Option.field, $0) } ?? [])
      for (source, text) in texts {
        guard let name = field.name, let fault = template.fault(in: text.utf8Span, of: name) else { continue }
        throw .text(
          "option '{option}' gives {name} a text that '{other}' cannot take: {reason}",
          ["option": source.flag, "name": name.quoted, "other": option.flag, "reason": fault.advice])
      }
    }
    options.answer.template = template
  }

  private static func reason(_ error: AnswerTemplateError, _ names: [String]) -> String {
    switch error {
    case .strayBrace(let brace):
      text("a brace of its own is written as '{braces}'", ["braces": "\(brace)\(brace)"])
    case .unknown(let name):
      text("there is no value {name}, only {names}", ["name": name.quoted, "names": names.joinedByAnd])
    case .unknownEscape(let name):
      text(
        "there is no escape {name}, only {names}",
        ["name": name.quoted, "names": ValueEscape.words.joinedByAnd])
    case .quoted(let name, let escape):
      text(
        "'{value}' writes its own quotation marks: leave out those around it",
        ["value": "{\(name):\(escape.rawValue)}"])
    case .behindSecret(let name):
      text(
        "behind the secret '{value}' only a newline or the end may stand, unless an escape protects it, as in '{other}'",
        ["value": "{\(name)}", "other": "{\(name):json}"])
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

  func policy() throws(ProgramError) -> (StandardPolicy?, PolicyFile?) {
    if let file = PolicyFile(named: argument) { return (nil, file) }
    guard let policy = StandardPolicy(rawValue: argument) else {
      throw wrong((StandardPolicy.words + [PolicyFile.systemName, PolicyFile.description]).joinedByOr)
    }
    return (policy, nil)
  }

  /// Whether this option would replace or weaken a part of `policy`.
  func weakens(policy: OptionValue) -> Bool {
    if Option.ofMeter.contains(option) { return true }
    guard option == .minStrength else { return [.minLength, .maxLength, .require].contains(option) }
    guard let least = StandardPolicy(rawValue: policy.argument)?.ownLevel, let level = try? level() else {
      return false
    }
    return level < least
  }

  func choice<Choice: CaseIterable & RawRepresentable<String>>() throws(ProgramError) -> Choice {
    guard let choice = Choice(rawValue: argument) else {
      throw .gone("\(option.flag) \(argument)") ?? wrong(Choice.names)
    }
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
  package static func unusable(_ value: String, of option: Option, because reason: String) -> ProgramError {
    .text(
      "option '{option}' cannot take {value}: {reason}",
      ["option": option.flag, "value": value.quoted, "reason": reason])
  }
}

extension ValueEscape.Fault {
  /// What to change in the text.
  package var advice: String {
    switch self {
    case .separator(" "): text("Leave out spaces.")
    case .separator(let character):
      text("Leave out the character {character}.", ["character": String(character).quoted])
    case .tab: text("Leave out tabs.")
    case .noncharacter: text("It has a character that the file cannot hold.")
    case .backslashAtEnd: text("It cannot end with {character}.", ["character": "\\".quoted])
    case .blankAtStart, .blankAtEnd: text("It cannot begin or end with a space.")
    case .tooLong(let bytes): text("At most {count} bytes.", ["count": String(bytes)])
    }
  }
}

extension Duration {
  /// Reads decimal seconds, such as `0.2`, to the nearest millisecond, in any locale; `nil` for anything else.
  init?(decimalSeconds text: String) {
    let isDecimal = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    // A time of 10^10 seconds or more would be refused anyway, and might not fit.
    guard isDecimal, let seconds = Double(text), seconds < 1e10 else { return nil }
    self = .milliseconds(Int64((seconds * 1000).rounded()))
  }
}

extension CaseIterable where Self: RawRepresentable<String> {
  static var words: [String] { allCases.map(\.rawValue) }

  /// As in "auto, always or never".
  package static var names: String { words.joinedByOr }
}

extension Level {
  package static var names: String { allCases.map(\.name).joinedByOr }
}

extension [String] {
  /// As part of a sentence: "auto, always or never".
  package var joinedByOr: String {
    guard let last, count > 1 else { return joined() }
    // translators: The end of a list of two or more things, as in "auto, always or never".
    return text("{list} or {last}", ["list": dropLast().joinedByCommas, "last": last])
  }

  /// As part of a sentence: "auto, always and never".
  var joinedByAnd: String {
    guard let last, count > 1 else { return joined() }
    // translators: The end of a list of two or more things, as in "auto, always and never".
    return text("{list} and {last}", ["list": dropLast().joinedByCommas, "last": last])
  }
}
