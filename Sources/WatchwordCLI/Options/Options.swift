internal import Watchword
internal import WatchwordMessages
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// What the command line asks for.
struct Options: Equatable, Sendable {
  var command = Command.new
  /// What was set of the form. All else that it is follows from the command, see ``makeDescription()``.
  var form = FormDescription()

  /// The fields that may stay empty.
  var optionalNames: [String] = []
  /// Whether `ask` takes an empty password.
  var allowsEmpty = false
  /// Whether `sign-in` asks for a user name in place of the email address.
  var asksForUser = false
  /// The texts that fields start with, by name.
  var texts: [String: String] = [:]
  /// The account whose password `passwd` changes; `nil` for that of who asks.
  var user: String?
  /// What fields are called, by name.
  var labels: [String: String] = [:]
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
  /// The files of words that make a password easier to guess.
  var dictionaries: [String] = []
  /// Whether the system's list of words and the lists that come with the program count besides.
  var hasUsualLists = true
  /// The files of passwords that are not accepted.
  var blocklists: [String] = []
  /// The list of leaked passwords, which are not accepted; `nil` for none.
  var leakedPath: String?
  /// Words that count against a password.
  var words: [String] = []

  var clearsOnInsertion = false
  /// Whether the character typed last is shown for a moment.
  var isPeeking = false
  var capitalizes = true
  var presentation = Presentation.ofProgram

  /// How the answer is written; `nil` takes JSON where there is more than one value and lines else.
  var format: AnswerFormat.Kind?
  /// What is made of the new password; `nil` hands out the password itself.
  var hashMethod: HashMethod?
  /// How much work that is; `nil` takes what the method usually costs.
  var hashCost: Int?
  /// How the answer is written apart from that.
  var answer = AnswerFormat(.lines)
  var isQuiet = false
  /// What is said when the receiver has succeeded; `nil` takes the words of the command.
  var successWords: String?
  /// The command that the answer is handed to, with its arguments; `nil` for standard output.
  var receiver: [String]?
  /// The path of the file that the answer is written to; `nil` for standard output.
  var outputPath: String?
  /// The descriptor that the answer is written to; `nil` for standard output.
  var outputDescriptor: Int32?
  /// Whether that file may take the place of another one.
  var replacesFile = false
  var cancelStatus = ExitStatus.cancelled

  var verifying = Verifying()
  var remembers = false
  /// Whether the email address is forgotten, instead of a form.
  var forgets = false

  var checking = Checking()
  var drawing = Drawing()
  /// Whether the options are checked, and nothing else done.
  var isValidating = false

  /// What standard error is told first.
  var remarks: [String] = []

  var locking: SecretMemory.Locking { presentation.allowsUnlockedMemory ? .ifPossible : .required }
}

extension Presentation {
  /// That of a form of this program, which has taken the signals and guarded the process already.
  static var ofProgram: Presentation {
    var presentation = Presentation()
    (presentation.catchesDeadlySignals, presentation.keepsProcessGuarded) = (false, true)
    return presentation
  }
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
    for value in merged.values where !value.option.comesLast { try value.option.apply(value, to: &self) }
    if command == .passwd, policyFile == nil, standardPolicy == nil {
      policyFile = PolicyFile(ofPasswd: PAMService())
    }
    // A form without a new password is held to no policy.
    if command != .form || asksForNewPassword { remarks += try policyFile?.read() ?? [] }
    try checkTogether(values)
    let last = values.filter(\.option.comesLast)
    for (index, value) in last.enumerated()
    where !last[(index + 1)...].contains(where: { $0.option == value.option }) {
      try checkNeeds(of: value.option, among: values)
      try value.option.apply(value, to: &self)
    }
  }

  /// Throws where the options that were typed, `values`, do not go together, in whatever order they stand.
  private func checkTogether(_ values: [OptionValue]) throws(ProgramError) {
    func isGiven(_ option: Option) -> Bool { values.contains { $0.option == option } }
    if isGiven(.json), let other = values.last(where: { $0.option == .format })?.argument,
      other != AnswerFormat.Kind.json.rawValue
    {
      throw .conflict("\(Option.format.flag) \(other)", Option.json.flag)
    }
    if successWords != nil, receiver == nil {
      throw .text("option '{option}' needs a command behind '--'", ["option": Option.success.flag])
    }
    if command == .form { try checkFields() }
    if command == .signIn, policyFile != nil || standardPolicy ?? .account != .account {
      throw .text(
        "command '{command}' takes '{option}' and no other policy",
        [
          "command": command.rawValue, "option": "\(Option.policy.flag) \(StandardPolicy.account.rawValue)",
        ])
    }
    if isGiven(.prefix), format != .shell {
      throw .text(
        "option '{option}' needs '{other}'",
        ["option": Option.prefix.flag, "other": "\(Option.format.flag) \(AnswerFormat.Kind.shell.rawValue)"])
    }
    for value in values where !value.option.comesLast { try checkNeeds(of: value.option, among: values) }
    try checkRules()
    for value in values {
      if let other = value.option.excludes.first(where: isGiven) {
        throw .conflict(value.option.flag, other.flag)
      }
      if receiver != nil, !value.option.goesWithReceiver { throw .conflict(value.option.flag, "--") }
    }
    if !optionalNames.isEmpty || !texts.isEmpty { try checkNames() }
    if !labels.isEmpty { try checkLabels() }
    guard command == .form else { return }
    if isGiven(.noCapitalize), !form.fields.contains(where: \.capitalizesWords) {
      throw .missing(.name, neededBy: .noCapitalize)
    }
    // Without an effect the option would hide that a field was meant to ask for a new password.
    if let value = values.first(where: \.option.scope.isForNewPassword), !asksForNewPassword {
      throw .missing(.newPassword, neededBy: value.option)
    }
  }

  private func checkNeeds(of option: Option, among values: [OptionValue]) throws(ProgramError) {
    let needed = option.needs.filter { $0.commands.contains(command) }
    if !needed.isEmpty, !values.contains(where: { needed.contains($0.option) }) {
      throw .missing(needed, neededBy: option)
    }
  }

  private func checkFields() throws(ProgramError) {
    let option = Option.field.flag
    if form.fields.isEmpty {
      throw .text(
        "command '{command}' needs an option '{option}'", ["command": command.rawValue, "option": option])
    }
    var names: Set<String> = []
    for (index, field) in form.fields.enumerated() {
      let before = form.fields[..<index]
      if let name = field.name, !names.insert(name).inserted {
        throw .text(
          "option '{option}' gives the name {name} a second time", ["option": option, "name": name.quoted])
      }
      if field.requirement == .policy, before.contains(where: { $0.requirement == .policy }) {
        throw .text(
          "option '{option}' describes a second field of type {type}",
          ["option": option, "type": FormField.Kind.newPassword.rawValue])
      }
    }
  }

  private func checkLabels() throws(ProgramError) {
    let option = Option.label.flag
    // The confirm field alone has no name.
    let names = makeForm().fields.map { $0.configuration.name ?? Self.confirmName }
    for (name, label) in labels.sorted(by: { $0.key < $1.key }) {
      guard names.contains(name) else {
        throw .text(
          "option '{option}' names no field: {name}; it takes {names}",
          ["option": option, "name": name.quoted, "names": names.joinedByOr])
      }
      if label.isEmpty {
        throw .text("option '{option}' needs a text for {name}", ["option": option, "name": name.quoted])
      }
      if label.hasControls { throw .controls(in: name, of: .label) }
    }
  }

  private func checkNames() throws(ProgramError) {
    let fields = makeDescription().fields
    for name in optionalNames where !fields.contains(where: { $0.name == name }) {
      throw .noField(name, of: .optional)
    }
    let option = Option.value.flag
    for (name, value) in texts.sorted(by: { $0.key < $1.key }) {
      guard let field = fields.first(where: { $0.name == name }) else { throw .noField(name, of: .value) }
      if field.isSecure {
        throw .text(
          "option '{option}' cannot fill in {name}: anyone can read the arguments",
          ["option": option, "name": name.quoted])
      }
      if value.hasControls { throw .controls(in: name, of: .value) }
      if value.utf8.count > SecretText.defaultCapacity {
        throw .text(
          "option '{option}' takes at most {count} bytes of text for {name}",
          ["option": option, "count": String(SecretText.defaultCapacity), "name": name.quoted])
      }
    }
  }

  static let askedName = FormField.Kind.password.defaultName

  static let confirmName = "confirm"
}

extension ProgramError {
  /// `option` has no effect without one of `others`.
  static func missing(_ others: [Option], neededBy option: Option) -> ProgramError {
    others.count == 1
      ? .text(
        "option '{option}' needs an option '{other}'", ["option": option.flag, "other": others[0].flag])
      : .text(
        "option '{option}' needs an option {others}",
        ["option": option.flag, "others": others.map(\.flag.quoted).joinedByOr])
  }

  /// `option` has no effect without a field of this kind.
  fileprivate static func missing(_ kind: FormField.Kind, neededBy option: Option) -> ProgramError {
    .text(
      "option '{option}' needs an option '{other}' {type}",
      ["option": option.flag, "other": Option.field.flag, "type": kind.rawValue])
  }

  fileprivate static func noField(_ name: String, of option: Option) -> ProgramError {
    .text("option '{option}' names no field: {name}", ["option": option.flag, "name": name.quoted])
  }

  /// `option` has a text for the field `name` that could steer the terminal.
  fileprivate static func controls(in name: String, of option: Option) -> ProgramError {
    .text(
      "option '{option}' takes a text without control characters for {name}",
      ["option": option.flag, "name": name.quoted])
  }
}
