import CSystem
import Glibc
import Secrets
import TestSupport
import Testing

@testable import System

@Suite struct `Asking a command` {
  let folder = TemporaryFolder()

  /// Makes a command of a shell script, in which `$F` is the folder.
  private func shell(_ script: String, timeout: Int = 10_000) throws -> CheckCommand {
    try #require(CheckCommand(shell: "F=\(folder.path)\n\(script)", timeout: timeout))
  }

  @Test func `a command stands apart at blanks, and quotation marks mean nothing`() {
    #expect(CheckCommand(" /bin/check\t-a  'b c'\n")?.arguments == ["/bin/check", "-a", "'b", "c'"])
    #expect(CheckCommand("check")?.timeout == 10_000)
    #expect(CheckCommand("check $HOME;*|x", timeout: 5)?.arguments == ["check", "$HOME;*|x"])
    #expect(CheckCommand(" \t\n") == nil)
    #expect(CheckCommand("") == nil)
    #expect(CheckCommand(shell: "  ") == nil)
    #expect(CheckCommand(arguments: []) == nil)
    #expect(CheckCommand(shell: "a 'b c' | d")?.arguments == ["/bin/sh", "-c", "a 'b c' | d"])
  }

  /// A script, and what it says to a submission.
  static let scripts: [(script: String, result: CheckResult)] = [
    ("exit 0", .accepted),
    ("echo all is well; exit 0", .accepted),
    ("exit 1", .refused(nil)),
    ("echo; echo ' '; exit 255", .refused(nil)),
    ("echo no; exit 1", .refused(CheckMessage(text: "no"))),
    ("echo no >&2; exit 1", .refused(CheckMessage(text: "no"))),
    ("echo out; echo error >&2; exit 3", .refused(CheckMessage(text: "error"))),
    ("printf 'no newline'; exit 1", .refused(CheckMessage(text: "no newline"))),
    ("printf 'first\\nlast\\n\\n \\033[0m\\n'; exit 1", .refused(CheckMessage(text: "last"))),
    ("printf '10%%\\r20%%\\rtoo weak\\r\\n'; exit 1", .refused(CheckMessage(text: "too weak"))),
    ("exit 127", .refused(nil)),
    ("kill -KILL $$", .failed(.signalled(9))),
    ("echo no; kill -SEGV $$", .failed(.signalled(11))),
    ("cat > /dev/null; exit 1", .refused(nil)),
    ("exec < /dev/null; echo closed; exit 1", .refused(CheckMessage(text: "closed"))),
    ("exec > /dev/null 2>&1; cat; exit 1", .refused(nil)),
    ("exec 0<&- 1>&- 2>&-; exit 0", .accepted),
    ("yes | head -c 10000000; echo; echo last; exit 1", .refused(CheckMessage(text: "last"))),
    ("head -c 10000000 /dev/zero; exit 1", .refused(nil)),
    (
      "head -c 10000000 /dev/zero | tr '\\0' x; exit 1",
      .refused(CheckMessage(text: String(repeating: "x", count: 239) + "…"))
    ),
    ("printf '\\377\\376a\\000b\\n'; exit 1", .refused(CheckMessage(text: "\u{FFFD}\u{FFFD}ab"))),
  ]

  @Test(arguments: scripts)
  func `the exit status answers, and the last line that is not blank says why`(
    script: String, result: CheckResult
  ) throws {
    #expect(try shell(script).ask() == result)
  }

  @Test func `a command that the shell does not find is refused in the shell's words`() throws {
    guard case .refused(let message?) = try shell("no-such-command-at-all").ask() else {
      Issue.record("it is not refused with a message")
      return
    }
    #expect(message.text?.contains("not found") == true)
  }

  @Test func `random bytes make a message without control characters`() throws {
    for _ in 0..<3 {
      guard case .refused(let message?) = try shell("head -c 200000 /dev/urandom; exit 1").ask() else {
        Issue.record("it is not refused with a message")
        continue
      }
      let text = try #require(message.text)
      #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
      #expect((1...240).contains(text.count))
    }
  }

  @Test func `what cannot be started is an error with its reason`() throws {
    let plain = folder.write("#!/bin/sh\n", to: "plain")
    let garbage = folder.write("no program", to: "garbage")
    unsafe chmod(garbage, 0o700)
    let lost = folder.write("#!/no/such/shell\n", to: "lost")
    unsafe chmod(lost, 0o700)
    let commands = [
      ("no-such-command-at-all -x", ENOENT), ("/no/such/file", ENOENT), (plain, EACCES), (garbage, ENOEXEC),
      (lost, ENOENT), (folder.path, EACCES), (plain + "/x", ENOTDIR),
    ]
    for (text, number) in commands {
      let command = try #require(CheckCommand(text))
      do {
        _ = try command.start()
        Issue.record("\(text) was started")
      } catch let error as CheckFailure {
        #expect(error == .cannotStart(SystemError(number: number)), "\(text)")
      }
    }
  }

  @Test(arguments: [
    (CheckFailure.cannotStart(SystemError(number: ENOENT)), "cannot be started: No such file or directory"),
    (.memory(.tooMany), "cannot be started: there is no locked memory for it"),
    (.signalled(9), "was ended by a signal: Killed"),
    (.timedOut(10_000), "took longer than 10 s"),
    (.timedOut(1_050), "took longer than 1.05 s"),
    (.timedOut(500), "took longer than 0.5 s"),
    (.cancelled, "was cancelled"),
    (.statusLost, "ended, but its exit status is unknown"),
  ])
  func `a failure says in one line what happened`(failure: CheckFailure, text: String) {
    #expect("\(failure)" == "The check " + text)
  }

  @Test func `the input arrives whole, and nowhere else`() throws {
    let script = """
      cat > $F/input
      tr '\\0' '\\n' < /proc/$$/cmdline > $F/cmdline
      tr '\\0' '\\n' < /proc/$$/environ > $F/environ
      """
    #expect(try shell(script).ask(input: "pa ss wörd\n") == .accepted)
    #expect(folder.read("input") == "pa ss wörd\n")
    for name in ["cmdline", "environ"] {
      let text = try #require(folder.read(name))
      #expect(text.contains("/"), "\(name) is empty")
      #expect(!text.contains("ss wör"))
    }
  }

  @Test func `an input that is longer than a pipe arrives whole`() throws {
    let input = String(repeating: "0123456789", count: 50_000)
    #expect(try shell("cat > $F/input").ask(input: input) == .accepted)
    #expect(folder.read("input") == input)
  }

  @Test(arguments: [0, 4_096, 500_000])
  func `a command that does not read its input is no worse for it`(count: Int) throws {
    let input = String(repeating: "x", count: count)
    #expect(try shell("exit 0").ask(input: input) == .accepted)
    #expect(
      try shell("head -c 10 > /dev/null; exec 0<&-; echo no; exit 1").ask(input: input)
        == .refused(CheckMessage(text: "no")))
  }

  @Test func `a command has a session of its own, so that the terminal is out of its reach`() throws {
    guard case .refused(let message?) = try shell(": < /dev/tty").ask() else {
      Issue.record("the terminal can be opened")
      return
    }
    #expect(message.text?.contains("/dev/tty") == true)
    #expect(
      try shell("set -- $(cut -d' ' -f1,5,6 /proc/$$/stat); test $1 = $2 -a $1 = $3").ask() == .accepted)
  }

  @Test func `a command has no descriptor but the standard ones`() throws {
    let open = unsafe Glibc.open("/dev/null", O_RDONLY)
    defer { close(open) }
    #expect(fcntl(open, F_GETFD) == 0)
    #expect(try shell("ls /proc/self/fd > $F/open").ask() == .accepted)
    // The last one is the folder that is listed.
    #expect(folder.read("open") == "0\n1\n2\n3\n")
  }

  @Test func `what a command leaves in the background is neither waited for nor ended`() throws {
    #expect(
      try shell("sleep 60 & echo $! > $F/left; echo no; exit 1").ask() == .refused(CheckMessage(text: "no")))
    let left = try #require(folder.number(in: "left"))
    #expect(isRunning(left))
    kill(left, SIGKILL)
    // One that writes without end is left, too.
    guard case .refused = try shell("yes & echo $! > $F/left; exit 1").ask() else {
      Issue.record("it is not refused")
      return
    }
    let writing = try #require(folder.number(in: "left"))
    #expect(holds { !isRunning(writing) })
  }
}

@Suite struct `Ending a command` {
  let folder = TemporaryFolder()

  private func shell(_ script: String) throws -> CheckCommand {
    try #require(CheckCommand(shell: "F=\(folder.path)\n\(script)", timeout: 1_000))
  }

  private static let second: Int64 = 1_000_000_000

  @Test func `it may take its time to the nanosecond`() throws {
    var check = try shell("sleep 60").start()
    #expect(check.proceed(at: 0, hiding: []) == nil)
    #expect(check.proceed(at: Self.second - 1, hiding: []) == nil)
    #expect(check.proceed(at: Self.second, hiding: []) == nil)
    #expect(check.result(at: Self.second) == .failed(.timedOut(1_000)))
    #expect(check.proceed(at: 0, hiding: []) == .failed(.timedOut(1_000)))
  }

  @Test func `one that has ended in time has its say, however late that is seen`() throws {
    var check = try shell("echo $$ > $F/number; echo no; exit 1").start()
    #expect(holds { folder.number(in: "number").map { !isRunning($0) } ?? false })
    #expect(check.proceed(at: 5 * Self.second, hiding: []) == .refused(CheckMessage(text: "no")))
  }

  @Test func `one that does not end when it is asked is killed, and its children`() throws {
    var check = try shell("trap '' TERM; sleep 60 & echo $! > $F/child; echo $$ > $F/number; wait; wait")
      .start()
    #expect(holds { folder.number(in: "number") != nil })
    let (number, child) = try (#require(folder.number(in: "number")), #require(folder.number(in: "child")))
    #expect(check.proceed(at: Self.second, hiding: []) == nil)
    #expect(check.proceed(at: Self.second * 5 / 4 - 1, hiding: []) == nil)
    #expect(isRunning(number))
    #expect(check.proceed(at: Self.second * 5 / 4, hiding: []) == .failed(.timedOut(1_000)))
    #expect(holds { !isRunning(number) && !isRunning(child) })
  }

  @Test func `one that is stopped ends, too`() throws {
    var check = try shell("echo $$ > $F/number; kill -STOP $$; exit 0").start()
    #expect(holds { folder.number(in: "number") != nil })
    #expect(check.proceed(at: Self.second, hiding: []) == nil)
    #expect(check.result(at: Self.second) == .failed(.timedOut(1_000)))
  }

  @Test func `one that writes without end has its time and no more`() throws {
    var check = try shell("yes").start()
    for tick in 0..<10 { #expect(check.proceed(at: Int64(tick), hiding: []) == nil) }
    #expect(check.proceed(at: Self.second, hiding: []) == nil)
    #expect(check.result(at: Self.second) == .failed(.timedOut(1_000)))
  }

  @Test(arguments: ["", "trap '' TERM; "])
  func `a command that is cancelled is gone with its children at once`(trap: String) throws {
    var check = try shell("\(trap)sleep 60 & echo $! > $F/child; echo $$ > $F/number; wait; wait").start()
    #expect(holds { folder.number(in: "number") != nil })
    let (number, child) = try (#require(folder.number(in: "number")), #require(folder.number(in: "child")))
    check.cancel()
    #expect(!isRunning(number))
    #expect(holds { !isRunning(child) })
    #expect(check.proceed(at: 0, hiding: []) == .failed(.cancelled))
    check.cancel()
  }

  @Test func `a result that is there is not changed by cancelling`() throws {
    var check = try shell("exit 0").start()
    #expect(check.result() == .accepted)
    check.cancel()
    #expect(check.proceed(at: 0, hiding: []) == .accepted)
  }

  @Test func `no zombie and no descriptor is left, whatever the end`() async {
    await #expect(processExitsWith: .success) {
      func descriptors() -> Int { (0..<256).count { fcntl(Int32($0), F_GETFD) != -1 } }
      func run(_ script: String, _ end: (inout RunningCheck) -> Void) throws {
        var check = try CheckCommand(shell: script)!.start()
        end(&check)
      }
      try run("exit 1") { _ = $0.result() }
      let before = descriptors()
      for _ in 0..<3 {
        try run("exit 1") { _ = $0.result() }
        try run("sleep 60") { $0.cancel() }
        try run("sleep 60") { _ in }
        try run("trap '' TERM; sleep 60") { check in
          _ = check.proceed(at: 20_000_000_000, hiding: [])
          _ = check.proceed(at: 21_000_000_000, hiding: [])
        }
        _ = try? CheckCommand("/no/such/file")!.start()
      }
      guard descriptors() == before else { exit(2) }
      guard waitpid(-1, nil, WNOHANG) == -1, errno == ECHILD else { exit(3) }
    }
  }

  @Test func `what this process does with signals is no matter to the command, nor to its result`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_IGN)
      signal(SIGCHLD, SIG_IGN)
      signal(SIGHUP, SIG_IGN)
      var blocked = sigset_t()
      unsafe sigemptyset(&blocked)
      for number in [SIGWINCH, SIGTSTP, SIGCONT, SIGTERM] { unsafe sigaddset(&blocked, number) }
      unsafe sigprocmask(SIG_BLOCK, &blocked, nil)
      // 32 and 33 are the C library's own, which it ignores between posix_spawn(3) and the start of a program.
      let masks = "^SigBlk:.0{16}$|^SigIgn:.0{7}[01][08]0{7}$"
      let script = "test $(grep -cE '\(masks)' /proc/self/status) = 2"
      guard try CheckCommand(shell: script)!.ask() == .accepted else { exit(2) }
    }
  }

  @Test func `a status that someone else took is a failure, never a yes`() async {
    await #expect(processExitsWith: .success) {
      var check = try CheckCommand("true")!.start()
      guard waitpid(-1, nil, 0) > 0 else { exit(2) }
      guard check.proceed(at: 0, hiding: []) == .failed(.statusLost) else { exit(3) }
    }
  }

  @Test func `a pipe without a reader does not end this process`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      let input = String(repeating: "x", count: 500_000)
      guard try CheckCommand(shell: "exec 0<&-; sleep 0.2; exit 0")!.ask(input: input) == .accepted else {
        exit(2)
      }
    }
  }

  @Test(arguments: [
    "echo $$ >it", "trap '' TERM; echo $$ >it", "(trap '' TERM; exec sleep 60) & echo $! >it",
  ])
  func `a deadly signal ends the command and what it started, also where SIGTERM is ignored`(
    beginning: String
  ) async throws {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      [path = folder.path as String, beginning = beginning as String] in
      ww_deadly_install(false)
      let script = "cd \(path); \(beginning); mv it number; while :; do sleep 60; done"
      let check = try CheckCommand(shell: script)!.start()
      while unsafe access(path + "/number", F_OK) != 0 { _ = poll(nil, 0, 5) }
      // The threads that tests run on take no signals unless they are told to.
      var term = sigset_t()
      unsafe sigemptyset(&term)
      unsafe sigaddset(&term, SIGTERM)
      unsafe pthread_sigmask(SIG_UNBLOCK, &term, nil)
      raise(SIGTERM)
      _ = consume check
    }
    let number = try #require(folder.number(in: "number"))
    #expect(holds { !isRunning(number) })
  }
}
