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
  /// The number of the question that the program's own validator has not answered; `nil` where there is none.
  private(set) var openNumber: Int?
  /// When that was asked last.
  private(set) var openSince = Instant(nanoseconds: 0)
  private var questions = 0
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
    // What is not answered is asked again, even if the text is soon the same again.
    if openNumber != nil { (openNumber, last) = (nil, nil) }
    deadline = now.advanced(by: delay)
  }

  /// The value that is to be validated at `now`, if one is due and differs from the one validated last.
  package mutating func value(at now: Instant) -> ValidationSubject? {
    if let deadline, deadline <= now { flush() } else { nil }
  }

  /// The value that is to be validated at once, due or not (C10).
  package mutating func flush() -> ValidationSubject? {
    guard let value = waiting else { return nil }
    (waiting, deadline) = (nil, nil)
    guard value != last else { return nil }
    last = value
    return value
  }

  /// Ends it: what waits is never validated (C9).
  package mutating func cancel() { (waiting, deadline, openNumber) = (nil, nil, nil) }

  /// Leaves the result open from `now` on until the program's own validator has answered. Returns the number of the
  /// question.
  mutating func open(at now: Instant) -> Int {
    questions += 1
    (result, openNumber, openSince) = (.open, questions, now)
    return questions
  }

  /// Takes the answer to question `number`. Returns whether it was still open.
  mutating func close(_ number: Int, with result: ValidationResult) -> Bool {
    guard openNumber == number else { return false }
    (self.result, openNumber) = (result, nil)
    return true
  }
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
