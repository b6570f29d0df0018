import Glibc
import TestSupport
import Testing

/// `watchword generate`, as a script meets it.
@Suite struct GenerateProgramTests {
  private let folder = TemporaryFolder()

  private func generate(_ arguments: [String]) throws -> Completion {
    try Completion.of("watchword", ["generate"] + arguments)
  }

  /// Words of 4 to 8 letters, `count` of them.
  private func words(_ count: Int) -> String {
    let letters = Array("bcdfghjk")
    return folder.write(
      (0..<count).map { number in
        "a" + String((0..<4).map { letters[number >> (3 * $0) & 7] }) + "\n"
      }.joined(), to: "words")
  }

  @Test func `F4 without options it is a strong password that check accepts`() throws {
    let completion = try generate([])
    #expect(completion.status == 0 && completion.errors.isEmpty)
    #expect(completion.output.utf8.count == 13 && completion.output.hasSuffix("\n"))
    #expect(try Completion.ofCheck(completion.output).status == 0)
  }

  @Test(arguments: ["classic", "nist", "nist-mfa", "owasp"], [["--count=40"], ["--words=5", "--count=40"]])
  func `F4 every password passes the policy`(policy: String, arguments: [String]) throws {
    let completion = try generate(["--policy", policy] + arguments)
    #expect(completion.status == 0)
    let lines = completion.output.split(separator: "\n")
    #expect(lines.count == 40 && Set(lines).count == 40)
    let check = try Completion.ofCheck(completion.output, ["--batch", "--policy", policy])
    #expect(check.status == 0, "\(check.output.split(separator: "\n").filter { !$0.contains("pass") })")
  }

  @Test func `F4 JSON has password, bits and level`() throws {
    let pattern = #/\{"password":"(?:[^"\\]|\\.){8}","bits":(5[01]\.\d\d?),"level":"medium"\}\n/#
    let completion = try generate(["--json", "--length=8"])
    #expect(completion.output.wholeMatch(of: pattern) != nil, "\(completion.output)")
    let strong = try generate(["--json", "--length=20"])
    #expect(strong.output.contains(#","bits":129"#) && strong.output.contains(#","level":"strong"}"#))
  }

  @Test(.enabled(if: unsafe access("/usr/bin/jq", X_OK) == 0, "jq is not installed"))
  func `F4 JSON is read by jq, whatever is drawn`() throws {
    let completion = try Completion.ofScript(
      #""$0" generate --json --count 300 --length 32 | jq -r '.password | length' | sort | uniq -c"#)
    #expect(completion.output.split(separator: " ") == ["300", "32\n"])
  }

  @Test func `F4 the size of the word list is said, unless it is quiet`() throws {
    let path = words(4096)
    let completion = try generate(["--words=4", "--word-list", path, "--policy=nist"])
    #expect(completion.errors == "4096 words of 4 to 8 letters in '\(path)': 48 bits\n")
    #expect(completion.output.wholeMatch(of: #/a[b-k]{4}(-a[b-k]{4}){3}\n/#) != nil)
    #expect(try generate(["--words=4", "--word-list", path, "--policy=nist", "--quiet"]).errors.isEmpty)
  }

  @Test func `F4 where the policy wants it a word is raised and a digit added`() throws {
    let completion = try generate(["--words=3", "--separator=_/", "--word-list", words(4096), "--count=30"])
    for line in completion.output.split(separator: "\n") {
      #expect(line.wholeMatch(of: #/[Aa][b-k]{4}[2-9]?(_\/[Aa][b-k]{4}[2-9]?){2}/#) != nil, "\(line)")
      #expect(line.filter(\.isUppercase).count == 1 && line.filter(\.isNumber).count == 1)
    }
  }

  @Test func `F4 a password in a list is drawn again`() throws {
    let list = words(2)
    let blocklist = folder.write("abbbb\n", to: "blocklist")
    let completion = try generate([
      "--words=1", "--word-list", list, "--policy=owasp", "--min-strength=weak", "--no-dictionary",
      "--blocklist", blocklist, "--count=20",
    ])
    #expect(completion.errors.hasSuffix(" cannot take '1': no such password can be drawn; 2 would do\n"))
    let two = try generate([
      "--words=2", "--word-list", list, "--policy=owasp", "--min-strength=weak", "--no-dictionary",
      "--count=40",
      "--blocklist", folder.write("abbbb-abbbb\nacbbb-acbbb\nabbbb-acbbb\n", to: "blocklist"),
    ])
    #expect(two.status == 0)
    #expect(Set(two.output.split(separator: "\n")) == ["acbbb-abbbb"])
  }

  @Test func `F4 where the lists leave nothing it says so`() throws {
    let all = "abbbb-abbbb\nacbbb-acbbb\nabbbb-acbbb\nacbbb-abbbb\n"
    let completion = try generate([
      "--words=2", "--word-list", words(2), "--policy=owasp", "--min-strength=weak", "--no-dictionary",
      "--blocklist", folder.write(all, to: "blocklist"),
    ])
    #expect(
      completion
        == Completion(
          status: 2,
          errors: "watchword: none of 1000 passwords that were drawn meets the rule: "
            + "This password is commonly used: choose another one.\n"))
  }

  @Test(arguments: [
    (
      ["--length=7"],
      "option '--length' cannot take '7': policy classic asks for at least 8 characters; 8 would do"
    ),
    (
      ["--length=33"],
      "option '--length' cannot take '33': policy classic allows at most 32 characters; 32 would do"
    ),
    (
      ["--length=9", "--policy=nist"],
      "option '--length' cannot take '9': policy nist asks for at least 15 characters; 15 would do"
    ),
    (
      ["--length=9", "--min-length=10"],
      "option '--length' cannot take '9': '--min-length' asks for at least 10 characters; 10 would do"
    ),
    (
      ["--length=257", "--policy=nist"],
      "option '--length' cannot take '257': watchword allows at most 256 characters; 256 would do"
    ),
    (
      ["--length=11", "--min-strength=strong"],
      "option '--length' cannot take '11': that is 71.03 bits, and strong begins at 75; 12 would do"
    ),
    (
      ["--length=8", "--strength-scale=40,900", "--min-strength=strong"],
      "option '--length' cannot take '8': that is 51.58 bits, and strong begins at 900; no number would do"
    ),
    (
      ["--strength-scale=40,900"],
      "no password that can be drawn has 900 bits: '--length' asks for fewer"
    ),
    (
      ["--words=5", "--separator= "],
      "option '--separator' cannot take ' ': the rule allows no spaces"
    ),
    (["--words=5", "--word-list=/dev/null"], "cannot read the list '/dev/null': Not a regular file"),
    (["--words=5", "--word-list=/none"], "cannot read the list '/none': No such file or directory"),
  ])
  func `F4 what cannot be drawn is refused, with the number that would do`(
    arguments: [String], line: String
  ) throws {
    #expect(try generate(arguments) == Completion(status: 2, errors: "watchword: \(line)\n"))
  }

  @Test(arguments: [
    (["--words=8"], "8 words do not fit into 32 characters, the most that policy classic allows; 5 would do"),
    (
      ["--words=9", "--max-length=20"],
      "9 words do not fit into 20 characters, the most that '--max-length' allows; 3 would do"
    ),
    (
      ["--words=50", "--policy=nist"],
      "50 words do not fit into 256 characters, the most that watchword allows; 42 would do"
    ),
  ])
  func `T14 the rule that leaves no room for the words is named`(arguments: [String], reason: String) throws {
    let completion = try generate(arguments + ["--word-list", words(4096)])
    let option = arguments[0].dropFirst("--words=".count)
    #expect(completion.errors == "watchword: option '--words' cannot take '\(option)': \(reason)\n")
    #expect(completion.status == 2 && completion.output == "")
  }

  @Test(.enabled(if: BareSystem.canBe, "no mount namespace can be had"))
  func `T14 without a list of words the package is named that has one`() throws {
    let script = #"mount -t tmpfs none /usr/share/dict && exec "$0" generate --words 4"#
    #expect(
      try Completion.of("unshare", [BareSystem.unsharing, "sh", "-c", script, ProgramFile.path("watchword")])
        == Completion(
          status: 2,
          errors:
            "watchword: there is no word list '/usr/share/dict/words': apt install wamerican, or name one "
            + "with --word-list\n"))
  }

  @Test func `T9 as many words as may fit are drawn until they do`() throws {
    var lines = ""
    for end in ["", "a", "bc", "def", "ghij"] {
      for one in "abcdefgh" { for two in "ijklmnop" { lines += "\(one)\(two)st\(end)\n" } }
    }
    let list = folder.write(lines, to: "many")
    for count in [36, 37, 38] {
      let completion = try generate([
        "--policy=nist", "--words=\(count)", "--word-list", list, "--count=5", "--quiet",
      ])
      #expect(completion.status == 0 && completion.errors == "", "\(completion.errors)")
      for line in completion.output.split(separator: "\n") {
        #expect(line.utf8.count <= 256 && line.split(separator: "-").count == count)
      }
    }
  }

  @Test func `F4 too few words are refused, with the number that would do`() throws {
    let path = words(4096)
    #expect(
      try generate(["--words=3", "--word-list", path, "--policy=nist"])
        == Completion(
          status: 2,
          errors:
            "watchword: option '--words' cannot take '3': that is 36 bits, and medium begins at 40; 4 would do\n"
        ))
    #expect(
      try generate(["--words=9999999999", "--word-list", path, "--policy=nist"]).errors.hasSuffix(
        "; 42 would do\n"))
    #expect(
      try generate(["--length=9999999999", "--policy=owasp"]).errors.hasSuffix("; 256 would do\n"))
    let none = folder.write("Able\nabc\n", to: "none")
    #expect(
      try generate(["--words=3", "--word-list", none])
        == Completion(
          status: 2, errors: "watchword: the list '\(none)' has no words of 4 to 8 letters from a to z\n"))
  }

  @Test func `F4 an answer that cannot be written is status 5`() throws {
    let closed = try Completion.ofScript(#""$0" generate >&-"#)
    #expect(closed == Completion(status: 5, errors: "watchword: standard output is closed\n"))
    let full = try Completion.ofScript(#""$0" generate >/dev/full"#)
    #expect(full.status == 5 && full.errors.hasPrefix("watchword: cannot write to standard output: "))
  }
}
