import Testing
import Watchword
import WatchwordTesting

/// Forms played in line mode.
struct LineByLineTests {
  private func form(_ names: String...) throws -> PasswordForm {
    var form = try PasswordForm("Join the club", fields: names.map { .text($0).optional() })
    form.presentation.isPlain = true
    return form
  }

  @Test func `J11 I1 keys become lines, and the screen is all that was said`() async throws {
    var terminal = ScriptedTerminal()
    terminal.type("ADX")
    terminal.press(.backspace)
    terminal.look("typed")
    terminal.type("A")
    terminal.press(.enter)
    terminal.type("lost")
    terminal.press(.control("u"))
    terminal.paste("Graz")
    terminal.press(.enter)
    let answer = try await form("user", "city").run(on: &terminal)
    #expect(answer["user"] == "ADA" && answer["city"] == "Graz", "\(terminal.screen)")
    #expect(terminal.screen.first?.hasPrefix("Join the club.") == true)
    #expect(terminal.screen.contains { $0.hasPrefix("User") && $0.hasSuffix(" ADA") }, "\(terminal.screen)")
    #expect(terminal.looks["typed"]?.rows.last?.hasPrefix("User") == true && terminal.cursor == nil)
  }

  @Test func `J11 I1 where a script ends before a form line by line, the error shows what was said`()
    async throws
  {
    var terminal = ScriptedTerminal()
    terminal.type("ada")
    terminal.press(.enter)
    let error = await #expect(throws: ScriptEnded.self) { try await form("user", "city").run(on: &terminal) }
    #expect(
      error?.screen.last?.hasPrefix("City") == true && error?.description.contains("Join the club") == true)
    // The next form starts on the screen again.
    var next = try form("user")
    next.presentation.isPlain = nil
    terminal.press(.enter)
    _ = try await next.run(on: &terminal)
    #expect(terminal.screen.count == 24)
  }

  @Test func `J11 a script hears beeps, and sends signals`() async throws {
    var terminal = ScriptedTerminal()
    terminal.press(.backspace)
    terminal.send(.stop)
    terminal.send(.hangUp)
    let form = try PasswordForm("Join the club", fields: [.text("user")])
    await #expect(throws: WatchwordError.terminalGone) { try await form.run(on: &terminal) }
    #expect(terminal.beeps == 1)
    for key in [ScriptedTerminal.Key.control("c"), .control("d")] {
      terminal.press(key)
      await #expect(throws: PasswordForm.Cancellation.self) { try await self.form("user").run(on: &terminal) }
    }
  }

  @Test func `J11 F7 no time limit ends a form while a verdict is awaited, and it begins again behind it`()
    async throws
  {
    var form = try PasswordForm("Join the club", fields: [.text("user")])
    form.timeout = .seconds(5)
    var terminal = ScriptedTerminal()
    let clock = terminal.clock
    terminal.type("ada")
    terminal.press(.enter)
    terminal.wait(.seconds(12))
    terminal.look("refused")
    terminal.wait(.seconds(60))
    await #expect(throws: PasswordForm.Cancellation.timeout) {
      try await form.run(on: &terminal) { _ in
        try await clock.sleep(for: .seconds(10))
        return .refused("")
      }
    }
    let rows = terminal.looks["refused"]?.rows.joined(separator: "\n") ?? ""
    #expect(rows.contains("This was not accepted.") && rows.contains("3"), "\(rows)")
  }

  @Test(arguments: [true, false]) func `I1 E3 a no without words is said`(isPlain: Bool) async throws {
    var form = try PasswordForm("Join the club", fields: [.text("user")])
    form.presentation.isPlain = isPlain
    for verdict in [
      PasswordForm.Verdict.incomplete(asking: []), .incomplete(asking: [.text("user")]), .refused(""),
      .refused(fields: ["user": ""]),
      .refused(fields: [:]),
    ] {
      var terminal = ScriptedTerminal()
      terminal.type("ada")
      terminal.press(.enter)
      terminal.look("refused")
      await #expect(throws: ScriptEnded.self) { try await form.run(on: &terminal) { _ in verdict } }
      #expect(terminal.looks["refused"]?.rows.contains { $0.contains("This was not accepted.") } == true)
    }
    var terminal = ScriptedTerminal()
    terminal.type("ada")
    terminal.press(.enter)
    terminal.look("refused")
    await #expect(throws: ScriptEnded.self) { try await form.run(on: &terminal, delegate: Refuser()) }
    #expect(terminal.looks["refused"]?.rows.contains { $0.contains("This was not accepted.") } == true)
    terminal = ScriptedTerminal()
    terminal.type("ada")
    terminal.press(.enter)
    terminal.wait(.seconds(1))
    terminal.look("refused")
    var judged = try PasswordForm("Join the club", fields: [.text("user").validated { _ in .invalid("") }])
    judged.presentation.isPlain = isPlain
    await #expect(throws: ScriptEnded.self) { try await judged.run(on: &terminal) }
    #expect(terminal.looks["refused"]?.rows.contains { $0.contains("This was not accepted.") } == true)
  }

  private final class Refuser: TextFieldDelegate {
    func formShouldSubmit(_ form: borrowing RunningForm) -> Bool { false }
  }
}
