import TestSupport
import Testing
import WatchwordScreen

/// The strength control with the length meter: contract, part B.
@Suite struct StrengthBarTests {
  @Test
  func `B1 the label is the caption, and a blue border around field and sign is the active state`()
    throws
  {
    let terminal = try TerminalEmulator.form()
    let caption = try #require(terminal.position(of: "Enter password"))
    let row = terminal.fieldRow(.new)
    #expect(caption.row == row - 1)
    let corner = try #require(terminal.position(of: "┏"))
    #expect(corner.row == row - 1)
    #expect(terminal[corner.row, corner.column].foreground.isNear(48, 150, 240))
    let sign = try #require(terminal.signPosition(of: .new))
    #expect(corner.column < sign.column)
    #expect(try #require(terminal.position(of: "┓")).column > sign.column)
    terminal.press(.tab)
    terminal.expect(focus: .confirm)
    terminal.wait("the border has moved") {
      terminal.position(of: "┏")?.row == terminal.fieldRow(.confirm) - 1
    }
    #expect(terminal.rows.filter { $0.contains("┏") }.count == 1)
  }

  @Test(arguments: [(0, 0), (1, 1), (9, 1), (10, 2), (19, 2), (20, 3), (40, 3)])
  func `B3 B5 with the length meter nothing lights no bar, weak one, medium two, strong three`(
    length: Int, lit: Int
  )
    throws
  {
    let terminal = try TerminalEmulator.form("--meter", "length")
    terminal.type(String(repeating: "a", count: length))
    terminal.expect(row: "\(length) of 8-32")
    terminal.settle()
    let bars = terminal.bars
    try #require(bars.count == 3)
    let colors = [(237, 102, 93), (230, 181, 92), (76, 191, 99)]
    for (index, bar) in bars.enumerated() {
      let color = index < lit ? colors[index] : (208, 214, 219)
      #expect(bar.color.isNear(color.0, color.1, color.2), "bar \(index): \(bar.color)")
    }
    let shapes = Set(bars.prefix(lit).map(\.shape)).intersection(bars.dropFirst(lit).map(\.shape))
    #expect(shapes.isEmpty, "a lit and an unlit bar look alike without colour")
  }

  @Test(arguments: ["xterm-256color", "xterm", "linux"])
  func `B3 with 256 or 8 colours the bars are red, orange and green of the palette`(term: String) throws {
    let terminal = try TerminalEmulator.form(
      "--meter", "length",
      on: .with {
        $0.environment["TERM"] = term
        $0.environment["COLORTERM"] = nil
      })
    terminal.type(String(repeating: "a", count: 20))
    terminal.expect("Strong password")
    terminal.settle()
    let colors = terminal.bars.map(\.color)
    try #require(colors.count == 3)
    #expect(Set(colors.map { "\($0)" }).count == 3)
    #expect(colors.allSatisfy { if case .index = $0 { true } else { false } })
    #expect(colors[0].isReddish && colors[2].isGreenish, "\(colors)")
  }

  @Test func `B3 without colour the bars still differ in shape`() throws {
    let terminal = try TerminalEmulator.form("--color", "never")
    terminal.type("a")
    terminal.expect("Too weak")
    #expect(terminal.bars.allSatisfy { $0.color == .standard })
    #expect(Set(terminal.bars.map(\.shape)).count == 2)
  }

  @Test(arguments: [
    (1, "Too weak"), (9, "Too weak"), (10, "Could be stronger"), (19, "Could be stronger"),
    (20, "Strong password"),
  ])
  func `B4 a label beside the bars names the level of the length meter`(length: Int, words: String) throws {
    let terminal = try TerminalEmulator.form("--meter", "length")
    terminal.type(String(repeating: "é", count: length))
    terminal.expect(words, "\(length) of 8-32")
  }

  @Test
  func
    `B5 with the length meter the level is worked out after every edit, up and down, and the scale is a value`()
    throws
  {
    let terminal = try TerminalEmulator.form("--meter", "length", "--strength-scale", "2,4")
    for words in ["Too weak", "Could be stronger", "Could be stronger", "Strong password"] {
      terminal.type("a")
      terminal.expect(words)
    }
    terminal.press(.backspace)
    terminal.expect("Could be stronger")
    terminal.press(.control("u"))
    terminal.expect(gone: "stronger")
    #expect(!terminal.shows("Too weak"))
  }

  @Test func `B6 with the length meter a dictionary word is demoted by one level, whatever its case`() throws
  {
    let words = try TemporaryFile("blackboard\nincomprehensibilities\nzebra\n")
    let terminal = try TerminalEmulator.open(
      "watchword", ["new", "--meter", "length", "--no-animation", "--dictionary", words.path], on: .capturing)
    terminal.expect("New password")
    for (text, label) in [
      ("blackboard", "Too weak"), ("BlackBoard", "Too weak"), ("blackboarx", "Could be stronger"),
      ("incomprehensibilities", "Could be stronger"), ("incomprehensibilitiez", "Strong password"),
    ] {
      terminal.type(text)
      terminal.expect(label, "\(text.count) of 8-32")
      terminal.press(.control("u"))
      terminal.expect(row: "0 of 8-32")
    }
  }

  @Test func `B6 a dictionary that is named and cannot be read is status 2 before the form`() throws {
    let wrong = try Completion.of(
      "watchword", ["new", "--meter", "length", "--dictionary", "/nonexistent/words"])
    #expect(wrong.status == 2 && wrong.output == "" && wrong.errors.contains("'/nonexistent/words'"))
    #expect(wrong.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    ("Abcdefg1", "weak"), ("Abcdefghi1", "medium"), ("Abcdefghijklmnopqrs1", "strong"),
  ])
  func `B9 the result carries password and strength, written as JSON on request`(
    password: String, strength: String
  ) throws {
    let terminal = try TerminalEmulator.form("--meter", "length", "--min-strength", "weak", "--json")
    terminal.fill(password)
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == #"{"password":"\#(password)","strength":"\#(strength)"}"# + "\n")
  }

  @Test func `A14 a password that is called too weak is refused, until it is hard to guess`() throws {
    let terminal = try TerminalEmulator.form("--meter", "length")
    terminal.press(.tab)
    terminal.expect(error: "Enter your password.", below: .new)
    terminal.press(.backTab)
    terminal.type(good)
    terminal.press(.tab)
    terminal.expect(error: "Choose a stronger password.", below: .new)
    terminal.expect("Too weak", "❌ hard to guess")
    terminal.press(.backTab)
    terminal.type("xy")
    terminal.expect(error: "", below: .new)
    terminal.expect("✅ hard to guess")
    terminal.press(.tab)
    terminal.type(good + "xy")
    terminal.press(.enter)
    terminal.expectExit(0)
  }

  @Test func `A14 where weak is accepted it is called weak, and no line of the panel asks for more`() throws {
    let terminal = try TerminalEmulator.form("--min-strength", "weak", "--json")
    terminal.fill("Abcdefg1")
    terminal.expect(row: "▂", "Weak")
    #expect(!terminal.shows("Too weak") && !terminal.shows("hard to guess"))
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == #"{"password":"Abcdefg1","strength":"weak"}"# + "\n")
  }
}
