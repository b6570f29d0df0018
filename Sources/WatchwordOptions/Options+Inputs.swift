internal import Watchword
internal import WatchwordBase
internal import WatchwordSystem

/// What the options say about the inputs of fields. They are read when all fields are known.
extension Options {
  mutating func readInputs(_ values: [OptionValue]) throws(ProgramError) {
    for option in [Option.labels, .range, .pattern, .message, .onlyIf] {
      for value in values where value.option == option { try read(value) }
    }
  }

  private mutating func read(_ value: OptionValue) throws(ProgramError) {
    let (name, argument) = try value.namedText()
    guard let index = form.fields.firstIndex(where: { $0.name == name }) else {
      throw .noField(name, of: value.option)
    }
    let field = form.fields[index]
    func wrongType(_ type: FormField.Kind) -> ProgramError {
      .text(
        "option '{option}' is for a field of type {type}, which {name} is not",
        ["option": value.option.flag, "type": type.rawValue, "name": name.quoted])
    }
    var input = field.input
    switch (value.option, input) {
    case (.labels, .choice(var choices)) where !choices.isBoolean:
      choices.labels = try value.choices(argument)
      guard choices.labels.count == choices.values.count else {
        throw value.unusable(
          because: text(
            "{name} has {count} values, and these are {given}",
            ["name": name.quoted, "count": "\(choices.values.count)", "given": "\(choices.labels.count)"]))
      }
      input = .choice(choices)
    case (.labels, _): throw wrongType(.choice)
    case (.range, .number): input = .number(try value.range(argument))
    case (.range, _): throw wrongType(.number)
    case (.pattern, .anything) where field.requirement == .presence, (.pattern, .expression):
      input = .expression(try value.expression(argument), message: nil)
    case (.pattern, _): throw wrongType(.text)
    case (.message, .expression(let expression, _)):
      if argument.isEmpty || argument.hasControls { throw .controls(in: name, of: .message) }
      input = .expression(expression, message: argument)
    case (.message, _): throw .missing([.pattern], neededBy: .message)
    default: return try readCondition(value, name, argument, of: field)
    }
    form.fields[index].take(input, .ofProcess)
  }

  /// Reads `X:FIELD`, the rest of an option about the field `steering`, called `name`.
  private mutating func readCondition(
    _ value: OptionValue, _ name: String, _ argument: String, of steering: FormField.Configuration
  ) throws(ProgramError) {
    guard let colon = argument.lastIndex(of: ":") else { throw value.wrong("NAME=X:FIELD") }
    let (needed, shown) = (String(argument[..<colon]), String(argument[colon...].dropFirst()))
    guard form.fields.contains(where: { $0.name == shown }) else { throw .noField(shown, of: .onlyIf) }
    if steering.isSecure { throw value.unusable(because: text("nothing can depend on a password")) }
    if !needed.isEmpty, let fault = steering.input.optionFault(in: needed) {
      throw value.unusable(because: fault)
    }
    form.conditions.append(FieldCondition(showing: shown, while: name, has: needed))
    var reached: Set = [shown]
    var count = 0
    while count < reached.count {
      count = reached.count
      reached.formUnion(form.conditions.filter { reached.contains($0.name) }.map(\.field))
    }
    if reached.contains(name) {
      throw value.unusable(because: text("{name} would depend on itself", ["name": name.quoted]))
    }
  }
}

extension FieldInput {
  /// Why an option cannot give the field this text; `nil` if it can.
  func optionFault(in text: String) -> String? {
    guard let fault = fault(in: text, .ofProcess) else { return nil }
    guard let values = choices?.values, values.count < 10 else { return fault }
    return WatchwordBase.text("its values are {values}", ["values": values.joinedByAnd])
  }
}

extension OptionValue {
  /// Reads a range such as 1-65535; both numbers can have a minus.
  fileprivate func range(_ argument: String) throws(ProgramError) -> ClosedRange<Int> {
    let end = argument.dropFirst().firstIndex(of: "-") ?? argument.endIndex
    let numbers = [argument[..<end], argument[end...].dropFirst()].map { String($0) }.filter {
      FieldInput.number(FieldInput.numbers).fault(in: $0, .english) == nil
    }.compactMap { Int($0) }
    guard numbers.count == 2, numbers[0] <= numbers[1] else { throw wrong("NAME=1-65535") }
    return numbers[0]...numbers[1]
  }

  fileprivate func expression(_ argument: String) throws(ProgramError) -> RegularExpression {
    do throws(RegularExpression.Problem) {
      return try RegularExpression(argument)
    } catch {
      let (bytes, atoms) = (RegularExpression.mostBytes, RegularExpression.mostAtoms)
      let reason =
        switch error {
        case .tooLong: text("an expression has at most {count} bytes", ["count": "\(bytes)"])
        case .tooLarge: text("with its repetitions it has more than {count} parts", ["count": "\(atoms)"])
        case .backReference: text("it has a back reference")
        case .unknownEscape(let escape): text("{escape} has no meaning in it", ["escape": escape.quoted])
        case .unpaired: text("its parentheses are not in pairs")
        case .wrong(let reason): reason
        }
      throw unusable(because: reason)
    }
  }
}
