import WatchwordBase

/// sudo's log of typed input (sudoers(5), log_input). sudo omits passwords from the log. It recognises them by a prompt
/// in the output just before.
package enum SudoLog {
  /// The end of a write that sudo takes for a password prompt and the terminal ignores: a meaningless OSC command.
  /// PuTTY and rxvt would print an APC (ECMA-48), and tmux would use it as a title.
  private static let prompt = Array("\u{1B}]7777;password:\u{1B}\\".utf8)
  /// The terminals that ignore that command, by the start of their type.
  private static let swallowing = ["xterm", "rxvt", "putty", "vte", "tmux", "screen", "linux"]

  /// Whether sudo runs the process, so that there may be a log.
  package static var isPossible: Bool { environmentVariable("SUDO_COMMAND") != nil }

  /// What every write ends with while a secret is typed; empty if not needed or not possible.
  static func tail(for type: String) -> [UInt8] { isPossible && canHide(on: type) ? prompt : [] }

  /// Whether typed text can be kept out of the log on a terminal of `type`.
  package static func canHide(on type: String) -> Bool {
    swallowing.contains { type.utf8.starts(with: $0.utf8) }
  }
}
