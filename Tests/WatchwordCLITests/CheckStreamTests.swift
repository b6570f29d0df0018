import TestSupport
import Testing
import WatchwordSecrets
import WatchwordSystem

/// What `watchword check` does if its input is no password, or nobody reads its output.
struct CheckStreamTests {
  /// Runs the program for a list that stays open, with `launcher` before its name. Then runs `script`, in which `ask`
  /// sends a number of lines and waits for their answers.
  private func answers(
    to script: String, launcher: String = ""
  ) throws -> String {
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

  /// Lines of all lengths and kinds, some of which take a hundred times as long as others.
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
  func `a list has the same answers in the same order with any number of threads`(arguments: [String]) throws
  {
    let file = try TemporaryFile(Self.list.map { $0 + "\n" }.joined())
    let script = #"list=$1; shift; $one "$0" check --batch --no-dictionary "$@" <"$list""#
    let command = [ProgramFile.path("watchword"), file.path] + arguments
    let onAll = try Completion.of("sh", ["-c", script] + command)
    let onOne = try Completion.of("sh", ["-c", "one='taskset -c 0'; " + script] + command)
    #expect(onAll.status == 1 && onAll.errors.isEmpty)
    #expect(onAll.output.split(separator: "\n").count == Self.list.count)
    #expect(onAll == onOne)
  }

  @Test(.machine(.processors), arguments: [("taskset -c 0", 500), ("", 1)])
  func `a few lines, or one core, are work for one thread`(launcher: String, count: Int) throws {
    let script = "ask \(count) >/dev/null; sed -n 's/^Threads:[^0-9]*//p' /proc/$pid/status"
    #expect(try answers(to: script, launcher: launcher) == "1\n")
  }

  @Test(arguments: [("", Cores.count), ("taskset -c 0", 1)])
  func `many lines are judged by a thread for each core that the process may use`(
    launcher: String, threads: Int
  ) throws {
    // The threads of a block end with it. So what was seen once is not looked for again.
    let script = """
      seq -f 'word%.0f' 300000 >&3 & exec 3>&-
      { cat <&4 >/dev/null; touch "$1/over"; } &
      until grep -q "^Threads:[^0-9]*\(threads)$" /proc/$pid/status; do test ! -e "$1/over" || exit; done
      echo seen; kill $pid
      """
    #expect(try answers(to: script, launcher: launcher) == "seen\n")
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
}
