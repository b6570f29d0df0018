internal import CWatchwordStart
internal import CWatchwordSystem
internal import Glibc
internal import Watchword
internal import WatchwordMessages
internal import WatchwordSecrets

/// How passwords are protected on this machine.
enum Protection {
  /// Closes the memory of this process to others, for a command without a form.
  ///
  /// - Throws: Why it cannot, where `locking` asks for it.
  static func begin(_ locking: SecretMemory.Locking) throws(ProgramError) {
    do throws(SecretError) {
      try Hardening.apply()
    } catch {
      if locking == .required { throw .memory(error) }
    }
  }

  /// What `--version --verbose` says, a line each.
  static var lines: [String] { [memory, process] }

  private static var memory: String {
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

  private static var process: String {
    if geteuid() == 0 { return text("The superuser's programs can read the memory of this one.") }
    if ww_is_dumpable() { return text("Other programs of the same user can read the memory of this one.") }
    return ww_was_guarded_from_exec()
      ? text("Other programs of the same user cannot read the memory of this one.")
      : text(
        "Other programs of the same user cannot read the memory of this one, except in the first moment.")
  }
}
