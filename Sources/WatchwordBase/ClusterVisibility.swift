/// Decides, scalar by scalar, which parts of a grapheme cluster are drawn as a substitute glyph: characters that show
/// nothing, or that change how their neighbours look, such as those that reverse the writing direction. All widths and
/// all drawing rely on this one decision. Joiners and selectors that belong to a visible character are drawn with it.
package struct ClusterVisibility {
  /// What was last drawn unchanged.
  private enum Last: Int { case nothing, character, selector, joiner }

  private var last = Last.nothing
  private var tagsLeft = 0

  package init() {}

  /// Whether `scalar`, the next scalar of the cluster, is drawn as a substitute glyph of one column.
  package mutating func needsSign(for scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x21...0x7E: last = .character
    case 0x09: return true
    // A selector changes the look of the character before it, a joiner joins it to the next one. One of each is enough;
    // a row of them would be invisible text.
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x180B...0x180D, 0x180F: return !follows(as: .selector)
    case 0x200C...0x200D: return !follows(as: .joiner)
    // The tags of a flag. The black flag is their only base (UTS #51, emoji tag sequences).
    case 0xE0020...0xE007F where tagsLeft > 0: tagsLeft -= 1
    default:
      if scalar.isInvisible { return true }
      if !scalar.isWhiteSpace { last = .character }
      if scalar == "\u{1F3F4}" { tagsLeft = Self.tagsOfFlag }
    }
    return false
  }

  /// A region code has at most six letters (ISO 3166-2), and one tag ends them.
  private static let tagsOfFlag = 7

  private mutating func follows(as part: Last) -> Bool {
    guard last != .nothing, last.rawValue < part.rawValue else { return false }
    last = part
    return true
  }
}
