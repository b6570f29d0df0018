import Glibc
import TestSupport
import Testing

/// Attacks by signals, by neighbours on the terminal and by the terminal itself.
extension Attack {
  static func signalTerminal(_ round: Int) throws -> String? {
    let signal = deadlySignals[round % deadlySignals.count]
    let form = try Victim.form()
    let needle = try Victim.typeAndShow(in: form)
    form.signal(signal)
    try Victim.end(form)
    if form.fate != .killed(by: signal) { return "signal \(signal): \(form.fate)" }
    return Victim.harm(to: form, secret: needle.text).map { "signal \(signal): \($0)" }
  }

  /// ^C while the password is shown, and more keys after it: the loop that shows the form ends too, and nobody gets
  /// anything.
  static func interrupt(_ round: Int) throws -> String? {
    let folder = TemporaryFolder()
    let way = ["--output left", "-- touch left", "--plain --output left", "--plain -- touch left"][round % 4]
    let loop = try TerminalEmulator.shell(
      "until $watchword new --no-dictionary --no-animation \(way); do touch left; done; touch left",
      on: .with { $0.folder = folder.path })
    try require(loop.wait("it asks") { loop.shows("New password") }, "no form")
    let needle = Needle.random()
    loop.send(needle.bytes)
    loop.press(.control("r"))
    if round % 4 > 1 { loop.press(.enter) }
    try require(loop.wait("it is shown") { loop.shows(needle.text) }, "the password is not shown")
    loop.type("\u{3}\rtouch left\r")
    try require(loop.wait("it has ended") { loop.hasEnded }, "it has not ended")
    if loop.fate != .killed(by: SIGINT) { return "the shell: \(loop.fate)" }
    if loop.unreadInput > 0 { return "what was typed behind it is left" }
    if readText("\(folder.path)/left") != nil { return "something was done after it" }
    // Printed lines cannot be wiped.
    return Victim.harm(to: loop, secret: round % 4 > 1 ? "touch" : needle.text)
  }

  /// Ends the form by `signal` while its verifier runs, whose script begins with `trap`.
  static func orphan(_ signal: Int32, trap: String) throws -> String? {
    let folder = TemporaryFolder()
    let verifier = folder.command("\(trap)echo $$ >pid; exec sleep 60")
    let form = try Victim.form(
      ["new", "--verify", verifier],
      on: .with {
        $0.folder = folder.path
        $0.output = .pipe
      })
    form.type("Kv7mQzR2\tKv7mQzR2\r")
    let pid = { readText("\(folder.path)/pid").flatMap { Int32($0.filter { !$0.isNewline }) } }
    try require(form.wait("the verifier runs") { pid() != nil }, "no verifier")
    let child = ProcessState(pid() ?? 0)
    form.signal(signal)
    try Victim.end(form)
    defer { kill(child.pid, SIGKILL) }
    return Victim.holds(within: 3, form, { child.isGone }) ? nil : "signal \(signal): the child lives"
  }

  /// Another program on the terminal switches the echo on. Keys typed once the form can know are not seen; the first
  /// may be.
  static func echo(_ round: Int) throws -> String? {
    let form = try Victim.form()
    let needle = Needle.random()
    form.send(needle.part(0, 3).bytes)
    form.settle()
    let path = form.process.terminalPath
    let status = try Completion.of("stty", ["-F", path] + (round % 2 == 0 ? ["echo"] : ["sane"])).status
    try require(status == 0 && form.settings.echoes, "there is no echo")
    if round % 3 == 0 { form.send(needle.part(3, 1).bytes) }
    guard
      Victim.holds(within: 3, form, { !form.settings.echoes && form.settings.local & UInt32(ICANON) == 0 })
    else { return "the echo stays on" }
    form.send(needle.part(4, 16).bytes)
    form.settle()
    let seen = needle.part(4, 1).text
    if form.transcript.contains(needle.part(4, 16).bytes) { return "the password was printed" }
    return form.rows.contains { $0.contains("•\(seen)") } ? "a part of it is on the screen" : nil
  }

  /// Two forms at once, or one after the other: one is refused, the other goes on.
  static func secondForm(_ round: Int) throws -> String? {
    let folder = TemporaryFolder()
    let form = { (first: String) in
      "{ \(first); $watchword new --quiet --no-dictionary >/dev/null; echo $? >>ends; }"
    }
    let late = "until test -e go; do sleep 0.05; done"
    let shell = try TerminalEmulator.shell(
      form(":") + " | " + form(round % 2 == 0 ? ":" : late), on: .with { $0.folder = folder.path })
    try require(shell.wait("a form stands") { shell.shows("[ Set password ]") }, "no form")
    _ = folder.write("", to: "go")
    let ends = { readText("\(folder.path)/ends") ?? "" }
    if !Victim.holds(within: 5, shell, { ends() == "3\n" }) { return "both forms have the terminal" }
    shell.type("Kv7mQzR2\tKv7mQzR2\r")
    return Victim.holds(within: 5, shell) { ends() == "3\n0\n" } ? nil : "the first form is harmed"
  }

  /// tmux's scrollback after a signal, without an alternate screen by the terminal's type or by its setting.
  static func scrollback(_ round: Int) throws -> String? {
    let signal = [SIGTERM, SIGHUP, SIGINT][round / 2 % 3]
    let term = round % 2 == 0 ? "vt100" : "tmux-256color"
    let screen = try TmuxScreen(
      "TERM=\(term) exec $watchword new --no-dictionary --no-animation", hasAlternateScreen: round % 2 == 0)
    let needle = Needle.random()
    screen.expect("Set password")
    try screen.type(needle.text)
    try screen.press("C-r")
    screen.expect(needle.text)
    guard let process = try screen.process else { return nil }
    kill(process.pid, signal)
    screen.expect("Pane is dead")
    return try screen.history.contains { $0.contains(needle.text) }
      ? "the password is in the scrollback" : nil
  }

  /// tmux's scrollback after an inline form, ended in each way while its text is masked or shown.
  static func inlineScrollback(_ round: Int) throws -> String? {
    let screen = try TmuxScreen(
      "seq 1 60; WATCHWORD_INLINE=1 $watchword ask --glyphs unicode >/dev/null; echo over; read end", rows: 12
    )
    let needle = Needle.random()
    screen.expect("Esc cancel")
    try screen.type(needle.text)
    screen.expect("•••")
    if round % 2 == 0 {
      try screen.press("C-r")
      screen.expect(needle.text)
    }
    switch round / 2 {
    case 0: try screen.press("Enter")
    case 1: try screen.press("Escape")
    case 2: try screen.press("C-c")
    default:
      guard let form = try screen.process?.children.first else { return "there is no form" }
      kill(form.pid, round / 2 == 3 ? SIGTERM : SIGSEGV)
    }
    screen.expect(round / 2 == 2 ? "Pane is dead" : "over")
    let history = try screen.history
    if history.contains(where: { $0.contains(needle.text) }) { return "the password is in the scrollback" }
    if history.contains(where: { $0.contains("•") }) { return "its length is in the scrollback" }
    return history.filter { Int($0) != nil } == (1...60).map(String.init) ? nil : "lines of others are lost"
  }

  static func background(_ round: Int) throws -> String? {
    let way = round % 2 == 0 ? "--ignore-signal" : "--block-signal"
    let shell = try TerminalEmulator.shell(
      "set -m; env \(way)=TTOU $watchword new --no-dictionary & echo started; read end; kill -KILL %1")
    try require(
      shell.wait("it runs") { shell.process.children.contains { $0.name == "watchword" } }, "it does not run")
    guard let process = shell.process.children.first(where: { $0.name == "watchword" }) else { return nil }
    // It may work before it waits. Then a second of waiting must take no processor time.
    _ = Victim.holds(within: 1, shell) { false }
    let before = process.ticks
    _ = Victim.holds(within: 1, shell) { false }
    let spent = process.ticks - before
    return spent > 20 ? "\(spent) hundredths of a second computed while it waits" : nil
  }

  static func windowSize(_ round: Int) throws -> String? {
    let sizes = [(65535, 65535), (65535, 1), (1, 65535), (5000, 5000), (0, 0), (1, 1)]
    let (columns, rows) = sizes[round % sizes.count]
    let isAtStart = round < sizes.count
    var stage = isAtStart ? Stage.sized(columns, rows) : Stage()
    stage.isBare = true
    stage.output = .pipe
    // A form that takes all the memory it can get must end.
    let form = try TerminalEmulator.shell("ulimit -v 1000000; exec $watchword new --no-dictionary", on: stage)
    try require(form.wait("it draws") { form.isAlternateScreen || form.hasEnded }, "it does not draw")
    form.settle()
    if !isAtStart { form.resize(columns, rows) }
    form.settle()
    let size = "\(columns) by \(rows)"
    if form.hasEnded { return "\(size): \(form.fate)" }
    let memory = Int(form.process.status("VmHWM")?.prefix { $0.isNumber } ?? "") ?? 0
    form.press(.escape)
    try Victim.end(form)
    if form.fate != .exited(1) { return "\(size): \(form.fate)" }
    return memory > 64 * 1024 ? "\(size): \(memory / 1024) MiB" : nil
  }

  static func fileLimit(_ round: Int) throws -> String? {
    let form = try TerminalEmulator.shell(
      "ulimit -f \(round); $watchword new --no-dictionary --no-animation; echo status $?; read end")
    let isDrawn = { form.shows("New password") && form.shows("[ Set password ]") }
    _ = Victim.holds(within: 2, form) { isDrawn() || form.shows("status ") }
    let isEnded = form.shows("status 3") && form.settings.isCooked && !form.isAlternateScreen
    return isDrawn() || isEnded ? nil : "limit \(round): neither a picture nor an end"
  }

  /// Limits of ulimit(1) with a command each, from the least at which a program of this size is loaded at all.
  static let underLimits: [(limit: String, command: Int)] = {
    let program = ProgramFile.path("watchword")
    func isLoaded(_ memory: Int) -> Bool {
      let script = "ulimit -v \(memory); exec \(program) --version"
      return [0, 6].contains((try? Completion.of("sh", ["-c", script]))?.status)
    }
    var (tooLittle, least) = (1_000, 500_000)
    while least - tooLittle > 100 {
      let middle = (tooLittle + least) / 2
      if isLoaded(middle) { least = middle } else { tooLittle = middle }
    }
    // With all its shared libraries the tests' own program is not always loaded in 16 KiB, before any of our code runs. The
    // release is.
    let leastStack = environment("WATCHWORD") == nil ? 32 : 16
    let limits =
      stride(from: leastStack, through: 224, by: 16).map { "-s \($0)" } + (4...10).map { "-n \($0)" }
      + stride(from: least, through: least + 12_000, by: 500).map { "-v \($0)" }
    // Ordered so that the first few are of all kinds.
    return (0..<limits.count * 3).map { (limits[$0 * 7 % limits.count], $0 / limits.count) }
  }()

  /// What cannot work under a limit says so before the first picture.
  static func limits(_ round: Int) throws -> String? {
    let (limit, command) = underLimits[round % underLimits.count]
    let errors: String
    let fate: TerminalEmulator.Fate
    if command > 0 {
      let words = ["check", "generate --count 3"][command - 1]
      let end = try Completion.of(
        "sh", ["-c", "ulimit \(limit); exec \"$0\" \(words)", ProgramFile.path("watchword")],
        input: Array("plum4Quartz!Ember9wheel\n".utf8))
      (errors, fate) = (end.errors, .exited(end.status))
    } else {
      let form = try TerminalEmulator.shell(
        "ulimit \(limit); exec $watchword new --no-animation",
        on: .with { ($0.output, $0.errors) = (.pipe, .pipe) })
      try require(
        form.wait("it asks or ends") { form.shows("New password") || form.hasEnded },
        "neither a form nor an end")
      // Without a descriptor for a screen, line mode is allowed.
      let end = form.isAlternateScreen ? "\t" : "\r"
      if !form.hasEnded { form.type("Kv7mQzR2\(end)Kv7mQzR2\r") }
      try Victim.end(form)
      if let harm = Victim.harm(to: form, secret: "\u{1B}") { return "\(limit): \(harm)" }
      (errors, fate) = (form.errorText, form.fate)
      if fate != .exited(0), form.transcript.contains(0x1B) {
        return "\(limit): \(fate), after the first picture"
      }
    }
    if fate == .exited(0) { return nil }
    let lines = errors.split(separator: "\n")
    let isSaid = lines.count == 1 && lines[0].hasPrefix("watchword: ") && !errors.contains("ulimit -f")
    return isSaid && [3, 5, 6].map(TerminalEmulator.Fate.exited).contains(fate)
      ? nil : "\(limit): \(fate), \(errors)"
  }

  /// Somebody with write access cuts the list of common words while a form is open.
  static func shortenedList(_ round: Int) throws -> String? {
    let folder = TemporaryFolder()
    let (program, list) = ("\(folder.path)/bin/watchword", "\(folder.path)/share/watchword/common-words")
    let script = "mkdir -p bin share/watchword; cp \"$0\" bin/watchword"
    let copy = try Completion.of("sh", ["-ec", script, ProgramFile.path("watchword")], folder: folder.path)
    try require(copy.status == 0, "there is no copy")
    _ = folder.write(
      try PackageFile.bytes("packaging/lists/common-words"), to: "share/watchword/common-words")
    let form = try TerminalEmulator.open(program, ["new"] + Victim.calm.dropFirst(), on: .capturing)
    try require(form.wait("the form stands") { form.shows("[ Set password ]") }, "no form")
    form.type("Schmetterling")
    form.settle()
    try require(unsafe truncate(list, [0, 5_000, 600_000][round % 3]) == 0, "the list is not cut")
    form.type("-Kv7#mQz!2x")
    form.settle()
    if form.hasEnded { return "the form has ended: \(form.fate)" }
    form.type("\tSchmetterling-Kv7#mQz!2x\r")
    try Victim.end(form)
    return form.fate == .exited(0) ? nil : "\(form.fate)"
  }
}
