import Glibc
public import Secrets

/// Why a command gave no answer.
public enum CheckFailure: Error, Equatable, CustomStringConvertible, Sendable {
  /// It cannot be started, for instance with ENOENT, EACCES or ENOEXEC.
  case cannotStart(SystemError)
  /// There is no memory for its output.
  case memory(SecretError)
  /// A signal ended it, see signal(7).
  case signalled(Int32)
  /// It took longer than this, in milliseconds.
  case timedOut(Int)
  /// It was cancelled.
  case cancelled
  /// Its exit status is unknown, since another part of this process has waited for it.
  case statusLost

  /// The reason, as a line without an end mark. It holds nothing that was entered or that the command wrote.
  public var description: String {
    switch self {
    case .cannotStart(let error): "The check cannot be started: \(error)"
    case .memory: "The check cannot be started: there is no locked memory for it"
    case .signalled(let number): "The check was ended by a signal: \(CheckFailure.name(ofSignal: number))"
    case .timedOut(let milliseconds): "The check took longer than \(CheckFailure.seconds(milliseconds)) s"
    case .cancelled: "The check was cancelled"
    case .statusLost: "The check ended, but its exit status is unknown"
    }
  }

  private static func name(ofSignal number: Int32) -> String {
    guard let text = unsafe strsignal(number) else { return "\(number)" }
    return unsafe String(cString: text)
  }

  /// The time in seconds, without zeros at its end.
  private static func seconds(_ milliseconds: Int) -> String {
    let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    guard rest != 0 else { return "\(whole)" }
    var digits = "\(1000 + rest)".dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}
