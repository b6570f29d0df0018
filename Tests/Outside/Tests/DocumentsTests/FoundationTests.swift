import Foundation
import Testing
import Watchword
import WatchwordFoundation
import WatchwordHashes
import WatchwordTesting

/// What a host with Foundation prints of an error, and what one reads on standard error.
struct FoundationTests {
  private static let errors: [any Error] = [
    WatchwordError.busy, WatchwordError.invalidForm(reason: "the form has no fields"),
    PasswordForm.Cancellation.escape, PolicyError.noMemory,
  ]

  /// A hash of nothing, and a second button.
  private static func thrown() async -> [any Error] {
    var errors: [any Error] = []
    do { _ = try PasswordHash.make("".utf8Span, by: .scramSHA256) } catch { errors.append(error) }
    do {
      var form = try PasswordForm("x", fields: [.text("user")])
      form.secondaryButtonTitle = "Back"
      var terminal = ScriptedTerminal()
      terminal.press(.secondaryButton)
      _ = try await form.run(on: &terminal)
    } catch { errors.append(error) }
    return errors
  }

  @Test(arguments: 0..<6)
  func `J1 the description of an error is also its localized one`(number: Int) async {
    let error = (Self.errors + (await Self.thrown()))[number]
    #expect(error.localizedDescription == "\(error)" && error.localizedDescription.contains(" "))
  }

  @Test func `J1 an error that a validator throws is for the author, on standard error after the form`()
    async throws
  {
    let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      struct Down: Error {}
      let form = try PasswordForm(
        "Join the club",
        fields: [.text("user").validated { _ -> PasswordForm.Field.Validity in throw Down() }])
      var terminal = ScriptedTerminal()
      terminal.type("ada")
      terminal.press(.enter)
      terminal.look("thrown")
      terminal.press(.escape)
      _ = try? await form.run(on: &terminal)
      let rows = terminal.looks["thrown"]?.rows.joined() ?? ""
      precondition(rows.contains("Cannot be checked now.") && !rows.contains("Down"))
    }
    let said = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(said.contains("the validator of the field \"user\" has thrown: Down()\n"), "\(said)")
  }

  @Test func `J9 a password is hashed by the method that was asked for`() throws {
    let hash = try PasswordHash.make("umbrella-Lantern-4711".utf8Span, by: .scramSHA256)
    #expect(hash.hasPrefix("SCRAM-SHA-256$4096:"))
    #expect(hash != (try PasswordHash.make("umbrella-Lantern-4711".utf8Span, by: .scramSHA256)))
    #expect(try PasswordHash.make("umbrella".utf8Span, by: .bcrypt, cost: 4).hasPrefix("$2b$04$"))
    #expect(throws: PasswordHash.Failure.self) { try PasswordHash.make("".utf8Span, by: .scramSHA256) }
    for cost in [3, 32] {
      do throws(PasswordHash.Failure) {
        Issue.record("\(try PasswordHash.make("umbrella".utf8Span, by: .bcrypt, cost: cost))")
      } catch {
        #expect("\(error)" == "the cost of bcrypt is 4 to 31")
      }
    }
  }
}
