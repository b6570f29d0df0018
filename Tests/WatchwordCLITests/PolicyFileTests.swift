import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen

@testable import WatchwordCommands
@testable import WatchwordOptions
@testable import WatchwordStrength

/// `--policy system` and `--policy FILE` (H3), and how policies are listed (H1).
@Suite struct PolicyFileTests {
  private let folder = TemporaryFolder()

  private func file(_ text: String) -> String { folder.write(text, to: "p.conf") }

  private func options(_ arguments: String...) throws -> Options {
    guard case .run(let options) = try Invocation(["watchword"] + arguments, width: .ascii) else {
      throw ProgramError("no options")
    }
    return options
  }

  @Test func `H3 a policy is a name, system, or a path with a slash or .conf at its end`() throws {
    let path = file("minlen = 9")
    #expect(try options("--policy", path).policyFile?.path == path)
    #expect(try options("--policy", "system").policyFile?.path == "/etc/security/pwquality.conf")
    #expect(try options("--policy", path, "--policy", "nist").policyFile == nil)
    #expect(try options("--policy", "nist", "--policy", path).standardPolicy == nil)
    #expect(PolicyFile(named: "p.conf")?.path == "p.conf" && PolicyFile(named: "./p")?.path == "./p")
    #expect(PolicyFile(named: "pconf") == nil && PolicyFile(named: "System") == nil)
    #expect(throws: ProgramError("command 'sign-in' takes '--policy account' and no other policy")) {
      try options("sign-in", "--policy", path)
    }
  }

  @Test func `H3 the least level is weak, and other options change what they change elsewhere`() throws {
    let path = file("dictcheck = 1")
    let policy = try options("--policy", path).policy
    #expect(policy.minimumLevel == .weak && policy.normalization == .none)
    #expect(try options("--policy", path, "--min-strength", "strong").policy.minimumLevel == .strong)
    #expect(try options("--policy", path, "--normalize", "nfc").policy.normalization == .nfc)
    #expect(try options("--policy", path, "--blocklist", "/x").policy.hasBlocklist)
    let without = file("dictcheck = 0")
    #expect(try !options("--policy", without).policy.hasBlocklist)
    #expect(try options("--policy", without, "--blocklist", "/x").policy.hasBlocklist)
  }

  @Test func `H1 an alternative is named with what is enough then`() throws {
    let members = ["one", "two", "three"].map { Policy.Criterion(.contains(.special), label: $0) }
    let long = Policy.Criterion(.length(25...Int.max), label: "25 characters or more")
    let group = Policy.Group(
      members, required: 3, alternative: .init(criterion: long, required: 2),
      heading: Policy.classic().groups[1].heading ?? .init(""))
    let listing = PolicyListing(name: "x", policy: Policy([group]))
    #expect(listing.page.contains("      three\n      25 characters or more\n"))
    #expect(
      listing.json.contains(
        #""alternative":{"criterion":{"name":"length","label":"25 characters or more"},"required":2}}"#))
  }
}
