import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordCurses
import WatchwordScreen
import WatchwordStrength
import WatchwordSystem

@testable import Watchword
@testable import WatchwordCommands
@testable import WatchwordOptions
@testable import WatchwordServices

/// A place where the program asks for a password or a question, judges a password, or makes one. Line mode and an inline
/// form show the same description in the same presentation, so they are no doors of their own.
enum Door: CaseIterable {
  case new, change, passwd, ask, signIn, signUp, form, confirm
  case generate, checkOnTerminal, check, checkList, hashOnTerminal, hash
  case askpass, askpassNew, askpassQuestion, agent
  case pinentry, pinentryNew, pinentryQuestion, run, runNew

  /// Its name in docs/rollout.md.
  var name: String {
    switch self {
    case .new, .change, .passwd, .ask, .form, .confirm, .generate: "`\(self)`"
    case .signIn: "`sign-in`"
    case .signUp: "`sign-up`"
    case .checkOnTerminal: "`check` on a terminal"
    case .check: "`check` on a pipe"
    case .checkList: "`check --batch`"
    case .hashOnTerminal: "`hash` on a terminal"
    case .hash: "`hash` on a pipe"
    case .askpass: "askpass"
    case .askpassNew: "askpass for ssh-keygen"
    case .askpassQuestion: "an askpass' question"
    case .agent: "`agent`"
    case .pinentry: "pinentry"
    case .pinentryNew: "pinentry for a new passphrase"
    case .pinentryQuestion: "a pinentry's question"
    case .run: "`run`"
    case .runNew: "`run` for a new password"
    }
  }

  enum Screen { case none, lines, whole, any }

  /// Where its form is drawn.
  var screen: Screen {
    switch self {
    case .generate, .check, .checkList, .hash: .none
    case .checkOnTerminal, .hashOnTerminal: .lines
    case .passwd, .pinentry, .pinentryNew, .pinentryQuestion: .whole
    case .new, .change, .ask, .signIn, .signUp, .form, .confirm, .askpass, .askpassNew, .askpassQuestion,
      .agent,
      .run, .runNew:
      .any
    }
  }

  enum Password { case none, known, judged, new }

  /// The password that it is about. A new one can be drawn by this program.
  var password: Password {
    switch self {
    case .confirm, .askpassQuestion, .pinentryQuestion: .none
    case .ask, .signIn, .hash, .hashOnTerminal, .askpass, .agent, .pinentry, .run: .known
    case .checkOnTerminal, .check, .checkList, .askpassNew, .pinentryNew: .judged
    case .new, .change, .passwd, .signUp, .form, .generate, .runNew: .new
    }
  }

  /// Whether it shows another program's words, or those of its argument.
  var saysOthersWords: Bool {
    switch self {
    case .new, .change, .passwd, .ask, .signIn, .signUp, .form, .generate, .check, .checkList, .hash: false
    case .confirm, .checkOnTerminal, .hashOnTerminal, .askpass, .askpassNew, .askpassQuestion, .agent,
      .pinentry,
      .pinentryNew, .pinentryQuestion, .run, .runNew:
      true
    }
  }
}

extension Command {
  fileprivate var doors: [Door] {
    switch self {
    case .new: [.new]
    case .change: [.change]
    case .passwd: [.passwd]
    case .ask: [.ask]
    case .signIn: [.signIn]
    case .signUp: [.signUp]
    case .form: [.form]
    case .check: [.checkOnTerminal, .check, .checkList]
    case .generate: [.generate]
    case .hash: [.hashOnTerminal, .hash]
    case .confirm: [.confirm]
    // They list what is there.
    case .policies, .config: []
    case .pinentry: [.pinentry, .pinentryNew, .pinentryQuestion]
    case .askpass: [.askpass, .askpassNew, .askpassQuestion]
    case .run: [.run, .runNew, .passwd]
    case .agent: [.agent]
    }
  }
}

/// One rule at every door: what each makes of each requirement.
struct DoorTests {
  private let folder = TemporaryFolder()

  /// A line under [required].
  private struct Requirement {
    let value: OptionValue
    var option: Option { value.option }
    var line: String { value.typed }
  }

  /// What a door shows, and what it judges by.
  private struct Made {
    var options: Options
    var form: FormDescription?
    var presentation: Presentation
    var judge: JudgeConfiguration?

    init(_ options: Options, _ form: FormDescription? = nil, judge: JudgeConfiguration? = nil) {
      (self.options, self.form, presentation, self.judge) = (options, form, options.presentation, judge)
    }

    var withoutForm: Made {
      var made = self
      made.form = nil
      return made
    }
  }

  /// Options that a door does not have, by their kind.
  private struct Exemption: Sendable {
    let doors: [Door]
    /// The options in words, and which they are.
    let what: String
    let isMeant: @Sendable (Option) -> Bool
    let reason: String
  }

  private static func doors(_ isMeant: (Door) -> Bool) -> [Door] { Door.allCases.filter(isMeant) }

  private static let exemptions = [
    Exemption(
      doors: doors { [.none, .known].contains($0.password) }, what: "rules, `bits` and `word-list`",
      isMeant: { [.rules, .drawing].contains($0.group) || $0 == .bits },
      reason: "it asks for no new password"),
    Exemption(
      doors: doors { $0.password == .judged && $0 != .askpassNew && $0 != .pinentryNew }, what: "`word-list`",
      isMeant: { $0.group == .drawing }, reason: "it makes no passwords"),
    Exemption(
      doors: doors { $0.screen == .none }, what: "words, typing and look",
      isMeant: { [.words, .typing, .look].contains($0.group) }, reason: "it shows no form"),
    Exemption(
      doors: doors { $0.screen == .lines },
      what: "typing and look, except `reveal`, `reveal-timeout`, `timeout` and `plain`",
      isMeant: {
        [.typing, .look].contains($0.group) && ![.reveal, .revealTimeout, .timeout, .plain].contains($0)
      }, reason: "it asks on a line"),
    Exemption(
      doors: [.confirm], what: "what is about a secret", isMeant: { !$0.commands.contains(.confirm) },
      reason: "it asks for none"),
    Exemption(
      doors: doors(\.saysOthersWords), what: "`title` and `text`", isMeant: { $0.group == .words },
      reason: "the words are its own or another program's"),
  ]

  /// Single cells, each with its reason. These are never about the rule, what is shown, the log or the time.
  private static let byHand: [(door: Door, line: String, reason: String)] =
    [(.passwd, "inline", "the system's passwd writes on the terminal, too")]
    + [Door.pinentry, .pinentryNew, .pinentryQuestion].map {
      ($0, "inline", "what else is written on the terminal is not known")
    }
    + [Door.checkOnTerminal, .hashOnTerminal].map { ($0, "no-plain", "it asks on a line") }
    + [(.generate, "meter=length", "it knows how many draws there are")]

  private static func isExempt(_ door: Door, from requirement: Requirement) -> Bool {
    exemptions.contains { $0.doors.contains(door) && $0.isMeant(requirement.option) }
      || byHand.contains { $0.door == door && $0.line == requirement.line }
  }

  /// All that can stand under [required], one line each.
  private func requirements() throws -> [Requirement] {
    let words = folder.write("contoso\n", to: "words")
    let leaked = folder.write(LeakedList(count: 50).text, to: "leaked")
    return try Option.allCases.filter { $0.setting != nil }.flatMap { option -> [Requirement] in
      let arguments: [String] =
        switch option.placeholder {
        case nil: option.names
        case _ where option == .allow: ["ascii", "latin1"]
        case _ where option == .policy: StandardPolicy.allCases.map(\.rawValue)
        case _ where !option.choices.isEmpty: option.choices
        case "FILE": [option == .leaked ? leaked : words]
        case "N": ["9", "12"]
        case "SECONDS", "TIME": ["7", "8"]
        case "M,S": ["1,2", "50,90"]
        case "[N:]KINDS": ["digit", "1:upper,lower"]
        case "CHAR": ["#", "none"]
        case "WORD", "TEXT": ["contoso"]
        case "COLOUR": ["#5F87FF"]
        case let placeholder?:
          throw ProgramError("say here what can stand for \(placeholder) of \(option.name)")
        }
      return arguments.map {
        Requirement(value: OptionValue(option: option, argument: $0, width: .ascii))
      }
    }
  }

  /// The configuration in which the system requires `requirement`, and the user has set all `others` of the option.
  private func configuration(_ requirement: Requirement, _ others: [Requirement]) throws -> Configuration {
    var configuration = Configuration()
    try configuration.read("[required]\n\(requirement.line)", from: "etc", canRequire: true, width: .ascii)
    let own = others.filter { $0.option == requirement.option && $0.line != requirement.line }.map(\.line)
    try configuration.read((own + ["reveal=always"]).joined(separator: "\n"), from: "home", width: .ascii)
    return configuration
  }

  /// What a command of `arguments` makes; it judges a new password if it asks for one.
  private func command(_ arguments: String..., in configuration: Configuration) throws -> Made {
    guard
      case .run(let options) = try Invocation(
        ["watchword"] + arguments, width: .ascii, configuration: { _ in configuration })
    else { throw ProgramError("no command") }
    let form = options.makeDescription()
    let judges = Option.Scope.ruling.commands.contains(options.command)
    return Made(options, form, judge: judges ? try options.makeJudgeConfiguration(for: form.policy) : nil)
  }

  private func askpass(
    _ prompt: String, isNew: Bool = false, isQuestion: Bool = false, in configuration: Configuration
  ) throws -> Made {
    let options = try Options(forCaller: configuration, isNew: isNew)
    let askpass = Askpass(
      prompt: AskpassPrompt(prompt), options: options, descriptors: try StandardDescriptors())
    let form = options.form(for: isQuestion ? askpass.question : askpass.inquiry)
    return Made(
      options, form, judge: isNew ? try options.makeJudgeConfiguration(for: form.policy) : nil)
  }

  private func pinentry(
    isNew: Bool = false, isQuestion: Bool = false, in configuration: Configuration
  ) throws -> Made {
    var request = PinentryRequest()
    _ = request.setOption("ttyname", "/dev/null".utf8)
    if isNew { _ = request.set("SETREPEAT", "Again".utf8) }
    let dialogs = TerminalDialogs(configuration: configuration)
    let options = try dialogs.options(isNew: isNew)
    let inquiry =
      isQuestion ? dialogs.question(request, hasOneButton: false) : dialogs.passphraseInquiry(request)
    var made = Made(options, options.form(for: inquiry))
    if isNew { made.judge = try options.makeJudgeConfiguration() }
    made.presentation = try dialogs.presentation(request, options)
    return made
  }

  private func agent(in configuration: Configuration) throws -> Made {
    let options = try Options(forCaller: configuration)
    let file = try #require(SystemQuestion.File(folder.write("[Ask]\nPID=7\n", to: "ask.one")))
    let question = try SystemQuestion("[Ask]\nPID=7\nMessage=Now\n", of: file)
    return Made(options, options.form(for: SystemAgent(options, nil).inquiry(question)))
  }

  private func run(isNew: Bool = false, in configuration: Configuration) throws -> Made {
    let options = try Options(forCaller: configuration, isNew: isNew)
    let form = options.form(for: Inquiry(isNew ? .newSecret() : .secret))
    return Made(
      options, form, judge: isNew ? try options.makeJudgeConfiguration(for: form.policy) : nil)
  }

  private func made(_ door: Door, in configuration: Configuration) throws -> Made {
    switch door {
    case .new: return try command("new", in: configuration)
    case .change: return try command("change", in: configuration)
    case .ask: return try command("ask", in: configuration)
    case .signIn: return try command("sign-in", in: configuration)
    case .signUp: return try command("sign-up", in: configuration)
    case .form:
      return try command("form", "--field=password", "--field=new-password", in: configuration)
    case .confirm:
      var made = try command("confirm", "Now?", "--danger=NOW", in: configuration)
      made.form = made.options.form(for: ConfirmCommand(made.options).inquiry)
      return made
    case .passwd:
      var made = try command("passwd", in: configuration)
      let passwd = PasswdCommand(made.options, PasswdCall(user: nil)) { _, _ throws(Ending) in
        throw .cancelled
      }
      made.form = passwd.description
      return made
    case .generate: return try command("generate", in: configuration).withoutForm
    case .check: return try command("check", in: configuration).withoutForm
    case .checkList: return try command("check", "--batch", in: configuration).withoutForm
    case .checkOnTerminal:
      var made = try command("check", in: configuration)
      made.form = made.options.form(for: CheckCommand(made.options, .utf8).inquiry)
      made.presentation.isPlain = true
      return made
    case .hash: return try command("hash", in: configuration).withoutForm
    case .hashOnTerminal:
      var made = try command("hash", in: configuration)
      made.form = made.options.form(for: HashCommand(made.options).inquiry)
      made.presentation.isPlain = true
      return made
    case .askpass: return try askpass("Password: ", in: configuration)
    case .askpassNew:
      return try askpass("Enter passphrase (empty for no passphrase): ", isNew: true, in: configuration)
    case .askpassQuestion: return try askpass("Now?", isQuestion: true, in: configuration)
    case .agent: return try agent(in: configuration)
    case .pinentry: return try pinentry(in: configuration)
    case .pinentryNew: return try pinentry(isNew: true, in: configuration)
    case .pinentryQuestion: return try pinentry(isQuestion: true, in: configuration)
    case .run: return try run(in: configuration)
    case .runNew: return try run(isNew: true, in: configuration)
    }
  }

  /// Whether the door has made what `requirement` asks for: to ask again for the same changes nothing.
  private func holds(_ requirement: Requirement, in made: Made) throws -> Bool {
    if requirement.option == .inline {
      return made.presentation.isInline != requirement.value.isOpposite
    }
    if requirement.option.setting == .list {
      let argument = requirement.value.argument
      guard let judge = made.judge else { return false }
      let files = judge.blocklists + judge.dictionaries
      return files.contains { $0.path == argument } || judge.context.contains(argument.utf8Span)
    }
    var before = made.options
    (before.form, before.presentation) = (made.form ?? before.form, made.presentation)
    var after = before
    try requirement.option.apply(requirement.value, to: &after)
    return after == before
  }

  /// Whether the door judges by its options: by their policy, meter and lists.
  private func judgesByOptions(_ made: Made) -> Bool {
    guard let judge = made.judge else { return true }
    let options = made.options
    let isInForm = made.form?.fields.contains { $0.requirement == .policy } == true
    return (!isInForm || made.form?.policy == options.policy) && judge.meter == options.meter
      && judge.scale == options.scale && (judge.leaks == nil) == (options.leakedPath == nil)
      && (judge.commonWords == nil) == !options.hasUsualLists
  }

  @Test(arguments: Door.allCases) func `F8 what the system requires holds at every door`(door: Door) throws {
    let all = try requirements()
    for requirement in all {
      let made = try made(door, in: try configuration(requirement, all))
      #expect(made.judge != nil || ![.judged, .new].contains(door.password))
      if Self.isExempt(door, from: requirement) {
        let canShow = made.form?.fields.contains { $0.isSecure } == true
        let isOfReveal = [.reveal, .revealTimeout].contains(requirement.option)
        #expect(!canShow || !isOfReveal, "\(requirement.line)")
        continue
      }
      #expect(try holds(requirement, in: made), "\(requirement.line)")
      #expect(judgesByOptions(made), "\(requirement.line)")
      if requirement.option == .revealTimeout {
        let timeout = made.form?.completed.revealTimeout
        #expect(timeout == .seconds(Int64(requirement.value.argument) ?? 0), "\(requirement.line)")
      }
    }
  }

  @Test func `F8 every command and service has its doors`() {
    let doors = Command.allCases.flatMap(\.doors)
    #expect(Set(doors) == Set(Door.allCases))
  }

  @Test func `F8 the page on rollouts says what a requirement does not reach`() throws {
    #expect(Self.byHand.count <= 10)
    let always: [Option] = [.policy, .blocklist, .leaked, .reveal, .revealTimeout, .log, .timeout]
    for cell in Self.byHand {
      let option = try #require(Option.named(String(cell.line.prefix { $0 != "=" })))
      #expect(!always.contains(option) && !option.name.hasPrefix("min-") && cell.line != "plain")
    }
    let rows =
      Self.exemptions.map { ($0.doors.map(\.name), $0.what, $0.reason) }
      + Self.byHand.map { ([$0.door.name], "`\($0.line)`", $0.reason) }
    let lines = rows.map { "| \($0.joined(separator: ", ")) | \($1) | \($2) |" }
    try PackageFile.expect(
      "docs/rollout.md", between: "<!-- doors -->", and: "<!-- end of doors -->",
      toHold: (["", "| Where | Not there | Because |", "| --- | --- | --- |"] + lines + [""]).joined(
        separator: "\n"))
  }
}
