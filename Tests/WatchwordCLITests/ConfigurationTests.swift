import TestSupport
import Testing
import Watchword
import WatchwordBase
import WatchwordCurses
import WatchwordScreen
import WatchwordStrength

@testable import WatchwordOptions

/// Options set beforehand.
struct ConfigurationTests {
  private static let settable = Option.allCases.filter { $0.setting != nil }

  /// The options of `system`, `person` and `variable`.
  private func configuration(
    system: String = "", person: String = "", variable: String = "", skipsDefaults: Bool = false
  ) throws(ProgramError) -> Configuration {
    var configuration = Configuration()
    try configuration.read(system, from: "etc", canRequire: true, skipsDefaults: skipsDefaults, width: .ascii)
    if skipsDefaults { return configuration }
    try configuration.read(person, from: "home", width: .ascii)
    try configuration.read(variable, from: "variable", width: .ascii)
    return configuration
  }

  private func options(_ arguments: String, _ configuration: Configuration) throws -> Options {
    let words = ["watchword"] + arguments.split(separator: " ").map(String.init)
    guard case .run(let options) = try Invocation(words, width: .ascii, configuration: { _ in configuration })
    else { throw ProgramError("no command") }
    return options
  }

  private func remarks(system: String = "", person: String = "") throws -> [String] {
    try configuration(system: system, person: person).remarks
  }

  /// The line that ends the program if the system's file is `text`.
  private func fault(_ text: String, skipsDefaults: Bool = false) -> String? {
    do throws(ProgramError) {
      _ = try configuration(system: text, skipsDefaults: skipsDefaults)
      return nil
    } catch {
      #expect(error.status == .usage && error.withHint(about: .new) == error)
      return error.line
    }
  }

  @Test func `F8 what hands an answer on, or says where it goes, cannot be set beforehand`() {
    for option in Self.settable where option != .log {
      #expect([.words, .rules, .typing, .look, .drawing].contains(option.group), "\(option.name)")
      #expect(option.placeholder != "COMMAND" && option.placeholder != "DEVICE", "\(option.name)")
    }
    #expect(Self.settable.count > 20)
  }

  @Test(arguments: Option.allCases) func `F8 an option that cannot be set beforehand is told and skipped`(
    option: Option
  ) throws {
    let line = option.name + (option.placeholder == nil ? "" : "=x")
    let configuration = try configuration(system: line, person: "\n[new]\n\(line)", variable: line)
    if option.setting == nil {
      let reason = "option '\(option.name)' cannot be set beforehand"
      #expect(
        configuration.remarks
          == ["etc, line 1: \(reason)", "home, line 3: \(reason)", "variable, line 1: \(reason)"])
      #expect(configuration.settings.isEmpty)
    } else {
      #expect(!configuration.remarks.contains { $0.hasSuffix("beforehand") })
    }
  }

  @Test func `F8 each switch that can be set can be set back`() {
    for option in Self.settable where option.placeholder == nil && option != .noDictionary {
      #expect(option.hasOpposite && option.setting == .one, "\(option.name)")
    }
  }

  @Test func `F8 a line is a name or a name and a value, and comments and blanks are passed over`() throws {
    let configuration = try configuration(
      system: "# policy=nist\n\n  \t\n  no-mouse \r\nglyphs = ascii\nmask=#\n  # end\nword=a = b")
    #expect(configuration.remarks == [])
    var expected = Options()
    (expected.presentation.usesMouse, expected.presentation.glyphs, expected.presentation.mask) = (
      false, .ascii, "#"
    )
    expected.words = ["a = b"]
    #expect(try options("", configuration) == expected)
  }

  @Test func `F8 the opposite undoes what was set beforehand`() throws {
    let configuration = try configuration(
      system: "no-mouse\nno-animation\nno-dictionary", person: "animation")
    let plain = try options("", configuration)
    #expect(!plain.presentation.usesMouse && plain.form.isAnimated && !plain.hasUsualLists)
    let undone = try options("--mouse --no-animation --dictionary x", configuration)
    #expect(undone.presentation.usesMouse && !undone.form.isAnimated && undone.dictionaries == ["x"])
  }

  @Test(arguments: [
    ("policy=nist", "--policy=classic", "policy=classic"), ("mouse", "--no-mouse", "no-mouse"),
    ("dictionary=/a", "--no-dictionary", "no-dictionary"),
    ("no-dictionary", "--dictionary=/b", "dictionary=/b"),
    ("min-strength=strong", "--min-strength=weak", "min-strength=weak"),
    ("reveal=never", "--reveal=always", "reveal=always"),
    ("policy=nist", "--min-length=4", "min-length=4"), ("policy=nist", "--max-length=99", "max-length=99"),
    ("policy=account", "--require=digit", "require=digit"),
  ])
  func `F8 nobody can change what is required, and an attempt is reported`(
    line: String, argument: String, setting: String
  ) throws {
    let configuration = try configuration(
      system: "\(setting)\n[required]\n\(line)\n[new]\n\(setting)", person: setting, variable: setting)
    #expect(configuration.remarks == [])
    var bound = try options(argument, configuration)
    var same = try options("", self.configuration(system: line))
    same.remarks = ["etc, line 1: '", "etc, line 5: '", "home, line 1: '", "variable, line 1: '", "'--"].map {
      "\($0)\(setting)' is left out, since etc, line 3 requires '\(line)'"
    }
    let names = [String](repeating: String(setting.prefix { $0 != "=" }), count: 5)
    #expect(
      bound.refusals.map { String($0.prefix { $0 != ":" }) } == names.map { "option \"\($0)\" refused" })
    bound.refusals = []
    #expect(bound == same)
    #expect(try options("--\(line)", self.configuration(system: "[required]\n\(line)")).remarks == [])
  }

  @Test func `F8 lists and words of all places are added to each other`() throws {
    func lines(_ name: String) -> String { "word=\(name)\nblocklist=/\(name)\ndictionary=/\(name)" }
    let configuration = try configuration(
      system: lines("a") + "\n[required]\npolicy=nist\nmin-strength=strong\n" + lines("r"),
      person: lines("b"), variable: "word=c")
    let found = try options("--word d --blocklist d --dictionary d", configuration)
    #expect(found.words == ["a", "b", "c", "d", "r"] && found.blocklists == ["/a", "/b", "d", "/r"])
    #expect(found.dictionaries == ["/a", "/b", "d", "/r"] && found.hasUsualLists)
    #expect(found.remarks == [])
  }

  @Test func `F8 only the system can require something`() throws {
    let configuration = try configuration(person: "glyphs=ascii\n[required]\npolicy=nist\n[new]\ncolor=never")
    #expect(
      configuration.remarks == ["home, line 2: there is no section '[required]' here; its lines are skipped"])
    let found = try options("", configuration)
    #expect(found.standardPolicy == nil && found.presentation.coloring.when == .never)
    #expect(found.presentation.glyphs == .ascii)
  }

  @Test func `F8 without the defaults what is required stays`() throws {
    let configuration = try configuration(
      system: "glyphs=ascii\nbogus\n[new]\nno-mouse\n[required]\npolicy=nist", skipsDefaults: true)
    #expect(configuration.remarks == [])
    var expected = Options()
    expected.standardPolicy = .nist
    #expect(try options("", configuration) == expected)
  }

  @Test(arguments: [
    ("polcy=nist", "unknown option 'polcy'; did you mean 'policy'?"),
    ("--policy=nist", "unknown option '--policy'; did you mean 'policy'?"),
    ("polic=nist", "unknown option 'polic'; did you mean 'policy'?"), ("bogus", "unknown option 'bogus'"),
    ("=x", "unknown option ''"), ("policy", "option 'policy' needs an argument POLICY"),
    ("no-mouse=yes", "option 'no-mouse' takes no argument"),
    (
      "policy=strict",
      "option '--policy' takes \(StandardPolicy.words.joined(separator: ", ")), system or a path with a slash or "
        + "'.conf' at its end, not 'strict'"
    ),
    ("policy=strict.conf", "option 'policy' takes a path from the root here, not 'strict.conf'"),
    ("reveal-timeout=-1", "option '--reveal-timeout' takes a number of seconds from 0 to 86400, not '-1'"),
    ("mask=ab", "option '--mask' takes none, or one visible character that is one column wide, not 'ab'"),
    (
      "strength-scale=9",
      "option '--strength-scale' cannot take '9': expected two numbers with a comma between them, such as 10,20"
    ),
    ("blocklist=list", "option 'blocklist' takes a path from the root here, not 'list'"),
    ("dictionary=~/list", "option 'dictionary' takes a path from the root here, not '~/list'"),
    ("word=", "option '--word' takes a word, not ''"),
    ("no\u{1B}mouse", "unknown option 'no\\u{1b}mouse'; did you mean 'no-mouse'?"),
    ("verify=cat", "option 'verify' cannot be set beforehand"),
  ])
  func `F8 a line that is wrong is told with its place, and skipped, but under [required] it is the end`(
    line: String, reason: String
  ) throws {
    #expect(try remarks(system: "glyphs=ascii\n\(line)") == ["etc, line 2: \(reason)"])
    for skipsDefaults in [false, true] {
      let text = "[new]\nbogus\n[required]\npolicy=nist\n\(line)"
      #expect(fault(text, skipsDefaults: skipsDefaults) == "etc, line 5: \(reason)")
    }
    let found = try options("", configuration(system: "glyphs=ascii\n\(line)"))
    var expected = Options()
    (expected.presentation.glyphs, expected.remarks) = (.ascii, ["etc, line 2: \(reason)"])
    #expect(found == expected)
  }

  @Test(arguments: [
    "[Required]", "[required", "required]", "required", "Required:", "［required］", "[old]", "[ required ]",
    "[required]x", "[required] # all",
    "x[required]", "[required]=x", "required policy=nist", "Required: policy=nist",
  ])
  func `T2 anything that may be meant as [required] ends the program, only in the system's file`(
    line: String
  ) throws {
    for skipsDefaults in [false, true] {
      #expect(
        fault("policy=nist\n\(line)\nbogus", skipsDefaults: skipsDefaults)
          == "etc, line 2: there is no section \(line.quoted)")
    }
    let person = try configuration(person: "glyphs=ascii\n\(line)\npolicy=nist")
    #expect(
      person.remarks == ["home, line 2: there is no section \(line.quoted) here; its lines are skipped"])
    #expect(person.settings.map(\.value.option) == [.glyphs])
  }

  @Test(arguments: ["\r", "\r\n", "\u{2028}", "\u{85}"])
  func `T2 a line ends as on any system, so that a comment hides nothing that is required`(
    end: String
  ) throws {
    let found = try configuration(system: ["# rules", "[required]", "policy=nist"].joined(separator: end))
    #expect(found.settings.map(\.isRequired) == [true])
    #expect(found.remarks == [])
  }

  @Test
  func
    `F8 H2 several requirements of kinds count in one section, and one that is required is all that counts`()
    throws
  {
    let digit = RequiredClasses([.digit])
    let letter = RequiredClasses([.upper, .lower], count: 1)
    let lines = "require=digit\nrequire=1:upper,lower"
    for (found, arguments, wanted) in [
      (try configuration(system: lines), "new", [digit, letter]),
      (try configuration(system: lines, person: "require=special"), "new", [RequiredClasses([.special])]),
      (try configuration(person: "\(lines)\n[new]\nrequire=special"), "new", [RequiredClasses([.special])]),
      (try configuration(person: "\(lines)\n[new]\nrequire=special"), "change", [digit, letter]),
      (try configuration(variable: lines), "new --require special", [RequiredClasses([.special])]),
      (
        try configuration(system: "require=special\n[required]\n\(lines)", person: "require=special"),
        "new --require special", [digit, letter]
      ),
    ] { #expect(try options(arguments, found).ownRules.required == wanted) }
    let listed = try configuration(system: "[required]\n\(lines)", person: "require=special")
    #expect(listed.inForce(for: .new).map(\.value.argument) == ["digit", "1:upper,lower"])
  }

  /// A value for each option that takes one, right in every place.
  private static func value(of option: Option) -> String {
    switch option {
    case _ where option.placeholder == nil: option.hasOpposite ? option.name : ""
    case .policy, .normalize, .meter, .reveal: option.choices.last ?? ""
    case .minStrength: "weak"
    case .strengthScale: "1,2"
    case .require: "digit"
    case .mask: "*"
    case .allow: "ascii"
    case .glyphs, .look, .color, .background, .format, .hash, .verifyInput: option.choices.first ?? ""
    case _ where option.placeholder == "FILE": "/file"
    default: "9"
    }
  }

  /// Whether `option` has no effect if `line` is required.
  private func isFixed(_ option: Option, by line: String) throws -> Bool {
    let value = OptionValue(option: option, argument: Self.value(of: option), width: .ascii)
    let (values, remarks, _) = try configuration(system: "[required]\n\(line)").values(
      of: .new, typed: [value])
    #expect(values.isEmpty == false && remarks.count == 2 - values.count)
    return values.count == 1
  }

  @Test func `T2 the page on scripts says what a required setting fixes`() throws {
    let lines = Option.allCases.filter { $0.setting == .one }.flatMap { option in
      let value = option == .policy ? "nist" : Self.value(of: option)
      let name = option.name + (option.placeholder == nil ? "" : "=\(value)")
      return option == .reveal ? option.choices.map { "reveal=\($0)" } : [name]
    }
    let rows = try lines.compactMap { line -> String? in
      let own = try #require(Option.named(String(line.prefix { $0 != "=" })))
      let fixed = try Option.allCases.filter {
        try $0 != own && isFixed($0, by: line)
      }
      if fixed.isEmpty { return nil }
      let names = fixed.map { option in
        option == .reveal
          ? "`reveal=always`"
          : "`\(option.name)`" + (option == .minStrength ? " below the policy's own" : "")
      }
      return "| `\(own == .reveal ? line : own.name)` | \(names.joined(separator: ", ")) |"
    }
    try PackageFile.expect(
      "docs/settings.md", between: "<!-- fixed -->", and: "<!-- end of fixed -->",
      toHold: (["", "| Required | Fixed by it |", "| --- | --- |"] + rows + [""]).joined(separator: "\n"))
  }

  @Test(arguments: [
    ("policy=nist", "--min-strength=weak", true), ("policy=nist", "--min-strength=medium", false),
    ("policy=nist", "--min-strength=strong", false), ("policy=pin", "--min-strength=weak", false),
    ("policy=system", "--min-strength=weak", false), ("policy=/x.conf", "--min-strength=weak", false),
    ("min-strength=medium", "--min-strength=strong", true), ("policy=nist", "--word-list=/x", false),
    ("policy=nist", "--allow=ascii", false), ("min-strength=strong", "--policy=pin", false),
    ("reveal-timeout=9", "--reveal=always", true), ("reveal-timeout=9", "--reveal=never", false),
    ("reveal=never", "--peek", true), ("reveal=allowed", "--peek", false), ("reveal=always", "--peek", false),
    ("min-strength=strong", "--meter=length", true), ("policy=nist", "--strength-scale=1,2", true),
    ("policy=nist", "--no-context", false), ("min-strength=strong", "--no-context", false),
  ])
  func `T2 an option that would weaken what is required is ignored, others are used`(
    line: String, argument: String, isFixed: Bool
  ) throws {
    let configuration = try configuration(system: "[required]\n\(line)")
    let typed = argument.dropFirst(2).split(separator: "=").map(String.init)
    let value = OptionValue(
      option: try #require(Option.named(typed[0])), argument: typed.count > 1 ? typed[1] : "",
      width: .ascii)
    let (values, remarks, _) = configuration.values(of: .new, typed: [value])
    #expect(
      values.map(\.option) == (isFixed ? [] : [value.option]) + configuration.settings.map(\.value.option))
    #expect(remarks == (isFixed ? ["'\(argument)' is left out, since etc, line 2 requires '\(line)'"] : []))
  }

  @Test func `F8 a section has only what its command takes`() throws {
    #expect(
      try remarks(
        system: "[check]\nglyphs=ascii\n[generate]\nmeter=length\n[sign-in]\npolicy=account\ncolor=never")
        == [
          "etc, line 2: option 'glyphs' cannot be set for 'check'",
          "etc, line 4: option 'meter' cannot be set for 'generate'",
          "etc, line 6: option 'policy' cannot be set for 'sign-in'",
        ])
  }

  @Test(arguments: [
    "new", "new --no-confirm", "change", "ask", "sign-in", "sign-up", "form --field text",
    "form --field new-password",
    "check",
    "generate", "generate --words 4", "new --policy classic", "check --policy nist --blocklist x",
  ])
  func `F8 no command is refused for what was set beforehand for others`(arguments: String) throws {
    let lines = Self.settable.flatMap { option in
      option.names.map { name in
        let value = option == .policy ? "nist" : Self.value(of: option)
        return name + (option.placeholder == nil ? "" : "=\(value)")
      }
    }
    for text in [lines, lines.reversed(), ["[required]"] + lines, ["blocklist=/list"], ["word-list=/list"]] {
      let configuration = try configuration(system: text.joined(separator: "\n"))
      #expect(configuration.remarks == [])
      #expect(throws: Never.self) { _ = try options(arguments, configuration).makeDescription().makeForm() }
    }
  }

  @Test func `F8 a password that exists is not held to a policy that is set beforehand`() throws {
    let configuration = try configuration(system: "policy=nist\n[required]\nmin-strength=strong")
    let found = try options("sign-in", configuration)
    #expect(found == (try options("sign-in", Configuration())))
    #expect(try options("form --field password", configuration).asksForNewPassword == false)
  }

  @Test func `F8 a list that is set beforehand is read for new passwords alone`() throws {
    let configuration = try configuration(system: "blocklist=/none\nno-dictionary")
    for command in ["new", "generate", "check"] {
      #expect(throws: ProgramError.self) { _ = try options(command, configuration).makeJudgeConfiguration() }
    }
    #expect(try options("sign-in", configuration).makeJudgeConfiguration().blocklists.isEmpty)
  }

  @Test(arguments: ["", "policy=owasp", "policy=pin"])
  func `F8 a blocklist that is set beforehand is read with every policy`(policy: String) throws {
    let found = try options("new --no-dictionary", configuration(system: "blocklist=/none", person: policy))
    #expect(throws: ProgramError.self) { _ = try found.makeJudgeConfiguration() }
    #expect(found.policy.hasBlocklist)
  }
}
