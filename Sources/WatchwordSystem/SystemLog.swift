internal import CWatchwordSystem
import Glibc
import WatchwordBase

/// The system's log, see syslog(3). Its lines stay English, so that a filter finds them.
package enum SystemLog {
  package static func write(_ line: String) { unsafe ww_log(line) }

  /// Says that a requirement has kept an option from the user.
  package static func write(refusal: String) { write("\(refusal), user \(user)") }

  /// Who runs this process, as in `ann (1000)`.
  package static var user: String { "\(harmless(accountName(of: getuid()))) (\(getuid()))" }

  /// At most 200 bytes of `text`, without anything that could end a line or a quotation.
  package static func harmless(_ text: String) -> String {
    var room = 200
    let start = text.escaped.prefix { character in
      room -= character.utf8.count
      return room >= 0
    }
    return String(start.map { $0 == "\"" ? "'" : $0 })
  }
}
