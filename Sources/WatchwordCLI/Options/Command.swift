/// A command of the program: the form that it shows, or what it does without one.
enum Command: String, CaseIterable, Sendable {
  case new
  case change
  case ask
  case signIn = "sign-in"
  case signUp = "sign-up"
  case form
  case check
  case generate

  /// The commands that show a form.
  static let forms: [Command] = [.new, .change, .ask, .signIn, .signUp, .form]

  /// The letter that stands for the command in the help.
  var letter: Character {
    switch self {
    case .new: "n"
    case .change: "o"
    case .ask: "a"
    case .signIn: "i"
    case .signUp: "u"
    case .form: "f"
    case .check: "c"
    case .generate: "g"
    }
  }

  /// What the form asks for, or what is done without one, in one line.
  var help: String {
    switch self {
    case .new: "A new password; meant where no command is given"
    case .change: "The old password and a new one"
    case .ask: "A password that exists already"
    case .signIn: "Email address and password"
    case .signUp: "Name, email address and a new password"
    case .form: "The fields that \(Option.field.flag) describes"
    case .check: "No form: judge passwords from standard input"
    case .generate: "No form: draw passwords that meet the rule"
    }
  }

  /// `commands` as a part of a sentence, as in "'new', 'sign-up' and 'form'".
  static func list(_ commands: [Command]) -> String {
    commands.map(\.rawValue.quoted).joined(lastBefore: "and")
  }
}
