import TestSupport
import Testing
import WatchwordMessages
import WatchwordScreen

@testable import Watchword

@Suite struct GlyphSetTests {
  private static let sets = [GlyphSet.emoji, .unicode, .ascii]

  @Test func `ASCII bars and ASCII borders have no character in common`() {
    let glyphs = GlyphSet.ascii
    let borders = [glyphs.border, glyphs.activeBorder].flatMap {
      [$0.topLeft, $0.topRight, $0.bottomRight, $0.bottomLeft, $0.horizontal, $0.vertical]
    }
    #expect(Set(borders).isDisjoint(with: glyphs.barHeights + [glyphs.unlitBar]))
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
    var stage = Rehearsal(glyphs: glyphs).after("^R")
    #expect(stage.rows.contains { $0.contains(" \(masked) ") })
    #expect(stage.rows.contains { $0.contains(" \(shown) ") })
    var narrow = Rehearsal(columns: 30, rows: 24, glyphs: glyphs)
    #expect(
      !narrow.rows.contains { $0.contains("^R") } && narrow.rows.contains { $0.contains(" \(masked) ") })
  }
}
