import Testing
import Watchword
import WatchwordCurses
import WatchwordSecrets

/// The descriptions of the library's one error.
struct WatchwordErrorTests {
  private static let errors: [(error: WatchwordError, line: String, canBeAllowed: Bool)] = [
    (.noTerminal(reason: "TERM is not set"), "TERM is not set", false),
    (.terminalGone, "the terminal went away", false),
    (.noMemory, "there is no memory for the password", false),
    (.tooManyFields, "a form cannot have so many fields", false),
    (.memoryNotLocked, "memory cannot be locked (ulimit -l)", true),
    (.memoryNotShielded, "memory cannot be kept out of core dumps", true),
    (.processNotGuarded, "the process cannot be kept from core dumps and tracing", true),
    (.tooManyRefusals, "the verifier refused what was typed too often", false),
  ]

  @Test(arguments: errors) func `every error says what is wrong and leaves it to the caller whether to go on`(
    error: WatchwordError, line: String, canBeAllowed: Bool
  ) {
    #expect("\(error)" == line)
    #expect(error.canBeAllowed == canBeAllowed)
  }

  @Test func `the errors of memory keep their meaning, also those that the terminal had`() {
    let errors: [(SecretError, WatchwordError)] = [
      (.notMapped(errno: 12), .noMemory), (.notLocked(errno: 12), .memoryNotLocked),
      (.notShielded(errno: 22), .memoryNotShielded), (.tooMany, .tooManyFields), (.full, .noMemory),
      (.controlCharacter, .noMemory),
    ]
    for (inner, outer) in errors {
      #expect(WatchwordError.memory(inner) == outer)
      #expect(Ending.unusable(.memory(inner)).failure == outer)
    }
    #expect(WatchwordError.memory(.notGuarded(errno: 1)) == .processNotGuarded)
    let unset = TerminalError.noType
    #expect(Ending.unusable(unset).failure == .noTerminal(reason: "\(unset)"))
  }
}
