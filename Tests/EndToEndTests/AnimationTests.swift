import TestSupport
import Testing
import WatchwordScreen

/// The pulse of the bars, with the length meter, and what else is written.
@Suite struct AnimationTests {
  private func form(_ options: String...) throws -> TerminalEmulator {
    let terminal = try TerminalEmulator.open(
      "watchword", ["new", "--meter", "length", "--no-dictionary"] + options, on: .capturing)
    terminal.expect("New password")
    terminal.settle()
    return terminal
  }

  private func written(_ terminal: TerminalEmulator, since start: Int) -> String {
    String(decoding: terminal.transcript[start...], as: UTF8.self)
  }

  /// The output of a pulse, up by a tenth character or down without it. Tries again until the peak is there, at most 20
  /// times: a busy machine skips pictures, but no picture has a peak that is too low.
  private func pulse(up isUp: Bool, on terminal: TerminalEmulator) -> String {
    var pulse = ""
    for attempt in 1...20 where !pulse.contains("█") {
      for isUp in attempt == 1 ? [isUp] : [!isUp, isUp] {
        let start = terminal.transcript.count
        if isUp { terminal.type("j") } else { terminal.press(.backspace) }
        terminal.expect(isUp ? "Could be stronger" : "Too weak")
        terminal.settle()
        pulse = written(terminal, since: start)
      }
    }
    return pulse
  }

  @Test
  func
    `B7 with the length meter on a change the bar of the level reached grows fourfold and comes back, colours crossing over`()
    throws
  {
    let terminal = try form()
    terminal.type("Abcdefghi")
    terminal.expect(row: "9 of 8-32")
    terminal.settle()
    #expect(terminal.bars.map(\.shape) == ["▂", "▁", "▁"])
    let pulse = pulse(up: true, on: terminal)
    #expect(terminal.bars.map(\.shape) == ["▂", "▂", "▁"])
    #expect(pulse.contains("█"), "at its peak it is four times as high as at rest")
    let steps = ["▃", "▄", "▅", "▆", "▇"].filter { pulse.contains($0) }
    #expect(steps.count >= 2, "it grows by steps: \(steps)")
    let colors = Set(
      pulse.split(separator: "38;2;").dropFirst().map { $0.prefix { $0.isNumber || $0 == ";" } })
    #expect(colors.count > 2, "colours cross over: \(colors)")
  }

  @Test func `B7 with WATCHWORD_MOTION=off the bars change at once`() throws {
    let terminal = try TerminalEmulator.open(
      "watchword", ["new", "--meter", "length", "--no-dictionary"],
      on: .with {
        $0.output = .pipe
        $0.environment["WATCHWORD_MOTION"] = "off"
      })
    terminal.expect("Set password")
    terminal.settle()
    let start = terminal.transcript.count
    terminal.type("Abcdefghij")
    terminal.expect("Could be stronger")
    terminal.settle()
    #expect(!["▃", "▄", "▅", "▆", "▇", "█"].contains { written(terminal, since: start).contains($0) })
  }

  @Test func `B7 with the length meter a change downwards is animated too`() throws {
    let terminal = try form()
    terminal.type("Abcdefghij")
    terminal.expect("Could be stronger")
    terminal.settle()
    let pulse = pulse(up: false, on: terminal)
    #expect(pulse.contains("█"))
    #expect(terminal.bars.map(\.shape) == ["▂", "▁", "▁"])
  }

  @Test func `B7 with the length meter nothing animates when the level stays`() throws {
    let terminal = try form()
    terminal.type("A")
    terminal.settle()
    let start = terminal.transcript.count
    terminal.type("bcd")
    terminal.expect(row: "4 of 8-32")
    terminal.settle()
    #expect(!written(terminal, since: start).contains { "▃▄▅▆▇█".contains($0) })
  }

  @Test func `B7 with the length meter a further change takes over, and the last one counts`() throws {
    let terminal = try form()
    for _ in 0..<5 {
      terminal.type("Abcdefghij")
      terminal.press(.control("u"))
    }
    terminal.type("Abcdefghijabcdefghij")
    terminal.expect("Strong password")
    terminal.settle()
    #expect(terminal.bars.map(\.shape) == ["▂", "▂", "▂"])
  }

  @Test func `B7 with the length meter the animation never delays a key`() throws {
    let terminal = try form()
    terminal.type("Abcdefghij")
    terminal.expect("Could be stronger")
    terminal.type("k")
    terminal.wait("the key is there before the bars are at rest") { terminal.text(of: .new).count == 11 }
    let start = terminal.transcript.count
    terminal.settle()
    #expect(terminal.transcript.count > start, "the pulse went on after the key")
  }

  @Test func `--no-animation changes the bars at once`() throws {
    let terminal = try form("--no-animation")
    let start = terminal.transcript.count
    terminal.type("Abcdefghij")
    terminal.expect("Could be stronger")
    terminal.settle()
    #expect(!written(terminal, since: start).contains("█"))
    #expect(terminal.bars.map(\.shape) == ["▂", "▂", "▁"])
  }

  @Test func `with nothing to animate it sleeps for good, and a key is one wake-up`() throws {
    let terminal = try form()
    terminal.type("A")
    terminal.settle()
    #expect(terminal.process.isAsleepForGood != false)
    let before = terminal.process.wakeUps
    terminal.type("B")
    terminal.settle()
    #expect(terminal.process.wakeUps - before <= 3)
  }

  @Test func `a key that changes no level and no criterion costs at most 40 bytes`() throws {
    let terminal = try form()
    terminal.type("a")
    terminal.settle()
    for _ in 0..<5 {
      let start = terminal.transcript.count
      terminal.type("b")
      terminal.settle()
      #expect(terminal.transcript.count - start <= 40, "\(written(terminal, since: start).debugDescription)")
    }
  }
}
