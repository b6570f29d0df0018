internal import CWatchwordStart
internal import WatchwordBase

package typealias Arguments = ArgumentList<Option>

/// A parsed command line.
package struct ArgumentList<Option: OptionRow> {
  package enum Argument: Equatable {
    /// An option, with its argument if it takes one, or with the name that was typed if it has an opposite.
    case option(Option, String)
    case operand(String)
    /// Everything after `--`: the command that the answer is handed to.
    case receiver([String])
    /// A long option, as typed, that does not exist. Nothing follows it.
    case unknown(String)
    /// An unknown letter, a missing argument, or an argument that the option does not take. Nothing follows it.
    case wrong(ProgramError)
    /// An abbreviation, as typed, of more than one option. The next word may be its argument.
    case ambiguous(String)
  }

  /// In the order typed.
  package let found: [Argument]
  private let rows: [Option]

  /// Parses `arguments`; the first is the program's name.
  ///
  /// Options and operands may come in any order; a command with its arguments follows `--`. A long option may be
  /// abbreviated as long as no other begins with the same letters, and short options may share one dash: `--title=Hi`,
  /// `--tit Hi`, `-qV`.
  ///
  /// With `endsAtOperand`, the first operand and all behind it are the receiver. Only options of `rows` are found.
  package init(_ arguments: [String], of rows: [Option] = Option.allCases, endsAtOperand: Bool = false) {
    var rest = arguments.dropFirst()
    var found: [Argument] = []
    while let argument = rest.popFirst() {
      if argument == "--" {
        found.append(.receiver(Array(rest)))
        break
      }
      guard argument.utf8.first == UInt8(ascii: "-"), argument != "-" else {
        if endsAtOperand {
          found.append(.receiver([argument] + rest))
          break
        }
        found.append(.operand(argument))
        continue
      }
      found +=
        argument.hasPrefix("--")
        ? [Self.long(argument, &rest, of: rows)] : Self.letters(argument, &rest, of: rows)
      switch found.last {
      case .wrong, .unknown: rest = []
      default: continue
      }
    }
    (self.found, self.rows) = (found, rows)
  }

  /// The options with their arguments, of a service that takes no operands or ignores them. An option for help takes
  /// effect at once: what follows it is not looked at.
  package func options(ignoresOperands: Bool = false) throws(ProgramError) -> [(
    option: Option, argument: String
  )] {
    var options: [(Option, String)] = []
    for argument in found {
      switch argument {
      case .option(let option, let argument):
        options.append((option, argument))
        if ["help", "version"].contains(option.name) { return options }
      case .wrong(let error): throw error
      case .unknown(let name): throw .unknownOption(name, among: rows.flatMap(\.flags))
      case .ambiguous(let name): throw .ambiguous(name, among: rows.flatMap(\.flags))
      case .operand(let word): if !ignoresOperands { throw .unexpected(word) }
      case .receiver: if !ignoresOperands { throw .unexpected("--") }
      }
    }
    return options
  }

  /// Reads a long option and its argument, which is taken from `rest` if it does not follow an equals sign.
  private static func long(
    _ argument: String, _ rest: inout ArraySlice<String>, of rows: [Option]
  ) -> Argument {
    let (name, value) = argument.splitAtEqualsSign
    let start = String(name.dropFirst(2))
    let exact = Option.named(start, in: rows)
    let longer = exact != nil || start.isEmpty ? [] : rows.flatMap { $0.names(beginningWith: start) }
    guard let (option, full) = exact.map({ ($0, start) }) ?? longer.first else { return .unknown(name) }
    guard longer.count <= 1 else { return .ambiguous(name) }
    if let value, option.placeholder == nil {
      let choices = option.choices
      if choices.contains(value) { return .option(option, value) }
      return .wrong(
        choices.isEmpty
          ? .text("option {option} takes no argument", ["option": "--\(full)".quoted])
          : .text(
            "option '{option}' takes {choices} or nothing",
            ["option": option.flag, "choices": choices.joinedByOr]))
    }
    return option.hasOpposite ? .option(option, full) : read(option, value, &rest)
  }

  /// Reads the letters after one dash. If a letter is an option with an argument, the rest of the word is the argument.
  private static func letters(
    _ argument: String, _ rest: inout ArraySlice<String>, of rows: [Option]
  ) -> [Argument] {
    var found: [Argument] = []
    var letters = argument.unicodeScalars.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = rows.first(where: { $0.letter == letter }) else {
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

  private static func read(_ option: Option, _ value: String?, _ rest: inout ArraySlice<String>) -> Argument {
    guard let placeholder = option.placeholder else { return .option(option, "") }
    guard let value = value ?? rest.popFirst() else {
      return .wrong(.missingArgument(placeholder, of: option.flag))
    }
    return .option(option, value)
  }
}

extension Arguments {
  package var command: Command? {
    for case .operand(let name) in found {
      if let command = Command(rawValue: name) { return command }
    }
    return nil
  }

  /// The arguments of this process, beginning with the program's name. U+FFFD stands for invalid UTF-8.
  ///
  /// - Throws: If the program's name is missing, because then other arguments may be missing too.
  package static func ofProcess() throws(ProgramError) -> [String] {
    var arguments: [String] = []
    while let bytes = unsafe ww_argument(Int32(arguments.count)) {
      arguments.append(unsafe String(cString: bytes))
    }
    guard arguments.first?.isEmpty == false else {
      throw .text("the program was started without its name as the first argument")
    }
    return arguments
  }

  /// Throws if one of this process's `arguments` is not UTF-8.
  package static func checkEncoding(of arguments: [String]) throws(ProgramError) {
    for index in arguments.indices {
      if let bytes = unsafe ww_argument(Int32(index)), unsafe String(validatingCString: bytes) == nil {
        throw .text("argument {argument} is not valid UTF-8", ["argument": String(index)])
      }
    }
  }
}

extension ProgramError {
  static func missingArgument(_ placeholder: String, of option: String) -> ProgramError {
    .text("option '{option}' needs an argument {name}", ["option": option, "name": placeholder])
  }

  package static func unexpected(_ argument: String) -> ProgramError {
    .text("unexpected argument {argument}", ["argument": argument.quoted])
  }

  /// An argument that `command` does not take. If the command asks for a secret, the argument may be one.
  static func unexpected(_ argument: String, by command: Command?) -> ProgramError {
    guard let command, Command.takingSecrets.contains(command) else {
      return command == .confirm
        ? .unexpected(argument).advising(.text("put the question in quotation marks")) : .unexpected(argument)
    }
    let error = ProgramError.text(
      "unexpected argument, which is not repeated here because it may be a password")
    return switch command {
    case .ask: error.advising(.text("a label is written '{option}'", ["option": Option.label.flag]))
    case .hash: error.advising(.text("the password comes from standard input"))
    default: error
    }
  }

  private func advising(_ advice: ProgramError) -> ProgramError {
    .text("{error}: {advice}", ["error": line ?? "", "advice": advice.line ?? ""])
  }
}

extension String {
  /// The text before and after the first equals sign; all of the text and `nil` if there is no equals sign. Searches
  /// code points, because a combining mark after the sign would form one character with it.
  package var splitAtEqualsSign: (before: String, behind: String?) {
    guard let sign = unicodeScalars.firstIndex(of: "=") else { return (self, nil) }
    let behind = unicodeScalars[unicodeScalars.index(after: sign)...]
    return (String(unicodeScalars[..<sign]), String(behind))
  }
}

extension ProgramError {
  /// The options and values that are gone, each with the program that does its work now.
  package static let gone: KeyValuePairs = ["--hash apr1": "htpasswd -i", "--jobs": "taskset"]

  /// The error about `option`, as typed, perhaps abbreviated; `nil` if it never existed.
  static func gone(_ option: String) -> ProgramError? {
    gone.first { $0.key == option || option.count > 3 && $0.key.hasPrefix(option) }.map {
      .text("{option} is gone; {command} does it now", ["option": $0.key.quoted, "command": $0.value.quoted])
    }
  }

  /// An option, as typed up to "=". A password may begin with a dash, so a word is only repeated if it is near one of
  /// `words` or could be the name of an option.
  package static func unknownOption(_ word: String, among words: [String] = []) -> ProgramError {
    let nearest = word.nearest(of: words)
    let isName = word.unicodeScalars.count <= 2 || word.utf8.allSatisfy { $0 == 0x2D || 0x61...0x7A ~= $0 }
    if nearest == nil, !isName, word.utf8.first == UInt8(ascii: "-") {
      return .text("unknown option, which is not repeated here because it may be a password")
    }
    let error = ProgramError.text("unknown option {word}", ["word": word.quoted])
    return word == "-p" || word.hasPrefix("--pass")
      ? error.advising(
        .text(
          "anyone can read the arguments, so pipe a password to '{command}' or '{other}'",
          ["command": Command.check.rawValue, "other": Command.hash.rawValue]))
      : error.suggesting(nearest)
  }

  /// The error, with the word that was probably meant, if any.
  func suggesting(_ word: String?) -> ProgramError {
    guard let word, let line else { return self }
    return .text("{error}; did you mean {suggestion}?", ["error": line, "suggestion": word.quoted])
  }
}
