import Glibc
import TestSupport
import Testing
import WatchwordScreen
import WatchwordStrength

@testable import WatchwordCommands

/// What `watchword check --batch` says about a list as a whole.
struct CheckListTests {
  @Test func `F10 a list of many lines has the same answers and counts as its lines one by one`() throws {
    let file = try TemporaryFile((0..<3000).map { "word\($0)\nKv7#mQz!2xL\($0)\n" }.joined())
    let script = #""$0" check --batch --no-dictionary "$@""#
    func run(_ options: String...) throws -> Completion {
      try Completion.of(
        "sh", ["-c", "list=$1; shift; \(script) <$list", ProgramFile.path("watchword"), file.path] + options)
    }
    let all = try run("--summary")
    let rows = all.output.split(separator: "\n").map { $0.split(separator: "\t") }
    try #require(rows.count == 6000)
    let passed = rows.count { $0[1] == "pass" }
    let levels = Level.allCases.map { level in "\(rows.count { $0[2] == level.name }) \(level.name)" }
    #expect(
      all.errors == """
        6000 lines: \(passed) pass, \(6000 - passed) fail, 0 refused
        levels: \(levels.joined(separator: ", "))

        """)
    let failed = try run("--failed-only")
    #expect(
      failed.output
        == all.output.split(separator: "\n").filter { $0.contains("\tfail\t") }.map { $0 + "\n" }.joined())
  }

  /// Runs the program for a long list, with standard error on a terminal.
  private func terminal(_ script: String, lines: Int = 5000) throws -> (TerminalEmulator, TemporaryFolder) {
    let folder = TemporaryFolder()
    _ = folder.write((0..<lines).map { "word\($0)\n" }.joined(), to: "list")
    return (
      try TerminalEmulator.shell(
        script.replacing("check", with: "$watchword check --batch --no-dictionary"),
        on: .with { $0.folder = folder.path }),
      folder
    )
  }

  @Test func `F10 progress is shown at most four times a second, and not at the end`() {
    var words = CheckProgress.Words(size: 1000)
    let said = stride(from: 0, through: 1000, by: 10).compactMap { position in
      words.next(at: Int64(position), now: .milliseconds(5000 + position))
    }
    #expect(said == ["0 % judged", "25 % judged", "50 % judged", "75 % judged"])
    #expect(words.next(at: 1000, now: .seconds(60)) == nil)
    // A file that somebody else has moved about in, or that grows.
    #expect(words.next(at: -1, now: .seconds(60)) == nil && words.next(at: 2000, now: .seconds(60)) == nil)
    var large = CheckProgress.Words(size: .max)
    #expect(large.next(at: .max / 2, now: .zero) == "50 % judged")
  }

  @Test func `F10 a user sees how far a file is, in one line that is removed at the end`() throws {
    let (terminal, folder) = try terminal("check <list >out; echo status $?", lines: 20_000)
    defer { withExtendedLifetime(folder) {} }
    terminal.expect("status 1")
    let written = String(decoding: terminal.transcript, as: UTF8.self)
    #expect(written.contains("\r") && written.contains(" % judged\r"))
    // It would flicker if it were removed for answers that go elsewhere.
    #expect(written.ranges(of: "judged\r ").count == 1)
    #expect(terminal.picture == "status 1")
    #expect(readText(folder.path + "/out")?.split(separator: "\n").count == 20_000)
  }

  @Test(arguments: [
    "cat list | check >out; echo end", "check <list >out 2>err; cat err; echo end",
    "head -n 3 list >few; check <few >out; echo end", ": >none; check <none; echo end",
    "check </dev/null; echo end",
  ])
  func `F10 there is no progress line for a pipe, for a short file or if nobody watches`(
    script: String
  ) throws {
    let (terminal, folder) = try terminal(script)
    defer { withExtendedLifetime(folder) {} }
    terminal.expect("end")
    #expect(!String(decoding: terminal.transcript, as: UTF8.self).contains("judged"))
    let hasNothing = script.contains("none") || script.contains("null")
    #expect(terminal.picture == (hasNothing ? "watchword: standard input holds no password\nend" : "end"))
  }

  @Test func `F10 answers on the same terminal stand in lines of their own`() throws {
    let (terminal, folder) = try terminal("check --summary <list; echo status $?", lines: 3000)
    defer { withExtendedLifetime(folder) {} }
    terminal.expect("status 1")
    #expect(String(decoding: terminal.transcript, as: UTF8.self).contains(" % judged\r"))
    #expect(terminal.rows.allSatisfy { !$0.contains("judged") })
    #expect(terminal.rows.contains("3000 lines: 0 pass, 3000 fail, 0 refused"))
    #expect(terminal.rows.contains("levels: 3000 weak, 0 medium, 0 strong"))
    #expect(terminal.rows.contains { $0.hasPrefix("3000    fail    weak") })
  }

  @Test func `F10 an error of the answers stands in a line of its own`() throws {
    let (terminal, folder) = try terminal("check <list >/dev/full; echo status $?")
    defer { withExtendedLifetime(folder) {} }
    terminal.expect("status 5")
    #expect(terminal.rows.first == "watchword: cannot write to standard output: No space left on device")
  }
}
