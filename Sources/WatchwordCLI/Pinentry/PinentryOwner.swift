internal import CWatchwordSystem
internal import Glibc
internal import WatchwordCurses
internal import WatchwordSystem

/// The program that has asked the agent for what a dialog is about, as the agent names it: `PID/UID HOST`, or from
/// gpg-agent 2.2 `PID HOST`. It is watched, since the agent may ask on behind its end, and it knows its terminal better than
/// an agent that was started in another.
final class PinentryOwner: Sendable {
  /// What can be read once the process has ended.
  let descriptor: Int32
  private let process: Int32

  /// Begins to watch the process that `text` names; `nil` where that does not agree with a process of this user on this
  /// machine, or where no terminal controls it.
  init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    let numbers = words.first?.split(separator: "/").map(String.init) ?? []
    guard words.count == 2, String(words[1]) == ProcessNames.host, (1...2).contains(numbers.count),
      let process = Int32(numbers[0]), process > 0,
      numbers.dropFirst().allSatisfy({ uid_t($0) == geteuid() })
    else { return nil }
    descriptor = ww_process_open(process)
    self.process = process
    // Who has begun after this process has the number of another, which has ended.
    guard descriptor >= 0, let facts = ProcessFacts(process), !hasEnded, facts.user == geteuid(),
      facts.terminal != 0, let start = ProcessFacts(getpid())?.start, facts.start <= start
    else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  var hasEnded: Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&ready, 1, 0) > 0
  }

  /// The terminal on which a dialog for this program is drawn, and its type where that is known; `nil` for the one that the
  /// agent names, where it `hasOther`. gpg tells the agent its choice, others do not.
  func place(hasOther: Bool) -> (device: String, type: String?)? {
    guard ProcessFacts.sharesFiles(process), let facts = ProcessFacts(process),
      !hasOther || !["gpg", "gpg2", "gpgsm"].contains(facts.name)
    else { return nil }
    let type = ProcessFacts.variable("TERM", of: process)
    // Where the shell had no terminal, tty(1) has put words there.
    if let chosen = ProcessFacts.variable("GPG_TTY", of: process), chosen.hasPrefix("/") {
      return (chosen, type)
    }
    guard facts.group == facts.foreground else { return nil }
    return Caller.path(ofTerminal: facts.terminal).map { ($0, type) }
  }
}
