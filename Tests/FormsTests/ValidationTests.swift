import TestSupport
import Testing
package import WatchwordScreen

@testable import Watchword

/// The steps of a validation. Times are milliseconds.
@Suite struct ValidationTests {
  private func validation(_ delay: Int = 200) -> Validation {
    Validation(debounce: .milliseconds(delay), startingWith: .empty)
  }

  @Test func `C6 a value is validated 200 ms after the last keystroke, to the millisecond`() {
    var validation = validation()
    #expect(validation.deadline == nil)
    validation.send("a", at: 1000)
    #expect(validation.deadline == 1200)
    #expect(validation.value(at: 1199) == nil)
    validation.send("ab", at: 1199)
    #expect(validation.deadline == 1399)
    #expect(validation.value(at: 1398) == nil)
    #expect(validation.value(at: 1399) == "ab")
    #expect(validation.deadline == nil)
    #expect(validation.value(at: 5000) == nil)
  }

  @Test(arguments: [0, 1, 200, 5000])
  func `C6 the delay is a setting`(_ delay: Int) {
    var validation = validation(delay)
    validation.send("a", at: 7)
    let due = Instant(milliseconds: 7 + Int64(delay))
    #expect(validation.deadline == due)
    if delay > 0 { #expect(validation.value(at: due.advanced(by: .milliseconds(-1))) == nil) }
    #expect(validation.value(at: due) == "a")
  }

  @Test func `C6 a value that equals the one validated last is not validated again`() {
    var validation = validation()
    validation.send("a", at: 0)
    #expect(validation.value(at: 200) == "a")
    validation.send("ab", at: 300)
    validation.send("a", at: 400)
    #expect(validation.value(at: 600) == nil)
    #expect(validation.deadline == nil)
    validation.send("b", at: 700)
    #expect(validation.value(at: 900) == "b")
    validation.send("a", at: 1000)
    #expect(validation.value(at: 1200) == "a")
  }

  @Test func `C10 what waits is validated at once where it is asked for, and only once`() {
    var validation = validation()
    validation.send("a", at: 0)
    #expect(validation.flush() == "a")
    #expect(validation.deadline == nil)
    #expect(validation.value(at: 200) == nil)
    #expect(validation.flush() == nil)
    validation.send("a", at: 300)
    #expect(validation.flush() == nil)
  }

  @Test func `C9 what was cancelled is never validated`() {
    var validation = validation()
    validation.send("a", at: 0)
    validation.cancel()
    #expect(validation.deadline == nil)
    #expect(validation.value(at: 1000) == nil)
    #expect(validation.flush() == nil)
  }

  @Test func `C2 an empty field is not successful and has no message`() {
    #expect(!ValidationResult.empty.isSuccessful)
    #expect(ValidationResult.empty.message == nil)
  }

  @Test func `C6 equality of secrets is decided on a hash that differs from session to session`() {
    let (key, other) = (Fingerprint.Key(), Fingerprint.Key())
    #expect(Fingerprint(of: "Secret1!".utf8Span, key: key) == Fingerprint(of: "Secret1!".utf8Span, key: key))
    #expect(Fingerprint(of: "Secret1!".utf8Span, key: key) != Fingerprint(of: "Secret1?".utf8Span, key: key))
    #expect(Fingerprint(of: "".utf8Span, key: key) != Fingerprint(of: "\0".utf8Span, key: key))
    #expect(
      Fingerprint(of: "Secret1!".utf8Span, key: key) != Fingerprint(of: "Secret1!".utf8Span, key: other))
  }

  /// The rule of a debounce in the plainest form: a value is due if none has come within the delay after it.
  @Test func `C6 arbitrary keystrokes are validated as a list of them says`() {
    var random = SeededGenerator()
    for _ in 0..<200 {
      let delay = Int.random(in: 0...20, using: &random)
      var validation = validation(delay)
      var strokes: [(time: Int, value: ValidationSubject)] = []
      var expected: [ValidationSubject] = []
      var seen: [ValidationSubject] = []
      for time in 0..<200 {
        if let last = strokes.last, last.time + delay <= time {
          if expected.last != last.value { expected.append(last.value) }
          strokes.removeAll()
        }
        let now = Instant(milliseconds: Int64(time))
        if let value = validation.value(at: now) { seen.append(value) }
        if Int.random(in: 0..<10, using: &random) == 0 {
          let value = (["a", "b"] as [ValidationSubject]).randomElement(using: &random) ?? "a"
          strokes.append((time, value))
          validation.send(value, at: now)
        }
      }
      #expect(seen == expected, "WATCHWORD_SEED=\(random.seed)")
    }
  }

  @Test func `times of the terminal are added without overflow`() {
    #expect(Instant(nanoseconds: 5).advanced(by: .nanoseconds(7)) == Instant(nanoseconds: 12))
    for far in [Duration.nanoseconds(Int64.max), Duration.seconds(Int64.max)] {
      #expect(Instant(nanoseconds: 5).advanced(by: far) == Instant(nanoseconds: .max))
      #expect(Instant(nanoseconds: -5).advanced(by: .zero - far) == Instant(nanoseconds: .min))
    }
    #expect(Instant(nanoseconds: 5).duration(to: Instant(nanoseconds: 2)) == .nanoseconds(-3))
  }

  @Test func `whole periods are counted, and none of a time to come`() {
    #expect(Duration.milliseconds(89).count(of: .milliseconds(30)) == 2)
    #expect(Duration.milliseconds(90).count(of: .milliseconds(30)) == 3)
    #expect(Duration.milliseconds(-90).count(of: .milliseconds(30)) == 0)
  }
}

/// A number is a time in milliseconds.
extension Instant: ExpressibleByIntegerLiteral {
  /// Makes the instant `milliseconds` after the start.
  package init(integerLiteral milliseconds: Int64) { self.init(milliseconds: milliseconds) }

  fileprivate init(milliseconds: Int64) { self.init(nanoseconds: milliseconds * 1_000_000) }
}

/// A text is its own fingerprint.
extension ValidationSubject: ExpressibleByStringLiteral {
  private static let key = Fingerprint.Key()

  /// Makes the subject of `text`.
  public init(stringLiteral text: String) {
    self.init(text: Fingerprint(of: text.utf8Span, key: Self.key))
  }
}
