internal import WatchwordBase

/// A command of the program: the form that it shows, what it does without one, or a service: what it does for other
/// programs, which call that by a name of its own and with other arguments.
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
  case pinentry
  case askpass
  case run
  case agent

  static let forms = Option.Scope.forms.commands
  static let answering = Option.Scope.answering.commands
  static let handing = Option.Scope.handing.commands
  /// The commands that somebody may give a password as an argument by mistake.
  static let takingSecrets = forms + [.check, .generate, .hash]

  /// The place among the commands, from 0.
  var number: Int {
    switch self {
    case .new: 0
    case .change: 1
    case .passwd: 2
    case .ask: 3
    case .signIn: 4
    case .signUp: 5
    case .form: 6
    case .check: 7
    case .generate: 8
    case .hash: 9
    case .confirm: 10
    case .policies: 11
    case .config: 12
    case .pinentry: 13
    case .askpass: 14
    case .run: 15
    case .agent: 16
    }
  }

  /// The name of the program that is only this service; `nil` for a command that is none.
  package var programName: String? {
    switch self {
    case .pinentry: "pinentry-watchword"
    case .askpass: "watchword-askpass"
    case .run: "watchword-run"
    case .agent: "watchword-agent"
    case .new, .change, .passwd, .ask, .signIn, .signUp, .form, .check, .generate, .hash, .confirm, .policies,
      .config:
      nil
    }
  }

  package static let services = allCases.filter { $0.programName != nil }
  /// The commands that a file of settings can have a section for.
  package static let withoutServices = Option.Scope.own.commands

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
    case .pinentry: text("The dialogs of gpg-agent; also pinentry-watchword")
    case .askpass: text("One answer for ssh, sudo or git; also watchword-askpass")
    case .run: text("Any command, with a form when it asks for a password")
    case .agent: text("Passphrases that systemd asks for; also watchword-agent")
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
          + "input; on a terminal it is asked for, and not shown.\n"
          + "FILE is a list of passwords, one a line, and - is a list on standard input.")
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
    case .pinentry:
      text(
        "Speaks with gpg-agent on standard input and standard output, and shows its\n"
          + "dialogs on the terminal that gpg-agent names. Nobody else has to call it.")
    case .askpass:
      // translators: {userName}, {question} and {fingerprint} are English words of other programs.
      text(
        "Shows PROMPT, asks for one answer on the terminal, and writes it to standard\n"
          + "output. What is typed stays masked, unless PROMPT begins with {userName}\n"
          + "or ends in {question} or {fingerprint}. An empty answer is taken.\n"
          + "With SSH_ASKPASS_PROMPT=confirm in the environment PROMPT is a question, to be\n"
          + "answered by yes or no; with SSH_ASKPASS_PROMPT=none it is a message. How the\n"
          + "form looks is set beforehand, as for the command ask.",
        [
          "userName": "\"Username for '\"", "question": "\"(yes/no)? \"",
          "fingerprint": "\"(yes/no/[fingerprint])? \"",
        ])
    case .run:
      text(
        "Runs COMMAND, or the shell, on a terminal of its own, and passes everything on.\n"
          + "When the command switches the echo off and waits for a line, a form asks for\n"
          + "the password instead. For a new password of a known program the form says how\n"
          + "good it is, and asks for it twice. Esc leaves the question to you. With sudo\n"
          + "in front of a command no form can be shown for it: put sudo in front of\n"
          + "watchword.")
    case .agent:
      text(
        "Asks on the terminal for the passphrases that systemd needs, such as those of\n"
          + "encrypted disks, and waits for more. Root answers the system, and other users\n"
          + "answer their own service manager. Esc cancels a question. How the form looks is\n"
          + "set beforehand, as for the command ask.")
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
    case .check: ["pass show mail | watchword check", "watchword check --report passwords.txt"]
    case .generate:
      [
        "watchword generate --policy nist --words 6",
        "watchword generate --length 32 --output ./secret --mode 640",
      ]
    case .hash: ["pass show mail | watchword hash", "watchword hash --hash scram-sha-256"]
    case .confirm:
      ["watchword confirm 'Restart now?' --default no", "watchword confirm --danger ERASE 'Erase /dev/sdb?'"]
    case .policies: ["watchword policies", "watchword policies nist"]
    case .config:
      [
        "watchword config", "watchword config --check ./config.new",
        "watchword config --check ./config.new --root .",
      ]
    case .pinentry:
      [
        "mkdir -pm 700 ~/.gnupg",
        "program=$(command -v pinentry-watchword)",
        "echo \"pinentry-program $program\" >>~/.gnupg/gpg-agent.conf",
        "gpgconf --kill gpg-agent",
      ]
    case .askpass:
      [
        "export SSH_ASKPASS=watchword-askpass SSH_ASKPASS_REQUIRE=force",
        "SUDO_ASKPASS=$(command -v watchword-askpass) sudo -A true",
        "git config --global core.askPass watchword-askpass",
      ]
    case .run:
      ["watchword run zip -e letters.zip *.txt", "alias cryptsetup='watchword run cryptsetup'"]
    case .agent: ["sudo watchword agent", "watchword agent --list"]
    }
  }

  /// What follows the command in a usage text.
  package var arguments: String {
    switch self {
    case .policies: " [NAME] [OPTION]..."
    case .passwd: " [USER] [OPTION]..."
    case .check: " [FILE] [OPTION]..."
    case .confirm: " TEXT [OPTION]..."
    case .askpass: " [PROMPT]"
    case .run: " [OPTION]... [--] [COMMAND [ARG]...]"
    case .hash, .config, .pinentry, .agent: " [OPTION]..."
    case .new, .change, .ask, .signIn, .signUp, .form, .generate: " [OPTION]... [-- PROGRAM [ARG]...]"
    }
  }

  /// `commands` as part of a sentence, as in "'new', 'sign-up' and 'form'".
  package static func list(_ commands: [Command]) -> String {
    commands.map(\.rawValue.quoted).joinedByAnd
  }
}
