internal import Watchword
internal import WatchwordBase

/// An option of the command line: a row of the one table that the arguments are parsed with, and that ``Options``,
/// `--help`, the man page and the completions are made from. It is a class, because every start with arguments goes
/// through the table and copying rows is expensive.
package final class Option: OptionRow, Hashable, Sendable {
  package let name: String
  package let letter: Unicode.Scalar?
  let group: Group
  let scope: Scope
  /// Commands whose short help lists the option. Others list it under --help=all.
  let usual: Scope
  /// How a configuration file can set the option; `nil` if it cannot, as with the options that say where an answer
  /// goes.
  let setting: Setting?
  /// Whether the option can be used with a command after `--`.
  let goesWithReceiver: Bool
  /// Commands that obey the setting, too, although they do not take the option.
  let alsoSetFor: Scope?
  let phase: Phase
  /// Whether a required `own` forbids `other`, because `other` could replace or weaken a part of the requirement.
  /// `other` is neither the same option nor its opposite.
  let fixes: @Sendable (_ own: OptionValue, _ other: OptionValue) -> Bool

  private let effect: Effect
  private let findNeeds, findImplied, findExcludes: @Sendable () -> [Option]
  private let makeHelp: @Sendable () -> String
  private let makeNote: @Sendable () -> String?

  init(
    _ name: String, _ effect: Effect = .nothing(), letter: Unicode.Scalar? = nil, in group: Group,
    for scope: Scope = .forms, usual: Scope = [], setting: Setting? = nil,
    alsoSetFor: Scope? = nil, needs: @autoclosure @escaping @Sendable () -> [Option] = [],
    implies: @autoclosure @escaping @Sendable () -> [Option] = [],
    excludes: @autoclosure @escaping @Sendable () -> [Option] = [],
    goesWithReceiver: Bool = true, phase: Phase = .first,
    fixes: @escaping @Sendable (OptionValue, OptionValue) -> Bool = { _, _ in false },
    _ help: @autoclosure @escaping @Sendable () -> String,
    note: @autoclosure @escaping @Sendable () -> String? = nil
  ) {
    (self.name, self.effect, self.letter, self.group) = (name, effect, letter, group)
    (self.scope, self.usual, self.setting) = (scope, usual, setting)
    (self.alsoSetFor, self.phase, self.goesWithReceiver) = (alsoSetFor, phase, goesWithReceiver)
    (findNeeds, findImplied, findExcludes) = (needs, implies, excludes)
    (self.fixes, makeHelp, makeNote) = (fixes, help, note)
  }

  package var placeholder: String? { effect.placeholder }
  package var hasOpposite: Bool { effect.hasOpposite }
  /// The placeholder for `command`. The label of `ask` needs no NAME, because there is only one field.
  func placeholder(of command: Command?) -> String? {
    self == .label && command == .ask ? "TEXT" : placeholder
  }
  package var choices: [String] { effect.choices() }
  /// One of these options has to be given too, if the command takes any of them.
  var needs: [Option] { findNeeds() }
  /// Options without an argument that this one gives too.
  var implied: [Option] { findImplied() }
  var excludes: [Option] { findExcludes() }
  /// One line of at most 43 characters in English. Translated only when printed, because every start uses this table.
  package var help: String { makeHelp() }
  /// Further text for the man page, which is English.
  var note: String? { makeNote() }
  var commands: [Command] { scope.commands }

  /// The argument that says what is in force in `options`, or the name of an option with an opposite; `nil` if none does.
  func inForce(in options: Options) -> String? {
    effect.isOn.map { toggled($0(options)) } ?? effect.word?(options)
  }

  /// The name that switches the option on or off.
  func toggled(_ isOn: Bool) -> String { isOn ? name : names.last ?? name }

  /// Whether `argument` names a file.
  func isPath(_ argument: String) -> Bool { effect.isPath?(argument) ?? false }

  /// Does what the option is for.
  ///
  /// - Throws: What is wrong with the argument.
  func apply(_ value: OptionValue, to options: inout Options) throws(ProgramError) {
    try effect.apply(&options, value)
  }

  package static func == (one: Option, other: Option) -> Bool { one.name == other.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Option {
  /// A heading above options in the help.
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

  /// When an option takes effect: after the options of all earlier phases, because it depends on them. The fields are
  /// known from `input` on. Only options of the first phase can be set beforehand.
  enum Phase: CaseIterable, Sendable { case first, input, field, answer }

  /// What an option takes, and its effect.
  struct Effect: Sendable {
    fileprivate let placeholder: String?
    fileprivate var hasOpposite = false
    fileprivate var isPath: (@Sendable (String) -> Bool)?
    /// What is in force: whether a toggle is on, or else the argument.
    fileprivate var isOn: Getter<Bool>?
    fileprivate var word: Getter<String>?
    typealias Getter<Value> = @Sendable (Options) -> Value
    fileprivate let choices: @Sendable () -> [String]
    fileprivate let apply: @Sendable (inout Options, OptionValue) throws(ProgramError) -> Void

    /// No effect on ``Options``: the code that reads the command line handles the option itself.
    static func nothing(
      choices: @autoclosure @escaping @Sendable () -> [String] = []
    ) -> Effect {
      Effect(placeholder: nil, choices: choices) { _, _ in }
    }

    static func flag(_ set: @escaping @Sendable (inout Options) -> Void) -> Effect {
      Effect(placeholder: nil, choices: { [] }) { options, _ in set(&options) }
    }

    /// An option without an argument that has an opposite.
    static func toggle(
      _ isOn: Getter<Bool>? = nil, _ set: @escaping @Sendable (inout Options, Bool) -> Void
    ) -> Effect {
      Effect(placeholder: nil, hasOpposite: true, isOn: isOn, choices: { [] }) { options, value in
        set(&options, !value.isOpposite)
      }
    }

    /// An argument taken unchanged.
    static func plain(
      _ placeholder: String, _ set: @escaping @Sendable (inout Options, String) -> Void
    ) -> Effect {
      Effect(placeholder: placeholder, choices: { [] }) { options, value in set(&options, value.argument) }
    }

    static func path(_ set: @escaping @Sendable (inout Options, String) -> Void) -> Effect {
      Effect(placeholder: "FILE", isPath: { _ in true }, choices: { [] }) { options, value in
        set(&options, value.argument)
      }
    }

    static func custom(
      _ placeholder: String,
      _ apply: @escaping @Sendable (OptionValue) -> (inout Options) throws(ProgramError) -> Void
    ) -> Effect {
      Effect(placeholder: placeholder, choices: { [] }) { (options, value) throws(ProgramError) in
        try apply(value)(&options)
      }
    }

    /// An argument with the name of a field and a text for it.
    static func field(
      _ placeholder: String,
      _ set:
        @escaping @Sendable (OptionValue) -> (inout FormField.Configuration, String)
        throws(ProgramError) -> Void
    ) -> Effect {
      Effect(placeholder: placeholder, choices: { [] }) { (options, value) throws(ProgramError) in
        let (name, text) = try value.namedText()
        let index = try options.index(ofField: name, for: value.option)
        try set(value)(&options.form.fields[index], text)
      }
    }

    static func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
      _ placeholder: String, _ word: Getter<String>? = nil,
      _ set: @escaping @Sendable (inout Options, Choice) -> Void
    ) -> Effect {
      value(placeholder, OptionValue.choice, choices: Choice.words, word: word, set)
    }

    static func value<Value>(
      _ placeholder: String, _ read: @escaping @Sendable (OptionValue) -> () throws(ProgramError) -> Value,
      choices: @autoclosure @escaping @Sendable () -> [String] = [],
      isPath: (@Sendable (String) -> Bool)? = nil, word: Getter<String>? = nil,
      _ set: @escaping @Sendable (inout Options, Value) throws(ProgramError) -> Void
    ) -> Effect {
      Effect(placeholder: placeholder, isPath: isPath, word: word, choices: choices) {
        (options, value) throws(ProgramError) in
        try set(&options, try read(value)())
      }
    }
  }

  /// How a setting relates to earlier settings of the option.
  enum Setting: Sendable {
    /// Replaces earlier settings of the option and of its opposite.
    case one
    /// Adds to earlier settings of the same section, and replaces those of others.
    case several
    /// Adds to earlier settings of the option.
    case list
  }

  /// The commands that an option is for. An array would have to be made at the start, for each row.
  struct Scope: OptionSet, Sendable {
    let rawValue: UInt32

    static let new = Scope(.new), change = Scope(.change), passwd = Scope(.passwd), ask = Scope(.ask)
    static let signIn = Scope(.signIn), signUp = Scope(.signUp), form = Scope(.form), check = Scope(.check)
    static let generate = Scope(.generate), hash = Scope(.hash), confirm = Scope(.confirm)
    static let policies = Scope(.policies), config = Scope(.config), run = Scope(.run), agent = Scope(.agent)
    /// No command: the option applies only if there is a new password.
    static let ifPasswordIsNew = Scope(rawValue: 1 << 31)

    /// The commands that take an option of this table.
    static let all: Scope = [.configured, .agent]
    /// The commands that look for settings, unless their arguments forbid it.
    static let configured: Scope = [.own, .run]
    static let own: Scope = [.forms, .check, .generate, .hash, .confirm, .policies, .config]
    static let forms: Scope = [.answering, .passwd]
    static let answering: Scope = [.new, .change, .ask, .signIn, .signUp, .form]
    /// The commands that can hand a password to a file or to the command behind `--`.
    static let handing: Scope = [.answering, .generate]
    /// The commands with an answer that can ask for a new password.
    static let newAnswer = newPassword.subtracting(.passwd)
    /// The commands that show one form or question.
    static let single: Scope = [.forms, .confirm]
    /// The commands that show forms or questions.
    static let shown: Scope = [.single, .run]
    /// The commands that show forms with fields.
    static let typed: Scope = [.forms, .run]
    static let inline: Scope = [.answering, .confirm, .run]
    /// The commands that can write a hash.
    static let hashing: Scope = [.newAnswer, .generate, .hash]
    /// The commands that report how they ended.
    static let saying: Scope = [.forms, .generate, .confirm]
    /// The commands that can ask on the terminal, although none of their arguments says how.
    static let asking: Scope = [.check, .hash]
    static let writing: Scope = [.answering, .check, .generate, .policies, .config]
    /// The commands with fields that can have an initial text.
    static let filling: Scope = [.signIn, .signUp, .form]
    static let newPassword: Scope = [.new, .change, .passwd, .signUp, .form, .ifPasswordIsNew]
    /// The commands that can judge a new password made up by a user.
    static let judging: Scope = [.newPassword, .check]
    /// The commands that apply rules to a new password.
    static let ruling: Scope = [.judging, .generate]

    static let knowingRules: Scope = [.ruling, .policies]

    /// The commands that can generate a new password.
    static let drawing: Scope = [.newPassword, .generate]
    /// The commands that can judge a new password or a known one.
    static let judgingAny: Scope = [.newPassword, .signIn, .check, .generate, .policies]
  }
}

extension Option.Scope {
  private init(_ command: Command) { self.init(rawValue: 1 << command.number) }

  /// The commands in the order of their declaration.
  var commands: [Command] { Command.allCases.filter(contains) }

  var isForNewPassword: Bool { contains(.ifPasswordIsNew) }

  func contains(_ command: Command) -> Bool { contains(Option.Scope(command)) }
}
