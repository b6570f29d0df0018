import WatchwordBase
import WatchwordSecrets
import WatchwordSystem

extension Answer {
  /// The part of the answer that the verifier of `subject` gets on its standard input.
  func input(
    of verifier: Verifier, about subject: Submission.Subject, locking: SecretMemory.Locking
  ) throws(VerifierFailure) -> SecretBuffer {
    let format = AnswerFormat(verifier.input == .json ? .json : .lines)
    do throws(AnswerError) {
      return switch (subject, verifier.input) {
      case (.form, .json): try encode(format, locking: locking)
      case (.form, .text):
        try encode(password.map { [$0] } ?? [], names: ["password"], format, locking: locking)
      case (.field(let index), _): try encode(values.filter { $0.field == index }, format, locking: locking)
      }
    } catch {
      if case .memory = error { throw .noMemory }
      throw .unwritable
    }
  }

  /// The most bytes that the answer of `form` can take as the input of a verifier.
  ///
  /// In JSON a byte of a text, which has no control characters, becomes at most two bytes. The normal form of a new
  /// password has up to three bytes for each byte that was typed, and JSON escapes none of them.
  static func largestInput(of form: FormState) -> Int {
    values(of: form).reduce(64) { sum, value in
      let growth = form.takesNewPassword(value.field) ? 3 : 2
      return sum + value.name.utf8.count + 8 + growth * SecretText.defaultCapacity
    }
  }
}
