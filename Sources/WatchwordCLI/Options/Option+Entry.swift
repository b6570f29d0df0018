internal import WatchwordMessages

/// What a row of the table of options says.
extension Option {
  /// A heading under which options stand together.
  enum Group: CaseIterable, Sendable {
    case fields, words, rules, typing, look, answer, verifier, memory, list, drawing, general

    /// The heading.
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
      case .memory: text("Sign-in")
      case .list: text("Without a form")
      // translators: Passwords that the program makes by chance.
      case .drawing: text("Drawn passwords")
      case .general: text("General")
      }
    }
  }

  /// One row of the table.
  struct Entry: Sendable {
    /// The long name, without the dashes.
    var name = ""
    /// The short name, without the dash.
    var letter: Unicode.Scalar?
    /// What stands for the argument in a usage text, `nil` where the option takes none.
    var placeholder: String?
    /// What the option does, in one line of at most 43 characters in English. It is looked up where it is printed: the
    /// arguments are read by this table before the first frame.
    var help: String { makeHelp() }
    /// What else there is to know, for the man page, which is English.
    var note: String? { makeNote() }
    /// Where the option has a meaning.
    var scope: Scope
    /// The commands, of those that take the option, that usually need it: their help names it, and that of the others
    /// only where all is asked for.
    var usual: Scope
    /// The words that the argument is, or begins with; empty where it can be anything. Without a placeholder the
    /// argument may be left out, and stands behind an equals sign.
    var choices: [String]
    /// How the option can be set beforehand, `nil` where it cannot. What hands an answer on, or says where it goes,
    /// cannot.
    var setting: Setting?
    /// The heading under which the option stands.
    var group: Group

    private let makeHelp: @Sendable () -> String
    private let makeNote: @Sendable () -> String?

    /// Makes a row.
    init(
      _ placeholder: String? = nil, letter: Unicode.Scalar? = nil, in group: Group,
      for scope: Scope = .forms, usual: Scope = .only(), choices: [String] = [],
      setting: Setting? = nil, _ help: @autoclosure @escaping @Sendable () -> String,
      note: @autoclosure @escaping @Sendable () -> String? = nil
    ) {
      self.letter = letter
      self.placeholder = placeholder
      makeHelp = help
      makeNote = note
      self.scope = scope
      self.usual = usual
      self.choices = choices
      self.setting = setting
      self.group = group
    }

    /// The commands that take the option.
    var commands: [Command] { scope.commands }
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

    /// All commands.
    static let all = Scope(commands: Command.allCases)
    /// The commands that show a form.
    static let forms = Scope(commands: Command.forms)
    /// The commands with fields that can start with a text.
    static let filling = Scope(commands: [.signIn, .signUp, .form])
    /// The commands that can ask for a new password.
    static let newPassword = Scope(commands: [.new, .change, .signUp, .form], isForNewPassword: true)
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

    /// These commands.
    static func only(_ commands: Command...) -> Scope { Scope(commands: commands) }
  }
}
