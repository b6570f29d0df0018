internal import Watchword
internal import WatchwordMessages
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// What the command line asks for.
struct Options: Equatable, Sendable {
  /// The command.
  var command = Command.new

  /// The fields of `form`.
  var fields: [FormField.Configuration] = []
  /// The names of the fields that may stay empty.
  var optionalNames: [String] = []
  /// Whether `ask` takes an empty password.
  var allowsEmpty = false
  /// Whether `sign-in` asks for a user name in place of the email address.
  var asksForUser = false
  /// The texts that fields start with, by name.
  var texts: [String: String] = [:]

  /// What fields are called, by name.
  var labels: [String: String] = [:]

  /// The title; `nil` takes that of the form.
  var title: String?
  /// The paragraph below the title; `nil` for none.
  var paragraph: String?
  /// The text of the button; `nil` takes that of the form.
  var button: String?
  /// The placeholder of the first field of `new` and `ask`; `nil` takes that of the form.
  var prompt: String?
  /// The placeholder of the confirm field; `nil` takes that of the form.
  var confirmPrompt: String?

  /// Whether `new` asks for the password a second time.
  var hasConfirmation = true
  /// The policy by its name; `nil` takes that of the command.
  var standardPolicy: StandardPolicy?
  /// The policy by its file; `nil` takes the one by name.
  var policyFile: PolicyFile?
  /// The name of the policy that `policies` shows; `nil` for all policies.
  var shownPolicy: String?
  /// What is done to a password before it is judged; `nil` takes what the policy says.
  var normalization: Policy.Normalization?
  /// The least level that is accepted; `nil` takes that of the policy.
  var minimumLevel: Level?
  /// Rules that are added to the policy, or put in the place of its own.
  var ownRules = OwnRules()
  /// What says how strong a password is.
  var meter = JudgeConfiguration.MeterKind.guesses
  /// Where a password becomes medium and strong; `nil` takes the standard scale of the meter.
  var scale: StrengthScale?
  /// Where words are looked up.
  var dictionary = Dictionary.system
  /// The files of passwords that are not accepted.
  var blocklists: [String] = []
  /// The list of leaked passwords, which are not accepted; `nil` for none.
  var leakedPath: String?
  /// Words that count against a password.
  var words: [String] = []
  /// How long nothing may have been typed before a text is validated.
  var validationDelay = Duration.milliseconds(200)

  /// Whether the person may see what was typed into a secure field.
  var reveal = NewPasswordForm.Reveal.allowed
  /// How long a secure field stays shown after the last key; zero for no end.
  var revealTimeout = Duration.seconds(30)
  /// How long after the last key the form ends; `nil` for no limit.
  var timeout: Duration?
  /// Whether the first insertion or deletion clears a field that is edited again.
  var clearsOnInsertion = false
  /// Whether the words of a name begin with upper-case letters.
  var capitalizes = true
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
  /// What is written in place of the format; `nil` for the format.
  var template: AnswerTemplate?
  /// Whether the level of the new password is a part of the answer in every format.
  var hasStrength = false
  /// What is made of the new password; `nil` hands out the password itself.
  var hashMethod: HashMethod?
  /// How much work that is; `nil` takes what the method usually costs.
  var hashCost: Int?
  /// Whether a newline ends the answer.
  var hasNewline = true
  /// Whether the line about the success is left out.
  var isQuiet = false
  /// The command that the answer is handed to, with its arguments; `nil` for standard output.
  var receiver: [String]?
  /// The path of the file that the answer is written to; `nil` for standard output.
  var outputPath: String?
  /// The descriptor that the answer is written to; `nil` for standard output.
  var outputDescriptor: Int32?
  /// Whether that file may take the place of another one.
  var replacesFile = false
  /// The exit status of a cancelled form.
  var cancelStatus = ExitStatus.cancelled

  /// The command that is asked before the form is accepted; `nil` for none.
  var verifierCommand: String?
  /// The command that is asked about the old password; `nil` for none.
  var oldVerifierCommand: String?
  /// Whether the shell carries that command out.
  var usesShell = false
  /// What that command finds on its standard input.
  var verifierInput = Verifier.Input.json
  /// How long that command may take.
  var verifierTimeout = Verifier.defaultTimeout
  /// How many refusals end the form; `nil` for no end.
  var attempts: Int?

  /// Whether the email address is remembered.
  var remembers = false
  /// Whether the email address is forgotten, instead of a form.
  var forgets = false

  /// Whether standard input holds a list, rather than one password.
  var isBatch = false
  /// Whether the verdicts and levels of a list are counted.
  var hasSummary = false
  /// Whether only the lines of a list are answered that do not pass.
  var isFailedOnly = false
  /// Whether the parts of a password are named.
  var explains = false
  /// What a password on standard input ends with.
  var separator = SecretLines.Separator.newline

  /// Whether the options are checked, and nothing else done.
  var isValidating = false

  /// What standard error is told first.
  var remarks: [String] = []

  /// What `generate` draws.
  var drawing = Drawing()

  /// Where words are looked up.
  enum Dictionary: Equatable, Sendable {
    /// In the list of the system, if there is one.
    case system
    /// In this file.
    case file(String)
    /// Nowhere.
    case none
  }

  /// What happens where memory cannot be locked.
  var locking: SecretMemory.Locking { presentation.allowsUnlockedMemory ? .ifPossible : .required }
}

extension Options {
  /// Reads the options of `command`, which takes each of `values`, and what is set beforehand.
  init(
    _ command: Command, _ values: [OptionValue], receiver: [String]? = nil,
    configuration: Configuration = Configuration()
  ) throws(ProgramError) {
    self.command = command
    self.receiver = receiver
    let merged = configuration.values(of: command, typed: values)
    remarks = merged.remarks
    for value in merged.values { try take(value) }
    // A form without a new password is held to no policy.
    if command != .form || fields.contains(where: { $0.requirement == .policy }) {
      remarks += try policyFile?.read() ?? []
    }
    // What was set beforehand has no effect where it has no meaning.
    let given = values.map(\.option)
    if given.contains(.json) {
      if let format, format != .json {
        throw .conflict("\(Option.format.flag) \(format.rawValue)", Option.json.flag)
      }
      format = .json
    }
    if command == .policies, given.contains(where: { $0.entry.group == .rules }) {
      shownPolicy = values.last { $0.option == .policy }?.argument ?? StandardPolicy.classic.rawValue
    }
    try checkTogether(given)
    if let value = values.last(where: { $0.option == .hashCost }) {
      guard let hashMethod else {
        throw .missing(Option.hash.flag, neededBy: .hashCost)
      }
      hashCost = try value.cost(of: hashMethod)
    }
    if let value = values.last(where: { $0.option == .template }) {
      if let other = [Option.format, .json].first(where: given.contains) {
        throw .conflict(Option.template.flag, other.flag)
      }
      try take(template: value)
    }
  }

  /// Throws where the argument of an option is wrong by itself.
  static func check(_ value: OptionValue) throws(ProgramError) {
    var options = Options()
    try options.take(value)
  }

  private mutating func take(template value: OptionValue) throws(ProgramError) {
    let fields = makeForm().fields.map(\.configuration)
    let template = try value.template(
      fields: fields.compactMap { field in field.name.map { ($0, field.isSecure) } },
      hasStrength: hasStrength, canHaveStrength: asksForNewPassword)
    for field in fields {
      guard let name = field.name, let separator = template.separator(in: field.text.utf8Span, of: name)
      else { continue }
      throw ProgramError(
        text(
          "option '{option}' gives {name} a text with the character {character}, which ends it in '{other}'",
          [
            "option": Option.value.flag, "name": name.quoted, "character": String(separator).quoted,
            "other": Option.template.flag,
          ]))
    }
    self.template = template
  }

  private mutating func take(_ value: OptionValue) throws(ProgramError) {
    switch value.option {
    case .field: try add(value.field())
    case .optional: optionalNames.append(value.argument)
    case .value:
      let (name, value) = try value.namedText()
      texts[name] = value
    case .user: asksForUser = true
    case .label where command == .ask: labels[Self.askedName] = value.argument
    case .label:
      let (name, label) = try value.namedText()
      labels[name] = label
    case .allowEmpty: allowsEmpty = true
    case .title: title = try value.line()
    case .paragraph: paragraph = try value.paragraph()
    case .button: button = try value.line()
    case .prompt: prompt = try value.line()
    case .confirmPrompt: confirmPrompt = try value.line()
    case .noConfirm: hasConfirmation = false
    case .policy:
      policyFile = PolicyFile(named: value.argument)
      standardPolicy = policyFile == nil ? try value.standardPolicy() : nil
    case .normalize: normalization = try value.choice()
    case .meter: meter = try value.choice()
    case .strengthScale: scale = try value.scale()
    case .minStrength: minimumLevel = try value.level()
    case .dictionary: dictionary = .file(value.argument)
    case .noDictionary: dictionary = .none
    case .blocklist: blocklists.append(value.argument)
    case .leaked: leakedPath = value.argument
    case .word: words.append(try value.word())
    case .minLength: ownRules.minimumLength = try value.count()
    case .maxLength: ownRules.maximumLength = try value.count()
    case .require: ownRules.required = try value.requiredClasses()
    case .allow: ownRules.allowed = try value.allowedCharacters()
    case .maxRepeat: ownRules.maximumRepeat = try value.count()
    case .maxSequence: ownRules.maximumSequence = try value.count()
    case .debounce: validationDelay = try value.duration()
    case .mask: presentation.mask = try value.mask()
    case .peek: isPeeking = true
    case .reveal: reveal = try value.choice()
    case .revealTimeout: revealTimeout = try value.duration()
    case .timeout: timeout = try value.duration(from: .milliseconds(1))
    case .clearsOnInsertion: clearsOnInsertion = true
    case .noCapitalize: capitalizes = false
    case .mouse: presentation.usesMouse = true
    case .noMouse: presentation.usesMouse = false
    case .animation: isAnimated = true
    case .noAnimation: isAnimated = false
    case .quietTyping: presentation.isTypingQuiet = true
    case .noQuietTyping: presentation.isTypingQuiet = false
    case .glyphs: presentation.glyphs = try value.choice()
    case .color: presentation.color = try value.choice()
    case .background: presentation.background = try value.choice()
    case .plain: presentation.isPlain = true
    case .noPlain: presentation.isPlain = false
    case .tty: presentation.device = value.argument
    case .format: format = try value.choice()
    case .json, .template, .hashCost: break
    case .prefix: shellPrefix = try value.shellPrefix()
    case .withStrength: hasStrength = true
    case .hash: hashMethod = try value.choice()
    case .noNewline: hasNewline = false
    case .output: outputPath = value.argument
    case .outputFd: outputDescriptor = try value.descriptor()
    case .force: replacesFile = true
    case .quiet: isQuiet = true
    case .cancelStatus: cancelStatus = try value.exitStatus()
    case .verify: verifierCommand = try value.command()
    case .verifyOld: oldVerifierCommand = try value.command()
    case .verifyShell: usesShell = true
    case .verifyInput: verifierInput = try value.choice()
    case .verifyTimeout: verifierTimeout = try value.duration(from: .milliseconds(1))
    case .attempts: attempts = try value.count()
    case .remember: remembers = true
    case .forget: forgets = true
    case .batch: isBatch = true
    case .summary: hasSummary = true
    case .failedOnly: isFailedOnly = true
    case .null: separator = .nul
    case .explain: explains = true
    case .length: drawing.length = try value.count()
    case .words: drawing.wordCount = try value.count()
    case .separator: drawing.separator = try value.wordSeparator()
    case .wordList: drawing.wordList = value.argument
    case .count: drawing.count = try value.count()
    case .allowUnlockedMemory: presentation.allowsUnlockedMemory = true
    case .validate: isValidating = true
    case .noConfig, .help, .version, .verbose: break
    }
  }

  private mutating func add(_ field: FormField.Configuration) throws(ProgramError) {
    if let name = field.name, fields.contains(where: { $0.name == name }) {
      throw ProgramError(
        text(
          "option '{option}' gives the name {name} a second time",
          ["option": Option.field.flag, "name": name.quoted]))
    }
    if field.requirement == .policy, fields.contains(where: { $0.requirement == .policy }) {
      throw ProgramError(
        text(
          "option '{option}' describes a second field of type {type}",
          ["option": Option.field.flag, "type": FormField.Kind.newPassword.rawValue]))
    }
    fields.append(field)
  }

  /// Throws where the options that were `given` do not go together, in whatever order they stand.
  private func checkTogether(_ given: [Option]) throws(ProgramError) {
    if command == .form, fields.isEmpty {
      throw ProgramError(
        text(
          "command '{command}' needs an option '{option}'",
          ["command": command.rawValue, "option": Option.field.flag]))
    }
    if command == .signIn, policyFile != nil || standardPolicy ?? .account != .account {
      throw ProgramError(
        text(
          "command '{command}' takes '{option}' and no other policy",
          [
            "command": command.rawValue,
            "option": "\(Option.policy.flag) \(StandardPolicy.account.rawValue)",
          ]))
    }
    if shellPrefix != nil, format != .shell {
      throw ProgramError(
        text(
          "option '{option}' needs '{other}'",
          [
            "option": Option.prefix.flag,
            "other": "\(Option.format.flag) \(AnswerFormat.Kind.shell.rawValue)",
          ]))
    }
    let ofVerifier = Option.allCases.first { $0.entry.group == .verifier && given.contains($0) }
    if let ofVerifier, verifierCommand == nil, oldVerifierCommand == nil {
      let flags = [Option.verify, .verifyOld].filter { $0.entry.commands.contains(command) }.map(
        \.flag.quoted)
      throw ProgramError(
        text(
          "option '{option}' needs an option {others}",
          ["option": ofVerifier.flag, "others": flags.joinedByOr]))
    }
    try checkRules()
    for option in [Option.separator, .wordList]
    where command == .generate && given.contains(option) && drawing.wordCount == nil {
      throw .missing(Option.words.flag, neededBy: option)
    }
    for option in [Option.summary, .failedOnly] where given.contains(option) && !isBatch {
      throw .missing(Option.batch.flag, neededBy: option)
    }
    for (one, other) in [
      (Option.remember, Option.forget), (.remember, .user), (.noConfirm, .confirmPrompt), (.length, .words),
      (.output, .outputFd), (.forget, .output), (.forget, .outputFd),
    ]
    where given.contains(one) && given.contains(other) {
      throw .conflict(one.flag, other.flag)
    }
    for option in [Option.forget, .output, .outputFd] where given.contains(option) && receiver != nil {
      throw .conflict(option.flag, "--")
    }
    if replacesFile, outputPath == nil {
      throw .missing(Option.output.flag, neededBy: .force)
    }
    if [.signIn, .signUp, .form].contains(command) { try checkNames() }
    if !labels.isEmpty { try checkLabels() }
    if !capitalizes, command == .form, !fields.contains(where: { $0.capitalization == .words }) {
      throw ProgramError(
        text(
          "option '{option}' needs an option '{other}' {type}",
          [
            "option": Option.noCapitalize.flag, "other": Option.field.flag,
            "type": FormField.Kind.name.rawValue,
          ]))
    }
    // Without an effect the option would hide that a field was meant to ask for a new password.
    let ofNewPassword = given.first(where: \.entry.scope.isForNewPassword)
    if let ofNewPassword, command == .form, !asksForNewPassword {
      throw ProgramError(
        text(
          "option '{option}' needs an option '{other}' {type}",
          [
            "option": ofNewPassword.flag, "other": Option.field.flag,
            "type": FormField.Kind.newPassword.rawValue,
          ]))
    }
  }

  private func checkLabels() throws(ProgramError) {
    // The confirm field alone has no name.
    let names = makeForm().fields.map { $0.configuration.name ?? Self.confirmName }
    for (name, label) in labels.sorted(by: { $0.key < $1.key }) {
      guard names.contains(name) else {
        throw ProgramError(
          text(
            "option '{option}' names no field: {name}; it takes {names}",
            ["option": Option.label.flag, "name": name.quoted, "names": names.joinedByOr]))
      }
      if label.isEmpty {
        throw ProgramError(
          text(
            "option '{option}' needs a text for {name}",
            ["option": Option.label.flag, "name": name.quoted]))
      }
      if label.hasControls { throw .controls(in: name, of: .label) }
    }
  }

  /// The name of the one field of `ask`.
  static let askedName = FormField.Kind.password.defaultName

  /// What the confirm field is called.
  static let confirmName = "confirm"

  private func checkNames() throws(ProgramError) {
    let fields = customForm.fields
    for name in optionalNames where !fields.contains(where: { $0.name == name }) {
      throw .noField(name, of: .optional)
    }
    for (name, value) in texts.sorted(by: { $0.key < $1.key }) {
      guard let field = fields.first(where: { $0.name == name }) else {
        throw .noField(name, of: .value)
      }
      if field.isSecure {
        throw ProgramError(
          text(
            "option '{option}' cannot fill in {name}: anyone can read the arguments",
            ["option": Option.value.flag, "name": name.quoted]))
      }
      if value.hasControls { throw .controls(in: name, of: .value) }
      if value.utf8.count > SecretText.defaultCapacity {
        throw ProgramError(
          text(
            "option '{option}' takes at most {count} bytes of text for {name}",
            [
              "option": Option.value.flag, "count": String(SecretText.defaultCapacity), "name": name.quoted,
            ]))
      }
    }
  }
}

extension ProgramError {
  /// `option` has no effect without another one, `flag`.
  static func missing(_ flag: String, neededBy option: Option) -> ProgramError {
    ProgramError(
      text("option '{option}' needs an option '{other}'", ["option": option.flag, "other": flag]))
  }

  /// `option` names a field that there is not.
  fileprivate static func noField(_ name: String, of option: Option) -> ProgramError {
    ProgramError(
      text("option '{option}' names no field: {name}", ["option": option.flag, "name": name.quoted]))
  }

  /// `option` has a text for the field `name` that could steer the terminal.
  fileprivate static func controls(in name: String, of option: Option) -> ProgramError {
    ProgramError(
      text(
        "option '{option}' takes a text without control characters for {name}",
        ["option": option.flag, "name": name.quoted]))
  }
}
