import Glibc
import TestSupport
import Testing

/// A few stories once more inside real tmux.
@Suite(.programs("tmux")) struct TmuxTests {
  private let options = "--no-dictionary --no-animation --glyphs unicode"

  @Test func `A7 A10 a password is chosen inside tmux`() throws {
    let screen = try TmuxScreen("p=$($watchword new \(options)); echo \"<$p>\"; read end")
    screen.expect("New password", "Re-enter new password", "Enter password", "· digit (0-9)")
    try screen.type("Kvm")
    screen.expect("•••", "✓ uppercase letter (A-Z)")
    try screen.press("Tab")
    screen.expect("✗ Add a dash and 2 unrelated words.", "✗ digit (0-9)")
    try screen.press("BTab")
    try screen.type("Q7zR2")
    screen.expect("✓ digit (0-9)")
    try screen.press("C-r")
    screen.expect("KvmQ7zR2", "hide")
    try screen.press("Enter")
    try screen.type("KvmQ7zR2")
    try screen.press("Tab", "Enter")
    screen.expect("Password accepted.", "<KvmQ7zR2>")
  }

  @Test func `A12 Esc cancels inside tmux, and arrow keys are no Esc`() throws {
    let screen = try TmuxScreen("$watchword new \(options); echo status $?; read end")
    screen.expect("New password")
    try screen.type("ab")
    try screen.press("Left", "Home", "End", "Up", "Down", "C-Left", "M-b", "F2")
    screen.expect("ab", "hide")
    try screen.press("Escape")
    screen.expect("status 1")
  }

  @Test(arguments: [("TERM=vt100 ", true, 24), ("", false, 24), ("", false, 200), ("", true, 24)])
  func `after a deadly signal a shown password is not in the scrollback`(
    environment: String, hasAlternateScreen: Bool, rows: Int
  ) throws {
    let screen = try TmuxScreen(
      "echo before; \(environment)$watchword new \(options) --reveal always; echo status $?; read end",
      rows: rows, hasAlternateScreen: hasAlternateScreen)
    screen.expect("New password")
    try screen.type(good)
    screen.expect(good)
    let form = try #require(try screen.process?.children.first)
    kill(form.pid, SIGTERM)
    screen.expect("status \(128 + SIGTERM)")
    let history = try screen.history
    #expect(!history.contains { $0.contains(good) || $0.contains("New password") }, "\(history)")
  }

  @Test func `a paste through tmux goes into the field, and one with a line's end inside is refused`() throws
  {
    let screen = try TmuxScreen("$watchword new \(options) --reveal always; echo status $?; read end")
    screen.expect("New password")
    try screen.paste("pasted")
    screen.expect("pasted")
    try screen.paste("one\ntwo")
    screen.expect("Not pasted: it has more than one line", "pasted")
  }
}
