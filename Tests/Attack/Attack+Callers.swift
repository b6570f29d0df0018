import Glibc
import TestSupport
import Testing

/// Attacks through callers of a pinentry or an askpass.
extension Attack {
  /// The program that asked the agent ends, or is not the one that is named: nobody gets what is typed for it, and no
  /// other terminal is drawn on.
  static func owner(_ round: Int) throws -> String? {
    let owner = try TerminalEmulator.shell("sleep 600; read line")
    let sleeper = { owner.process.children.first { $0.name == "sleep" } }
    try require(owner.wait("it waits") { sleeper() != nil }, "no owner")
    let process = sleeper() ?? owner.process
    let pinentry = try PinentryStage()
    let late = try pinentry.latecomer()
    let lies = [
      process.asOwner(host: "elsewhere"), process.asOwner(user: geteuid() + 1),
      late.process.asOwner(), ProcessState(-process.pid).asOwner(), pinentry.terminal.process.asOwner(),
      ProcessState(Int32.max).asOwner(),
    ]
    let isLie = round % 2 == 0
    pinentry.nameTerminal()
    let name = isLie ? lies[round / 2 % lies.count] : process.asOwner()
    pinentry.ask("OPTION owner=\(name)", ["OK"])
    pinentry.send("GETPIN")
    let asked = isLie ? pinentry.terminal : owner
    try require(asked.wait("it asks") { asked.shows("[ OK ]") }, "no form")
    let needle = Needle.random()
    asked.send(needle.bytes)
    let masks = String(repeating: "•", count: needle.bytes.count)
    try require(asked.wait("it is typed") { asked.shows(masks) }, "nothing is typed")
    kill(process.pid, SIGKILL)
    if isLie {
      asked.press(.enter)
      if pinentry.answer() != ["D \(needle.text)", "OK"] { return "\(name): no answer" }
      let isUntouched = owner.transcript.isEmpty && late.transcript.isEmpty
      return isUntouched ? nil : "\(name): another terminal is drawn on"
    }
    if pinentry.answer().last?.hasPrefix("ERR 83886179 ") != true { return "it is answered" }
    if asked.transcript.contains(needle.bytes) { return "the passphrase was printed" }
    return Victim.holds(within: 3, asked) { asked.settings.isCooked && !asked.isAlternateScreen }
      ? nil : "the form stays behind its owner"
  }

  /// An agent that sends lines instead of an answer: each key is still shown, and nothing is handed out.
  static func flood(_ round: Int) throws -> String? {
    let pinentry = try PinentryStage()
    pinentry.nameTerminal()
    let isCheck = round % 2 == 0
    for line in isCheck ? ["OPTION constraints-enforce", "SETREPEAT Again"] : ["SETQUALITYBAR"] {
      pinentry.ask(line, ["OK"])
    }
    pinentry.send("GETPIN")
    let form = pinentry.terminal
    try require(form.wait("it asks") { form.shows("[ OK ]") }, "no form")
    form.type(isCheck ? "ab\t" : "ab")
    if pinentry.answer().last?.hasPrefix("INQUIRE") != true { return "the agent is not asked" }
    let talk = Array(repeatElement(Array((round % 4 < 2 ? "# on\n" : "D x\n").utf8), count: 400).joined())
    for _ in 1...20 { pinentry.send(bytes: talk) }
    form.press(.escape)
    if !Victim.holds(within: 5, form, { !form.isAlternateScreen }) { return "no key is read" }
    return pinentry.answer().contains { $0.hasPrefix("D ") } ? "a passphrase was handed out" : nil
  }

  /// A link replaces the file that an askpass keeps, or its folder: nothing behind it is read or changed.
  static func askedLink(_ round: Int) throws -> String? {
    let folder = TemporaryFolder()
    let target = folder.write("theirs\n", to: "target")
    let isFolder = round % 2 == 1
    let link = isFolder ? "ln -s . watchword" : "mkdir watchword; ln -s ../target watchword/asked"
    let shell = try TerminalEmulator.shell(
      "\(link); for n in 1 2; do $watchword askpass 'Password: ' >/dev/null; echo over $n; read go; done",
      on: .with {
        $0.folder = folder.path
        $0.environment["XDG_RUNTIME_DIR"] = folder.path
      })
    for number in 1...2 {
      try require(shell.wait("it asks") { shell.shows("[ Continue ]") }, "no form")
      if isFolder, shell.shows("asked again") { return "what is behind the link was read" }
      shell.type("x\r")
      try require(shell.wait("it is over") { shell.shows("over \(number)") }, "no answer")
      shell.type("\r")
    }
    try Victim.end(shell)
    if readText(target) != "theirs\n" { return "the file behind the link was changed" }
    return isFolder && readText("\(folder.path)/asked") != nil ? "a file was made behind the link" : nil
  }
}
