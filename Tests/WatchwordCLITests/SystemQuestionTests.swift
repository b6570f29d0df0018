import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen
import WatchwordSecrets

@testable import WatchwordOptions
@testable import WatchwordServices

/// The files in which systemd asks, without a terminal.
@Suite struct SystemQuestionTests {
  private let folder = TemporaryFolder()

  private func read(_ text: String) throws -> SystemQuestion {
    try SystemQuestion(text, of: try #require(SystemQuestion.File(folder.write(text, to: "ask.one"))))
  }

  private static let usual = "[Ask]\nPID=7\nSocket=/run/systemd/ask-password/sck.1\n"

  @Test func `U8 a question is read as systemd-ask-password 252 writes it`() throws {
    let question = try read(
      Self.usual
        + "AcceptCached=1\nEcho=1\nNotAfter=71633879882\nSilent=1\nMessage=two\tof \\x41 \"é\" = %s\n"
        + "Icon=drive\nId=cryptsetup:/dev/sda2\n")
    #expect(question.process == 7 && question.socket == "/run/systemd/ask-password/sck.1")
    #expect(question.message == "two\tof \\x41 \"é\" = %s" && question.id == "cryptsetup:/dev/sda2")
    #expect(question.end == Instant(nanoseconds: 71_633_879_882_000))
    #expect(question.isEchoed && question.isSilent)
  }

  /// Lines behind the usual ones, and the message, the end in nanoseconds and the echo that they make.
  private static let lines: [(String, message: String, end: Int64?, isEchoed: Bool)] = [
    ("", "", nil, false), ("NotAfter=0\nEcho=0", "", nil, false), ("Message=a\nMessage=b", "b", nil, false),
    (" Message = a b \r\nEcho=yes", "a b", nil, true), ("# Message=x\n;Echo=1\nNew=1", "", nil, false),
    ("Message=one\ntwo\nEcho=1", "one", nil, true), ("[Other]\nMessage=x\n[Ask]\nEcho=1", "", nil, true),
    ("[A=b]\nMessage=x", "", nil, false), ("NotAfter=18446744073709551615", "", nil, false),
    ("NotAfter=9223372036854775807", "", .max, false), ("NotAfter=x", "", nil, false),
    ("NotAfter=-1", "", nil, false), ("Echo=2", "", nil, false),
    ("Message=a\u{2028}b", "a\u{2028}b", nil, false),
  ]

  @Test(arguments: lines) func `U8 what a file does not say, or says of other things, counts for nothing`(
    lines: String, message: String, end: Int64?, isEchoed: Bool
  ) throws {
    let question = try read(Self.usual + lines)
    #expect(question.message == message && question.end?.nanoseconds == end && question.isEchoed == isEchoed)
    #expect(!question.isSilent && question.id == "")
  }

  @Test(arguments: [
    "", "PID=7", "[Ask]", "[Ask]\nPID=", "[Ask]\nPID=x", "[Ask]\nPID=0", "[Ask]\nPID=-1", "[ask]\nPID=7",
  ])
  func `U9 a question without a process is refused`(text: String) throws {
    #expect(throws: FileError.noAsker) { try read(text) }
  }

  @Test func `U8 a question is over when its file, its process or its time has gone`() throws {
    let own = "[Ask]\nPID=\(getpid())\nNotAfter=1000\n"
    var question = try read(own)
    #expect(!question.isOver(at: Instant(nanoseconds: 999_999)))
    #expect(question.isOver(at: Instant(nanoseconds: 1_000_000)))
    // Another file of the same name.
    let path = folder.path + "/ask.one"
    #expect(unsafe rename(folder.write(own, to: "ask.two"), path) == 0)
    #expect(question.isOver(at: Instant(nanoseconds: 0)))
    question = try read(own)
    #expect(!question.isOver(at: Instant(nanoseconds: 0)))
    #expect(unsafe unlink(path) == 0 && question.isOver(at: Instant(nanoseconds: 0)))
    // No process can have the highest number.
    question = try read("[Ask]\nPID=\(Int32.max)\n")
    #expect(question.isOver(at: Instant(nanoseconds: 0)))
  }

  @Test func `U8 the agent takes its own options and nothing else`() throws {
    #expect(
      try ServiceArguments(["--onc", "--list", "-Vh"], of: .agent, width: .ascii).values.map(\.option) == [
        .once, .list, .version,
      ])
    for words in [["x"], ["--", "x"], ["--lists"], ["-x"], ["--once=1"], ["--json"], ["--no-mouse"]] {
      #expect(throws: ProgramError.self) { try ServiceArguments(words, of: .agent, width: .ascii) }
    }
  }
}
