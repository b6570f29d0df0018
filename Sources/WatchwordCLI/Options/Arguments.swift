internal import CWatchwordStart
internal import WatchwordMessages

/// A row of a table of options, as far as it says how one is typed.
protocol OptionRow: CaseIterable, Equatable {
  /// The long name, without the dashes.
  var name: String { get }
  /// The short name, without the dash.
  var letter: Unicode.Scalar? { get }
  /// What stands for the argument in a usage text, `nil` where the option takes none.
  var placeholder: String? { get }
  /// The words that the argument is, or begins with; empty where it can be anything. Without a placeholder the
  /// argument may be left out, and stands behind an equals sign.
  var choices: [String] { get }
  /// What the option does, in one line.
  var help: String { get }
}

extension OptionRow {
  /// The option as it is typed, as in `--json`.
  var flag: String { "--\(name)" }

  static func named(_ name: String) -> Self? { allCases.first { $0.name == name } }
}

/// The arguments of the program.
typealias Arguments = ArgumentList<Option>

/// The arguments of a command line, taken apart.
struct ArgumentList<Option: OptionRow> {
  enum Argument: Equatable {
    /// An option, with its argument where it takes one.
    case option(Option, String)
    case operand(String)
    /// All that stands behind `--`: the command that the answer is handed to.
    case receiver([String])
    /// A long option, as it was typed, that there is not. Nothing follows it.
    case unknown(String)
    /// A letter that is no option, an argument that is missing or one too many. Nothing follows it.
    case wrong(ProgramError)
    /// An option, as it was typed, that is the start of several. What stands behind it may be its argument.
    case ambiguous(String, [Option])
  }

  /// What was found, in the order in which it was typed.
  let found: [Argument]

  /// Takes `arguments` apart; the first is the program's name.
  ///
  /// Options and operands may stand in any order; behind `--` stands a command with its arguments. A long option may be
  /// abbreviated while it stays unique, and letters may share one dash: `--title=Hi`, `--tit Hi`, `-qV`.
  init(_ arguments: [String]) {
    var rest = arguments.dropFirst()
    var found: [Argument] = []
    while let argument = rest.popFirst() {
      if argument == "--" {
        found.append(.receiver(Array(rest)))
        break
      }
      guard argument.utf8.first == UInt8(ascii: "-"), argument != "-" else {
        found.append(.operand(argument))
        continue
      }
      found += argument.hasPrefix("--") ? [Self.long(argument, &rest)] : Self.letters(argument, &rest)
      switch found.last {
      case .wrong, .unknown: rest = []
      default: continue
      }
    }
    self.found = found
  }

  /// Reads a long option, and its argument from `rest` where it has none behind an equals sign.
  private static func long(_ argument: String, _ rest: inout ArraySlice<String>) -> Argument {
    let (name, value) = argument.splitAtEqualsSign
    let start = String(name.dropFirst(2))
    let candidates =
      Option.named(start).map { [$0] }
      ?? (start.isEmpty ? [] : Option.allCases.filter { $0.name.hasPrefix(start) })
    guard let option = candidates.first else { return .unknown(name) }
    guard candidates.count == 1 else { return .ambiguous(name, candidates) }
    if let value, option.placeholder == nil {
      let choices = option.choices
      if choices.contains(value) { return .option(option, value) }
      return .wrong(
        choices.isEmpty
          ? .text(
            "option '{option}' takes no argument: {argument}",
            ["option": option.flag, "argument": argument.quoted])
          : .text(
            "option '{option}' takes {choices} or nothing: {argument}",
            ["option": option.flag, "choices": choices.joinedByOr, "argument": argument.quoted]))
    }
    return read(option, value, &rest)
  }

  /// Reads the letters behind one dash. What stands behind the letter of an option with an argument is that argument.
  private static func letters(_ argument: String, _ rest: inout ArraySlice<String>) -> [Argument] {
    var found: [Argument] = []
    var letters = argument.unicodeScalars.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = Option.allCases.first(where: { $0.letter == letter }) else {
        return found + [.wrong(.unknownOption("-\(letter)"))]
      }
      guard option.placeholder != nil else {
        found.append(.option(option, ""))
        continue
      }
      return found + [read(option, letters.isEmpty ? nil : String(letters), &rest)]
    }
    return found
  }

  /// Gives `option` its argument: `value`, or else the next of `rest`.
  private static func read(_ option: Option, _ value: String?, _ rest: inout ArraySlice<String>) -> Argument {
    guard let placeholder = option.placeholder else { return .option(option, "") }
    guard let value = value ?? rest.popFirst() else {
      return .wrong(.missingArgument(placeholder, of: option.flag))
    }
    return .option(option, value)
  }
}

extension Arguments {
  /// The first command among them, as far as they could be taken apart.
  var command: Command? {
    for case .operand(let name) in found {
      if let command = Command(rawValue: name) { return command }
    }
    return nil
  }

  /// The arguments of this process, the first of which is the program's name; with U+FFFD for what is not UTF-8.
  ///
  /// - Throws: That there is no name, and so perhaps not what was asked for either.
  static func ofProcess() throws(ProgramError) -> [String] {
    var arguments: [String] = []
    while let bytes = unsafe ww_argument(Int32(arguments.count)) {
      arguments.append(unsafe String(cString: bytes))
    }
    guard arguments.first?.isEmpty == false else {
      throw .text("the program was started without its name as the first argument")
    }
    return arguments
  }

  /// Throws where one of `arguments`, those of this process, is not UTF-8.
  static func checkEncoding(of arguments: [String]) throws(ProgramError) {
    for (index, argument) in arguments.enumerated() {
      if let bytes = unsafe ww_argument(Int32(index)), unsafe String(validatingCString: bytes) == nil {
        throw .text("argument {argument} is not valid UTF-8", ["argument": argument.quoted])
      }
    }
  }
}

extension ProgramError {
  /// `option`, as it is typed, needs an argument, for which `placeholder` stands in a usage text.
  static func missingArgument(_ placeholder: String, of option: String) -> ProgramError {
    .text("option '{option}' needs an argument {name}", ["option": option, "name": placeholder])
  }

  /// An argument that has no place there.
  static func unexpected(_ argument: String) -> ProgramError {
    .text("unexpected argument {argument}", ["argument": argument.quoted])
  }
}

extension String {
  /// What stands before the first equals sign and behind it; all of the text and `nil` where there is none. The sign is
  /// looked for by code points, since a combining mark behind it would make one character of the two.
  var splitAtEqualsSign: (before: String, behind: String?) {
    guard let sign = unicodeScalars.firstIndex(of: "=") else { return (self, nil) }
    let behind = unicodeScalars[unicodeScalars.index(after: sign)...]
    return (String(unicodeScalars[..<sign]), String(behind))
  }
}

extension ProgramError {
  /// There is no option `word`, as it was typed.
  static func unknownOption(_ word: String, among words: [String] = []) -> ProgramError {
    .text("unknown option {word}", ["word": word.quoted]).suggesting(word.nearest(of: words))
  }

  /// The error with the word that was probably meant, where there is one.
  func suggesting(_ word: String?) -> ProgramError {
    guard let word, let line else { return self }
    return .text("{error}; did you mean {suggestion}?", ["error": line, "suggestion": word.quoted])
  }
}

extension String {
  /// The first of `words` to which the fewest mistakes lead; `nil` where each is more than a third of this text away.
  func nearest(of words: [String]) -> String? {
    let letters = Array(unicodeScalars)
    // Of the dashes in front nobody mistypes one.
    let limit = max(1, letters.drop { $0 == "-" }.count / 3)
    var nearest: (word: String, distance: Int)?
    for word in words where abs(word.unicodeScalars.count - letters.count) <= limit {
      let distance = Self.distance(letters, Array(word.unicodeScalars))
      if distance <= limit, distance < nearest?.distance ?? .max { nearest = (word, distance) }
    }
    return nearest?.word
  }

  /// How many letters have to be added, left out, replaced or exchanged with their neighbour to make one text of the
  /// other, where no part is changed twice (optimal string alignment).
  private static func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
    var (beforeLast, last) = ([Int](), Array(0...other.count))
    for row in one.indices {
      var current = [row + 1]
      for column in other.indices {
        let isSame = one[row] == other[column]
        var least = Swift.min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
          least = Swift.min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      (beforeLast, last) = (last, current)
    }
    return last[other.count]
  }
}

extension String {
  /// The text between quotation marks and fit for a terminal.
  var quoted: String { "'\(escaped)'" }

  /// The text, fit for a terminal: what could steer one, or break the line, is written as an escape.
  var escaped: String {
    let scalars = unicodeScalars.map { scalar in
      scalar.steers ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }
    return scalars.joined()
  }

  /// Whether the text holds a scalar that must not reach a terminal.
  var hasControls: Bool { unicodeScalars.contains(where: \.steers) }
}

extension Unicode.Scalar {
  /// Whether the scalar steers rather than shows: controls, line ends, and formats such as those that turn the
  /// direction of writing. The two joiners are parts of words and emoji.
  fileprivate var steers: Bool {
    isControlOrSeparator
      || properties.generalCategory == .format && value != 0x200C && value != 0x200D
  }
}
