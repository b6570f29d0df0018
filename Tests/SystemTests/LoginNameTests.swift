import Glibc
import Testing

@testable import System

@Suite struct `Login name` {
  /// A passwd file, and the name of the user 1000 in it.
  static let files: [(file: String, name: String?)] = [
    ("root:x:0:0:root:/root:/bin/sh\nann:x:1000:1000:Ann,,,:/home/ann:/bin/sh\n", "ann"),
    ("ann:x:1000:1000::/home/ann:/bin/sh", "ann"),
    ("ann::1000", "ann"),
    ("zoë:x:1000:\n", "zoë"),
    ("first:x:1000:0:::\nsecond:x:1000:0:::\n", "first"),
    ("\n\nann:x:1000:\n", "ann"),
    ("# ann:x:1001:\n:x:1000:\nann:x:1000:\n", "ann"),
    ("short\nann:1000\nbob:x:1000:\n", "bob"),
    ("+::::::\n+@group:x::\nann:x:1000:\n", "ann"),
    ("ann:x:10000:\nbob:x:100:\neve:x:-1000:\nmallory:x:1000 :\n", nil),
    ("ann:1000:1:1000:1000\n", nil),
    ("ann:x:99999999999999999999:\n", nil),
    ("", nil), ("\n", nil), (":", nil), ("::1000", nil),
  ]

  @Test(arguments: files)
  func `it is that of the first entry with the number of the user`(file: String, name: String?) {
    #expect(LoginName.name(of: 1000, in: Array(file.utf8)) == name)
  }

  @Test func `bytes that are no UTF-8 hide no other entry`() {
    let file = [0xFF, 0x3A, 0x3A, 0xFE, 0x3A, 0x0A] + Array("ann:x:1000:".utf8)
    #expect(LoginName.name(of: 1000, in: file) == "ann")
  }

  @Test func `it is LOGNAME, and without that the name of the account`() async {
    await #expect(processExitsWith: .success) {
      unsafe setenv("LOGNAME", "ann.smith", 1)
      guard LoginName.current == "ann.smith" else { exit(1) }
      let account = unsafe getpwuid(getuid()).map { unsafe String(cString: $0.pointee.pw_name) }
      unsafe setenv("LOGNAME", "", 1)
      guard LoginName.current == account else { exit(2) }
      unsafe unsetenv("LOGNAME")
      guard LoginName.current == account else { exit(3) }
      // A user without an entry: only one who may become another can see it.
      guard geteuid() == 0 else { return }
      if setuid(4_000_000_000) == 0, LoginName.current != nil { exit(4) }
    }
  }
}
