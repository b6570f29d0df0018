import CWatchwordSystem
import CWatchwordTerminal
import Glibc
import TestSupport
import Testing
import WatchwordCurses
import WatchwordSecrets

/// Which signals are taken. Each test runs in a process of its own.
@Suite struct DeadlySignalsTests {
  @Test func `in a library the host's own handlers and ignored signals stay`() async {
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

  @Test func `J3 a form gives a host its signals back, except those the host set meanwhile`()
    async
  {
    await #expect(processExitsWith: .exitCode(7)) {
      DeadlySignals.install(ownsProcess: false)
      handle(SIGUSR1)
      DeadlySignals.giveBack()
      guard handler(of: SIGUSR2) == 0 else { exit(1) }
      var stack = unsafe stack_t()
      unsafe sigaltstack(nil, &stack)
      guard unsafe stack.ss_flags == Int32(SS_DISABLE) else { exit(2) }
      send(SIGUSR1)
    }
  }

  @Test(arguments: [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGQUIT])
  func `J3 what a host does after a fault comes once the terminal is in order`(number: Int32) async {
    await #expect(processExitsWith: .exitCode(7)) { [number = number as Int32] in
      for fault in [SIGILL, number] {
        signal(fault) { _ in _exit(ww_terminal_holder() == WW_TERMINAL_HOSTS ? 7 : 1) }
      }
      DeadlySignals.install(ownsProcess: false)
      var modes = termios()
      unsafe ww_deadly_arm(fullPipe(), &modes, [], 0)
      send(number)
    }
  }

  @Test func `J3 a host's handler of SIGQUIT that is none of faults stays, and after the form all do`() async
  {
    await #expect(processExitsWith: .exitCode(7)) {
      var before: [UInt] = []
      handle(SIGQUIT)
      signal(SIGSEGV) { _ in _exit(3) }
      signal(SIGILL, SIG_IGN)
      for round in 0..<3 {
        if round == 1 { DeadlySignals.install(ownsProcess: false) }
        if round == 2 { DeadlySignals.giveBack() }
        let now = [SIGQUIT, SIGILL, SIGSEGV].map(handler)
        if round == 0 { before = now }
        guard now[..<2] == before[..<2], (now == before) == (round != 1) else { exit(1) }
      }
      send(SIGQUIT)
    }
  }

  @Test func `J3 a thread that restores the terminal finds a complete record of what to restore`() async {
    await #expect(processExitsWith: .success) {
      alarm(60)
      let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
        while true {
          DeadlySignals.restoreTerminal()
          usleep(200)
        }
      }
      for _ in 0..<2 {
        var thread = pthread_t()
        _ = unsafe pthread_create(&thread, nil, start, nil)
      }
      // Each has bytes of its own, and a number of them.
      let pipes = [(UInt8(ascii: "a"), 1000), (UInt8(ascii: "b"), 700)].map { byte, count in
        let pipe = Pipe()
        _ = fcntl(pipe.reading, F_SETFL, O_NONBLOCK)
        return (ends: pipe, bytes: [UInt8](repeating: byte, count: count))
      }
      var modes = termios()
      let end = ContinuousClock.now.advanced(by: .seconds(2))
      while ContinuousClock.now < end {
        for pipe in pipes {
          unsafe ww_deadly_arm(pipe.ends.writing, &modes, pipe.bytes, pipe.bytes.count)
          ww_terminal_take()
          for pipe in pipes {
            let read = pipe.ends.read(65_536)
            let isWhole = read.count.isMultiple(of: pipe.bytes.count)
            guard isWhole, read.allSatisfy({ $0 == pipe.bytes[0] }) else { exit(1) }
          }
        }
      }
      // The threads go on to write, so the pipes are not closed before the end.
      withExtendedLifetime(pipes) { exit(0) }
    }
  }

  @Test func `J3 what was taken for good is not given back by a form that takes signals for a while`() async {
    await #expect(processExitsWith: .signal(SIGUSR1)) {
      DeadlySignals.install(ownsProcess: false)
      DeadlySignals.install(ownsProcess: false)
      DeadlySignals.giveBack()
      guard handler(of: SIGUSR1) != 0 else { exit(1) }
      send(SIGUSR1)
    }
  }

  @Test func `J3 where there is nothing to restore nothing happens, and errno stays`() async {
    await #expect(processExitsWith: .success) {
      errno = EXDEV
      DeadlySignals.restoreTerminal()
      #expect(errno == EXDEV)
    }
  }

  @Test(arguments: [(false, ExitTest.Condition.signal(SIGXFSZ)), (true, .exitCode(EFBIG))])
  func `a write past the limit on files ends a host as before, and is an error in a program`(
    ownsProcess: Bool, end: ExitTest.Condition
  ) async {
    await #expect(processExitsWith: end) { [ownsProcess = ownsProcess as Bool] in
      DeadlySignals.install(ownsProcess: ownsProcess)
      unblock(SIGXFSZ)
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      guard let file = unsafe tmpfile() else { exit(1) }
      let count = unsafe write(fileno(file), "x", 1)
      exit(count == -1 ? errno : 0)
    }
  }

  @Test func `a signal that is held back comes when it is released`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      handle(SIGUSR1)
      unblock(SIGUSR1)
      let before = ww_deadly_hold()
      raise(SIGUSR1)
      var pending = sigset_t()
      unsafe sigpending(&pending)
      guard unsafe sigismember(&pending, SIGUSR1) == 1 else { exit(1) }
      ww_signals_release(before)
    }
  }

  @Test(arguments: [false, true])
  func `a signal waits for the end of work on a secret, and comes then`(ownsProcess: Bool) async {
    for (ending, isAtEnd) in [(ExitTest.Condition.exitCode(7), false), (.signal(SIGUSR1), true)] {
      await #expect(processExitsWith: ending) {
        [ownsProcess = ownsProcess as Bool, isAtEnd = isAtEnd as Bool] in
        DeadlySignals.install(ownsProcess: ownsProcess)
        unblock(SIGUSR1)
        SecretWork.run {
          SecretWork.run { _ = raise(SIGUSR1) }
          if !isAtEnd { _exit(7) }
        }
      }
    }
  }

  @Test func `signals that two threads handle at the same time end the process, too`() async {
    await #expect(processExitsWith: .signal(SIGUSR1)) {
      DeadlySignals.install(ownsProcess: false)
      let terminal = fullPipe()
      var modes = termios()
      unsafe ww_deadly_arm(terminal, &modes, [0], 1)
      var other = pthread_t()
      let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { terminal in
        DeadlySignals.install(ownsProcess: false)
        // The handler of the other thread makes its terminal one that does not block, and waits for a second.
        while fcntl(Int32(Int(bitPattern: terminal)), F_GETFL) & O_NONBLOCK == 0 { sched_yield() }
        send(SIGUSR2)
        return nil
      }
      _ = unsafe pthread_create(&other, nil, start, UnsafeMutableRawPointer(bitPattern: Int(terminal)))
      send(SIGUSR1)
    }
  }
}

/// A pipe that takes no more bytes.
private func fullPipe() -> Int32 {
  var ends: [Int32] = [-1, -1]
  _ = unsafe pipe(&ends)
  _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
  while unsafe write(ends[1], "x", 1) == 1 {}
  _ = fcntl(ends[1], F_SETFL, 0)
  return ends[1]
}

/// Makes a handler of the host's end the process with status 7.
private func handle(_ number: Int32) { signal(number) { _ in _exit(7) } }

/// The address of a signal's handler.
private func handler(of number: Int32) -> UInt {
  var action = sigaction()
  unsafe sigaction(number, nil, &action)
  return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
}

/// Sends the signal to the calling thread.
private func send(_ number: Int32) {
  unblock(number)
  raise(number)
}

/// Makes the calling thread take the signal. Threads that run tests take none by default.
private func unblock(_ number: Int32) {
  var only = sigset_t()
  unsafe sigemptyset(&only)
  unsafe sigaddset(&only, number)
  unsafe pthread_sigmask(SIG_UNBLOCK, &only, nil)
}
