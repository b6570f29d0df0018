internal import WatchwordBase

/// A command of the program: the form that it shows, or what it does without one.
package enum Command: String, CaseIterable, Sendable {
  case new
  case change
  case passwd
  case ask
  case signIn = "sign-in"
  case signUp = "sign-up"
  case form
  case check
  case generate
  case hash
  case confirm
  case policies
  case config

  static let forms: [Command] = [.new, .change, .passwd, .ask, .signIn, .signUp, .form]
  static let answering = forms.filter { $0 != .passwd }

  /// One line about the command.
  package var help: String {
    switch self {
    case .new: text("A new password; meant where no command is given")
    case .change: text("The old password and a new one")
    case .passwd: text("Change the password of your account")
    case .ask: text("A password that exists already")
    case .signIn: text("Email address and password")
    case .signUp: text("Name, email address and a new password")
    case .form: text("The fields that {option} describes", ["option": Option.field.flag])
    case .check: text("No form: judge passwords from standard input")
    case .generate: text("No form: draw passwords that meet the rule")
    case .hash: text("No form: hash a password from standard input")
    case .confirm: text("A question, to be answered by yes or no")
    case .policies: text("No form: list the policies, or show one")
    case .config: text("No form: what is set beforehand, and where")
    }
  }

  /// A sentence or two about the command, in lines of at most 80 columns.
  package var purpose: String {
    switch self {
    case .new:
      text(
        "Asks for a new password, twice, and shows what it still needs while it is typed.\n"
          + "This is the command where none is given.")
    case .change: text("Asks for the old password, which may be checked, and for a new one, twice.")
    case .passwd:
      text(
        "Asks for the old password of your account and for a new one, twice, and has the\n"
          + "system's passwd change it. With USER, which root may name, it is that account's.\n"
          + "The rule is that of pam_pwquality if passwd's PAM stack has it, or else login.")
    case .ask: text("Asks for a password that exists already, and does not judge it.")
    case .signIn: text("Asks for an email address, or a user name, and the password that goes with it.")
    case .signUp: text("Asks for a name, an email address and a new password.")
    case .form:
      text("Asks for what the options {option} describe, in their order.", ["option": Option.field.flag])
    case .check:
      text(
        "Says how strong a password is, and whether it passes. It comes from standard\n"
          + "input; on a terminal it is asked for, and not shown.")
    case .generate: text("Draws random passwords that meet the rule.")
    case .hash:
      text(
        "Writes the hash of a password, which comes from standard input; on a terminal it\n"
          + "is asked for, twice, and not shown.")
    case .confirm:
      text(
        "Asks TEXT. The keys y and n answer, and the status is 0 for yes and 1 for no or\n"
          + "Esc. Enter alone does nothing, unless {option} says what it answers.",
        ["option": Option.defaultAnswer.flag])
    case .policies:
      text(
        "Lists the policies that a new password can be held to. With a NAME, which is\n"
          + "what {option} takes, it shows all that this one asks for, and its source.",
        ["option": Option.policy.flag])
    case .config:
      text(
        "Lists the settings in force, each with the file and line or the variable that it\n"
          + "comes from. What is not listed is not set. With {option} it judges a file.",
        ["option": Option.check.flag])
    }
  }

  /// Example calls, one per line, in lines of at most 78 columns.
  package var examples: [String] {
    switch self {
    case .new:
      ["watchword new --template 'alice:{password}' -- sudo chpasswd", "watchword new --policy nist"]
    case .change: ["watchword change --format lines -- ./set-password"]
    case .passwd: ["watchword passwd", "sudo watchword passwd alice"]
    case .ask: ["watchword ask --label Passphrase --no-newline -- ./unlock"]
    case .signIn: ["watchword sign-in --user --verify ./check-login --attempts 3"]
    case .signUp: ["watchword sign-up --optional name -- ./add-account"]
    case .form: ["watchword form --field name --field choice:disk:vda,vdb --field yesno:wipe"]
    case .check: ["pass show mail | watchword check", "watchword check --batch --json <passwords.txt"]
    case .generate: ["watchword generate", "watchword generate --policy nist --words 6"]
    case .hash: ["pass show mail | watchword hash", "watchword hash --hash scram-sha-256"]
    case .confirm:
      ["watchword confirm 'Restart now?' --default no", "watchword confirm --danger ERASE 'Erase /dev/sdb?'"]
    case .policies: ["watchword policies", "watchword policies nist"]
    case .config: ["watchword config", "watchword config --check ./config.new"]
    }
  }

  /// What follows the command in a usage text.
  package var arguments: String {
    switch self {
    case .policies: " [NAME] [OPTION]..."
    case .passwd: " [USER] [OPTION]..."
    case .confirm: " TEXT [OPTION]..."
    case .check, .generate, .hash, .config: " [OPTION]..."
    default: " [OPTION]... [-- PROGRAM [ARG]...]"
    }
  }

  /// `commands` as part of a sentence, as in "'new', 'sign-up' and 'form'".
  package static func list(_ commands: [Command]) -> String {
    commands.map(\.rawValue.quoted).joinedByAnd
  }
}
