import Testing
import Watchword
import WatchwordScreen

@testable import WatchwordOptions

/// The options of `ask`, and `--text` of every form.
struct OptionsAskTests {
  private func options(_ arguments: [String]) throws -> Options {
    guard case .run(let options) = try Invocation(["watchword"] + arguments, width: .ascii) else {
      throw ProgramError("no form")
    }
    return options
  }

  private func form(_ arguments: String...) throws -> FormState { try options(arguments).makeForm() }

  private func error(_ arguments: String...) -> String? {
    do { _ = try options(arguments) } catch { return (error as? ProgramError)?.line }
    return nil
  }

  @Test func `F2 ask has one field, for a secret that is known, and judges no new password`() throws {
    let form = try form("ask")
    let field = try #require(form.fields.first?.configuration)
    #expect(form.fields.count == 1 && field.isSecure && field.name == "password")
    #expect(field.requirement == .knownPassword && !field.isOptional)
    #expect(form.judgedField == nil && form.configuration.knownPasswordPolicy == nil)
    #expect(try !options(["ask"]).asksForNewPassword)
  }

  @Test func `F2 only ask takes an empty password, and only with --allow-empty`() throws {
    let field = try #require(try form("ask", "--allow-empty").fields.first?.configuration)
    #expect(field.isOptional && field.label == "Password (optional)")
    #expect(error("new", "--allow-empty") == "option '--allow-empty' is for 'ask', not for 'new'")
  }

  @Test(arguments: ["PIN", "a=b", "password=x", "=", "Passphrase for /dev/sda2:"])
  func `F2 --label of ask is the whole text, also with an equals sign in it`(_ text: String) throws {
    let field = try #require(try form("ask", "--label", text).fields.first?.configuration)
    #expect(field.label == text)
    #expect(field.placeholder == "" && field.emptyMessage == nil)
  }

  @Test(arguments: Command.forms) func `F2 --text is for every form`(_ command: Command) throws {
    let field = command == .form ? ["--field", "text"] : []
    let arguments = [command.rawValue, "--text", "One\ntwo"] + field
    #expect(try options(arguments).makeForm().configuration.text == "One\ntwo")
  }
}
