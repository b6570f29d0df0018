package import WatchwordScreen

/// How the text of one field becomes a result (C2 and C6):
///
///     debounce ─► remove duplicates ─► map ─► result
///
/// A value is held back until no other value has come for a while, and dropped if it equals the value last validated. A
/// validation has no timer and no clock: its owner asks for a value at the ``deadline``, maps the value to a result,
/// and sets the ``result``.
package struct Validation: Equatable, Sendable {
  private let delay: Duration
  /// The fingerprint of the field's own text, once the text has changed.
  var fingerprint: Fingerprint?
  private var waiting: ValidationSubject?
  private var last: ValidationSubject?
  /// When the value held back is due; `nil` if there is none.
  package private(set) var deadline: Instant?
  /// When the host's validator was asked, if it has not answered.
  private(set) var openSince: Instant?
  /// How often the host's validator was asked.
  private var questions = 0
  /// The number of the unanswered question; `nil` if there is none.
  var openNumber: Int? { openSince == nil ? nil : questions }
  package internal(set) var result: ValidationResult

  /// Whether a value is held back, a question is open, or a fault was found, which is perhaps not shown yet.
  var isPending: Bool { deadline != nil || openSince != nil || result.message != nil }

  /// Makes a validation that validates the last value once `delay` has passed since it came.
  package init(debounce delay: Duration, startingWith result: ValidationResult) {
    self.delay = delay
    self.result = result
  }

  /// Notes that the text has this `value` from `now` on. With `isAgain`, it is validated even if it equals the value
  /// last validated, because something else may have changed the result.
  package mutating func send(_ value: ValidationSubject, at now: Instant, isAgain: Bool = false) {
    waiting = value
    if isAgain { last = nil }
    // A validator that has not answered is asked again, even if the value equals the last one.
    if openSince != nil { (openSince, last) = (nil, nil) }
    deadline = now.advanced(by: delay)
  }

  /// The value to validate at `now`, if one is due and differs from the one last validated.
  package mutating func value(at now: Instant) -> ValidationSubject? {
    if let deadline, deadline <= now { flush() } else { nil }
  }

  /// The value to validate at once, due or not (C10).
  package mutating func flush() -> ValidationSubject? {
    guard let value = waiting else { return nil }
    (waiting, deadline) = (nil, nil)
    guard value != last else { return nil }
    last = value
    return value
  }

  /// Ends the validation: a value that waits is never validated (C9).
  package mutating func cancel() { (waiting, deadline, openSince) = (nil, nil, nil) }

  /// Leaves the result open from `now` on until the host's validator answers. Returns the number of the question.
  mutating func open(at now: Instant) -> Int {
    questions += 1
    (result, openSince) = (.open, now)
    return questions
  }

  /// Takes the answer to the open question.
  mutating func close(with result: ValidationResult) { (self.result, openSince) = (result, nil) }
}

/// What tells a validation that a text has changed: fingerprints, since no text is kept.
package struct ValidationSubject: Equatable, Sendable {
  var text: Fingerprint?
  /// For a confirm field, the fingerprint of the text that its own has to equal.
  var confirmed: Fingerprint?
}
