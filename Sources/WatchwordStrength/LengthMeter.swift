/// The length scale, with words of the dictionary one level lower (reference behaviour, B5 and B6).
package struct LengthMeter: Meter {
  package let scale: StrengthScale
  /// The words that count less; `nil` where there is no word list.
  package let words: (any WordList)?

  /// Makes a meter from a scale and a word list.
  ///
  /// Only texts that the scale puts above the weakest level are looked up, so a list may leave out every word of fewer
  /// code points than the scale's first threshold.
  package init(scale: StrengthScale = .length, words: (any WordList)? = nil) {
    self.scale = scale
    self.words = words
  }

  /// False: the word list is read on by the session.
  package var needsWarmUp: Bool { false }

  /// The level that the scale gives, or the one below it where `text` as a whole is a word of the list or of
  /// `context`.
  package func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
    let level = scale.level(of: count)
    var estimate = Estimate(level: level, recommendedCount: scale.thresholds.last)
    if level < .strongest { estimate.reasons.append(.short) }
    guard level > .weakest else { return estimate }
    if let origin = context.origin(of: text) {
      estimate.reasons.insert(Reason(origin), at: 0)
    } else if let words, words.contains(text) {
      estimate.reasons.insert(.word, at: 0)
    } else {
      return estimate
    }
    estimate.level = level.demoted
    return estimate
  }
}
