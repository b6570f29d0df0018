internal import CWatchwordStart
internal import CWatchwordSystem
internal import Glibc
internal import WatchwordBase
package import WatchwordSecrets

/// How passwords are protected on this machine.
package enum ProgramProtection {
  /// Closes the memory of this process to others, for a command without a form. Throws only if `locking` is required.
  package static func begin(_ locking: SecretMemory.Locking) throws(ProgramError) {
    do throws(SecretError) {
      try Hardening.apply()
    } catch {
      if locking == .required { throw .memory(error) }
    }
  }

  /// The kind of memory that holds passwords, for `--version --verbose`.
  package static var memory: String {
    do throws(SecretError) {
      return switch try SecretBuffer(capacity: 0, locking: .ifPossible).memory.guarding {
      case .secret: text("Passwords lie in secret memory (memfd_secret).")
      case .locked: text("Passwords lie in locked memory; there is no secret memory (memfd_secret).")
      case .none(let error):
        text(
          "Passwords do not lie in locked memory: {reason}.",
          ["reason": ProgramError.memory(error).line ?? ""])
      }
    } catch {
      return text("Passwords have no memory: {reason}.", ["reason": ProgramError.memory(error).line ?? ""])
    }
  }

  /// The remark that the program's list of common words is missing.
  package static var lackOfWords: String {
    text("The list of common words is missing: only words of English make a password easier to guess.")
  }

  /// Who can read the memory of the process, for `--version --verbose`.
  package static var process: String {
    if geteuid() == 0 { return text("The superuser's programs can read the memory of this one.") }
    if ww_is_dumpable() { return text("Other programs of the same user can read the memory of this one.") }
    return ww_was_guarded_from_exec()
      ? text("Other programs of the same user cannot read the memory of this one.")
      : text(
        "Other programs of the same user cannot read the memory of this one, except in the first moment.")
  }
}
