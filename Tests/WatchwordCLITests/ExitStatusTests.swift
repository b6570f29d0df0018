import Testing
import Watchword

@testable import WatchwordOptions

struct ExitStatusTests {
  @Test func `an error has its status, and the line names the option that goes on where one does`() {
    let goesOn = "; --allow-unlocked-memory goes on"
    let errors: [(WatchwordError, WatchwordOptions.ExitStatus, String)] = [
      (.noTerminal(reason: "no tty"), .noTerminal, "no tty"),
      (.terminalGone, .noTerminal, "the terminal went away"),
      (.noMemory, .noProtectedMemory, "there is no memory for the password"),
      (.tooManyFields, .noProtectedMemory, "a form cannot have so many fields"),
      (.memoryNotLocked, .noProtectedMemory, "memory cannot be locked (ulimit -l)\(goesOn)"),
      (.memoryNotShielded, .noProtectedMemory, "memory cannot be kept out of core dumps\(goesOn)"),
      (
        .processNotGuarded, .noProtectedMemory,
        "the process cannot be kept from core dumps and tracing\(goesOn)"
      ),
      (.tooManyRefusals, .refused, "the verifier refused what was typed too often"),
    ]
    for (error, status, line) in errors {
      #expect(ProgramError(error) == ProgramError(line, status))
    }
  }
}
