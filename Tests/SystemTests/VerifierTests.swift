import CWatchwordTerminal
import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordSecrets

@testable import WatchwordSystem

@Suite struct `Asking a verifier` {
  let folder = TemporaryFolder()

  /// Makes a verifier of a shell script, in which `$F` is the folder.
  private func shell(_ script: String) throws -> Verifier {
    try #require(Verifier(shell: "F=\(folder.path)\n\(script)"))
  }

  @Test func `a command stands apart at blanks, and quotation marks mean nothing`() {
    #expect(Verifier(" /bin/check\t-a  'b c'\n")?.arguments == ["/bin/check", "-a", "'b", "c'"])
    #expect(Verifier("check")?.timeLimit == .seconds(10))
    #expect(Verifier("check $HOME;*|x")?.arguments == ["check", "$HOME;*|x"])
    #expect(Verifier(" \t\n") == nil)
    #expect(Verifier("") == nil)
    #expect(Verifier(arguments: []) == nil)
  }

  /// A script, and its answer to a submission.
  static let scripts: [(script: String, end: VerifierEnd)] = [
    ("exit 0", .accepted),
    ("echo all is well; exit 0", .accepted),
    ("exit 1", .refused(nil)),
    ("echo; echo ' '; exit 255", .refused(nil)),
    ("echo no; exit 1", .refused(VerifierMessage(text: "no"))),
    ("echo no >&2; exit 1", .refused(VerifierMessage(text: "no"))),
    ("echo out; echo error >&2; exit 3", .refused(VerifierMessage(text: "error"))),
    ("printf 'no newline'; exit 1", .refused(VerifierMessage(text: "no newline"))),
    ("printf 'first\\nlast\\n\\n \\033[0m\\n'; exit 1", .refused(VerifierMessage(text: "last"))),
    ("printf '10%%\\r20%%\\rtoo weak\\r\\n'; exit 1", .refused(VerifierMessage(text: "too weak"))),
    ("exit 127", .refused(nil)),
    ("kill -KILL $$", .failed(.signalled(9))),
    ("echo no; kill -SEGV $$", .failed(.signalled(11))),
    ("cat > /dev/null; exit 1", .refused(nil)),
    ("exec < /dev/null; echo closed; exit 1", .refused(VerifierMessage(text: "closed"))),
    ("exec > /dev/null 2>&1; cat; exit 1", .refused(nil)),
    ("exec 0<&- 1>&- 2>&-; exit 0", .accepted),
    ("yes | head -c 10000000; echo; echo last; exit 1", .refused(VerifierMessage(text: "last"))),
    ("head -c 10000000 /dev/zero; exit 1", .refused(nil)),
    (
      "head -c 10000000 /dev/zero | tr '\\0' x; exit 1",
      .refused(VerifierMessage(text: String(repeating: "x", count: 239) + "…"))
    ),
    ("printf '\\377\\376a\\000b\\n'; exit 1", .refused(VerifierMessage(text: "\u{FFFD}\u{FFFD}ab"))),
  ]

  @Test(arguments: scripts)
  func `the exit status answers, and the last line that is not blank says why`(
    script: String, end: VerifierEnd
  ) throws { #expect(try shell(script).ask() == end) }

  @Test func `a command that the shell does not find is refused in the shell's words`() throws {
    let message = try shell("no-such-command-at-all").ask()?.message
    #expect(message?.text?.contains("not found") == true)
  }

  @Test func `random bytes make a message without control characters`() throws {
    for _ in 0..<3 {
      let text = try #require(try shell("head -c 200000 /dev/urandom; exit 1").ask()?.message?.text)
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
      #expect(throws: VerifierFailure.cannotStart(SystemError(number: number)), "\(text)") {
        _ = try #require(Verifier(text)).start()
      }
    }
  }

  @Test func `an input that is longer than most pipes arrives whole`() throws {
    let input = String(repeating: "0123456789", count: 50_000)
    #expect(try shell("cat > $F/input").ask(input: input) == .accepted)
    #expect(folder.read("input") == input)
  }

  @Test func `an input that no pipe can hold is an error, and nothing is started`() throws {
    let input = String(repeating: "x", count: 1 << 20 + 1)
    #expect(throws: VerifierFailure.cannotStart(SystemError(number: EMSGSIZE))) {
      _ = try shell("echo > $F/begun").start(input: input)
    }
    #expect(folder.read("begun") == nil)
  }

  @Test(arguments: [0, 4_096, 500_000])
  func `a command that does not read its input can still accept`(count: Int) throws {
    let input = String(repeating: "x", count: count)
    #expect(try shell("exit 0").ask(input: input) == .accepted)
    #expect(
      try shell("head -c 10 > /dev/null; exec 0<&-; echo no; exit 1").ask(input: input)
        == .refused(VerifierMessage(text: "no")))
  }

  @Test func `a command has a session of its own, so that the terminal is out of its reach`() throws {
    #expect(try shell(": < /dev/tty").ask()?.message?.text?.contains("/dev/tty") == true)
    #expect(
      try shell("set -- $(cut -d' ' -f1,5,6 /proc/$$/stat); test $1 = $2 -a $1 = $3").ask() == .accepted)
  }

  @Test func `a command has no descriptor but the standard ones`() throws {
    let open = unsafe Glibc.open("/dev/null", O_RDONLY)
    defer { close(open) }
    #expect(fcntl(open, F_GETFD) == 0)
    #expect(try shell("ls /proc/self/fd > $F/open").ask() == .accepted)
    // The last one is the listed folder.
    #expect(folder.read("open") == "0\n1\n2\n3\n")
  }

  @Test func `what a command leaves in the background is neither waited for nor ended`() throws {
    #expect(
      try shell("sleep 60 & echo $! > $F/left; echo no; exit 1").ask()
        == .refused(VerifierMessage(text: "no")))
    let left = try #require(folder.number(in: "left"))
    #expect(isRunning(left))
    kill(left, SIGKILL)
    // One that writes without end is left, too.
    #expect(try shell("yes & echo $! > $F/left; exit 1").ask()?.isRefusal == true)
    let writing = try #require(folder.number(in: "left"))
    #expect(holds { !isRunning(writing) })
  }
}

@Suite struct `Ending a verifier` {
  let folder = TemporaryFolder()

  /// Makes a verifier of a shell script, in which `$F` is the folder. It has a second.
  private func shell(_ script: String) throws -> Verifier {
    var verifier = try #require(Verifier(shell: "F=\(folder.path)\n\(script)"))
    verifier.timeLimit = .seconds(1)
    return verifier
  }

  private static let timedOut = VerifierEnd.failed(.timedOut(.seconds(1)))

  @Test func `it may take its time to the nanosecond`() throws {
    var run = try shell("sleep 60").start()
    #expect(run.proceed(after: .zero, hiding: []) == nil)
    #expect(run.proceed(after: .nanoseconds(999_999_999), hiding: []) == nil)
    #expect(run.proceed(after: .seconds(1), hiding: []) == Self.timedOut)
  }

  @Test func `a verifier that ended in time counts, however late that is noticed`() throws {
    var run = try shell("echo $$ > $F/number; echo no; exit 1").start()
    #expect(holds { folder.number(in: "number").map { !isRunning($0) } ?? false })
    #expect(run.proceed(after: .seconds(5), hiding: []) == .refused(VerifierMessage(text: "no")))
  }

  @Test(arguments: ["", "trap '' TERM; "], [true, false])
  func `a verifier that takes too long or is no longer needed ends with its children at once`(
    trap: String, isTooLong: Bool
  ) throws {
    var run = try shell("\(trap)sleep 60 & echo $! > $F/child; echo $$ > $F/number; wait; wait").start()
    #expect(holds { folder.number(in: "number") != nil })
    let (number, child) = try (#require(folder.number(in: "number")), #require(folder.number(in: "child")))
    if isTooLong { #expect(run.proceed(after: .seconds(1), hiding: []) == Self.timedOut) }
    if !isTooLong { _ = consume run }
    #expect(!isRunning(number))
    #expect(holds { !isRunning(child) })
  }

  @Test func `a stopped verifier ends, too`() throws {
    var run = try shell("echo $$ > $F/number; kill -STOP $$; exit 0").start()
    #expect(holds { folder.number(in: "number") != nil })
    #expect(run.proceed(after: .seconds(1), hiding: []) == Self.timedOut)
    let number = try #require(folder.number(in: "number"))
    #expect(!isRunning(number))
  }

  @Test func `a verifier that writes without end gets its time and no more`() throws {
    var run = try shell("yes").start()
    for tick in 0..<10 { #expect(run.proceed(after: .nanoseconds(tick), hiding: []) == nil) }
    #expect(run.proceed(after: .seconds(1), hiding: []) == Self.timedOut)
  }

  @Test func `a run can start again, and ends what it has started before`() throws {
    let verifier = try shell("echo $$ > $F/number; exec sleep 60")
    var run = try verifier.start()
    #expect(holds { folder.number(in: "number") != nil })
    let number = try #require(folder.number(in: "number"))
    try run.start(verifier, input: secretBuffer("again".utf8))
    #expect(!isRunning(number))
    #expect(run.proceed(after: .zero, hiding: []) == nil)
  }

  @Test func `no end leaves a zombie or a descriptor`() async {
    await #expect(processExitsWith: .success) {
      func descriptors() -> Int { (0..<256).count { fcntl(Int32($0), F_GETFD) != -1 } }
      func run(_ script: String, _ use: (inout VerifierRun) -> Void) throws {
        var run = try Verifier(shell: script)!.start()
        use(&run)
      }
      try run("exit 1") { _ = $0.end() }
      let before = descriptors()
      for _ in 0..<3 {
        try run("exit 1") { _ = $0.end() }
        try run("sleep 60") { _ in }
        try run("trap '' TERM; sleep 60") { _ = $0.proceed(after: .seconds(20), hiding: []) }
        _ = try? Verifier("/no/such/file")!.start()
      }
      // Each of three rounds would leave one. Dispatch, which the test library uses, may open one timer of its own.
      guard descriptors() < before + 3 else { exit(2) }
      guard waitpid(-1, nil, WNOHANG) == -1, errno == ECHILD else { exit(3) }
    }
  }

  @Test func `how this process handles signals affects neither the command nor its result`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_IGN)
      signal(SIGCHLD, SIG_IGN)
      signal(SIGHUP, SIG_IGN)
      var blocked = sigset_t()
      unsafe sigemptyset(&blocked)
      for number in [SIGWINCH, SIGTSTP, SIGCONT, SIGTERM] { unsafe sigaddset(&blocked, number) }
      unsafe sigprocmask(SIG_BLOCK, &blocked, nil)
      // 32 and 33 belong to the C library, which ignores them between posix_spawn(3) and the start of a program.
      let masks = "^SigBlk:.0{16}$|^SigIgn:.0{7}[01][08]0{7}$"
      let script = "test $(grep -cE '\(masks)' /proc/self/status) = 2"
      // Another command that runs meanwhile keeps its result.
      var other = try Verifier(shell: "sleep 0.5; exit 1")!.start()
      guard try Verifier(shell: script)!.ask() == .accepted else { exit(2) }
      guard other.end()?.isRefusal == true else { exit(3) }
    }
  }

  @Test func `the standard descriptors of this process may be closed`() async throws {
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      for descriptor in Int32(0)...2 { close(descriptor) }
      let script = "cat > \(path)/input; echo out; echo error >&2; exit 1"
      guard try Verifier(shell: script)!.ask() == .refused(VerifierMessage(text: "error")) else { exit(2) }
    }
    #expect(folder.read("input") == "secret\n")
  }

  @Test func `a status that someone else took is a failure, never a yes`() async {
    await #expect(processExitsWith: .success) {
      var run = try Verifier("true")!.start()
      guard waitpid(-1, nil, 0) > 0 else { exit(2) }
      guard run.proceed(after: .zero, hiding: []) == .failed(.statusLost) else { exit(3) }
    }
  }

  @Test func `a pipe without a reader does not end this process`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      let input = String(repeating: "x", count: 500_000)
      guard try Verifier(shell: "exec 0<&-; sleep 0.2; exit 0")!.ask(input: input) == .accepted else {
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
      let run = try Verifier(shell: script)!.start()
      while unsafe access(path + "/number", F_OK) != 0 { _ = poll(nil, 0, 5) }
      // Threads that run tests take no signals by default.
      var term = sigset_t()
      unsafe sigemptyset(&term)
      unsafe sigaddset(&term, SIGTERM)
      unsafe pthread_sigmask(SIG_UNBLOCK, &term, nil)
      raise(SIGTERM)
      _ = consume run
    }
    let number = try #require(folder.number(in: "number"))
    #expect(holds { !isRunning(number) })
  }
}
