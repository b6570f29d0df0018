import TestSupport
import Testing
import WatchwordScreen

/// The strength bars with the length meter (B).
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
}
