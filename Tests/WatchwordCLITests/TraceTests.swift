import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen

@testable import WatchwordOptions
@testable import WatchwordServices

/// What `watchword run` and `watchword agent` note for the report of a fault.
@Suite struct TraceTests {
  private let folder = TemporaryFolder()
  private static let dark = QuestionWatch.Modes(isCanonical: true, echoes: false)

  private func lines(_ name: String = "trace") -> [Substring] {
    (folder.read(name) ?? "").split(separator: "\n")
  }

  @Test func `R14 a line has time, process, modes, decision and reason, and none repeats the one before`()
    throws
  {
    let trace = try Trace(folder.path + "/trace", of: .run)
    let own = getpid()
    trace.note(.asks, .reads, of: own, Self.dark)
    trace.note(.asks, .reads, of: own, Self.dark)
    trace.note(.asks, .sleeps, of: 1, Self.dark)
    trace.note(.waits, .readsKeys, of: own, QuestionWatch.Modes(isCanonical: false, echoes: true))
    trace.note(.refuses, .file(.noAsker))
    trace.note(.refuses, .file(.system(SystemError(number: ELOOP))))
    let lines = lines()
    #expect(lines.count == 6 && lines[0] == "watchword \(version) run")
    let time = #/[0-9]+\.[0-9]{3}/#
    let first = lines[1].prefixMatch(of: time).map { lines[1][$0.range.upperBound...] }
    let name = try String(contentsOfName: own)
    #expect(first == " '\(name)' \(own) canonical dark: question (a process reads the terminal)")
    #expect(
      lines[2].contains(
        #/'.+' 1 canonical dark: question \(its processes cannot be looked at, and sleep; ends as a prompt: yes\)$/#
      )
    )
    #expect(lines[3].hasSuffix(" raw echo: no question (it reads keys)"))
    #expect(lines[4].hasSuffix(": refused (the file names no process)"))
    #expect(lines[5].hasSuffix(": refused (the file cannot be read: errno \(ELOOP))"))
    #expect(lines.dropFirst().allSatisfy { $0.prefixMatch(of: time) != nil })
  }

  @Test func `R14 a trace has at most 1 MiB, and a last line says that it is full`() throws {
    let trace = try Trace(folder.path + "/trace", of: .agent)
    for _ in 0..<12_000 {
      trace.note(.refuses, .file(.noSocket), of: getpid())
      trace.note(.asks, .isWaiting, of: 1)
    }
    let bytes = try #require(folder.read("trace")).utf8.count
    #expect(bytes <= 1 << 20 && bytes > (1 << 20) - 200)
    #expect(lines().filter { $0.hasPrefix("full") } == [lines().last])
  }

  @Test func `R14 the file is new, and for its owner only`() throws {
    let mask = umask(0)
    defer { umask(mask) }
    _ = try Trace(folder.path + "/trace", of: .run)
    var status = stat()
    #expect(unsafe stat(folder.path + "/trace", &status) == 0 && status.st_mode & 0o7777 == 0o600)
    _ = folder.write("kept", to: "file")
    #expect(unsafe symlink("nothing", folder.path + "/dangling") == 0)
    #expect(unsafe symlink("/dev/null", folder.path + "/device") == 0)
    for name in ["file", "dangling", "device", "trace", "", "nothing/file"] {
      #expect(throws: ProgramError.self, "\(name)") { try Trace(folder.path + "/" + name, of: .run) }
    }
    #expect(folder.read("file") == "kept" && folder.read("nothing") == nil)
  }

  @Test(arguments: [
    (["--trace", "f", "ls", "-l"], "f", ["ls", "-l"]), (["--no-mouse", "--trace=f"], "f", []),
    (["--tr", "f", "--", "ls"], "f", ["ls"]), (["ls", "--trace", "f"], nil, ["ls", "--trace", "f"]),
  ])
  func `R14 --trace stands among the options of run`(words: [String], file: String?, command: [String]) throws
  {
    let arguments = try ServiceArguments(words, of: .run, width: .ascii)
    #expect(arguments.trace == file && arguments.command == command)
  }

  @Test(arguments: [
    ["--trace"], ["--list", "ls"], ["--policy", "nist"], ["--validate"], ["-q"], ["--lo"], ["--nonsense"],
  ])
  func `R10 a wrong option of run has status 2`(words: [String]) {
    let error = #expect(throws: ProgramError.self) { try ServiceArguments(words, of: .run, width: .ascii) }
    #expect(error?.status == .usage)
  }

  @Test func `R14 no file of settings can ask for a trace`() throws {
    var configuration = Configuration()
    try configuration.read("trace=/tmp/t\n", from: "lines", width: .ascii)
    #expect(configuration.settings.isEmpty && configuration.remarks.count == 1)
  }
}

extension String {
  /// The name of a process, as the kernel has it.
  fileprivate init(contentsOfName process: Int32) throws {
    self = String(try #require(readText("/proc/\(process)/comm")).dropLast())
  }
}
