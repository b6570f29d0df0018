internal import CSystem

/// The arguments of the command line, taken apart by getopt_long(3).
struct Arguments {
  /// One of them.
  enum Argument: Equatable {
    /// An option, with its argument where it takes one.
    case option(Option, String)
    /// An argument that is no option.
    case operand(String)
    /// An option that is unknown, an argument that is missing or one too many. Nothing follows it.
    case wrong(UsageError)
    /// An option, as it was typed, that is the start of several. Nothing follows it.
    case ambiguous(String, [Option])
  }

  /// What was found, in the order in which it was typed.
  let found: [Argument]

  /// The arguments of this process, the first of which is the program's name.
  static func ofProcess() throws(UsageError) -> [String] {
    var arguments: [String] = []
    for index in 0..<Int(CommandLine.argc) {
      guard let bytes = unsafe CommandLine.unsafeArgv[index] else { break }
      guard let argument = unsafe String(validatingCString: bytes) else {
        throw UsageError("argument \(unsafe String(cString: bytes).quoted) is not valid UTF-8")
      }
      arguments.append(argument)
    }
    return arguments
  }

  /// Takes `arguments` apart; the first is the program's name.
  init(_ arguments: [String]) {
    // Where nothing looks like an option there is no need to know the options, which costs time at every start.
    guard arguments.dropFirst().contains(where: { $0.utf8.first == UInt8(ascii: "-") }) else {
      found = arguments.dropFirst().map { .operand($0) }
      return
    }
    var bytes = arguments.flatMap { Array($0.utf8CString) }
    found = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return [] }
      var offset = 0
      var pointers: [UnsafeMutablePointer<CChar>?] = unsafe []
      for argument in arguments {
        unsafe pointers.append(base + offset)
        offset += argument.utf8.count + 1
      }
      unsafe pointers.append(nil)
      // A cluster of letters is one argument and many steps, so the bytes are the bound.
      var steps = unsafe Array(repeating: ww_argument(), count: offset)
      let count = unsafe ww_read_arguments(
        CInt(arguments.count), pointers, Self.options, Self.letters, &steps, steps.count)
      return unsafe steps.prefix(count).map { unsafe Self.argument(of: $0) }
    }
  }

  /// The value of an option's long name for getopt_long; a letter's value is the letter.
  private static func value(of option: Option) -> CInt { 256 + CInt(option.rawValue) }

  private static func option(of value: CInt) -> Option? {
    Option.allCases.first { option in
      Self.value(of: option) == value || option.entry.letter.map { CInt($0.value) } == value
    }
  }

  /// The table of options as getopt_long takes it. Static strings live for good and end with a zero byte.
  private static var options: [CSystem.option] {
    unsafe Option.allCases.map { option in
      let entry = option.entry
      let name = unsafe UnsafeRawPointer(entry.name.utf8Start).assumingMemoryBound(to: CChar.self)
      let hasArgument = entry.placeholder == nil ? no_argument : required_argument
      return unsafe CSystem.option(name: name, has_arg: hasArgument, flag: nil, val: value(of: option))
    } + [CSystem.option()]
  }

  /// The letters of the options, in the form of getopt(3).
  private static var letters: String {
    Option.allCases.map(\.entry).compactMap { entry in
      entry.letter.map { entry.placeholder == nil ? "\($0)" : "\($0):" }
    }.joined()
  }

  private static func argument(of step: ww_argument) -> Argument {
    let text = unsafe step.text.map { unsafe String(cString: $0) } ?? ""
    let value = unsafe step.value
    switch unsafe (step.kind, option(of: value)) {
    case (.operand, _): return .operand(text)
    case (.option, let option?): return .option(option, text)
    case (.missing, let option?):
      let placeholder = option.entry.placeholder ?? ""
      return .wrong(UsageError("option '\(option.flag)' needs an argument \(placeholder)"))
    case (.unwanted, let option?):
      return .wrong(UsageError("option '\(option.flag)' takes no argument: \(text.quoted)"))
    default: return unknown(text, letter: value)
    }
  }

  private static func unknown(_ text: String, letter: CInt) -> Argument {
    if letter != 0 {
      let letter = UInt8(truncatingIfNeeded: letter)
      return .wrong(.unknown(letter < 0x80 ? "-\(Unicode.Scalar(letter))" : text))
    }
    let name = String(text.prefix { $0 != "=" })
    let candidates = Option.allCases.filter { $0.flag.hasPrefix(name) }
    return name.count > 2 && candidates.count > 1 ? .ambiguous(name, candidates) : .wrong(.unknown(name))
  }
}
