internal import CWatchwordSystem
internal import Glibc
internal import WatchwordCurses
internal import WatchwordSystem

/// The program that asked the agent for something, named by the agent: `PID/UID HOST`, or `PID HOST` by gpg-agent 2.2.
/// That program is watched, because the agent may go on asking after the program has ended. It also knows its own
/// terminal better than the agent, which may have been started on another.
final class PinentryOwner: Sendable {
  /// Becomes readable when the process has ended.
  let descriptor: Int32
  let process: Int32

  /// Watches the process that `text` names; `nil` if that is no process of this user on this machine.
  init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    let numbers = words.first?.split(separator: "/").map(String.init) ?? []
    guard words.count == 2, String(words[1]) == ProcessNames.host, (1...2).contains(numbers.count),
      let process = Int32(numbers[0]), process > 0,
      numbers.dropFirst().allSatisfy({ uid_t($0) == geteuid() })
    else { return nil }
    descriptor = ww_process_open(process)
    self.process = process
    // If the process began after this one, it has reused the number of the program that asked, which has ended.
    guard descriptor >= 0, let facts = ProcessFacts(process), ProcessFacts.user(of: process) == geteuid(),
      !hasEnded, let start = ProcessFacts(getpid())?.start, facts.start <= start
    else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  var hasEnded: Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&ready, 1, 0) > 0
  }

  /// The terminal for a dialog of this program, and the terminal's type if known; `nil` if it is not known. If the
  /// agent names a terminal too (`hasOther`), also `nil` for gpg: gpg has told the agent its choice, other programs
  /// have not.
  func terminal(hasOther: Bool) -> (device: String, type: String?)? {
    guard ProcessFacts.sharesFiles(process), let facts = ProcessFacts(process),
      !hasOther || !["gpg", "gpg2", "gpgsm"].contains(facts.name)
    else { return nil }
    let type = ProcessFacts.variable("TERM", of: process)
    // If the shell had no terminal, GPG_TTY is an error text from tty(1) instead of a path.
    if let chosen = ProcessFacts.variable("GPG_TTY", of: process), chosen.hasPrefix("/") {
      return (chosen, type)
    }
    guard facts.group == facts.foreground else { return nil }
    return TerminalDevice.path(of: facts.terminal).map { ($0, type) }
  }
}
