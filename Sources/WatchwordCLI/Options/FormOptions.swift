internal import Watchword
internal import WatchwordForms
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// What the command line asks of a form.
struct FormOptions: Equatable, Sendable {
  /// The form that is shown.
  var command = Command.new

  /// The title; `nil` takes that of the form.
  var title: String?
  /// The text of the button; `nil` takes that of the form.
  var button: String?
  /// The placeholder of the first field of `new`; `nil` takes that of the form.
  var prompt: String?
  /// The placeholder of the confirm field; `nil` takes that of the form.
  var confirmPrompt: String?

  /// The fields of `form`.
  var fields: [TextField.Configuration] = []
  /// The names of the fields that may stay empty.
  var optionalNames: [String] = []
  /// The texts that fields start with, by name.
  var values: [String: String] = [:]
  /// How long nothing may have been typed before a text is validated.
  var validationDelay = Duration.milliseconds(200)

  /// Whether `new` asks for the password a second time.
  var hasConfirmation = true
  /// How a new password is judged.
  var judge = JudgeOptions()

  /// Whether the person may see what was typed into a secure field.
  var reveal = NewPasswordForm.Reveal.allowed
  /// Whether the first insertion or deletion clears a field that is edited again.
  var clearsOnInsertion = false
  /// Whether the character typed last is shown for a moment.
  var isPeeking = false
  /// Whether a change of level moves the bars.
  var isAnimated = true
  /// How the form is shown.
  var presentation = Presentation()

  /// How the answer is written; `nil` takes JSON where there is more than one value and lines else.
  var format: AnswerFormat.Kind?
  /// What the names of shell variables begin with; `nil` takes the prefix of this program.
  var shellPrefix: String?
  /// Whether a newline ends the answer.
  var hasNewline = true
  /// Whether the line about the success is left out.
  var isQuiet = false

  /// The verifier that is asked before the form is accepted.
  var verifier = VerifierOptions()

  /// Whether the email address is remembered.
  var remembers = false
  /// Whether the email address is forgotten, instead of a form.
  var forgets = false

  /// What happens where memory cannot be locked.
  var locking: SecretBuffer.Locking { presentation.allowsUnlockedMemory ? .ifPossible : .required }
}

extension FormOptions {
  /// Reads the options of `command`, which takes each of them. `width` measures the sign for masking.
  init(
    _ command: Command, _ options: [(option: Option, value: String)], width: CharacterWidth
  ) throws(UsageError) {
    self.command = command
    for (option, value) in options { try apply(option, value, width: width) }
    try checkTogether()
    // Without an effect the option would hide that a field was meant to ask for a new password.
    if !asksForNewPassword,
      let orphan = options.lazy.map(\.option).first(where: \.entry.scope.isForNewPassword)
    {
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
      try judge.apply(option, value)
    case .debounce: validationDelay = try option.duration(value)
    case .mask: presentation.mask = try option.mask(value, width: width)
    case .peek: isPeeking = true
    case .reveal: reveal = try option.choice(value)
    case .clearsOnInsertion: clearsOnInsertion = true
    case .noMouse: presentation.usesMouse = false
    case .noAnimation: isAnimated = false
    case .glyphs: presentation.glyphs = try option.choice(value)
    case .color: presentation.color = try option.choice(value)
    case .format: format = try option.choice(value)
    case .json: format = .json
    case .prefix: shellPrefix = try option.prefix(value)
    case .noNewline: hasNewline = false
    case .quiet: isQuiet = true
    case .verify: verifier.command = try option.command(value)
    case .verifyShell: verifier.usesShell = true
    case .verifyInput: verifier.input = try option.choice(value)
    case .verifyTimeout: verifier.timeout = try option.duration(value, from: .milliseconds(1))
    case .attempts: verifier.attempts = try option.count(value)
    case .remember: remembers = true
    case .forget: forgets = true
    case .allowUnlockedMemory: presentation.allowsUnlockedMemory = true
    case .batch, .null, .help, .version, .verbose: break
    }
  }

  private mutating func add(_ field: TextField.Configuration) throws(UsageError) {
    if let name = field.name, fields.contains(where: { $0.name == name }) {
      throw UsageError("option '\(Option.field.flag)' gives the name \(name.quoted) a second time")
    }
    if field.requirement == .policy, fields.contains(where: { $0.requirement == .policy }) {
      throw UsageError("option '\(Option.field.flag)' describes a second field of type new-password")
    }
    fields.append(field)
  }

  /// Throws where options do not go together, in whatever order they stand.
  private func checkTogether() throws(UsageError) {
    if command == .form, fields.isEmpty {
      throw UsageError("command 'form' needs an option '\(Option.field.flag)'")
    }
    if shellPrefix != nil, format != .shell {
      throw UsageError("option '\(Option.prefix.flag)' needs '\(Option.format.flag) shell'")
    }
    if let orphan = verifier.orphan {
      throw UsageError("option '\(orphan.flag)' needs an option '\(Option.verify.flag)'")
    }
    try judge.checkTogether(with: policy)
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
