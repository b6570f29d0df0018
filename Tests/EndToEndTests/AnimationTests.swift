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

  /// A terminal on which a pulse is looked at.
  struct PulseTerminal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var options: [String] = []
    var size = Size(columns: 80, rows: 24)
    var environment: [String: String?] = [:]
    var shapes = "▁▂▃▄▅▆▇█"

    static let all = [
      PulseTerminal(testDescription: "24-bit colour"),
      PulseTerminal(testDescription: "256 colours", environment: ["COLORTERM": nil]),
      PulseTerminal(testDescription: "8 colours", environment: ["COLORTERM": nil, "TERM": "xterm"]),
      PulseTerminal(testDescription: "NO_COLOR", environment: ["NO_COLOR": "1"]),
      PulseTerminal(testDescription: "ASCII", options: ["--glyphs", "ascii"], shapes: "-#%@"),
      PulseTerminal(testDescription: "inline", environment: ["WATCHWORD_INLINE": nil]),
      PulseTerminal(
        testDescription: "inline, 40 columns, ASCII", options: ["--glyphs", "ascii"],
        size: Size(columns: 40, rows: 24), environment: ["WATCHWORD_INLINE": nil], shapes: "-#%@"),
      PulseTerminal(testDescription: "40x12", size: Size(columns: 40, rows: 12)),
    ]
  }

  @Test(arguments: PulseTerminal.all)
  func `B7 the whole bar rises and goes back to its part, and in a fall no cell is lit that was not`(
    _ place: PulseTerminal
  ) throws {
    let terminal = try TerminalEmulator.open(
      "watchword", ["new", "--meter", "length", "--no-dictionary"] + place.options,
      on: .with {
        $0.output = .pipe
        $0.size = place.size
        for (name, value) in place.environment { $0.environment[name] = value }
      })
    terminal.wait("the bars stand") { !terminal.barCells.isEmpty }
    terminal.settle()
    terminal.type("Abcdefghi")
    terminal.settle()
    let shapes = place.shapes.map(String.init)
    func heights(_ bar: [ScreenCell]) -> [Int] { bar.map { shapes.firstIndex(of: $0.text ?? "") ?? 0 } }
    /// What the bars look like, one after the other, from the press of a key until they are at rest.
    func looks(after press: () -> Void, until isAtRest: ([[Int]]) -> Bool) -> [[[ScreenCell]]] {
      var looks = [terminal.barCells]
      press()
      terminal.wait("the bars are at rest") {
        let bars = terminal.barCells
        if bars.count == 3, bars != looks.last { looks.append(bars) }
        return isAtRest(looks[looks.count - 1].map(heights))
      }
      return looks
    }
    func rise() -> [[ScreenCell]] {
      looks(after: { terminal.type("j") }, until: { $0[1].first == 1 && $0[1].reduce(0, +) == 1 }).map {
        $0[1]
      }
    }
    func fall() -> [[ScreenCell]] {
      looks(after: { terminal.press(.backspace) }, until: { $0[0].max() == 1 && $0[0].last == 0 })
        .map { Array($0.joined()) }
    }
    // A busy machine may skip the picture of the peak.
    var pulse = rise()
    func isPeak(_ bar: [ScreenCell]) -> Bool {
      heights(bar).max() == shapes.count - 1 && bar.last?.foreground == pulse.last?.first?.foreground
    }
    for _ in 1...20 where !pulse.contains(where: isPeak) {
      _ = fall()
      pulse = rise()
    }
    #expect(pulse.contains(where: isPeak), "at its peak it has its full colour")
    for bar in pulse where heights(bar).max() == shapes.count - 1 {
      #expect(bar.count > 1 && bar.allSatisfy { $0 == bar[0] }, "\(bar)")
    }
    let fading = fall()
    for (old, new) in zip(fading, fading.dropFirst()) {
      for (was, now) in zip(heights(old), heights(new)) { #expect(now == 0 || was > 0, "a cell lights up") }
    }
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
