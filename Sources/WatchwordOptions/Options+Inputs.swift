internal import Watchword
internal import WatchwordBase
internal import WatchwordSecrets
internal import WatchwordSystem

extension Options {
  func index(ofField name: String, for option: Option) throws(ProgramError) -> Int {
    guard let index = form.fields.firstIndex(where: { $0.name == name }) else {
      throw .noField(name, of: option)
    }
    return index
  }
}

/// What options say about the fields, which are all there by then.
extension OptionValue {
  func setOptional(in options: inout Options) throws(ProgramError) {
    options.form.fields[try options.index(ofField: argument, for: option)].isOptional = true
  }

  /// Reads `NAME=LABEL`, or the label of the only field of `ask`.
  func setLabel(in options: inout Options) throws(ProgramError) {
    let (fields, isAsking) = (options.form.fields, options.command == .ask)
    let (name, label) = isAsking ? (fields[0].name ?? "", argument) : try namedText()
    let isConfirm = name == Self.confirmName && !fields.contains { $0.name == name }
    guard let index = fields.firstIndex(where: { isConfirm ? $0.hasConfirmation : $0.name == name }) else {
      let names = fields.flatMap { [$0.name ?? ""] + ($0.hasConfirmation ? [Self.confirmName] : []) }
      throw .text(
        "option '{option}' names no field: {name}; it takes {names}",
        ["option": option.flag, "name": name.quoted, "names": names.joinedByOr])
    }
    if label.isEmpty {
      throw .text("option '{option}' needs a text for {name}", ["option": option.flag, "name": name.quoted])
    }
    if label.hasControls { throw .controls(in: name, of: option) }
    guard !isConfirm else { return options.form.fields[index].confirmLabel = label }
    options.form.fields[index].rename(label)
  }

  private static let confirmName = "confirm"

  /// Reads `NAME=X:FIELD`: FIELD is shown while NAME has the text X.
  func addCondition(to options: inout Options) throws(ProgramError) {
    let (name, argument) = try namedText()
    guard let colon = argument.lastIndex(of: ":") else { throw wrong("NAME=X:FIELD") }
    let (needed, shown) = (String(argument[..<colon]), String(argument[colon...].dropFirst()))
    let condition = FieldCondition(showing: shown, while: name, has: needed)
    options.form.conditions.append(condition)
    do throws(FieldCondition.Fault) {
      try options.form.check(condition)
    } catch {
      throw switch error {
      case .noField(let name): .noField(name, of: option)
      case .secret: unusable(because: text("nothing can depend on a password"))
      case .value(let input): unusable(because: input.optionFault(in: needed) ?? "")
      case .circle: unusable(because: text("{name} would depend on itself", ["name": name.quoted]))
      }
    }
  }

  func setLabels(of field: inout FormField.Configuration, _ labels: String) throws(ProgramError) {
    guard var choices = field.input.choices, !choices.isBoolean else { throw wrongType(.choice, of: field) }
    choices.labels = try self.choices(labels)
    guard choices.labels.count == choices.values.count else {
      throw unusable(
        because: text(
          "{name} has {count} values, and these are {given}",
          [
            "name": field.name?.quoted ?? "", "count": "\(choices.values.count)",
            "given": "\(choices.labels.count)",
          ]))
    }
    field.take(.choice(choices), .ofProcess)
  }

  func setRange(of field: inout FormField.Configuration, _ range: String) throws(ProgramError) {
    guard case .number = field.input else { throw wrongType(.number, of: field) }
    field.take(.number(try self.range(range)), .ofProcess)
  }

  func setPattern(of field: inout FormField.Configuration, _ pattern: String) throws(ProgramError) {
    switch field.input {
    case .anything where field.requirement == .presence, .expression:
      field.take(.expression(try expression(pattern), message: nil), .ofProcess)
    default: throw wrongType(.text, of: field)
    }
  }

  func setMessage(of field: inout FormField.Configuration, _ message: String) throws(ProgramError) {
    guard case .expression(let expression, _) = field.input else {
      throw .missing([.pattern], neededBy: option)
    }
    if message.isEmpty || message.hasControls { throw .controls(in: field.name ?? "", of: option) }
    field.take(.expression(expression, message: message), .ofProcess)
  }

  func setText(of field: inout FormField.Configuration, _ text: String) throws(ProgramError) {
    let name = field.name ?? ""
    if field.isSecure {
      throw .text(
        "option '{option}' cannot fill in {name}: anyone can read the arguments",
        ["option": option.flag, "name": name.quoted])
    }
    if text.hasControls { throw .controls(in: name, of: option) }
    if text.utf8.count > SecretText.defaultCapacity {
      throw .text(
        "option '{option}' takes at most {count} bytes of text for {name}",
        ["option": option.flag, "count": String(SecretText.defaultCapacity), "name": name.quoted])
    }
    // White space around an email address is stripped, as in a paste.
    field.text = field.requirement == .email ? text.withoutOuterWhiteSpace : text
    if case .expression = field.input { return }
    if !text.isEmpty, let fault = field.input.optionFault(in: text) {
      throw .text(
        "option '{option}' gives {name} a text that it cannot take: {reason}",
        ["option": option.flag, "name": name.quoted, "reason": fault])
    }
  }

  private func wrongType(_ type: FormField.Kind, of field: FormField.Configuration) -> ProgramError {
    .text(
      "option '{option}' is for a field of type {type}, which {name} is not",
      ["option": option.flag, "type": type.rawValue, "name": field.name?.quoted ?? ""])
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
    guard numbers.count == 2 else { throw wrong("NAME=1-65535") }
    if numbers[0] > numbers[1] { throw unusable(because: text("the first number has to be the smaller one")) }
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
