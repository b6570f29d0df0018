import Glibc
import Testing
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
      // A user without an entry: only one who may become another can see it.
      guard geteuid() == 0 else { return }
      if setuid(4_000_000_000) == 0, ProcessNames.login != nil { exit(4) }
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
