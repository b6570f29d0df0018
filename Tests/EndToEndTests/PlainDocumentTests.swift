import Glibc
import TestSupport
import Testing

/// The transcripts in docs/plain.md. RECORD=1 writes them again.
@Suite struct PlainDocumentTests {
  private let folder = TemporaryFolder()

  /// A command, the options that make its answers the same everywhere, and what is typed.
  private struct Example {
    let command: String
    var hidden: [String] = []
    let answers: [(question: String, answer: String)]
  }

  private var examples: [Example] {
    [
      Example(
        command: "new --plain", hidden: ["--no-dictionary"],
        answers: [
          (Question.new, "?"), (Question.new, "Sunflower"), (Question.new, "Sunflower-Tab9"),
          (Question.again, "Sunflower-Tab8"), (Question.differ + Question.again, "Sunflower-Tab9"),
        ]),
      Example(
        command: "new --plain --no-confirm", hidden: ["--no-dictionary"],
        answers: [(Question.new, "Kv7mQzR2-three\u{12}"), (Question.take + Question.new, "")]),
      Example(
        command: "change --plain --format lines", hidden: ["--no-dictionary"],
        answers: [
          ("Old password:", "old secret"), (Question.new, "old secret"), (Question.new, "Kv7mQzR2-three"),
          (Question.again, "Kv7mQzR2-three"),
        ]),
      Example(
        command: "ask --plain --label PIN --text 'The PIN of the blue card.'", answers: [("PIN:", "2580")]),
      Example(
        command: "sign-in --plain --verify ./check-login --attempts 2",
        answers: [
          ("Email:", "ann@example.org"), ("Password:", "guess"), ("Email [ann@example.org]:", ""),
          ("Password:", "another guess"),
        ]),
      Example(
        command: "sign-up --plain --timeout 300", hidden: ["--no-dictionary"],
        answers: [
          ("Name (optional), Enter for none:", ""), ("Email:", "ann"), ("Email [ann]:", "ann@example.org"),
          (Question.new, "mysecret"), (Question.new, "Kv7mQzR2-three"), (Question.again, "Kv7mQzR2-three"),
        ]),
      Example(
        command: "form --plain --field text:town --field text:date:2026-11-30",
        answers: [("Town:", ""), ("Date (2026-11-30):", "2027-01-01"), ("Town:", "Bergen")]),
      Example(
        command: "askpass \"Enter passphrase for key 'id': \"",
        answers: [("Passphrase:", "horse battery")]),
    ]
  }

  @Test func `I1 the transcripts in docs plain md are what the program says`() throws {
    var text = ""
    for example in examples {
      text += try "\n```console\n$ watchword \(example.command)\n\(play(example))```\n"
    }
    try PackageFile.expect(
      "docs/plain.md", between: "<!-- Made by PlainDocumentTests; RECORD=1 writes it again. -->",
      and: "<!-- The end of what is made. -->", toHold: text)
  }

  /// The text on the terminal, with what was typed unseen in angle brackets.
  private func play(_ example: Example) throws -> String {
    let script = folder.write("#!/bin/sh\necho This is not the password.; exit 1\n", to: "check-login")
    #expect(unsafe chmod(script, 0o700) == 0)
    let talk = try Talk(
      shell: (["exec \"$watchword\"", example.command] + example.hidden).joined(separator: " "),
      on: .with {
        ($0.environment["ACCESSIBLE"], $0.folder) = ("1", folder.path)
      })
    for (question, answer) in example.answers { talk.answer(question, answer) }
    talk.terminal.wait("it has ended") { talk.terminal.hasEnded }
    talk.expectPlain()
    return talk.script
  }
}
