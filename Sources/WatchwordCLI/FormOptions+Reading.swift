internal import Forms
internal import Screen
internal import Secrets
internal import Strength
internal import System
internal import Watchword

extension FormOptions {
  /// Reads the options of `command`, which takes each of them. `width` measures the sign for masking.
  init(
    _ command: Command, _ options: [(option: Option, value: String)], width: CharacterWidth
  ) throws(UsageError) {
    self.command = command
    for (option, value) in options {
      try apply(option, value, width: width)
    }
    try checkTogether()
    // Without an effect the option would hide that a field was meant to ask for a new password.
    if !asksForNewPassword, let orphan = options.lazy.map(\.option).first(where: \.isForNewPassword) {
      throw UsageError("option '\(orphan.flag)' needs an option '\(Option.field.flag)' new-password")
    }
  }

  /// Takes in `option` with its argument `value`.
  private mutating func apply(
    _ option: Option, _ value: String, width: CharacterWidth
  ) throws(UsageError) {
    switch option {
    case .field: try add(option.field(value))
    case .optional: optionalNames.append(value)
    case .value:
      let (name, text) = try option.value(value)
      values[name] = text
    case .title: title = try option.text(value)
    case .button: button = try option.text(value)
    case .prompt: prompt = try option.text(value)
    case .confirmPrompt: confirmPrompt = try option.text(value)
    case .noConfirm: hasConfirmation = false
    case .policy, .normalize, .meter, .strengthScale, .minStrength, .dictionary, .noDictionary, .blocklist,
      .word:
      try judgement.apply(option, value)
    case .debounce: validationDelay = .milliseconds(try option.milliseconds(value))
    case .mask: presentation.mask = try option.mask(value, width: width)
    case .peek: isPeeking = true
    case .reveal: reveal = try option.choice(value)
    case .clearsOnInsertion: clearsOnInsertion = true
    case .noMouse: presentation.usesMouse = false
    case .noAnimation: isAnimated = false
    case .glyphs: presentation.glyphs = try option.choice(value)
    case .color: presentation.color = try option.choice(value)
    case .format: answer.kind = try option.choice(value)
    case .json: answer.kind = .json
    case .prefix: answer.prefix = try option.prefix(value)
    case .noNewline: answer.hasNewline = false
    case .quiet: isQuiet = true
    case .check: check.command = try option.command(value)
    case .checkShell: check.usesShell = true
    case .checkInput: check.input = try option.choice(value)
    case .checkTimeout: check.timeout = try option.milliseconds(value, from: 1)
    case .attempts: check.attempts = try option.count(value)
    case .remember: remembers = true
    case .forget: forgets = true
    case .allowUnlockedMemory: presentation.allowsUnlockedMemory = true
    case .batch, .null, .help, .version, .verbose: break
    }
  }

  private mutating func add(_ field: FieldDescription) throws(UsageError) {
    if fields.contains(where: { $0.name == field.name }) {
      throw UsageError("option '\(Option.field.flag)' gives the name \(field.name.text.quoted) a second time")
    }
    if field.kind == .newPassword, fields.contains(where: { $0.kind == .newPassword }) {
      throw UsageError("option '\(Option.field.flag)' describes a second field of type new-password")
    }
    fields.append(field)
  }

  /// Throws where options do not go together, in whatever order they stand.
  private func checkTogether() throws(UsageError) {
    if command == .form, fields.isEmpty {
      throw UsageError("command 'form' needs an option '\(Option.field.flag)'")
    }
    if answer.prefix != nil, answer.kind != .shell {
      throw UsageError("option '\(Option.prefix.flag)' needs '\(Option.format.flag) shell'")
    }
    if let orphan = check.orphan {
      throw UsageError("option '\(orphan.flag)' needs an option '\(Option.check.flag)'")
    }
    try judgement.checkTogether(with: policy)
    if remembers, forgets {
      throw UsageError("options '\(Option.remember.flag)' and '\(Option.forget.flag)' do not go together")
    }
    if command != .new { try checkNames() }
  }

  private func checkNames() throws(UsageError) {
    let fields = customForm.fields
    for name in optionalNames where !fields.contains(where: { $0.name == name }) {
      throw UsageError("option '\(Option.optional.flag)' names no field: \(name.quoted)")
    }
    for (name, text) in values.sorted(by: { $0.key < $1.key }) {
      let flag = Option.value.flag
      guard let field = fields.first(where: { $0.name == name }) else {
        throw UsageError("option '\(flag)' names no field: \(name.quoted)")
      }
      if field.isSecure {
        throw UsageError("option '\(flag)' cannot fill in \(name.quoted): anyone can read the arguments")
      }
      if text.hasControls {
        throw UsageError("option '\(flag)' takes a text without control characters for \(name.quoted)")
      }
      if text.utf8.count > SecretText.defaultCapacity {
        throw UsageError(
          "option '\(flag)' takes at most \(SecretText.defaultCapacity) bytes of text for \(name.quoted)")
      }
    }
  }
}
