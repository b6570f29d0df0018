/// The length scale, with words of the lists one level lower (B5, B6).
package struct LengthMeter: Meter {
  package let scale: StrengthScale
  /// A text that is one of these words counts one level lower.
  package let words: [any WordList]

  /// A text on the weakest level is not looked up, since it cannot sink lower. So lists may omit words of fewer code
  /// points than the first threshold.
  package init(scale: StrengthScale = .length, words: [any WordList] = []) {
    self.scale = scale
    self.words = words
  }

  /// False: the session, not the meter, reads the word lists.
  package var needsWarmUp: Bool { false }

  /// The level of the scale, or the one below if `text` is a word of the lists or of `context`.
  package func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
    let level = scale.level(of: count)
    var estimate = Estimate(level: level, scale: scale)
    if level < .strongest { estimate.reasons.append(Reason(.short)) }
    if level > .weakest, let kind = context.reason(for: text, or: words) {
      estimate.reasons.insert(Reason(kind, at: 0..<count), at: 0)
      estimate.level = level.demoted
    }
    return estimate
  }
}
