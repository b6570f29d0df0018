import Synchronization
import Testing
import Watchword
import WatchwordTesting

/// Validators in a script's time, and what a look sees.
struct TimeTests {
  private struct Unreachable: Error, CustomStringConvertible {
    let description = "The server cannot be asked."
  }

  /// A form with a validator that takes `time` on the clock of `terminal`, and what became of its questions.
  private func form(
    _ time: Duration, on terminal: ScriptedTerminal
  ) throws -> (form: PasswordForm, ends: Ends) {
    let (clock, ends) = (terminal.clock, Ends())
    let form = try PasswordForm(
      "Join the club",
      fields: [
        .text("user").validated { name in
          do { try await clock.sleep(for: time) } catch {
            ends.cancelled.add(1, ordering: .relaxed)
            throw error
          }
          ends.answered.add(1, ordering: .relaxed)
          if name == "down" { throw Unreachable() }
          return name == "ada" ? .invalid("ada is taken") : .valid
        }
      ])
    return (form, ends)
  }

  private final class Ends: Sendable {
    let cancelled = Atomic(0)
    let answered = Atomic(0)
  }

  @Test func `J11 a validator that takes its time answers when the script has waited for so long`()
    async throws
  {
    var terminal = ScriptedTerminal()
    let (form, _) = try form(.seconds(25), on: terminal)
    terminal.type("ada")
    terminal.press(.enter)
    terminal.wait(.seconds(20))
    terminal.look("asked")
    terminal.wait(.seconds(10))
    terminal.look("answered")
    terminal.press(.escape)
    await #expect(throws: PasswordForm.Cancellation.escape) { try await form.run(on: &terminal) }
    let (asked, answered) = (terminal.looks["asked"], terminal.looks["answered"])
    #expect(asked?.rows.contains { $0.contains("ada is taken") } == false)
    #expect(answered?.rows.contains { $0.contains("ada is taken") } == true)
    #expect(answered?.color(of: "ada is taken") == 0xFF8A80 && answered?.color(of: "nowhere") == nil)
    #expect(answered?.cursor?.row == answered?.rows.firstIndex { $0.contains("┃ ada") })
  }

  @Test func `J1 F7 the time limit ends a form whose validator has not answered`() async throws {
    var terminal = ScriptedTerminal()
    var (form, ends) = try form(.seconds(25), on: terminal)
    form.timeout = .seconds(5)
    terminal.type("bob")
    terminal.wait(.seconds(60))
    await #expect(throws: PasswordForm.Cancellation.timeout) { try await form.run(on: &terminal) }
    #expect(ends.answered.load(ordering: .relaxed) == 0)
  }

  @Test func `J11 a validator that takes real time is left to itself after a while`() async throws {
    var form = try PasswordForm(
      "Join the club",
      fields: [
        .text("user").validated { _ in
          try await Task.sleep(for: .seconds(600))
          return .valid
        }
      ])
    form.timeout = .seconds(5)
    var terminal = ScriptedTerminal()
    terminal.type("bob")
    terminal.wait(.seconds(60))
    // The script waits for real work for at most a minute, not ten.
    await #expect(throws: PasswordForm.Cancellation.timeout) { try await form.run(on: &terminal) }
  }

  @Test func `J1 a validator of a text that has changed is cancelled, and the next one answers`() async throws
  {
    var terminal = ScriptedTerminal()
    let (form, ends) = try form(.seconds(3), on: terminal)
    terminal.type("ada")
    terminal.wait(.seconds(2))
    terminal.type("line")
    terminal.wait(.seconds(4))
    terminal.press(.enter)
    #expect(try await form.run(on: &terminal)["user"] == "adaline")
    #expect(ends.answered.load(ordering: .relaxed) == 1)
    while ends.cancelled.load(ordering: .relaxed) == 0 { await Task.yield() }
  }

  @Test func `J1 a text whose validator throws cannot be checked, at once and later, and no error is shown`()
    async throws
  {
    let now = PasswordForm.Field.text("year").validated { text in
      guard Int(text) != nil else { throw Unreachable() }
      return .valid
    }
    var terminal = ScriptedTerminal()
    let later = try form(.seconds(1), on: terminal).form
    for form in [later, try PasswordForm("Join the club", fields: [now])] {
      terminal.type("down")
      terminal.press(.enter)
      terminal.wait(.seconds(5))
      terminal.look("thrown")
      terminal.press(.escape)
      await #expect(throws: PasswordForm.Cancellation.escape) { try await form.run(on: &terminal) }
      let screen = terminal.looks["thrown"]?.rows.joined() ?? ""
      #expect(screen.contains("Cannot be checked now.") && !screen.contains("The server cannot be asked."))
    }
  }
}
