package import WatchwordMessages

package enum VerifierAnswer: Equatable, Sendable {
  case accepted
  /// It may not, for the reason that the verifier gives, if it gives one.
  case refused(VerifierMessage?)
}

/// The reason of a refusal: the last line of a verifier's output that is not blank.
package struct VerifierMessage: Equatable, Sendable {
  /// The name of the field that the reason is about, `nil` when the line names none.
  package var field: String?
  /// The reason: one line, never empty, without control characters; `nil` where it quotes a secret.
  package let text: String?

  /// The most grapheme clusters that ``text`` has; the last one of a longer line is an ellipsis.
  package static let longestText = 240
}

extension Double {
  /// The number as JSON has it and people write it, without a zero that stands alone behind the point.
  package var decimal: String { description.hasSuffix(".0") ? String(description.dropLast(2)) : description }
}

package enum VerifierFailure: Error, Equatable, Sendable {
  /// It cannot be started, for instance with ENOENT, EACCES or ENOEXEC.
  case cannotStart(SystemError)
  /// There is no locked memory for its input.
  case noMemory
  /// What was typed cannot be written for it.
  case unwritable
  case signalled(Int32)
  case timedOut(Duration)
  /// Its exit status is unknown, since another part of this process has waited for it.
  case statusLost

  /// What there is to say beside the kind of the failure: the words of the operating system, or a number of seconds
  /// such as "0.5 s". `nil` where there is nothing.
  package var detail: String? {
    switch self {
    case .cannotStart(let error): return "\(error)"
    case .signalled(let number): return signalName(number)
    case .timedOut(let limit):
      // translators: A number of seconds.
      return text("{number} s", ["number": (limit / .seconds(1)).decimal])
    case .noMemory, .unwritable, .statusLost: return nil
    }
  }
}
