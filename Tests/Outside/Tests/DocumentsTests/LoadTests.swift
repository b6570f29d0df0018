import Testing
import Watchword
import WatchwordTesting

/// Many forms played at the same time, more than there are threads: none waits for another.
struct LoadTests {
  private let password = "umbrella-Lantern-4711"

  private func filledIn() -> ScriptedTerminal {
    var terminal = ScriptedTerminal()
    for _ in 1...2 {
      terminal.type(password)
      terminal.press(.enter)
    }
    return terminal
  }

  @Test(arguments: 0..<60) func `J11 a form is played beside many others`(number: Int) async throws {
    var terminal = filledIn()
    #expect(try await PasswordForm.newPassword().run(on: &terminal).strength == .medium)
  }

  @Test(arguments: 0..<10) func `J11 a verdict that answers at once comes before the next key`(number: Int)
    async throws
  {
    var terminal = filledIn()
    let answer = try await PasswordForm.newPassword().run(on: &terminal) { _ in .accepted }
    #expect(answer.strength == .medium)
  }

  @Test(arguments: 0..<10) func `J11 a verdict that sleeps by the clock of the script is woken by it`(
    number: Int
  )
    async throws
  {
    var terminal = filledIn()
    let clock = terminal.clock
    terminal.wait(.seconds(20))
    let answer = try await PasswordForm.newPassword().run(on: &terminal) { _ in
      try await clock.sleep(for: .seconds(10))
      return .accepted
    }
    #expect(answer.strength == .medium)
  }
}
