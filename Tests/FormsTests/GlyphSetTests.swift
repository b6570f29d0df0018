import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen

@testable import Watchword

@Suite struct GlyphSetTests {
  private static let sets = [GlyphSet.emoji, .unicode, .ascii]

  @Test func `B3 each bar of ASCII is a meter of its own where it has room, and its pulse another sign`() {
    let stage = Rehearsal(glyphs: .ascii).after("Abcdefghijklm12")
    stage.wait(milliseconds: 133)
    #expect(stage.words.contains("[########] [@@@@@@@@] [--------] Could be stronger"))
    stage.wait(milliseconds: 167)
    #expect(stage.words.contains("[########] [####----] [--------] Could be stronger"))
    for columns in 20...50 {
      let narrow = Rehearsal(columns: columns, glyphs: .ascii).after("abc wait 300ms")
      #expect(
        narrow.words.contains(["# -", "#- --", "[#"][min(narrow.layout.barWidth, 3) - 1]), "\(columns)")
    }
  }

  @Test func `B3 a bar that is not lit stands on the line of the lit ones, and is thinner`() {
    for glyphs in [GlyphSet.emoji, .unicode] {
      #expect(glyphs.unlitBar == glyphs.barHeights[0] && glyphs.unlitBar != glyphs.barHeights[1])
      #expect(glyphs.barHeights.map(\.value) == Array(0x2581...0x2588))
    }
  }

  @Test(arguments: [(GlyphSet.emoji, "⚪ ", "○  "), (.unicode, "· ", "· "), (.ascii, "[ ] ", "[ ] ")])
  func `A4 the white circle gives way to another sign where the background is light, and nothing moves`(
    glyphs: GlyphSet, dark: String, light: String
  ) {
    let stage = Rehearsal(glyphs: glyphs)
    #expect(stage.rows.contains { $0.contains(dark + "8-32 characters") })
    stage.followBackground(isLight: false)
    #expect(stage.rows.contains { $0.contains(dark + "8-32 characters") })
    stage.followBackground(isLight: true)
    #expect(stage.rows.contains { $0.contains(light + "8-32 characters") })
    #expect(stage.frame.cells.count { $0.glyph == .scalar("⚪") } == 0)
    #expect(stage.words.contains("hard to guess"))
  }

  @Test func `D2 where there are no italics a placeholder stands in parentheses`() {
    let stage = Rehearsal(showsItalics: false)
    #expect(stage.words.contains("(New password)") && stage.words.contains("(Re-enter new password)"))
    let plain = Rehearsal(FormDescription.change().makeForm(), showsItalics: false)
    #expect(!plain.words.contains("()"))
  }

  @Test(arguments: sets)
  func `B7 a bar at its peak, at rest and unlit are three shapes`(glyphs: GlyphSet) {
    let (rest, peak) = (StrengthBars.restHeight, StrengthBars.peakHeight)
    #expect(Set([glyphs.barHeights[rest - 1], glyphs.barHeights[peak - 1], glyphs.unlitBar]).count == 3)
  }

  @Test(arguments: sets) func `the spinner is no braille`(glyphs: GlyphSet) {
    #expect(glyphs.spinner.allSatisfy { !(0x2800...0x28FF).contains($0.value) })
    #expect(Set(glyphs.spinner).count > 3)
  }

  @Test(arguments: sets)
  func `the sign before an error and the sign that clears take one column, and the states differ in shape`(
    glyphs: GlyphSet
  ) {
    #expect(glyphs.error.unicodeScalars.count == 1 && glyphs.clear.unicodeScalars.count == 1)
    #expect(Set([glyphs.unmet, glyphs.met, glyphs.failed]).count == 3)
  }

  @Test(arguments: [
    (GlyphSet.emoji, "🙈 show", "👀 ^R hide"), (.unicode, "show", "^R hide"), (.ascii, "show", "^R hide"),
  ])
  func `A2 what shows and masks a field says so in a word, behind its key where the field has the focus`(
    glyphs: GlyphSet, masked: String, shown: String
  ) {
    let stage = Rehearsal(glyphs: glyphs).after("^R")
    #expect(stage.rows.contains { $0.contains(" \(masked) ") })
    #expect(stage.rows.contains { $0.contains(" \(shown) ") })
    let narrow = Rehearsal(columns: 30, rows: 24, glyphs: glyphs)
    #expect(
      !narrow.rows.contains { $0.contains("^R") } && narrow.rows.contains { $0.contains(" \(masked) ") })
  }
}
