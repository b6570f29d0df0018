internal import WatchwordMessages
internal import WatchwordScreen
internal import WatchwordSystem

/// What the program does for other programs, which call it by a name of its own and with arguments of their own.
enum Service: String, CaseIterable, Sendable {
  case pinentry
  case askpass

  /// The name of the program that is this service and nothing else.
  var programName: String {
    switch self {
    case .pinentry: "pinentry-watchword"
    case .askpass: "watchword-askpass"
    }
  }

  /// What stands behind the name in a usage text.
  var arguments: String {
    switch self {
    case .pinentry: " [OPTION]..."
    case .askpass: " [PROMPT]"
    }
  }

  /// What it does, in one line.
  var help: String {
    switch self {
    case .pinentry: text("The dialogs of gpg-agent; also pinentry-watchword")
    case .askpass: text("One answer for ssh, sudo or git; also watchword-askpass")
    }
  }

  /// What it is for, in lines of at most 80 columns.
  var purpose: String {
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
    }
  }

  /// How it is called or switched on, a line each, of at most 78 columns.
  var examples: [String] {
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
    }
  }

  /// Its options, a line each.
  var options: [String] {
    switch self {
    case .pinentry: PinentryArguments.Parameter.allCases.map { Help.line(of: $0) }
    case .askpass: []
    }
  }

  /// The statuses with which it ends.
  var statuses: [String] {
    switch self {
    case .pinentry: ["0", "2", "5", "6", "128+n"]
    case .askpass: ["0", "1", "2", "3", "4", "5", "6", "128+n"]
    }
  }

  /// What a status means, where it is not what it means in a command.
  func meaning(of status: String) -> String? {
    switch (self, status) {
    case (.pinentry, "0"): text("gpg-agent needs nothing more")
    case (.askpass, "0"): text("answered, and the answer was written; to a question: yes")
    case (.askpass, "1"): text("cancelled by the person; to a question: no")
    case (.pinentry, "128+n"): text("ended by signal n")
    case (.askpass, "128+n"): text("ended by signal n (130: ^C)")
    default: nil
    }
  }
}

/// A call of the program as a service.
struct ServiceCall: Equatable {
  let service: Service
  /// The arguments that are its own.
  let arguments: [String]

  /// Finds the service that `arguments` call, the first of which is the program's name; `nil` where they call none.
  init?(_ arguments: [String]) {
    // Every start comes through here: splitting the path would cost it 35,000 instructions.
    let path = arguments.first ?? ""
    func isName(_ name: String) -> Bool { path == name || path.hasSuffix("/" + name) }
    let service = Service.allCases.first { isName($0.programName) }
    // Debian links /usr/bin/pinentry to the one that was chosen.
    if let service = service ?? (isName("pinentry") ? .pinentry : nil) {
      (self.service, self.arguments) = (service, Array(arguments.dropFirst()))
    } else if let service = arguments.dropFirst().first.flatMap(Service.init) {
      (self.service, self.arguments) = (service, Array(arguments.dropFirst(2)))
    } else {
      return nil
    }
  }

  /// Does what the service is called for. Nobody who calls it sends `--help` or `--version` alone.
  func run(_ descriptors: StandardDescriptors, width: CharacterWidth) throws(ProgramError) -> ExitStatus {
    let pinentry = service == .pinentry ? try PinentryArguments(arguments) : nil
    if pinentry?.has(.help) ?? [["--help"], ["-h"]].contains(arguments) {
      try StandardOutput(descriptors).deliver(Help.page(about: service))
    } else if pinentry?.has(.version) ?? [["--version"], ["-V"]].contains(arguments) {
      try StandardOutput(descriptors).deliver(Help.versionLine + "\n")
    } else if let pinentry {
      return try Pinentry.run(pinentry.request, width: width)
    } else {
      guard arguments.count <= 1 else { throw .unexpected(arguments[1]) }
      let options = try Options(.ask, [], configuration: try Configuration.ofProcess(width: width))
      return try Askpass(
        prompt: AskpassPrompt(arguments.first), options: options, descriptors: descriptors
      ).run()
    }
    return .accepted
  }
}
