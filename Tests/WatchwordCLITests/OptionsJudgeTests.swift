import Glibc
import TestSupport
import Testing
import Watchword
import WatchwordBase
import WatchwordScreen
import WatchwordStrength
import WatchwordSystem

@testable import WatchwordOptions

/// Lists that break while they are read.
struct OptionsJudgeTests {
  /// A list that can be read only in its first slice.
  private func brokenList() throws -> WordFile {
    let file = try TemporaryFile(String(repeating: "something\n", count: 10_000))
    return try unsafe WordFile(path: file.path, limit: WordFile.sizeLimit) { descriptor, buffer, offset in
      guard offset == 0 else {
        errno = EIO
        return -1
      }
      return unsafe pread(descriptor, buffer.baseAddress, buffer.count, 0)
    }
  }

  @Test func `a dictionary that breaks is left out where it only makes passwords weaker`() throws {
    var configuration = JudgeConfiguration()
    configuration.dictionaries = [try brokenList()]
    try Options().finishLists(of: &configuration)
    #expect(configuration.dictionaries.isEmpty)
  }

  @Test func `a dictionary that breaks is an error where it was asked for`() throws {
    var configuration = JudgeConfiguration()
    let list = try brokenList()
    configuration.dictionaries = [list]
    #expect(throws: ProgramError.unreadable(list: list.path, .system(SystemError(number: EIO)))) {
      try Options(dictionaries: [list.path]).finishLists(of: &configuration)
    }
  }

  @Test func `a list that breaks is an error where it refuses passwords`() throws {
    for isDictionary in [true, false] {
      var configuration = JudgeConfiguration()
      let list = try brokenList()
      if isDictionary { configuration.dictionaries = [list] } else { configuration.blocklists = [list] }
      #expect(throws: ProgramError.unreadable(list: list.path, .system(SystemError(number: EIO)))) {
        try Options(standardPolicy: .owasp).finishLists(of: &configuration)
      }
    }
  }

  private func read(_ words: String) throws -> Options {
    guard
      case .run(let options) = try Invocation(
        ["watchword"] + words.split(separator: " ").map(String.init), width: .ascii)
    else { throw ProgramError("no command") }
    return options
  }

  @Test func `H2 each rule is read`() throws {
    let rules = try read(
      "new --min-length 12 --max-length=64 --require 3:upper,lower,digit,special --allow latin1 --max-repeat 2 "
        + "--max-sequence 3"
    ).ownRules
    var expected = OwnRules()
    (expected.minimumLength, expected.maximumLength) = (12, 64)
    expected.required = [try #require(RequiredClasses([.upper, .lower, .digit, .special], count: 3))]
    (expected.allowed, expected.maximumRepeat, expected.maximumSequence) = (.latin1, 2, 3)
    #expect(rules == expected)
    #expect(try read("new --require special").ownRules.required == [RequiredClasses([.special])])
    #expect(
      try read("new --require digit --require 1:upper,lower").ownRules.required == [
        RequiredClasses([.digit]), RequiredClasses([.upper, .lower], count: 1),
      ])
    #expect(try read("new --allow chars:abA:,").ownRules.allowed == AllowedCharacters("abA:,"))
    #expect(try read("new").ownRules == OwnRules())
  }

  @Test func `H1 a policy without a level that was asked for has its own`() throws {
    func level(_ words: String) throws -> Level { try read(words).policy.minimumLevel }
    #expect(try level("new --policy pin") == .weak && level("new --policy wpa2") == .medium)
    #expect(try level("sign-up --policy pin") == .weak && level("sign-up") == .medium)
    #expect(try level("new --policy bsi --min-strength strong") == .strong)
    #expect(try read("sign-up --policy pin").makeDescription().policy.minimumLevel == .weak)
  }

  @Test(arguments: StandardPolicy.words)
  func `H1 with a blocklist every policy asks for a password that is in no list, and once`(name: String)
    throws
  {
    let policy = try read("check --blocklist=x --policy=\(name)").policy
    #expect(policy.criteria.filter { $0.condition == .unlisted }.count == 1)
    #expect(policy.rules.contains { $0.isOfUnreadableList })
  }
}
