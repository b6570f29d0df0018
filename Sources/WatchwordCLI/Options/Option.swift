internal import WatchwordMessages

/// An option of the command line. It is a row of the one table of options, by which the arguments are read, and
/// ``Options`` made of them; and `--help`, the man page and the completions of the shells.
/// A class, since every start with arguments goes through the table, and a row holds much that would be copied.
final class Option: OptionRow, Hashable, Sendable {
  let name: String
  let letter: Unicode.Scalar?
  let group: Group
  /// Where the option has a meaning.
  let scope: Scope
  /// The commands, of those that take the option, that usually need it: their help names it, and that of the others
  /// only where all is asked for.
  let usual: Scope
  /// How the option can be set beforehand, `nil` where it cannot. What hands an answer on, or says where it goes,
  /// cannot.
  let setting: Setting?
  /// Whether it has a meaning beside a command behind `--`.
  let goesWithReceiver: Bool
  /// Whether it counts what the other options say. Then its last value alone counts.
  let comesLast: Bool
  /// Whether `own`, where it is required, fixes `other`, which is neither the same option nor the opposite: that one
  /// could take the place of a part of what is asked for, or weaken it.
  let fixes: @Sendable (_ own: OptionValue, _ other: OptionValue) -> Bool

  private let effect: Effect
  private let findNeeds, findExcludes: @Sendable () -> [Option]
  private let makeHelp: @Sendable () -> String
  private let makeNote: @Sendable () -> String?

  init(
    _ name: String, _ effect: Effect = .nothing(), letter: Unicode.Scalar? = nil, in group: Group,
    for scope: Scope = .forms, usual: Scope = .only(), setting: Setting? = nil,
    needs: @autoclosure @escaping @Sendable () -> [Option] = [],
    excludes: @autoclosure @escaping @Sendable () -> [Option] = [],
    goesWithReceiver: Bool = true, comesLast: Bool = false,
    fixes: @escaping @Sendable (OptionValue, OptionValue) -> Bool = { _, _ in false },
    _ help: @autoclosure @escaping @Sendable () -> String,
    note: @autoclosure @escaping @Sendable () -> String? = nil
  ) {
    (self.name, self.effect, self.letter, self.group) = (name, effect, letter, group)
    (self.scope, self.usual, self.setting) = (scope, usual, setting)
    (findNeeds, findExcludes, self.goesWithReceiver) = (needs, excludes, goesWithReceiver)
    (self.comesLast, self.fixes, makeHelp, makeNote) = (comesLast, fixes, help, note)
  }

  var placeholder: String? { effect.placeholder }
  /// The same in the usage text of `command`: of the one field of ask there is no NAME.
  func placeholder(of command: Command?) -> String? {
    self == .label && command == .ask ? "TEXT" : placeholder
  }
  var choices: [String] { effect.choices() }
  /// The options of which one has to be given too, where the command takes any.
  var needs: [Option] { findNeeds() }
  var excludes: [Option] { findExcludes() }
  /// What the option does, in one line of at most 43 characters in English. It is looked up where it is printed: the
  /// arguments are read by this table before the first frame.
  var help: String { makeHelp() }
  /// What else there is to know, for the man page, which is English.
  var note: String? { makeNote() }
  var commands: [Command] { scope.commands }

  /// Does what the option is for.
  ///
  /// - Throws: What is wrong with the argument.
  func apply(_ value: OptionValue, to options: inout Options) throws(ProgramError) {
    try effect.apply(&options, value)
  }

  static func == (one: Option, other: Option) -> Bool { one.name == other.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// What a row of the table says.
extension Option {
  /// A heading under which options stand together.
  enum Group: CaseIterable, Sendable {
    case fields, words, rules, typing, look, answer, verifier, signIn, list, drawing, general

    var heading: String {
      switch self {
      // translators: The next eleven texts are headings of groups of options in the output of --help.
      case .fields: text("Fields")
      case .words: text("Words")
      case .rules: text("Rules")
      case .typing: text("Typing")
      case .look: text("Look")
      // translators: What the program hands out when the form was accepted.
      case .answer: text("Answer")
      // translators: A program that is asked whether what was typed is right.
      case .verifier: text("Verifier")
      case .signIn: text("Sign-in")
      case .list: text("Without a form")
      // translators: Passwords that the program makes by chance.
      case .drawing: text("Drawn passwords")
      case .general: text("General")
      }
    }
  }

  /// What an option takes, and what it does with it.
  struct Effect: Sendable {
    fileprivate let placeholder: String?
    fileprivate let choices: @Sendable () -> [String]
    fileprivate let apply: @Sendable (inout Options, OptionValue) throws(ProgramError) -> Void

    /// Nothing: it is looked for where the arguments are read.
    static func nothing(
      choices: @autoclosure @escaping @Sendable () -> [String] = []
    ) -> Effect {
      Effect(placeholder: nil, choices: choices) { _, _ in }
    }

    /// An option without an argument.
    static func flag(_ set: @escaping @Sendable (inout Options) -> Void) -> Effect {
      Effect(placeholder: nil, choices: { [] }) { options, _ in set(&options) }
    }

    /// An argument that is taken as it is.
    static func plain(
      _ placeholder: String, _ set: @escaping @Sendable (inout Options, String) -> Void
    ) -> Effect {
      Effect(placeholder: placeholder, choices: { [] }) { options, value in set(&options, value.argument) }
    }

    /// One of a few words.
    static func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
      _ placeholder: String, _ set: @escaping @Sendable (inout Options, Choice) -> Void
    ) -> Effect {
      value(placeholder, OptionValue.choice, choices: Choice.words, set)
    }

    static func value<Value>(
      _ placeholder: String, _ read: @escaping @Sendable (OptionValue) -> () throws(ProgramError) -> Value,
      choices: @autoclosure @escaping @Sendable () -> [String] = [],
      _ set: @escaping @Sendable (inout Options, Value) throws(ProgramError) -> Void
    ) -> Effect {
      Effect(placeholder: placeholder, choices: choices) { (options, value) throws(ProgramError) in
        try set(&options, try read(value)())
      }
    }
  }

  /// What a setting does to those before it.
  enum Setting: Sendable {
    /// It takes their place, and that of the opposite.
    case one
    /// It is added to them.
    case list
  }

  /// Where an option has a meaning.
  struct Scope: Sendable {
    /// The commands that take the option.
    var commands: [Command]
    /// Whether it has one only where there is a new password.
    var isForNewPassword = false

    static let all = Scope(commands: Command.allCases)
    static let forms = Scope(commands: Command.forms)
    /// The forms whose answer is written.
    static let answering = Scope(commands: Command.answering)
    /// Those of them that can ask for a new password.
    static let newAnswer = Scope(
      commands: newPassword.commands.filter(Command.answering.contains), isForNewPassword: true)
    /// The commands that say how they ended.
    static let saying = Scope(commands: Command.forms + [.generate])
    /// The commands that write anything.
    static let writing = Scope(commands: Command.allCases.filter { $0 != .passwd })
    /// The commands with fields that can start with a text.
    static let filling = Scope(commands: [.signIn, .signUp, .form])
    /// The commands that can ask for a new password.
    static let newPassword = Scope(
      commands: [.new, .change, .passwd, .signUp, .form], isForNewPassword: true)
    /// The commands that can judge a new password that a person made up.
    static let judging = Scope(commands: newPassword.commands + [.check], isForNewPassword: true)
    /// The commands that hold a new password to rules.
    static let ruling = Scope(commands: judging.commands + [.generate], isForNewPassword: true)

    /// The commands that know rules.
    static let knowingRules = Scope(commands: ruling.commands + [.policies], isForNewPassword: true)

    /// The commands that can make a new password.
    static let drawing = Scope(commands: newPassword.commands + [.generate], isForNewPassword: true)
    /// The commands that can judge a new password or one that is known already.
    static let judgingAny = Scope(
      commands: Command.allCases.filter { $0 != .ask }, isForNewPassword: true)

    static func only(_ commands: Command...) -> Scope { Scope(commands: commands) }
  }
}
