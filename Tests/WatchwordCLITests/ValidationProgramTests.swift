import TestSupport
import Testing

@testable import WatchwordCLI

/// The options alone, looked at without a terminal: issue 11, F9.
struct ValidationProgramTests {
  private let folder = TemporaryFolder()

  /// What is said of `words`, in which LIST is a list that can be read.
  private func validate(_ words: String, launching: [String] = []) throws -> Completion {
    let list = folder.write("secret\nquiet\n", to: "list")
    let arguments = words.split(separator: " ").map { $0 == "LIST" ? list : String($0) }
    return try Completion.of("watchword", arguments, launching: launching)
  }

  @Test(arguments: [
    "--validate", "new --validate --policy nist --blocklist LIST", "sign-in --validate --verify true",
    "sign-up --validate --dictionary LIST -- cat --none", "sign-in --validate --forget",
    "form --field text --validate --template {text}", "check --validate --batch --dictionary LIST",
    "generate --validate",
    "generate --validate --words 3 --word-list LIST --min-strength weak --normalize=none",
    "check --validate --no-dictionary --allow-unlocked-memory",
  ])
  func `F9 options that are right end with 0 and not a word`(words: String) throws {
    // Where a list has two words, hardly any password of words has bits.
    let words = words.replacing("--words 3", with: "--words 40 --policy=owasp")
    #expect(try validate(words) == Completion(status: 0))
  }

  @Test(
    arguments: [
      ("new --validate --polcy x", 2, "unknown option '--polcy'"),
      ("new --validate --policy x", 2, "option '--policy' takes"),
      ("new --validate --dictionary /none", 2, "cannot read the list '/none'"),
      ("sign-up --validate --policy nist --blocklist /none", 2, "cannot read the list '/none'"),
      ("check --validate --dictionary /none", 2, "cannot read the list '/none'"),
      ("generate --validate --words 9 --word-list /none", 2, "cannot read the list '/none'"),
      ("generate --validate --dictionary /none", 2, "cannot read the list '/none'"),
      ("generate --validate --length 2", 2, "option '--length' cannot take '2'"),
      ("sign-in --validate --verify no-such-command", 2, "cannot start the command 'no-such-command'"),
      ("new --validate -- no-such-command", 127, "cannot start the command 'no-such-command'"),
      ("new --validate -- /etc/passwd", 126, "cannot start the command '/etc/passwd'"),
      ("new --validate --template {x}", 2, "option '--template' cannot take"),
      ("form --validate", 2, "command 'form' needs an option '--field'"),
      (
        "form --validate --field text --field text", 2, "option '--field' gives the name 'text' a second time"
      ),
    ] as [(String, Int32, String)])
  func `F9 an option that is wrong is told, with the status that a form would have`(
    words: String, status: Int32, line: String
  ) throws {
    let completion = try validate(words)
    #expect(completion.status == status && completion.output == "")
    #expect(completion.errors.hasPrefix("watchword: " + line), "\(completion.errors)")
  }

  @Test func `F8 a variable with settings that are no text is told, unless none are read`() throws {
    let settings = #"WATCHWORD_OPTIONS=$(printf 'glyphs=\377') "$0" new --validate"#
    let line = "watchword: cannot use WATCHWORD_OPTIONS: Not UTF-8 text\n"
    #expect(try Completion.ofScript(settings) == Completion(status: 0, errors: line))
    #expect(try Completion.ofScript(settings + " --no-config") == Completion(status: 0))
  }

  @Test func `F8 a list of words that is set beforehand is looked for only where a password can be drawn`()
    throws
  {
    func status(_ words: String) throws -> Int32 {
      try Completion.ofScript("WATCHWORD_OPTIONS=word-list=/none exec \"$0\" \(words) --validate").status
    }
    #expect(try status("new") == 2 && status("form --field new-password") == 2)
    #expect(try status("form --field text") == 0 && status("ask") == 0)
  }

  @Test(arguments: ["new", "sign-in", "generate", "check"])
  func `F9 options are right wherever standard output leads to`(command: String) throws {
    for output in [">&-", ">/dev/full"] {
      #expect(try Completion.ofScript("\"$0\" \(command) --validate \(output)") == Completion(status: 0))
    }
  }

  @Test func `F9 nothing is kept, forgotten or run`() throws {
    var environment = Stage().environment
    environment["XDG_STATE_HOME"] = folder.path
    let address = folder.path + "/watchword/email"
    let script =
      #"mkdir "$2/watchword" && echo a@example.org >"$3" && "$0" sign-in --validate --forget "#
      + #"&& "$0" new --validate --verify-shell --verify 'touch ran' -- touch ran"#
    let completion = try Completion.of(
      "sh", ["-c", script, ProgramFile.path("watchword"), "", folder.path, address], environment: environment,
      folder: folder.path)
    #expect(completion == Completion(status: 0))
    #expect(readText(address) == "a@example.org\n" && readText(folder.path + "/ran") == nil)
  }

  @Test func `F9 the options are looked at where memory cannot be locked, too`() throws {
    for command in ["new", "check", "generate"] {
      #expect(try validate("\(command) --validate", launching: ["--memlock", "0"]) == Completion(status: 0))
    }
  }
}
