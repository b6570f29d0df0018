import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// Where the answer goes: issue 11, F5.
@Suite struct DeliveryTests {
  private let folder = TemporaryFolder()

  private var path: String { folder.path + "/answer" }

  private static let new = ["new", "--no-dictionary", "--no-animation"]

  /// Opens the form of a new password with `options`, in a folder of its own.
  private func form(_ options: [String], launching: [String] = []) throws -> TerminalEmulator {
    var stage = Stage.capturing(in: folder.path)
    stage.launching = launching
    let terminal = try TerminalEmulator.open("watchword", Self.new + options, on: stage)
    terminal.expect("Re-enter password")
    return terminal
  }

  /// Opens the form as ``form(_:launching:)`` does, and accepts it.
  private func accept(_ options: [String]) throws -> TerminalEmulator {
    let terminal = try form(options)
    terminal.fill()
    terminal.press(.enter)
    return terminal
  }

  /// What the shell makes of `script`, in which $watchword is the program, where no form is shown.
  private func refusal(_ script: String) throws -> Completion {
    let watchword = ProgramFile.path("watchword")
    let end = try Completion.of(
      "sh", ["-c", "watchword='\(watchword)'; " + script], folder: folder.path)
    return Completion(
      status: end.status, output: end.output, errors: String(end.errors.prefix { $0 != "\n" }))
  }

  private func names() throws -> String { try Completion.of("ls", ["-A", folder.path]).output }

  @Test func `F5 a file has the answer, for its owner alone, once the form was accepted`() throws {
    let terminal = try form(["--output", "answer"])
    terminal.fill()
    #expect(try names() == "", "nothing is there before")
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(readText(path) == good + "\n" && terminal.outputText == "" && terminal.errorText == "")
    #expect(try Completion.of("stat", ["-c", "%a %h", path]).output == "600 1\n")
    #expect(try names() == "answer\n" && terminal.settings.isCooked)
  }

  @Test(arguments: [
    (["--format=shell", "--with-strength"], "ww_password='Kv7mQzR2'\nww_strength='medium'\n"),
    (["--with-strength"], "Kv7mQzR2\nmedium\n"),
    (["--json"], #"{"password":"Kv7mQzR2","strength":"medium"}"# + "\n"),
    (["--format=nul", "--with-strength"], "Kv7mQzR2\0medium\0"),
    (["--template={strength} {password}", "--with-strength", "--no-newline"], "medium Kv7mQzR2"),
  ])
  func `F5 it is written in any format, and there the level is`(options: [String], answer: String) throws {
    try accept(["--output", path] + options).expectExit(0)
    #expect(readText(path) == answer)
    #expect(try accept(options).answer() == answer)
  }

  @Test func `F5 a cancelled form writes no file, and replaces none`() throws {
    let terminal = try form(["--output", "answer"])
    terminal.fill()
    terminal.press(.escape)
    terminal.expectExit(1)
    #expect(try names() == "")
    _ = folder.write("old\n", to: "answer")
    let other = try form(["--output", "answer", "--force"])
    other.fill()
    other.press(.escape)
    other.expectExit(1)
    #expect(readText(path) == "old\n")
  }

  @Test(arguments: [SIGKILL, SIGTERM]) func `F5 nothing is left where the program is killed`(number: Int32)
    throws
  {
    let terminal = try form(["--output", "answer"])
    terminal.fill()
    terminal.signal(number)
    terminal.expect(.killed(by: number))
    #expect(try names() == "")
  }

  @Test func `F5 a file is replaced with --force, and never a link`() throws {
    _ = folder.write("old\n", to: "answer")
    #expect(
      try refusal("$watchword new --output answer")
        == Completion(
          status: 2, errors: "watchword: cannot write to 'answer': File exists; '--force' replaces it"))
    try accept(["--output", "answer", "--force"]).expectExit(0)
    #expect(readText(path) == good + "\n")
    #expect(unsafe symlink(path, folder.path + "/link") == 0)
    for options in ["", " --force"] {
      #expect(
        try refusal("$watchword new --output link" + options)
          == Completion(status: 2, errors: "watchword: cannot write to 'link': Is a symbolic link"))
    }
  }

  @Test(arguments: [
    ("/nonexistent/x", "No such file or directory"), ("", "Not a regular file"),
    (".", "Not a regular file"), ("/dev/null", "Not a regular file"), ("/dev/stdout", "Is a symbolic link"),
    ("/etc/passwd/x", "Not a directory"), ("/proc/x", "No such file or directory"),
  ])
  func `F5 what is in the way of a file is known before the form`(path: String, reason: String) throws {
    let end = try refusal("$watchword new --force --output '\(path)'")
    #expect(end == Completion(status: 2, errors: "watchword: cannot write to '\(path)': \(reason)"))
  }

  @Test(.enabled(if: geteuid() == 0)) func `F5 a folder that may not be written to is known before the form`()
    throws
  {
    guard
      try Completion.of("test", ["-x", ProgramFile.path("watchword")], launching: ["--nobody"]).status == 0
    else { return }
    let end = try Completion.of("watchword", ["new", "--output", "/usr/x"], launching: ["--nobody"])
    #expect(
      end.status == 2 && end.errors.hasPrefix("watchword: cannot write to '/usr/x': Permission denied\n"))
  }

  @Test func `F5 an ordinary person's program writes a file, though nobody may look into its memory`() throws
  {
    guard
      try Completion.of("test", ["-x", ProgramFile.path("watchword")], launching: ["--nobody"]).status == 0
    else { return }
    #expect(unsafe chmod(folder.path, 0o777) == 0)
    let terminal = try form(["--output", "answer"], launching: ["--nobody"])
    terminal.fill()
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(readText(path) == good + "\n")
  }

  @Test func `F5 a file that has come meanwhile stays, and the status is 5`() throws {
    let terminal = try form(["--output", "answer"])
    _ = folder.write("theirs\n", to: "answer")
    terminal.fill()
    terminal.press(.enter)
    terminal.expectExit(5)
    #expect(
      terminal.errorText == "watchword: cannot write to 'answer': File exists\n" && terminal.outputText == "")
    #expect(readText(path) == "theirs\n" && terminal.settings.isCooked)
    #expect(try names() == "answer\n")
  }

  @Test func `F5 a folder that goes away meanwhile is status 5`() throws {
    #expect(unsafe mkdir(folder.path + "/f", 0o700) == 0)
    let terminal = try form(["--output", "f/answer"])
    #expect(unsafe rmdir(folder.path + "/f") == 0)
    terminal.fill()
    terminal.press(.enter)
    terminal.expectExit(5)
    #expect(terminal.errorText == "watchword: cannot write to 'f/answer': No such file or directory\n")
  }

  @Test(arguments: [
    ("$watchword new $o --output-fd 3 3>out", "out"), ("$watchword new $o --output-fd 9 9>>out", "out"),
    ("$watchword new $o --output-fd 2 2>out >other", "out"), ("$watchword new $o --output-fd 1 >out", "out"),
    ("$watchword new $o --output-fd 0 0>out", "out"), ("$watchword new $o --output-fd=3 3<>out", "out"),
    ("{ $watchword new $o --output-fd 3 3>&1 >&4 | cat >out; } 4>other", "out"),
  ])
  func `F5 the answer goes to a descriptor`(script: String, name: String) throws {
    let terminal = try TerminalEmulator.shell(
      "o='--no-dictionary --quiet'; " + script + "; echo \"status $?\" >/dev/tty",
      on: .with { $0.folder = folder.path })
    terminal.expect("Re-enter password")
    terminal.fill()
    terminal.press(.enter)
    terminal.expect("status 0")
    #expect(readText(folder.path + "/" + name) == good + "\n")
    #expect(readText(folder.path + "/other").map { $0 == "" } != false)
  }

  @Test(arguments: [
    ("0<&-", 0, "is closed"), (">&-", 1, "is closed"), ("9>&-", 9, "is closed"),
    ("3>&-", 3, "is closed"), ("4>&-", 4, "is closed"), ("5>&-", 5, "is closed"), ("6>&-", 6, "is closed"),
    ("7>&-", 7, "is closed"), ("", 1_000_000, "is closed"),
    ("3</dev/null", 3, "cannot be written to"), ("</dev/null", 0, "cannot be written to"),
  ])
  func `F5 a descriptor that is closed or only readable is known before the form`(
    redirection: String, number: Int, reason: String
  ) throws {
    #expect(
      try refusal("$watchword new --output-fd \(number) \(redirection)")
        == Completion(status: 2, errors: "watchword: descriptor \(number) \(reason)"))
  }

  @Test(arguments: [
    ("3>/dev/full", "No space left on device"),
    ("3>pipe", "Broken pipe"),
  ])
  func `F5 a descriptor that takes nothing is status 5, one line, and the terminal is given back`(
    redirection: String, reason: String
  ) throws {
    let terminal = try TerminalEmulator.shell(
      """
      mkfifo pipe; sleep 60 <pipe & exec 4>pipe; kill $!; wait
      $watchword new --no-dictionary --output-fd 3 \(redirection.replacing("3>pipe", with: "3>&4")) 2>errors
      echo "status $?"
      """, on: .with { $0.folder = folder.path })
    terminal.expect("Re-enter password")
    terminal.fill()
    terminal.press(.enter)
    terminal.expect("status 5")
    #expect(readText(folder.path + "/errors") == "watchword: cannot write to descriptor 3: \(reason)\n")
    #expect(terminal.settings.isCooked && !terminal.shows(good))
  }

  @Test func `F5 the descriptor stays open, and what is said afterwards arrives`() throws {
    var stage = Stage.capturing(in: folder.path)
    stage.errors = .terminal
    let terminal = try TerminalEmulator.open("watchword", Self.new + ["--output-fd", "2"], on: stage)
    terminal.expect("Re-enter password")
    terminal.fill()
    terminal.press(.enter)
    terminal.expect(good, "Password accepted.")
    terminal.expectExit(0)
  }
}
