package import WatchwordScreen

/// How the text of one field comes to its result (reference behaviour, C2 and C6):
///
///     debounce ─► remove duplicates ─► map ─► result
///
/// A value is held back until no other has come for a while, and dropped if it equals the one validated last. It has
/// no timer and reads no clock: its owner asks for a value at the ``deadline``, maps it, and sets the ``result``.
package struct Validation: Equatable, Sendable {
  private let delay: Duration
  /// The fingerprint of the field's own text, once the text has changed.
  var fingerprint: Fingerprint?
  /// The value that is held back.
  private var waiting: ValidationSubject?
  /// The value that was validated last.
  private var last: ValidationSubject?
  /// When the value that is held back is due; `nil` when none is.
  package private(set) var deadline: Instant?
  /// The result of the value validated last.
  package internal(set) var result: ValidationResult

  /// Makes a validation.
  ///
  /// - Parameters:
  ///   - delay: How long after its arrival the last value is validated.
  ///   - result: The result before the first validation.
  package init(debounce delay: Duration, startingWith result: ValidationResult) {
    self.delay = delay
    self.result = result
  }

  /// Takes the value that stands for the text from `now` on.
  package mutating func send(_ value: ValidationSubject, at now: Instant) {
    waiting = value
    deadline = now.advanced(by: delay)
  }

  /// The value that is to be validated at `now`, if one is due and differs from the one validated last.
  package mutating func value(at now: Instant) -> ValidationSubject? {
    if let deadline, deadline <= now { flush() } else { nil }
  }

  /// The value that is to be validated at once, due or not (C10).
  package mutating func flush() -> ValidationSubject? {
    guard let value = waiting else { return nil }
    cancel()
    guard value != last else { return nil }
    last = value
    return value
  }

  /// Ends it: what waits is never validated (C9).
  package mutating func cancel() { (waiting, deadline) = (nil, nil) }
}

/// What shows a validation that a text has changed: fingerprints, since no text is kept.
package struct ValidationSubject: Equatable, Sendable {
  /// The field's own text.
  var text: Fingerprint?
  /// The text that it has to be equal to, if there is one.
  var confirmed: Fingerprint?
  /// The number of the context in which the text was judged; 0 if the context does not matter.
  var context = 0
}
