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

  @Test func `J3 is what it was before when it was hardened for a while`() async {
    await #expect(processExitsWith: .success) {
      var before = Hardening.Exposure()
      let usual = limits(RLIMIT_CORE)
      try Hardening.applyForAWhile(&before)
      #expect(!ww_is_dumpable() && limits(RLIMIT_CORE) == [0, usual[1]])
      Hardening.relax(to: before)
      #expect(ww_is_dumpable() && limits(RLIMIT_CORE) == usual)
      try Hardening.apply()
      before = Hardening.Exposure()
      try Hardening.applyForAWhile(&before)
      Hardening.relax(to: before)
      #expect(!ww_is_dumpable() && limits(RLIMIT_CORE) == [0, 0])
    }
  }

  // The limit on core files may already be 0. The limit on file sizes behaves the same.
  @Test func `J3 a limit is restored, unless it was set meanwhile`() async {
    await #expect(processExitsWith: .success) {
      let resource = Int32(RLIMIT_FSIZE.rawValue)
      setLimits(4096, 8192)
      var before: UInt64 = 0
      #expect(unsafe ww_suspend_limit(resource, &before) == 0)
      #expect(limits(RLIMIT_FSIZE) == [0, 8192])
      ww_resume_limit(resource, before)
      #expect(limits(RLIMIT_FSIZE) == [4096, 8192])
      #expect(unsafe ww_suspend_limit(resource, &before) == 0)
      setLimits(512, 1024)
      ww_resume_limit(resource, before)
      #expect(limits(RLIMIT_FSIZE) == [512, 1024])
      #expect(unsafe ww_suspend_limit(resource, &before) == 0)
      setLimits(0, 256)
      ww_resume_limit(resource, before)
      #expect(limits(RLIMIT_FSIZE) == [256, 256])
    }
  }
}

private func setLimits(_ soft: rlim_t, _ hard: rlim_t) {
  var limit = rlimit(rlim_cur: soft, rlim_max: hard)
  #expect(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
}

private func limits(_ resource: __rlimit_resource) -> [rlim_t] {
  var limit = rlimit()
  unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  return [limit.rlim_cur, limit.rlim_max]
}
