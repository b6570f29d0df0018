internal import WatchwordBase

/// What the program does for other programs, which call it by another name and with other arguments.
package enum Service: String, CaseIterable, Sendable {
  case pinentry
  case askpass
  case run
  case agent

  /// The name of the program that is only this service.
  package var programName: String {
    switch self {
    case .pinentry: "pinentry-watchword"
    case .askpass: "watchword-askpass"
    case .run: "watchword-run"
    case .agent: "watchword-agent"
    }
  }

  package var arguments: String {
    switch self {
    case .pinentry, .agent: " [OPTION]..."
    case .askpass: " [PROMPT]"
    case .run: " [OPTION]... [--] [COMMAND [ARG]...]"
    }
  }

  package var help: String {
    switch self {
    case .pinentry: text("The dialogs of gpg-agent; also pinentry-watchword")
    case .askpass: text("One answer for ssh, sudo or git; also watchword-askpass")
    case .run: text("Any command, with a form when it asks for a password")
    case .agent: text("Passphrases that systemd asks for; also watchword-agent")
    }
  }

  /// What the service is for, in lines of at most 80 columns.
  package var purpose: String {
    switch self {
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

  /// How to call or enable the service, in lines of at most 78 columns.
  package var examples: [String] {
    switch self {
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

  package var statuses: [String] {
    switch self {
    case .pinentry: ["0", "2", "5", "6", "128+n"]
    case .askpass: ["0", "1", "2", "3", "4", "5", "6", "128+n"]
    case .agent: ["0", "2", "3", "5", "6", "128+n"]
    case .run: ["2", "126", "127", "128+n", "other"]
    }
  }

  /// The meaning of a status, if it differs from that in a command.
  package func meaning(of status: String) -> String? {
    switch (self, status) {
    case (_, "2"): text("wrong arguments")
    case (.askpass, "3"): text("no usable terminal")
    case (.pinentry, "0"): text("gpg-agent needs nothing more")
    case (.askpass, "0"): text("answered, and the answer was written; to a question: yes")
    case (.askpass, "1"): text("cancelled by the person; to a question: no")
    case (.agent, "0"): text("what waited was asked, or listed")
    case (.agent, "3"): text("no usable terminal, or no right to answer")
    case (.run, "126"): text("the command cannot be started")
    case (.run, "127"): text("the command does not exist")
    case (.run, "128+n"): text("signal n has ended the command")
    case (.run, "other"): text("that of the command")
    case (.pinentry, "128+n"): text("ended by signal n")
    case (.askpass, "128+n"), (.agent, "128+n"): text("ended by signal n (130: ^C)")
    default: nil
    }
  }
}
