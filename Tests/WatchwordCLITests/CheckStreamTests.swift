import TestSupport
import Testing
import WatchwordSecrets
import WatchwordSystem

/// What `watchword check` does where its input is no password, or nobody reads what it writes.
struct CheckStreamTests {
  @Test(
    arguments: [
      (Array("one\ntwo\n".utf8), "standard input holds more than one password: '--batch' judges a list"),
      (Array("\n\n".utf8), "standard input holds more than one password: '--batch' judges a list"),
      ([0x61, 0xFF], "the password is not valid UTF-8"),
      (Array(repeating: 0x61, count: 4097), "the password is longer than 4096 bytes"),
    ] as [([UInt8], String)])
  func `what is not one password is one line and status 1`(input: [UInt8], line: String) throws {
    #expect(try Completion.ofCheck(input) == Completion(status: 1, errors: "watchword: \(line)\n"))
  }

  @Test(
    arguments: [
      (
        Array("one\ntwo\n".utf8), "standard input holds more than one password: '--batch' judges a list",
        nil
      ),
      ([0x61, 0xFF], "not valid UTF-8", "the password is "),
      (Array(repeating: 0x61, count: 4097), "longer than 4096 bytes", "the password is "),
    ] as [([UInt8], String, String?)])
  func `what is not one password is an object that says so, beside the line and status 1`(
    input: [UInt8], reason: String, start: String?
  ) throws {
    let object = #"{"error":"\#(reason)","accepted":false,"refused":true}"#
    #expect(
      try Completion.ofCheck(input, ["--json"])
        == Completion(
          status: 1, output: object + "\n", errors: "watchword: \(start ?? "")\(reason)\n"))
  }

  @Test(arguments: ["one\0two\0", "one\0\n", "\0\0"])
  func `what is not one password ended by NUL is told in words that do for it too`(input: String) throws {
    let line = "standard input holds more than one password: '--batch' judges a list"
    #expect(
      try Completion.ofCheck(input, ["--null"]) == Completion(status: 1, errors: "watchword: \(line)\n"))
  }

  @Test func `a line of a megabyte is refused, and the list goes on`() throws {
    let completion = try Completion.ofScript(
      """
      { echo a; head -c 1000000 /dev/zero | tr '\\0' x; echo; echo b; } |
        "$0" check --batch --no-dictionary | cut -f 1,2,6
      """)
    #expect(completion.output.contains("2\trefused\tlonger than 4096 bytes\n3\tfail\t"))
    #expect(try Completion.ofScript(#"tr '\0' x </dev/zero | "$0" check"#).status == 1)
  }

  @Test(arguments: [
    ("<&-", "standard input is closed"),
    ("</", "cannot read standard input: Is a directory"),
    ("--batch <&-", "standard input is closed"),
    ("--batch </", "cannot read standard input: Is a directory"),
  ])
  func `what cannot be read is one line and status 1`(input: String, line: String) throws {
    #expect(
      try Completion.ofScript("\"$0\" check --no-dictionary \(input)")
        == Completion(status: 1, errors: "watchword: \(line)\n"))
    let object = #"{"error":"\#(line)","accepted":false,"refused":true}"#
    #expect(
      try Completion.ofScript("\"$0\" check --no-dictionary --json \(input)")
        == Completion(status: 1, output: object + "\n", errors: "watchword: \(line)\n"))
  }

  @Test(arguments: [
    (">&-", "standard output is closed"),
    (">/dev/full", "cannot write to standard output: No space left on device"),
    ("--json >/dev/full", "cannot write to standard output: No space left on device"),
    ("--batch >/dev/full", "cannot write to standard output: No space left on device"),
  ])
  func `what cannot be written is one line and status 5`(output: String, line: String) throws {
    #expect(
      try Completion.ofScript("echo secret | \"$0\" check --no-dictionary \(output)")
        == Completion(status: 5, errors: "watchword: \(line)\n"))
  }

  /// Runs the program for a list that stays open, with `launcher` before its name, and then `script`, in which `ask`
  /// sends as many lines as it is told to and waits for their answers.
  private func answers(to script: String, launcher: String = "") throws -> String {
    let folder = TemporaryFolder()
    let completion = try Completion.of(
      "sh",
      [
        "-c",
        """
        mkfifo "$1/in" "$1/out"
        \(launcher) "$0" check --batch --no-dictionary <"$1/in" >"$1/out" &
        pid=$!
        exec 3>"$1/in" 4<"$1/out"
        ask() { seq -f 'word%.0f' $1 >&3 & head -n $1 <&4 | tail -n 1 | cut -f 1; }
        \(script)
        """, ProgramFile.path("watchword"), folder.path,
      ])
    return withExtendedLifetime(folder) { completion.output }
  }

  @Test func `a line that comes alone is answered before the next one, also after a long list`() throws {
    let script = "ask 1; ask 1; ask 500; ask 1; printf begun >&3; exec 3>&-; cut -f 1 <&4"
    #expect(try answers(to: script) == "1\n2\n502\n503\n504\n")
  }

  /// Lines of all lengths and kinds, so that some take a hundred times as long as others.
  private static let list = (0..<3_000).map { number in
    switch number % 7 {
    case 0: "password\(number)"
    case 1: String(repeating: "aB3é", count: number % 100)
    case 2: ""
    case 3: String(repeating: "x", count: 5_000)
    case 4: "5652363232536985989\(number)"
    default: "Tr0ub4dor&\(number)"
    }
  }

  @Test(arguments: [[], ["--json"], ["--policy=owasp"], ["--policy=nist", "--json"]])
  func `a list has the same answers in the same order on one core and on all`(arguments: [String]) throws {
    let file = try TemporaryFile(Self.list.map { $0 + "\n" }.joined())
    let script = #"list=$1; shift; $one "$0" check --batch --no-dictionary "$@" <"$list""#
    let command = [ProgramFile.path("watchword"), file.path] + arguments
    let onAll = try Completion.of("sh", ["-c", script] + command)
    let onOne = try Completion.of("sh", ["-c", "one='taskset -c 0'; " + script] + command)
    #expect(onAll.status == 1 && onAll.errors.isEmpty)
    #expect(onAll.output.split(separator: "\n").count == Self.list.count)
    #expect(onAll == onOne)
  }

  @Test(.enabled(if: Cores.count > 1), arguments: [("taskset -c 0", 500), ("", 1)])
  func `a few lines, or one core, are work for one thread`(launcher: String, count: Int) throws {
    let script = "ask \(count) >/dev/null; sed -n 's/^Threads:[^0-9]*//p' /proc/$pid/status"
    #expect(try answers(to: script, launcher: launcher) == "1\n")
  }

  @Test func `many lines are judged by a thread for each core`() throws {
    let script = """
      threads() { sed -n 's/^Threads:[^0-9]*//p' /proc/$pid/status; }
      seq -f 'word%.0f' 1000000 >&3 2>/dev/null & cat <&4 >/dev/null &
      tries=0; until test $(threads) -eq \(Cores.count) || test $tries -eq 2000; do tries=$((tries+1)); done
      threads; kill $pid
      """
    #expect(try answers(to: script) == "\(Cores.count)\n")
  }

  @Test func `a reader that has enough ends a list, without a word`() throws {
    let completion = try Completion.ofScript(
      #"{ yes | "$0" check --batch --no-dictionary; echo $? >&2; } | head -n 1 | cut -f 1"#)
    #expect(completion == Completion(status: 0, output: "1\n", errors: "5\n"))
  }

  @Test(arguments: [
    ([], "watchword: cannot write to standard output: Broken pipe\n"), (["--batch"], ""),
    (["--batch", "--json"], ""),
  ])
  func `a reader that is gone is status 5, which of a list is all that is said`(
    arguments: [String], errors: String
  ) throws {
    let folder = TemporaryFolder()
    let script = """
      mkfifo "$1/pipe"; exec 3<>"$1/pipe" 4>"$1/pipe" 3<&-; shift
      echo one | "$0" check --no-dictionary "$@" >&4
      """
    let completion = try Completion.of(
      "sh", ["-c", script, ProgramFile.path("watchword"), folder.path] + arguments)
    #expect(completion == Completion(status: 5, errors: errors))
  }
}
