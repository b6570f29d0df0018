import Glibc
import TestSupport
import Testing

@testable import WatchwordServices

/// What is kept about an answer that was handed out.
@Suite struct AskedBeforeTests {
  private let folder = TemporaryFolder()
  private var file: String { folder.path + "/watchword/asked" }

  private func record(_ prompt: String = "Password: ", caller: Int32 = getpid()) throws -> AskedBefore {
    try #require(AskedBefore(prompt, caller: caller, folders: [folder.path]))
  }

  @Test func `G4 the same caller with the same prompt is recognised, and no other`() throws {
    try #expect(record().repetition == nil)
    try record().note()
    try #expect(record().repetition == .atOnce)
    try #expect(record("Password:").repetition == nil && record(caller: getppid()).repetition == nil)
    try record("Other: ", caller: getppid()).note()
    try #expect(record().repetition == .atOnce)
    try record().forget()
    try #expect(record().repetition == nil && record("Other: ", caller: getppid()).repetition == .atOnce)
    #expect(AskedBefore("Password: ", caller: 0x7FFF_FFFF, folders: [folder.path]) == nil)
  }

  @Test(arguments: [
    ("A", "", ""), ("A A", "A", ""), ("A B A", "", "A"), ("A B A B", "", "AB"), ("A B B A", "B", "A"),
    ("A B C", "", ""), ("A A B C A", "A", "A"),
  ])
  func `G4 only an answer behind another one is said not to be accepted`(
    row: String, atOnce: String, after: String
  )
    throws
  {
    var (again, refused) = ("", "")
    for prompt in row.split(separator: " ").map(String.init) {
      switch try record(prompt).repetition {
      case .atOnce?: again += prompt
      case .afterAnother?: refused += prompt
      case nil: break
      }
      try record(prompt).note()
    }
    #expect(again == atOnce && refused == after)
  }

  @Test func `G4 the note holds for two minutes, and only unchanged`() throws {
    try record().note()
    let line = try #require(folder.read("watchword/asked"))
    let words = line.dropLast().split(separator: " ").map(String.init)
    let written = try #require(Int64(words[1]))
    #expect(words.count == 3 && words[0].count == 64 && !line.contains("Password"))
    func changed(_ time: Int64) -> String { "\(words[0]) \(written + time) \(words[2])\n" }
    for (text, isAgain) in [
      (changed(-60_000_000_000), true), (changed(-120_000_000_000), false), (changed(60_000_000_000), false),
      ("\(words[0]) \(words[2])\n", false), ("", false), ("\(words[0]) x \(words[2])\n", false),
      ("\n" + line + line, true), (String(repeating: line, count: 100), false),
    ] {
      _ = folder.write(text, to: "watchword/asked")
      try #expect((record().repetition != nil) == isAgain, "\(text)")
    }
    for _ in 0..<40 { try record().note() }
    #expect(folder.read("watchword/asked")?.split(separator: "\n").count == 32)
  }

  @Test func `G4 the first folder that is the person's own is taken`() throws {
    let (first, second) = (folder.path + "/first", folder.path + "/second")
    #expect(unsafe mkdir(first, 0o777) == 0 && chmod(first, 0o777) == 0 && mkdir(second, 0o700) == 0)
    for folders in [[nil, second], [first, second], [first + "/none", "", second]] as [[String?]] {
      try #require(AskedBefore("x", caller: getpid(), folders: folders)).note()
      #expect(
        unsafe access(second + "/watchword/asked", F_OK) == 0 && unlink(second + "/watchword/asked") == 0)
    }
    #expect(unsafe access(first + "/watchword", F_OK) != 0)
  }

  @Test func `G4 a file that another user could have written does not count, and is not changed`()
    throws
  {
    try record().note()
    #expect(unsafe chmod(file, 0o666) == 0)
    try #expect(record().repetition == nil)
    try record().forget()
    let target = folder.write("theirs", to: "target")
    #expect(unsafe symlink(target, file) == 0)
    try #expect(record().repetition == nil)
    try record().note()
    #expect(folder.read("target") == "theirs")
    try record().forget()
    #expect(unsafe mkfifo(file, 0o600) == 0)
    try #expect(record().repetition == nil)
    #expect(unsafe chmod(folder.path, 0o777) == 0)
    #expect(AskedBefore("x", caller: getpid(), folders: [folder.path]) == nil)
    #expect(unsafe chmod(folder.path, 0o700) == 0 && unlink(file) == 0)
    #expect(unsafe rmdir(folder.path + "/watchword") == 0)
    #expect(unsafe symlink("/tmp", folder.path + "/watchword") == 0)
    #expect(AskedBefore("x", caller: getpid(), folders: [folder.path]) == nil)
  }
}
