package import WatchwordScreen
import WatchwordStrength

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
  private var waiting: ValidationSubject?
  private var last: ValidationSubject?
  /// When the value that is held back is due; `nil` when none is.
  package private(set) var deadline: Instant?
  /// When the program's own validator was asked, if it has not answered.
  private(set) var openSince: Instant?
  /// How often it was asked.
  private var questions = 0
  /// The number of the question that it has not answered; `nil` where there is none.
  var openNumber: Int? { openSince == nil ? nil : questions }
  package internal(set) var result: ValidationResult

  /// Whether a value is held back, a question is open, or a fault was found, which may wait to be shown.
  var isPending: Bool { deadline != nil || openSince != nil || result.message != nil }

  /// Makes a validation that validates the last value when `delay` has gone since it came.
  package init(debounce delay: Duration, startingWith result: ValidationResult) {
    self.delay = delay
    self.result = result
  }

  /// Takes the value that stands for the text from `now` on, and validates it again where something else has changed what
  /// it is worth.
  package mutating func send(_ value: ValidationSubject, at now: Instant, isAgain: Bool = false) {
    waiting = value
    if isAgain { last = nil }
    // What is not answered is asked again, even if the text is soon the same again.
    if openSince != nil { (openSince, last) = (nil, nil) }
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
  package mutating func cancel() { (waiting, deadline, openSince) = (nil, nil, nil) }

  /// Leaves the result open from `now` on until the program's own validator has answered. Returns the number of the
  /// question.
  mutating func open(at now: Instant) -> Int {
    questions += 1
    (result, openSince) = (.open, now)
    return questions
  }

  /// Takes the answer to question `number`. Returns whether it was still open.
  mutating func close(_ number: Int, with result: ValidationResult) -> Bool {
    guard openNumber == number else { return false }
    (self.result, openSince) = (result, nil)
    return true
  }
}

/// What shows a validation that a text has changed: fingerprints, since no text is kept.
package struct ValidationSubject: Equatable, Sendable {
  var text: Fingerprint?
  /// The text that it has to be equal to, if there is one.
  var confirmed: Fingerprint?
}

/// The result of a validation, in two parts: success and message (reference behaviour, C2).
package enum ValidationResult: Equatable, Sendable {
  case success
  /// There is no text yet, and nothing is said about it.
  case empty
  case failure(String)
  /// A list is still searched for the text, or the program's own validator is asked about it. Nothing is said meanwhile.
  case open

  init(_ validity: Validity) {
    self =
      switch validity {
      case .valid: .success
      case .invalid(let message): .failure(message)
      }
  }

  package var isSuccessful: Bool { self == .success }

  package var message: String? { if case .failure(let message) = self { message } else { nil } }
}

extension Collection<ValidationResult> {
  /// Whether a form whose fields have these results can be submitted (reference behaviour, C7).
  package var canSubmit: Bool { allSatisfy(\.isSuccessful) }
}

package typealias Validity = PasswordForm.Field.Validity

/// A validator of the program's own, for a field that is not secure. It gets the text as it was typed, once nothing else
/// is wrong with it, and never an empty one. Two are equal if they are the same one, since closures cannot be compared.
package final class FieldValidator: Equatable, Sendable {
  package enum Work: Sendable {
    /// At once. The form stands still meanwhile, so it has to be quick.
    case now(@Sendable (String) -> Validity)
    /// Later, beside the form. It is cancelled when the text changes, and when the form ends.
    case later(Start)
  }

  /// Begins to judge a text, and says once, on any thread, what came of it. Returns what cancels that.
  package typealias Start =
    @Sendable (_ text: String, _ end: @escaping @Sendable (Validity) -> Void) -> @Sendable () -> Void

  package let work: Work

  package init(_ work: Work) { self.work = work }

  package static func == (lhs: FieldValidator, rhs: FieldValidator) -> Bool { lhs === rhs }
}

/// A keyed hash of a text (SipHash). It shows whether two texts differ without keeping either of them (reference
/// behaviour, C6).
///
/// Two different texts have the same fingerprint with probability 2^-64. Without the key, which never leaves its
/// session, it says nothing about the text.
package struct Fingerprint: Equatable, Sendable {
  private let hash: Int

  package init(of text: UTF8Span, key: Key) {
    // The seed of the process is not enough: the environment can make it a constant.
    var hasher = Hasher()
    hasher.combine(key.bits)
    unsafe text.span.withUnsafeBytes { bytes in unsafe hasher.combine(bytes: bytes) }
    hash = hasher.finalize()
  }

  /// The key of fingerprints: 128 random bits from the system.
  package struct Key: Sendable {
    fileprivate let bits = UInt128.random(in: .min ... .max)

    package init() {}
  }
}

/// The form that an e-mail address must have (reference behaviour, C3).
package enum EmailAddress {
  private static let letters = ASCIIClass.upper.union(.lower)
  private static let name = letters.union(.digits).union(ASCIIClass("._%+-"))
  private static let domain = letters.union(.digits).union(ASCIIClass(".-"))

  /// Whether `text` as a whole is a name, an @, a domain, a dot and 2 to 64 letters, as "ann@example.org" is.
  package static func matches(_ text: UTF8Span) -> Bool {
    let bytes = text.span
    func areAll(_ range: Range<Int>, in members: ASCIIClass) -> Bool {
      !range.isEmpty && range.allSatisfy { members.contains(bytes[$0]) }
    }
    // An @ is in none of the classes, and a dot is not a letter, so there is only one way to read the text.
    guard let at = bytes.indices.first(where: { bytes[$0] == UInt8(ascii: "@") }),
      let dot = bytes.indices.last(where: { bytes[$0] == UInt8(ascii: ".") }), at < dot
    else { return false }
    let end = dot + 1..<bytes.count
    return areAll(0..<at, in: name) && areAll(at + 1..<dot, in: domain) && areAll(end, in: letters)
      && (2...64).contains(end.count)
  }
}
