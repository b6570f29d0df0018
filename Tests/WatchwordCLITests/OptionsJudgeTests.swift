import Glibc
import TestSupport
import Testing
import Watchword
import WatchwordMessages
import WatchwordStrength
import WatchwordSystem

@testable import WatchwordCLI

/// What becomes of lists that break while they are read.
struct OptionsJudgeTests {
  /// A list of which the first slice alone can be read.
  private func brokenList() throws -> WordFile {
    let file = try TemporaryFile(String(repeating: "something\n", count: 10_000))
    return try unsafe WordFile(path: file.path, limit: WordFile.sizeLimit) { descriptor, buffer, offset in
      guard offset == 0 else {
        errno = EIO
        return -1
      }
      return unsafe pread(descriptor, buffer.baseAddress, buffer.count, 0)
    }
  }

  @Test func `a dictionary that breaks is left out where it only makes passwords weaker`() throws {
    var configuration = JudgeConfiguration()
    configuration.dictionary = try brokenList()
    try Options().finishLists(of: &configuration)
    #expect(configuration.dictionary == nil)
  }

  @Test func `a dictionary that breaks is an error where it was asked for`() throws {
    var configuration = JudgeConfiguration()
    let list = try brokenList()
    configuration.dictionary = list
    #expect(throws: ProgramError.unreadable(list: list.path, .system(SystemError(number: EIO)))) {
      try Options(dictionary: .file(list.path)).finishLists(of: &configuration)
    }
  }

  @Test func `a list that breaks is an error where it refuses passwords`() throws {
    for isDictionary in [true, false] {
      var configuration = JudgeConfiguration()
      let list = try brokenList()
      if isDictionary { configuration.dictionary = list } else { configuration.blocklists = [list] }
      #expect(throws: ProgramError.unreadable(list: list.path, .system(SystemError(number: EIO)))) {
        try Options(standardPolicy: .owasp).finishLists(of: &configuration)
      }
    }
  }
}
