import TestSupport
import Testing
import Watchword
import WatchwordScreen

/// Whole pictures of the forms for accounts, kept as files.
@Suite struct AccountPictureTests {
  private static let sizes = [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)]
  private let forms = ["sign-in": FormDescription.signIn(), "sign-up": FormDescription.signUp()]

  private func expectPicture(_ name: String, of form: String, size: Size, after script: [Step]) throws {
    let description = try #require(forms[form])
    let played = try perform(script, on: description.makeForm(), size: size)
    expectGolden(played.frame.description, "\(form) \(name) \(size.columns)x\(size.rows)")
  }

  @Test(arguments: ["sign-in", "sign-up"], sizes)
  func `as it opens`(_ form: String, size: Size) throws {
    try expectPicture("as it opens", of: form, size: size, after: [])
  }

  @Test(arguments: sizes)
  func `sign-in with errors`(_ size: Size) throws {
    let script: [Step] = .filling("ada@", "abcdefgh") + [.wait(milliseconds: 200)]
    try expectPicture("with errors", of: "sign-in", size: size, after: script)
  }

  @Test(arguments: sizes)
  func `sign-up with errors`(_ size: Size) throws {
    let script: [Step] =
      .filling("ada", "ada@", "abcdefghij", "abc")
      + [.wait(milliseconds: 1000)]
    try expectPicture("with errors", of: "sign-up", size: size, after: script)
  }

  @Test(arguments: sizes)
  func `sign-up with all right`(_ size: Size) throws {
    let script: [Step] = .filling("ada", "a@b.cd", "Abcdefghi1!", "Abcdefghi1!") + [.wait(milliseconds: 1000)]
    try expectPicture("with all right", of: "sign-up", size: size, after: script)
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 80, rows: 40), Size(columns: 40, rows: 12)])
  func `sign-up with a reason`(_ size: Size) throws {
    let script: [Step] = .filling("ada", "a@b.cd", "Abcdefg1!") + [.wait(milliseconds: 1000)]
    try expectPicture("with a reason", of: "sign-up", size: size, after: script)
  }

  @Test(arguments: ["unicode", "emoji", "ascii"])
  func `A13 sign-up is whole at 80x24, with the panel in one row`(_ name: String) throws {
    let glyphs: [String: GlyphSet] = ["unicode": .unicode, "emoji": .emoji, "ascii": .ascii]
    let appearance = Appearance(glyphs: glyphs[name] ?? .unicode, width: .standard)
    let played = try perform([], on: FormDescription.signUp().makeForm(), appearance: appearance)
    for text in [
      "Create account", "Enter your name...", "Enter your email...", "Enter password",
      "Enter your password...",
      "Re-enter password", "Esc cancel", "Name (optional)", "Email", "8 or more", "A-Z", "a-z",
      "0-9",
      "!@#", "hard to guess", "[ Create account ]",
    ] {
      #expect(played.shows(text), "\(text)")
    }
    let borders = played.rows.filter { row in
      ["────┐", "━━━━┓", "----+", "====#"].contains { row.contains($0) }
    }
    let edges = borders.map { $0.prefix { $0 == " " }.count }
    #expect(Set(edges).count == 1, "fields share one left edge")
  }
}
