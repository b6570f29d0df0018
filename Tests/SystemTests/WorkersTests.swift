import CWatchwordSystem
import Glibc
import Testing
import WatchwordSystem

@Suite struct `Workers on a job` {
  @Test(arguments: [0, 1, 3]) func `all pieces are done once, and the answers come in their order`(count: Int)
  {
    let workers = Workers(count: count)
    for pieces in [0, 1, 2, 100] {
      #expect(workers.map(pieces) { _, piece in piece * piece } == (0..<pieces).map { $0 * $0 })
    }
  }

  @Test func `each thread has a number of its own`() {
    let workers = Workers(count: 2)
    let found = workers.map(200) { worker, _ in
      usleep(100)
      return [worker: pthread_self()]
    }
    let threads = found.reduce(into: [Int: Set<pthread_t>]()) { threads, piece in
      for (worker, thread) in piece { threads[worker, default: []].insert(thread) }
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
      let holds = Workers(count: 2).map(50) { _, _ in Self.holdsSignals() }
      guard holds.allSatisfy({ $0 }), !Self.holdsSignals() else { exit(2) }
    }
  }

  @Test func `there is a use for one thread at least, and for no more than 16`() {
    #expect((1...16).contains(Workers.usefulCount))
  }
}
