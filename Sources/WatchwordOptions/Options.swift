package import Watchword
internal import WatchwordBase
internal import WatchwordCurses
internal import WatchwordScreen
package import WatchwordSecrets
package import WatchwordStrength
package import WatchwordSystem

/// What the command line asks for: as it was typed and set beforehand, until ``resolved()`` asks the rest.
package struct Options: Equatable, Sendable {
  package var command = Command.new
  /// The settings of the form, and its fields if options are about them. Everything else follows from the command, see
  /// ``makeDescription()``.
  package var form = FormDescription()

  /// Whether `ask` takes an empty password.
  var allowsEmpty = false
  /// Whether `sign-in` asks for a user name instead of the email address.
  var asksForUser = false
  /// The account whose password `passwd` changes; `nil` for the caller's.
  package var user: String?
  /// Whether the account has to choose another password at the next login.
  package var expires = false
  /// What `confirm` asks.
  package var question = ""
  package enum YesOrNo: String, CaseIterable, Sendable { case yes, no }
  /// What Enter alone answers; with `nil` it does not answer.
  package var defaultAnswer: YesOrNo?
  /// What has to be typed for yes; `nil` for nothing.
  package var dangerWord: String?

  /// Whether `new` asks for the password a second time.
  var hasConfirmation = true
  /// Whether the command's usual policy counts. It does not for a new password of another program, which has its own
  /// rule or none.
  var hasUsualPolicy = true
  /// Whether the system requires a rule that no empty password can meet.
  package var requiresPassword = false
  /// Whether a secret starts masked even if the settings say that it is always shown.
  var startsMasked = false
  /// The policy by name; `nil` for the command's.
  package var standardPolicy: StandardPolicy?
  /// The policy by file; `nil` for the policy by name.
  package var policyFile: PolicyFile?
  /// Applied to a password before it is judged; `nil` for the policy's.
  package var normalization: Policy.Normalization?
  /// The least level accepted; `nil` for the policy's.
  package var minimumLevel: Level?
  /// Rules that are added to the policy or replace its own.
  package var ownRules = OwnRules()
  package var meter = JudgeConfiguration.MeterKind.guesses
  /// Where medium and strong begin; `nil` for the meter's standard scale.
  package var scale: StrengthScale?
  /// Files of words that make a password easier to guess.
  var dictionaries: [String] = []
  /// Whether the system's word list and the program's own lists count too.
  var hasUsualLists = true
  var blocklists: [String] = []
  /// The list of leaked passwords, which are refused; `nil` for none.
  var leakedPath: String?
  /// Words that count against a password.
  package var words: [String] = []

  var clearsOnInsertion = false
  var capitalizes = true
  /// Whether the form is inline, as typed or required; `nil` to ask the environment.
  var isInline: Bool?
  /// Whether an inline form leaves no line behind.
  package var leavesNothing = false
  package var presentation = Presentation.ofProgram

  /// `nil` for JSON if there is more than one value, else lines.
  package var format: AnswerFormat.Kind?
  /// How to hash the new password; `nil` hands out the password itself.
  package var hashMethod: HashMethod?
  /// `nil` for the method's default.
  package var hashCost: Int?
  package var answer = AnswerFormat(.lines)
  package var isQuiet = false
  /// The message when the receiver has succeeded; `nil` for the command's own.
  package var successWords: String?
  /// The command that gets the answer, with its arguments; `nil` for standard output.
  package var receiver: [String]?
  /// The file that the answer is written to; `nil` for standard output.
  package var outputPath: String?
  /// The descriptor that the answer is written to; `nil` for standard output.
  package var outputDescriptor: Int32?
  /// The descriptor at which the receiver reads the answer; `nil` for its standard input.
  package var answerDescriptor: Int32?
  /// Whether the output file may replace another file.
  package var replacesFile = false
  package var fileAccess = FileAccess()
  package var cancelStatus = ExitStatus.cancelled

  package var verifying = Verifying()
  package var remembers = false
  /// Whether to forget the email address instead of showing a form.
  package var forgets = false

  package var checking = Checking()
  package var drawing = Drawing()
  /// Whether to check the options and do nothing else.
  package var isValidating = false
  /// The file of settings that `config` judges; `nil` for none.
  package var judgedFile: String?
  /// The folder that stands for the root while that file is judged; `nil` for the root.
  package var judgedRoot: String?
  /// Whether only required settings count.
  package var skipsDefaults = false

  /// Lines for standard error, written first.
  package var remarks: [String] = []
  /// Lines for the system's log about options that a required setting forbids.
  var refusals: [String] = []

  package var locking: SecretMemory.Locking {
    presentation.protection.allowsUnlockedMemory ? .ifPossible : .required
  }
}

extension Presentation {
  /// For a form of this program, which has already taken the signals and guarded the process.
  package static var ofProgram: Presentation {
    var presentation = Presentation()
    presentation.protection.catchesDeadlySignals = false
    presentation.protection.keepsProcessGuarded = true
    presentation.manner.saysThatItWaits = true
    return presentation
  }
}

extension Options {
  /// Reads the options of `command`, which takes each of `values`, and the configuration. The environment, PAM and the
  /// files that the options name are asked by ``resolved()``.
  package init(
    _ command: Command, _ values: [OptionValue], receiver: [String]? = nil,
    configuration: Configuration = Configuration()
  ) throws(ProgramError) {
    self.command = command
    self.receiver = receiver
    let implied = values.flatMap(\.option.implied)
    let values = values + implied.map { OptionValue(option: $0, argument: "", width: .ascii) }
    if command == .hash { hashMethod = .standard }
    presentation.manner.waitsForTurn = command == .ask
    let merged = configuration.values(of: command, typed: values)
    (remarks, refusals) = (merged.remarks, merged.refusals)
    for value in merged.values where value.option.phase == .first { try value.option.apply(value, to: &self) }
    // The environment comes before the files, and what was typed or is required before both.
    presentation.isInline = isInline ?? (command == .ask || command == .confirm)
    if !configuration.requires([.inline], of: command), !values.contains(where: { $0.option == .inline }) {
      isInline = nil
    }
    if isValidating { remarks += presentation.coloring.contrasts { "--color-\($0.rawValue)" } }
    try checkTogether(values)
    let later = values.filter { $0.option.phase != .first }
    if later.isEmpty { return }
    // They do not depend on the policy.
    if form.fields.isEmpty { form.fields = usualForm(.anything).fields }
    for phase in Option.Phase.allCases {
      for value in later where value.option.phase == phase { try value.option.apply(value, to: &self) }
    }
  }

  /// Adds what the environment, PAM and files say.
  ///
  /// - Throws: Why the policy's file cannot be read, or that no password can meet the rules.
  package consuming func resolved() throws(ProgramError) -> Options {
    if Option.Scope.inline.contains(command) {
      presentation.isInline = isInline ?? Self.environmentsChoice ?? presentation.isInline
    }
    if command == .passwd, policyFile == nil, standardPolicy == nil {
      policyFile = PolicyFile(ofPasswd: PAMService())
    }
    // A form without a new password has no policy.
    if command != .form || asksForNewPassword { remarks += try policyFile?.read() ?? [] }
    try checkRules()
    return self
  }

  /// Tells what is wrong with the configuration and what it forbids; with `log`, tells the system's log the latter.
  package func tellRemarks() {
    remarks.forEach(StandardError.tell)
    if presentation.isLogged, !isValidating { refusals.forEach(SystemLog.write(refusal:)) }
  }

  /// What WATCHWORD_INLINE says; `nil` for nothing.
  private static var environmentsChoice: Bool? {
    switch environmentVariable("WATCHWORD_INLINE") {
    case "1": true
    case "0": false
    default: nil
    }
  }

  /// Throws if the typed `values` do not go together, in any order.
  private func checkTogether(_ values: [OptionValue]) throws(ProgramError) {
    func isGiven(_ option: Option) -> Bool { values.contains { $0.option == option } }
    if isGiven(.json), let other = values.last(where: { $0.option == .format })?.argument,
      other != AnswerFormat.Kind.json.rawValue
    {
      throw .conflict("\(Option.format.flag) \(other)", Option.json.flag)
    }
    if receiver == nil, let option = [Option.success, .answerFd].first(where: isGiven) {
      throw .text("option '{option}' needs a command behind '--'", ["option": option.flag])
    }
    if command == .form { try checkFields() }
    if command == .signIn, policyFile != nil || standardPolicy ?? .account != .account {
      throw .text(
        "command '{command}' takes '{option}' and no other policy",
        [
          "command": command.rawValue, "option": "\(Option.policy.flag) \(StandardPolicy.account.rawValue)",
        ])
    }
    for value in values {
      let needed = value.option.needs.filter { $0.scope.contains(command) }
      if !needed.isEmpty, !needed.contains(where: isGiven) { throw .missing(needed, neededBy: value.option) }
    }
    for value in values {
      if let other = value.option.excludes.first(where: isGiven) {
        throw .conflict(value.option.flag, other.flag)
      }
      if receiver != nil, !value.option.goesWithReceiver {
        throw .text(
          "option '{option}' does not go together with a command behind '--'", ["option": value.option.flag])
      }
    }
    // A line would hold the password beside its hash, and who reads it would take both for one.
    if command == .generate, isGiven(.hash), !isGiven(.json), receiver != nil || isGiven(.output) {
      throw .text(
        "option '{option}' goes together with '{other}' or a command behind '--' only with '{needed}'",
        ["option": Option.hash.flag, "other": Option.output.flag, "needed": Option.json.flag])
    }
    guard command == .form else { return }
    if isGiven(.noCapitalize), !form.fields.contains(where: \.capitalizesWords) {
      throw .missing(.name, neededBy: .noCapitalize)
    }
    // Ignoring the option would hide that a field was meant to ask for a new password.
    if let value = values.first(where: \.option.scope.isForNewPassword), !asksForNewPassword {
      throw .missing(.newPassword, neededBy: value.option)
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

}

extension ProgramError {
  /// `option` has no effect without one of `others`.
  package static func missing(_ others: [Option], neededBy option: Option) -> ProgramError {
    others.count == 1
      ? .text(
        "option '{option}' needs an option '{other}'", ["option": option.flag, "other": others[0].flag])
      : .text(
        "option '{option}' needs an option {others}",
        ["option": option.flag, "others": others.map(\.flag.quoted).joinedByOr])
  }

  fileprivate static func missing(_ kind: FormField.Kind, neededBy option: Option) -> ProgramError {
    .text(
      "option '{option}' needs an option '{other}' {type}",
      ["option": option.flag, "other": Option.field.flag, "type": kind.rawValue])
  }

  static func noField(_ name: String, of option: Option) -> ProgramError {
    .text("option '{option}' names no field: {name}", ["option": option.flag, "name": name.quoted])
  }

  /// The text for the field `name` could control the terminal.
  static func controls(in name: String, of option: Option) -> ProgramError {
    .text(
      "option '{option}' takes a text without control characters for {name}",
      ["option": option.flag, "name": name.quoted])
  }
}
