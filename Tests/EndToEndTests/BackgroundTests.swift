import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// What the terminal says about its background, and what the form does with it.
@Suite struct BackgroundTests {
  private static let question = "\u{1B}]11;?\u{1B}\\"
  private static let dark = "\u{1B}]11;rgb:0000/2b2b/3636\u{1B}\\"
  private static let light = "\u{1B}]11;rgb:fdfd/f6f6/e3e3\u{7}"
  private static let kind = "\u{1B}[?62;22c"

  private func stage(
    _ answers: Stage.Answers, _ environment: [String: String] = [:], output: Stage.Stream = .pipe
  ) -> Stage {
    .with {
      $0.answers = answers
      $0.output = output
      $0.environment["COLORFGBG"] = nil
      $0.environment.merge(environment) { $1 }
    }
  }

  private func questions(_ terminal: TerminalEmulator) -> Int {
    terminal.text.split(separator: Self.question, omittingEmptySubsequences: false).count - 1
  }

  /// The colour of the focused field's border.
  private func border(_ terminal: TerminalEmulator) -> ScreenCell.Color? {
    terminal.cell(of: "┏")?.foreground
  }

  @Test(arguments: [
    (Self.dark, ScreenCell.Color.rgb(0x30, 0x96, 0xF0), ScreenCell.Color.rgb(0xFF, 0x8A, 0x80)),
    (Self.light, .rgb(0x05, 0x50, 0xAE), .rgb(0xA4, 0, 0)),
  ])
  func `the answer about the background gives the form its colours, words among them`(
    answer: String, accent: ScreenCell.Color, danger: ScreenCell.Color
  ) throws {
    let terminal = try TerminalEmulator.form(on: stage(.background(answer)))
    terminal.wait("it is painted in other colours") { border(terminal) == accent }
    terminal.type("a")
    terminal.press(.tab)
    terminal.expect("✗ Press ^G")
    terminal.settle()
    #expect(terminal.cell(of: "Press ^G")?.foreground == danger)
    #expect(questions(terminal) == 1)
    terminal.press(.escape)
    terminal.expectExit(1)
    #expect(terminal.unreadInput == 0)
  }

  @Test(arguments: [Stage.Answers.kind, .silence, .background("\u{1B}]11;rgb:8080/8080/8080\u{7}")])
  func `A1 without an answer that helps words keep the terminal's own colour`(answers: Stage.Answers) throws {
    let terminal = try TerminalEmulator.form(on: stage(answers))
    terminal.type("a")
    terminal.press(.tab)
    terminal.expect("✗ Press ^G")
    terminal.settle()
    #expect(terminal.cell(of: "Press ^G")?.foreground == .standard)
    #expect(border(terminal) == .rgb(0x30, 0x84, 0xE7))
    #expect(questions(terminal) == 1)
    terminal.press(.escape)
    terminal.expectExit(1)
    #expect(terminal.unreadInput == 0)
  }

  @Test(
    arguments: [
      (Stage.Answers.background(Self.light), [:], [], "○  8-32"), (.background(Self.dark), [:], [], "⚪ 8-32"),
      (.silence, ["COLORFGBG": "0;15"], [], "○  8-32"), (.silence, [:], ["--background=light"], "○  8-32"),
      (.background(Self.light), [:], ["--glyphs=emoji"], "⚪ 8-32"),
    ] as [(Stage.Answers, [String: String], [String], String)])
  func `A4 on a light background ○ stands for the white circle, unless emoji were asked for by name`(
    answers: Stage.Answers, environment: [String: String], options: [String], sign: String
  ) throws {
    let terminal = try TerminalEmulator.form(options: options, on: stage(answers, environment))
    terminal.expect(sign)
  }

  @Test(arguments: [["TERM": "linux"], ["TERM": "xterm"]])
  func `A4 nothing is dim on the Linux console and with 8 colours`(environment: [String: String]) throws {
    let terminal = try TerminalEmulator.form(on: stage(.silence, environment))
    // A description of 8 colours has italics, that of the console has none.
    terminal.expect(environment["TERM"] == "linux" ? "(New password)" : "New password")
    terminal.type("ab")
    terminal.press(.tab, .tab)
    terminal.expect("Set password")
    terminal.settle()
    for dim in ["\u{1B}[2m", "0;2m"] { #expect(!terminal.text.contains(dim)) }
  }

  @Test func `a terminal that prints the question does so where the first picture covers it`() throws {
    let usual = try TerminalEmulator.form(on: stage(.silence))
    let terminal = try TerminalEmulator.form(on: stage(.printedQuestion))
    #expect(terminal.text.contains("\u{1B}[?1049h\u{1B}[22;0;0t" + Self.question))
    for row in 0..<24 { #expect(terminal.row(row) == usual.row(row)) }
    terminal.press(.escape)
    terminal.expectExit(1)
    #expect(!terminal.shows("11;?"))
  }

  @Test func `a late answer paints what looks other than before, and nothing else`() throws {
    let terminal = try TerminalEmulator.form(on: stage(.silence))
    let count = terminal.transcript.count
    terminal.type(Self.dark + Self.kind)
    terminal.wait("it is painted in other colours") { border(terminal) == .rgb(0x30, 0x96, 0xF0) }
    terminal.settle()
    let painted = String(decoding: terminal.transcript[count...], as: UTF8.self)
    #expect(painted.contains("New password") && !painted.contains("Choose") && !painted.contains("Enter"))
  }

  @Test(arguments: [
    ("TERM", "linux"), ("TERM", "vt220"), ("NO_COLOR", "1"), ("COLORFGBG", "15;0"), ("COLORFGBG", "0;15"),
    ("", "--background=dark"), ("", "--background=light"), ("", "--color=never"),
  ])
  func `no question is asked where it would do harm or no good`(name: String, value: String) throws {
    let terminal =
      try name.isEmpty
      ? TerminalEmulator.form(value, on: stage(.silence))
      : TerminalEmulator.form(on: stage(.silence, [name: value]))
    terminal.type("x")
    terminal.settle()
    #expect(!terminal.text.contains("]11;?"))
  }

  @Test func `--background says what nobody has to be asked`() throws {
    for (kind, color) in [
      ("dark", ScreenCell.Color.rgb(0x30, 0x96, 0xF0)), ("light", .rgb(0x05, 0x50, 0xAE)),
    ] {
      let terminal = try TerminalEmulator.form("--background", kind, on: stage(.background(Self.dark)))
      #expect(border(terminal) == color)
    }
  }

  @Test func `keys that come among the answers stay in order, and no byte of an answer is typed`() throws {
    let terminal = try TerminalEmulator.form("--reveal", "always", on: stage(.silence))
    for part in ["a\u{1B}]11;rgb:00", "00/0000/0000\u{1B}", "\\b\u{1B}[?6", "2;22cc"] {
      terminal.type(part)
      terminal.wait("it is read") { terminal.unreadInput == 0 }
    }
    terminal.expect(.new, holds: "abc")
    terminal.settle()
    #expect(border(terminal) == .rgb(0x30, 0x96, 0xF0))
    // A second answer changes nothing.
    terminal.type(Self.light + Self.kind + "d")
    terminal.expect(.new, holds: "abcd")
    terminal.settle()
    #expect(border(terminal) == .rgb(0x30, 0x96, 0xF0))
  }

  @Test func `an answer while a secret is shown leaves it on the screen`() throws {
    let terminal = try TerminalEmulator.form("--reveal", "always", on: stage(.silence))
    terminal.type("secret")
    terminal.expect(.new, holds: "secret")
    terminal.type(Self.dark + Self.kind)
    terminal.wait("it is painted in other colours") { border(terminal) == .rgb(0x30, 0x96, 0xF0) }
    terminal.settle()
    terminal.expect(.new, holds: "secret")
  }

  @Test(arguments: ["escape", "signal"])
  func `an answer that comes after the form was left does not get to the shell`(end: String) throws {
    let terminal = try TerminalEmulator.shell(
      #""$watchword" new --no-dictionary --no-animation >&2; echo left; read line; echo "got <$line>""#,
      on: stage(.silence, [:], output: .terminal))
    terminal.expect("Set password")
    terminal.wait("the form is asleep") {
      terminal.process.children.first.map { ProcessState($0.pid).isAsleepForGood != false } == true
    }
    if end == "signal" {
      terminal.signal(SIGTERM, to: try #require(terminal.process.children.first).pid)
    } else {
      terminal.press(.escape)
    }
    terminal.wait("the screen is left") { !terminal.isAlternateScreen }
    terminal.type(Self.dark + Self.kind)
    terminal.expect("left")
    terminal.type("me\n")
    terminal.expect("got <me>")
    #expect(!terminal.shows("11;rgb") && !terminal.shows("62;22c"))
  }

  @Test func `an answer that comes after a suspension does not get to the shell`() throws {
    let terminal = try TerminalEmulator.jobControl(answers: .silence)
    terminal.type("$watchword new $options\n")
    terminal.expect("Set password")
    terminal.press(.control("z"))
    terminal.wait("the screen is left") { terminal.text.contains("\u{1B}[?1049l") }
    terminal.type(Self.dark + Self.kind)
    terminal.expect("Stopped")
    terminal.expectPrompt()
    #expect(!terminal.shows("11;rgb") && !terminal.shows("62;22c"))
    terminal.type("fg\n")
    terminal.expect("Set password")
    terminal.press(.escape)
    terminal.expectPrompt()
  }

  @Test(arguments: [["new"], ["sign-up"], ["form", "--field", "name", "--field", "new-password"]])
  func `a Tab between two fields sends at most 1200 bytes`(command: [String]) throws {
    for background in ["dark", "light", "auto"] {
      let terminal = try TerminalEmulator.open(
        "watchword", command + ["--no-dictionary", "--background", background],
        on: .with {
          $0.output = .pipe
          $0.environment["COLORFGBG"] = nil
        })
      terminal.wait("the form stands") { terminal.isAlternateScreen && terminal.shows("[") }
      terminal.settle()
      for _ in 0..<2 {
        let before = terminal.transcript.count
        terminal.press(.tab)
        terminal.settle()
        let count = terminal.transcript.count - before
        #expect((1...1_200).contains(count), "\(command) on \(background): \(count)")
      }
    }
  }
}

extension TerminalEmulator {
  /// Everything that the program wrote, as text.
  fileprivate var text: String { String(decoding: transcript, as: UTF8.self) }
}
