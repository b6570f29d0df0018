internal import WatchwordForms
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// An option as it was given, with the text behind it.
struct OptionValue {
  /// The option.
  let option: Option
  /// The text; empty where the option takes none.
  let text: String
  /// How wide characters are, for the sign that masks.
  let width: CharacterWidth

  /// A text for the screen.
  func line() throws(ProgramError) -> String {
    guard !text.hasControls else { throw wrong("a text without control characters") }
    return text
  }

  /// A text for the screen in which newlines break lines.
  func paragraph() throws(ProgramError) -> String {
    guard !text.split(separator: "\n").contains(where: { String($0).hasControls }) else {
      throw wrong("a text without control characters other than newlines")
    }
    return text
  }

  /// A word that counts against a password.
  func word() throws(ProgramError) -> String {
    guard !text.isEmpty else { throw wrong("a word") }
    return text
  }

  /// A field as `TYPE[:NAME[:PLACEHOLDER]]`, in which the placeholder may hold further colons.
  func field() throws(ProgramError) -> TextField.Configuration {
    let parts = try line().split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      .map(String.init)
    let kind: TextField.Kind = try OptionValue(option: option, text: parts[0], width: width).choice()
    let name = parts.count > 1 ? parts[1] : kind.defaultName
    if let fault = AnswerFormat.fault(inName: name) { throw unusable(because: fault) }
    var field = TextField.Configuration(kind, name: name, placeholder: parts.count > 2 ? parts[2] : nil)
    if parts.count > 1, kind != .newPassword { field.label = name.prefix(1).uppercased() + name.dropFirst() }
    return field
  }

  /// A text and the name of its field. What is wrong with them is said where the fields are known.
  func namedText() throws(ProgramError) -> (name: String, text: String) {
    let (name, value) = text.splitAtEqualsSign
    guard let value else { throw wrong("NAME=TEXT") }
    return (name, value)
  }

  /// A time of at least `shortest`, in seconds.
  func duration(from shortest: Duration = .zero) throws(ProgramError) -> Duration {
    guard let time = Duration(decimalSeconds: text), (shortest...Self.longestTime).contains(time) else {
      let least = shortest == .zero ? "0" : "0.001"
      throw wrong("a number of seconds from \(least) to \(Self.longestTime.components.seconds)")
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
      try AnswerTemplate(text, fields: fields, hasStrength: hasStrength),
      as: { (error: AnswerTemplateError) in
        switch error {
        case .strayBrace(let brace):
          unusable(because: "a brace of its own is written as '\(brace)\(brace)'")
        case .unknown(AnswerFormat.strengthName) where canHaveStrength:
          unusable(because: "'{\(AnswerFormat.strengthName)}' needs an option '\(Option.withStrength.flag)'")
        case .unknown(let name):
          unusable(
            because: "there is no value \(name.quoted), only \(fields.map(\.name).joined(lastBefore: "and"))")
        case .behindSecret(let name):
          unusable(because: "behind the secret '{\(name)}' only a newline or the end may stand")
        case .noValue:
          unusable(because: "it names no value, such as '{\(fields.last?.name ?? "")}'")
        }
      })
  }

  /// A number of times.
  func count() throws(ProgramError) -> Int {
    guard let count = wholeNumber, count > 0 else { throw wrong("a whole number, 1 or more") }
    return count
  }

  /// A status other than that of success.
  func exitStatus() throws(ProgramError) -> ExitStatus {
    guard let number = wholeNumber, 1...255 ~= number else { throw wrong("a whole number from 1 to 255") }
    return ExitStatus(rawValue: Int32(number))
  }

  /// How much work a hash of `method` is.
  func cost(of method: HashMethod) throws(ProgramError) -> Int {
    guard let number = wholeNumber, method.costs.contains(number) else {
      throw wrong(
        "a whole number from \(method.costs.lowerBound) to \(method.costs.upperBound) for \(method.rawValue)")
    }
    return number
  }

  /// The number of a descriptor.
  func descriptor() throws(ProgramError) -> Int32 {
    guard let number = wholeNumber.flatMap(Int32.init(exactly:)), number >= 0 else {
      throw wrong("the number of an open descriptor")
    }
    return number
  }

  private var wholeNumber: Int? { Self.wholeNumber(text) }

  /// The number in `text`; `nil` where there is none, or a plus sign before it.
  static func wholeNumber(_ text: String) -> Int? { text.utf8.first == UInt8(ascii: "+") ? nil : Int(text) }

  /// What stands between words that are drawn.
  func wordSeparator() throws(ProgramError) -> String {
    guard WordRecipe.separates(text) else { throw wrong("ASCII signs or spaces, one or more") }
    return text
  }

  /// A command line.
  func command() throws(ProgramError) -> String {
    guard Verifier(text) != nil else { throw wrong("a command") }
    return text
  }

  /// What the names of shell variables begin with.
  func shellPrefix() throws(ProgramError) -> String {
    guard AnswerFormat.isShellPrefix(text) else {
      throw wrong("letters, digits and underscores, no digit in front")
    }
    return text
  }

  /// The scale of strength.
  func scale() throws(ProgramError) -> StrengthScale {
    try rethrow(
      try StrengthScale(parsing: text), as: { (failure: StrengthScale.Failure) in unusable(because: failure) }
    )
  }

  /// A level, by its name.
  func level() throws(ProgramError) -> Level {
    guard let level = Level.allCases.first(where: { $0.name == text }) else { throw wrong(Level.names) }
    return level
  }

  /// A policy, by its name.
  func standardPolicy() throws(ProgramError) -> StandardPolicy {
    guard let policy = StandardPolicy(rawValue: text) else {
      let names = StandardPolicy.words + [PolicyFile.systemName, PolicyFile.description]
      throw wrong(names.joined(lastBefore: "or"))
    }
    return policy
  }

  /// One of a few words.
  func choice<Choice: CaseIterable & RawRepresentable<String>>() throws(ProgramError) -> Choice {
    guard let choice = Choice(rawValue: text) else { throw wrong(Choice.names) }
    return choice
  }

  /// The sign for masking.
  func mask() throws(ProgramError) -> Character {
    guard text.count == 1, let mask = text.first, !text.hasControls, width.canMask(with: mask) else {
      throw wrong("one visible character that is one column wide")
    }
    return mask
  }

  func wrong(_ expected: String) -> ProgramError {
    ProgramError("option '\(option.flag)' takes \(expected), not \(text.quoted)")
  }

  func unusable(because reason: some CustomStringConvertible) -> ProgramError {
    ProgramError("option '\(option.flag)' cannot take \(text.quoted): \(reason)")
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
  static var names: String { words.joined(lastBefore: "or") }
}

extension Level {
  /// The names of all levels, as in "weak, medium or strong".
  static var names: String { allCases.map(\.name).joined(lastBefore: "or") }
}

extension [String] {
  /// The texts as a part of a sentence, as in "auto, always or never".
  func joined(lastBefore word: String) -> String {
    guard let last, count > 1 else { return joined() }
    return dropLast().joined(separator: ", ") + " \(word) " + last
  }
}
