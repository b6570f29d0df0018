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

  /// The output of a pulse, up by a tenth character. Tries again until the peak is there, at most 20 times: a busy machine
  /// skips pictures, but no picture has a peak that is too low.
  private func pulse(on terminal: TerminalEmulator) -> String {
    var pulse = ""
    for attempt in 1...20 where !pulse.contains("█") {
      if attempt > 1 {
        terminal.press(.backspace)
        terminal.expect("Too weak")
        terminal.settle()
      }
      let start = terminal.transcript.count
      terminal.type("j")
      terminal.expect("Could be stronger")
      terminal.settle()
      pulse = written(terminal, since: start)
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
    let pulse = pulse(on: terminal)
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
}
