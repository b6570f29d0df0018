import Glibc
import System
import Testing

@Suite struct `State folder` {
  /// $XDG_STATE_HOME, $HOME, the home folder of the account, and the folder.
  static let places: [(state: String?, home: String?, account: String?, path: String?)] = [
    ("/state", "/home/a", "/home/b", "/state/watchword"),
    (nil, "/home/a", "/home/b", "/home/a/.local/state/watchword"),
    ("", "/home/a", nil, "/home/a/.local/state/watchword"),
    ("state", "/home/a", nil, "/home/a/.local/state/watchword"),
    ("./state", "/home/a", nil, "/home/a/.local/state/watchword"),
    ("~/state", "/home/a", nil, "/home/a/.local/state/watchword"),
    (nil, nil, "/home/b", "/home/b/.local/state/watchword"),
    (nil, "", "/home/b", "/home/b/.local/state/watchword"),
    (nil, "home", "/home/b", "/home/b/.local/state/watchword"),
    ("/state", nil, nil, "/state/watchword"),
    (nil, nil, nil, nil), ("state", "home", "home", nil), ("", "", "", nil),
  ]

  @Test(arguments: places)
  func `it is where the XDG specification says, and paths that are not absolute are ignored`(
    state: String?, home: String?, account: String?, path: String?
  ) {
    let variables = ["XDG_STATE_HOME": state, "HOME": home].compactMapValues { $0 }
    #expect(StateFolder(variable: { variables[$0] }, home: { account })?.path == path)
  }

  @Test func `it is found from the environment, and without that from the account`() async {
    await #expect(processExitsWith: .success) {
      unsafe setenv("XDG_STATE_HOME", "/x", 1)
      guard StateFolder()?.path == "/x/watchword", StateFolder(of: "other")?.path == "/x/other" else {
        exit(1)
      }
      unsafe unsetenv("XDG_STATE_HOME")
      unsafe setenv("HOME", "/h", 1)
      guard StateFolder()?.path == "/h/.local/state/watchword" else { exit(2) }
      unsafe unsetenv("HOME")
      let home = unsafe getpwuid(geteuid()).map { unsafe String(cString: $0.pointee.pw_dir) }
      guard StateFolder()?.path == home.map({ $0 + "/.local/state/watchword" }) else { exit(3) }
      unsafe setenv("HOME", [0x2F, CChar(bitPattern: 0xFF), 0], 1)
      guard StateFolder()?.path == home.map({ $0 + "/.local/state/watchword" }) else { exit(4) }
    }
  }
}
