import Strength

/// A meter that always gives one level.
struct FixedMeter: Meter {
  var answer: Level

  func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate { Estimate(level: answer) }
}

/// A few words, whose case is not ignored: the list has to do that, and this one does without.
struct FewWords: WordList {
  var words: Set<String>

  func contains(_ text: UTF8Span) -> Bool { words.contains(String(copying: text)) }
}

extension Policy {
  /// Judges a text that is no secret.
  func verdict(on text: String, meter: any Meter = LengthMeter()) -> Verdict {
    verdict(on: text.utf8Span, count: text.count, by: Judge(meter: meter))
  }
}

extension Meter {
  /// The level of a text that is no secret.
  func level(of text: String) -> Level {
    estimate(of: text.utf8Span, count: text.count, context: ContextWords()).level
  }
}
