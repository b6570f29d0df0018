import WatchwordStrength

/// What is said about a new password: bars, words beside them, and why it is no stronger (B3 and B4).
///
/// The first letter draws no criticism, and the reason does not change with every key. The bars come with the third
/// character, the words once the text is long enough or is no longer weak. After a pause, or when the field is left, all
/// of it comes.
struct StrengthRemarks: Equatable, Sendable {
  /// Whether bars are lit. From then on they follow every key.
  private(set) var hasBars = false
  /// Whether there are words beside the bars. From then on they follow every key.
  var hasWords = false
  /// The estimate from which the reason is taken.
  private(set) var reason: Estimate?
  /// The grapheme clusters that the reason is about, wherever they are now; `nil` if they are unknown or edited.
  private(set) var part: Range<Int>?
  /// Whether the part that the reason is about was edited since.
  private(set) var isPartEdited = false

  static let pause = Duration.milliseconds(800)
  /// How many characters light the first bar.
  private static let charactersForBars = 3

  /// Follows a judgement of a text of `count` characters. Words come at once if the text has the `least` length, if the
  /// estimate brings its own words, and with the bars of a level above the weakest. A change of level drops the reason.
  mutating func follow(_ estimate: Estimate?, count: Int, least: Int) {
    guard let estimate else { return self = StrengthRemarks() }
    if count >= least || estimate.words != nil { hasWords = true }
    if hasWords || count >= Self.charactersForBars { hasBars = true }
    if hasBars, estimate.level > .weakest { hasWords = true }
    if reason?.level != estimate.level { (reason, part, isPartEdited) = (nil, nil, false) }
  }

  /// Moves the part with an edit before it, and gives it up if the edit may be inside. `nil` is an unknown edit.
  mutating func movePart(with edit: TextEdit?) {
    guard let old = part else { return }
    part = edit.flatMap { $0.place(of: old) }
    isPartEdited = part == nil
  }

  mutating func take(_ estimate: Estimate?) {
    (hasBars, hasWords, reason) = (estimate != nil, estimate != nil, estimate)
    (part, isPartEdited) = (estimate?.reasons.first?.range, false)
  }
}

/// An edit of a text. All numbers count grapheme clusters.
struct TextEdit {
  /// What was replaced.
  let range: Range<Int>
  let inserted: Int
  /// How many clusters the text grew: 1 for a typed letter, 0 if the letter before takes an accent.
  let growth: Int

  /// Where the clusters at `range` of the old text are now; `nil` if the edit may have changed them.
  func place(of part: Range<Int>) -> Range<Int>? {
    guard growth == inserted - range.count else { return nil }
    if range.lowerBound >= part.upperBound { return part }
    return range.upperBound <= part.lowerBound
      ? part.lowerBound + growth..<part.upperBound + growth : nil
  }
}
