internal import CWatchwordSystem
internal import Glibc
internal import WatchwordBase
internal import WatchwordOptions
internal import WatchwordSecrets
internal import WatchwordSystem

/// Whose password to change, and with which programs.
struct PasswdCall: Equatable, Sendable {
  /// The system's passwd, never searched for.
  var program = "/usr/bin/passwd"
  /// Checks a password against /etc/shadow: of the caller's account, or of any for root.
  var helper = "/usr/sbin/unix_chkpwd"
  var shadow = "/etc/shadow"
  /// How long passwd may neither ask nor end.
  var patience = Duration.seconds(60)
  /// The account named on the command line.
  var user: String?
  /// The account to name in the form: the one from the command line, or else root's, which is easily changed by mistake.
  var named: String?
  /// The account that `helper` can be asked about; `nil` for none.
  var account: String?

  init(user: String?) {
    self.user = user
    let own = ProcessNames.account.map { String(decoding: $0.name, as: UTF8.self) }
    named = user ?? (getuid() == 0 ? own : nil)
    account = user == nil || user == own || getuid() == 0 ? user ?? own : nil
  }

  /// Identifies the account's hash in the shadow file, which only root can read; `nil` if it has none.
  func hashMark() -> Int? {
    guard let account, let (file, _) = try? openFile(shadow, atMost: 1 << 30) else { return nil }
    defer { close(file) }
    guard var lines = try? SecretLines(descriptor: file) else { return nil }
    let name = Array("\(account):".utf8)
    while (try? lines.advance()) == true {
      for index in 0..<lines.count {
        let mark: Int? = lines.withLine(index) { line in
          guard line.count > name.count, line.extracting(..<name.count).isEqual(to: name.span),
            !":!*".utf8.contains(line[name.count])
          else { return nil }
          var hasher = Hasher()
          for index in name.count..<line.count {
            if line[index] == UInt8(ascii: ":") { break }
            hasher.combine(line[index])
          }
          return hasher.finalize()
        }
        if let mark { return mark }
      }
    }
    return nil
  }

  /// - Throws: If passwd cannot be started, or would have no more rights than this process.
  func check() throws(ProgramError) {
    let error = unsafe ww_pty_check_rights(program)
    if error != 0 { throw unstartable(SystemError(number: error)) }
  }

  func unstartable(_ error: SystemError) -> ProgramError {
    if error.number == EBUSY {
      return .text(
        "another program opens the terminal that {program} asks on", ["program": program],
        status: .noTerminal)
    }
    return error.number == EPERM
      ? .text(
        "{program} cannot change a password here: it would run without the rights of root",
        ["program": program], status: .unstartable)
      : .unstartable(program, error, error.number == EMFILE ? .noTerminal : .unstartable)
  }
}
