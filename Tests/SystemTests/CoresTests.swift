import CWatchwordSystem
import CWatchwordTerminal
import Glibc
import Testing
import WatchwordSecrets
import WatchwordSystem

@Suite struct `Work on all cores` {
  @Test(arguments: [0, 1, 2, 4]) func `every piece of work is done once, and the answers come in order`(
    threads: Int
  ) {
    for count in [0, 1, 2, 100] {
      #expect(Cores.map(count, threads: threads) { _, index in "\(index)" } == (0..<count).map(String.init))
    }
  }

  @Test func `each thread has a number of its own`() {
    let found = Cores.map(200, threads: 3) { thread, _ in
      usleep(100)
      return [thread: pthread_self()]
    }
    let threads = found.reduce(into: [Int: Set<pthread_t>]()) { threads, piece in
      for (thread, identity) in piece { threads[thread, default: []].insert(identity) }
    }
    #expect(threads.keys.allSatisfy { (0...2).contains($0) })
    #expect(threads.values.allSatisfy { $0.count == 1 })
    #expect(threads[0] ?? [pthread_self()] == [pthread_self()])
  }

  /// Whether the thread holds back all of these signals from outside.
  private static func holdsSignals() -> Bool {
    var mask = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
    return [SIGINT, SIGTERM, SIGHUP, SIGALRM].allSatisfy { unsafe sigismember(&mask, $0) == 1 }
  }

  @Test func `a thread that works takes no signal from outside`() async {
    await #expect(processExitsWith: .success) {
      var all = sigset_t()
      unsafe sigfillset(&all)
      unsafe pthread_sigmask(SIG_UNBLOCK, &all, nil)
      guard !Self.holdsSignals() else { exit(1) }
      let holds = Cores.map(50, threads: 3) { _, _ in Self.holdsSignals() }
      guard holds.allSatisfy({ $0 }), !Self.holdsSignals() else { exit(2) }
    }
  }

  @Test func `there is work for at least one thread, and for no more than 16`() {
    #expect((1...16).contains(Cores.count))
  }
}
