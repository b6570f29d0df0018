import WatchwordSecrets
import WatchwordSystem

extension Answer {
  /// The part of the answer that the verifier of `subject` gets on its standard input.
  func input(
    of verifier: Verifier, about subject: Submission.Subject, locking: SecretMemory.Locking
  ) throws(VerifierFailure) -> SecretBuffer {
    let format = AnswerFormat(verifier.input.kind)
    do throws(AnswerError) {
      return switch (subject, verifier.input) {
      case (.form, .text):
        try encode(mainValue.map { [$0] } ?? [], names: ["password"], format, locking: locking)
      case (.form, _): try encode(format, locking: locking)
      case (.field(let index), _): try encode(values.filter { $0.field == index }, format, locking: locking)
      }
    } catch {
      if case .memory = error { throw .noMemory }
      throw .unwritable
    }
  }

  /// The most bytes that the answer of `form` can take as the input of `verifier`.
  ///
  /// A byte of a text, which has no control characters, becomes at most two bytes in JSON, and four in the shell. The
  /// normal form of a new password has up to three bytes for each byte that was typed, and nothing escapes them.
  static func largestInput(of form: FormState, for verifier: Verifier) -> Int {
    values(of: form).reduce(64) { sum, value in
      let growth = verifier.input == .shell ? 4 : form.takesNewPassword(value.field) ? 3 : 2
      return sum + value.name.utf8.count + 8 + growth * SecretText.defaultCapacity
    }
  }
}
