import Testing
import Watchword

@testable import WatchwordOptions

struct ExitStatusTests {
  @Test func `the statuses are those of the table`() {
    #expect(
      ExitStatus.table.map(\.status) == [
        "0", "1", "2", "3", "4", "5", "6", "7", "8", "126", "127", "128+n", "other",
      ])
    #expect(ExitStatus.accepted.rawValue == 0)
    #expect(ExitStatus.cancelled.rawValue == 1)
    #expect(ExitStatus.usage.rawValue == 2)
    #expect(ExitStatus.noTerminal.rawValue == 3)
    #expect(ExitStatus.timeLimit.rawValue == 4)
    #expect(ExitStatus.unwritten.rawValue == 5)
    #expect(ExitStatus.unlocked.rawValue == 6)
    #expect(ExitStatus.refused.rawValue == 7)
    #expect(ExitStatus.partlyChanged.rawValue == 8)
    #expect(ExitStatus.unstartable.rawValue == 126)
    #expect(ExitStatus.missing.rawValue == 127)
    #expect(ExitStatus.signalled(9).rawValue == 137)
  }

  @Test func `an error has its status, and the line names the option that goes on where one does`() {
    let goesOn = "; --allow-unlocked-memory goes on"
    let errors: [(WatchwordError, WatchwordOptions.ExitStatus, String)] = [
      (.noTerminal(reason: "no tty"), .noTerminal, "no tty"),
      (.terminalGone, .noTerminal, "the terminal went away"),
      (.noMemory, .unlocked, "there is no memory for the password"),
      (.tooManyFields, .unlocked, "a form cannot have so many fields"),
      (.memoryNotLocked, .unlocked, "memory cannot be locked (ulimit -l)\(goesOn)"),
      (.memoryNotShielded, .unlocked, "memory cannot be kept out of core dumps\(goesOn)"),
      (.processNotGuarded, .unlocked, "the process cannot be kept from core dumps and tracing\(goesOn)"),
      (.tooManyRefusals, .refused, "the verifier refused what was typed too often"),
    ]
    for (error, status, line) in errors {
      #expect(ProgramError(error) == ProgramError(line, status))
    }
  }

  @Test func `each way to leave a form without an answer has its status`() throws {
    #expect(try PasswordForm.Cancellation.escape.status(onTerminalAt: nil) == .cancelled)
    #expect(try PasswordForm.Cancellation.escape.status(onTerminalAt: nil, escape: .missing) == .missing)
    #expect(try PasswordForm.Cancellation.interrupt.status(onTerminalAt: nil).rawValue == 130)
    #expect(
      throws: ProgramError("closed: no key was pressed within the time limit", .timeLimit)
    ) { try PasswordForm.Cancellation.timeout.status(onTerminalAt: nil) }
  }
}
