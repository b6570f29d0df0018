import Glibc
import TestSupport
import Testing
import WatchwordMessages
import WatchwordScreen

@testable import Watchword
@testable import WatchwordCLI

/// The form of `watchword passwd` with a stand-in for the system's passwd: a script that asks as modules of Debian 12 do,
/// or as none should (issue 31).
@Suite struct PasswdCommandTests {
  private let folder = TemporaryFolder()

  private static let old = "Old-Secret-12"
  private static let new = "Kv7mQzR2pX"

  /// What a stand-in can do: `ask QUESTION` reads an answer without echo, `show QUESTION` with it, `is` says whether that is
  /// the password of the account, and `store` makes it that.
  private static let tools = #"""
    #!/bin/sh
    cd "${0%/*}"
    echo "$*" >>runs
    tr '\0' '\n' </proc/$$/environ >environment
    password=$(cat password)
    show() { printf '%s' "$1"; IFS= read -r answer || exit 9; printf '%s\n' "$1$answer" >>heard; }
    ask() { stty -echo; show "$1"; stty echo; echo; }
    is() { [ "$answer" = "$password" ]; }
    store() { printf '%s' "$answer" >password; }
    unchanged() { echo 'passwd: Authentication token manipulation error'; echo 'passwd: password unchanged'; exit 10; }
    old() { ask 'Current password: '; is || unchanged; }
    twice() { ask 'New password: '; ask 'Retype new password: '; }

    """#

  /// What came of a command.
  private struct Played {
    var status: Int32
    var line: String?
    var said: [String]
    /// The password of the account.
    var password: String
    /// The answers, with their questions.
    var heard: [String]
    var runs: Int
  }

  /// Plays `rows` to the form that `script` makes.
  @discardableResult private func play(
    _ script: String, user: String? = nil, helper: String = "", patience: Duration = .seconds(60),
    _ rows: String, line: Int = #line
  ) throws -> Played {
    for name in ["heard", "runs"] { _ = folder.write("", to: name) }
    _ = folder.write(Self.old, to: "password")
    for (name, text) in [
      ("passwd", Self.tools + script),
      (
        "chkpwd",
        "#!/bin/sh\n\(helper)\n[ \"$(tr -d '\\0')\" = \"$(cat \(folder.path)/password)\" ] || exit 7\n"
      ),
    ] { _ = unsafe chmod(folder.write(text, to: name), 0o755) }
    var call = PasswdCall(user: user)
    (call.program, call.helper) = (folder.path + "/passwd", folder.path + "/chkpwd")
    (call.account, call.patience) = ("ann", patience)
    let words = ["watchword", "passwd", "--policy", "classic", "--no-dictionary", "--allow-unlocked-memory"]
    guard case .run(let options) = try Invocation(words + (user.map { [$0] } ?? []), width: .standard) else {
      throw ProgramError("no command")
    }
    let run = ScriptRun(file: #filePath)
    let script = try Script.Row.all(in: rows, line: line)
    var command = PasswdCommand(options, call) { (form, advisers) throws(FormFailure) in
      var terminal = RowTerminal(script, fieldCount: form.makeForm().fields.count, run: run)
      defer { terminal.end() }
      return try form.show(on: &terminal, width: .standard, options.presentation, advisers)
    }
    let said = Said()
    command.say = { said.lines.append($0) }
    var (status, told): (Int32, String?) = (-1, nil)
    do throws(ProgramError) { status = try command.run().rawValue } catch {
      (status, told) = (error.status.rawValue, error.line)
    }
    let lines = { (name: String) in (folder.read(name) ?? "").split(separator: "\n").map(String.init) }
    return Played(
      status: status, line: told, said: said.lines, password: folder.read("password") ?? "",
      heard: lines("heard"), runs: (folder.read("runs") ?? "").count { $0 == "\n" })
  }

  private final class Said { var lines: [String] = [] }

  private static let toldOld = "Current password: \(old)"
  private static let toldNew = ["New password: \(new)", "Retype new password: \(new)"]

  @Test func `31 1 the password is changed, and nothing but the questions is answered`() throws {
    let played = try play(
      "echo 'Changing password for ann.'; old; twice; store",
      """
      \(Self.old) Tab while Checking | on New password, "Your system has the last word on the new password."
      \(Self.new) Tab \(Self.new) Enter while Checking
      """)
    #expect(played.status == 0 && played.line == nil && played.password == Self.new)
    #expect(played.heard == [Self.toldOld] + Self.toldNew && played.runs == 1)
    #expect(folder.read("runs") == "\n")
    let names = Set((folder.read("environment") ?? "").split(separator: "\n").map { $0.prefix { $0 != "=" } })
    #expect(names == ["LC_ALL", "PATH", "TERM"])
  }

  @Test func `31 1 who is not asked for the old password has no field for it, and USER is named`() throws {
    let played = try play(
      "twice; store", user: "bob",
      """
      | Change the password of bob, not Old password
      \(Self.new) Tab \(Self.new) Enter while Checking
      """)
    #expect(played.status == 0 && played.password == Self.new && folder.read("runs") == "bob\n")
  }

  @Test func `31 2 a wrong old password is told when its field is left, and not asked about twice`() throws {
    let played = try play(
      "old; twice; store",
      """
      wrong Tab while Checking | on Old password, error The old password is not right., beep
      Tab while Checking | error The old password is not right., beep
      ^U \(Self.old) Tab while Checking | on New password
      \(Self.new) Tab \(Self.new) Enter while Checking
      """)
    #expect(played.status == 0 && played.password == Self.new)
    #expect(played.heard == ["Current password: wrong", Self.toldOld] + Self.toldNew && played.runs == 2)
  }

  @Test func `31 4 an old password that is changed after it was right starts passwd anew`() throws {
    let played = try play(
      "old; twice; store",
      """
      \(Self.old) Tab while Checking | on New password
      S-Tab x Tab while Checking | on Old password, error The old password is not right., beep
      Backspace Tab while Checking \(Self.new) Tab \(Self.new) Enter while Checking
      """)
    #expect(played.status == 0 && played.runs == 3)
    #expect(played.heard == [Self.toldOld, Self.toldOld + "x", Self.toldOld] + Self.toldNew)
  }

  @Test func `31 2 a refusal is mended in the form, before the retype and after it`() throws {
    let played = try play(
      """
      old
      ask 'New password: '; echo 'BAD PASSWORD: The password is a palindrome'
      twice; echo 'You must choose a longer password.'
      twice; echo 'Something of the place.'
      twice; store
      """,
      """
      \(Self.old) Tab while Checking \(Self.new) Tab \(Self.new) Enter while Checking | on New password, error It reads the same backwards., beep
      a Tab a Enter while Checking | on New password, error Choose a longer password., beep
      b Tab b Enter while Checking | on New password, error Something of the place., beep
      c Tab c Enter while Checking
      """)
    #expect(played.status == 0 && played.password == Self.new + "abc" && played.runs == 1)
  }

  @Test func `31 2 where passwd has ended it is started again with the old password`() throws {
    let played = try play(
      "old; twice; [ \"$answer\" = \(Self.new)a ] || { echo 'Password has been already used.'; unchanged; }; store",
      """
      \(Self.old) Tab while Checking \(Self.new) Tab \(Self.new) Enter while Checking | error This password was used before., beep
      a Tab a Enter while Checking
      """)
    #expect(played.status == 0 && played.password == Self.new + "a" && played.runs == 2)
  }

  @Test func `31 5 after that Esc ends with the status of passwd`() throws {
    let played = try play(
      "old; twice; echo 'Password has been already used.'; unchanged",
      """
      \(Self.old) Tab while Checking \(Self.new) Tab \(Self.new) Enter while Checking | error This password was used before., beep
      Esc
      """)
    #expect(played.status == 10 && played.password == Self.old)
  }

  @Test func `31 5 Esc before the new password is a cancel, and ends passwd`() throws {
    let played = try play(
      "trap 'echo gone >gone; exit' HUP TERM; old; twice; store", "\(Self.old) Tab while Checking Esc")
    #expect(played.status == 1 && played.password == Self.old && played.heard == [Self.toldOld])
  }

  @Test func `31 2 where the old password was right passwd's own line ends the form`() throws {
    let played = try play(
      "old; echo 'You must wait longer to change your password.'; unchanged", "\(Self.old) Tab while Checking"
    )
    #expect(played.line == "You must wait longer to change your password." && played.status == 10)
  }

  @Test func `31 2 where nobody knows whether it was right, both are said`() throws {
    try play(
      "old; unchanged", helper: "exit 9",
      """
      \(Self.old) Tab while Checking | error passwd did not accept the old password, beep
      Esc
      """)
  }

  @Test
  func `31 2 a remark on a password that is taken is said at the end, and none on one that was refused`()
    throws
  {
    let bad =
      "ask 'New password: '; echo 'BAD PASSWORD: The password is a palindrome'; ask 'Retype new password: '"
    let keys = "\(Self.new) Tab \(Self.new) Enter while Checking"
    let said = "passwd says: It reads the same backwards. Choose another."
    #expect(try play("\(bad); store", keys).said == [said])
    #expect(
      try play("\(bad); ask 'New UNIX password: '; ask 'Retype new UNIX password: '; store", keys).said == [
        said
      ])
    let mended = try play(
      "\(bad); echo Unlucky.; twice; store", "\(keys) | error Unlucky., beep\na Tab a Enter while Checking")
    #expect(mended.status == 0 && mended.said == [])
  }

  @Test func `31 4 a code that passwd asks for becomes a field, masked where it has no echo`() throws {
    for (question, isShown) in [("ask", false), ("show", true)] {
      let played = try play(
        "old; \(question) 'Code on the token: '; [ \"$answer\" = 123456 ] || unchanged; twice; store",
        """
        \(Self.old) Tab while Checking | on Code on the token
        123456 | \(isShown ? "" : "not ")123456
        Enter while Checking | on New password
        \(Self.new) Tab \(Self.new) Enter Enter while Checking
        """)
      #expect(played.status == 0 && played.password == Self.new && played.runs == 1)
      #expect(played.heard.dropFirst().first == "Code on the token: 123456")
    }
  }

  @Test func `31 1 what passwd refuses before it asks ends the command without a form`() throws {
    for (script, line, status) in [
      ("echo \"passwd: user 'bob' does not exist\"; exit 1", "user 'bob' does not exist", 2),
      (
        "echo 'passwd: cannot lock /etc/passwd; try again later.'; exit 5",
        "cannot lock /etc/passwd; try again later.", 5
      ),
      ("kill -9 $$", "passwd has ended without a question", 126),
      ("exit 0", "passwd has ended without a question", 126),
    ] as [(String, String, Int32)] {
      let played = try play(script, "")
      #expect(played.line == line && played.status == status)
    }
  }

  @Test func `31 5 killed before the repeated password nothing is changed, and it is started again`() throws {
    for point in ["old; kill -9 $$", "old; ask 'New password: '; kill -9 $$"] {
      let played = try play(
        "[ -e once ] && { old; twice; store; exit 0; }; : >once; \(point)",
        point.contains("New")
          ? """
          \(Self.old) Tab while Checking \(Self.new) Tab \(Self.new) Enter while Checking | passwd was ended. Nothing was changed., beep
          Enter while Checking
          """
          : """
          \(Self.old) Tab while Checking | passwd was ended. Nothing was changed., beep
          Tab while Checking \(Self.new) Tab \(Self.new) Enter while Checking
          """)
      #expect(played.status == 0 && played.password == Self.new)
      _ = unsafe unlink(folder.path + "/once")
    }
  }

  @Test func `31 5 killed after it the account tells what came of it`() throws {
    let keys = "\(Self.old) Tab while Checking \(Self.new) Tab \(Self.new) Enter while Checking"
    let changed = try play("old; twice; store; kill -9 $$", keys)
    #expect(changed.status == 0 && changed.said == ["Your password was changed."])
    let unchanged = try play(
      "old; twice; kill -9 $$", "\(keys) | Your password was not changed., beep\nEsc")
    #expect(unchanged.status == 1 && unchanged.password == Self.old)
    let unknown = try play("old; twice; store; kill -9 $$", helper: "exit 9", keys)
    #expect(unknown.status == 5)
    #expect(
      unknown.said == ["It is not known whether your password was changed. Try the new one first."])
  }

  @Test func `31 6 nothing is typed where passwd would show it`() throws {
    let played = try play(
      "old; show 'New password: '; store", patience: .milliseconds(600),
      "\(Self.old) Tab while Checking | passwd was ended. Nothing was changed., beep\nEsc")
    #expect(played.heard == [Self.toldOld])
  }

  @Test func `31 5 output without end ends passwd before anything is changed`() throws {
    let played = try play(
      "old; while :; do printf '%01000d\\n' 0; done",
      "\(Self.old) Tab while Checking | passwd was ended. Nothing was changed., beep\nEsc")
    #expect(played.status == 1 && played.password == Self.old)
  }

  @Test func `31 5 a passwd that talks on while it changes is waited for no longer than a silent one`() throws
  {
    let played = try play(
      "old; twice; while :; do echo working; sleep 0.05; done", patience: .milliseconds(600),
      """
      \(Self.old) Tab while Checking \(Self.new) Tab \(Self.new) Enter while Checking | Your password was not changed., beep
      Esc
      """)
    #expect(played.status == 1 && played.password == Self.old)
  }

  @Test func `31 5 a repeat that is asked for without end is given as long as patience lasts`() throws {
    let played = try play(
      "old; twice; while :; do ask 'Retype new password: '; done", patience: .milliseconds(600),
      """
      \(Self.old) Tab while Checking | on New password
      \(Self.new) Tab \(Self.new) Enter while Checking | Your password was not changed., beep
      Esc
      """)
    #expect(played.status == 1 && played.password == Self.old)
  }

  @Test func `31 5 what one passwd has written too much of does not end the next one`() throws {
    let played = try play(
      "test -e again || { : >again; old; while :; do printf '%01000d\\n' 0; done; }; old; twice; store",
      """
      \(Self.old) Tab while Checking | passwd was ended. Nothing was changed., beep
      Tab while Checking | on New password
      \(Self.new) Tab \(Self.new) Enter while Checking
      """)
    #expect(played.status == 0 && played.password == Self.new && played.runs == 2)
  }

  @Test func `31 1 a password that is longer than passwd can read is not told`() throws {
    let played = try play(
      "old; twice; store",
      """
      "\(String(repeating: "x", count: 511))" Tab | "passwd cannot be told: it has more than 510 bytes", beep
      Esc
      """)
    #expect(played.heard == [])
  }

  @Test func `31 4 an old password that passwd asks for later is a field more`() throws {
    let played = try play(
      "ask 'Code: '; old; twice; store",
      """
      123456 Tab \(Self.new) Tab \(Self.new) Enter while Checking | on Current password
      \(Self.old) Enter while Checking
      """)
    #expect(played.status == 0 && played.password == Self.new)
  }

  @Test func `31 6 what passwd repeats of a secret is not shown, nor what would move the cursor`() throws {
    let played = try play(
      """
      old; ask 'New password: '; printf '\\033[2J\\033]0;%s\\007it was %s\\n' "$answer" "$answer"
      ask 'New password: '; printf '\\033[31mred\\033[0m words\\n'; twice; store
      """,
      """
      \(Self.old) Tab while Checking \(Self.new) Tab \(Self.new) Enter while Checking | error "Not accepted here. Try a different password.", beep
      a Tab a Enter while Checking | error red words, not \(Self.new), beep
      b Tab b Enter while Checking
      """)
    #expect(played.status == 0)
  }
}
