import CWatchwordSystem
import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordSystem

@Suite struct `Process names` {
  @Test func `the login name is LOGNAME, and without that the name of the account`() async {
    await #expect(processExitsWith: .success) {
      unsafe setenv("LOGNAME", "ann.smith", 1)
      guard ProcessNames.login == "ann.smith" else { exit(1) }
      let account = unsafe getpwuid(getuid()).map { unsafe String(cString: $0.pointee.pw_name) }
      unsafe setenv("LOGNAME", "", 1)
      guard account != nil, ProcessNames.login == account else { exit(2) }
      unsafe unsetenv("LOGNAME")
      guard ProcessNames.login == account else { exit(3) }
    }
  }

  @Test(.machine(.root)) func `a user without an entry has no login name`() async {
    await #expect(processExitsWith: .success) {
      unsafe unsetenv("LOGNAME")
      guard setuid(64_999) == 0, ProcessNames.login == nil else { exit(1) }
    }
  }

  @Test func `the host name is what the kernel says`() throws {
    var names = utsname()
    try #require(unsafe uname(&names) == 0)
    let name = unsafe withUnsafeBytes(of: names.nodename) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    #expect(ProcessNames.host == name)
  }

  @Test func `the account can be looked up on several threads at a time`() async {
    await #expect(processExitsWith: .success) {
      let name = ProcessNames.account?.name
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            for _ in 0..<2000 where ProcessNames.account?.name != name { exit(1) }
          }
        }
      }
    }
  }
}

@Suite struct `Readers of a terminal` {
  /// A number that no terminal has.
  private static let none = dev_t(0xFFF01)

  @Test func `R11 the search for one ends after the most files, and says so`() {
    #expect(ww_terminal_find_other(Self.none, getpid(), 0, 10) == Int32(WW_READER_UNKNOWN))
    #expect(ww_terminal_find_other(Self.none, getpid(), 0, .max) == 0)
  }
}

@Suite struct `Standard descriptors` {
  @Test func `open descriptors are left alone`() async {
    await #expect(processExitsWith: .success) {
      for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 { exit(1) }
      guard let found = try? StandardDescriptors() else { exit(2) }
      if !found.closed.isEmpty { exit(3) }
    }
  }

  @Test(arguments: 0..<8)
  func `closed descriptors lead to dev null, and it is remembered which they were`(closed: Int) async {
    await #expect(processExitsWith: .success) { [closed] in
      let isClosed = (0..<3).map { closed & 1 << $0 != 0 }
      // A thread of the test library may open a file between closing and filling.
      let isRight = (0..<5).contains { _ in
        for descriptor in 0..<3 where isClosed[descriptor] { close(Int32(descriptor)) }
        guard let found = try? StandardDescriptors() else { return false }
        return [0, 1, 2].map { found.closed.contains($0) } == isClosed
      }
      guard isRight else { exit(1) }
      var null = stat()
      guard unsafe stat("/dev/null", &null) == 0 else { exit(3) }
      for descriptor in 0..<3 where isClosed[descriptor] {
        var status = stat()
        guard unsafe fstat(Int32(descriptor), &status) == 0, status.st_rdev == null.st_rdev else { exit(4) }
        guard fcntl(Int32(descriptor), F_GETFL) & O_ACCMODE == O_RDWR else { exit(5) }
      }
      guard unsafe open("/dev/null", O_RDONLY) > 2 else { exit(6) }
    }
  }
}
