import CWatchwordSystem
import Glibc
import Testing
import WatchwordSecrets

@Suite struct `A hardened process` {
  @Test func `leaves no core file and is not readable by others`() async {
    await #expect(processExitsWith: .success) {
      #expect(ww_is_dumpable())
      try Hardening.apply()
      #expect(!ww_is_dumpable())
      var limit = rlimit()
      #expect(unsafe getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0)
      #expect(limit.rlim_cur == 0)
      #expect(limit.rlim_max == 0)
      try Hardening.apply()
    }
  }
}
