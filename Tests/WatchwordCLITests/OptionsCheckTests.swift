import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

@testable import WatchwordOptions

struct OptionsCheckTests {
  private func options(_ arguments: String...) throws -> Options? {
    guard case .run(let options) = try Invocation(["watchword", "check"] + arguments, width: .ascii) else {
      return nil
    }
    return options
  }

  @Test func `without options one password is judged by the policy classic, for a person`() throws {
    let options = try #require(try options())
    #expect(options == Options(command: .check))
    #expect(options.policy == .classic())
    #expect(!options.checking.isBatch && options.format == nil && options.checking.separator == .newline)
    #expect(options.locking == .required)
  }

  @Test func `each option changes its own value`() throws {
    #expect(try options("--batch")?.checking.isBatch == true)
    #expect(try options("--json")?.format == .json)
    #expect(try options("--null")?.checking.separator == .nul)
    #expect(try options("--allow-unlocked-memory")?.locking == .ifPossible)
    #expect(try options("--policy=nist", "--min-strength=strong")?.policy == .nist(minimumLevel: .strong))
    #expect(try options("--policy=owasp", "--normalize=nfc")?.policy.normalization == .nfc)
    #expect(try options("--meter=guesses")?.meter == .guesses)
    #expect(try options("--word=a", "--word=b")?.words == ["a", "b"])
  }

  @Test(arguments: ["--summary", "--failed-only"])
  func `F10 what is asked of a list needs the option for one`(option: String) throws {
    #expect(throws: ProgramError("option '\(option)' needs an option '--batch'")) { try options(option) }
    #expect(try options(option, "--batch")?.checking.isBatch == true)
    #expect(try options("--batch", "--summary", "--failed-only")?.checking.hasSummary == true)
    #expect(try options("--batch", "--summary", "--failed-only")?.checking.isFailedOnly == true)
  }

  @Test(arguments: StandardPolicy.words)
  func `H1 with a blocklist every policy asks for a password that is in no list, and once`(name: String)
    throws
  {
    let policy = try #require(try options("--blocklist=x", "--policy=\(name)")).policy
    #expect(policy.criteria.filter { $0.condition == .unlisted }.count == 1)
    #expect(policy.rules.contains { $0.isOfUnreadableList })
  }
}
