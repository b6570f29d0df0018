import Synchronization
import TestSupport
import Testing
import WatchwordMessages
import WatchwordSecrets
import WatchwordStrength

/// Verdicts without a form: what a server asks for.
struct EvaluateTests {
  private let good = "umbrella-Lantern-4711"
  private let folder = TemporaryFolder()

  private func says(
    _ verdict: PasswordPolicy.Verdict, unmet: [String] = [], errors: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(verdict.unmet == unmet, sourceLocation: sourceLocation)
    #expect(verdict.errors == errors, sourceLocation: sourceLocation)
    #expect(verdict.isAccepted == errors.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func `J6 a verdict says what a form would, and how strong the password is`() {
    let policy = PasswordPolicy.nist
    let verdict = policy.evaluate(good)
    says(verdict)
    #expect(verdict.strength == .medium && (45...75).contains(verdict.bits))
    #expect(verdict.guesses > 1e12 && verdict.reason?.contains(": add ") == true)
    #expect(verdict.criteria.map(\.name) == ["length", "spaces-welcome", "common", "level"])
    #expect(verdict.criteria.allSatisfy { $0.isMet })
    #expect(verdict.description == "accepted: medium, \(Int(verdict.bits)) bits")
    let requirements = "Your password must meet the requirements below."
    says(
      policy.evaluate("trustno1"),
      unmet: ["15 characters or more", "not a commonly used password", "hard to guess"],
      errors: [
        requirements, "This password is commonly used: choose another one.", "Choose a stronger password.",
      ])
    says(
      PasswordPolicy.classic.evaluate("correct horse battery staple"),
      unmet: [
        "no spaces", "at least 2 of: uppercase letter (A-Z), digit (0-9), special character (e.g. !@#$%^)",
      ],
      errors: [requirements])
    says(
      policy.evaluate(""),
      unmet: policy.evaluate("").criteria.filter { $0.name != "spaces-welcome" }.map(\.text),
      errors: ["Enter your password."] + policy.evaluate("trustno1").errors)
  }

  @Test(arguments: [PasswordPolicy.classic, .nist, .nistMFA, .owasp, .pin, .wpa2, .luks, .bsi])
  func `J6 a verdict is that of the policy that a form has`(policy: PasswordPolicy) throws {
    for text in [
      "", "1234", "password1", "Tr0ub4dor&3", "correct horse battery staple", "пароль-Ключ-47", good,
    ] {
      let count = text.count
      let memory = try SecretMemory(for: GuessMeter.capacities(oldPasswords: 0), locking: .ifPossible)
      let guesses = try GuessMeter(in: memory, oldPasswords: 0)
      let judge = Judge(meter: guesses, blocklists: [guesses])
      let found = policy.base.verdict(on: text.utf8Span, count: count, by: judge)
      let verdict = policy.evaluate(text)
      #expect(verdict.criteria.map(\.isMet) == policy.base.criteria.indices.map(found.isMet))
      #expect(verdict.isAccepted == (found.firstFailure == nil))
      #expect(verdict.errors.first == found.firstFailure.map { policy.base.rules[$0].message.text })
      #expect(verdict.reason == found.estimate?.reason(in: .english)?.text)
    }
  }

  @Test func `J6 a text, its bytes and a string are one password, in the normal form of the policy`() throws {
    let typed = "Lante\u{301}rne-et-parapluie-4711"
    let verdict = PasswordPolicy.nist.evaluate(typed)
    #expect(PasswordPolicy.nist.evaluate(typed.utf8Span) == verdict)
    #expect(try PasswordPolicy.nist.evaluate(Array(typed.utf8).span) == verdict)
    #expect(PasswordPolicy.nist.evaluate("Lant\u{E9}rne-et-parapluie-4711") == verdict)
    #expect(throws: UTF8.ValidationError.self) { try PasswordPolicy.nist.evaluate([0x70, 0xFF].span) }
  }

  @Test func `J6 words of the person and of the place count, and the reason says which`() throws {
    let password = "northwind-lovelace"
    let lists = try PasswordLists(contextWords: ["Northwind"])
    let (alone, known) = (PasswordPolicy.owasp, PasswordPolicy.owasp.using(lists))
    let verdict = known.evaluate(password, context: ["Ada Lovelace"])
    #expect(verdict.bits < alone.evaluate(password).bits && !verdict.isAccepted)
    #expect(known.evaluate("northwind").reason?.contains("easy to guess here") == true)
    #expect(
      alone.evaluate("lovelace", context: ["Ada Lovelace"]).reason?.contains("your name, email or user name")
        == true)
    // A context is that of one password.
    #expect(alone.evaluate(password) == PasswordPolicy.owasp.evaluate(password))
  }

  @Test func `J6 lists are files and strings, and what is in them is refused or easier to guess`() throws {
    let passwords = ["Umbrella-Lantern-4711", "Glückwunsch-Öl-1234", "Correct.Horse7", "quizzical-zephyrs"]
    let leaked = folder.write(LeakedList().text, to: "leaked")
    let base = PasswordPolicy.classic.requiring(.weak)
    let policy = base.using(
      try PasswordLists(
        dictionaries: [folder.write("Quizzical-Zephyrs\n", to: "dictionary")],
        blocklists: [folder.write("\r\numbrella-lantern-4711\r\n", to: "refused")],
        passwords: ["", "GLÜCKWUNSCH-ÖL-1234"], leakedPasswords: leaked))
    #expect(passwords.allSatisfy { base.evaluate($0).isAccepted || $0 == passwords[3] })
    says(
      policy.evaluate(passwords[0]), unmet: ["not a commonly used password"],
      errors: ["This password is commonly used: choose another one."])
    #expect(policy.evaluate(passwords[1]).unmet == ["not a commonly used password"])
    says(
      policy.evaluate(passwords[2]), unmet: ["not in a list of leaked passwords"],
      errors: ["This password has leaked: choose another one."])
    // There is one word to choose from.
    #expect(policy.evaluate(passwords[3]).bits == 0)
    says(policy.evaluate("lantern-Umbrella-1174"))
    let later = policy.using(try PasswordLists(passwords: ["lantern-Umbrella-1174"]))
    says(later.evaluate(passwords[2]))
    #expect(later.evaluate("lantern-Umbrella-1174").unmet == ["not a commonly used password"])
    #expect(PasswordPolicy.nist.evaluate("").unmet.contains { $0.contains("spaces") } == false)
    for path in [folder.path, folder.path + "/none"] {
      #expect(throws: PolicyError.self) { try PasswordLists(dictionaries: [path]) }
      #expect(throws: PolicyError.self) { try PasswordLists(blocklists: [path]) }
    }
    #expect(policy == policy && policy != PasswordPolicy.classic && PasswordPolicy.classic == .classic)
    #expect(policy.requiring(.strong).evaluate(passwords[0]).unmet.count == 2)
  }

  @Test func `J6 a closure is a criterion, and gets the password as it is handed out`() throws {
    let policy = try PasswordPolicy(
      .length(8...), .custom("no accents") { $0.count == 11 }, .atLeast(1, of: [.digit, .special], "One of:"))
    says(policy.requiring(.weak).evaluate("lantern-471"))
    says(
      policy.requiring(.weak).evaluate("lantèrnes"),
      unmet: ["no accents", "at least 1 of: digit (0-9), special character (e.g. !@#$%^)"],
      errors: ["Your password must meet the requirements below."])
  }

  @Test func `J6 what is refused lacks something, also where no criterion says so`() {
    let verdict = PasswordPolicy.nist.evaluate("umbrella\u{7}Lantern-4711")
    says(verdict, unmet: verdict.errors, errors: ["Enter a password without control characters."])
  }

  @Test(arguments: [4_096, 4_097])
  func `J6 a password that no form takes is refused, and not looked at`(count: Int) {
    for policy in [PasswordPolicy.nist, .owasp] {
      let verdict = policy.evaluate(String(repeating: "Ωx-", count: count / 4) + (count > 4_096 ? "y" : ""))
      #expect(verdict.errors.contains("The password must have at most 4096 bytes.") == (count > 4_096))
      #expect(count <= 4_096 || !verdict.isAccepted && verdict.unmet == verdict.errors && verdict.bits == 0)
    }
  }

  @Test func `J6 nothing of a password is in its verdict`() {
    for password in ["Zyxomma", "Zyxomma-Qvarfordt-4711"] {
      var text = ""
      dump(PasswordPolicy.classic.evaluate(password, context: ["Ada"]), to: &text)
      text += "\(PasswordPolicy.classic.evaluate(password))"
      #expect(!text.contains("yxom") && !text.contains("varf"))
    }
  }

  @Test func `J6 many threads judge with the same lists, and say the same as one`() async throws {
    let words = (0..<2_000).map { "refused-\($0)-word" }
    let lists = try PasswordLists(
      dictionaries: [folder.write(words.joined(separator: "\n"))], passwords: words,
      leakedPasswords: folder.write(LeakedList().text, to: "leaked"), contextWords: ["club"])
    let policies = [PasswordPolicy.nist, .classic, .owasp].map { $0.using(lists) }
    let passwords = (0..<40).map { "\(good)-\($0)" } + words.prefix(40)
    let calm = policies.map { policy in passwords.map { policy.evaluate($0, context: ["ada"]) } }
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 {
        group.addTask {
          policies.map { policy in passwords.map { policy.evaluate($0, context: ["ada"]) } } == calm
        }
      }
      for await isSame in group { #expect(isSame) }
    }
  }

  @Test func `J6 more policies can judge than there is room for in the table of a deadly signal`() {
    let policies = (0..<300).map { _ in PasswordPolicy.nist }
    #expect(policies.allSatisfy { $0.evaluate(good).isAccepted })
  }
}
