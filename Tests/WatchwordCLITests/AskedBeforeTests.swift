import Glibc
import TestSupport
import Testing

@testable import WatchwordCLI

/// What is kept of an answer that was handed out: issue 32, 2.
@Suite struct AskedBeforeTests {
  private let folder = TemporaryFolder()
  private var file: String { folder.path + "/watchword/asked" }

  private func record(_ prompt: String = "Password: ", caller: Int32 = getpid()) throws -> AskedBefore {
    try #require(AskedBefore(prompt, caller: caller, folder: folder.path))
  }

  @Test func `G4 the same caller with the same prompt is recognised, and nobody else`() throws {
    try #expect(!record().isAgain)
    try record().note()
    try #expect(record().isAgain)
    try #expect(!record("Password:").isAgain && !record(caller: getppid()).isAgain)
    try record("Other: ").note()
    try #expect(!record().isAgain && record("Other: ").isAgain)
    try record().forget()
    try #expect(!record("Other: ").isAgain)
    #expect(AskedBefore("Password: ", caller: 0x7FFF_FFFF, folder: folder.path) == nil)
  }

  @Test func `G4 it holds for two minutes, and only as it was written`() throws {
    try record().note()
    let line = try #require(folder.read("watchword/asked"))
    let digest = String(line.prefix { $0 != " " })
    let written = try #require(Int64(line.dropFirst(65).dropLast()))
    #expect(digest.count == 64 && !line.contains("Password"))
    for (text, isAgain) in [
      ("\(digest) \(written - 60_000_000_000)\n", true), ("\(digest) \(written - 120_000_000_000)\n", false),
      ("\(digest) \(written + 60_000_000_000)\n", false), ("\(digest)\n", false), ("", false),
      ("\(digest) x\n", false), (line + line, false), (String(repeating: line, count: 100), false),
    ] {
      _ = folder.write(text, to: "watchword/asked")
      try #expect(record().isAgain == isAgain, "\(text)")
    }
  }

  @Test func `G4 what somebody else could have put there does not count, and nothing of theirs is changed`()
    throws
  {
    try record().note()
    #expect(unsafe chmod(file, 0o666) == 0)
    try #expect(!record().isAgain)
    try record().forget()
    let target = folder.write("theirs", to: "target")
    #expect(unsafe symlink(target, file) == 0)
    try #expect(!record().isAgain)
    try record().note()
    #expect(folder.read("target") == "theirs")
    try record().forget()
    #expect(unsafe mkfifo(file, 0o600) == 0)
    try #expect(!record().isAgain)
    #expect(unsafe chmod(folder.path, 0o777) == 0)
    #expect(AskedBefore("x", caller: getpid(), folder: folder.path) == nil)
    #expect(unsafe chmod(folder.path, 0o700) == 0 && unlink(file) == 0)
    #expect(unsafe rmdir(folder.path + "/watchword") == 0)
    #expect(unsafe symlink("/tmp", folder.path + "/watchword") == 0)
    #expect(AskedBefore("x", caller: getpid(), folder: folder.path) == nil)
  }
}
