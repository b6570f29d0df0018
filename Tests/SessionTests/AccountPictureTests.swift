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
}
