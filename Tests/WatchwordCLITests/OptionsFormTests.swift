import TestSupport
import Testing
import Watchword
import WatchwordMessages
import WatchwordScreen
import WatchwordStrength
import WatchwordSystem

@testable import WatchwordCLI

/// What the commands beside `new` make of their options.
struct OptionsFormTests {
  private func options(_ arguments: [String]) throws -> Options {
    guard case .run(let options) = try Invocation(["watchword"] + arguments, width: .ascii) else {
      throw ProgramError("no form")
    }
    return options
  }

  private func fields(_ arguments: [String]) throws -> [FormField.Configuration] {
    try options(arguments).makeForm().fields.map(\.configuration)
  }

  @Test(arguments: Command.forms) func `a command shows its own form`(command: Command) throws {
    let arguments = [command.rawValue] + (command == .form ? ["--field", "text"] : [])
    let configuration = try options(arguments).makeForm().configuration
    let expected: (title: String, button: String, names: [String?]) =
      switch command {
      case .new: ("Choose a new password", "Set password", ["password", nil])
      case .change: ("Change password", "Change password", ["old", "new", nil])
      case .ask: ("Password required", "Continue", ["password"])
      case .signIn: ("Sign in", "Sign in", ["email", "password"])
      case .signUp: ("Create account", "Create account", ["name", "email", "password", nil])
      case .form: ("Fill in the form", "Submit", ["text"])
      case .check, .generate, .policies: ("", "", [])
      }
    #expect(configuration.shownTitle == expected.title)
    #expect(configuration.buttons == [FormButton(expected.button)])
    #expect(configuration.fields.map(\.name) == expected.names)
  }

  @Test(arguments: Command.forms) func `title and button can be given to every form`(command: Command)
    throws
  {
    let field = command == .form ? ["--field", "text"] : []
    let configuration = try options([command.rawValue, "--title", "T", "--button", "B"] + field)
      .makeForm().configuration
    #expect(configuration.title == "T")
    #expect(configuration.buttons == [FormButton("B")])
  }

  @Test func `D1 fields come in the order in which they are described`() throws {
    let fields = try fields(
      "form --field email --field text:city --field name:full_name:You --field password --field new-password"
        .split(separator: " ").map(String.init))
    #expect(fields.map(\.name) == ["email", "city", "full_name", "password", "new_password", nil])
    #expect(fields.map(\.isSecure) == [false, false, false, true, true, true])
  }

  @Test(arguments: [
    ("text", "Enter your text..."), ("name", "Enter your name..."), ("email", "Enter your email..."),
    ("password", "Enter your password..."), ("new-password", "Enter your password..."),
    ("text:a:Host:Port: such as ::1", "Host:Port: such as ::1"), ("name:a:", ""),
  ])
  func `D2 a placeholder that is given wins, and may hold colons`(field: String, placeholder: String) throws {
    #expect(try fields(["form", "--field", field]).first?.placeholder == placeholder)
  }

  @Test func `the placeholder of the confirm field can be given`() throws {
    for arguments in [["sign-up"], ["form", "--field", "new-password"], ["new"]] {
      #expect(try fields(arguments + ["--confirm-prompt", "Again"]).last?.placeholder == "Again")
    }
  }

  @Test func `all fields have to be filled in but the optional ones`() throws {
    #expect(try fields(["sign-up", "--optional", "name"]).map(\.isOptional) == [true, false, false, false])
    #expect(
      try fields(["form", "--optional", "b", "--field", "text:a", "--field", "text:b"]).map(\.isOptional)
        == [false, true])
  }

  @Test func `a field starts with its text, and the person in the first one without`() throws {
    let form = try options(["sign-up", "--value", "name=Ann=B", "--value=email=a@b.example"]).makeForm()
    #expect(form.configuration.fields.map(\.text) == ["Ann=B", "a@b.example", "", ""])
    #expect(form.configuration.firstField == 2)
    #expect(try options(["sign-in", "--value", "email="]).makeForm().configuration.firstField == 0)
    let blank = try options(["sign-in", "--value", "email= a@b.example "]).makeForm()
    #expect(blank.configuration.fields[0].text == "a@b.example")
    let full = try options(["form", "--value", "text=x", "--field", "text"]).makeForm()
    #expect(full.configuration.firstField == 0)
  }

  @Test func `C7 the name of a new account may stay empty`() throws {
    #expect(try fields(["sign-up"]).map(\.isOptional) == [true, false, false, false])
    #expect(try fields(["form", "--field", "name"]).map(\.isOptional) == [false])
  }

  @Test func `C6 the pause before a validation can be given`() throws {
    #expect(try options(["sign-in"]).makeForm().configuration.validationDelay == .milliseconds(200))
    let slow = try options(["sign-in", "--debounce", "1.5"]).makeForm().configuration
    #expect(slow.validationDelay == .milliseconds(1500))
    #expect(try options(["form", "--field", "text", "--debounce=0"]).form.validationDelay == .zero)
  }

  @Test(arguments: [["new"], ["sign-in"], ["sign-up"], ["form", "--field", "password"]])
  func `A2 how long a shown field stays so can be given`(_ command: [String]) throws {
    func timeout(_ arguments: String...) throws -> Duration? {
      try options(command + arguments).makeForm().configuration.revealTimeout
    }
    #expect(try timeout() == .seconds(30))
    #expect(try timeout("--reveal-timeout", "1.5") == .milliseconds(1500))
    #expect(try timeout("--reveal-timeout", "0") == nil)
    #expect(try timeout("--reveal", "always") == nil)
  }

  @Test(arguments: [["new"], ["sign-in"], ["sign-up"], ["form", "--field", "password"]])
  func `F7 a time limit can be given to every form, and is more than 0 and a day at most`(
    _ command: [String]
  ) throws {
    func timeout(_ arguments: String...) throws -> Duration? {
      try options(command + arguments).makeForm().configuration.timeout
    }
    #expect(try timeout() == nil)
    #expect(try timeout("--timeout", "90") == .seconds(90))
    #expect(try timeout("--timeout=0.5") == .milliseconds(500))
    #expect(try timeout("--timeout=86400") == .seconds(86_400))
  }

  @Test func `what is shown and cleared concerns the fields of every form`() throws {
    let arguments = ["sign-in", "--reveal", "never", "--peek", "--clears-on-insertion"]
    #expect(try fields(arguments).map(\.isRevealable) == [false, false])
    #expect(try fields(arguments).map(\.isPeeking) == [false, true])
    #expect(try fields(arguments).map(\.clearsOnInsertion) == [true, true])
    for command in ["new", "sign-in", "sign-up"] {
      #expect(try options([command, "--reveal", "always"]).makeForm().fields.allSatisfy(\.isShown))
    }
  }

  @Test func `only forms with a new password ask for the word list`() throws {
    #expect(try options([]).asksForNewPassword)
    #expect(try options(["sign-up"]).asksForNewPassword)
    #expect(try options(["form", "--field", "new-password"]).asksForNewPassword)
    #expect(try !options(["form", "--field", "password"]).asksForNewPassword)
    #expect(try !options(["sign-in"]).asksForNewPassword)
  }

  @Test(
    arguments: [
      ([], .knownPassword), (["--policy", "nist"], .knownPassword),
      (["--min-strength", "strong"], .knownPassword),
      (["--normalize", "nfc"], .knownPassword),
    ] as [([String], FormField.Requirement)])
  func `what a new password has to be leaves the old one alone`(_ more: [String], rule: FormField.Requirement)
    throws
  {
    let arguments = ["form", "--field", "password:old", "--field", "new-password"] + more
    #expect(try fields(arguments).map(\.requirement) == [rule, .policy, .equality(to: 1)])
    let policy = try options(arguments).policy.refusingOldPasswords(.english)
    #expect(try options(arguments).makeForm().configuration.policy == policy)
  }

  @Test
  func
    `C4 the policy account judges the password of sign-in, at any level, and no other form's old password`()
    throws
  {
    func rule(_ arguments: String...) throws -> Policy? {
      try options(arguments).makeForm().configuration.knownPasswordPolicy
    }
    #expect(try rule("sign-in", "--policy", "account") == .account(minimumLevel: .weak))
    #expect(try rule("sign-in", "--user", "--policy", "account") == .account(minimumLevel: .weak))
    #expect(try rule("sign-in") == nil)
    #expect(
      try rule("form", "--field", "password", "--field", "new-password", "--policy", "account") == nil)
  }

  @Test(arguments: AnswerFormat.Kind.allCases) func `every format can be named, and the last one counts`(
    kind: AnswerFormat.Kind
  ) throws {
    for command in ["new", "sign-in", "sign-up"] {
      #expect(try options([command, "--format", "nul", "--format", kind.rawValue]).format == kind)
    }
    #expect(try options(["--json"]).format == .json)
    for arguments in [["--format", kind.rawValue, "--json"], ["--json", "--format", kind.rawValue]] {
      if kind == .json {
        #expect(try options(arguments).format == .json)
      } else {
        let line = "options '--format \(kind.rawValue)' and '--json' do not go together"
        #expect(throws: ProgramError(line)) { try options(arguments) }
      }
    }
  }

  @Test func `A1 a field of form has a label of its own, its name, or that of its type`() throws {
    let arguments = [
      "form", "--field=email", "--field=text:city", "--field=name:full_name:Your name",
      "--field=password:old",
      "--field=new-password:new", "--field=text",
    ]
    let names = ["Email", "City", "Full_name", "Old", "Enter password", "Re-enter password", "Text"]
    #expect(try fields(arguments).map(\.label) == names)
    let given = try fields(
      arguments + [
        "--label=city=Town=X", "--label=new=New", "--label=text=a", "--label=text=Téxt",
        "--label=confirm=Again",
      ])
    #expect(given.map(\.label) == ["Email", "Town=X", "Full_name", "Old", "New", "Again", "Téxt"])
    #expect(given[2].placeholder == "Your name")
  }

  @Test func `A1 every form takes labels, and says which field may stay empty`() throws {
    #expect(try fields(["sign-in"]).map(\.label) == ["Email", "Password"])
    #expect(try fields(["new"]).map(\.label) == ["Enter password", "Re-enter password"])
    #expect(
      try fields(["sign-up"]).map(\.label) == [
        "Name (optional)", "Email", "Enter password", "Re-enter password",
      ])
    #expect(
      try fields(["new", "--label=password=One", "--label", "confirm=Two"]).map(\.label) == ["One", "Two"])
    #expect(
      try fields(["sign-up", "--label=name=Nom", "--label=confirm=Encore", "--optional=email"]).map(\.label)
        == ["Nom (optional)", "Email (optional)", "Enter password", "Encore"])
    #expect(try fields(["sign-in", "--label=email=Login"]).map(\.label) == ["Login", "Password"])
    #expect(
      try fields(["form", "--field=text:confirm", "--field=new-password", "--label=confirm=Yes"]).map(\.label)
        == ["Yes", "Enter password", "Re-enter password"])
  }

  @Test func `D3 letters of a name are left as typed where that is asked for`() throws {
    #expect(try fields(["sign-up"]).first?.capitalizesWords == true)
    #expect(
      try fields(["sign-up", "--no-capitalize"]).first?.capitalizesWords == false)
    #expect(
      try fields(["form", "--field=name", "--no-capitalize"]).first?.capitalizesWords == false)
  }

  @Test func `the prefix of shell variables can be given`() throws {
    let options = try options(["sign-in", "--prefix", "my_", "--format", "shell"])
    #expect(options.answerFormat(of: 2) == AnswerFormat(.shell, shellPrefix: "my_"))
  }

  @Test func `without a format one value is a line and more are an object`() throws {
    #expect(try options([]).answerFormat(of: 1) == AnswerFormat(.lines))
    #expect(try options(["sign-in"]).answerFormat(of: 2) == AnswerFormat(.json))
    #expect(
      try options(["sign-in", "--no-newline"]).answerFormat(of: 2) == AnswerFormat(.json, hasNewline: false))
    #expect(try options(["--format=shell"]).answerFormat(of: 1) == AnswerFormat(.shell, shellPrefix: "ww_"))
  }

  @Test(
    arguments: [
      ("0", 0), ("0.2", 200), ("1", 1000), ("1.", 1000), (".5", 500), ("007", 7000), ("1.25", 1250),
      ("0.0004", 0), ("0.0005", 1), ("86400", 86_400_000), ("86400.0004", 86_400_000),
    ] as [(String, Int64)])
  func `a time is a decimal number of seconds, read to the millisecond`(text: String, milliseconds: Int64)
    throws
  {
    #expect(
      try options(["sign-in", "--debounce", text]).form.validationDelay == Duration.milliseconds(milliseconds)
    )
  }

  @Test func `remembering and forgetting are asked for by sign-in`() throws {
    #expect(try options(["sign-in"]) == Options(command: .signIn))
    #expect(try options(["sign-in", "--remember"]) == Options(command: .signIn, remembers: true))
    #expect(try options(["sign-in", "--forget"]) == Options(command: .signIn, forgets: true))
  }

  @Test(arguments: Command.allCases, Option.allCases)
  func `a command takes the options that are marked for it`(
    command: Command, option: Option
  ) throws {
    let values: [Option: String] = [
      .field: "text:other", .optional: command == .form ? "text" : "name", .value: "email=a",
      .strengthScale: "1,2",
      .minStrength: "weak", .minLength: "9", .maxLength: "20", .require: "upper", .allow: "ascii",
      .maxRepeat: "2",
      .maxSequence: "3", .debounce: "1", .mask: "*", .reveal: "never", .revealTimeout: "1", .timeout: "1",
      .glyphs: "ascii", .color: "never", .background: "dark",
      .format: "shell", .prefix: "a", .verifyInput: "text", .verifyTimeout: "1", .attempts: "3",
      .cancelStatus: "9",
      .template: command == .form ? "{text}" : command == .change ? "{new}" : "{password}", .hash: "bcrypt",
      .hashCost: "9", .outputFd: "1",
      .policy: command == .signIn ? "account" : "nist", .normalize: "nfc", .meter: "length",
      .length: "12", .words: "3", .separator: "-", .count: "2",
      .label: [.new: "password=a", .change: "old=a"][command] ?? "email=a",
    ]
    let value = option.placeholder.map { _ in values[option] ?? "x" }
    var needs = command == .form ? ["--field=text", "--field=email"] : []
    if option.scope.isForNewPassword, command == .form { needs += ["--field=new-password"] }
    if [.summary, .failedOnly].contains(option), command == .check { needs += ["--batch"] }
    if option == .noCapitalize, command == .form { needs += ["--field=name"] }
    if [.separator, .wordList].contains(option), command == .generate { needs += ["--words=3"] }
    if option == .hashCost { needs += ["--hash=bcrypt"] }
    if option == .force { needs += ["--output=x"] }
    if option == .prefix { needs += ["--format=shell"] }
    if option == .verbose { needs += ["--version"] }
    if option.group == .verifier { needs += ["--verify=true"] }
    let arguments = ["watchword", command.rawValue, option.flag] + (value.map { [$0] } ?? []) + needs
    if option.commands.contains(command) {
      #expect(throws: Never.self) { try Invocation(arguments, width: .ascii) }
    } else {
      let line =
        "option '\(option.flag)' is for \(Command.list(option.commands)), not for '\(command.rawValue)'"
      #expect(throws: ProgramError(line)) { try Invocation(arguments, width: .ascii) }
    }
  }

  @Test func `a verifier is what its options say`() throws {
    #expect(try options([]).verifying.verifier == nil)
    let plain = try #require(Verifier(arguments: ["verify", "-x"]))
    #expect(try options(["--verify", " verify  -x"]).verifying.verifier == plain)
    var shell = try #require(Verifier(shell: "a | b"))
    shell.timeout = .milliseconds(2500)
    shell.input = .text
    shell.attempts = 3
    let arguments = [
      "--verify-shell", "--verify-input=text", "--verify-timeout=2.5", "--attempts=3", "--verify=a | b",
    ]
    for command in ["new", "sign-in", "sign-up"] {
      #expect(try options([command] + arguments).verifying.verifier == shell)
    }
  }

  @Test func `a text to start with is no longer than a field holds`() throws {
    let longest = String(repeating: "x", count: 4096)
    #expect(try fields(["form", "--field", "text", "--value", "text=\(longest)"]).first?.text == longest)
    #expect(throws: ProgramError("option '--value' takes at most 4096 bytes of text for 'text'")) {
      try options(["form", "--field", "text", "--value", "text=\(longest)x"])
    }
  }
}
