import Testing
import Watchword
import WatchwordTesting

/// A form in the colours of a host.
@Suite struct LookTests {
  private static let colors: [PasswordForm.Presentation.Role: PasswordForm.Presentation.Color] = [
    .error: .rgb(0xF5A97F), .muted: .rgb(0xA5ADCB),
  ]

  /// How a form looks whose email address is wrong.
  private func look(_ change: (inout PasswordForm.Presentation) -> Void) async throws -> ScriptedTerminal.Look
  {
    var form = try PasswordForm("Join the club", fields: [.email(), .text("city")])
    change(&form.presentation)
    var terminal = ScriptedTerminal()
    terminal.type("ada")
    terminal.press(.enter)
    terminal.look("wrong")
    terminal.press(.escape)
    await #expect(throws: PasswordForm.Cancellation.escape) { try await form.run(on: &terminal) }
    return try #require(terminal.looks["wrong"])
  }

  @Test func `D4 a look colours the parts that it names, and changes nothing else`() async throws {
    let (usual, own) = (try await look { _ in }, try await look { $0.look = Self.colors })
    #expect(own.color(of: "Invalid email") == 0xF5A97F && own.color(of: "cancel") == 0xA5ADCB)
    #expect(usual.color(of: "Invalid email") != 0xF5A97F)
    #expect(own.color(of: "┏") == usual.color(of: "┏") && own.rows == usual.rows)
  }

  @Test func `D4 monochrome and ASCII win over a look, and what cannot be read is the usual colour`()
    async throws
  {
    let gray = try await look {
      ($0.look, $0.colors) = (Self.colors, .monochrome)
    }
    #expect(gray.color(of: "Invalid email") == nil)
    let (ascii, plain) = (
      try await look { ($0.look, $0.isASCII) = (Self.colors, true) }, try await look { $0.isASCII = true }
    )
    #expect(ascii.rows == plain.rows && ascii.rows.joined().allSatisfy(\.isASCII))
    let dim = try await look { $0.look = [.error: .rgb(0x201010)] }
    #expect(dim.color(of: "Invalid email") == (try await look { _ in }).color(of: "Invalid email"))
  }

  @Test
  func
    `J4 D4 a look that cannot be read on the background that is named is refused before anything is shown`()
    async throws
  {
    var form = PasswordForm.newPassword()
    form.presentation.look = [.bar1: .rgb(0xFFF0F0)]
    form.presentation.colors = .onLight
    var terminal = ScriptedTerminal()
    let reason = "'look[.bar1] = .rgb(0xFFF0F0)' has a contrast of 1.1 to white; it needs 3"
    await #expect(throws: WatchwordError.invalidForm(reason: reason)) { try await form.run(on: &terminal) }
    #expect(terminal.screen == [])
  }
}
