import Glibc
import TestSupport
import Testing
import WatchwordScreen

@testable import WatchwordOptions

/// What the shells complete.
@Suite struct CompletionTests {
  /// A shell that can complete a line without a user, and what it offers.
  enum Asked: String, CaseIterable {
    case bash, fish

    /// The candidates for the last of `words`, in alphabetical order.
    func candidates(_ words: String..., folder: String? = nil, path: String? = nil) throws -> [String] {
      try Needs.programs(rawValue)
      let script =
        switch self {
        case .bash:
          #". "$0" && COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) && _watchword && printf '%s\n' "${COMPREPLY[@]}""#
        case .fish: #"source $argv[1]; complete -C "$argv[2..]""#
        }
      let file = "\(PackageFile.root)/packaging/completions/watchword.\(rawValue)"
      let options = self == .bash ? ["--norc", "-c"] : ["-N", "-c"]
      var environment = Stage().environment
      let home = TemporaryFolder()
      (environment["HOME"], environment["XDG_CONFIG_HOME"]) = (home.path, home.path)
      if let path { environment["PATH"] = path + ":" + (environment["PATH"] ?? "") }
      let found = try Completion.of(
        rawValue, options + [script, file, "watchword"] + words, environment: environment, folder: folder)
      #expect(found.errors == "")
      // bash names a program twice if two folders have it.
      return Set(found.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }).sorted()
    }
  }

  @Test(arguments: Asked.allCases) func `F9 a shell offers each command its options and no others`(
    shell: Asked
  ) throws {
    for command in Command.allCases {
      let flags =
        Option.allCases.filter { $0.commands.contains(command) }.flatMap(\.flags).sorted()
        + (command == .pinentry ? PinentryOption.allCases.map(\.flag).sorted() : [])
      // fish adds the equals sign to options with an argument.
      let found = try shell.candidates(command.rawValue, "--").map { $0.split(separator: "=")[0] }
      #expect(Set(found.map(String.init)).sorted() == flags, "\(command)")
    }
    #expect(try shell.candidates("--po") == ["--policy"])
    #expect(try shell.candidates("check", "--title") == [])
  }

  @Test(arguments: Asked.allCases) func `F9 a shell offers commands where one can stand`(shell: Asked) throws
  {
    #expect(try shell.candidates("") == (Command.words + ["help"]).sorted())
    #expect(try shell.candidates("help", "pin") == ["pinentry"])
    #expect(try shell.candidates("askpass", "") == [] && shell.candidates("askpass", "--") == [])
    #expect(try shell.candidates("sign-") == ["sign-in", "sign-up"])
    #expect(try shell.candidates("help", "ch") == ["change", "check"])
    #expect(try shell.candidates("--title", "x", "gen") == ["generate"])
    #expect(try shell.candidates("new", "ch") == [])
    #expect(try shell.candidates("policies", "") == Option.policy.choices.sorted())
  }

  @Test(arguments: Asked.allCases)
  func `U7 a shell offers users for passwd, at most 1,000 and no words of a shell`(
    shell: Asked
  ) throws {
    let (all, bin) = (try shell.candidates("passwd", ""), TemporaryFolder())
    #expect(all.contains("root") && all.contains("nobody"))
    #expect(try shell.candidates("passwd", "nobo") == ["nobody"])
    #expect(try shell.candidates("check", "nobo") == [])
    // A directory of more, with names that a shell would expand, which never ends.
    let getent = bin.write(
      """
      #!/bin/sh
      echo '$(touch ran):x:1:1::/:/bin/sh'; echo '`touch ran`:x:1:1::/:/bin/sh'; echo '-d:x:1:1::/:/bin/sh'
      i=0; while :; do i=$((i + 1)); echo "user.$i@place:x:1:1::/:/bin/sh"; done

      """, to: "getent")
    #expect(unsafe chmod(getent, 0o755) == 0)
    let found = try shell.candidates("passwd", "", folder: bin.path, path: bin.path)
    #expect(found.count == 997 && found.contains("user.997@place"), "\(found.count)")
    #expect(bin.read("ran") == nil)
  }

  @Test(arguments: Asked.allCases) func `F9 a shell offers the words that an option takes`(shell: Asked)
    throws
  {
    for option in Option.allCases where !option.choices.isEmpty && option.placeholder != nil {
      let command = option.commands[0].rawValue
      let words = option.choices.sorted()
      #expect(try shell.candidates(command, option.flag, "") == words, "\(option)")
    }
    #expect(try shell.candidates("new", "--title", "") == [])
    #expect(try shell.candidates("new", "--policy", "nist-") == ["nist-mfa"])
    #expect(try shell.candidates("new", "--hash", "sha") == ["sha256crypt", "sha512crypt"])
  }

  @Test(arguments: Asked.allCases) func `F9 a shell offers files and programs where an option takes one`(
    shell: Asked
  ) throws {
    let folder = TemporaryFolder()
    _ = folder.write("", to: "a list")
    let files = try shell.candidates("new", "--blocklist", "a", folder: folder.path)
    #expect(files == ["a list"])
    #expect(try shell.candidates("new", "--verify", "chgr", folder: folder.path) == ["chgrp"])
    #expect(try shell.candidates("new", "--title", "a", folder: folder.path) == [])
  }

  @Test(arguments: Asked.allCases) func `F9 behind two dashes a shell completes the other command`(
    shell: Asked
  ) throws {
    let folder = TemporaryFolder()
    _ = folder.write("", to: "zzz")
    #expect(try shell.candidates("new", "--", "chgr", folder: folder.path) == ["chgrp"])
    #expect(try shell.candidates("new", "--", "cat", "zz", folder: folder.path) == ["zzz"])
    #expect(try shell.candidates("--json", "--", "cat", "--po", folder: folder.path) == [])
    #expect(try shell.candidates("run", "chgr", folder: folder.path) == ["chgrp"])
    #expect(try shell.candidates("run", "--trace", "zz", folder: folder.path) == ["zzz"])
  }

  /// A shell with the completions, in which keys are typed.
  private struct TypedShell {
    let folder = TemporaryFolder()
    let terminal: TerminalEmulator

    init(_ name: String) throws {
      let files = "\(PackageFile.root)/packaging/completions"
      var stage = Stage.sized(100, 100)
      stage.environment["HOME"] = folder.path
      stage.environment["XDG_CONFIG_HOME"] = folder.path
      stage.environment["ZDOTDIR"] = folder.path
      let prompt = "PS1='ready> '"
      let options =
        switch name {
        case "bash":
          [
            "--noprofile", "--rcfile", folder.write("\(prompt); . \(files)/watchword.bash", to: "start"),
            "-i",
          ]
        case "zsh": ["-d", "-i"]
        default:
          [
            "-N", "-i", "-C",
            "function fish_prompt; echo 'ready> '; end; set -g fish_autosuggestion_enabled 0; set -g fish_greeting; "
              + "source \(files)/watchword.fish",
          ]
        }
      _ = folder.write(
        "\(prompt); fpath=(\(files) $fpath); autoload -Uz compinit; compinit -u -D", to: ".zshrc")
      terminal = try TerminalEmulator.open(name, options, on: stage)
      awaitPrompt()
    }

    /// Deletes the line.
    func clear() {
      terminal.press(.control("u"))
      awaitPrompt()
    }

    private func awaitPrompt() {
      terminal.wait("the shell is ready") {
        terminal.rows.last { !$0.isEmpty }?.split(separator: " ") == ["ready>"]
      }
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func `F9 Tab completes what is typed in a shell`(name: String)
    throws
  {
    try Needs.programs(name)
    let shell = try TypedShell(name)
    for (typed, completed) in [
      ("gen\t", "generate"), ("generate --cou\t", "generate --count"), ("--policy=ow\t", "--policy=owasp"),
      ("new --policy cl\t", "new --policy classic"), ("--help=a\t", "--help=all"),
      ("sign-in -- chgr\t", "sign-in -- chgrp"), ("new --verify chgr\t", "new --verify chgrp"),
      ("new --blocklist /etc/passw\t", "new --blocklist /etc/passwd"),
      ("new --verify=chgr\t", "new --verify=chgrp"), ("passwd nobo\t", "passwd nobody"),
      ("run --no-mous\t", "run --no-mouse"), ("run --mask x chgr\t", "run --mask x chgrp"),
      ("pinentry --ttyn\t", "pinentry --ttyname"), ("agent --onc\t", "agent --once"),
    ] {
      shell.terminal.type("watchword \(typed)")
      shell.terminal.expect("watchword \(completed)")
      shell.clear()
    }
  }

  @Test(arguments: Command.allCases) func `F9 zsh offers each command its options and no others`(
    command: Command
  ) throws {
    try Needs.programs("zsh")
    let terminal = try TypedShell("zsh").terminal
    terminal.type("watchword \(command.rawValue) --\t")
    if command == .pinentry {
      for option in PinentryOption.allCases { terminal.expect("\(option.flag) ") }
      return
    }
    for option in Option.allCases where option.commands.contains(command) {
      terminal.expect(row: "\(option.flag) ", option.help)
      for flag in option.flags.dropFirst() { terminal.expect(row: "\(flag) ", "The opposite of") }
    }
    let others = Option.allCases.filter { !$0.commands.contains(command) }
    for option in others { #expect(!terminal.shows("\(option.flag) "), "\(option)") }
  }
}
