import Glibc
import TestSupport
import Testing

/// `watchword check`, as a script meets it.
struct CheckProgramTests {
  @Test(arguments: ["Kv7#mQz!2xLp", "Kv7#mQz!2xLp\n"])
  func `a password that passes is status 0, with criteria, level, times and a verdict`(input: String) throws {
    let completion = try Completion.ofCheck(input)
    #expect(completion.status == 0)
    #expect(completion.errors.isEmpty)
    let lines = completion.output.split(separator: "\n")
    #expect(lines.first == "✅ 8-32 characters (no spaces)")
    #expect(lines.filter { $0.drop { $0 == " " }.hasPrefix("✅ ") }.count == 7)
    #expect(lines[7] == "Strong password")
    #expect(lines.last == "Accepted: the password meets the requirements")
  }

  @Test func `a password that fails is status 1, with the error of the rule`() throws {
    let completion = try Completion.ofCheck("password\n", ["--policy", "owasp"])
    #expect(
      completion
        == Completion(
          status: 1,
          output: """
            ✅ 8 characters or more
            ❌ not a commonly used password
            ❌ hard to guess
            Too weak
            A very common password: choose one that nobody else has
            How long it takes to guess:
               online, 100 tries an hour: 36 seconds
               online, 10 tries a second: less than a second
               stolen file of slow hashes, 10,000 tries a second: less than a second
               stolen file of fast hashes, 10 billion tries a second: less than a second
            This password is commonly used: choose another one.

            """))
  }

  @Test func `A14 check uses the least levels of the form, and others on request`() throws {
    let tooLow = "Choose a stronger password."
    for (password, options, error) in [
      ("Abcdefg1", [], tooLow), ("Abcdefg1", ["--min-strength", "weak"], nil), ("Kv7mQzR2", [], nil),
      ("Kv7mQzR2", ["--min-strength", "strong"], tooLow),
    ] as [(String, [String], String?)] {
      let completion = try Completion.ofCheck(password, ["--no-dictionary"] + options)
      #expect(completion.status == (error == nil ? 0 : 1))
      #expect(
        completion.output.hasSuffix("\n\(error ?? "Accepted: the password meets the requirements")\n"))
    }
  }

  @Test func `signs are ASCII where the locale is not UTF-8`() throws {
    let completion = try Completion.ofCheck("password\n", ["--policy", "owasp"], locale: "C")
    #expect(completion.output.hasPrefix("[x] 8 characters or more\n[!] not a commonly used password\n"))
    #expect(completion.output.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test(arguments: ["", "\n"]) func `an empty password is weak and fails`(input: String) throws {
    let completion = try Completion.ofCheck(input, ["--json"])
    #expect(completion.status == 1)
    #expect(completion.output.hasPrefix(#"{"level":"weak","bits":0,"guesses_log10":0,"#))
    #expect(
      completion.output.hasSuffix(
        #","accepted":false,"refused":false,"error":"Enter your password."}"# + "\n")
    )
  }

  @Test func `JSON counts guesses, whatever meter makes the level`() throws {
    for meter in ["guesses", "length"] {
      let completion = try Completion.ofCheck("aaaaaaaaaaaaaaaaaaaaaaaa", ["--json", "--meter", meter])
      let level = meter == "length" ? "strong" : "weak"
      #expect(completion.output.hasPrefix(#"{"level":"\#(level)","bits":"#))
      #expect(!completion.output.contains(#""bits":null"#) && !completion.output.contains(#""bits":0,"#))
    }
  }

  @Test func `a list is judged line by line, and what cannot be read is refused by its number`() throws {
    let input = Array("password\n\nKv7#mQz!2xLp\n".utf8) + [0xFF, 0x0A] + Array("Kv7#mQz!2xLp".utf8)
    let completion = try Completion.ofCheck(input, ["--batch", "--policy=owasp"])
    #expect(completion.status == 1)
    #expect(completion.errors.isEmpty)
    let rows = completion.output.split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(rows.map { $0.count } == [6, 6, 6, 6, 6])
    #expect(
      rows.map { $0.prefix(3) } == [
        ["1", "fail", "weak"], ["2", "fail", "weak"], ["3", "pass", "strong"], ["4", "refused", ""],
        ["5", "pass", "strong"],
      ])
    #expect(rows[3][5] == "not valid UTF-8")
  }

  @Test func `a list of which all pass is status 0, and so is an empty one`() throws {
    #expect(try Completion.ofCheck("Kv7#mQz!2xLp\nKv7#mQz!2xLq\n", ["--batch"]).status == 0)
    #expect(try Completion.ofCheck("", ["--batch"]) == Completion(status: 0))
  }

  @Test func `a list as JSON is an object a line`() throws {
    let completion = try Completion.ofCheck(Array("password\n".utf8) + [0xC3, 0x28], ["--batch", "--json"])
    let lines = completion.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix(#"{"line":1,"level":"weak","bits":"#) == true)
    #expect(lines.last == #"{"line":2,"error":"not valid UTF-8","accepted":false,"refused":true}"#)
  }

  @Test func `passwords can end with NUL`() throws {
    let completion = try Completion.ofCheck("Kv7#mQz!2xLp\0Kv7#mQz\n2xLp\0", ["--batch", "--null"])
    let rows = completion.output.split(separator: "\n").map { $0.split(separator: "\t").prefix(2) }
    #expect(rows == [["1", "pass"], ["2", "refused"]])
    #expect(try Completion.ofCheck("Kv7#mQz!2xLp\0", ["--null"]).status == 0)
  }

  @Test(arguments: ["\0", "\u{1}", "\t", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}"])
  func `T6 a password with a control character is refused under every policy, as the form does`(sign: String)
    throws
  {
    for policy in ["classic", "owasp", "wpa2"] {
      for password in ["Kv7#mQz!2xLp\(sign)", "Kv7#\(sign)mQz!2xLp", sign] {
        #expect(
          try Completion.ofCheck(password + "\n", ["--policy", policy])
            == Completion(
              status: 1, errors: "watchword: the password holds a control character, which no form takes\n"))
      }
    }
    let list = Array("Kv7#mQz!2xLp\nKv7#\(sign)mQz!2xLp\n".utf8)
    #expect(
      try Completion.ofCheck(list, ["--batch", "--failed-only"])
        == Completion(status: 1, output: "2\trefused\t\t\t\tholds a control character\n"))
    let ended = list.map { $0 == 0x0A ? 0 : $0 }
    if sign != "\0" {
      #expect(
        try Completion.ofCheck(ended, ["--batch", "--failed-only", "--null", "--json"]).output
          == #"{"line":2,"error":"holds a control character","accepted":false,"refused":true}"# + "\n")
    }
  }

  @Test func `a line of a list that ends in CR is said to end in CR`() throws {
    let list = "Kv7#mQz!2xLp\r\nKv7#mQz!2xLp\n\r\nKv7#mQz!2xLp\r"
    let completion = try Completion.ofCheck(list, ["--batch"])
    let rows = completion.output.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(rows.map { $0[1] } == ["refused", "pass", "refused", "refused"])
    #expect(rows[0].last == "ends in CR, as lines of Windows do")
    #expect(completion.status == 1)
    #expect(
      try Completion.ofCheck(list, ["--batch", "--json"]).output.contains(#""line":1,"error":"ends in CR"#))
    #expect(!(try Completion.ofCheck("a\r\0", ["--batch", "--null"]).output.contains("ends in CR")))
  }

  @Test func `a terminal as standard input is status 2 and one line`() throws {
    let terminal = try TerminalEmulator.open("watchword", ["check"], on: .with { $0.errors = .pipe })
    terminal.expectExit(2)
    #expect(
      terminal.errorText
        == "watchword: standard input is a terminal, which would show the password: use a pipe, or 'watchword new'\n"
    )
  }

  @Test func `memory that cannot be locked is status 6, unless that is allowed`() throws {
    let arguments = ["check", "--no-dictionary"]
    let input = Array("Kv7#mQz!2xLp".utf8)
    #expect(
      try Completion.of("watchword", arguments, launching: ["--memlock", "0"], input: input)
        == Completion(
          status: 6,
          errors: "watchword: memory cannot be locked (ulimit -l); --allow-unlocked-memory goes on\n"))
    #expect(
      try Completion.of(
        "watchword", arguments + ["--allow-unlocked-memory"], launching: ["--memlock", "0"], input: input
      ).status == 0)
  }

  @Test func `a password is judged in the normal form of the policy, unless another one is asked for`() throws
  {
    let password = String(repeating: "e\u{301}", count: 8)
    #expect(try Completion.ofCheck(password, ["--policy=nist"]).output.hasPrefix("❌ 15 characters or more\n"))
    #expect(
      try Completion.ofCheck(password, ["--policy=nist", "--normalize=none"]).output.hasPrefix(
        "✅ 15 characters or more\n")
    )
  }

  @Test(arguments: ["Bjo\u{308}rnson", "Bj\u{F6}rnson"])
  func `a word counts in whatever normal form it comes where the policy normalises`(_ word: String) throws {
    for password in ["bjo\u{308}rnson", "BJ\u{D6}RNSON"] {
      let completion = try Completion.ofCheck(password, ["--policy=nist-mfa", "--word=\(word)"])
      #expect(
        completion.output.contains(
          "Contains a word that is easy to guess here: leave it out\nHow long it takes to guess:"))
      #expect(completion.output.hasSuffix("This password is commonly used: choose another one.\n"))
    }
  }

  @Test(
    arguments: [
      ("Northwind Archive", "a word that is easy to guess here"),
      ("northwind", "a word that is easy to guess here"), ("N0rthwind!", "a word that is easy to guess here"),
      ("Quillfeather", "your name, email or user name"), ("q.quillfeather", "your name, email or user name"),
    ])
  func `the words of the command line and the login name count`(password: String, reason: String) throws {
    let script = #"LOGNAME=q.quillfeather "$0" check --policy=owasp --no-dictionary "$@""#
    let words = ["--word=Northwind Archive", "--word=northwind", "--word=Northwind Archive"]
    let completion = try Completion.of(
      "sh", ["-c", script, ProgramFile.path("watchword")] + words, input: Array(password.utf8))
    #expect(completion.status == 1)
    #expect(completion.output.contains("\nContains \(reason): leave it out\n"))
    #expect(completion.output.hasSuffix("\nThis password is commonly used: choose another one.\n"))
  }

  /// Root can give a process a host name of its own, but for the root of a container.
  @Test(
    .enabled(if: (try? Completion.of("unshare", ["-u", "true"]))?.status == 0),
    arguments: ["hall-9000", "a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8s9t0u1v2w3x4y5z6-7890-13.net"])
  func `the host name counts, whatever its length`(name: String) throws {
    let script =
      #"unshare -u sh -c 'hostname "$1" && echo "$1" | "$0" check --policy=owasp --json' "$0" "$1""#
    let completion = try Completion.of("sh", ["-c", script, ProgramFile.path("watchword"), name])
    #expect(completion.status == 1)
    #expect(completion.output.contains("Contains a word that is easy to guess here"), "\(completion)")
    #expect(completion.output.contains("This password is commonly used"))
  }

  @Test func `a blocklist refuses what is in it whatever its case, and one that cannot be read is status 2`()
    throws
  {
    let lists = [try TemporaryFile("Kv7#mQz!2xLp\n"), try TemporaryFile("other\nKv7#mQz!2xLq")]
    let options = ["--policy=nist-mfa"] + lists.map { "--blocklist=\($0.path)" }
    for (password, status) in [("kV7#MqZ!2XlP", 1), ("Kv7#mQz!2xLQ", 1), ("Kv7#mQz!2xL", 0)]
      as [(String, Int32)]
    {
      #expect(try Completion.ofCheck(password, options).status == status, "\(password)")
    }
    #expect(
      try Completion.ofCheck("Kv7#mQz!2xLp", ["--policy=nist", "--blocklist=/nowhere/list"])
        == Completion(
          status: 2,
          errors: "watchword: cannot read the list '/nowhere/list': No such file or directory\n"))
  }

  @Test(arguments: ["--policy=nist-mfa", "--policy=owasp"])
  func `a blocklist refuses what is in it in another normal form`(policy: String) throws {
    let forms = ["Kv7#mQz!\u{E9}xLp", "Kv7#mQz!e\u{301}xLp"]
    for form in forms {
      let list = try TemporaryFile(form + "\n")
      for password in forms {
        #expect(try Completion.ofCheck(password, [policy, "--blocklist=\(list.path)"]).status == 1)
      }
    }
  }

  @Test func `a blocklist that says that it has no bytes refuses what is in it`() throws {
    let line = try #require(readText("/proc/version"))
    for arguments in [[], ["--batch"]] {
      let completion = try Completion.ofCheck(
        line, ["--policy=nist", "--blocklist=/proc/version"] + arguments)
      #expect(completion.status == 1)
      #expect(completion.output.contains("commonly used"), "\(completion)")
    }
  }

  @Test(arguments: [[], ["--batch"], ["--json"]])
  func `a list that cannot be read or is too large is status 2 without a verdict`(arguments: [String]) throws
  {
    let folder = TemporaryFolder()
    let large = folder.write("")
    #expect(unsafe truncate(large, 256 << 20 | 1) == 0)
    for (path, reason) in [
      ("/proc/self/mem", "Input/output error"), (large, "Larger than the limit of 256 MiB"),
    ] {
      for list in ["--blocklist=\(path)", "--dictionary=\(path)"] {
        let completion = try Completion.of(
          "watchword", ["check", "--policy=nist", list] + arguments, input: Array("a fine long password".utf8)
        )
        #expect(
          completion
            == Completion(status: 2, errors: "watchword: cannot read the list '\(path)': \(reason)\n"))
      }
    }
  }

  @Test func `a list of 100,000 takes no more memory than one of 1,000`() throws {
    let folder = TemporaryFolder()
    let script = """
      mkfifo "$1/in" "$1/out"
      "$0" check --batch --no-dictionary <"$1/in" >"$1/out" &
      pid=$!
      exec 3>"$1/in" 4<"$1/out"
      for count in 1000 100000; do
        seq -f 'word%.0f' $count >&3 & head -n $count <&4 | tail -n 1 | cut -f 1
        sed -n 's/^VmHWM:[^0-9]*\\([0-9]*\\) kB$/\\1/p' /proc/$pid/status
      done
      exec 3>&-; wait $pid; echo $?
      """
    let completion = try Completion.of("sh", ["-c", script, ProgramFile.path("watchword"), folder.path])
    let numbers = completion.output.split(separator: "\n").compactMap { Int($0) }
    try #require(numbers.count == 5, "\(completion)")
    #expect(numbers[0] == 1000 && numbers[2] == 101_000 && numbers[4] == 1)
    #expect(numbers[3] - numbers[1] < 1024, "in kB: \(numbers)")
  }

  @Test func `nothing of a password is written`() throws {
    for arguments in [[], ["--json"], ["--batch"], ["--batch", "--json"], ["--null"]] {
      let completion = try Completion.ofCheck("Zebra-Quartz-71", arguments)
      for part in ["Zebra", "Quartz", "71"] {
        #expect(!completion.output.contains(part) && !completion.errors.contains(part))
      }
    }
  }
}
