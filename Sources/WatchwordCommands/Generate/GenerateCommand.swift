internal import CWatchwordSystem
internal import Glibc
internal import Watchword
internal import WatchwordBase
package import WatchwordOptions
internal import WatchwordSecrets
internal import WatchwordStrength
package import WatchwordSystem

package struct GenerateCommand {
  private let options: Options
  private let policy: Policy

  package init(_ options: Options) { (self.options, policy) = (options, options.policy) }

  private var drawing: Drawing { options.drawing }
  private var scale: StrengthScale { options.scale ?? .guesses }

  private func start(of level: Level) -> Double { Double(scale.start(of: level)) }

  /// Generates passwords that pass the policy, and writes each on a line. Returns the status of the command that gets
  /// them, or success if there is none.
  package func run(_ descriptors: StandardDescriptors) throws(ProgramError) -> ExitStatus {
    let destination = try Destination(options, descriptors)
    let rules = DrawingRules(policy)
    guard let count = drawing.wordCount else {
      let (least, strong) = (start(of: policy.minimumLevel), start(of: .strongest))
      let recipe = CharacterRecipe.easy(rules, isUnambiguous: drawing.isUnambiguous) { recipe in
        drawing.length.map { recipe.has(least, with: $0) } ?? (recipe.leastCount(with: strong) != nil)
      }
      let length = if let asked = drawing.length { asked } else { try strongLength(recipe) }
      let bits = try bits(of: length, recipe, askedBy: .length)
      let isWeak = drawing.length == nil && bits < strong
      let (told, status) = try write(length, recipe, bits, isTold: isWeak, to: destination)
      if isWeak {
        tell(
          text(
            "the rule leaves no strong password: {count} characters, {bits} bits",
            ["count": String(length), "bits": told]))
      }
      return status
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
    let (told, status) = try write(count, recipe, bits, isTold: true, to: destination)
    tell(
      plural(
        "{count} words of 3 to 9 letters in {file}: {bits} bits",
        "{count} words of 3 to 9 letters in {file}: {bits} bits", recipe.wordCount,
        ["file": path.quoted, "bits": told]))
    if own?.isForeign == true { tell(ProgramFolder.remark(onForeignWordsFor: .ofProcess)) }
    return status
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

  /// The least length that makes a password strong; if none does, and any level is accepted, the greatest length.
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

  /// The bits of passwords with `count` parts.
  ///
  /// - Throws: Why there are no such passwords, or that they have too few bits for the minimum level. The error names a
  ///   count that would do.
  private func bits(
    of count: Int, _ recipe: some PasswordRecipe, askedBy option: Option
  ) throws(ProgramError) -> Double {
    let least = start(of: policy.minimumLevel)
    let bits = recipe.bits(of: count)
    if let bits, bits >= least { return bits }
    let nearest = recipe.nearestCount(to: count, with: least)
    let reason =
      bits.map {
        text(
          "that is {bits} bits, and {level} begins at {least}",
          [
            "bits": $0.inFourDigits, "level": policy.minimumLevel.name,
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

  /// The length rule that leaves no password of `count` parts; `nil` if the reason is another. `most` is the largest
  /// possible count, and `nearest` a count that would do.
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

  /// Generates the passwords in secret memory and writes each on a line. `bits` are those of all passwords that meet
  /// the rules. `isTold` says whether bits are reported beside the passwords. Returns the status of the command
  /// that gets the passwords, and the bits to report, which count only the passwords that the policy accepts.
  private func write(
    _ count: Int, _ recipe: some PasswordRecipe, _ bits: Double, isTold: Bool, to destination: Destination
  ) throws(ProgramError) -> (told: String, status: ExitStatus) {
    let judge = try options.readLists()
    var hasher = try options.makeHasher()
    if options.isValidating { return ("", .accepted) }
    try ProgramProtection.begin(options.locking)
    let output: StandardOutput? = if case .standardOutput(let output) = destination { output } else { nil }
    // Each character of a password takes at most two bytes of a line, and a hash has fewer than 400. A file and a command
    // get all lines at once.
    let capacity = (2 * DrawingRules.longest + 528) * (output == nil ? min(drawing.count, 1 << 40) : 1)
    // Secret memory may be more than the machine has, and is then missing only when it is written.
    guard ww_has_memory(capacity) else { throw ProgramError.memory(.notMapped(errno: ENOMEM)) }
    var lines = try rethrow(
      try SecretBuffer(capacity: capacity, locking: options.locking), as: ProgramError.memory)
    var (bits, isAbout) = (bits, false)
    // What is made here is wiped before a command gets the lines.
    do {
      let assessor = try rethrow(
        try Assessor(policy, judge, locking: options.locking), as: ProgramError.memory)
      let capacities = [SystemRandom.capacity, DrawingRules.longest]
      let memory = try rethrow(
        try SecretMemory(for: capacities, locking: options.locking), as: ProgramError.memory)
      var random = try rethrow(try SystemRandom(in: memory), as: ProgramError.memory)
      var password = try rethrow(
        try SecretBuffer(capacity: capacities[1], in: memory), as: ProgramError.memory)
      if isTold && !options.isQuiet || options.format == .json, canRefuse {
        defer { StackScratch.scrub() }
        let accepted = try rethrow(
          try recipe.acceptedBits(of: count, from: &random, into: &password) { text in
            let report = assessor.report(on: text)
            return report.leak == .unreadable ? nil : report.isAccepted
          }, as: Self.withoutRandomBytes)
        if let accepted { (bits, isAbout) = (accepted.bits, !accepted.areExact) }
      }
      let level = scale.level(ofBits: bits).name
      let end = #","bits":\#(bits.inFourDigits),\#(isAbout ? #""about":true,"# : "")"level":"\#(level)"}"#
      for number in 1...drawing.count {
        try draw(count, recipe, assessor, from: &random, into: &password)
        let end = options.format == .json ? end : nil
        if let hash = try rethrow(
          try hasher?.hash(password), as: { (error: AnswerError) in ProgramError.unhashed(error) })
        {
          Self.append(password, hash.bytes, jsonEnd: end, to: &lines)
        } else {
          Self.append(password, nil, jsonEnd: end, to: &lines)
        }
        if number == drawing.count, !options.answer.hasNewline {
          lines.removeSubrange(lines.count - 1..<lines.count)
        }
        if let output {
          try output.write(lines.bytes)
          lines.removeAll()
        }
      }
    }
    let status = try destination.deliver(&lines, isQuiet: options.isQuiet)
    // translators: It stands for {bits}, which were not counted, in other texts.
    return (isAbout ? text("about {bits}", ["bits": bits.inFourDigits]) : bits.inFourDigits, status)
  }

  /// Whether a password that meets the rules for generating can still be refused.
  private var canRefuse: Bool { !policy.criteria.allSatisfy(\.row.canBeDrawn) }

  private static func withoutRandomBytes(_ error: SystemError) -> ProgramError {
    .text("cannot draw random bytes: {reason}", ["reason": "\(error)"], status: .unwritten)
  }

  /// Generates until a password passes the policy.
  private func draw(
    _ count: Int, _ recipe: some PasswordRecipe, _ assessor: Assessor, from random: inout SystemRandom,
    into password: inout SecretBuffer
  ) throws(ProgramError) {
    defer { StackScratch.scrub() }
    let format = CheckReportFormat(policy: policy)
    var reason = ""
    var isListUnreadable = false
    let isDrawn: Bool
    do throws(SystemError) {
      isDrawn = try recipe.draw(count, from: &random, into: &password, atMost: Self.mostDraws) { text in
        let report = assessor.report(on: text)
        if !report.isAccepted { reason = format.error(report) ?? "" }
        // Another password would tell no more about the list, and reading it may take as long again.
        isListUnreadable = report.leak == .unreadable
        return report.isAccepted || isListUnreadable
      }
    } catch {
      throw Self.withoutRandomBytes(error)
    }
    if isListUnreadable { throw .text("no password can be drawn: {reason}", ["reason": reason]) }
    if isDrawn { return }
    throw .text(
      "none of {count} passwords that were drawn meets the rule: {reason}",
      ["count": String(Self.mostDraws), "reason": reason])
  }

  /// How many passwords in a row may fail by lists or level before the rule counts as impossible.
  private static let mostDraws = 1000

  /// Appends the line of `password`: the password itself, with its hash, if there is one, behind a tab, or a JSON object
  /// that ends with `jsonEnd`.
  private static func append(
    _ password: borrowing SecretBuffer, _ hash: Span<UInt8>?, jsonEnd: String?, to lines: inout SecretBuffer
  ) {
    do throws(SecretError) {
      if let jsonEnd, let text = try? UTF8Span(validating: password.bytes) {
        try lines.append(#"{"password":"#.utf8Span.span)
        try JSONText.append(text, to: &lines)
        if let hash {
          try lines.append(#","hash":""#.utf8Span.span)
          try lines.append(hash)
          try lines.append("\"".utf8Span.span)
        }
        try lines.append(jsonEnd.utf8Span.span)
      } else {
        try lines.append(password.bytes)
        if let hash {
          try lines.append("\t".utf8Span.span)
          try lines.append(hash)
        }
      }
      try lines.append("\n".utf8Span.span)
    } catch {
      preconditionFailure("there is room for every line")
    }
  }
}
