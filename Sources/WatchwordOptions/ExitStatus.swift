package import Watchword
internal import WatchwordBase
package import WatchwordCurses

extension Ending {
  /// The status of a command whose form was shown on the terminal at `path`. `escape` is the status after Escape. Only
  /// if the command `takesOptions`, an error names the option that would help.
  ///
  /// - Throws: Why the form failed, or that the time limit was over.
  package func status(
    onTerminalAt path: String?, escape: ExitStatus = .cancelled, takesOptions: Bool = true
  ) throws(ProgramError) -> ExitStatus {
    if !takesOptions, let failure { throw ProgramError("\(failure)", ProgramError(failure).status) }
    switch self {
    case .accepted: return .accepted
    case .cancelled, .answeredNo, .withdrawn: return escape
    case .secondaryPress: return .extraButton
    // The program ends by SIGINT, and with this number only if SIGINT is ignored.
    case .interrupted: return ExitStatus(rawValue: 130, interrupt: Interrupt(onTerminalAt: path))
    case .timeLimit: throw ProgramError("\(PasswordForm.Cancellation.timeout)", .timeLimit)
    case .hangUp, .refused, .unusable, .failed: throw ProgramError(failure ?? .terminalGone)
    }
  }
}

/// How the program ends. `--help`, the man page and docs/answers.md have the same table.
package struct ExitStatus: Equatable, Sendable {
  /// 0 to 255.
  package let rawValue: Int32
  /// The signal that ends the program instead, if any.
  package var interrupt: Interrupt?

  package init(rawValue: Int32, interrupt: Interrupt? = nil) {
    (self.rawValue, self.interrupt) = (rawValue, interrupt)
  }

  package static let accepted = ExitStatus(rawValue: 0)
  package static let cancelled = ExitStatus(rawValue: 1)
  package static let usage = ExitStatus(rawValue: 2)
  package static let noTerminal = ExitStatus(rawValue: 3)
  package static let timeLimit = ExitStatus(rawValue: 4)
  package static let unwritten = ExitStatus(rawValue: 5)
  package static let noProtectedMemory = ExitStatus(rawValue: 6)
  package static let refused = ExitStatus(rawValue: 7)
  /// The account has the new password, but then another part of the system refused it.
  package static let partlyChanged = ExitStatus(rawValue: 8)
  /// Records of a list may be missing from the answer, or nothing but lists is missing of what settings name.
  package static let incomplete = ExitStatus(rawValue: 9)
  /// The second button of a form was pressed, and no COMMAND was run.
  package static let extraButton = ExitStatus(rawValue: 10)
  /// The command after `--` cannot be started, as in env(1).
  package static let unstartable = ExitStatus(rawValue: 126)
  /// The command after `--` does not exist, as in env(1).
  package static let missing = ExitStatus(rawValue: 127)

  /// A password judged without a form does not pass or could not be read.
  package static let failed = cancelled

  /// There was nothing to judge or to hash: a list had no entry, or standard input no password.
  package static let noPassword = noTerminal

  /// The signal `number` ended the command after `--`.
  package static func signalled(_ number: Int32) -> ExitStatus { ExitStatus(rawValue: 128 + number) }

  package typealias Row = (status: String, meaning: String, commands: [Command])

  /// A row for each meaning of a status, with the commands that have it, the most usual one first.
  package static var table: [Row] {
    let (forms, all) = (Command.forms, Command.allCases)
    let (others, handing) = (all.filter { $0 != .run }, forms + [.generate])
    return [
      // translators: This and the next texts say what the numbers mean with which the program ends.
      (
        "0", text("accepted and written"),
        Command.answering + [.check, .generate, .hash, .policies, .config, .askpass]
      ),
      ("0", text("the password was changed"), [.passwd]),
      ("0", text("answered with yes"), [.confirm, .askpass]),
      ("0", text("gpg-agent needs nothing more"), [.pinentry]),
      ("0", text("what waited was asked, or listed"), [.agent]),
      ("1", text("cancelled by the person"), forms + [.check, .hash, .confirm, .askpass]),
      ("1", text("the password does not pass"), [.check]),
      ("1", text("answered with no"), [.confirm, .askpass]),
      ("2", text("wrong arguments"), all),
      ("2", text("a fault in the settings"), [.config]),
      ("3", text("no usable terminal"), forms + [.check, .hash, .confirm, .askpass, .agent]),
      ("3", text("an empty list"), [.check]),
      ("3", text("no password to hash"), [.hash]),
      ("3", text("no right to answer"), [.agent]),
      ("4", text("ended by the time limit"), forms + [.check, .hash, .confirm, .askpass]),
      ("5", text("the answer could not be written"), all.filter { $0 != .passwd }),
      ("5", text("it is not known which password the account has"), [.passwd]),
      ("6", text("memory could not be locked"), all),
      ("7", text("refused too often by the verifier"), Command.answering),
      ("8", text("passwd: changed on this machine, and then refused"), [.passwd]),
      ("9", text("check: records may be missing; config: only a list is missing"), [.check, .config]),
      ("10", text("left by the button of --extra-button"), Command.answering),
      ("126", text("the command behind --, or passwd, cannot be started"), handing),
      ("126", text("the command cannot be started"), [.run]),
      ("127", text("the command behind -- does not exist"), Command.handing),
      ("127", text("the command does not exist"), [.run]),
      ("128+n", text("ended by signal n (130: ^C), or that command was"), handing),
      ("128+n", text("ended by signal n (130: ^C)"), others.filter { !handing.contains($0) }),
      ("128+n", text("signal n has ended the command"), [.run]),
      // translators: All other numbers.
      (text("other"), text("that of the command behind --, or of passwd"), handing),
      (text("other"), text("that of the command"), [.run]),
    ]
  }
}
