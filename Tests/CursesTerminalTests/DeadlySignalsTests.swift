import CursesTerminal
import Glibc
import Testing

/// Whose signals are taken. Each test runs in a process of its own.
@Suite struct DeadlySignalsTests {
  @Test func `in a library the host's own handler stays, and what it ignores`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      handle(SIGUSR1)
      signal(SIGUSR2, SIG_IGN)
      DeadlySignals.install(ownsProcess: false)
      send(SIGUSR2)
      send(SIGUSR1)
    }
  }

  @Test func `a program that owns the process replaces handlers`() async {
    await #expect(processExitsWith: .signal(SIGUSR1)) {
      handle(SIGUSR1)
      signal(SIGUSR2, SIG_IGN)
      DeadlySignals.install(ownsProcess: true)
      send(SIGUSR2)
      send(SIGUSR1)
    }
  }

  @Test(arguments: [(false, ExitTest.Condition.signal(SIGXFSZ)), (true, .exitCode(EFBIG))])
  func `a write past the limit on files ends a host as before, and is an error in a program`(
    ownsProcess: Bool, end: ExitTest.Condition
  ) async {
    await #expect(processExitsWith: end) { [ownsProcess = ownsProcess as Bool] in
      DeadlySignals.install(ownsProcess: ownsProcess)
      var number = sigset_t()
      unsafe sigemptyset(&number)
      unsafe sigaddset(&number, SIGXFSZ)
      unsafe pthread_sigmask(SIG_UNBLOCK, &number, nil)
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      guard let file = unsafe tmpfile() else { exit(1) }
      let count = unsafe write(fileno(file), "x", 1)
      exit(count == -1 ? errno : 0)
    }
  }
}

/// Lets a handler of the host's end the process with status 7.
private func handle(_ number: Int32) { signal(number) { _ in _exit(7) } }

/// Sends the signal to the calling thread. Those that tests run on take none unless they are told to.
private func send(_ number: Int32) {
  var only = sigset_t()
  unsafe sigemptyset(&only)
  unsafe sigaddset(&only, number)
  unsafe pthread_sigmask(SIG_UNBLOCK, &only, nil)
  raise(number)
}
