internal import Watchword
internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// The command that draws passwords.
struct GenerateCommand {
  /// What the command line asks for.
  let options: Options
  /// What stood at the standard descriptors when the program began.
  let descriptors: StandardDescriptors
  private let policy: Policy

  /// Makes the command.
  init(_ options: Options, _ descriptors: StandardDescriptors) {
    (self.options, self.descriptors, policy) = (options, descriptors, options.policy)
  }

  private var drawing: Drawing { options.drawing }
  private var scale: StrengthScale { options.scale ?? .guesses }

  /// Draws passwords that pass the policy, and writes each on a line.
  func run() throws(ProgramError) -> ExitStatus {
    if !options.isValidating { try StandardOutput.check(descriptors) }
    let rules = DrawingRules(policy)
    guard let count = drawing.wordCount else {
      let recipe = CharacterRecipe(rules)
      let length = if let asked = drawing.length { asked } else { try strongLength(recipe) }
      let bits = try bits(of: length, recipe, askedBy: .length)
      try write(length, recipe, bits)
      if drawing.length == nil, bits < Double(scale.start(of: .strongest)) {
        tell(
          text(
            "the rule leaves no strong password: {count} characters, {bits} bits",
            ["count": String(length), "bits": CheckReportFormat.number(bits)]))
      }
      return .accepted
    }
    let path = options.form.wordList ?? WordFile.systemPath
    let words = try rethrow(
      try PlainWords(path: path),
      as: { (failure: FileError) in
        options.form.wordList == nil && failure.isAbsence
          ? ProgramError.noWordList : .unreadable(list: path, failure)
      })
    guard words.count > 0 else {
      throw ProgramError(
        text("the list {file} has no words of 4 to 8 letters from a to z", ["file": path.quoted]))
    }
    let separator = drawing.separator ?? WordRecipe.standardSeparator
    if separator.contains(" "), !rules.allowsWhiteSpace {
      throw ProgramError(
        text(
          "option '{option}' cannot take {value}: {reason}",
          [
            "option": Option.separator.flag, "value": separator.quoted,
            "reason": text("the rule allows no spaces"),
          ]))
    }
    if count > 1, !rules.allow(separator.utf8) {
      throw ProgramError(
        text("the rule does not allow {text}, which stands between words", ["text": separator.quoted]))
    }
    let recipe = WordRecipe(words, separator: separator, meeting: rules)
    let bits = try bits(of: count, recipe, askedBy: .words)
    try write(count, recipe, bits)
    tell(
      plural(
        "{count} words of 4 to 8 letters in {file}: {bits} bits",
        "{count} words of 4 to 8 letters in {file}: {bits} bits", recipe.wordCount,
        ["file": path.quoted, "bits": CheckReportFormat.number(bits)]))
    return .accepted
  }

  /// Says something about what was drawn.
  private func tell(_ line: String) {
    if !options.isQuiet, !options.isValidating { StandardError.write(line) }
  }

  /// The least number of characters that is strong, and enough for the least level. Where any level passes and none is
  /// strong, the greatest number.
  private func strongLength(_ recipe: CharacterRecipe) throws(ProgramError) -> Int {
    let strong = scale.start(of: .strongest)
    let takesAny = policy.minimumLevel == .weakest
    guard
      let length = recipe.leastCount(with: Double(strong)) ?? (takesAny ? recipe.strongestCount : nil)
    else {
      throw ProgramError(
        text(
          "no password that can be drawn has {bits} bits: '{option}' asks for fewer",
          ["bits": String(strong), "option": Option.length.flag]))
    }
    return length
  }

  /// The bits of passwords of `count` parts.
  ///
  /// - Throws: Why there are none, or too few for the least level, with the number that would do.
  private func bits(
    of count: Int, _ recipe: some PasswordRecipe, askedBy option: Option
  ) throws(ProgramError) -> Double {
    let least = Double(scale.start(of: policy.minimumLevel))
    let bits = recipe.bits(of: count)
    if let bits, bits >= least { return bits }
    let nearest = recipe.nearestCount(to: count, with: least)
    let reason =
      bits.map {
        text(
          "that is {bits} bits, and {level} begins at {least}",
          [
            "bits": CheckReportFormat.number($0), "level": policy.minimumLevel.name,
            "least": String(Int(least)),
          ])
      } ?? obstacle(to: count, most: recipe.most, nearest: nearest, askedBy: option)
      ?? text("no such password can be drawn")
    let advice =
      nearest.map { text("{number} would do", ["number": String($0)]) } ?? text("no number would do")
    throw ProgramError(
      text(
        "option '{option}' cannot take '{value}': {reason}; {advice}",
        ["option": option.flag, "value": String(count), "reason": reason, "advice": advice]))
  }

  /// The rule for the length that leaves no password of `count` parts, where it is known to be that: there are at most
  /// `most` parts, and `nearest` would do.
  private func obstacle(to count: Int, most: Int, nearest: Int?, askedBy option: Option) -> String? {
    let (counts, own) = (DrawingRules(policy).counts, options.ownRules)
    let named = text(
      // translators: It stands for {rule} in the next texts, as an option or the name of the program may.
      "policy {name}",
      ["name": options.policyFile?.path.quoted ?? (options.standardPolicy ?? .classic).rawValue])
    if count > most || option == .words && nearest ?? .max < count {
      let isOurs = counts.upperBound == DrawingRules.longest
      let rule = isOurs ? "watchword" : own.maximumLength == nil ? named : Option.maxLength.flag.quoted
      let values: KeyValuePairs = ["rule": rule, "most": String(counts.upperBound)]
      return option == .words
        ? plural(
          "{count} word does not fit into {most} characters, the most that {rule} allows",
          "{count} words do not fit into {most} characters, the most that {rule} allows", count, values)
        : text("{rule} allows at most {most} characters", values)
    }
    guard option == .length, count < counts.lowerBound else { return nil }
    let rule = own.minimumLength == nil ? named : Option.minLength.flag.quoted
    return text(
      "{rule} asks for at least {least} characters", ["rule": rule, "least": String(counts.lowerBound)])
  }

  /// Draws the passwords and writes them.
  private func write(
    _ count: Int, _ recipe: some PasswordRecipe, _ bits: Double
  ) throws(ProgramError) {
    var judge = try options.makeJudgeConfiguration()
    try options.finishLists(of: &judge)
    if options.isValidating { return }
    try Protection.begin(options.locking)
    var printer = try rethrow(
      try Printer(options, policy, judge, bits: bits, level: scale.level(ofBits: bits)),
      as: ProgramError.memory)
    var failure: ProgramError?
    try StandardOutput.deliver(descriptors, isList: drawing.count > 1) { (output) throws(SystemError) in
      for _ in 0..<drawing.count {
        do throws(ProgramError) {
          try printer.draw(count, recipe)
        } catch {
          failure = error
          return
        }
        try printer.write(to: output)
      }
    }
    if let failure { throw failure }
  }
}

extension GenerateCommand {
  /// One line after the other, each with a password that passes the policy, all of it in memory for secrets.
  private struct Printer: ~Copyable {
    private let checker: Checker
    private let format: CheckReportFormat
    private let isJSON: Bool
    private let tail: String
    private var random: SystemRandom
    private var password: SecretBuffer
    private var line: SecretBuffer

    init(
      _ options: Options, _ policy: Policy, _ judge: JudgeConfiguration, bits: Double, level: Level
    ) throws(SecretError) {
      let longest = DrawingRules.longest
      let capacities = [SystemRandom.capacity, longest, 2 * longest + Self.frame]
      let memory = try SecretMemory(for: capacities, locking: options.locking)
      let checker = try Checker(policy, judge, locking: options.locking)
      let random = try SystemRandom(in: memory)
      let password = try SecretBuffer(capacity: capacities[1], in: memory)
      let line = try SecretBuffer(capacity: capacities[2], in: memory)
      (self.checker, format) = (checker, CheckReportFormat(policy: policy))
      isJSON = options.format == .json
      tail = #","bits":\#(CheckReportFormat.number(bits)),"level":"\#(level.name)"}"#
      self.random = random
      self.password = password
      self.line = line
    }

    /// The bytes of a line beside the password, each of whose characters takes two at most.
    private static let frame = 128
    /// How many passwords in a row may fail by lists or level before the rule is thought to leave none.
    private static let mostDraws = 1000

    /// Draws a password that passes the policy. Those that do not are drawn again.
    mutating func draw(_ count: Int, _ recipe: some PasswordRecipe) throws(ProgramError) {
      defer { StackScratch.scrub() }
      let (checker, format) = (checker, format)
      var reason = ""
      var isListUnreadable = false
      let isDrawn: Bool
      do throws(SystemError) {
        isDrawn = try recipe.draw(count, from: &random, into: &password, atMost: Self.mostDraws) { text in
          let report = checker.report(on: text)
          if !report.isAccepted { reason = format.error(report) ?? "" }
          // Another draw would say no more, and may take as long.
          isListUnreadable = report.leak == .unreadable
          return report.isAccepted || isListUnreadable
        }
      } catch {
        throw ProgramError(text("cannot draw random bytes: {reason}", ["reason": "\(error)"]), .unwritten)
      }
      if isListUnreadable {
        throw ProgramError(text("no password can be drawn: {reason}", ["reason": reason]))
      }
      guard !isDrawn else { return }
      throw ProgramError(
        text(
          "none of {count} passwords that were drawn meets the rule: {reason}",
          ["count": String(Self.mostDraws), "reason": reason]))
    }

    /// Writes the line with the password.
    mutating func write(to output: Output) throws(SystemError) {
      do throws(SecretError) {
        if isJSON {
          try line.append(#"{"password":"#.utf8Span.span)
          try Self.append(password, asJSONTo: &line)
          try line.append(tail.utf8Span.span)
        } else {
          try Self.append(password, to: &line)
        }
        try line.append("\n".utf8Span.span)
      } catch {
        preconditionFailure("there is room for every line")
      }
      try output.write(line.bytes)
      line.removeAll()
    }

    private static func append(
      _ password: borrowing SecretBuffer, to line: inout SecretBuffer
    ) throws(SecretError) {
      try line.append(password.bytes)
    }

    private static func append(
      _ password: borrowing SecretBuffer, asJSONTo line: inout SecretBuffer
    ) throws(SecretError) {
      guard let text = try? UTF8Span(validating: password.bytes) else { return }
      try JSONText.append(text, to: &line)
    }
  }
}

/// What `generate` draws.
struct Drawing: Equatable, Sendable {
  /// The number of characters of a password; `nil` for as many as are strong, or for words.
  var length: Int?
  /// The number of words of a password; `nil` for characters.
  var wordCount: Int?
  /// What stands between words; `nil` for the usual sign.
  var separator: String?
  /// The number of passwords.
  var count = 1
}

extension ProgramError {
  /// The system has no list of words, and none was named.
  fileprivate static var noWordList: ProgramError {
    ProgramError(
      text(
        "there is no word list {file}: apt install wamerican, or name one with {option}",
        ["file": WordFile.systemPath.quoted, "option": Option.wordList.flag]))
  }
}
