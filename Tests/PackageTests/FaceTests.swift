import Glibc
import TestSupport
import Testing

@testable import Watchword

/// What the library shows to other code. `make test` also builds whole packages of others, with the documents' code:
/// see Tests/Outside.
struct FaceTests {
  /// Where a compiler finds the modules that the tests were built with.
  private var modules: [String] {
    let systemLibraries = ["Curses", "Md", "Utf8proc", "Zxcvbn"].map {
      "\(PackageFile.root)/Sources/CWatchword\($0)"
    }
    let maps =
      systemLibraries
      + ["Hashes", "System", "Terminal"].map { "\(ProgramFile.folder)/CWatchword\($0).build" }
    return ["-I", "\(ProgramFile.folder)/Modules"]
      + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)/module.modulemap"] }
  }

  /// Runs a program of the Swift toolchain.
  private func run(_ program: String, _ arguments: [String]) throws -> Completion {
    var environment = Stage().environment
    environment["PATH"] = unsafe String(cString: getenv("PATH"))
    return try Completion.of(program, arguments, environment: environment)
  }

  /// The compiler's errors for somebody else's `code` that imports the library; empty for none.
  private func objections(to code: String) throws -> String {
    let folder = TemporaryFolder()
    let file = folder.write(Array("import Watchword\n\(code)\n".utf8), to: "code.swift")
    return try run("swiftc", ["-typecheck", "-swift-version", "6", file] + modules).errors
  }

  @Test(arguments: [
    "func textFieldDidEndEditing(_ textField: TextField) {}",
    "func textFieldShouldReturn(_ textField: TextField) -> Bool { true }",
    "func textFieldDidBeginEditing(_ textField: TextField, in form: RunningForm) {}",
    """
    func textField(
      _ textField: TextField, shouldChangeCharactersIn range: Range<Int>, replacementString string: String
    ) -> Bool { true }
    """,
  ])
  func `J2 a method as UIKit has it does not compile, where it would never be called`(method: String) throws {
    let objections = try objections(to: "final class Mine: TextFieldDelegate { \(method) }")
    #expect(objections.contains("parameter of noncopyable type 'TextField' must specify ownership"))
  }

  @Test func `J2 a delegate with a method that mutates it does not compile, since it would be a copy`() throws
  {
    let objections = try objections(
      to: """
        struct Mine: TextFieldDelegate {
          var count = 0
          mutating func textFieldDidBeginEditing(
            _ textField: borrowing TextField, in form: inout RunningForm
          ) { count += 1 }
        }
        """)
    #expect(objections.contains("cannot conform to class protocol 'TextFieldDelegate'"))
  }

  @Test func `J2 a delegate of the main actor compiles, and changes what is its own`() throws {
    let objections = try objections(
      to: """
        @MainActor final class Mine: @MainActor TextFieldDelegate {
          var count = 0
          func textFieldDidBeginEditing(_ textField: borrowing TextField, in form: inout RunningForm) {
            count += 1
            form["name"].text = "Ada"
          }
        }
        @MainActor func ask() throws { _ = try PasswordForm.existingPassword().runAndWait(delegate: Mine()) }
        """)
    #expect(objections == "")
  }

  @Test func `B8 a suggestion cannot be copied, printed or reflected`() throws {
    let start = "let one = try PasswordPolicy.nist.suggestion()!\n"
    #expect(try objections(to: start + "one.withText { print($0.count) }") == "")
    for use in ["print(one)", "print(\"\\(one)\")", "dump(one)", "_ = Mirror(reflecting: one)", "_ = [one]"] {
      #expect(try objections(to: start + use).contains("error: "), "\(use)")
    }
  }

  @Test func `J3 code that can wait for a task cannot block instead, and is told what to call`() throws {
    let blocking = "func ask() async throws { _ = try PasswordForm.existingPassword().runAndWait() }"
    #expect(try objections(to: blocking).contains("use run(), which blocks no thread"))
  }

  @Test func `J3 at the top of a program the awaited form and the one that blocks cannot be confused`() throws
  {
    #expect(
      try objections(to: "print(try await PasswordForm.existingPassword().run().strength as Any)") == "")
    #expect(
      try objections(to: "print(try PasswordForm.existingPassword().runAndWait().strength as Any)") == "")
    let synchronous = "func ask() throws { _ = try PasswordForm.existingPassword().run() }"
    #expect(try objections(to: synchronous).contains("'async' call in a function that does not support"))
  }

  @Test func `J1 C6 E7 a form has a pause before validation, and shows the character typed last if asked`()
    throws
  {
    var form = PasswordForm.passwordChange()
    let usual = try form.makeDescription()
    #expect(usual.validationDelay == .milliseconds(200) && !usual.isPeeking)
    (form.validationDelay, form.peeks) = (.seconds(1), true)
    let asked = try form.makeDescription()
    #expect(asked.validationDelay == .seconds(1) && asked.isPeeking)
  }

  @Test func `J1 A14 with a meter of the host's own no line of the panel speaks of guesses`() throws {
    for policy in [PasswordPolicy.classic, .nist.requiring(.strong)] {
      var form = PasswordForm.newPassword()
      form.policy = policy
      let before = try form.makeDescription().policy
      form.meter = { $0.count >= 4 ? .strong : .weak }
      let after = try form.makeDescription().policy
      #expect(before.criteria.last?.label.contains("guess") == true)
      #expect(["strong enough", "very strong"].contains(after.criteria.last?.label))
      #expect(!after.criteria.contains { "\($0.label) \($0.shortLabel)".contains(/guess|hard/) })
      #expect(after.minimumLevel == before.minimumLevel && after.rules == before.rules)
    }
  }

  @Test
  func `J4 D4 a look that cannot be read on the background that its host names is refused with its contrast`()
    throws
  {
    var form = PasswordForm.newPassword()
    form.presentation.look = [.border: .rgb(0x5F87FF), .error: .rgb(0x802020), .good: .indexed(0)]
    for colors in [PasswordForm.Presentation.Colors.automatic, .monochrome, .onLight] {
      form.presentation.colors = colors
      _ = try form.makeDescription()
    }
    form.presentation.colors = .onDark
    let reason = "'look[.error] = .rgb(0x802020)' has a contrast of 2.1 to black; it needs 4.5"
    #expect(throws: WatchwordError.invalidForm(reason: reason)) { try form.makeDescription() }
    form.presentation.look[.error] = .rgb(0xFF8A80)
    form.presentation.look[.border] = .rgb(0x303090)
    #expect(
      throws: WatchwordError.invalidForm(
        reason: "'look[.border] = .rgb(0x303090)' has a contrast of 1.9 to black; it needs 3")
    ) {
      try form.makeDescription()
    }
    form.presentation.look[.border] = nil
    #expect(form.presentation.look == [.error: .rgb(0xFF8A80), .good: .indexed(0)])
    _ = try form.makeDescription()
  }

  /// A field of each kind.
  private static let fields: [FormField.Kind: PasswordForm.Field] = [
    .text: .text("it"), .name: .personName("it"), .email: .email("it"), .password: .existingPassword("it"),
    .newPassword: .newPassword("it"), .choice: .choice("it", of: ["a", "b"]), .yesno: .toggle("it"),
    .number: .number("it"), .date: .date("it"),
  ]

  /// A text that a field of each kind can start with.
  private static let texts: [FormField.Kind: String] = [
    .email: "ada@example.org", .choice: "b", .yesno: "yes", .number: "7", .date: "2026-11-28",
  ]

  /// Sets a property to what is not its default, and says how a message writes that. Of a secret it writes nothing.
  private static let settings: [String: @Sendable (inout PasswordForm.Field, FormField.Kind) -> String] = [
    "label": { field, _ in
      field.label = "Other"
      return "Other"
    },
    "placeholder": { field, _ in
      field.placeholder = "such"
      return "such"
    },
    "initialText": { field, kind in
      field.initialText = texts[kind] ?? "ada"
      return "not empty"
    },
    "isRevealable": { field, _ in
      field.isRevealable = false
      return "false"
    },
    "isConfirmed": { field, _ in
      field.isConfirmed = false
      return "false"
    },
    "isEnabled": { field, _ in
      field.isEnabled = false
      return "false"
    },
    "isRequired": { field, _ in
      field.isRequired = false
      return "false"
    },
    "isHidden": { field, _ in
      field.isHidden = true
      return "true"
    },
    "hasClearButton": { field, _ in
      field.hasClearButton = false
      return "false"
    },
    "clearsOnBeginEditing": { field, _ in
      field.clearsOnBeginEditing = true
      return "true"
    },
    "clearsOnInsertion": { field, _ in
      field.clearsOnInsertion = true
      return "true"
    },
    "pattern": { field, _ in
      field.pattern = "AAA"
      return "\"AAA\""
    },
  ]

  @Test(arguments: FormField.Kind.allCases)
  func `J4 a property that a kind of field does not have is an error, which names field, property and value`(
    kind: FormField.Kind
  ) throws {
    let plain = try #require(Self.fields[kind])
    _ = try PasswordForm("Club", fields: [plain])
    for (name, set) in Self.settings {
      var field = plain
      let value = set(&field, kind)
      // What is in no row every kind has.
      let kinds = field.settings.first { $0.name == name }?.kinds
      let found = field.settings.filter { $0.value != nil }.map(\.name)
      #expect(found == (kinds == nil ? [] : [name]))
      do throws(WatchwordError) {
        let form = try PasswordForm("Club", fields: [field])
        #expect(kinds?.contains(kind) != false, "\(name) of \(kind) is taken")
        // What is taken is in the form.
        let (before, after) = (try PasswordForm("Club", fields: [plain]), form)
        #expect(
          try before.makeDescription().fields != after.makeDescription().fields, "\(name) of \(kind)")
      } catch {
        #expect(kinds?.contains(kind) == false, "\(name) of \(kind) is refused: \(error)")
        #expect(
          error == .invalidForm(reason: "\(name) of the field \"it\" is \(value): such a field has none"))
      }
    }
  }

  @Test func `J4 the table of properties has all that are public`() throws {
    let start = "PasswordForm.Field."
    let golden = try PackageFile.text("Tests/PackageTests/Golden/Watchword.txt").split(separator: "\n")
    let members = golden.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    let names = members.filter { name in
      name.first?.isLowercase == true && !name.contains("(") && !["name", "description"].contains(name)
    }
    #expect(names.count > 10)
    #expect(Set(PasswordForm.Field.text("it").settings.map(\.name)).isSubset(of: names))
    #expect(Set(Self.settings.keys) == Set(names))
  }

  @Test func `J4 times are not negative, refusals at least one, and a range is not cut`() throws {
    func problem(_ change: (inout PasswordForm) -> Void) throws -> String? {
      var form = PasswordForm.newPassword()
      change(&form)
      do throws(WatchwordError) {
        _ = try form.makeDescription()
        return nil
      } catch {
        return "\(error)"
      }
    }
    let negative = ": a time is not negative"
    #expect(try problem { $0.timeout = .seconds(-1) } == "timeout of the form is -1.0 seconds" + negative)
    #expect(
      try problem { $0.revealTimeout = .seconds(-1) } == "revealTimeout of the form is -1.0 seconds"
        + negative)
    #expect(
      try problem { $0.validationDelay = .seconds(-1) } == "validationDelay of the form is -1.0 seconds"
        + negative)
    #expect(
      try problem { $0.validationDelay = .seconds(86_401) }
        == "validationDelay of the form is 86401.0 seconds: a day is the most")
    #expect(try problem { $0.maximumRefusals = 0 } == "maximumRefusals of the form is 0: 1 is the least")
    #expect(
      try problem {
        ($0.timeout, $0.revealTimeout, $0.validationDelay, $0.maximumRefusals) = (.zero, .zero, .zero, 1)
      } == nil)
    #expect(try problem { $0.validationDelay = .seconds(86_400) } == nil)
    #expect(
      throws: WatchwordError.invalidForm(
        reason: "range of the field \"it\" is 0...9223372036854775807: a number has 15 digits at most")
    ) { try PasswordForm("Club", fields: [.number("it", in: 0...Int.max)]) }
    _ = try PasswordForm("Club", fields: [.number("it", in: -999_999_999_999_999...999_999_999_999_999)])
  }

  /// Each text of a form and of a field, by its property, and whether `nil` stands for the usual one.
  private static let formTexts: KeyValuePairs<String, @Sendable (inout PasswordForm, String) -> Void> = [
    "title": { $0.title = $1 }, "message": { $0.message = $1 }, "buttonTitle": { $0.buttonTitle = $1 },
    "secondaryButtonTitle": { $0.secondaryButtonTitle = $1 },
  ]
  private static let fieldTexts: KeyValuePairs<String, @Sendable (inout PasswordForm.Field, String) -> Void> =
    [
      "name": { $0 = .text($1) }, "label": { $0.label = $1 }, "placeholder": { $0.placeholder = $1 },
      "pattern": { $0.pattern = $1 },
    ]

  @Test func `J4 a text that cannot be shown as it is names its property and its value`() throws {
    func problem(_ text: String, _ set: (inout PasswordForm, String) -> Void) -> String? {
      var form = PasswordForm.newPassword()
      set(&form, text)
      do { _ = try form.makeDescription() } catch { return "\(error)" }
      return nil
    }
    func problem(_ text: String, _ set: (inout PasswordForm.Field, String) -> Void) -> String? {
      var field = PasswordForm.Field.text("it")
      set(&field, text)
      do { _ = try PasswordForm("Club", fields: [field]) } catch { return "\(error)" }
      return nil
    }
    for text in ["a 9\u{1B}[31m", "a 9\u{85}", "a 9\n"] {
      let fault = "is \(text.debugDescription): it has a control character"
      for (name, set) in Self.formTexts where name != "message" || text.last != "\n" {
        #expect(problem(text, set) == "\(name) of the form \(fault)")
      }
      for (name, set) in Self.fieldTexts {
        let field = name == "name" ? text.debugDescription : "\"it\""
        #expect(problem(text, set) == "\(name) of the field \(field) \(fault)")
      }
    }
    #expect(problem("two\nlines", { $0.message = $1 }) == nil)
    for empty in ["", " "] {
      let fault = "is \"\(empty)\": nil is for the usual one"
      #expect(problem(empty, { $0.buttonTitle = $1 }) == "buttonTitle of the form \(fault)")
      #expect(problem(empty, { $0.label = $1 }) == "label of the field \"it\" \(fault)")
    }
    #expect(problem("", { $0 = .text($1) }) == "field 1 has no name")
    for (name, set) in Self.formTexts where name != "buttonTitle" {
      #expect(problem("", set) == nil, "\(name)")
    }
    #expect(problem("", { $0.placeholder = $1 }) == nil)
    let both = "secondaryButtonTitle of the form is \"Set password\": the button has it"
    #expect(problem("Set password", { $0.secondaryButtonTitle = $1 }) == both)
    #expect(problem("Set password", { ($0.buttonTitle, $0.secondaryButtonTitle) = ($1, $1) }) == both)
    #expect(
      problem("--", { $0.pattern = $1 }) == "pattern of the field \"it\" is \"--\": it has no 9, A or *")
    #expect(
      problem("xyz", { ($0.pattern, $0.initialText) = ("99", $1) })
        == "initialText of the field \"it\" is \"xyz\": it does not fit the pattern \"99\"")
    #expect(
      problem("s", { $0 = .choice("it", of: [$1, "m"], labels: [$1]) })
        == "the field \"it\" has choices and labels in different numbers, 2 and 1")
  }

  @Test func `J4 a policy that no password can meet makes no form`() throws {
    let forms = [
      PasswordForm.newPassword(), .passwordChange(), try PasswordForm("Club", fields: [.newPassword()]),
    ]
    for var form in forms {
      form.policy = .pin.requiring(.strong)
      let reason = "policy of the form is impossible: with at most 12 such characters none is strong"
      #expect(throws: WatchwordError.invalidForm(reason: reason)) { try form.makeDescription() }
      form.meter = { _ in .strong }
      _ = try form.makeDescription()
    }
    var form = PasswordForm.newPassword()
    form.policy = .classic.requiring(.strong)
    _ = try form.makeDescription()
    form = .existingPassword()
    form.policy = .pin.requiring(.strong)
    _ = try form.makeDescription()
  }

  @Test func `J4 a colour of more than 24 bits traps and is not cut`() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = PasswordForm.Presentation.Color.rgb(0x1FF_FFFF)
    }
    let said = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(said.contains("a colour is 0xRRGGBB at most, and not 0x1ffffff"), "\(said)")
  }

  @Test func `J1 a switch over what may grow needs a way for what it does not know`() throws {
    let cases = "case .escape: 1; case .interrupt: 2; case .timeout: 3"
    func code(_ rest: String) -> String {
      "func number(_ end: PasswordForm.Cancellation) -> Int { switch end { \(cases)\(rest) } }"
    }
    #expect(try objections(to: code("")).contains("may have additional unknown values"))
    #expect(try objections(to: code("; @unknown default: 0")) == "")
  }

  /// Writes the public names of `module` into `folder`.
  private func extractNames(of module: String, to folder: TemporaryFolder) throws {
    #if arch(arm64)
      let triple = "aarch64-unknown-linux-gnu"
    #else
      let triple = "x86_64-unknown-linux-gnu"
    #endif
    let extract = try run(
      "swift-symbolgraph-extract",
      [
        "-module-name", module, "-target", triple, "-minimum-access-level", "public",
        "-skip-synthesized-members", "-output-dir", folder.path,
      ] + modules)
    #expect(extract.status == 0, "\(extract.errors)")
  }

  @Test func `J5 each link of the pages leads to a name`() throws {
    let folder = TemporaryFolder()
    for module in [
      "Watchword", "WatchwordFoundation", "WatchwordHashes", "WatchwordStrength", "WatchwordTesting",
    ] {
      try extractNames(of: module, to: folder)
    }
    let pages = try run(
      "docc",
      [
        "convert", "\(PackageFile.root)/Sources/Watchword/Watchword.docc", "--warnings-as-errors",
        "--additional-symbol-graph-dir", folder.path, "--fallback-display-name", "Watchword",
        "--fallback-bundle-identifier", "watchword", "--output-dir", "\(folder.path)/pages",
      ])
    #expect(pages.status == 0, "\(pages.errors)")
  }

  @Test(arguments: [
    "Watchword", "WatchwordFoundation", "WatchwordHashes", "WatchwordStrength", "WatchwordTesting",
  ])
  func `J1 the public names are those that were recorded`(module: String) throws {
    let folder = TemporaryFolder()
    try extractNames(of: module, to: folder)
    let graphs = ["", "@Swift", "@Watchword", "@WatchwordHashes", "@WatchwordStrength"].filter {
      unsafe access("\(folder.path)/\(module)\($0).symbols.json", R_OK) == 0
    }.map { "\(folder.path)/\(module)\($0).symbols.json" }
    let filter = #".symbols[] | .pathComponents | join(".")"#
    // A protocol's method and its default have one name.
    let names = Set(try run("jq", ["-r", filter] + graphs).output.split(separator: "\n"))
    try PackageFile.expect(
      "Tests/PackageTests/Golden/\(module).txt", toHold: names.sorted().map { $0 + "\n" }.joined())
  }

  private static let outside = ".build/outside"

  @Test(
    .machine(.examples),
    arguments: [
      ("README.md", 1), ("Sources/Watchword/Watchword.docc/FirstForm.md", 11),
      ("Sources/Watchword/Watchword.docc/LifeCycle.md", 12),
      ("Sources/Watchword/Watchword.docc/CommandLineTool.md", 4),
      ("Sources/Watchword/Watchword.docc/Looks.md", 3),
      ("Sources/Watchword/Watchword.docc/WithoutForm.md", 8),
      ("Sources/Watchword/Watchword.docc/Testing.md", 4),
    ])
  func `J1 J5 the code of the documents is what was compiled outside`(document: String, count: Int) throws {
    let compiled = try PackageFile.paths(in: Self.outside, suffix: ".swift").map(PackageFile.text)
    let blocks = try PackageFile.text(document).split(separator: "```swift\n").dropFirst().compactMap {
      $0.split(separator: "\n```\n").first
    }
    #expect(blocks.count == count)
    for block in blocks {
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false).filter {
        !$0.hasPrefix("import ")
      }
      let code = lines.joined(separator: "\n")
      #expect(compiled.contains { $0.contains(code) }, "\(document): \(code)")
    }
  }

  /// What a developer of UIKit looks for: the delegate, the field, and the responder with its control and view.
  private static let membersOfUIKit = """
    textFieldShouldBeginEditing textFieldDidBeginEditing textFieldShouldEndEditing textFieldDidEndEditing reason
    replacementString shouldChangeCharactersInRanges textFieldDidChangeSelection textFieldShouldClear
    textFieldShouldReturn editMenuForCharactersIn willPresentEditMenuWith willDismissEditMenuWith
    insertInputSuggestion

    text isEnabled isHidden placeholder isSecureTextEntry isEditing clearsOnBeginEditing clearsOnInsertion
    clearButtonMode selectedTextRange beginningOfDocument insertText deleteBackward replace hasText undoManager
    leftView rightView inputView inputAccessoryView font textColor textAlignment borderStyle attributedText
    textContentType passwordRules returnKeyType enablesReturnKeyAutomatically keyboardType autocapitalizationType
    delegate tag

    becomeFirstResponder resignFirstResponder endEditing isFirstResponder canBecomeFirstResponder
    canResignFirstResponder next keyCommands pressesBegan canPerformAction copy paste selectAll addTarget
    editingDidBegin editingChanged editingDidEnd editingDidEndOnExit primaryActionTriggered valueChanged
    sendActions removeTarget textDidChangeNotification accessibilityLabel accessibilityHint dismiss
    """.split(whereSeparator: \.isWhitespace)

  @Test func `J5 the page names what stands here for each member that a developer of UIKit looks for`() throws
  {
    let page = try PackageFile.text("Sources/Watchword/Watchword.docc/LifeCycle.md")
    let rows = page.split(separator: "\n").drop { $0 != "### From UIKit" }.filter { $0.hasPrefix("| ") }
    let cells = rows.map { $0.split(separator: " | ") }
    #expect(Self.membersOfUIKit.count > 60 && cells.allSatisfy { $0.count == 2 && $0[1].count > 4 })
    let named = Set(
      cells.flatMap { row in
        row[0].split(separator: "`").flatMap { $0.split { !$0.isLetter && $0 != "_" } }.map(String.init)
      })
    #expect(Self.membersOfUIKit.filter { !named.contains(String($0)) } == [])
  }

  @Test func `J1 the first use is five lines at most`() throws {
    let block = try #require(
      try PackageFile.text("README.md").split(separator: "```swift\n").dropFirst().first)
    let body = block.prefix { $0 != "`" }.split(separator: "\n").filter { !$0.hasPrefix("import ") }
    #expect(1...5 ~= body.count)
  }
}
