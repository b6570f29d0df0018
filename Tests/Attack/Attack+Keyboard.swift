import Glibc
import TestSupport
import Testing

/// Attacks from the keyboard's end of the terminal: keys pressed before a question, bytes that are no text, and answers
/// of the terminal.
extension Attack {
  /// A question for a user who has typed a line for the shell, or for the question before.
  static func typeAhead(_ round: Int) throws -> String? {
    let line = round / 5 % 2 == 0 ? "ls\r" : "y\r"
    let isPlain = round / 10 % 2 == 1
    let answered: String?
    if round % 5 < 3 {
      let command = ["CONFIRM", "MESSAGE", "CONFIRM --one-button"][round % 5]
      let pinentry = try PinentryStage()
      pinentry.nameTerminal()
      if isPlain { pinentry.ask("OPTION ttytype=dumb", ["OK"]) }
      pinentry.ask("SETDESC Sure?", ["OK"])
      try type(line, beforeQuestionOn: pinentry.terminal)
      pinentry.send(command)
      answered = try answers(pinentry.terminal) { !pinentry.isSilent } ? command : nil
    } else {
      let folder = TemporaryFolder()
      let kind = round % 5 == 3 ? "confirm" : "none"
      let form = try TerminalEmulator.shell(
        "until test -e go; do sleep 0.05; done; exec $watchword askpass Sure?",
        on: .with {
          $0.folder = folder.path
          $0.output = .pipe
          $0.environment["SSH_ASKPASS_PROMPT"] = kind
          if isPlain { $0.environment["TERM"] = "dumb" }
        })
      try type(line, beforeQuestionOn: form)
      _ = folder.write("", to: "go")
      answered = try answers(form) { form.hasEnded } ? "askpass \(kind)" : nil
    }
    return answered.map { "\($0)\(isPlain ? " in lines" : ""): answered by what was typed before" }
  }

  private static func type(_ line: String, beforeQuestionOn terminal: TerminalEmulator) throws {
    terminal.type(line)
    try require(terminal.wait("it is typed") { terminal.unreadInput == line.utf8.count }, "nothing waits")
  }

  /// Whether the question is answered after it was asked.
  private static func answers(_ terminal: TerminalEmulator, _ isAnswered: () -> Bool) throws -> Bool {
    try require(terminal.wait("it asks") { terminal.shows("Sure?") || isAnswered() }, "no question")
    terminal.settle()
    return isAnswered()
  }

  private static let sentence = "Not taken: not a character of this terminal's encoding"

  /// Text with a byte of another character set, which must not become a password.
  static func typeBytes(_ round: Int) throws -> String? {
    let isPlain = round / 4 % 2 == 1
    let form: TerminalEmulator
    var pinentry: PinentryStage?
    switch round % 4 {
    case 0, 1:
      let stage = try PinentryStage()
      stage.nameTerminal()
      if isPlain { stage.ask("OPTION ttytype=dumb", ["OK"]) }
      if round % 4 == 1 { stage.ask("SETREPEAT Again", ["OK"]) }
      stage.send("GETPIN")
      (form, pinentry) = (stage.terminal, stage)
    default:
      form = try TerminalEmulator.open(
        "watchword", round % 4 == 2 ? ["askpass", "PIN: "] : ["ask", "--label", "PIN"],
        on: .with {
          $0.output = .pipe
          if isPlain { $0.environment["TERM"] = "dumb" }
        })
    }
    try require(form.wait("it asks") { form.shows("PIN") }, "no form")
    form.settle()
    form.send(Array("a".utf8) + [0xE9] + Array("b\r".utf8))
    form.settle()
    if form.hasEnded || pinentry?.isSilent == false { return "what is left of a text was taken" }
    return form.shows(sentence) ? nil : "nothing says that a character was not taken"
  }

  /// The answers about background and kind, in 8-bit sequences or byte by byte.
  static func answerSlowly(_ round: Int) throws -> String? {
    let form = try Victim.form(
      on: .with {
        $0.answers = .silence
        $0.environment["COLORFGBG"] = nil
      })
    let color = "11;rgb:0000/0000/0000", kind = "?64;1;2c"
    let escape: [UInt8] = [0x1B]
    let rows: [(bytes: [UInt8], pause: UInt32)] = [
      (Array("\u{9D}\(color)\u{9C}\u{9B}\(kind)".utf8), 0),
      ([0x9D] + Array(color.utf8) + [0x9C, 0x9B] + Array(kind.utf8), 0), ([0x9B] + Array(kind.utf8), 30),
      (escape + Array("]\(color)".utf8) + escape + Array("\\".utf8) + escape + Array("[\(kind)".utf8), 30),
      (escape + Array("[\(kind)".utf8), 200),
    ]
    let row = rows[round % rows.count]
    // The first byte comes at once, after more than a second, or shortly before the form stops waiting.
    usleep([0, 1_300_000, 2_300_000][round / rows.count % 3])
    if row.pause == 0 {
      form.send(row.bytes)
    } else {
      for byte in row.bytes where !form.hasEnded {
        form.send([byte])
        form.wait("it is sent") { form.unreadInput == 0 }
        usleep(row.pause * 1000)
      }
    }
    form.settle()
    if form.hasEnded { return "variant \(round % rows.count): the form ended" }
    return form.shows("•") ? "variant \(round % rows.count): typed into the field" : nil
  }

  /// A picture for another window size leaves a scroll region behind when the form ends.
  static func scrollRegion(_ round: Int) throws -> String? {
    let shell = try TerminalEmulator.shell(
      "printf 'one\\ntwo '; $watchword new --no-dictionary --no-animation 2>/dev/null; printf three; read end"
    )
    try require(shell.wait("the form stands") { shell.shows("[ Set password ]") }, "no form")
    shell.type("a")
    try require(shell.wait("it is judged") { shell.shows("Too weak") }, "not judged")
    shell.scribble("\u{1B}[1;12r")
    let signal = [SIGTERM, SIGSEGV, 0][round % 3]
    if signal == 0 { shell.press(.escape) }
    for form in shell.process.children where signal > 0 { shell.signal(signal, to: form.pid) }
    try require(shell.wait("it has ended") { shell.shows("three") }, "it has not ended")
    if shell.row(1).prefix(9) != "two three" { return "the cursor is elsewhere" }
    shell.scribble("\u{1B}[HTOP\u{1B}[999;1H\r\n\n")
    return Victim.holds(within: 2, shell) { !shell.shows("TOP") } ? nil : "the shell scrolls in a part"
  }
}
