import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordStrength

@testable import WatchwordCLI

/// Rules of the place as options: issue 13, H1 and H2.
struct OwnRulesProgramTests {
  private func options(_ words: String, settings: String = "") throws -> Options {
    var configuration = Configuration()
    try configuration.read(settings, from: "etc", width: .ascii)
    let invocation = try Invocation(
      ["watchword"] + words.split(separator: " ").map(String.init), width: .ascii,
      configuration: { _ in configuration })
    guard case .run(let options) = invocation else { throw ProgramError("no command") }
    return options
  }

  private func error(_ words: String, settings: String = "") -> String? {
    do {
      _ = try options(words, settings: settings)
      return nil
    } catch {
      return (error as? ProgramError)?.line
    }
  }

  @Test func `H2 each rule is read`() throws {
    let rules = try options(
      "new --min-length 12 --max-length=64 --require 3:upper,lower,digit,special --allow latin1 --max-repeat 2 "
        + "--max-sequence 3"
    ).ownRules
    var expected = OwnRules()
    (expected.minimumLength, expected.maximumLength) = (12, 64)
    expected.required = RequiredClasses([.upper, .lower, .digit, .special], count: 3)
    (expected.allowed, expected.maximumRepeat, expected.maximumSequence) = (.latin1, 2, 3)
    #expect(rules == expected)
    #expect(try options("new --require special").ownRules.required == RequiredClasses([.special]))
    #expect(try options("new --allow chars:abA:,").ownRules.allowed == AllowedCharacters("abA:,"))
    #expect(try options("new").ownRules == OwnRules())
  }

  @Test func `H2 the rules can be set beforehand, and the command line counts more`() throws {
    let settings =
      "min-length=12\nmax-length=64\nrequire=2:upper,digit\nallow=ascii\nmax-repeat=2\nmax-sequence=3"
    let rules = try options("new --min-length 20", settings: settings).ownRules
    #expect(rules.minimumLength == 20 && rules.maximumLength == 64 && rules.allowed == .ascii)
    // A command that has no new password does not mind.
    #expect(error("sign-in", settings: "min-length=9\nmax-length=2") == nil)
    #expect(error("form --field text", settings: "min-length=9\nmax-length=2") == nil)
    #expect(error("new", settings: "min-length=9\nmax-length=2") != nil)
  }

  @Test(arguments: ["new", "change", "sign-up", "form --field new-password"])
  func `H2 the panel of every form has the rules`(command: String) throws {
    let policy = try options("\(command) --min-length 14 --allow ascii").makeForm().configuration.policy
    let labels = policy.criteria.map(\.label)
    #expect(labels.contains("only ASCII characters") && labels.contains { $0.hasPrefix("14") })
    #expect(policy.minimumLevel == .medium)
  }

  @Test func `H1 a policy without a level that was asked for has its own`() throws {
    func level(_ words: String) throws -> Level { try options(words).policy.minimumLevel }
    #expect(try level("new --policy pin") == .weak && level("new --policy wpa2") == .medium)
    #expect(try level("sign-up --policy pin") == .weak && level("sign-up") == .medium)
    #expect(try level("new --policy bsi --min-strength strong") == .strong)
    #expect(try options("sign-up --policy pin").makeForm().configuration.policy.minimumLevel == .weak)
  }

  @Test(arguments: [
    ("--min-length x", "option '--min-length' takes a whole number, 1 or more, not 'x'"),
    ("--max-length 0", "option '--max-length' takes a whole number, 1 or more, not '0'"),
    (
      "--require upper,nix",
      "option '--require' takes some of upper, lower, digit and special, with commas between them, not 'upper,nix'"
    ),
    (
      "--require 2:",
      "option '--require' takes some of upper, lower, digit and special, with commas between them, not '2:'"
    ),
    (
      "--require 3:upper,lower",
      "option '--require' cannot take '3:upper,lower': it asks for 3 kinds and names 2"
    ),
    ("--require upper,upper", "option '--require' cannot take 'upper,upper': a kind is named twice"),
    (
      "--require 0:upper",
      "option '--require' takes a whole number, 1 or more, before the colon, not '0:upper'"
    ),
    ("--allow utf8", "option '--allow' takes ascii, latin1 or chars:CHARACTERS, not 'utf8'"),
    (
      "--allow chars:",
      "option '--allow' takes behind chars: characters that can be seen, each a code point, not 'chars:'"
    ),
    ("--max-repeat -1", "option '--max-repeat' takes a whole number, 1 or more, not '-1'"),
    ("--max-sequence 1.5", "option '--max-sequence' takes a whole number, 1 or more, not '1.5'"),
  ])
  func `H2 a rule that is wrong by itself is told`(words: String, line: String) {
    #expect(error("new \(words)") == line)
  }

  @Test(arguments: [
    ("--min-length 20 --max-length 10", "at least 20 characters, and at most 10"),
    ("--policy nist --max-length 10", "at least 15 characters, and at most 10"),
    ("--policy nist --min-length 80 --hash bcrypt", "at least 80 characters, and at most 72 bytes"),
    ("--policy nist --min-length 5000", "at least 5000 characters, and at most 4096 bytes"),
    (
      "--allow chars:0123456789 --require upper",
      "the allowed characters are too few for: uppercase letter (A-Z)"
    ),
    (
      "--allow chars:abc",
      "the allowed characters are too few for: uppercase letter (A-Z), digit (0-9), special character (e.g. !@#$%^)"
    ),
    ("--policy pin --allow chars:abc", "no character is allowed by all of them"),
    (
      "--max-length 2 --min-length 1 --require upper,lower,digit",
      "3 kinds of characters, and at most 2 characters"
    ),
    ("--policy pin --min-strength medium", "with at most 12 such characters none is medium"),
    (
      "--policy nist --min-length 1 --max-length 9 --meter length",
      "with at most 9 such characters none is medium"
    ),
    (
      "--policy owasp --min-length 1 --max-length 6 --allow ascii",
      "with at most 6 such characters none is medium"
    ),
  ])
  func `H2 a rule that can never be met is told before anything else, in one line`(
    words: String, reason: String
  ) {
    for command in ["new", "change", "sign-up", "form --field new-password", "check", "generate"] {
      if command == "check" || command == "generate", words.contains("--hash") { continue }
      if command == "generate", words.contains("--meter") { continue }
      #expect(error("\(command) \(words)") == "no password can meet the rules: \(reason)")
    }
  }

  @Test(arguments: [
    (
      "minclass = 3", "--allow chars:abcdé1",
      nil
    ),
    (
      "minclass = 3", "--allow chars:abcd1",
      "the allowed characters are too few for: at least 3 of these 4: A-Z, a-z, 0-9, special"
    ),
    (
      "ucredit = -1", "--allow chars:abcd1",
      "the allowed characters are too few for: at least 1 uppercase letter (A-Z)"
    ),
    ("ocredit = -1", "--allow chars:é", nil),
    ("minclass = 3", "--max-length 2", "3 kinds of characters, and at most 2 characters"),
    ("minlen = 80", "--hash bcrypt", "at least 80 characters, and at most 72 bytes"),
    ("minlen = 80\ndcredit = 8", "--hash bcrypt", nil),
    ("minlen = 80\ndcredit = 7", "--hash bcrypt", "at least 80 characters, and at most 72 bytes"),
    ("minlen = 12", "--max-length 8", nil),
    ("minlen = 12", "--max-length 8 --allow ascii", "at least 12 characters, and at most 8"),
    ("minlen = 12\nenforcing = 0", "--max-length 8 --allow ascii", nil),
    ("minlen = 12", "--min-length 20 --max-length 10", "at least 20 characters, and at most 10"),
  ])
  func `H2 a rule that pwquality's settings leave unmet is told too`(
    settings: String, words: String, reason: String?
  ) throws {
    let folder = TemporaryFolder()
    let path = folder.write(settings + "\n", to: "place.conf")
    #expect(
      error("new --policy \(path) \(words)") == reason.map { "no password can meet the rules: \($0)" })
  }

  @Test func `H2 a blocklist refuses its words where pwquality's settings refuse nothing`() throws {
    let folder = TemporaryFolder()
    let path = folder.write("minlen = 20\nenforcing = 0\n", to: "place.conf")
    let list = folder.write("Kv7#mQz!2xLp\n", to: "list")
    let arguments = ["--policy=\(path)", "--blocklist=\(list)"]
    let completion = try Completion.ofCheck("Kv7#mQz!2xLp", arguments)
    #expect(completion.status == 1 && completion.output.contains("❌ not a commonly used password\n"))
    #expect(completion.output.hasSuffix("This password is commonly used: choose another one.\n"))
    // What is only shown stays so, and one line is enough for both.
    let other = try Completion.ofCheck("Kv7#mQz!2xLo", arguments)
    #expect(other.status == 0 && other.output.contains("⚪ 20 characters or more\n"))
    #expect(completion.output.split(separator: "\n").count { $0.contains("a commonly used password") } == 1)
  }

  @Test(arguments: [
    "--policy pin --max-length 12", "--max-length 8", "--policy nist --max-length 15",
    "--policy wpa2 --allow ascii",
    "--policy pin --min-strength weak --max-length 4", "--max-length 6 --min-length 6 --min-strength medium",
    "--policy owasp --allow ascii --max-length 8 --min-strength medium",
  ])
  func `H2 a rule that can be met is none of these`(words: String) {
    #expect(error("new \(words)") == nil)
  }

  @Test func `H2 a rule that can never be met is status 2, and no form is shown`() throws {
    let completion = try Completion.of(
      "watchword", ["new", "--min-length=9", "--max-length=8", "--no-config"])
    #expect(
      completion
        == Completion(
          status: 2,
          errors: "watchword: no password can meet the rules: at least 9 characters, and at most 8\n"
            + "Try 'watchword new --help'.\n"))
  }

  @Test func `H2 check obeys the rules, and names no character`() throws {
    let completion = try Completion.ofCheck("Kv7#mQzé2xLp", ["--allow=ascii", "--max-length=10"])
    #expect(completion.status == 1)
    #expect(completion.output.contains("❌ 8-10 characters (no spaces)\n"))
    #expect(completion.output.contains("❌ only ASCII characters\n") && !completion.output.contains("é"))
    #expect(completion.output.hasSuffix("Not met: 8-10 characters (no spaces), only ASCII characters\n"))
  }

  @Test func `H2 a list is judged by the rules`() throws {
    let completion = try Completion.ofCheck(
      "Kv7#mQz!2xLp\nKv7##Qz!2xLp\nKv7#efg!2xLp\n", ["--batch", "--max-repeat=1", "--max-sequence=2"])
    let verdicts = completion.output.split(separator: "\n").map { $0.split(separator: "\t")[1] }
    #expect(verdicts == ["pass", "fail", "fail"])
  }

  @Test(arguments: [
    ["--policy=wpa2"], ["--policy=luks"], ["--policy=bsi"],
    ["--policy=pin", "--max-repeat=1", "--max-sequence=2"],
    ["--max-repeat=1", "--max-sequence=1", "--min-length=20"], ["--policy=bsi", "--words=6"],
    ["--allow=chars:abcdefghjkmnpqrstuvwxyz23456789", "--require=lower,digit"],
    ["--policy=nist", "--words=6", "--max-repeat=1", "--max-sequence=2", "--separator=_"],
    ["--require=2:upper,digit,special", "--length=14"],
  ])
  func `H2 every password that is drawn meets the rules`(arguments: [String]) throws {
    let completion = try Completion.of("watchword", ["generate", "--count=30", "--quiet"] + arguments)
    #expect(completion.status == 0 && completion.errors.isEmpty, "\(completion.errors)")
    let ofDrawing = ["--words", "--length", "--separator"]
    let rules = arguments.filter { argument in !ofDrawing.contains { argument.hasPrefix($0) } }
    let check = try Completion.ofCheck(completion.output, ["--batch"] + rules)
    #expect(check.status == 0, "\(check.output.split(separator: "\n").filter { !$0.contains("pass") })")
  }

  @Test(arguments: ["2", "3", "4"], [[], ["--words=6"]])
  func `H2 every password that is drawn has the kinds that pwquality counts`(
    kinds: String, arguments: [String]
  ) throws {
    let folder = TemporaryFolder()
    let path = folder.write("minclass = \(kinds)\ndictcheck = 0\n", to: "place.conf")
    let completion = try Completion.of(
      "watchword", ["generate", "--count=30", "--quiet", "--policy=\(path)"] + arguments)
    #expect(completion.status == 0 && completion.errors.isEmpty, "\(completion.errors)")
    let check = try Completion.ofCheck(completion.output, ["--batch", "--policy=\(path)"])
    #expect(check.status == 0)
  }

  @Test func `H1 a pin is drawn as long as can be, and its bits are said`() throws {
    let completion = try Completion.of("watchword", ["generate", "--policy=pin"])
    #expect(completion.output.wholeMatch(of: #/[0-9]{12}\n/#) != nil)
    #expect(completion.errors == "the rule leaves no strong password: 12 characters, 39.86 bits\n")
    let short = try Completion.of("watchword", ["generate", "--policy=pin", "--length=4", "--json"])
    #expect(short.output.contains(#","bits":13.29,"level":"weak"}"#) && short.errors.isEmpty)
  }

  @Test(arguments: [
    (
      ["--allow=chars:éàü", "--require=1:special,upper,lower,digit", "--min-strength=weak"],
      "no password can meet the rules: the allowed characters are too few for: special character"
    ),
    (["--policy=nist", "--allow=chars:éàü"], "no password that can be drawn has 75 bits"),
    (
      ["--policy=nist", "--allow=chars:abcdefghijklmnopqrstuvwxyz", "--words=5"],
      "the rule does not allow '-'"
    ),
    (
      ["--policy=pin", "--length=13"],
      "option '--length' cannot take '13': policy pin allows at most 12 characters; 12 would do"
    ),
  ])
  func `H2 where nothing can be drawn it says why`(arguments: [String], reason: String) throws {
    let completion = try Completion.of("watchword", ["generate"] + arguments)
    #expect(completion.status == 2 && completion.output.isEmpty)
    #expect(completion.errors.hasPrefix("watchword: \(reason)"), "\(completion.errors)")
  }
}
