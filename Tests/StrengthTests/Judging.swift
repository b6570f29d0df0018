import WatchwordStrength

/// A meter that always says the same.
struct FixedMeter: Meter {
  var estimate: Estimate

  init(estimate: Estimate) { self.estimate = estimate }
  init(answer: Level) { self.init(estimate: Estimate(level: answer)) }
  func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate { estimate }
}

extension Policy {
  /// Judges a text that is no secret.
  func verdict(on text: String, meter: any Meter = LengthMeter()) -> PolicyVerdict {
    verdict(on: text, by: Judge(meter: meter))
  }

  /// Judges a text that is no secret.
  func verdict(on text: String, by judge: Judge) -> PolicyVerdict {
    verdict(on: text.utf8Span, count: text.count, by: judge)
  }
}

extension PolicyVerdict {
  /// The letters whose criteria are met; `letters` has one for each criterion.
  func met(_ letters: String) -> String { String(zip(letters, 0...).filter { isMet($0.1) }.map { $0.0 }) }
}

extension Meter {
  /// The level of a text that is no secret.
  func level(of text: String) -> Level {
    estimate(of: text.utf8Span, count: text.count, context: ContextWords()).level
  }
}
