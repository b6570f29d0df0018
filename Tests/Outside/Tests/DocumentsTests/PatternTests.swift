import Testing
import Watchword
import WatchwordTesting

/// Fields whose texts have a pattern.
struct PatternTests {
  private func field(_ pattern: String, _ text: String = "") -> PasswordForm.Field {
    var field = PasswordForm.Field.text("card", label: "Card")
    (field.pattern, field.initialText) = (pattern, text)
    return field
  }

  /// The screen after `keys` were played to a field with `pattern`, and then the answer.
  private func play(
    _ pattern: String, from text: String = "", _ keys: (inout ScriptedTerminal) -> Void
  ) async throws -> (look: ScriptedTerminal.Look, answer: String?) {
    var terminal = ScriptedTerminal()
    keys(&terminal)
    terminal.look("typed")
    terminal.press(.enter)
    terminal.press(.escape)
    let answer = try? await PasswordForm("Card", fields: [field(pattern, text)]).run(on: &terminal)
    return (try #require(terminal.looks["typed"]), answer?["card"])
  }

  /// The text in the field, without its frame.
  private func text(_ look: ScriptedTerminal.Look) -> String {
    let row = look.rows.first { $0.contains("┃") } ?? ""
    let text = row.split(separator: "┃").first { $0.contains { $0 != " " } } ?? ""
    return text.split(separator: " ").filter { $0 != "✕" }.joined(separator: " ")
  }

  private static let card = "9999 9999 9999 9999"

  @Test func `separators are drawn as they come, and are no part of the text`() async throws {
    #expect(text(try await play(Self.card) { $0.type("123") }.look) == "123")
    let four = try await play(Self.card) { $0.type("1234") }.look
    #expect(text(four) == "1234")
    let whole = try await play(Self.card) { $0.type("1234567812345678") }
    #expect(text(whole.look) == "1234 5678 1234 5678" && whole.answer == "1234567812345678")
    let date = try await play("99/99") { $0.type("12") }.look
    #expect(text(date) == "12/")
  }

  @Test func `the caret passes over separators`() async throws {
    let start = try await play(Self.card) { $0.type("1234567") }.look.cursor?.column
    let back = try await play(Self.card) { terminal in
      terminal.type("1234567")
      terminal.press(.left, times: 3)
    }.look.cursor?.column
    let over = try await play(Self.card) { terminal in
      terminal.type("1234567")
      terminal.press(.left, times: 4)
    }.look.cursor?.column
    #expect(start.map { $0 - 3 } == back && back.map { $0 - 2 } == over)
    let inserted = try await play(Self.card) { terminal in
      terminal.type("123567812345678")
      terminal.press(.home)
      terminal.press(.right, times: 3)
      terminal.type("4")
    }
    #expect(inserted.answer == "1234567812345678")
    let deleted = try await play(Self.card) { terminal in
      terminal.type("12345")
      terminal.press(.backspace)
    }
    #expect(text(deleted.look) == "1234")
  }

  @Test(arguments: ["1234 5678 1234 5678", "1234-5678-1234-5678", " 1234.5678 1234/5678", "1234567812345678"])
  func `a paste is taken apart`(paste: String) async throws {
    #expect(try await play(Self.card) { $0.paste(paste) }.answer == "1234567812345678")
  }

  @Test(arguments: ["1234x", "12345678123456789", "１２"])
  func `what no place takes is refused, and said`(paste: String) async throws {
    let look = try await play(Self.card) { $0.paste(paste) }.look
    #expect(look.rows.contains { $0.contains("It has to look like 9999 9999 9999 9999.") }, "\(look.rows)")
  }

  @Test func `a key more than a pattern has places for says how many it has`() async throws {
    let look = try await play("99/99") { $0.type("40121") }.look
    #expect(look.rows.contains { $0.contains("At most 4 characters.") } && text(look) == "40/12")
  }

  @Test func `a separator that is typed is passed over without a word`() async throws {
    let played = try await play("99/99") { $0.type("12/29") }
    #expect(text(played.look) == "12/29" && played.answer == "1229")
    #expect(!played.look.rows.contains { $0.contains("look like") })
  }

  @Test func `a text that is not whole is not right`() async throws {
    var terminal = ScriptedTerminal()
    terminal.type("123")
    terminal.press(.enter)
    terminal.look("refused")
    terminal.press(.escape)
    _ = try? await PasswordForm("Card", fields: [field(Self.card)]).run(on: &terminal)
    #expect(terminal.looks["refused"]?.rows.contains { $0.contains("✗ It has to look like 9999") } == true)
  }

  @Test func `letters and either have places too, and a pattern shows itself in an empty field`() async throws
  {
    #expect(try await play("AA99-***") { $0.type("gb07x9z") }.answer == "gb07x9z")
    #expect(try await play("AA99-***") { $0.type("1") }.answer == nil)
    #expect(try await play("(999) 99") { _ in }.look.rows.contains { $0.contains("(999) 99") })
    #expect(text(try await play("(999) 99") { $0.type("1234") }.look) == "(123) 4")
  }

  @Test func `the text of the start and the one of the program are taken apart as well`() async throws {
    let started = try await play(Self.card, from: "1234 5678 1234 5678") { _ in }
    #expect(text(started.look) == "1234 5678 1234 5678" && started.answer == "1234567812345678")
    let actions = Actions()
    actions.didSend = { field, event, form in
      guard event == .editingDidBegin else { return }
      form["card"].text = "8765-4321-8765-4321"
      form["card"].text = "none"
    }
    var terminal = ScriptedTerminal()
    terminal.press(.enter)
    let answer = try await PasswordForm("Card", fields: [field(Self.card)])
      .run(on: &terminal, delegate: actions)
    #expect(answer["card"] == "8765432187654321")
  }

  @Test func `a pattern that cannot be is an error`() {
    var secure = PasswordForm.Field.existingPassword()
    secure.pattern = "999"
    for (field, problem) in [
      (field("----"), "pattern of the field \"card\" is \"----\": it has no 9, A or *"),
      (
        field("99", "123"), "initialText of the field \"card\" is \"123\": it does not fit the pattern \"99\""
      ),
      (secure, "pattern of the field \"password\" is \"999\": such a field has none"),
    ] {
      let error = #expect(throws: WatchwordError.self) { try PasswordForm("Card", fields: [field]) }
      #expect(error.map { "\($0)".contains(problem) } == true, "\(error as Any)")
    }
  }
}
