internal import Watchword
internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

struct GenerateCommand {
  private let options: Options
  private let policy: Policy

  init(_ options: Options) { (self.options, policy) = (options, options.policy) }

  private var drawing: Drawing { options.drawing }
  private var scale: StrengthScale { options.scale ?? .guesses }

  /// Draws passwords that pass the policy, and writes each on a line.
  func run(_ descriptors: StandardDescriptors) throws(ProgramError) -> ExitStatus {
    let output = try StandardOutput(
      descriptors, isList: drawing.count > 1, isWritten: !options.isValidating)
    let rules = DrawingRules(policy)
    guard let count = drawing.wordCount else {
      let recipe = CharacterRecipe(
        rules, alphabet: drawing.isUnambiguous ? CharacterRecipe.unambiguous(rules) : nil)
      let length = if let asked = drawing.length { asked } else { try strongLength(recipe) }
      let bits = try bits(of: length, recipe, askedBy: .length)
      try write(length, recipe, bits, to: output)
      if drawing.length == nil, bits < Double(scale.start(of: .strongest)) {
        tell(
          text(
            "the rule leaves no strong password: {count} characters, {bits} bits",
            ["count": String(length), "bits": CheckReportFormat.number(bits)]))
      }
      return .accepted
    }
    let own = options.form.wordList == nil ? ProgramFolder.plainWords(for: .ofProcess) : nil
    guard let path = options.form.wordList ?? own?.path else {
      throw .text(
        "there is no list of words beside the program: name one with {option}",
        ["option": Option.wordList.flag])
    }
    let recipe = WordRecipe(
      try readWords(path), separator: try separator(count, rules), meeting: rules)
    let bits = try bits(of: count, recipe, askedBy: .words)
    try write(count, recipe, bits, to: output)
    tell(
      plural(
        "{count} words of 3 to 9 letters in {file}: {bits} bits",
        "{count} words of 3 to 9 letters in {file}: {bits} bits", recipe.wordCount,
        ["file": path.quoted, "bits": CheckReportFormat.number(bits)]))
    if own?.isForeign == true { tell(ProgramFolder.remark(onForeignWordsFor: .ofProcess)) }
    return .accepted
  }

  private func readWords(_ path: String) throws(ProgramError) -> PlainWords {
    let words = try rethrow(
      try PlainWords(path: path), as: { ProgramError.unreadable(list: path, $0) })
    if words.count > 0 { return words }
    throw .text("the list {file} has no words of 3 to 9 letters from a to z", ["file": path.quoted])
  }

  private func separator(_ count: Int, _ rules: DrawingRules) throws(ProgramError) -> String {
    let separator = drawing.separator ?? WordRecipe.standardSeparator
    if separator.contains(" "), !rules.allowsWhiteSpace {
      throw .unusable(separator, of: .separator, because: text("the rule allows no spaces"))
    }
    if count > 1, !rules.allow(separator.utf8) {
      throw .text("the rule does not allow {text}, which stands between words", ["text": separator.quoted])
    }
    return separator
  }

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
      throw .text(
        "no password that can be drawn has {bits} bits: '{option}' asks for fewer",
        ["bits": String(strong), "option": Option.length.flag])
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
    throw .text(
      "option '{option}' cannot take '{value}': {reason}; {advice}",
      ["option": option.flag, "value": String(count), "reason": reason, "advice": advice])
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

  /// Draws the passwords and writes each on a line, all of it in memory for secrets.
  private func write(
    _ count: Int, _ recipe: some PasswordRecipe, _ bits: Double, to output: StandardOutput
  ) throws(ProgramError) {
    let judge = try options.readLists()
    if options.isValidating { return }
    try Protection.begin(options.locking)
    let checker = try rethrow(
      try Checker(policy, judge, locking: options.locking), as: ProgramError.memory)
    // Each character of a password takes two bytes of a line at most.
    let capacities = [SystemRandom.capacity, DrawingRules.longest, 2 * DrawingRules.longest + 128]
    let memory = try rethrow(
      try SecretMemory(for: capacities, locking: options.locking), as: ProgramError.memory)
    var random = try rethrow(try SystemRandom(in: memory), as: ProgramError.memory)
    var password = try rethrow(
      try SecretBuffer(capacity: capacities[1], in: memory), as: ProgramError.memory)
    var line = try rethrow(try SecretBuffer(capacity: capacities[2], in: memory), as: ProgramError.memory)
    let level = scale.level(ofBits: bits).name
    let end = #","bits":\#(CheckReportFormat.number(bits)),"level":"\#(level)"}"#
    for _ in 0..<drawing.count {
      try draw(count, recipe, checker, from: &random, into: &password)
      Self.fill(&line, with: password, jsonEnd: options.format == .json ? end : nil)
      try output.write(line.bytes)
    }
    try output.close()
  }

  /// Draws a password that passes the policy. Those that do not are drawn again.
  private func draw(
    _ count: Int, _ recipe: some PasswordRecipe, _ checker: Checker, from random: inout SystemRandom,
    into password: inout SecretBuffer
  ) throws(ProgramError) {
    defer { StackScratch.scrub() }
    let format = CheckReportFormat(policy: policy)
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
      throw .text("cannot draw random bytes: {reason}", ["reason": "\(error)"], status: .unwritten)
    }
    if isListUnreadable { throw .text("no password can be drawn: {reason}", ["reason": reason]) }
    if isDrawn { return }
    throw .text(
      "none of {count} passwords that were drawn meets the rule: {reason}",
      ["count": String(Self.mostDraws), "reason": reason])
  }

  /// How many passwords in a row may fail by lists or level before the rule is thought to leave none.
  private static let mostDraws = 1000

  /// Makes the line of `password`: itself, or an object that ends with `jsonEnd`.
  private static func fill(
    _ line: inout SecretBuffer, with password: borrowing SecretBuffer, jsonEnd: String?
  ) {
    line.removeAll()
    do throws(SecretError) {
      if let jsonEnd, let text = try? UTF8Span(validating: password.bytes) {
        try line.append(#"{"password":"#.utf8Span.span)
        try JSONText.append(text, to: &line)
        try line.append(jsonEnd.utf8Span.span)
      } else {
        try line.append(password.bytes)
      }
      try line.append("\n".utf8Span.span)
    } catch {
      preconditionFailure("there is room for every line")
    }
  }
}

/// What `generate` draws.
struct Drawing: Equatable, Sendable {
  /// The number of characters of a password; `nil` for as many as are strong, or for words.
  var length: Int?
  /// The number of words of a password; `nil` for characters.
  var wordCount: Int?
  /// Whether the characters are those alone that nobody misreads.
  var isUnambiguous = false
  /// What stands between words; `nil` for the usual sign.
  var separator: String?
  var count = 1
}
