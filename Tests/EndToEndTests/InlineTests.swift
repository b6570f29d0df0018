import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// A shell that writes `above` and calls the program with `arguments`, in a window of `rows` rows.
private func open(
  _ arguments: String, rows: Int = 24, columns: Int = 80, above: String = "seq 1 3",
  _ change: (inout Stage) -> Void = { _ in }
) throws -> TerminalEmulator {
  try TerminalEmulator.shell(
    "\(above); $watchword \(arguments); echo status $?; read end",
    on: .with {
      $0.size = Size(columns: columns, rows: rows)
      $0.environment["WATCHWORD_INLINE"] = nil
      change(&$0)
    })
}

/// Forms in the lines below the prompt, on a terminal with scrollback.
@Suite struct InlineTests {
  private let quick = "--no-dictionary --no-animation --glyphs unicode"

  /// The lines that were ever on the main screen and are still to be seen, without the empty ones.
  private func lines(_ terminal: TerminalEmulator) -> [String] {
    (terminal.scrollback + terminal.rows).filter { !$0.isEmpty }
  }

  @Test(
    arguments: [
      ("ask --glyphs unicode", nil, true), ("ask --glyphs unicode --no-inline", nil, false),
      ("ask --glyphs unicode", "0", false),
      ("askpass 'PIN: '", nil, true), ("askpass 'PIN: '", "0", false), ("new", nil, false),
      ("new --inline", nil, true),
      ("new", "1", true), ("change", "1", true), ("sign-in", "1", true), ("sign-up", "1", true),
      ("form --field text:host", "1", true), ("new --no-inline", "1", false),
    ] as [(String, String?, Bool)])
  func `K1 who asks for it, and ask and askpass by themselves, are inline`(
    command: String, variable: String?, isInline: Bool
  ) throws {
    let terminal = try open(command) { $0.environment["WATCHWORD_INLINE"] = variable }
    terminal.expect("Esc cancel")
    #expect(terminal.isAlternateScreen != isInline)
    #expect(!isInline || terminal.rows.starts(with: ["1", "2", "3"]))
    terminal.press(.escape)
    terminal.expect("status 1")
  }

  @Test func `K1 pinentry ignores the variable`() throws {
    let terminal = try TerminalEmulator.shell(
      "seq 1 3; tty=$(tty); (echo GETPIN; sleep 30) | $watchword pinentry --ttyname $tty --ttytype $TERM >/dev/null",
      on: .with { $0.environment["WATCHWORD_INLINE"] = "1" })
    terminal.expect("Esc cancel")
    #expect(terminal.isAlternateScreen)
  }

  @Test(arguments: [(24, "seq 1 3"), (24, "seq 1 40"), (8, "seq 1 40"), (24, "seq 1 22; printf half")])
  func `K2 nothing above the form is written, erased or scrolled but to make room`(rows: Int, above: String)
    throws
  {
    let terminal = try open("ask --glyphs unicode >/dev/null", rows: rows, above: above)
    terminal.expect("Esc cancel")
    let before = lines(terminal)
    let form = try #require(terminal.position(of: "Password")?.row)
    #expect(terminal.row(form).hasPrefix("┃ Password") && form + 3 <= rows)
    terminal.type("abc")
    terminal.expect("•••", "Enter accept")
    terminal.press(.enter)
    terminal.expect("status 0")
    let numbers = lines(terminal).filter { Int($0) != nil || $0 == "half" }
    #expect(numbers == before.filter { Int($0) != nil || $0 == "half" })
    #expect(!lines(terminal).contains { $0.contains("•") || $0.contains("Esc") })
  }

  @Test(arguments: [(24, 80, 14), (20, 80, 6), (24, 50, 6)])
  func `K2 a new password has fourteen rows or six`(rows: Int, columns: Int, height: Int) throws {
    let terminal = try open("new --inline \(quick)", rows: rows, columns: columns)
    terminal.expect("Esc cancel")
    #expect(terminal.position(of: "Esc cancel")?.row == 3 + height - 1)
    terminal.type(good)
    terminal.press(.tab)
    terminal.type(good)
    terminal.press(.enter)
    terminal.expect("✓ New password (", "status 0")
    #expect(terminal.rows.starts(with: ["1", "2", "3", good]))
  }

  @Test(
    arguments: [
      ("ask --label PIN --quiet >/dev/null", ["x\r"], nil),
      ("ask --label PIN --leave-nothing >/dev/null", ["x\r"], nil),
      ("ask --label PIN >/dev/null", ["x\r"], "✓ PIN"),
      ("ask --title Backup --label PIN >/dev/null", ["x\r"], "✓ Backup"),
      ("ask --glyphs ascii --label PIN >/dev/null", ["x\r"], "[ok] PIN"),
      ("ask --label PIN", ["\u{1B}"], "– PIN: cancelled"),
      ("ask --glyphs ascii --label PIN", ["\u{1B}"], "[--] PIN: cancelled"),
      ("ask --label PIN", ["\u{3}"], nil),
      ("ask --label PIN 2>/dev/null >/dev/full", ["x\r"], "✗ PIN: not written"),
      ("ask --label PIN --timeout 0.2", [], "✗ PIN: no key for 0.2 s"),
      (
        "ask --label PIN --verify false --attempts 2", ["x\r", "|This was not accepted", "x\r"],
        "✗ PIN: refused 2 times"
      ),
      ("ask --label PIN --success Opened. -- true", ["x\r"], "✓ Opened."),
      ("ask --label PIN -- sh -c 'exit 3'", ["x\r"], "✗ PIN: sh failed"),
      ("ask --label PIN -- sh -c 'kill -9 $$' 2>/dev/null", ["x\r"], "✗ PIN: sh failed"),
      ("askpass \"ann@host's password: \" >/dev/null", ["x\r"], "✓ ann@host's password"),
      ("sign-in --user --inline >/dev/null", ["ann\t", "x\r"], "✓ Sign in"),
      (
        "change --inline --glyphs unicode >/dev/null", ["old\t", "Kv7#mQz!xW3$pL\t", "Kv7#mQz!xW3$pL\r"],
        "✓ Change password (strong)"
      ),
      (
        "new --inline --meter length --min-strength weak >/dev/null", ["Kv7mQzR2\t", "Kv7mQzR2\r"],
        "✓ New password (weak)"
      ),
      (
        "new --inline --meter length >/dev/null", ["Kv7mQzR2xy\t", "Kv7mQzR2xy\r"],
        "✓ New password (good enough)"
      ),
    ] as [(String, [String], String?)])
  func `K3 one line is left`(command: String, keys: [String], line: String?) throws {
    let terminal = try open(command, above: "trap : INT; seq 1 3")
    terminal.expect(keys.isEmpty ? "PIN" : "Esc cancel")
    for key in keys {
      if key.hasPrefix("|") { terminal.expect(String(key.dropFirst())) } else { terminal.type(key) }
    }
    terminal.expect("status ")
    let left = terminal.rows.drop { Int($0) != nil }.prefix {
      !$0.hasPrefix("status") && !$0.contains("Interrupt")
    }
    #expect(left.filter { !$0.isEmpty } == (line.map { [$0] } ?? []))
  }

  @Test(arguments: [("y", "✓ Allow use of the key? yes"), ("n", "– Allow use of the key? no")])
  func `K3 a question leaves its answer`(key: String, line: String) throws {
    let terminal = try open("askpass 'Allow use of the key? '") {
      $0.environment["SSH_ASKPASS_PROMPT"] = "confirm"
    }
    terminal.expectPressable()
    terminal.type(key)
    terminal.expect(line, "status \(key == "y" ? 0 : 1)")
    #expect(terminal.row(3) == (key == "y" ? "yes" : line))
  }

  @Test func `K3 a long label is cut to the width`() throws {
    let terminal = try open("ask --label '\(String(repeating: "wide ", count: 30))' >/dev/null", columns: 40)
    terminal.expect("Esc cancel")
    terminal.press(.escape)
    terminal.expect("status 1")
    #expect(terminal.row(3).hasPrefix("– wide wide") && terminal.row(3).hasSuffix("…: cancelled"))
  }

  @Test func `K4 a secret is shown on the alternate screen only, and no scrollback has it`() throws {
    let terminal = try open("ask --glyphs unicode >/dev/null", rows: 8, above: "seq 1 40")
    terminal.expect("Esc cancel")
    let above = terminal.rows.prefix(5)
    terminal.type("Secret1")
    terminal.expect("•••••••")
    terminal.press(.control("r"))
    terminal.expect("Secret1")
    #expect(terminal.isAlternateScreen)
    terminal.type("2")
    terminal.expect("Secret12")
    terminal.press(.control("r"))
    terminal.expect("••••••••")
    #expect(!terminal.isAlternateScreen && terminal.rows.prefix(5) == above)
    terminal.press(.function(1))
    terminal.wait("the page of keys is there") { terminal.isAlternateScreen }
    terminal.press(.escape)
    terminal.expect("••••••••")
    #expect(!terminal.isAlternateScreen && terminal.rows.prefix(5) == above)
    terminal.press(.control("r"))
    terminal.expect("Secret12")
    terminal.press(.enter)
    terminal.expect("✓ Password", "status 0")
    #expect(!lines(terminal).contains { $0.contains("Secret") || $0.contains("•") })
    #expect(!terminal.isAlternateScreen)
  }

  /// All signals that end a process and can be taken.
  private static let deadly = (1...64).filter {
    ![SIGKILL, SIGSTOP, SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH, SIGPIPE, 32, 33]
      .contains($0)
  }

  @Test(arguments: [false, true])
  func `K5 after every deadly signal the rows are gone and the modes as before`(isShown: Bool) throws {
    #expect(Self.deadly.count == 52)
    for number in isShown ? [SIGTERM, SIGSEGV, SIGHUP] : Self.deadly {
      let terminal = try open(
        "ask --glyphs unicode >/dev/null 2>&1", rows: 8, above: "trap : HUP; ulimit -c 0; seq 1 40")
      terminal.expect("Esc cancel")
      terminal.type("Secret1")
      terminal.expect("•••••••")
      if isShown {
        terminal.press(.control("r"))
        terminal.expect("Secret1")
      }
      let form = try #require(terminal.process.children.first)
      terminal.signal(number, to: form.pid)
      terminal.expect("status \(128 + number)")
      let left = lines(terminal).filter {
        Int($0) == nil && !$0.hasPrefix("status") && !$0.contains("$watchword")
      }
      #expect(
        !left.contains { $0.contains("•") || $0.contains("Secret") || $0.contains("Esc") },
        "\(number): \(left)")
      #expect(terminal.settings == terminal.settingsBefore)
      #expect(terminal.isCursorVisible && !terminal.isBracketedPaste)
      #expect(!terminal.isAlternateScreen)
    }
  }

  /// A form with three characters below a shell with job control.
  private func openByJobControl() throws -> TerminalEmulator {
    let terminal = try TerminalEmulator.jobControl()
    terminal.type("WATCHWORD_INLINE=1 $watchword ask --glyphs unicode >/dev/null\n")
    terminal.expect("Esc cancel")
    terminal.type("abc")
    terminal.expect("•••", "Enter accept")
    return terminal
  }

  @Test func `K5 control Z erases the rows, and fg draws them where the cursor is then`() throws {
    let terminal = try openByJobControl()
    terminal.press(.control("z"))
    terminal.expect("Stopped")
    terminal.expectPrompt()
    #expect(!terminal.shows("•") && !terminal.shows("Esc cancel"))
    terminal.type("echo between\n")
    terminal.expect("between")
    terminal.type("fg\n")
    terminal.expect("•••")
    let form = try #require(terminal.position(of: "•••")?.row)
    #expect(form > terminal.position(of: "between")?.row ?? 99)
    terminal.press(.enter)
    terminal.expect("✓ Password")
    terminal.expectPrompt()
    #expect(!terminal.shows("•"))
  }

  @Test(arguments: [false, true])
  func `K5 a stop from outside is handled alike, also if a key waits by then`(isWaiting: Bool) throws {
    let terminal = try openByJobControl()
    let form = try #require(terminal.process.children.first)
    terminal.signal(SIGSTOP, to: form.pid)
    terminal.expect("Stopped")
    terminal.expectPrompt()
    terminal.type(isWaiting ? "fg\nd" : "fg\n")
    terminal.wait("the form is drawn anew") {
      let rows = terminal.rows
      let drawn = rows.lastIndex { $0.hasPrefix("┃") && $0.contains(isWaiting ? "••••" : "•••") }
      return drawn ?? 0 > rows.lastIndex { $0.hasSuffix("fg") } ?? rows.count
    }
    if !isWaiting { terminal.type("d") }
    terminal.expect("••••")
    terminal.press(.escape)
    terminal.expect("– Password: cancelled")
    #expect(!terminal.shows("•"), "\(terminal.picture)")
  }

  /// The kinds are those of WezTerm, xterm 379 and Windows Terminal, and one of 256 bytes.
  @Test(arguments: [
    "65;4;6;18;22;52", "64;1;2;6;9;15;16;17;18;21;22;28", "61;4;6;7;14;21;22;23;24;28;32;42;52",
    String(repeating: "1;", count: 125) + "21",
  ]) func `K6 a terminal with a long answer gets the form inline`(kind: String) throws {
    let terminal = try open("ask --glyphs unicode") { $0.answers = .silence }
    terminal.wait("it is asked") {
      String(decoding: terminal.transcript, as: UTF8.self).contains("\u{1B}[c")
    }
    // Where the cursor is, where it is behind the first question, and the last cell.
    terminal.send(Array("\u{1B}[4;1R\u{1B}[4;1R\u{1B}[24;80R\u{1B}[?\(kind)c".utf8))
    terminal.expect("Esc cancel")
    #expect(!terminal.isAlternateScreen)
    terminal.press(.escape)
    terminal.expect("status 1")
  }

  @Test func `K6 without an answer the form takes the window and stays there`() throws {
    let terminal = try open("ask --glyphs unicode >/dev/null") { $0.answers = .silence }
    terminal.expect("Esc cancel")
    #expect(terminal.isAlternateScreen)
    terminal.send(Array("\u{1B}[?4;1R\u{1B}[4;1R\u{1B}[?62c".utf8))
    terminal.type("abc")
    terminal.expect("•••", "Enter accept")
    #expect(terminal.isAlternateScreen && terminal.bells == 0)
    terminal.resize(70, 20)
    terminal.type("d")
    terminal.expect("••••")
    #expect(terminal.isAlternateScreen)
    terminal.press(.enter)
    terminal.expect("status 0")
    #expect(terminal.row(3) == "status 0")
  }

  @Test(arguments: [
    ("xterm-256color", 24, "tput smcup"), ("xterm-256color", 24, "printf '\\033[?1049h'"),
    ("vt100", 24, "seq 1 3"),
    ("xterm-256color", 5, "seq 1 3"),
  ])
  func `K6 where no form can be inline it takes the window`(term: String, rows: Int, above: String) throws {
    let terminal = try open("ask --glyphs unicode >/dev/null", rows: rows, above: above) {
      $0.environment["TERM"] = term
    }
    terminal.expect("Password required")
    #expect(terminal.isAlternateScreen || term == "vt100")
    terminal.press(.escape)
    terminal.expect("status 1")
    #expect(!terminal.shows("cancelled"))
  }

  @Test func `K6 keys typed before the form are kept, and a cursor in the first row is found`() throws {
    let terminal = try open(
      "ask --glyphs unicode; true", above: "printf '\\033[H\\033[2Jready'; read go; printf '\\033[H'")
    terminal.expect("ready")
    terminal.type("\nSecret1")
    terminal.expect("•••••••")
    #expect(!terminal.isAlternateScreen && terminal.position(of: "•••••••")?.row == 0)
    terminal.press(.enter)
    terminal.expect("Secret1", "✓ Password")
  }

  @Test(arguments: [(60, 24), (100, 30), (80, 12), (30, 20)])
  func `K6 after a resize the form is drawn once, where it was`(columns: Int, rows: Int) throws {
    let terminal = try open("ask --glyphs unicode >/dev/null", above: "seq 1 10")
    terminal.expect("Esc cancel")
    terminal.type("abc")
    terminal.expect("•••", "Enter accept")
    terminal.resize(columns, rows)
    terminal.type("d")
    terminal.wait("the form is drawn once") {
      terminal.rows.count { $0.contains("••••") } == 1 && terminal.rows.count { $0.contains("•") } == 1
        && terminal.rows.count { $0.contains("Esc cancel") } == 1
    }
    #expect(!terminal.isAlternateScreen)
    terminal.press(.enter)
    terminal.expect("✓ Password", "status 0")
    #expect(lines(terminal).filter { Int($0) != nil } == (1...10).map(String.init))
    #expect(!terminal.rows.contains { $0.contains("•") || $0.contains("Esc cancel") })
  }

  @Test(arguments: [3, 40]) func `K7 lines of another program stay, and the form is drawn below`(above: Int)
    throws
  {
    let terminal = try open("ask --glyphs unicode >/dev/null", above: "seq 1 \(above)")
    terminal.expect("Esc cancel")
    terminal.type("abc")
    terminal.expect("•••", "Enter accept")
    terminal.scribble("a message\n")
    terminal.expect("a message")
    // The pause after which a form asks where the cursor is.
    let start = ContinuousClock.now
    terminal.wait("a second has passed") { ContinuousClock.now - start > .milliseconds(1100) }
    terminal.type("d")
    terminal.expect("••••")
    let (message, form) = (terminal.position(of: "a message"), terminal.position(of: "••••"))
    #expect(message.map { $0.row + 1 } == form?.row)
    #expect(terminal.rows.count { $0.contains("•") } == 1)
    terminal.press(.enter)
    terminal.expect("✓ Password", "status 0", "a message")
    #expect(!lines(terminal).contains { $0.contains("•") })
    #expect(lines(terminal).filter { Int($0) != nil } == (1...above).map(String.init))
  }

  @Test func `K7 lines written just before the end stay as well`() throws {
    let terminal = try open("ask --glyphs unicode >/dev/null")
    terminal.expect("Esc cancel")
    terminal.type("abc")
    terminal.expect("•••", "Enter accept")
    terminal.scribble("a message\n")
    terminal.expect("a message")
    terminal.press(.enter)
    terminal.expect("✓ Password", "status 0", "a message")
    #expect(!terminal.shows("•"))
  }

  @Test func `K8 all that is asked before the first frame is asked at once, and that clears nothing`() throws
  {
    let terminal = try open("ask --glyphs unicode >/dev/null")
    terminal.expect("Esc cancel")
    let text = String(decoding: terminal.transcript, as: UTF8.self)
    let start = try #require(text.firstRange(of: "\u{1B}[9999B"))
    let picture = try #require(text.firstRange(of: "Password"))
    #expect(text[..<start.lowerBound].contains("\u{1B}[?1049$p"))
    let before = text[..<picture.lowerBound]
    #expect(before.ranges(of: "\u{1B}[9999B").count == 1)
    // The end of the second answer nobody waits for: that one is about the width of a character.
    #expect(before.ranges(of: "\u{1B}[c").count == 2 && before.ranges(of: "\u{1B}[6n").count == 4)
    #expect(!text.contains("\u{1B}[?1049h") && !text.contains("\u{1B}[2J") && !text.contains("\u{1B}[H"))
  }
}

/// What happens while the terminal is asked, or others have it.
@Suite struct InlineMomentTests {
  @Test func `K7 a signal that tells of no other size loses nothing that was written`() throws {
    let terminal = try open("ask --glyphs unicode >/dev/null")
    terminal.expect("Esc cancel")
    terminal.type("abc")
    terminal.expect("•••", "Enter accept")
    terminal.scribble("a message\n")
    terminal.expect("a message")
    let form = try #require(terminal.process.children.first)
    terminal.signal(SIGWINCH, to: form.pid)
    terminal.wait("the form is below") {
      terminal.position(of: "•••")?.row == terminal.position(of: "a message").map { $0.row + 1 }
    }
    terminal.press(.enter)
    terminal.expect("✓ Password", "status 0", "a message")
  }

  @Test func `K6 a key that leaves the rows while the terminal is asked is no end of the form`() throws {
    let terminal = try open("ask --glyphs unicode >/dev/null") { $0.answers = .silence }
    terminal.wait("it is asked") {
      String(decoding: terminal.transcript, as: UTF8.self).contains("\u{1B}[9999B")
    }
    terminal.press(.control("r"))
    terminal.expect("Esc cancel")
    terminal.send(Array("\u{1B}[?4;1R\u{1B}[4;1R\u{1B}[?62c".utf8))
    terminal.type("abc")
    terminal.expect("abc")
    terminal.press(.control("c"))
    terminal.wait("it has ended") { terminal.hasEnded || terminal.shows("status") }
  }

  /// libvterm loses lines of the main screen if a window gets lower while the other screen is shown.
  @Test(arguments: [(60, 24), (100, 24), (100, 30)])
  func `K4 K5 an end on the alternate screen after a resize leaves nothing, and all that was there`(
    columns: Int, rows: Int
  ) throws {
    let terminal = try open("ask --glyphs unicode >/dev/null", above: "trap : INT; seq 1 40")
    terminal.expect("Esc cancel")
    terminal.type("Secret1")
    terminal.expect("•••••••")
    terminal.press(.function(1))
    terminal.wait("the page of keys is there") { terminal.isAlternateScreen }
    terminal.resize(columns, rows)
    terminal.press(.control("c"))
    terminal.expect("status 130")
    let all = (terminal.scrollback + terminal.rows).filter { !$0.isEmpty }
    #expect(!all.contains { $0.contains("Esc cancel") || $0.contains("Secret") })
    #expect(all.filter { Int($0) != nil } == (1...40).map(String.init))
    #expect(!terminal.isAlternateScreen)
  }

  @Test(arguments: [("ask", 11, 24), ("ask", 40, 5), ("new --inline", 20, 8)])
  func `K6 a form that had to take the window is inline again where it has room`(
    command: String, columns: Int, rows: Int
  ) throws {
    let terminal = try open("\(command) --glyphs unicode >/dev/null")
    terminal.expect("Esc cancel")
    terminal.type("abc")
    terminal.expect("•••")
    terminal.resize(columns, rows)
    terminal.wait("it takes the window") { terminal.isAlternateScreen }
    terminal.resize(80, 24)
    terminal.wait("it is inline again") { !terminal.isAlternateScreen && terminal.shows("•••") }
    terminal.type("d")
    terminal.expect("••••")
    terminal.press(.escape)
    terminal.expect("cancelled", "status 1")
  }

  @Test func `K6 a window that changes before the first frame is no reason to erase anything later`() throws {
    let terminal = try open("ask --glyphs unicode >/dev/null") { $0.answers = .silence }
    terminal.wait("it is asked") {
      String(decoding: terminal.transcript, as: UTF8.self).contains("\u{1B}[9999B")
    }
    terminal.resize(70, 20)
    terminal.expect("Esc cancel")
    terminal.type("abc")
    terminal.expect("•••", "Enter accept")
    terminal.press(.enter)
    terminal.expect("status 0")
    #expect(terminal.rows.starts(with: ["1", "2", "3"]))
  }

  @Test func `K3 what is printed without a newline does not run into the line`() throws {
    let terminal = try open("ask --glyphs unicode --no-newline")
    terminal.expect("Esc cancel")
    terminal.type("Secret1\r")
    terminal.expect("status 0")
    #expect(terminal.rows.prefix(5) == ["1", "2", "3", "Secret1", "✓ Password"])
  }

  @Test(arguments: [("--no-inline", "1", false), ("--inline", "0", true), ("", "1", true), ("", "0", false)])
  func `K1 the command line comes before the environment, and that before the files`(
    option: String, variable: String, isInline: Bool
  ) throws {
    let folder = TemporaryFolder()
    _ = folder.write("no-inline\n", to: "watchword.conf")
    let terminal = try open("new \(option)") {
      $0.environment["WATCHWORD_INLINE"] = variable
      $0.environment["WATCHWORD_OPTIONS"] = isInline ? "--no-inline" : "--inline"
    }
    terminal.expect("Esc cancel")
    #expect(terminal.isAlternateScreen != isInline)
  }
}

/// Terminals that print questions, and scroll regions.
@Suite struct InlineHarmTests {
  @Test(arguments: [
    ("ask", "", Stage.Answers.printing), ("ask", "prompt>", .printing), ("ask", "prompt>", .kind),
    ("ask", String(repeating: "wide", count: 18), .printing), ("ask --no-inline", "prompt>", .printing),
    ("ask", "prompt>", .printedQuestion), ("new --inline", "prompt>", .printing),
    ("ask --no-inline", "prompt>", .printedQuestion),
  ])
  func `K2 what a terminal prints of the questions stays nowhere`(
    command: String, prompt: String, answers: Stage.Answers
  ) throws {
    let terminal = try open(
      "\(command) --leave-nothing >/dev/null; echo", above: "seq 1 3; printf '\(prompt) '"
    ) {
      ($0.answers, $0.environment["COLORFGBG"]) = (answers, nil)
    }
    terminal.expect("Esc cancel")
    #expect(terminal.isAlternateScreen == (answers == .printedQuestion || command.contains("no-inline")))
    #expect(!terminal.rows.contains { $0.contains("11;?") || $0.contains("pp") })
    #expect(terminal.isAlternateScreen || terminal.row(3) == prompt)
    terminal.type("a")
    terminal.press(.escape)
    terminal.expect("status 0")
    #expect(terminal.row(3) == prompt)
  }

  @Test(arguments: ["ask --leave-nothing", "ask --no-inline", "new --inline --leave-nothing"])
  func `K2 what stands right of the cursor stays on a terminal that prints nothing`(command: String) throws {
    let terminal = try open(
      "\(command) >/dev/null; echo", above: "seq 1 3; printf 'Password: [    ]\rPassword: ['")
    terminal.expect("Esc cancel")
    terminal.press(.escape)
    terminal.expect("status 0")
    #expect(terminal.row(3) == "Password: [    ]")
  }

  /// A bar in the last row below the scroll region, as apt draws it.
  private let bar =
    "printf '\\n\\0337\\033[1;23r\\0338\\033[1A\\0337\\033[24;1HProgress: [ 50%%]\\0338'"

  @Test(arguments: [("ask", 3), ("ask", 40), ("new --inline", 40), ("new --inline", 20)])
  func `K2 a form stays above the end of the scroll region, which it does not change`(
    command: String, above: Int
  ) throws {
    let terminal = try open(
      "\(command) --glyphs unicode >/dev/null", above: "seq 1 \(above); \(bar)"
    ) { $0.lastRow = 22 }
    terminal.expect("Esc cancel")
    #expect(!terminal.isAlternateScreen && terminal.row(23) == "Progress: [ 50%]")
    let start = terminal.transcript.count
    terminal.type("abc")
    terminal.expect("•••")
    terminal.press(.escape)
    terminal.expect("cancelled", "status 1")
    #expect(terminal.row(23) == "Progress: [ 50%]" && !terminal.shows("Esc cancel"))
    let all = (terminal.scrollback + terminal.rows).filter { Int($0) != nil }
    #expect(all == (1...above).map(String.init))
    #expect(!String(decoding: terminal.transcript[start...], as: UTF8.self).contains(/\e\[[0-9;]*r/))
  }

  @Test func `K6 a scroll region that ends too high for a form has it take the window`() throws {
    let terminal = try open("ask >/dev/null", above: "seq 1 3; printf '\\0337\\033[1;10r\\0338'") {
      $0.lastRow = 9
    }
    terminal.expect("Esc cancel")
    #expect(terminal.isAlternateScreen)
  }

  @Test(arguments: [3, 40])
  func `K6 without an answer the cursor, the lines above and the bar stay where they are`(above: Int) throws {
    let terminal = try open(
      "ask --no-inline --quiet >/dev/null", above: "seq 1 \(above); \(bar)"
    ) { _ in }
    terminal.expect("Esc cancel")
    terminal.press(.escape)
    terminal.expect("status 1")
    let silent = try open("ask --quiet >/dev/null", above: "seq 1 \(above); \(bar)") {
      ($0.lastRow, $0.answers) = (22, .silence)
    }
    silent.expect("Esc cancel")
    silent.press(.escape)
    silent.expect("status 1")
    #expect(silent.rows == terminal.rows && silent.scrollback == terminal.scrollback)
  }

  /// libvterm keeps its rows in another width.
  @Test(arguments: [[50], [50, 80], [30, 60], [60, 45, 30]], [false, true])
  func `K2 where rows are not wrapped anew, nothing above is touched`(widths: [Int], isSecond: Bool) throws {
    let terminal = try open("new --inline --glyphs unicode >/dev/null", above: "seq 1 8")
    terminal.expect("Esc cancel")
    terminal.type("abcdef")
    if isSecond { terminal.press(.tab) }
    terminal.expect("••••••")
    for width in widths { terminal.resize(width, 24) }
    terminal.press(.escape)
    terminal.expect("cancelled", "status 1")
    #expect(terminal.rows.prefix(8) == (1...8).map(String.init)[...])
    #expect(!terminal.shows("•") && !terminal.shows("Esc cancel"))
  }

  @Test func `K2 where nothing answers any more, nothing above is touched`() throws {
    let terminal = try open("new --inline --glyphs unicode >/dev/null", above: "seq 1 8")
    terminal.expect("Esc cancel")
    terminal.type("abcdef")
    terminal.press(.tab)
    terminal.expect("••••••")
    terminal.fallSilent()
    terminal.resize(50, 24)
    terminal.wait("it takes the window") { terminal.isAlternateScreen }
    terminal.press(.escape)
    terminal.expect("status 1")
    #expect(terminal.rows.prefix(8) == (1...8).map(String.init)[...])
  }
}

/// The same inside real tmux, which wraps its rows anew in another width.
@Suite(.programs("tmux")) struct InlineTmuxTests {
  @Test func `K4 K6 a form inside tmux is inline, and its scrollback has nothing of it`() throws {
    let screen = try TmuxScreen(
      "seq 1 60; WATCHWORD_INLINE=1 $watchword ask --glyphs unicode >/dev/null; echo status $?; read end",
      rows: 12)
    screen.expect("Esc cancel", "60")
    try screen.type("Secret1")
    screen.expect("•••••••")
    try screen.press("C-r")
    screen.expect("Secret1", "hide")
    try screen.press("C-r")
    screen.expect("•••••••", "60")
    try screen.press("Enter")
    screen.expect("✓ Password", "status 0")
    let history = try screen.history
    #expect(history.filter { Int($0) != nil } == (1...60).map(String.init))
    #expect(
      !history.contains { $0.contains("•") || $0.contains("Secret") || $0.contains("Esc cancel") },
      "\(history)")
  }

  @Test(
    arguments: [
      [[50]], [[50], [80], [50], [80]], [[30, 60], [80]], [[70], [60], [45], [80]], [[65]],
      [[40], [80], [40]],
      [[30, 60]],
    ], [false, true])
  func `K5 after any number of narrowings nothing of a form stands above it`(
    steps: [[Int]], isSecond: Bool
  ) throws {
    // tmux wraps its rows anew a moment before it tells the program. What the program writes in that moment stands in
    // rows that have moved. So nothing may be left to write: no pulse, no later picture and no reason after a pause.
    let screen = try TmuxScreen(
      "seq 1 5; WATCHWORD_INLINE=1 $watchword new --glyphs unicode --no-animation >/dev/null; "
        + "echo status $?; read end")
    screen.expect("Esc cancel")
    try screen.type("abcdef")
    screen.expect("••••••", "marked part")
    if isSecond {
      try screen.press("Tab")
      screen.expect("✗ Press ^G")
      try screen.type("abcdef")
      screen.expect("┃ ••••••")
    }
    for (number, widths) in steps.enumerated() {
      try screen.resize(widths)
      try screen.type("g")
      // In 40 and 50 columns the level's words have the counter's room.
      let counter = widths.last == 50 || widths.last == 40 ? "•" : "\(isSecond ? 6 : 7 + number) of 8-32"
      screen.expect(String(repeating: "•", count: 7 + number), counter)
    }
    try screen.press("Escape")
    screen.expect("status 1")
    // What tmux has pushed into the scrollback nobody can erase.
    let left = screen.rows.filter { !$0.isEmpty }
    #expect(left.suffix(2) == ["– New password: cancelled", "status 1"])
    #expect(left.dropLast(2).allSatisfy { Int($0) != nil }, "\(left)")
    #expect(try screen.history.starts(with: (1...5).map(String.init)))
  }
}
