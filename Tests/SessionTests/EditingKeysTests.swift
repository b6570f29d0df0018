import TestSupport
import Testing
import Watchword
import WatchwordScreen

/// What a field accepts of typed and pasted text. Tests/Scripts/editing.txt has the editing keys.
@Suite struct EditingKeysTests {
  @Test func `a field takes 4,096 bytes and not one more`() throws {
    let most = String(repeating: "é", count: 2048)
    let played = try perform([.paste(most)])
    #expect(played.texts[0] == most)
    #expect(played.frame.notices == [])
    let typed = try perform([.paste(most)] + .typing("x"))
    #expect(typed.texts[0] == most)
    #expect(typed.frame.errors == ["Not taken: a field holds 4,096 bytes"])
    #expect(typed.terminal.beeps == 1)
    // The end of the text is lost, so it is not taken for the whole.
    #expect(try perform([.paste(most)] + .typing("x") + [.enter]).ending == .cancelled)
    let more = try perform(.typing("ab") + [.paste(String(repeating: "x", count: 4095))] + .typing("!"))
    #expect(more.texts[0] == "ab!" && more.terminal.beeps == 1)
  }

  @Test(arguments: [[], [Step.press(row: 0, column: 0)]], ["xyz", "x\n", "x\ty", ""])
  func `what was pasted is forgotten, taken or not`(before: [Step], text: String) throws {
    #expect(try perform(before + [.paste(text)]).terminal.hasForgottenPaste)
  }

  @Test(
    arguments: [
      (Event.InputProblem.tooLong, "Not taken: a field holds 4,096 bytes"),
      (.incomplete, "Not pasted: its end did not arrive"),
    ])
  func `what the terminal refused is said until the next key`(_ refusal: Event.InputProblem, notice: String)
    throws
  {
    let played = try perform(.typing("a") + [.event(.refused(refusal))])
    #expect(played.texts[0] == "a")
    #expect(played.frame.notices == [notice])
    #expect(played.terminal.beeps == 1)
    #expect(try perform(.typing("a") + [.event(.refused(refusal)), .key(.left)]).frame.notices == [])
  }

  @Test(
    arguments: [
      (Event.InputProblem.notText, "Not taken: not a character of this terminal's encoding"),
      (.noCharacterSet, "Not taken: only ASCII works in this locale"),
    ], [[], ["a"]])
  func `a character that is lost is an error until the person takes something out of the text`(
    _ loss: (refusal: Event.InputProblem, error: String), before: [String]
  ) throws {
    let lost = before.flatMap { [Step].typing($0) } + [.event(.refused(loss.refusal))]
    let ways: [[Step]] = [
      [], .typing("b"), .typing("b") + [.paste("")], .keys("b Tab"), .keys("b Enter"),
      .keys("b ^K"), .keys("b Delete"),
      .keys("b Left Right"),
    ]
    for steps in ways {
      let played = try perform(lost + steps)
      #expect(played.frame.errors == [loss.error], "\(steps)")
      #expect(played.texts[0] == before.joined() + (steps.isEmpty ? "" : "b"))
    }
    for key in [Key(.backspace), .control("u"), .control("w")] {
      let played = try perform(lost + [.key(key)])
      #expect(played.frame.errors == [], "\(key)")
    }
    // A text pasted into an empty field is whole.
    #expect(try perform(lost + [.paste("b")]).frame.errors == (before.isEmpty ? [] : [loss.error]))
  }

  @Test(arguments: [[], ["n"], ["n", "e"]])
  func `a character that is lost where the next one replaces the text is an error of the new text`(
    after: [String]
  ) throws {
    var first = FormField.Configuration(.text)
    first.clearsOnInsertion = true
    let form = FormDescription.custom(fields: [first, FormField.Configuration(.name)]).makeForm()
    let armed: [Step] = .keys("old Tab S-Tab")
    let lost = armed + [.event(.refused(.notText))] + after.flatMap { [Step].typing($0) }
    let played = try perform(lost + [.enter], on: form)
    #expect(played.texts[0] == after.joined())
    #expect(played.frame.errors == ["Not taken: not a character of this terminal's encoding"])
  }

  @Test func `a confirm field that has lost a character is not called equal`() throws {
    let password = "Tr7.vQ9-kLw2"
    let typed: [Step] = .typing(password) + [.tab] + .typing(password)
    let emoji = Appearance(glyphs: .emoji, width: .standard)
    let equal = try perform(typed, appearance: emoji).frame.texts(in: .good)
    let lost = try perform(typed + [.event(.refused(.notText))], appearance: emoji).frame
    #expect(lost.texts(in: .good).count == equal.count - 1)
    #expect(lost.errors == ["Not taken: not a character of this terminal's encoding"])
  }

  @Test(arguments: [0, 1, 2])
  func `that another program changed the terminal is said until the next key, whatever has the focus`(
    tabs: Int
  )
    throws
  {
    let tabs = Array(repeating: Step.tab, count: tabs)
    let played = try perform(tabs + [.event(.disturbed)])
    #expect(played.frame.notices == ["Another program changed the terminal; the form was drawn again"])
    #expect(played.terminal.invalidations == 1 && played.terminal.beeps == 0)
    #expect(try perform(tabs + [.event(.disturbed), .key(.left)]).frame.notices == [])
  }

  @Test func `a refused paste asks nobody and tells nobody`() throws {
    let played = try perform([.paste("a\tb")])
    #expect(played.lastCalls == [])
  }
}
