/// Tells, scalar by scalar, what of a grapheme cluster is drawn as a sign, since it could not be seen.
///
/// What a person typed or a command wrote can hold characters that show nothing, or that change how their neighbours
/// are shown, such as those that turn the direction of writing. This is the one place that decides about them, for
/// widths and for all that is drawn. Joiners and selectors that belong to a visible character are drawn with it.
public struct ClusterVisibility {
  /// What was drawn last as it is.
  private enum Last: Int { case nothing, character, selector, joiner }

  private var last = Last.nothing
  private var tagsLeft = 0

  /// Begins a grapheme cluster.
  public init() {}

  /// Whether `scalar`, the next one of the cluster, is drawn as a sign of one column.
  public mutating func needsSign(for scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x21...0x7E: last = .character
    // A selector says how the character before it looks, a joiner whether it joins the next one: one of each is
    // enough, and a row of them would be a text that nobody sees.
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x180B...0x180D, 0x180F: return !follows(as: .selector)
    case 0x200C...0x200D: return !follows(as: .joiner)
    // The tags of a flag, of which the black one is the only base (UTS #51, emoji tag sequences).
    case 0xE0020...0xE007F where tagsLeft > 0: tagsLeft -= 1
    default:
      if Self.isInvisible(scalar) { return true }
      if !scalar.properties.isWhitespace { last = .character }
      if scalar == "\u{1F3F4}" { tagsLeft = Self.tagsOfFlag }
    }
    return false
  }

  /// A code of a region has six letters at most (ISO 3166-2), and one tag ends them.
  private static let tagsOfFlag = 7

  private mutating func follows(as part: Last) -> Bool {
    guard last != .nothing, last.rawValue < part.rawValue else { return false }
    last = part
    return true
  }

  /// Whether nothing is to be seen of `scalar` by itself. The marks of annotations and hieroglyphs are no default
  /// ignorable characters, and yet fonts show nothing of them.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xFFF9...0xFFFB, 0x13430...0x1343F: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
