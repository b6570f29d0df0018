import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen

@testable import Watchword
@testable import WatchwordOptions
@testable import WatchwordServices

/// The form of `watchword passwd` with a stand-in for the system's passwd: a script that asks as modules of Debian 12
/// do, or as none should.
@Suite struct PasswdCommandTests {
  private let folder = TemporaryFolder()

  private static let old = "Old-Secret-12"
  private static let new = "Kv7mQzR2pX"

  /// What a stand-in can do: `ask QUESTION` reads an answer without echo, `show QUESTION` with it, `is` says whether it
  /// is the account's password, and `store` makes it that.
  private static let tools = #"""
    #!/bin/sh
    cd "${0%/*}"
    test "$1" != -S || { cat state; exit; }
    echo "$*" >>runs
    tr '\0' '\n' </proc/$$/environ >environment
    password=$(cat password)
    show() { printf '%s' "$1"; IFS= read -r answer || exit 9; printf '%s\n' "$1$answer" >>heard; }
    ask() { stty -echo; show "$1"; stty echo; echo; }
    is() { [ "$answer" = "$password" ]; }
    store() { printf '%s' "$answer" >password; printf 'root:*:\nann:$6$%s$h:\nannabel:!:\n' $$ >shadow; }
    unchanged() { echo 'passwd: Authentication token manipulation error'; echo 'passwd: password unchanged'; exit 10; }
    old() { ask 'Current password: '; is || unchanged; }
    twice() { ask 'New password: '; ask 'Retype new password: '; }

    """#

  /// The result of a command.
  private struct Played {
    var status: Int32
    var line: String?
    var said: [String]
    /// The password of the account.
    var password: String
    /// The answers, with their questions.
    var heard: [String]
    var runs: Int
    /// How often the account was asked.
    var questions: Int
  }

  /// Plays `rows` to the form of `script`.
  @discardableResult private func play(
    _ script: String, user: String? = nil, helper: String = "", state: String = "P",
    patience: Duration = .seconds(60), arguments: [String] = [], _ rows: String, line: Int = #line
  ) throws -> Played {
    for name in ["heard", "runs", "questions"] { _ = folder.write("", to: name) }
    _ = folder.write(Self.old, to: "password")
    _ = folder.write("ann \(state) never 0 99999 7 -1\n", to: "state")
    _ = folder.write("root:*:\nann:$6$s$h:\nannabel:!:\n", to: "shadow")
    for (name, text) in [
      ("passwd", Self.tools + script),
      (
        "chkpwd",
        "#!/bin/sh\necho >>\(folder.path)/questions\n\(helper)\n[ \"$(tr -d '\\0')\" = \"$(cat \(folder.path)/password)\" ] || exit 7\n"
      ),
    ] { _ = unsafe chmod(folder.write(text, to: name), 0o755) }
    var call = PasswdCall(user: user)
    (call.program, call.helper) = (folder.path + "/passwd", folder.path + "/chkpwd")
    (call.account, call.patience, call.shadow) = ("ann", patience, folder.path + "/shadow")
    let words =
      ["watchword", "passwd", "--policy", "classic", "--no-dictionary", "--allow-unlocked-memory"] + arguments
    guard case .run(let options) = try Invocation(words + (user.map { [$0] } ?? []), width: .standard) else {
      throw ProgramError("no command")
    }
    let run = ScriptRun(file: #filePath)
    let script = try Script.Row.all(in: rows, line: line)
    var command = PasswdCommand(options, call) { (form, advisers) throws(Ending) in
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
      heard: lines("heard"), runs: (folder.read("runs") ?? "").count { $0 == "\n" },
      questions: (folder.read("questions") ?? "").count)
  }

  private final class Said { var lines: [String] = [] }

  private static let toldOld = "Current password: \(old)"
  private static let toldNew = ["New password: \(new)", "Retype new password: \(new)"]

  @Test func `P1 the password is changed, and nothing but the questions is answered`() throws {
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

  @Test func `P1 root is named as well, since sudo changes root's password unless it is told a user`() throws
  {
    #expect(PasswdCall(user: "bob").named == "bob")
    #expect((PasswdCall(user: nil).named != nil) == (getuid() == 0))
  }

  @Test func `P1 a user who is not asked for the old password has no field for it, and USER is named`() throws
  {
    let played = try play(
      "twice; store", user: "bob",
      """
      | Change the password of bob, not Old password
      \(Self.new) Tab \(Self.new) Enter while Checking
      """)
    #expect(played.status == 0 && played.password == Self.new && folder.read("runs") == "bob\n")
  }

  @Test(arguments: [("exit 0", 0), ("exit 1", 5), ("show 'Who are you? '", 5), ("kill -9 $$", 5)])
  func `U7 after the change passwd expires the password, or a line says that it did not`(
    end: String, status: Int32
  ) throws {
    for (rest, own) in [("", status), ("; exit 10", status == 0 ? 8 : 5)] {
      let played = try play(
        "[ \"$1\" != -e ] || { \(end); exit; }; twice; store\(rest)", user: "ann", arguments: ["--expire"],
        "\(Self.new) Tab \(Self.new) Enter while Checking")
      #expect(played.status == own && played.password == Self.new)
      #expect(folder.read("runs") == "ann\n-e ann\n")
      let line = "The password of ann was changed, but it does not expire: 'passwd -e' failed."
      #expect(played.said.dropFirst(rest.isEmpty ? 0 : 1) == (status == 0 ? [] : [line]))
    }
  }

  @Test func `U7 a password that was not changed does not expire`() throws {
    let played = try play(
      "twice; unchanged", user: "ann", arguments: ["--expire"],
      """
      \(Self.new) Tab \(Self.new) Enter while Checking | error Authentication token manipulation error, beep
      Esc
      """)
    #expect(played.password == Self.old && !(folder.read("runs") ?? "").contains("-e"))
  }

  @Test func `P2 a wrong old password is told when its field is left, and not asked about twice`() throws {
    let played = try play(
      "old; twice; store",
      """
      wrong Tab while Checking | on Old password, error The old password is not right., beep
      Tab while Checking | error The old password is not right., beep
      Backspace g Tab while Checking | error The old password is not right., beep
      ^U \(Self.old) Tab while Checking | on New password
      \(Self.new) Tab \(Self.new) Enter while Checking
      """)
    #expect(played.status == 0 && played.password == Self.new)
    // Once its field was edited it is asked about again.
    let wrong = "Current password: wrong"
    #expect(played.heard == [wrong, wrong, Self.toldOld] + Self.toldNew && played.runs == 3)
  }

  @Test func `P2 an old password that is changed after it was right starts passwd anew`() throws {
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

  @Test func `P2 a refusal is corrected in the form, before the retype and after it`() throws {
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
      a Tab \(Self.new)a Enter while Checking | on New password, error Choose a longer password., beep
      b Tab \(Self.new)ab Enter while Checking | on New password, error Something of the place., beep
      c Tab \(Self.new)abc Enter while Checking
      """)
    #expect(played.status == 0 && played.password == Self.new + "abc" && played.runs == 1)
  }

  @Test func `P2 where passwd has ended it is started again with the old password`() throws {
    let played = try play(
      "old; twice; [ \"$answer\" = \(Self.new)a ] || { echo 'Password has been already used.'; unchanged; }; store",
      """
      \(Self.old) Tab while Checking \(Self.new) Tab \(Self.new) Enter while Checking | error This password was used before., beep
      a Tab \(Self.new)a Enter while Checking
      """)
    #expect(played.status == 0 && played.password == Self.new + "a" && played.runs == 2)
  }

  // Debian's own stack has pam_deny behind a pam_unix that is not asked why.
  @Test(arguments: ["Authentication token lock busy", "Authentication token manipulation error"])
  func `P5 where files cannot be written passwd's own line ends the form at the second time in a row`(
    line: String
  )
    throws
  {
    let busy = "{ echo 'passwd: \(line)'; echo 'passwd: password unchanged'; exit 10; }"
    let keys = "\(Self.old) Tab while Checking \(Self.new) Tab \(Self.new) Enter while Checking"
    let more = "a Tab \(Self.new)a Enter while Checking"
    let refused = "error \(line), beep"
    let played = try play("old; twice; \(busy)", "\(keys) | \(refused)\n\(more)")
    #expect(played.line == line && played.status == 10 && played.runs == 2)
    #expect(played.password == Self.old)
    let freed = try play(
      "old; twice; [ -e once ] || { : >once; \(busy); }; store", "\(keys) | \(refused)\n\(more)")
    #expect(freed.status == 0 && freed.password == Self.new + "a")
    // Another refusal between the two begins anew.
    let other = try play(
      """
      old; twice; echo >>turns; [ "$(wc -l <turns)" -ne 2 ] || { echo 'Password has been already used.'; unchanged; }
      \(busy)
      """,
      """
      \(keys) | \(refused)
      \(more) | error This password was used before., beep
      b Tab \(Self.new)ab Enter while Checking | \(refused)
      Esc
      """)
    #expect(other.status == 10 && other.line == nil && other.password == Self.old)
  }

  @Test func `P5 after that Esc ends with the status of passwd`() throws {
    let played = try play(
      "old; twice; echo 'Password has been already used.'; unchanged",
      """
      \(Self.old) Tab while Checking \(Self.new) Tab \(Self.new) Enter while Checking | error This password was used before., beep
      Esc
      """)
    #expect(played.status == 10 && played.password == Self.old)
  }

  @Test func `P3 of the old password nobody says that it is commonly used`() throws {
    try play(
      "old; twice; store", arguments: ["--policy", "login"],
      """
      \(Self.old) Tab while Checking \(Self.old) Tab | error Choose a password that is not the old one., not commonly used: choose
      Esc
      """)
  }

  @Test func `P5 Esc before the new password is a cancel, and ends passwd`() throws {
    let played = try play(
      "trap 'echo gone >gone; exit' HUP TERM; old; twice; store", "\(Self.old) Tab while Checking Esc")
    #expect(played.status == 1 && played.password == Self.old && played.heard == [Self.toldOld])
  }

  @Test func `P2 where the old password was right passwd's own line ends the form`() throws {
    let played = try play(
      "old; echo 'You must wait longer to change your password.'; unchanged", "\(Self.old) Tab while Checking"
    )
    #expect(played.line == "You must wait longer to change your password." && played.status == 10)
  }

  @Test func `P2 if it is not known whether it was right, both are said`() throws {
    try play(
      "old; unchanged", helper: "exit 9",
      """
      \(Self.old) Tab while Checking | error passwd did not accept the old password, beep
      Esc
      """)
  }

  @Test
  func `P2 a remark on a password that is taken is said at the end, and none on one that was refused`()
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
      "\(bad); echo Unlucky.; twice; store",
      "\(keys) | error Unlucky., beep\na Tab \(Self.new)a Enter while Checking")
    #expect(mended.status == 0 && mended.said == [])
  }

  @Test func `P4 a code that passwd asks for becomes a field, masked where it has no echo`() throws {
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

  @Test func `P1 what passwd refuses before it asks ends the command without a form`() throws {
    for (script, line, status) in [
      ("echo \"passwd: user 'bob' does not exist\"; exit 1", "user 'bob' does not exist", 2),
      (
        "echo 'passwd: cannot lock /etc/passwd; try again later.'; exit 5",
        "cannot lock /etc/passwd; try again later.", 5
      ),
      ("kill -9 $$", "passwd ended without asking anything", 126),
      ("exit 0", "passwd ended without asking anything", 126),
    ] as [(String, String, Int32)] {
      let played = try play(script, "")
      #expect(played.line == line && played.status == status)
    }
  }

  @Test func `P5 killed before the repeated password nothing is changed, and it is started again`() throws {
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

  @Test func `P5 killed after it the account tells what came of it`() throws {
    let keys = "\(Self.old) Tab while Checking \(Self.new) Tab \(Self.new) Enter while Checking"
    let changed = try play("old; twice; store; kill -9 $$", keys)
    #expect(changed.status == 0 && changed.said == ["Password changed."] && changed.questions == 1)
    let unchanged = try play(
      "old; twice; kill -9 $$", "\(keys) | Your password was not changed., beep\nEsc")
    #expect(unchanged.status == 1 && unchanged.password == Self.old && unchanged.questions == 2)
    let unknown = try play("old; twice; store; kill -9 $$", helper: "exit 9", keys)
    #expect(unknown.status == 5)
    #expect(
      unknown.said == ["It is not known whether your password was changed. Try the new one first."])
  }

  @Test func `P6 a question after which only the line end is shown (ECHONL) is dark, and answered`() throws {
    let played = try play(
      "stty echonl; old; twice; store",
      """
      \(Self.old) Tab while Checking | on New password
      \(Self.new) Tab \(Self.new) Enter while Checking
      """)
    #expect(
      played.status == 0 && played.password == Self.new && played.heard == [Self.toldOld] + Self.toldNew)
  }

  @Test func `P6 nothing is typed where passwd would show it`() throws {
    let played = try play(
      "old; show 'New password: '; store", patience: .milliseconds(600),
      "\(Self.old) Tab while Checking | passwd was ended. Nothing was changed., beep\nEsc")
    #expect(played.heard == [Self.toldOld])
  }

  @Test(arguments: ["echo working; sleep 0.05", "ask 'Retype new password: '"])
  func `P5 a passwd that talks on while it changes is waited for no longer than a silent one`(
    work: String
  ) throws {
    let played = try play(
      "old; twice; while :; do \(work); done", patience: .milliseconds(600),
      "\(Self.chooses) | Your password was not changed., beep\nEsc")
    #expect(played.status == 1 && played.password == Self.old)
  }

  @Test func `P5 what one passwd has written too much of does not end the next one`() throws {
    let played = try play(
      "test -e again || { : >again; old; while :; do printf '%01000d\\n' 0; done; }; old; twice; store",
      """
      \(Self.old) Tab while Checking | passwd was ended. Nothing was changed., beep
      Tab while Checking | on New password
      \(Self.new) Tab \(Self.new) Enter while Checking
      """)
    #expect(played.status == 0 && played.password == Self.new && played.runs == 2)
  }

  @Test func `P1 a password that is longer than passwd can read is not told`() throws {
    let played = try play(
      "old; twice; store",
      """
      "\(String(repeating: "x", count: 511))" | "Not taken: 511 bytes, at most 510", beep
      ^U \(Self.old) Tab while Checking | on New password
      "\(String(repeating: "y", count: 511))" | "Not taken: 511 bytes, at most 510", beep
      Esc
      """)
    #expect(played.heard == [Self.toldOld])
  }

  @Test func `P4 an old password that passwd asks for later is a field more`() throws {
    let played = try play(
      "ask 'Code: '; old; twice; store",
      """
      123456 Tab \(Self.new) Tab \(Self.new) Enter while Checking | on Current password
      \(Self.old) Enter while Checking
      """)
    #expect(played.status == 0 && played.password == Self.new)
  }

  @Test func `P6 what passwd repeats of a secret is not shown, nor what would move the cursor`() throws {
    let played = try play(
      """
      old; ask 'New password: '; printf '\\033[2J\\033]0;%s\\007it was %s\\n' "$answer" "$answer"
      ask 'New password: '; printf '\\033[31mred\\033[0m words\\n'; twice; store
      """,
      """
      \(Self.old) Tab while Checking \(Self.new) Tab \(Self.new) Enter while Checking | error "Not accepted here. Try a different password.", beep
      a Tab \(Self.new)a Enter while Checking | error red words, not \(Self.new), beep
      b Tab \(Self.new)ab Enter while Checking
      """)
    #expect(played.status == 0)
  }

  private static let chooses = "\(old) Tab while Checking \(new) Tab \(new) Enter while Checking"
  private static let partly = "Your password on this machine was changed, but: "

  @Test(
    arguments: [
      // A later module refuses.
      (
        "old; twice; store; echo 'passwd: System error'; echo 'passwd: password unchanged'; exit 10", 8,
        "System error"
      ),
      ("old; ask 'New password: '; store; exit 1", 8, "passwd refused it without giving a reason"),
      ("old; twice; store; unchanged", 8, "Authentication token manipulation error"),
      (
        """
        old; twice; store; printf 'Password change rejected: too few classes.\\nThey are:\\n\\t- digits\\n'; unchanged
        """, 8, "Password change rejected: too few classes.\nThey are:\n- digits"
      ),
      // A module that asks for it in the same words, and refuses it twice.
      (
        "old; twice; store; while :; do ask 'New password: '; echo Unlucky.; done", 8, "Unlucky."
      ),
      // One that accepts it.
      ("old; twice; store; ask 'New password: '", 0, ""),
      ("old; ask 'New password: '; store; kill -9 $$", 0, ""),
    ] as [(String, Int32, String)])
  func `P5 what the account holds is said, whatever passwd ends with`(
    _ script: String, _ status: Int32, _ reason: String
  ) throws {
    let played = try play(script, Self.chooses)
    #expect(played.status == status && played.line == nil && played.password == Self.new)
    #expect(
      played.said
        == (status == 8 ? [Self.partly + reason] : script.contains("kill") ? ["Password changed."] : []))
    #expect(played.questions == 1)
  }

  @Test func `P5 after the change nothing says that the old password is not right`() throws {
    let played = try play("old; twice; store; while :; do ask 'Current password: '; done", Self.chooses)
    #expect(played.status == 8 && played.password == Self.new)
  }

  @Test func `P5 a new password that is changed while passwd asks for more is not called the account's`()
    throws
  {
    let played = try play(
      "old; twice; store; ask 'Code: '",
      """
      \(Self.chooses) | on Code
      S-Tab S-Tab ^U \(Self.new)x Tab ^U \(Self.new)x Tab 123 Enter while Checking
      """)
    #expect(played.status == 8 && played.password == Self.new)
    #expect(played.said == [Self.partly + "it is the new password that you typed first"])
  }

  @Test func `P2 an answer that the terminal has echoed is no remark`() throws {
    let played = try play(
      "old; show 'Code: '; unchanged",
      """
      \(Self.old) Tab while Checking | on Code
      123456 Enter while Checking
      """)
    #expect(played.status == 10 && played.line == "Authentication token manipulation error")
  }

  @Test func `P5 root hears whose password was changed before a module refused`() throws {
    let played = try play(
      "twice; store; echo 'passwd: System error'; exit 10", user: "ann",
      "\(Self.new) Tab \(Self.new) Enter while Checking")
    #expect(played.status == 8)
    #expect(played.said == ["The password of ann on this machine was changed, but: System error"])
  }

  @Test(arguments: [nil, "ann"]) func `P5 a passwd that has done nothing and says it has is not believed`(
    _ user: String?
  ) throws {
    let played = try play(
      user == nil ? "old; twice" : "twice", user: user,
      """
      \(user == nil ? "\(Self.old) Tab while Checking " : "")\(Self.new) Tab \(Self.new) Enter while Checking | on New password, error \(user == nil ? "Your password" : "The password of ann") was not changed., beep
      Esc
      """)
    #expect(played.status == 1 && played.password == Self.old && played.said == [])
    // For root the shadow file says it.
    #expect(played.questions == (user == nil ? 2 : 0))
  }

  @Test
  func `P5 where the account cannot say, passwd is believed that it has done its work, and nothing else`()
    throws
  {
    for helper in ["exit 9", "exit 7"] {
      #expect(try play("old; twice", helper: helper, Self.chooses).status == 0)
      let played = try play(
        "old; twice; echo 'Password change rejected: too recent.'; unchanged", helper: helper,
        "\(Self.chooses) | error Password change rejected: too recent., beep\nEsc")
      #expect(played.status == 5)
      #expect(played.said == ["It is not known whether your password was changed. Try the new one first."])
      #expect(played.questions == (helper == "exit 9" ? 1 : 2))
    }
  }

  @Test func `P5 after that the old password is not said to be wrong`() throws {
    let played = try play(
      "old; twice; store; unchanged", helper: "exit 9",
      """
      \(Self.chooses) | error Authentication token manipulation error, beep
      a Tab \(Self.new)a Enter while Checking | error passwd did not accept the old password, beep
      Esc
      """)
    #expect(played.status == 5 && played.password == Self.new)
  }

  @Test func `P5 at Esc after a refusal the account is asked`() throws {
    let script = "old; ask 'New password: '; \u{7}; echo Unlucky.; ask 'New password: '"
    let rows = "\(Self.chooses) | error Unlucky., beep\nEsc"
    let changed = try play(script.replacing("\u{7}", with: "store"), rows)
    #expect(changed.status == 0 && changed.said == ["Password changed."] && changed.questions == 1)
    let unchanged = try play(script.replacing("\u{7}", with: ":"), rows)
    #expect(unchanged.status == 1 && unchanged.said == [] && unchanged.questions == 2)
  }

  @Test func `P5 Esc before the repetition leaves the password as it is`() throws {
    let played = try play(
      "old; ask 'New password: '; sleep 0.3; ask 'Retype new password: '; store",
      """
      \(Self.old) Tab while Checking \(Self.new) Tab \(Self.new) Enter | Checking
      Esc
      """)
    #expect(played.status == 1 && played.password == Self.old && played.said == [])
  }

  @Test func `P2 a new password that is the old one is not told`() throws {
    let played = try play(
      "old; twice; store",
      """
      \(Self.old) Tab while Checking | on New password
      \(Self.old) Tab \(Self.old) Enter | "Choose a password that is not the old one.", beep
      Esc
      """)
    #expect(played.heard == [Self.toldOld])
  }

  @Test func `P4 the judged field answers a question with words between`() throws {
    let played = try play(
      "old; ask 'New ACME-2 password: '; ask 'Retype new My Org password: '; store", Self.chooses)
    #expect(played.status == 0 && played.password == Self.new && played.runs == 1)
  }

  @Test func `P4 a module with other words gets the same, and what was said between is told at the end`()
    throws
  {
    let played = try play(
      """
      old; twice; echo 'Synchronised with the mail server.'
      ask 'Enter new Kerberos password: '; ask 'Retype new Kerberos password: '; store
      echo 'WARNING: the mail server has the old one.'; echo 'passwd: password updated successfully'
      """, Self.chooses)
    #expect(
      played.status == 0
        && played.heard.suffix(2) == [
          "Enter new Kerberos password: \(Self.new)", "Retype new Kerberos password: \(Self.new)",
        ])
    #expect(
      played.said == [
        "passwd says: Synchronised with the mail server.",
        "passwd says: WARNING: the mail server has the old one.",
      ])
  }

  @Test func `P2 what modules say first is the form's text`() throws {
    try play(
      "printf 'at least 14 characters\\nHelp: https://intranet/\\n'; old; twice; store",
      "| at least 14 characters, Help: https://intranet/, not Your system has the last word\nEsc")
    try play(
      "echo 'at least 14 characters'; old", arguments: ["--text", "Hello."],
      "| at least 14 characters, Hello.\nEsc")
  }

  @Test func `P2 an account without a hash is told with care that the old password was refused`() throws {
    let played = try play(
      "old; unchanged", state: "L",
      """
      wrong Tab while Checking | error passwd did not accept the old password, beep
      Tab while Checking | error passwd did not accept the old password, beep
      Esc
      """)
    #expect(played.heard.count == 2)
  }

  @Test func `P2 where there is one row the first line of a module is shown`() throws {
    try play(
      "old; twice; printf 'It was changed too recently.\\nPlease wait.\\n'; unchanged",
      "\(Self.chooses) | error It was changed too recently., beep\nEsc")
  }
}
