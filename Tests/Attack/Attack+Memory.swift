import Glibc
import TestSupport
import Testing

/// Attacks on the program's memory.
extension Attack {
  /// A copy of the programs that every user can reach, with the program in mode `mode`.
  static func copies(mode: mode_t) throws -> (folder: TemporaryFolder, program: String, thief: String) {
    let folder = TemporaryFolder()
    let (program, thief) = ("\(folder.path)/watchword", "\(folder.path)/Thief")
    for (source, copy, mode) in [("watchword", program, mode), ("Thief", thief, 0o755)] {
      let status = try Completion.of("cp", [ProgramFile.path(source), copy]).status
      let isSet = unsafe chmod(copy, mode) == 0
      try require(status == 0 && isSet, "no copy of \(source)")
    }
    try require(unsafe chmod(folder.path, 0o755) == 0, "the copies cannot be reached")
    return (folder, program, thief)
  }

  static let asNobody = Stage.with { $0.launching = ["--nobody"] }

  /// Another process of the same user opens a shell's memory until after the shell has become the program, and reads
  /// what it opened last once the password is typed.
  static func race(mode: mode_t) throws -> String? {
    let (folder, program, thief) = try copies(mode: mode)
    return try withExtendedLifetime(folder) {
      let loot = try race(of: program, Victim.calm, until: "[ Set password ]", thief: thief)
      try require(race(of: "cat", [], until: "go", thief: thief).isAlive, "the thief is too slow for cat")
      if loot.found > 0 { return "the password was read" }
      return loot.isAlive ? "memory was read, though not the password" : nil
    }
  }

  private static func race(
    of program: String, _ arguments: [String], until text: String, thief path: String
  ) throws -> (found: Int, isAlive: Bool) {
    let victim = try TerminalEmulator.open(
      "sh", ["-c", #"echo ready; read go; exec "$0" "$@""#, program] + arguments, on: asNobody)
    try require(victim.wait("the shell is there") { victim.shows("ready") }, "no shell")
    let thief = try TerminalEmulator.open(path, ["race", "\(victim.pid)"], on: asNobody)
    try require(
      thief.wait("it has opened the shell's memory") { thief.shows("ready") }, "the thief got nothing")
    victim.type("go\n")
    try require(
      victim.wait("the program is there") { victim.shows(text) && victim.process.name != "sh" }, "no program")
    let needle = Needle.random()
    victim.send(needle.bytes)
    if program == "cat" {
      victim.type("\n")
      try require(
        victim.wait("it has read") { victim.rows.count { $0 == needle.text } == 2 }, "cat says nothing")
    } else {
      victim.settle()
    }
    thief.type(needle.inverted + "\n")
    try Victim.end(thief)
    let words = thief.line(with: "found").split(separator: " ")
    try require(words.count == 4, "the thief says nothing")
    return (Int(words[1]) ?? 0, words[3] == "1")
  }

  /// Another process of the same user tries every way to a form that is shown.
  static func sameUser(_ round: Int) throws -> String? {
    let (folder, program, thief) = try copies(mode: round == 0 ? 0o755 : 0o711)
    return try withExtendedLifetime(folder) {
      let probe = { (pid: Int32) in
        try Completion.of(thief, ["probe", "\(pid)"], launching: ["--nobody"]).output.split(separator: "\n")
          .filter { $0.hasSuffix(" done") }
      }
      let cat = try TerminalEmulator.open("cat", on: asNobody)
      try require(cat.wait("it runs") { cat.process.name == "cat" }, "no cat")
      try require(probe(cat.pid).count == 9, "the probe fails with cat too")
      let form = try TerminalEmulator.open(program, Victim.calm, on: asNobody)
      try require(form.wait("the form stands") { form.shows("[ Set password ]") }, "no form")
      let done = try probe(form.pid)
      return done.isEmpty ? nil : done.joined(separator: ", ")
    }
  }

  /// All signals that end a process and can be handled, except those of the C library (32 and 33) and SIGPIPE.
  static let deadlySignals: [Int32] =
    [
      SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGUSR1, SIGSEGV, SIGUSR2, SIGALRM,
      SIGTERM, SIGSTKFLT, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSYS,
    ] + Array(34...64)

  static let readable = Stage.with {
    $0.output = .pipe
    $0.launching = ["--keep-dumpable", "--no-secret-memory"]
  }

  static func signalMemory(_ round: Int) throws -> String? {
    let signal = deadlySignals[round % deadlySignals.count]
    let form = try Victim.form(on: readable)
    let needle = try Victim.typeAndShow(in: form)
    try require(Victim.remains(of: needle, in: form.process) != nil, "the scan does not find a password")
    return try withLastMoment(of: form.process, endedBy: signal) {
      try Victim.remains(of: needle, in: form.process).map { "signal \(signal): \($0)" }
    }
  }

  static func randomMoment(_ round: Int) throws -> String? {
    var random = SeededGenerator(seed: UInt64(round))
    let signal = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT].randomElement(using: &random) ?? SIGTERM
    let form = try Victim.form(on: readable)
    let needle = Needle.random()
    form.send(needle.bytes)
    usleep(.random(in: 0..<20_000, using: &random))
    let remains = try withLastMoment(of: form.process, endedBy: signal) {
      try Victim.remains(of: needle, in: form.process)
    }
    if let remains { return remains }
    try Victim.end(form)
    return Victim.harm(to: form, secret: needle.text)
  }

  /// A pinentry outlives its dialog, whether that ends by an answer, a cancel, a line of the agent or a closed
  /// terminal.
  static func pinentryMemory(_ round: Int) throws -> String? {
    let pinentry = try PinentryStage(on: readable)
    let terminal = pinentry.terminal
    pinentry.nameTerminal()
    pinentry.send("GETPIN")
    try require(terminal.wait("the form stands") { terminal.shows("[ OK ]") }, "no form")
    let needle = try Victim.typeAndShow(in: terminal)
    try require(
      Victim.remains(of: needle, in: terminal.process) != nil, "the scan does not find a passphrase")
    switch round % 4 {
    case 0: terminal.press(.enter)
    case 1: terminal.press(.escape)
    case 2: pinentry.send("RESET")
    default: terminal.hangUp()
    }
    let answer = pinentry.answer().last ?? ""
    try require(answer.hasPrefix(round % 4 == 0 ? "OK" : "ERR"), "the answer is \(answer)")
    return try Victim.remains(of: needle, in: terminal.process)
  }

  /// While the form waits for a key the password is only in locked memory, and nowhere after it was deleted.
  static func memoryAtRest(_ round: Int) throws -> String? {
    let form = try Victim.form(on: readable)
    let needle = Needle.random()
    switch round {
    case 0: form.send(needle.bytes)
    case 1: form.paste(needle.bytes)
    default:
      form.send(needle.bytes)
      form.press(.control("r"))
      if round == 3 { form.resize(60, 20) }
      form.settle()
      form.press(.control("r"))
    }
    form.settle()
    let places = try [needle.part(0, 10), needle.part(10, 10)].flatMap { try scan(form.process, for: $0) }
    try require(!places.isEmpty, "the scan does not find a password")
    if let open = places.first(where: { !$0.isLocked }) { return "in memory that is not locked: \(open)" }
    form.press(.control("u"))
    form.settle()
    return try Victim.remains(of: needle, in: form.process).map { "after it was deleted: \($0)" }
  }

  static func batchRegisters(_ round: Int) throws -> String? {
    let batch = try TerminalEmulator.shell(
      "stty raw -echo; cat | exec $watchword check --batch --no-dictionary",
      on: .with { $0.launching = ["--keep-dumpable", "--no-secret-memory"] })
    let needle = Needle.random(16 + 4 * round)
    try require(
      batch.wait("it runs") { batch.process.children.contains { $0.name == "watchword" } }, "it does not run")
    guard let process = batch.process.children.first(where: { $0.name == "watchword" }) else { return nil }
    batch.send(Array("first\n".utf8))
    try require(batch.wait("it answers") { batch.shows("fail") }, "it does not answer")
    let before = process.wakeUps
    batch.send(needle.bytes)
    try require(
      batch.wait("it has read the unfinished line") { process.wakeUps > before && process.letter == "S" },
      "it does not read")
    let answer = try Completion.of("Thief", ["registers", "\(process.pid)", needle.inverted]).output
    try require(answer.hasPrefix("found "), "the registers cannot be read")
    return answer == "found 0\n" ? nil : "a part of the line is in the registers"
  }

  /// A list with the password in each line, its last line unfinished, and the program that judges it.
  private static func batch(
    of needle: Needle, _ script: String
  ) throws -> (terminal: TerminalEmulator, process: ProcessState, list: TemporaryFile) {
    let list = try TemporaryFile((0..<3_000).map { "\(needle.text)\($0)\n" }.joined())
    let terminal = try TerminalEmulator.shell(
      "stty raw -echo; list=\(list.path); \(script)",
      on: .with { $0.launching = ["--keep-dumpable", "--no-secret-memory"] })
    let name = "watchword"
    try require(
      terminal.wait("it runs") { terminal.process.children.contains { $0.name == name } }, "it does not run")
    guard let process = terminal.process.children.first(where: { $0.name == name }) else {
      throw NotPlayed(description: "it does not run")
    }
    return (terminal, process, list)
  }

  /// After a list, no part of it is left in the memory or registers of any thread.
  static func batchMemory(_ round: Int) throws -> String? {
    let needle = Needle.random()
    let (terminal, process, list) = try batch(
      of: needle, "{ cat $list; cat; } | exec $watchword check --batch --no-dictionary | tail -n +3000")
    return try withExtendedLifetime((terminal, list)) {
      try require(terminal.wait("all is answered") { terminal.shows("3000") }, "it does not answer")
      let threads = try Completion.of("ls", ["/proc/\(process.pid)/task"]).output.split(separator: "\n")
      for thread in threads {
        let answer = try Completion.of("Thief", ["registers", String(thread), needle.inverted]).output
        try require(answer.hasPrefix("found "), "the registers cannot be read")
        if answer != "found 0\n" { return "a part of a line is in the registers" }
      }
      return try Victim.remains(of: needle, in: process)
    }
  }

  /// A signal that ends the program while it judges a list.
  static func batchSignal(_ round: Int) throws -> String? {
    let needle = Needle.random()
    let signal = [SIGINT, SIGTERM, SIGHUP][round % 3]
    let (terminal, process, list) = try batch(
      of: needle,
      "{ while cat $list; do :; done; } | exec $watchword check --batch --no-dictionary >/dev/null")
    return try withExtendedLifetime((terminal, list)) {
      let before = process.ticks
      try require(terminal.wait("it works") { process.ticks > before + 5 + round }, "it does not work")
      return try withLastMoment(of: process, endedBy: signal) {
        try Victim.remains(of: needle, in: process).map { "signal \(signal): \($0)" }
      }
    }
  }

  static func coreDump(_ round: Int) throws -> String? {
    let signal = [SIGSEGV, SIGABRT, SIGQUIT, SIGSYS, SIGXCPU][round % 5]
    let folder = TemporaryFolder()
    let form = try TerminalEmulator.shell(
      "ulimit -c unlimited || exit; $watchword new --no-dictionary; echo status $?; ls; read end",
      on: .with { $0.folder = folder.path })
    return try withExtendedLifetime(folder) {
      try require(
        form.wait("the form stands") { form.shows("[ Set password ]") }, "no form; is there a hard limit?")
      guard let process = form.process.children.first else { return nil }
      form.signal(signal, to: process.pid)
      try require(form.wait("it has ended") { form.shows("status \(128 + signal)") }, "it has not ended")
      form.settle()
      return form.shows("core") ? "signal \(signal): a core was dumped" : nil
    }
  }
}
