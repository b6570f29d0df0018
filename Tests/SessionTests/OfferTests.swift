import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

@testable import Watchword

/// Passwords that the form offers, drawn as in the program.
@Suite struct OfferTests {
  /// Finds a text as strong as the test says.
  private struct PickyMeter: Meter {
    var level: (UTF8Span) -> Level

    func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
      Estimate(level: level(text))
    }
  }

  /// A list of words of four letters from a to p, `count` of them.
  private func list(_ count: Int) throws -> TemporaryFile {
    let letters = Array("abcdefghijklmnop")
    return try TemporaryFile(
      (0..<count).map { number in String((0..<4).map { letters[number >> (4 * $0) & 15] }) + "\n" }.joined())
  }

  /// Plays `script` to a form of `policy` whose meter counts guesses.
  private func play(
    _ script: [Step], _ policy: Policy? = nil, words path: String? = nil, meter: (any Meter)? = nil,
    in texts: Texts = .english,
    delegate: RecordingDelegate = RecordingDelegate()
  ) throws -> Performance {
    var description = FormDescription.newPassword(texts, policy: policy)
    description.wordList = path
    let memory = try SecretMemory(for: GuessMeter.capacities(oldPasswords: 0), locking: .ifPossible)
    let judge = Judge(
      meter: try meter ?? GuessMeter(in: memory, oldPasswords: 0, scale: .guesses, words: []))
    return try perform(script, on: description.makeForm(), judge: judge, delegate: delegate)
  }

  private let offer = Step.control("g"), words = Step.control("w")
  private let strong = PickyMeter { _ in .strong }

  @Test func `F4 the offer is drawn anew each time, in the clear and in the field`() throws {
    let offers = try play(Array(repeating: offer, count: 40)).offers
    #expect(offers.count == 40 && Set(offers).count == 40)
    // One in five of 13 characters is not strong to the meter. Then one of 14 is drawn.
    #expect(offers.allSatisfy { (13...17).contains($0.count) && $0.allSatisfy { !"0O1lI| ".contains($0) } })
    let played = try play([offer], meter: strong)
    #expect(played.shows("━ Strong password, 76 bits ━"))
    #expect(played.rows.contains { $0.contains("┃ ¿¿¿¿¿¿¿¿¿¿¿¿¿ ") })
    #expect(played.texts == ["", ""] && played.terminal.beeps == 0)
  }

  @Test(arguments: StandardPolicy.allCases.filter { $0 != .pin })
  func `F4 every offer passes the policy, is strong and is accepted`(standard: StandardPolicy) throws {
    for (least, kind) in zip([Level.weak, .medium, .strong, .strong], [[], [words], [], [words]]) {
      let policy = standard.policy(minimumLevel: least)
      let played = try play([offer] + kind + [.enter, .enter, .enter], policy)
      let taken = try #require(played.offers.last)
      #expect(played.ending == .accepted(taken, .strong))
    }
  }

  @Test(arguments: StandardPolicy.allCases)
  func `F4 the level of an offer is what the bars show once it is taken`(standard: StandardPolicy) throws {
    let form = FormDescription.newPassword(policy: standard.policy()).makeForm()
    let memory = try SecretMemory(for: GuessMeter.capacities(oldPasswords: 0), locking: .ifPossible)
    let meter = try GuessMeter(
      in: memory, oldPasswords: 0, scale: .guesses, words: [], commonWords: .ofProgram)
    var terminal = KeepingTerminal(size: Size(columns: 80, rows: 24), fieldCount: form.fields.count)
    var screen = try FormScreen(form, appearance: .plain, judge: Judge(meter: meter))
    screen.start(on: &terminal)
    for draws: [Unicode.Scalar] in [["g"], ["g", "w"]] {
      for _ in 0..<100 {
        for draw in draws { screen.play(.key(.control(draw)), on: &terminal) }
        let offered = try #require(screen.form.state.offer)
        screen.play(.key(Key(.enter)), on: &terminal)
        #expect(screen.form.state.offer == nil && screen.form.state.level == offered.panel.verdict.level)
        screen.play(.key(.control("u")), on: &terminal)
      }
    }
  }

  @Test func `F4 Return is one edit of each field, of which the delegate is asked and told`() throws {
    let played = try play(.typing("ab") + [offer, .enter])
    let taken = try #require(played.offers.last)
    func edit(_ field: Int, _ range: Range<Int>) -> [String] {
      [
        "\(field).shouldChange \(range) \"\(taken)\"", "\(field).didChangeSelection",
        "\(field).editingChanged",
      ]
    }
    #expect(played.lastCalls == edit(0, 0..<2) + edit(1, 0..<0))
    #expect(played.texts == [taken, taken])
    #expect(played.terminal.shownTexts.dropLast().last == [0: taken, 1: taken])
  }

  @Test func `F4 an offer, another one and Esc tell the delegate nothing`() throws {
    let played = try play([offer, offer, words, .escape])
    #expect(played.calls.dropFirst().joined().isEmpty)
  }

  @Test func `F4 where the delegate refuses, nothing changes, and the offer stays and says so`() throws {
    let delegate = RecordingDelegate(refusing: ["0.shouldChange"])
    let played = try play([offer, .enter], delegate: delegate)
    #expect(played.lastCalls.count == 1 && played.texts == ["", ""])
    #expect(played.shows(" bits") && played.terminal.beeps == 1)
    #expect(played.shows("This password is not accepted here."))
  }

  @Test func `F4 where the delegate refuses for the confirm field, that one alone stays as it was`() throws {
    let delegate = RecordingDelegate(refusing: ["1.shouldChange"])
    let played = try play([offer, .enter], delegate: delegate)
    #expect(played.texts == [played.offers.last, ""])
    #expect(!played.shows(" bits"))
  }

  @Test func `F4 a delegate that moves the focus when the first field is filled finds the second filled too`()
    throws
  {
    let delegate = RecordingDelegate()
    delegate.wishes["0.editingChanged"] = [.focus(1)]
    let played = try play([offer, .enter], delegate: delegate)
    let taken = try #require(played.offers.last)
    #expect(played.texts == [taken, taken])
  }

  @Test func `F4 the meter has its say, and a longer password is drawn where it wants one`() throws {
    let long = PickyMeter { $0.count >= 16 ? .strong : .medium }
    #expect(try play([offer], meter: long).offers.last?.count == 16)
    let capital = PickyMeter { (0x41...0x5A).contains($0.span[0]) ? .strong : .medium }
    let offers = try play(Array(repeating: offer, count: 20), meter: capital).offers
    #expect(offers.allSatisfy { $0.first?.isUppercase == true })
  }

  @Test func `F4 where the meter finds nothing strong, what has 75 bits and passes is offered`() throws {
    let played = try play([offer], meter: PickyMeter { _ in .medium })
    // 14 characters have 82.8 bits, of which those of 32 judged passwords are taken.
    #expect(played.offers.last?.count == 14 && played.shows("Could be stronger, 77 bits"))
  }

  @Test func `F4 Left and Right draw anew, shorter and longer, and another is as long`() throws {
    let (left, right) = (Step.event(.key(Key(.left))), Step.event(.key(Key(.right))))
    let played = try play([offer, right, right, right, left, offer, .escape, offer], meter: strong)
    #expect(played.offers.map(\.count) == [13, 14, 15, 16, 15, 15, 13])
    #expect(Set(played.offers).count == 7 && played.terminal.beeps == 0)
  }

  @Test func `F4 an offer is not made shorter than the rule or the meter takes, nor longer than 64`() throws {
    let (left, right) = (Step.event(.key(Key(.left))), Step.event(.key(Key(.right))))
    let picky = PickyMeter { $0.count < 11 ? .weak : .strong }
    for (policy, meter, least) in [
      (nil, strong, 8), (nil, picky, 11), (.classic(minimumLevel: .weak), picky, 8), (.anything, strong, 1),
    ] as [(Policy?, PickyMeter, Int)] {
      let played = try play([offer] + Array(repeating: left, count: 13), policy, meter: meter)
      #expect(played.offers.last?.count == least && played.shows("There is no suggestion of that length."))
      #expect(played.terminal.beeps == least)
    }
    let long = try play([offer] + Array(repeating: right, count: 52), .owasp(), meter: strong)
    #expect(long.offers.last?.count == 64 && long.terminal.beeps == 1)
  }

  @Test func `F4 where no longer password fits, the bits are less than those of a strong one`() throws {
    for most in [12, 13] {
      let policy = Policy.classic().applying { $0.maximumLength = most }
      let played = try play([offer], policy, meter: PickyMeter { _ in .medium })
      #expect(played.offers.last?.count == most && played.shows("Could be stronger, 71 bits"))
      #expect(try play([offer], policy, meter: strong).shows("Strong password, 76 bits"))
    }
  }

  @Test func `F4 a password by length is as long as that scale asks for`() throws {
    let policy = StandardPolicy.classic.policy(minimumLevel: .strong)
    let played = try play([offer, .enter, .enter, .enter], policy, meter: LengthMeter())
    let taken = try #require(played.offers.last)
    #expect(taken.count == 20 && played.ending == .accepted(taken, .strong))
  }

  @Test func `F4 where no strong password fits the rule, that is said`() throws {
    #expect(try play([offer], .pin(minimumLevel: .medium)).shows("No strong password fits the rules."))
    let refusing = try play([offer], meter: PickyMeter { _ in .weak })
    #expect(refusing.offers.isEmpty && refusing.shows("No strong password fits the rules."))
  }

  @Test func `F4 a list that cannot be read is named as the reason`() throws {
    let absent = try play([offer, words], words: "/nowhere/words")
    #expect(absent.shows("The word list cannot be read: No such file or directory."))
    #expect(absent.offers.count == 2)
    #expect(
      PasswordSource.Failure.noWordList.text(of: .words, .english) == "There is no word list.")
    #expect(
      PasswordSource.Failure.noRandomBytes(SystemError(number: EIO)).text(of: .words, .english).hasPrefix(
        "There are no random bytes: "))
  }

  @Test func `F4 a list that was read once serves all offers of the form`() throws {
    let path = try list(65_536)
    var step = 0
    var terminal = ScriptedTerminal([offer, words, offer], fieldCount: 2) {
      step += 1
      if step == 3 { _ = unsafe unlink(path.path) }
    }
    var description = FormDescription.newPassword()
    description.wordList = path.path
    try run(description.makeForm(), on: &terminal, judge: Judge(meter: PickyMeter { _ in .strong }))
    #expect(terminal.beeps == 0)
    #expect(terminal.shownTexts.compactMap { $0[2] }.count { $0.contains("-") && $0.count == 25 } == 2)
  }

  @Test(arguments: [("de", "de"), ("pt_BR", "pt"), ("fr", "en"), ("zh_CN", "en"), ("", "en")])
  func `F4 words are of the language of the form, or else English, which is said`(
    language: String, list: String
  ) throws {
    let texts = Texts(ListedLanguage([:], name: language))
    let played = try play([offer, words, words, words], .nist(), meter: strong, in: texts)
    let known = Set(try PackageFile.text("packaging/lists/words/\(list)").split(separator: "\n"))
    let offers = [1, 3].map { played.offers[$0].split(separator: "-") }
    #expect(offers.allSatisfy { $0.count == 6 && $0.allSatisfy(known.contains) })
    let remark = "English words: there is no list in your language."
    #expect(played.shows("77 bits") && played.shows(remark) == (list == "en"))
  }

  @Test func `F4 words from a list that was named are in no language`() throws {
    let texts = Texts(ListedLanguage([:], name: "fr"))
    let list = try list(65_536)
    let played = try play([offer, words], words: list.path, meter: strong, in: texts)
    #expect(played.shows("87 bits") && !played.shows("English words"))
  }

  @Test func `F4 a stop and the end of the form find no offer on the screen`() throws {
    let played = try play([offer, .control("z")])
    let suspended = try #require(played.terminal.suspensions.last)
    #expect(suspended.holes.isEmpty && played.frame.holes.isEmpty)
    let cancelled = try play([offer, .control("c")])
    #expect(cancelled.ending == .cancelled && cancelled.terminal.frames.last?.holes.isEmpty == true)
  }

  /// Rules at random. Some leave no password.
  private func rules(_ random: inout SeededGenerator) -> OwnRules {
    var rules = OwnRules()
    let least = Int.random(in: 1...16, using: &random)
    (rules.minimumLength, rules.maximumLength) = (least, least + Int.random(in: 0...20, using: &random))
    let kinds = CharacterClass.allCases.filter { _ in Bool.random(using: &random) }
    rules.required = [RequiredClasses(kinds)].compactMap(\.self)
    let lists = ["abcXYZ019-#", "!?a\u{E9}", "0O1lI|"].map { AllowedCharacters($0) }
    rules.allowed = ([nil, nil, nil, .ascii, .digits] + lists).randomElement(using: &random) ?? nil
    rules.maximumRepeat = [nil, 1, 2].randomElement(using: &random) ?? nil
    rules.maximumSequence = [nil, 1, 2, 3].randomElement(using: &random) ?? nil
    return rules
  }

  @Test(arguments: 0..<60)
  func `F4 each draw passes its rules, has signs inside alone, and no more bits than could be drawn`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let list = try list(4_096)
    for standard in StandardPolicy.allCases {
      let own = rules(&random)
      var description = FormDescription.newPassword()
      description.policy = standard.policy(minimumLevel: Level.allCases.randomElement(using: &random))
        .applying(own)
      description.wordList = list.path
      let policy = description.policy
      // Of each text in three, the meter finds one strong.
      let judge = Judge(meter: PickyMeter { Level.allCases[Int($0.span[$0.count / 2]) % 3] })
      var source = try PasswordSource(description, in: SecretMemory(for: PasswordSource.capacities))
      for parts in [nil, Int.random(in: 1...32, using: &random)] {
        for kind in [Offer.Kind.characters, .words] {
          var judged: [String] = []
          let drawn = try? source.draw(kind, parts: parts) { text in
            judged.append(String(copying: text))
            let verdict = policy.verdict(on: text, count: text.count, by: judge)
            return verdict.firstFailure == nil ? verdict.level : nil
          }
          guard let bits = drawn, let text = judged.last else { continue }
          func count(_ text: String) -> Int {
            kind == .characters ? text.count : text.split(separator: "-").count
          }
          let alike = Double(judged.count { count($0) == count(text) })
          let rules = DrawingRules(policy)
          let all =
            kind == .words
            ? WordRecipe(try PlainWords(path: list.path), meeting: rules).bits(of: count(text))
            : CharacterRecipe.easy(rules) { $0.leastCount(with: 75) != nil }.bits(of: count(text))
          #expect(policy.verdict(on: text.utf8Span, count: text.count, by: judge).firstFailure == nil)
          #expect(parts ?? count(text) == count(text) && bits <= (all ?? 0) - log2(alike) + 1e-9, "\(text)")
          let ends = [text.first, text.last].compactMap(\.self)
          let isListed = ![nil, .ascii, .digits].contains(own.allowed)
          #expect(ends.allSatisfy(\.isPlain) || isListed || text.count < 3, "\(text)")
        }
      }
    }
  }

  @Test func `F4 a form that offers nothing needs no memory for it`() throws {
    var description = FormDescription.newPassword()
    let offering = try Session.capacities(of: description.makeForm())
    description.offersPasswords = false
    let silent = try Session.capacities(of: description.makeForm())
    #expect(offering.reduce(0, +) - silent.reduce(0, +) == 1024)
    #expect(try perform([offer], on: description.makeForm()).terminal.beeps == 1)
  }
}

extension Character {
  fileprivate var isPlain: Bool { isASCII && (isLetter || isNumber) }
}

extension Performance {
  /// The offered texts, one for each frame with one, of a form with two fields.
  fileprivate var offers: [String] { terminal.shownTexts.compactMap { $0[2] } }
}
