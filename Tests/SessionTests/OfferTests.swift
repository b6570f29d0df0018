import Glibc
import TestSupport
import Testing
import WatchwordMessages
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

@testable import Watchword

/// Passwords that the form offers, drawn as in the program.
@Suite struct OfferTests {
  /// Finds a text as strong as the test does.
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

  /// Plays `script` to a form of `policy` whose meter goes by guesses.
  private func play(
    _ script: [Step], _ policy: Policy? = nil, words path: String? = nil, meter: (any Meter)? = nil,
    delegate: RecordingDelegate = RecordingDelegate()
  ) throws -> Performance {
    var description = FormDescription.newPassword(policy: policy)
    description.wordList = path
    let memory = try SecretMemory(for: GuessMeter.capacities(oldPasswords: 0), locking: .ifPossible)
    let judge = Judge(
      meter: try meter ?? GuessMeter(in: memory, oldPasswords: 0, scale: .guesses, words: nil))
    return try perform(script, on: description.makeForm(), judge: judge, delegate: delegate)
  }

  private let offer = Step.control("g"), words = Step.control("w")

  @Test func `F4 the offer is drawn anew each time, in the clear and in the rows of the bars`() throws {
    let played = try play(Array(repeating: offer, count: 40))
    let offers = played.offers
    #expect(offers.count == 40 && Set(offers).count == 40)
    // In one of some hundred, the meter finds none of 16 strong, and a thirteenth character is drawn.
    #expect(
      offers.allSatisfy { (12...13).contains($0.count) && $0.allSatisfy { !"0O1lI| ".contains($0) } })
    #expect(played.rows.contains { $0.hasSuffix("¿¿¿¿¿¿¿¿¿¿¿¿   77 bits") })
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

  @Test func `H2 an offer under rules of the place passes them`() throws {
    var rules = OwnRules()
    (rules.minimumLength, rules.allowed) = (14, AllowedCharacters("abcdefghijkmnopqrstuvwxyz23456789-"))
    (rules.maximumRepeat, rules.maximumSequence, rules.required) = (1, 2, RequiredClasses([.lower, .digit]))
    let policy = Policy.classic().applying(rules)
    for _ in 0..<5 {
      let played = try play([offer, .enter, .enter, .enter], policy)
      let taken = try #require(played.offers.last)
      #expect(played.ending == .accepted(taken, .strong))
      #expect(taken.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" } && taken.count >= 14)
    }
  }

  @Test func `H1 an offered pin is of digits, as long as can be, and its bits are said`() throws {
    let played = try play([offer, .enter, .enter, .enter], .pin())
    let taken = try #require(played.offers.last)
    #expect(taken.count == 12 && taken.allSatisfy { $0.isASCII && $0.isNumber })
    #expect(played.ending == .accepted(taken, .weak))
    let shown = try play([offer], .pin())
    #expect(shown.shows("39 bits"))
    #expect(try play([offer], .pin(minimumLevel: .medium)).shows("No strong password fits the rules."))
  }

  @Test
  func `F4 words come from the list that was given, with a capital and a digit where the rule wants them`()
    throws
  {
    let file = try list(65_536)
    let strict = try play([offer, words], words: file.path)
    let drawn = try #require(strict.offers.last)
    #expect(drawn.wholeMatch(of: #/([A-Pa-p][a-p]{3}[2-9]?-){4}[A-Pa-p][a-p]{3}[2-9]?/#) != nil, "\(drawn)")
    #expect(drawn.count { $0.isUppercase } == 1 && drawn.count { $0.isNumber } == 1)
    #expect(strict.shows("87 bits") && strict.shows("^W characters"))
    let plain = try play([offer, words], StandardPolicy.nist.policy(), words: file.path)
    let lowercase = try #require(plain.offers.last)
    #expect(lowercase.wholeMatch(of: #/[a-p]{4}(-[a-p]{4}){4}/#) != nil, "\(lowercase)")
    #expect(plain.shows("80 bits"))
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

  @Test func `F4 where the delegate refuses, nothing changes, and the offer stays`() throws {
    let delegate = RecordingDelegate(refusing: ["0.shouldChange"])
    let played = try play([offer, .enter], delegate: delegate)
    #expect(played.lastCalls.count == 1 && played.texts == ["", ""])
    #expect(played.shows(" bits") && played.terminal.beeps == 1)
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
    #expect(played.offers.last?.count == 12 && played.shows("77 bits"))
  }

  @Test func `F4 a password by length is as long as that scale asks for`() throws {
    let policy = StandardPolicy.classic.policy(minimumLevel: .strong)
    let played = try play([offer, .enter, .enter, .enter], policy, meter: LengthMeter())
    let taken = try #require(played.offers.last)
    #expect(taken.count == 20 && played.ending == .accepted(taken, .strong))
  }

  @Test func `F4 where no strong password fits the rule, that is said`() throws {
    var short = StandardPolicy.classic.policy()
    short.groups[0].criteria[0].condition = .length(4...11, whiteSpace: false)
    let played = try play([offer], short)
    #expect(played.offers.isEmpty && played.terminal.beeps == 1)
    #expect(played.shows("No strong password fits the rules."))
    let refusing = try play([offer], meter: PickyMeter { _ in .weak })
    #expect(refusing.offers.isEmpty && refusing.shows("No strong password fits the rules."))
  }

  @Test func `F4 where strong words do not fit the rule, characters stay, and control W says why`() throws {
    let file = try list(100)
    let played = try play([offer, words], words: file.path)
    #expect(played.offers.count == 2 && Set(played.offers).count == 1 && played.terminal.beeps == 1)
    #expect(played.shows("Too few words fit to be strong.") && played.shows("^W words"))
    let again = try play([offer, words, offer], words: file.path)
    #expect(!again.shows("Strong words") && Set(again.offers).count == 2)
  }

  @Test func `F4 a list that has no words or cannot be read is named as the reason`() throws {
    let empty = try TemporaryFile("Abc\nab\n")
    #expect(try play([offer, words], words: empty.path).shows("The word list has no plain words."))
    let absent = try play([offer, words], words: "/nowhere/words")
    #expect(absent.shows("The word list cannot be read: No such file or directory."))
    #expect(absent.offers.count == 2)
    #expect(
      PasswordSource.Failure.noWordList.text(of: .words, .english) == "No word list: install wamerican.")
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

  @Test func `F4 a stop and the end of the form find no offer on the screen`() throws {
    let played = try play([offer, .control("z")])
    let suspended = try #require(played.terminal.suspensions.last)
    #expect(suspended.holes.isEmpty && played.frame.holes.isEmpty)
    let cancelled = try play([offer, .control("c")])
    #expect(cancelled.ending == .cancelled && cancelled.terminal.frames.last?.holes.isEmpty == true)
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

extension Performance {
  /// The texts that were offered, one for each frame that shows one of a form with two fields.
  fileprivate var offers: [String] { terminal.shownTexts.compactMap { $0[2] } }
}
