import Glibc
import TestSupport
import Testing
import WatchwordScreen
import WatchwordStrength

@testable import WatchwordCLI

/// `--policy system` and `--policy FILE`: issue 13, H3.
@Suite struct PolicyFileTests {
  private let folder = TemporaryFolder()

  private func file(_ text: String) -> String { folder.write(text, to: "p.conf") }

  private func options(_ arguments: String...) throws -> Options {
    guard case .run(let options) = try Invocation(["watchword"] + arguments, width: .ascii) else {
      throw ProgramError("no options")
    }
    return options
  }

  private static let long = """
    minlen = 12
    dcredit = 1
    ocredit = 2
    ucredit = -2
    lcredit = -1
    minclass = 3
    maxclassrepeat = 4
    maxrepeat = 2
    maxsequence = 3
    usersubstr = 4
    gecoscheck = 1
    badwords = watch word
    retry = 3
    enforce_for_root
    """

  @Test func `H3 check shows each setting that is in force as a line in plain words`() throws {
    let path = file(Self.long)
    let completion = try Completion.ofCheck("Watch1234444", ["--policy", path])
    #expect(completion.status == 1 && completion.errors == "")
    let lines = completion.output.split(separator: "\n").map(String.init)
    // Whether there are names to look for depends on the user.
    #expect(
      lines.filter { $0.hasPrefix("✅") || $0.hasPrefix("❌") }.filter { !$0.contains(" name") } == [
        "✅ 12 characters or more; counted twice: up to 1 digit, 2 special",
        "❌ at least 2 uppercase letters (A-Z)", "✅ at least 1 lowercase letter (a-z)",
        "✅ at least 3 of these 4: A-Z, a-z, 0-9, special",
        "❌ at most 4 of one kind in a row (A-Z, a-z, 0-9, special)",
        "❌ no character more than 2 times in a row", "❌ at most 3 characters in sequence (abc, 321)",
        "✅ not the same backwards",
        "❌ without a forbidden word", "✅ not a commonly used password",
      ])
    #expect(
      lines.last
        == "Not met: at least 2 uppercase letters (A-Z), at most 4 of one kind in a row (A-Z, a-z, 0-9, special), "
        + "no character more than 2 times in a row, at most 3 characters in sequence (abc, 321), "
        + "without a forbidden word")
  }

  @Test func `H3 enforcing=0 shows the criteria and accepts all but nothing`() throws {
    let path = file("enforcing = 0\nminlen = 20\n")
    let completion = try Completion.ofCheck("aba", ["--policy", path])
    #expect(completion.status == 0)
    #expect(completion.output.contains("20 characters or more\n"))
    #expect(try Completion.ofCheck("\n", ["--policy", path]).status == 1)
    #expect(try Completion.ofCheck("aba", ["--policy", path, "--min-strength", "medium"]).status == 1)
  }

  @Test func `H3 the policy of the system is read`() throws {
    let completion = try Completion.ofCheck("eiJu7loo!q9XbZ", ["--policy", "system", "--json"])
    #expect(completion.status == 0 && completion.output.contains("not the same backwards"))
  }

  @Test(arguments: [
    ("minlen = 8\nminlenght = 9\n", ", line 2: there is no setting 'minlenght'"),
    ("\r\nminlen = 8x\r\n", ", line 2: 'minlen' takes a whole number"),
    ("minclass = 5", ", line 1: 'minclass' is 5, and there are 4 classes"),
    ("a\u{1B}b = 5", ", line 1: there is no setting 'a\\u{1b}b'"),
  ])
  func `H3 a file that is wrong is told with its line before anything is asked`(
    _ text: String, _ reason: String
  ) throws {
    let path = file(text)
    for command in ["new", "check", "change", "sign-up", "generate"] {
      let completion = try Completion.of("watchword", [command, "--policy", path])
      #expect(completion.status == 2 && completion.output == "")
      #expect(completion.errors.hasPrefix("watchword: \(path)\(reason)\n"), "\(completion.errors)")
    }
  }

  @Test func `H3 what cannot be read as a policy is said in a line`() throws {
    let folder = folder.path
    for (path, reason) in [
      (folder, "Is a directory"), ("/dev/null", "Not a regular file"),
      (folder + "/x.conf", "No such file or directory"),
    ] {
      #expect(throws: ProgramError("cannot read the policy '\(path)': \(reason)")) {
        try options("--policy", path)
      }
    }
  }

  @Test func `H3 what has no effect is said on descriptor 2`() throws {
    let path = file("dictpath = /x\nminlen = 4\n")
    let completion = try Completion.ofCheck("eiJu7loo!q9XbZ", ["--policy", path])
    #expect(completion.status == 0)
    #expect(
      completion.errors == """
        watchword: \(path), line 2: 'minlen' is 6 here, the least that there is
        watchword: \(path), line 1: 'dictpath' has no effect: cracklib's dictionaries are not read

        """)
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

  @Test func `H3 passwords that are drawn meet the file`() throws {
    let path = file("minlen = 20\ndcredit = -1\nocredit = -2\nmaxclassrepeat = 6")
    let drawn = try Completion.of(
      "watchword", ["generate", "--count", "5", "--policy", path, "--no-dictionary"])
    #expect(drawn.status == 0)
    let judged = try Completion.ofCheck(drawn.output, ["--batch", "--policy", path])
    #expect(judged.status == 0 && judged.output.split(separator: "\n").count == 5)
  }

  @Test func `H3 cracklib's own word is asked by --verify`() throws {
    let script = """
      "$0" new --policy \(file("minlen = 8")) --verify pwscore --verify-input text --validate
      """
    #expect(try Completion.ofScript(script).status == 0)
  }
}
