import Glibc
import Synchronization
import TestSupport
import Testing
import WatchwordBase
import WatchwordSecrets
import WatchwordStrength

/// Verdicts without a form, for a server.
struct EvaluateTests {
  private let good = "umbrella-Lantern-4711"
  private let folder = TemporaryFolder()

  private func says(
    _ verdict: PasswordPolicy.Verdict, unmet: [String] = [], errors: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(verdict.unmet.map(\.text) == unmet, sourceLocation: sourceLocation)
    #expect(verdict.errors == errors, sourceLocation: sourceLocation)
    #expect(verdict.isAccepted == errors.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func `J9 a verdict says what a form would, and how strong the password is`() throws {
    let policy = PasswordPolicy.nist
    let verdict = try policy.evaluate(good)
    says(verdict)
    #expect(verdict.strength == .medium && (40...75).contains(verdict.bits))
    #expect(verdict.guesses > 1e12 && verdict.reason?.text.contains(": add ") == true)
    #expect(verdict.criteria.map(\.name) == ["length", "spaces-welcome", "common", "level"])
    #expect(verdict.criteria.allSatisfy { $0.isMet })
    #expect(verdict.description == "accepted: medium, \(Int(verdict.bits)) bits")
    let requirements = "Your password must meet the requirements below."
    try says(
      policy.evaluate("trustno1"),
      unmet: ["15 characters or more", "not a commonly used password", "hard to guess"],
      errors: [
        requirements, "This password is commonly used: choose another one.", "Choose a stronger password.",
      ])
    try says(
      PasswordPolicy.classic.evaluate("correct horse battery staple"),
      unmet: [
        "no spaces", "at least 2 of: uppercase letter (A-Z), digit (0-9), special character (e.g. !@#$%^)",
      ],
      errors: [requirements])
    try says(
      policy.evaluate(""),
      unmet: policy.evaluate("").criteria.filter { $0.name != "spaces-welcome" }.map(\.text),
      errors: ["Enter your password."] + policy.evaluate("trustno1").errors)
  }

  @Test(arguments: [PasswordPolicy.classic, .nist, .nistMFA, .owasp, .pin, .wpa2, .luks, .pci, .bsi])
  func `J9 a verdict is that of the policy that a form has`(policy: PasswordPolicy) throws {
    for text in [
      "", "1234", "password1", "Tr0ub4dor&3", "correct horse battery staple", "пароль-Ключ-47", good,
    ] {
      let count = text.count
      let memory = try SecretMemory(for: GuessMeter.capacities(oldPasswords: 0), locking: .ifPossible)
      let guesses = try GuessMeter(in: memory, oldPasswords: 0)
      let judge = Judge(meter: guesses, blocklists: [guesses])
      let found = policy.base.verdict(on: text.utf8Span, count: count, by: judge)
      let verdict = try policy.evaluate(text)
      #expect(verdict.criteria.map(\.isMet) == policy.base.criteria.indices.map(found.isMet))
      #expect(verdict.isAccepted == (found.firstFailure == nil))
      #expect(verdict.errors.first == found.firstFailure.map { policy.base.rules[$0].message.text })
      #expect(verdict.reason?.text == found.estimate?.reason(in: .english)?.text)
    }
  }

  @Test func `J9 a text, its bytes and a string are one password, in the normal form of the policy`() throws {
    let typed = "Lante\u{301}rne-et-parapluie-4711"
    let verdict = try PasswordPolicy.nist.evaluate(typed)
    #expect(try PasswordPolicy.nist.evaluate(typed.utf8Span) == verdict)
    #expect(try PasswordPolicy.nist.evaluate(Array(typed.utf8).span) == verdict)
    #expect(try PasswordPolicy.nist.evaluate("Lant\u{E9}rne-et-parapluie-4711") == verdict)
    #expect(throws: UTF8.ValidationError.self) { try PasswordPolicy.nist.evaluate([0x70, 0xFF].span) }
  }

  @Test func `J9 words of the user and of the site count, and the reason says which`() throws {
    let password = "northwind-lovelace"
    let lists = try PasswordLists(contextWords: ["Northwind"])
    let (alone, known) = (PasswordPolicy.owasp, PasswordPolicy.owasp.using(lists))
    let verdict = try known.evaluate(password, context: ["Ada Lovelace"])
    #expect(try verdict.bits < alone.evaluate(password).bits && !verdict.isAccepted)
    #expect(try known.evaluate("northwind").reason?.text.contains("easy to guess here") == true)
    #expect(
      try alone.evaluate("lovelace", context: ["Ada Lovelace"]).reason?.text.contains(
        "your name, email or user name")
        == true)
    // A context belongs to one password.
    #expect(try alone.evaluate(password) == PasswordPolicy.owasp.evaluate(password))
  }

  @Test func `J9 lists are files and strings, and what is in them is refused or easier to guess`() throws {
    let passwords = ["Umbrella-Lantern-4711", "Glückwunsch-Öl-1234", "Correct.Horse7", "quizzical-zephyrs"]
    let leaked = folder.write(LeakedList().text, to: "leaked")
    let base = PasswordPolicy.classic.requiring(.weak)
    let policy = base.using(
      try PasswordLists(
        dictionaryPaths: [folder.write("Quizzical-Zephyrs\n", to: "dictionary")],
        blocklistPaths: [folder.write("\r\numbrella-lantern-4711\r\n", to: "refused")],
        passwords: ["", "GLÜCKWUNSCH-ÖL-1234"], leakedPasswordsPath: leaked))
    #expect(try passwords.allSatisfy { try base.evaluate($0).isAccepted || $0 == passwords[3] })
    try says(
      policy.evaluate(passwords[0]), unmet: ["not a commonly used password"],
      errors: ["This password is commonly used: choose another one."])
    #expect(try policy.evaluate(passwords[1]).unmet.map(\.text) == ["not a commonly used password"])
    try says(
      policy.evaluate(passwords[2]), unmet: ["not in a list of leaked passwords"],
      errors: ["This password has leaked: choose another one."])
    // There is one word to choose from.
    #expect(try policy.evaluate(passwords[3]).bits == 0)
    try says(policy.evaluate("lantern-Umbrella-1174"))
    let later = policy.using(try PasswordLists(passwords: ["lantern-Umbrella-1174"]))
    try says(later.evaluate(passwords[2]))
    #expect(try later.evaluate("lantern-Umbrella-1174").unmet.map(\.text) == ["not a commonly used password"])
    #expect(try PasswordPolicy.nist.evaluate("").unmet.contains { $0.text.contains("spaces") } == false)
    for path in [folder.path, folder.path + "/none"] {
      #expect(throws: PolicyError.self) { try PasswordLists(dictionaryPaths: [path]) }
      #expect(throws: PolicyError.self) { try PasswordLists(blocklistPaths: [path]) }
    }
    #expect(policy == policy && policy != PasswordPolicy.classic && PasswordPolicy.classic == .classic)
    #expect(try policy.requiring(.strong).evaluate(passwords[0]).unmet.count == 2)
  }

  @Test func `J9 a closure is a criterion, and gets the password as it is handed out`() throws {
    let policy = try PasswordPolicy(
      .length(8...), .custom("no accents") { $0.count == 11 }, .atLeast(1, of: [.digit, .special], "One of:"))
    try says(policy.requiring(.weak).evaluate("lantern-471"))
    try says(
      policy.requiring(.weak).evaluate("lantèrnes"),
      unmet: ["no accents", "at least 1 of: digit (0-9), special character (e.g. !@#$%^)"],
      errors: ["Your password must meet the requirements below."])
  }

  @Test func `J9 every refusal says what is missing, even if no criterion does`() throws {
    let verdict = try PasswordPolicy.nist.evaluate("umbrella\u{7}Lantern-4711")
    says(verdict, unmet: verdict.errors, errors: ["Enter a password without control characters."])
  }

  @Test(arguments: [4_096, 4_097])
  func `J9 a password that no form takes is refused, and not looked at`(count: Int) throws {
    for policy in [PasswordPolicy.nist, .owasp] {
      let verdict = try policy.evaluate(
        String(repeating: "Ωx-", count: count / 4) + (count > 4_096 ? "y" : ""))
      #expect(verdict.errors.contains("The password must have at most 4096 bytes.") == (count > 4_096))
      #expect(
        count <= 4_096
          || !verdict.isAccepted && verdict.unmet.map(\.text) == verdict.errors && verdict.bits == 0)
    }
  }

  @Test func `J9 nothing of a password is in its verdict`() throws {
    for password in ["Zyxomma", "Zyxomma-Qvarfordt-4711"] {
      var text = ""
      try dump(PasswordPolicy.classic.evaluate(password, context: ["Ada"]), to: &text)
      text += try "\(PasswordPolicy.classic.evaluate(password))"
      #expect(!text.contains("yxom") && !text.contains("varf"))
    }
  }

  @Test func `J9 many threads judge with the same lists, and say the same as one`() async throws {
    let words = (0..<2_000).map { "refused-\($0)-word" }
    let lists = try PasswordLists(
      dictionaryPaths: [folder.write(words.joined(separator: "\n"))], passwords: words,
      leakedPasswordsPath: folder.write(LeakedList().text, to: "leaked"), contextWords: ["club"])
    let policies = [PasswordPolicy.nist, .classic, .owasp].map { $0.using(lists) }
    let passwords = (0..<40).map { "\(good)-\($0)" } + words.prefix(40)
    let calm = try policies.map { policy in try passwords.map { try policy.evaluate($0, context: ["ada"]) } }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try policies.map { policy in try passwords.map { try policy.evaluate($0, context: ["ada"]) } }
            == calm
        }
      }
      for try await isSame in group { #expect(isSame) }
    }
  }

  @Test func `J9 more policies can judge than there is room for in the table of a deadly signal`() throws {
    let policies = (0..<300).map { _ in PasswordPolicy.nist }
    #expect(try policies.allSatisfy { try $0.evaluate(good).isAccepted })
  }

  @Test(arguments: [
    "northwind", "NorthWind-x4", "dniwhtron-x4", "n0r7hw1nd!x4", "northwind", "x-northwindnorthwind",
    "n\u{F6}rthwind77",
    "no\u{308}rthwind77", "i\u{307}stanbul-77", "名前は日本-77", "dniwhtrøn-77",
  ])
  func `J9 a word of a list counts like a word of the user, however the list writes it`(password: String)
    throws
  {
    let words = ["northwind", "n\u{F6}rthwind", "İstanbul", "名前は日本", "northwindnorthwind", "nørthwind"]
    let others = (0..<5_000).map { "sub\($0)" }
    let listed = PasswordPolicy.nist.using(try PasswordLists(contextWords: others + words + others))
    let bits = try words.map { try PasswordPolicy.nist.evaluate(password, context: [$0]).bits }.min() ?? 0
    let verdict = try listed.evaluate(password)
    #expect(
      verdict.bits <= bits + 3 && verdict.reason?.text.contains("easy to guess here") == true,
      "\(verdict.bits), \(bits)")
  }

  @Test func `J9 the context of one call counts up to 4,096 bytes`() throws {
    let password = "zephyrological-umbrella"
    let policy = PasswordPolicy.nist
    let bare = try policy.evaluate(password).bits
    func bits(behind count: Int) throws -> Double {
      try policy.evaluate(password, context: [String(repeating: "é ", count: count / 3), "zephyrological"])
        .bits
    }
    #expect(try bits(behind: 4_080) < bare)
    #expect(try bits(behind: 4_095) == bare && bits(behind: 400_000) == bare)
    // The part of a word that still counts is a word, and no character is cut.
    #expect(
      try policy.evaluate("zephyr-umbrella", context: [String(repeating: " ", count: 4_090) + "zephyrs"]).bits
        < policy.evaluate("zephyr-umbrella").bits)
    _ = try policy.evaluate(password, context: ["x" + String(repeating: "é", count: 4_000)])
  }

  @Test func `J9 a verdict without memory for it is an error`() async {
    await #expect(processExitsWith: .success) {
      let policy = PasswordPolicy.nist
      // Makes room in the heap for what is allocated on the way.
      _ = (0..<20_000).map { String(repeating: "x", count: $0 % 900) }.count
      var limit = rlimit(rlim_cur: 1 << 20, rlim_max: .max)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
      do throws(PolicyError) {
        _ = try policy.evaluate("umbrella")
      } catch {
        exit(error == .noMemory ? 0 : 2)
      }
      exit(1)
    }
  }

  @Test func `J9 a policy says what it asks for, and how many of some criteria are enough`() throws {
    #expect(
      PasswordPolicy.classic.description
        == "8-32 characters, no spaces, hard to guess, at least 3 of: uppercase letter (A-Z), lowercase letter (a-z), "
        + "digit (0-9), special character (e.g. !@#$%^)")
    #expect(PasswordPolicy.bsi.description.hasSuffix("25 characters or more: 2 are enough"))
    #expect(
      try PasswordPolicy(.length(8...), .digit).description
        == "8 characters or more, digit (0-9), hard to guess")
  }

  @Test func `J9 a policy that no password can meet is an error, one that some can meet is not`() throws {
    let impossible: [[PasswordPolicy.Criterion]] = [
      [.length(8...), .length(4...6)], [.length(5_000...)], [.length(4...6), .digit, .length(7...9)],
      [.length(4...6), .atLeast(1, of: [.length(8...), .length(10...)], "One:")],
      [.atLeast(2, of: [.length(8...), .length(4...6)], "Both:")],
    ]
    for criteria in impossible {
      #expect(throws: PolicyError.self, "\(criteria)") { _ = try PasswordPolicy(criteria) }
    }
    for criteria: [PasswordPolicy.Criterion] in [
      [.length(8...), .length(4...8)], [.length(4_096...)],
      [.length(4...6), .atLeast(1, of: [.length(8...), .digit], "One:")],
      [.atLeast(1, of: [.length(8...), .length(4...6)], "One:")],
    ] { #expect(throws: Never.self, "\(criteria)") { _ = try PasswordPolicy(criteria) } }
  }

}
