import Glibc

/// All attacks, by their numbers in docs/threats.md.
///
/// To add one, write a function that plays a round: it returns `nil` if the program held, otherwise a few words about
/// what went wrong, and throws if the attack could not be played. `Victim` has the form that is attacked. Add a row
/// here. The round's number chooses among variants, so `rounds` is a multiple of their count, and the same number plays
/// the same. An attack that cannot be played everywhere names what it needs: it is then skipped with a line, and not
/// counted. `roundsInTest` makes it part of `make test` too, for what no other test shows.
extension Attack {
  static let all = [
    Attack(
      1, "start-up race, a copy of root's with mode 711", rounds: 50, roundsInTest: 3, needs: [.root]
    ) { _ in try race(mode: 0o711) },
    Attack(
      1, "start-up race, a copy with mode 755", rounds: 20, needs: [.root], isPromised: false
    ) { _ in try race(mode: 0o755) },
    Attack(
      2, "the terminal after a deadly signal, password shown", rounds: deadlySignals.count,
      run: signalTerminal),
    Attack(
      2, "the password in memory at the end by a signal", rounds: deadlySignals.count, needs: [.tracing],
      run: signalMemory),
    Attack(2, "a verifier's child after a deadly signal", rounds: 4) {
      try orphan([SIGUSR1, SIGALRM, SIGXCPU, 40][$0 % 4], trap: "")
    },
    Attack(3, "echo switched on by a neighbour", rounds: 6, run: echo),
    Attack(3, "a second form on the terminal", rounds: 2, run: secondForm),
    Attack(4, "a blocklist that cannot be read", rounds: 4, run: blocklist),
    Attack(4, "a blocklist whose size is said to be 0", rounds: 1, run: sizelessBlocklist),
    Attack(4, "a blocklist in another encoding", rounds: 10, run: encodedBlocklist),
    Attack(5, "the scrollback without an alternate screen", rounds: 6, needs: [.tmux], run: scrollback),
    Attack(5, "the scrollback of an inline form", rounds: 10, needs: [.tmux], run: inlineScrollback),
    Attack(
      6, "a signal at a random moment while typing", rounds: 40, roundsInTest: 3, needs: [.tracing],
      run: randomMoment),
    Attack(7, "in the background with SIGTTOU ignored or blocked", rounds: 2, run: background),
    Attack(8, "invisible characters, typed or pasted", rounds: 16, run: typeInvisible),
    Attack(8, "invisible characters from a verifier", rounds: 4, run: checkInvisible),
    Attack(9, "16 to 128 KiB of lockable memory, with a verifier", rounds: 29, run: memoryLimit),
    Attack(10, "a window of a strange size", rounds: 12, run: windowSize),
    Attack(11, "a limit on the size of files", rounds: 3, run: fileLimit),
    Attack(
      11, "limits on memory, stack and descriptors", rounds: underLimits.count, roundsInTest: 9,
      run: limits),
    Attack(
      11, "a list that becomes shorter while it is mapped", rounds: 3, roundsInTest: 2, run: shortenedList),
    Attack(12, "a verifier that says the password", rounds: sayings.count, run: saying),
    Attack(
      13, "registers of check --batch while it waits", rounds: 5, needs: [.tracing], run: batchRegisters),
    Attack(
      13, "a list in memory after check --batch", rounds: 5, roundsInTest: 1, needs: [.tracing],
      run: batchMemory),
    Attack(
      13, "a signal while check --batch works", rounds: 30, roundsInTest: 3, needs: [.tracing],
      run: batchSignal),
    Attack(14, "a verifier's child that ignores the asking", rounds: 4) {
      try orphan([SIGTERM, SIGHUP, SIGSEGV, SIGALRM][$0 % 4], trap: "trap '' TERM HUP INT QUIT; ")
    },
    Attack(14, "a large dictionary", rounds: 2, run: hugeDictionary),
    Attack(
      15, "arguments where /proc is not mounted", rounds: 10, roundsInTest: 3, needs: [.namespaces],
      run: lostArguments),
    Attack(
      16, "what is required in a file that cannot be used", rounds: 14, roundsInTest: 7,
      needs: [.root, .namespaces], run: brokenRequirement),
    Attack(17, "a byte that is no text, in the midst of one", rounds: 8, roundsInTest: 8, run: typeBytes),
    Attack(18, "a line that was typed before a question", rounds: 20, roundsInTest: 20, run: typeAhead),
    Attack(19, "^C while the password is shown, in a loop", rounds: 12, roundsInTest: 4, run: interrupt),
    Attack(
      20, "the terminal's answers in 8 bits, slow or late", rounds: 15, roundsInTest: 10, run: answerSlowly),
    Attack(21, "a scroll region that a picture left behind", rounds: 6, roundsInTest: 3, run: scrollRegion),
    Attack(
      22, "a caller of the agent that dies, or is another", rounds: 24, roundsInTest: 12, run: owner),
    Attack(22, "an agent that talks on in the place of an answer", rounds: 8, roundsInTest: 4, run: flood),
    Attack(23, "a link in the place of what askpass keeps", rounds: 4, roundsInTest: 2, run: askedLink),
    Attack(
      24, "a passwd that shows, asks for or repeats a password", rounds: 8, roundsInTest: 4,
      needs: [.root, .namespaces], run: lyingPasswd),
    Attack(
      24, "a passwd that lies about what it has done", rounds: 12, roundsInTest: 6,
      needs: [.root, .namespaces],
      run: untruePasswd),
    Attack(
      24, "another program at passwd's terminal", rounds: 200, roundsInTest: 3, needs: [.root, .namespaces],
      run: terminalThief),
    Attack(
      24, "passwords in memory while passwd works", rounds: 2, needs: [.root, .namespaces, .tracing],
      run: passwdMemory),
    Attack(
      24, "an end while passwd has the new password", rounds: 8, roundsInTest: 4,
      needs: [.root, .namespaces],
      run: interruptedPasswd),
    Attack(26, "a thief at the terminal of a command that runs", rounds: 4, needs: [.root], run: jobThief),
    Attack(
      26, "a thief that a guest left behind, who drops the terminal", rounds: 20, roundsInTest: 2,
      needs: [.root, .namespaces], run: guestThief),
    Attack(
      26, "a thief whose read outlives its descriptor", rounds: 20, roundsInTest: 2, needs: [.root],
      run: { _ in try jobReader("closed") }),
    Attack(
      26, "a thief whose thread has its own descriptors", rounds: 20, roundsInTest: 2, needs: [.root],
      run: { _ in try jobReader("table") }),
    Attack(
      26, "a thief that comes while the form is open", rounds: 20, roundsInTest: 2, needs: [.root],
      run: lateReader),
    Attack(26, "a thief in other ways", rounds: 2 * ways.count, roundsInTest: ways.count, needs: [.root]) {
      try jobReader(ways[$0 % ways.count])
    },
    Attack(26, "a flood from a command that runs", rounds: 2, run: jobFlood),
    Attack(26, "^C where it is a character", rounds: 6, run: jobInterrupt),
    Attack(26, "half a line before a question", rounds: 12, run: jobHalfLine),
    Attack(25, "a list of leaked passwords that is cut, or has a hole", rounds: 6, run: cutLeaks),
    Attack(0, "the same user, after the start", rounds: 2, roundsInTest: 1, needs: [.root], run: sameUser),
    Attack(0, "core dumps", rounds: 5, run: coreDump),
    Attack(0, "the password in memory at rest", rounds: 4, needs: [.tracing], run: memoryAtRest),
    Attack(0, "a pinentry's memory between two dialogs", rounds: 8, needs: [.tracing], run: pinentryMemory),
    Attack(0, "lists that are no files", rounds: 4, run: strangeList),
  ]
}
