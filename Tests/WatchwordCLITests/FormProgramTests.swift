import Glibc
import TestSupport
import Testing

@testable import WatchwordCLI

/// The forms of fields, as a person and a script meet them.
struct FormProgramTests {
  /// A stage with a state folder of its own, where messages are apart from the screen.
  private func stage(in folder: TemporaryFolder) -> Stage {
    Stage.with {
      $0.environment["XDG_STATE_HOME"] = folder.path
      $0.output = .pipe
      $0.errors = .pipe
    }
  }

  private func signIn(_ arguments: [String], on stage: Stage) throws -> TerminalEmulator {
    let terminal = try TerminalEmulator.open("watchword", ["sign-in"] + arguments, on: stage)
    terminal.expect("Enter your password...")
    return terminal
  }

  @Test(arguments: [
    ("not an address\n", "Not an email address"),
    ("a@b.example\nb@b.example\n", "Not one line of UTF-8 text"),
    ("", "Not one line of UTF-8 text"),
  ])
  func `a broken file is told of before the form, which works, and left alone`(text: String, reason: String)
    throws
  {
    let folder = TemporaryFolder()
    try #require(unsafe mkdir("\(folder.path)/watchword", 0o700) == 0)
    let file = "\(folder.path)/watchword/email"
    try writeText(text, to: file)
    let terminal = try signIn(["--remember"], on: stage(in: folder))
    let warning =
      "watchword: cannot use the remembered email address in '\(file)': \(reason)\n"
    #expect(terminal.errorText == warning)
    terminal.type("a@b.example\tPassw0rd!\r")
    terminal.expectExit(0)
    #expect(terminal.errorText == warning)
    #expect(readText(file) == text)
  }

  @Test func `a symbolic link is neither followed nor removed`() throws {
    let folder = TemporaryFolder()
    try #require(unsafe mkdir("\(folder.path)/watchword", 0o700) == 0)
    let file = "\(folder.path)/watchword/email"
    try writeText("a@b.example\n", to: "\(folder.path)/other")
    try #require(unsafe symlink("\(folder.path)/other", file) == 0)
    let terminal = try signIn(["--remember"], on: stage(in: folder))
    let reason = "the remembered email address in '\(file)': Is a symbolic link\n"
    #expect(terminal.errorText == "watchword: cannot use \(reason)")
    terminal.press(.escape)
    terminal.expectExit(1)
    var environment = Stage().environment
    environment["XDG_STATE_HOME"] = folder.path
    #expect(
      try Completion.of("watchword", ["sign-in", "--forget"], environment: environment)
        == Completion(status: 5, errors: "watchword: cannot forget \(reason)"))
    #expect(readText(file) == "a@b.example\n")
  }
}
