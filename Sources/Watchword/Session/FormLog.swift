import Glibc
import WatchwordCurses
import WatchwordSystem

/// Tells the system's log that a form was shown, and how it ended. It knows nothing of what was typed.
struct FormLog {
  private let name: String
  private var isShown = false

  /// `nil` if `presentation` wants no log.
  init?(_ form: FormDescription, _ presentation: Presentation) {
    guard presentation.isLogged else { return nil }
    let title = form.nameInLog ?? form.asker ?? form.shownTitle
    name = "form \"\(SystemLog.harmless(title.withoutCredentials))\""
  }

  /// Tells that the form is shown on the terminal of this number; `nil` is the one that controls this process.
  mutating func noteStart(on terminal: UInt?) {
    isShown = true
    let number = terminal ?? ProcessFacts(getpid())?.terminal
    let device = number.flatMap { TerminalDevice.path(of: $0, mustBeOwn: false) }.map { " on \($0)" } ?? ""
    SystemLog.write("\(name) shown to \(SystemLog.user)\(device)\(starter)")
  }

  func noteEnd(_ end: String) {
    SystemLog.write("\(name) " + (isShown ? end : "not shown to \(SystemLog.user)\(starter)"))
  }

  private var starter: String {
    let number = getppid()
    return ", started by \(SystemLog.harmless(ProcessFacts(number)?.name ?? "?")) (\(number))"
  }
}

extension String {
  /// The text without what stands between `//` and `@`, as the password in `https://ann:secret@example.org` does. Goes
  /// on to the last `@`, because a password may have one too.
  fileprivate var withoutCredentials: String {
    let scalars = unicodeScalars
    guard let start = scalars.indices.first(where: { scalars[$0...].starts(with: "//".unicodeScalars) }),
      let end = scalars[start...].lastIndex(of: "@")
    else { return self }
    return String(scalars[..<start]) + "//" + String(scalars[scalars.index(after: end)...])
  }
}
