import TestSupport
import Testing
import WatchwordMessages
import WatchwordScreen

@testable import WatchwordCLI
@testable import WatchwordStrength

/// `watchword policies`: issue 13, H1.
struct PoliciesProgramTests {
  private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Completion {
    try Completion.of(
      "watchword", ["policies"] + arguments,
      environment: Stage().environment.merging(environment) { $1 })
  }

  @Test func `H1 the policies are listed, a line each`() throws {
    let completion = try run()
    #expect(completion.status == 0 && completion.errors == "")
    let lines = completion.output.split(separator: "\n")
    #expect(lines.count == StandardPolicy.allCases.count + 1)
    #expect(lines[0].hasPrefix("NAME"))
    for (line, policy) in zip(lines.dropFirst(), StandardPolicy.allCases) {
      let columns = line.split(separator: " ", maxSplits: 3)
      #expect(columns[0] == policy.rawValue)
      #expect(columns[1] == policy.policy().minimumLevel.name)
      #expect(columns[2] == policy.policy().normalization.rawValue)
    }
    #expect(
      lines.contains { $0.hasPrefix("nist-mfa ") && $0.contains(" medium  nfc   8 or more") },
      "\(completion.output)")
    #expect(lines.contains { $0.hasPrefix("classic ") && $0.contains("; 3 of 4: A-Z, a-z, ") })
  }

  @Test func `H1 a policy is shown with its criteria, and where it comes from`() throws {
    #expect(
      try run("nist")
        == Completion(
          status: 0,
          output: """
            nist
            Asks for:
               15 characters or more
               not a commonly used password
               hard to guess
            Least level: medium
            Normal form: NFC, with a plain space for every other
            Blocklist: refuses commonly used passwords
            Source: NIST SP 800-63B-4, section 3.1.1.2, for a password that is the only factor

            """))
  }

  @Test func `H1 a group stands under its heading`() throws {
    let output = try run("classic").output
    #expect(
      output.hasPrefix(
        """
        classic
        Asks for:
           8-32 characters (no spaces)
           Use at least 3 of these 4 criteria when setting your password:
              uppercase letter (A-Z)
              lowercase letter (a-z)

        """), "\(output)")
    #expect(output.contains("\nNormal form: none, as typed\nBlocklist: none\nSource: "))
  }

  @Test func `H1 the options of rules change what is shown`() throws {
    let output = try run("owasp", "--min-strength", "strong", "--normalize", "nfc").output
    #expect(output.contains("   very hard to guess\nLeast level: strong\nNormal form: NFC"))
    #expect(try run("--min-strength", "weak").output.hasPrefix("classic\nAsks for:\n"))
    #expect(try run("--policy", "owasp") == run("owasp"))
  }

  @Test func `H1 a file of pwquality is shown with its path, whatever that is made of`() throws {
    let folder = TemporaryFolder()
    let path = folder.write("minlen = 14\n", to: "a\u{1B}.conf")
    let shown = try run(path).output
    let escaped = path.replacing("\u{1B}", with: #"\u{1b}"#)
    #expect(shown.hasPrefix("\(escaped)\nAsks for:\n   14 characters or more\n"), "\(shown)")
    #expect(shown.hasSuffix("\nSource: \(escaped), as libpwquality 1.4.5 reads it\n"), "\(shown)")
    #expect(
      try run("system", "--json").output.hasSuffix(
        #""source":"/etc/security/pwquality.conf, as libpwquality 1.4.5 reads it"}"# + "\n"))
  }

  @Test(arguments: ["--min-length=20", "--require=upper", "--max-repeat=2", "--min-strength=weak"])
  func `H1 a policy that options changed is not said to be its source's`(option: String) throws {
    #expect(
      try run("owasp", option).output.hasSuffix(
        "\nSource: OWASP ASVS 5.0, chapter V6.2; changed by options\n"))
    #expect(try run("owasp", option, "--json").output.hasSuffix("; changed by options\"}\n"))
  }

  @Test func `H1 what is enough for the BSI is said once`() throws {
    #expect(
      try run("bsi").output.contains(
        "      special character or space\n      25 characters or more: 2 are enough\n   hard to guess\n"))
    #expect(try run().output.contains("!@# or space, 25 or more\n"))
  }

  @Test func `H1 what is set beforehand changes nothing that is shown`() throws {
    let environment = ["WATCHWORD_OPTIONS": "policy=nist\nmin-strength=strong"]
    #expect(try run(environment: environment) == run())
    #expect(try run("owasp", environment: environment) == run("owasp"))
  }

  @Test func `H1 programs read the policies as JSON, with names that are not texts`() throws {
    #expect(
      try run("nist", "--json").output
        == #"{"name":"nist","groups":["#
        + #"{"required":1,"enforced":true,"criteria":[{"name":"length","label":"15 characters or more"}]},"#
        + #"{"required":1,"enforced":true,"criteria":[{"name":"common","label":"not a commonly used password"}]},"#
        + #"{"required":1,"enforced":true,"criteria":[{"name":"level","label":"hard to guess"}]}],"#
        + #""minimum_level":"medium","normalization":"nfc","blocklist":true,"#
        + #""source":"NIST SP 800-63B-4, section 3.1.1.2, for a password that is the only factor"}"# + "\n")
    let list = try run("--json").output
    #expect(list.split(separator: "\n").count == StandardPolicy.allCases.count)
    #expect(list.contains(#"{"required":3,"enforced":true,"criteria":[{"name":"upper","#))
  }

  @Test func `H1 an alternative is named with what is enough then`() throws {
    let members = ["one", "two", "three"].map { Policy.Criterion(.contains(.special), label: $0) }
    let long = Policy.Criterion(.length(25...Int.max, whiteSpace: true), label: "25 characters or more")
    let group = Policy.Group(
      members, required: 3, alternative: .init(criterion: long, required: 2),
      heading: Policy.classic().groups[1].heading ?? .init(""))
    let listing = PolicyListing(name: "x", policy: Policy([group]))
    #expect(listing.page.contains("      three\n      25 characters or more\n"))
    #expect(
      listing.json.contains(
        #""alternative":{"criterion":{"name":"length","label":"25 characters or more"},"required":2}}"#))
  }

  private static let all = "classic, account, nist, nist-mfa, owasp, pin, wpa2, luks, bsi and system"

  @Test(arguments: [
    ("nits", "unknown policy 'nits'; did you mean 'nist'?"),
    ("nonsense", "unknown policy 'nonsense': there are \(all)"), ("", "unknown policy '': there are \(all)"),
  ])
  func `H1 an unknown policy is status 2 and one line, with the nearest name or all`(
    name: String, line: String
  ) throws {
    let completion = try run(name)
    #expect(completion.status == 2 && completion.output == "")
    #expect(completion.errors == "watchword: \(line)\nTry 'watchword policies --help'.\n")
  }

  @Test func `H1 there is one policy at most, and no command behind two dashes`() throws {
    #expect(try run("nist", "owasp").errors.hasPrefix("watchword: unexpected argument 'owasp'\n"))
    #expect(try run("nist", "--", "true").status == 2)
    #expect(try run("nist", "--title", "x").errors.hasPrefix("watchword: option '--title' is for "))
    #expect(try run("nist", "--validate") == Completion(status: 0))
  }
}
