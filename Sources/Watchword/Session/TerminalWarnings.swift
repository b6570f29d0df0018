import Glibc
import WatchwordBase
import WatchwordCurses
import WatchwordSystem

extension Presentation {
  /// The name of another program in the foreground of `terminal`, which reads from it too; `nil` if there is none, or
  /// the foreground is unknown. This process, and the one that asked for the form, are no other programs.
  ///
  /// `terminal` is a device number, or `nil` if the terminal controls this process, which is then in the foreground.
  func otherReader(of terminal: UInt?) -> String? {
    guard let terminal, let own = ProcessFacts(getpid()) else { return nil }
    var asking = [own]
    if let process = caller?.process {
      guard let asker = ProcessFacts(process) else { return nil }
      asking.append(asker)
    } else {
      // Adds the ancestors, up to the process that began this session: that process waits for this one, or has gone.
      while let child = asking.last, child.session == own.session, let parent = ProcessFacts(child.parent) {
        asking.append(parent)
      }
    }
    let reader = asking.first { $0.terminal == terminal } ?? ProcessFacts.controlled(by: terminal)
    guard let group = reader?.foreground, group > 0, !asking.contains(where: { $0.group == group }) else {
      return nil
    }
    return ProcessFacts(group)?.name.replacingControls
  }
}

extension FormState {
  /// Warns about the terminal, above the fields.
  ///
  /// - Parameters:
  ///   - reader: Another program that reads from it; `nil` for none.
  ///   - type: The type of a terminal used as a screen; `nil` in line mode, because sudo's log leaves out what is typed
  ///     there.
  mutating func warn(ofReader reader: String?, onType type: String?) {
    var warnings: [String] = []
    if let reader {
      warnings.append(texts("{program} is also reading from this terminal.", ["program": reader]))
    }
    if let type, SudoLog.isPossible, !SudoLog.canHide(on: type) {
      warnings.append(texts("What you type may be recorded. Use --plain."))
    }
    guard !warnings.isEmpty else { return }
    describe { $0.alert = ([$0.alert].compactMap(\.self) + warnings).joined(separator: "\n") }
  }
}
