import Glibc
import Testing
import Watchword
import WatchwordTesting

/// Forms played from a script, as in tests of the library's users.
struct ScriptedFormTests {
  private let password = "umbrella-Lantern-4711"

  private func chosen(_ terminal: inout ScriptedTerminal) {
    terminal.type(password)
    terminal.press(.tab)
    terminal.type(password)
    terminal.press(.enter)
  }

  private func signUp() throws -> PasswordForm {
    try PasswordForm("Join the club", fields: [.text("user"), .email().optional(), .newPassword()])
  }

  private func shows(_ text: String, _ screen: [String]?) -> Bool {
    screen?.contains { $0.contains(text) } == true
  }

  @Test func `J11 what is masked for a person is masked for a test, and what is seen is seen`() throws {
    var terminal = ScriptedTerminal()
    terminal.type("ada")
    terminal.press(.tab, times: 2)
    terminal.type(password)
    terminal.look("typed")
    terminal.press(.control("r"))
    terminal.look("shown")
    terminal.press(.escape)
    #expect(throws: PasswordForm.Cancellation.escape) { try signUp().runAndWait(on: &terminal) }
    #expect(
      shows("Join the club", terminal.looks["typed"]?.rows) && shows("ada", terminal.looks["typed"]?.rows))
    #expect(!shows(password, terminal.looks["typed"]?.rows) && shows(password, terminal.looks["shown"]?.rows))
    #expect(!shows(password, terminal.screen) && shows("ada", terminal.screen))
  }

  @Test func `J11 a screen has the rows and columns of its window, from the start and after a resize`() throws
  {
    var terminal = ScriptedTerminal(columns: 100, rows: 30)
    terminal.look("before")
    terminal.resize(columns: 40, rows: 12)
    terminal.look("after")
    terminal.press(.escape)
    _ = try? PasswordForm.newPassword().runAndWait(on: &terminal)
    #expect(terminal.looks["before"]?.rows.count == 30 && terminal.looks["after"]?.rows.count == 12)
    #expect(terminal.looks["after"]?.rows.allSatisfy { $0.count <= 40 } == true)
  }

  @Test func `J11 a script that ends before its form is an error with the screen`() throws {
    var terminal = ScriptedTerminal()
    terminal.type("ada")
    let error = #expect(throws: ScriptEnded.self) { try signUp().runAndWait(on: &terminal) }
    #expect(error.map { shows("ada", $0.screen) && $0.description.contains("Join the club") } == true)
  }

  @Test func `J11 a paste, keys that edit, and the cursor`() throws {
    var terminal = ScriptedTerminal()
    terminal.paste("ada lovelace")
    terminal.press(.home)
    terminal.press(.delete)
    terminal.look("edited")
    terminal.press(.end)
    terminal.press(.control("u"))
    terminal.look("cleared")
    let end = #expect(throws: ScriptEnded.self) { try signUp().runAndWait(on: &terminal) }
    #expect(
      shows("da lovelace", terminal.looks["edited"]?.rows) && !shows("ada", terminal.looks["edited"]?.rows))
    #expect(!shows("lovelace", terminal.looks["cleared"]?.rows))
    let row = terminal.cursor?.row ?? -1
    #expect(end?.screen.indices.contains(row) == true)
  }

  @Test func `J11 a time limit passes without time`() {
    var form = PasswordForm.existingPassword()
    form.timeout = .seconds(3600)
    var terminal = ScriptedTerminal()
    terminal.wait(.seconds(3590))
    terminal.look("soon")
    terminal.wait(.seconds(11))
    let start = ContinuousClock.now
    #expect(throws: PasswordForm.Cancellation.timeout) { try form.runAndWait(on: &terminal) }
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(shows("10", terminal.looks["soon"]?.rows))
  }

  @Test func `J9 the lists of a policy count in a form as without one`() throws {
    var form = PasswordForm.newPassword()
    form.policy = .nist.using(try PasswordLists(passwords: [password.uppercased()]))
    var terminal = ScriptedTerminal()
    terminal.type(password)
    terminal.press(.tab)
    terminal.look("refused")
    terminal.press(.escape)
    #expect(throws: PasswordForm.Cancellation.escape) { try form.runAndWait(on: &terminal) }
    #expect(shows("This password is commonly used", terminal.looks["refused"]?.rows))
    #expect(
      try form.policy.evaluate(password).errors == ["This password is commonly used: choose another one."])
  }

  @Test func `J11 one script goes on from form to form`() throws {
    var terminal = ScriptedTerminal()
    terminal.press(.escape)
    chosen(&terminal)
    #expect(throws: PasswordForm.Cancellation.escape) {
      try PasswordForm.existingPassword().runAndWait(on: &terminal)
    }
    let second = try PasswordForm.newPassword().runAndWait(on: &terminal)
    #expect(second.withPassword { $0.count } == password.utf8.count)
    #expect(throws: ScriptEnded.self) { try PasswordForm.existingPassword().runAndWait(on: &terminal) }
  }

  @Test func `J11 a delegate hears of a script as of a person`() throws {
    final class Log: TextFieldDelegate {
      var calls: [String] = []
      func textFieldDidBeginEditing(_ textField: borrowing TextField, in form: inout RunningForm) {
        calls.append("began \(textField.name)")
      }
      func textFieldDidEndEditing(_ textField: borrowing TextField, in form: inout RunningForm) {
        calls.append("ended \(textField.name) with \(textField.text ?? "a secret")")
      }
    }
    var terminal = ScriptedTerminal()
    terminal.type("ada")
    terminal.press(.tab, times: 3)
    terminal.press(.escape)
    let log = Log()
    #expect(throws: PasswordForm.Cancellation.escape) {
      try signUp().runAndWait(on: &terminal, delegate: log)
    }
    #expect(
      log.calls.prefix(6) == [
        "began user", "ended user with ada", "began email", "ended email with ", "began password",
        "ended password with a secret",
      ])
  }

  @Test func `J11 validators have answered before the next key, also those that answer later`() throws {
    let form = try PasswordForm(
      "Join the club",
      fields: [
        .text("user").validated { name in
          for _ in 0..<100 { await Task.yield() }
          return name == "ada" ? .invalid("ada is taken") : .valid
        },
        .text("year").validated { Int($0) == nil ? .invalid("A year has digits only") : .valid },
      ])
    var terminal = ScriptedTerminal()
    terminal.type("ada")
    terminal.press(.tab)
    terminal.look("taken")
    terminal.type("MDCCCXV")
    terminal.press(.enter)
    terminal.look("no year")
    terminal.press(.control("u"))
    terminal.type("1815")
    terminal.press(.backTab)
    terminal.type("lovelace")
    terminal.press(.tab)
    terminal.press(.enter)
    let answer = try form.runAndWait(on: &terminal)
    #expect(shows("ada is taken", terminal.looks["taken"]?.rows))
    #expect(shows("A year has digits only", terminal.looks["no year"]?.rows))
    #expect(answer["user"] == "adalovelace" && answer["year"] == "1815")
  }

  @Test func `J11 a script plays to a form that is judged, and to the fields that a verdict asks for`()
    async throws
  {
    let form = try PasswordForm("Sign in", fields: [.text("user"), .existingPassword()])
    var terminal = ScriptedTerminal()
    terminal.type("bob")
    terminal.press(.tab)
    terminal.type("secret")
    terminal.press(.enter)
    terminal.look("refused")
    terminal.press(.control("u"))
    terminal.type("ada")
    terminal.press(.tab, times: 2)
    terminal.press(.enter)
    terminal.look("asked")
    terminal.type("4711")
    terminal.press(.enter)
    let answer = try await form.run(on: &terminal) { answer in
      for _ in 0..<100 { await Task.yield() }
      guard answer["user"] == "ada" else { return .refused(fields: ["user": "Nobody has this name."]) }
      return answer["code"] == nil ? .incomplete(asking: [.text("code")]) : .accepted
    }
    #expect(
      shows("Nobody has this name.", terminal.looks["refused"]?.rows)
        && shows("Code", terminal.looks["asked"]?.rows))
    #expect(answer["user"] == "ada" && answer["code"] == "4711")
    #expect(answer.withPassword { String(copying: $0) } == "secret")
  }

  @Test func `J11 a verdict that is given at once, and an answer that is kept`() throws {
    var kept: PasswordForm.Answer?
    var terminal = ScriptedTerminal()
    terminal.type("secret")
    terminal.press(.enter)
    terminal.look("refused")
    terminal.type("x")
    terminal.press(.enter)
    let answer = try PasswordForm.existingPassword().runAndWait(on: &terminal) { answer in
      defer { kept = kept ?? answer }
      return kept == nil ? .refused("The server is down.", clearing: ["password"]) : .accepted
    }
    #expect(shows("The server is down.", terminal.looks["refused"]?.rows))
    #expect(kept?.withPassword { String(copying: $0) } == "secret")
    #expect(answer.withPassword { String(copying: $0) } == "x")
  }

  private struct NoServer: Error {}

  @Test func `J11 what a verdict throws ends the form, and is thrown there`() async {
    var terminal = ScriptedTerminal()
    for _ in 1...2 {
      terminal.type("secret")
      terminal.press(.enter)
    }
    #expect(throws: NoServer.self) {
      try PasswordForm.existingPassword().runAndWait(on: &terminal) { _ in throw NoServer() }
    }
    await #expect(throws: NoServer.self) {
      try await PasswordForm.existingPassword().run(on: &terminal) { _ in throw NoServer() }
    }
  }

  @Test func `J11 a script leaves signals, limits and locale of the process alone`() throws {
    let before = ProcessSettings()
    var terminal = ScriptedTerminal()
    terminal.type("ada")
    var during: ProcessSettings?
    final class Look: TextFieldDelegate {
      let look: () -> Void
      init(_ look: @escaping () -> Void) { self.look = look }
      func textFieldDidChangeSelection(_ textField: borrowing TextField, in form: inout RunningForm) {
        look()
      }
    }
    let look = Look { during = ProcessSettings() }
    #expect(throws: ScriptEnded.self) { try signUp().runAndWait(on: &terminal, delegate: look) }
    #expect(during == before && ProcessSettings() == before)
  }
}

/// What a form on a real terminal changes of its process.
private struct ProcessSettings: Equatable {
  let handlers: [UInt]
  let coreLimit: rlim_t
  let locale: String

  init() {
    handlers = (1...31).map { number in
      var action = sigaction()
      unsafe sigaction(Int32(number), nil, &action)
      return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
    }
    var limit = rlimit()
    _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    coreLimit = limit.rlim_cur
    locale = unsafe String(cString: setlocale(LC_ALL, nil))
  }
}
