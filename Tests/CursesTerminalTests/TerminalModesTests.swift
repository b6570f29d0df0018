import Testing

@testable import WatchwordCurses

@Suite struct TerminalModesTests {
  private static let xterm: [String: String] = [
    "cup": "\u{1B}[%i%p1%d;%p2%dH", "smkx": "\u{1B}[?1h\u{1B}=", "rmkx": "\u{1B}[?1l\u{1B}>",
    "sgr0": "\u{1B}(B\u{1B}[m", "op": "\u{1B}[39;49m", "clear": "\u{1B}[H\u{1B}[2J", "cnorm": "\u{1B}[?25h",
    "csr": "\u{1B}[%i%p1%d;%p2%dr", "sc": "\u{1B}7", "rc": "\u{1B}8", "civis": "\u{1B}[?25l",
    "smcup": "\u{1B}[?1049h", "rmcup": "\u{1B}[?1049l",
  ]

  @Test func `the modes are turned on, and off again`() {
    let modes = self.modes()
    #expect(text(modes.on) == "\u{1B}[?1h\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h")
    #expect(text(modes.off) == "\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?1l")
  }

  @Test(arguments: [
    ("\u{1B}=", "\u{1B}>", ""), ("\u{1B}[?1h\u{1B}=", "\u{1B}[?1l\u{1B}>", "\u{1B}[?1"),
    ("\u{1B}[?1h", "", ""),
    ("\u{1B}=\u{1B}[?1h", "\u{1B}>\u{1B}[?1l", "\u{1B}[?1"), ("", "", ""),
  ])
  func `the keypad is left alone, unless the terminal has said that it has codes of its own`(
    set: String, reset: String, cursorKeys: String
  ) {
    let capabilities = Self.xterm.merging(["smkx": set, "rmkx": reset]) { $1 }
    let modes = self.modes(capabilities)
    let (on, off) = cursorKeys.isEmpty ? ("", "") : (cursorKeys + "h", cursorKeys + "l")
    #expect(
      text(modes.on).hasPrefix(on + "\u{1B}[?2004h") && text(modes.off).hasSuffix("\u{1B}[?2004l" + off))
    for way in [modes.on, modes.leave, (modes.abort + modes.leave), modes.enter.showingCursor].map(text) {
      #expect(!way.contains("\u{1B}=") && !way.contains("\u{1B}>"))
    }
    let found = self.modes(capabilities, found: [66])
    #expect(text(found.on).hasPrefix(on + "\u{1B}>\u{1B}[?2004h"))
    for way in [found.off, found.leave, (found.abort + found.leave)].map(text) {
      #expect(way.contains("\u{1B}[?2004l" + off + "\u{1B}=") && !way.contains("?66"))
    }
  }

  @Test func `without the mouse its modes are left alone`() {
    let modes = self.modes(usesMouse: false)
    #expect(!text(modes.on + modes.off + modes.leave + (modes.abort + modes.leave)).contains("100"))
  }

  @Test func `a terminal that is none of ECMA-48 gets no modes that it would print`() {
    let vt52 = ["cup": "\u{1B}Y%p1%' '%+%c%p2%' '%+%c", "clear": "\u{1B}H\u{1B}J"]
    let modes = self.modes(vt52)
    #expect(modes.on.isEmpty)
    #expect(modes.off.isEmpty)
    #expect(text((modes.abort + modes.leave)) == "\u{1B}H\u{1B}J")
  }

  @Test func `restoring ends a cut sequence, erases and clears the form's screen and leaves it`() {
    let mend = text(modes().abort + modes().leave)
    #expect(mend.hasPrefix("\u{18}\u{1B}\\"))
    #expect(mend.hasSuffix("\u{1B}[999;1H\u{1B}[K\u{1B}[1J" + "\u{1B}[H\u{1B}[2J\u{1B}[?1049l"))
    for part in [
      "\u{1B}[?2004l", "\u{1B}[?1000l", "\u{1B}[?1006l", "\u{1B}[?1l", "\u{1B}[39;49m", "\u{1B}[?25h",
    ] { #expect(mend.contains(part)) }
  }

  @Test(arguments: ["csr", "sc", "rc", nil])
  func
    `every way out has the whole window scroll again, where the terminal can do so without moving the cursor`(
      missing: String?
    ) throws
  {
    let modes = self.modes(Self.xterm.filter { $0.key != missing })
    for way in [text(modes.leave), text((modes.abort + modes.leave))] {
      #expect(way.contains("\u{1B}8\u{1B}7\u{1B}[r\u{1B}8") == (missing == nil))
      #expect(way.contains("\u{1B}[r") == (missing == nil))
      #expect(way.hasSuffix("\u{1B}[?1049l"))
    }
  }

  @Test(arguments: [[], [1049]] as [Set<Int>])
  func `leaving erases every row before the screen is left, which may be the only one`(found: Set<Int>) {
    let erase = "\u{1B}[999;1H\u{1B}[K\u{1B}[1J\u{1B}[H\u{1B}[2J"
    #expect(text(modes(found: found).leave).hasSuffix(erase + (found.isEmpty ? "\u{1B}[?1049l" : "")))
    let plain = Self.xterm.filter { $0.key != "smcup" && $0.key != "rmcup" }
    #expect(text(modes(plain, found: found).leave).hasSuffix(erase))
  }

  @Test(arguments: [
    ("\u{1B}[H\u{1B}[J$<50>", "\u{1B}[H\u{1B}[J"), ("a$<2*/>b$<1.5>c", "abc"),
    ("cost $<x> $5", "cost $<x> $5"), ("$<", "$<"), ("", ""),
  ]) func `pauses are left out of terminfo's strings`(string: String, expected: String) {
    #expect(text(TerminalModes.withoutPadding(Array(string.utf8))) == expected)
  }

  @Test(arguments: [
    ([1000], "\u{1B}[?1l\u{1B}[?1000h"), ([2004], "\u{1B}[?1l\u{1B}[?2004h"), ([1], ""),
    ([1003, 1006, 1015, 2004], "\u{1B}[?1l\u{1B}[?1003h\u{1B}[?1006h\u{1B}[?1015h\u{1B}[?2004h"),
    ([1000, 1005], "\u{1B}[?1l\u{1B}[?1000h\u{1B}[?1005h"),
    ([1002, 1], "\u{1B}[?1002h"), ([1004], "\u{1B}[?1l"),
  ]) func `F6 modes that were set before are set again, on every way out`(found: [Int], end: String) {
    let modes = self.modes(found: Set(found))
    let off = "\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l" + end
    #expect(text(modes.off) == off && text(modes.on) == text(self.modes().on))
    #expect(text(modes.leave).hasPrefix(off) && text((modes.abort + modes.leave)).contains(off))
    #expect(
      text(modes.leave).hasSuffix("\u{1B}[?1049l")
        && text((modes.abort + modes.leave)).hasSuffix("\u{1B}[?1049l"))
  }

  @Test(arguments: [1049, 47, 1047])
  func `F6 a form on the caller's alternate screen is erased, and that screen stays`(mode: Int) {
    for (set, reset) in [
      ("\u{1B}[?1049h\u{1B}[22;0;0t", "\u{1B}[?1049l\u{1B}[23;0;0t"),
      ("\u{1B}7\u{1B}[?47h", "\u{1B}[2J\u{1B}[?47l\u{1B}8"),
    ] {
      let modes = self.modes(Self.xterm.merging(["smcup": set, "rmcup": reset]) { $1 }, found: [mode])
      for way in [
        modes.leave, (modes.abort + modes.leave), modes.enter.showingCursor, modes.enter.hidingCursor,
      ].map(text) {
        for part in ["47h", "47l", "49h", "49l"] { #expect(!way.contains(part), "\(way)") }
      }
      #expect(text(modes.leave).contains("\u{1B}[H\u{1B}[2J") && text(modes.screen) == set)
    }
  }

  @Test func `F6 modes are asked for, those of the screen each at the cursor`() {
    #expect(
      text(modes().screenQuestion(behind: Array("?".utf8), others: [1]))
        == "\u{1B}[6n\u{1B}7?\u{1B}[?1049$p\u{1B}[6n\u{1B}8\u{1B}[?47$p\u{1B}8\u{1B}[?1047$p\u{1B}8\u{1B}[?1$p\u{1B}8"
    )
    #expect(
      text(TerminalModes.question)
        == [1, 66, 1000, 1002, 1003, 1004, 1005, 1006, 1015, 2004].map { "\u{1B}[?\($0)$p" }.joined())
  }

  private func modes(
    _ values: [String: String] = xterm, usesMouse: Bool = true, found: Set<Int> = []
  ) -> TerminalModes {
    TerminalModes(usesMouse: usesMouse, found: found) { values[$0].map { Array($0.utf8) } }
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
