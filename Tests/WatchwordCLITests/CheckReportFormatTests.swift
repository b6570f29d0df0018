import TestSupport
import Testing
import Watchword
import WatchwordMessages
import WatchwordSystem

@testable import WatchwordCLI
@testable import WatchwordStrength

/// What is written about a password, from the findings alone.
struct CheckReportFormatTests {
  private let weak = CheckReport(
    verdict: Verdict(
      metBits: 0b00101, failureBits: 0b010, estimate: Estimate(level: .weak, reasons: [.common, .short])),
    bits: 12.345)
  private let unmet =
    #"Not met: hard to guess, at least 2 of: uppercase letter (A-Z), digit (0-9), special character (e.g. !@#$%^)"#
  private let heading = Policy.classic().groups[1].heading?.text ?? ""
  private let strong = CheckReport(
    verdict: Verdict(metBits: 0b111, estimate: Estimate(level: .strong)), bits: 66.4385618977)

  @Test func `a person reads the criteria under their heading, the level, the reason and the error`() {
    #expect(
      CheckReportFormat(policy: .classic()).text(weak) == """
        ✅ 8-32 characters (no spaces)
        ❌ \(heading)
           ❌ uppercase letter (A-Z)
           ✅ lowercase letter (a-z)
           ❌ digit (0-9)
           ❌ special character (e.g. !@#$%^)
        ❌ hard to guess
        Too weak
        A very common password: choose one that nobody else has
        How long it takes to guess:
           online, 100 tries an hour: 2 days
           online, 10 tries a second: 9 minutes
           stolen file of slow hashes, 10,000 tries a second: less than a second
           stolen file of fast hashes, 10 billion tries a second: less than a second
        \(unmet)

        """)
  }

  @Test(arguments: [(GlyphSet.emoji, "✅", "⚪"), (.unicode, "✓", "·"), (.ascii, "[x]", "[ ]")])
  func `what is not needed of a group that is met does not look like a failure`(
    glyphs: GlyphSet, met: String, unmet: String
  ) {
    let report = CheckReport(verdict: Verdict(metBits: 0b101111, estimate: Estimate(level: .medium)))
    #expect(
      CheckReportFormat(policy: .classic(), glyphs: glyphs).text(report) == """
        \(met) 8-32 characters (no spaces)
        \(met) \(heading)
           \(met) uppercase letter (A-Z)
           \(met) lowercase letter (a-z)
           \(met) digit (0-9)
           \(unmet) special character (e.g. !@#$%^)
        \(met) hard to guess
        Could be stronger
        Accepted: the password meets the requirements

        """)
  }

  @Test
  func `of a group that is met, what is not needed does not look like a failure where another rule fails`() {
    let report = CheckReport(verdict: Verdict(metBits: 0b01110, failureBits: 0b010))
    #expect(
      CheckReportFormat(policy: .classic(), glyphs: .ascii).text(report) == """
        [!] 8-32 characters (no spaces)
        [x] \(heading)
           [x] uppercase letter (A-Z)
           [x] lowercase letter (a-z)
           [x] digit (0-9)
           [ ] special character (e.g. !@#$%^)
        [!] hard to guess
        Too weak
        Not met: 8-32 characters (no spaces), hard to guess

        """)
  }

  @Test func `A14 where weak is accepted it is called weak, and there is no line for the level`() {
    let report = CheckReport(verdict: Verdict(metBits: 0b11))
    #expect(
      CheckReportFormat(policy: .owasp(minimumLevel: .weak)).text(report) == """
        ✅ 8 characters or more
        ✅ not a commonly used password
        Weak
        Accepted: the password meets the requirements

        """)
  }

  @Test func `without a reason there is no line for it, the last says that it passes, and ASCII does`() {
    #expect(
      CheckReportFormat(policy: .nist(), glyphs: .ascii).text(strong) == """
        [x] 15 characters or more
        [x] not a commonly used password
        [x] hard to guess
        Strong password
        How long it takes to guess:
           online, 100 tries an hour: centuries
           online, 10 tries a second: centuries
           stolen file of slow hashes, 10,000 tries a second: centuries
           stolen file of fast hashes, 10 billion tries a second: centuries
        Accepted: the password meets the requirements

        """)
  }

  @Test func `JSON has all that was found, on one line`() {
    #expect(
      CheckReportFormat(policy: .classic()).json(weak)
        == [
          #"{"level":"weak","bits":12.35,"guesses_log10":3.716,"crack_times_seconds":{"#,
          #""online_throttled_100_per_hour":187300,"online_unthrottled_10_per_second":520.3,"#,
          #""offline_slow_10000_per_second":0.5203,"offline_fast_10000000000_per_second":5.203e-7},"#,
          #""crack_times_display":{"online_throttled_100_per_hour":"2 days","#,
          #""online_unthrottled_10_per_second":"9 minutes","offline_slow_10000_per_second":"less than a second","#,
          #""offline_fast_10000000000_per_second":"less than a second"},"#,
          #""criteria":[{"name":"length","label":"8-32 characters (no spaces)","met":true},"#,
          #"{"name":"upper","label":"uppercase letter (A-Z)","met":false},"#,
          #"{"name":"lower","label":"lowercase letter (a-z)","met":true},"#,
          #"{"name":"digit","label":"digit (0-9)","met":false},"#,
          #"{"name":"special","label":"special character (e.g. !@#$%^)","met":false},"#,
          #"{"name":"level","label":"hard to guess","met":false}],"#,
          #""reasons":["A very common password: choose one that nobody else has","Longer is better: 20 characters or more"],"#,
          #""accepted":false,"refused":false,"error":"Not met: hard to guess, at least 2 of: uppercase letter (A-Z), digit (0-9), "#,
          #"special character (e.g. !@#$%^)"}"#, "\n",
        ].joined())
  }

  @Test func `JSON of a list begins with the number of the line`() {
    let json = CheckReportFormat(policy: .owasp()).json(strong, line: 7)
    #expect(json.hasPrefix(#"{"line":7,"level":"strong","bits":66.44,"guesses_log10":20,"#))
    #expect(json.hasSuffix(#","reasons":[],"accepted":true,"refused":false,"error":null}"# + "\n"))
  }

  @Test func `where no guesses are counted JSON has no number`() {
    let report = CheckReport(verdict: Verdict())
    let json = CheckReportFormat(policy: .owasp()).json(report)
    #expect(json.contains(#""bits":null,"guesses_log10":null,"#))
    #expect(json.contains(#""offline_fast_10000000000_per_second":null},"crack_times_display":{"#))
    #expect(json.contains(#""offline_fast_10000000000_per_second":null},"criteria":"#))
  }

  @Test func `a table has the same columns in every line`() {
    let format = CheckReportFormat(policy: .classic())
    #expect(
      format.row(weak, line: 1)
        == "1\tfail\tweak\t12.35\tA very common password: choose one that nobody else has\t\(unmet)\n")
    #expect(format.row(strong, line: 2) == "2\tpass\tstrong\t66.44\t\t\n")
    #expect(format.row(.notText, line: 3) == "3\trefused\t\t\t\tnot valid UTF-8\n")
    #expect(format.row(.tooLong, line: 4) == "4\trefused\t\t\t\tlonger than 4096 bytes\n")
  }

  @Test func `no error points at criteria below it, whatever the policy`() {
    for policy in StandardPolicy.allCases.map({ $0.policy() }) {
      for failure in policy.rules.indices {
        let report = CheckReport(verdict: Verdict(failureBits: 1 << UInt64(failure)))
        #expect(!CheckReportFormat(policy: policy).text(report).contains("below"))
      }
    }
  }

  @Test func `a password that is too short for a standard is told how long it has to be`() {
    let report = CheckReport(verdict: Verdict(metBits: 0b110, failureBits: 0b1000))
    #expect(
      CheckReportFormat(policy: .nist()).row(report, line: 1)
        == "1\tfail\tweak\t\t\tNot met: 15 characters or more\n")
  }

  @Test func `what was refused is an object too, which says so`() {
    #expect(
      CheckReportFormat.json(.notText, line: 3)
        == #"{"line":3,"error":"not valid UTF-8","accepted":false,"refused":true}"# + "\n")
    #expect(
      CheckReportFormat.json(.tooLong)
        == #"{"error":"longer than 4096 bytes","accepted":false,"refused":true}"# + "\n")
  }

  @Test(
    arguments: [
      (0, "0"), (1, "1"), (1.5, "1.5"), (12.34, "12.34"), (12.345678, "12.35"), (99.999, "100"),
      (9999.5, "10000"), (123456, "123500"), (1e9, "1000000000"), (123456789012345, "123500000000000"),
      (1e15, "1e+15"), (1e17, "1e+17"), (1.23456e20, "1.235e+20"), (9.9999e99, "1e+100"),
      (1e300, "1e+300"), (0.5, "0.5"), (0.01234567, "0.01235"), (0.0001, "0.0001"), (0.00001, "1e-5"),
      (1e-10, "1e-10"), (1.234e-30, "1.234e-30"),
    ] as [(Double, String)])
  func `a number has four digits that count`(value: Double, text: String) {
    #expect(CheckReportFormat.number(value) == text)
  }

  @Test func `what is written down is read as nearly the same number`() throws {
    for exponent in -300...300 {
      for first in [1, 1.0005, 2.5, 4.9999, 9.9994, 9.9999] {
        let value = try #require(Double("\(first)e\(exponent)"))
        let read = try #require(Double(CheckReportFormat.number(value)))
        #expect(abs(read - value) <= value * 0.000_51, "\(value)")
      }
    }
  }

  @Test func `a group with an error of its own keeps that sentence, whatever it is`() {
    let sentence = Texts.english("Your password must meet the requirements below.")
    var policy = Policy.classic()
    for number in policy.groups.indices { policy.groups[number].message = .init(sentence) }
    #expect(CheckReportFormat(policy: policy).row(weak, line: 1).hasSuffix("\t\(sentence)\n"))
  }
}

/// The parts of a password, as they are written where that is asked for.
struct CheckPartsTests {
  private let report = CheckReport(
    verdict: Verdict(metBits: 0b111, estimate: Estimate(level: .medium)), bits: 46.74,
    parts: [
      GuessedPart(kind: .found(.substitution), count: 4, bits: 16.24),
      GuessedPart(kind: .found(.word), count: 1, bits: 16.25),
      GuessedPart(kind: .characters, count: 2, bits: 14.25), GuessedPart(kind: .listed, count: 20, bits: 0),
      GuessedPart(kind: .uncounted, count: 3, bits: 0),
    ])
  private let format = CheckReportFormat(policy: .owasp(), explains: true)

  @Test func `H5 a person reads what the parts are, how long, and bits that add up`() {
    #expect(
      format.text(report).contains(
        """
        : 3 hours
        What the meter found:
           A word with predictable letter swaps, 4 characters: 16.2 bits
           A word from the dictionary, 1 character: 16.3 bits
           Guessed one by one, 2 characters: 14.2 bits
           A word from the word list, as a whole, 20 characters: 0 bits
           Repeated, or too far behind to be looked at, 3 characters: 0 bits
           In all, 30 characters: 46.7 bits
        Accepted: 
        """))
  }

  @Test func `H5 JSON has the parts as a member more, where they are asked for`() {
    let parts =
      #""parts":[{"kind":"substitution","characters":4,"bits":16.24},"#
      + #"{"kind":"word","characters":1,"bits":16.25},{"kind":"characters","characters":2,"bits":14.25},"#
      + #"{"kind":"listed","characters":20,"bits":0},{"kind":"uncounted","characters":3,"bits":0}],"#
    var plain = report
    plain.parts = nil
    #expect(format.json(report).contains(#""reasons":[],\#(parts)"accepted":true"#))
    #expect(format.json(report).replacing(parts, with: "") == format.json(plain))
  }

  @Test func `H5 a table has the parts in a last column, where they are asked for`() {
    let columns = "1\tpass\tmedium\t46.74\t\t"
    var plain = report
    plain.parts = nil
    #expect(
      format.row(report, line: 1)
        == columns + "\tsubstitution 4 16.24, word 1 16.25, characters 2 14.25, listed 20 0, uncounted 3 0\n")
    #expect(format.row(.notText, line: 2) == "2\trefused\t\t\t\tnot valid UTF-8\t\n")
    #expect(CheckReportFormat(policy: .owasp()).row(plain, line: 1) == columns + "\n")
  }
}

/// What a list of leaked passwords says, as it is written where there is one.
struct CheckLeakTests {
  private let format = CheckReportFormat(policy: .owasp().asking(for: .unleaked))

  private func report(_ leak: LeakFinding?) -> CheckReport {
    CheckReport(
      verdict: Verdict(metBits: 0b111, estimate: Estimate(level: .strong)), bits: 80, leak: leak)
  }

  @Test(
    arguments: [
      (.leaked(count: 1), "In the list of leaked passwords 1 time"),
      (.leaked(count: 1234), "In the list of leaked passwords 1,234 times"),
      (.leaked(count: 52_256_179), "In the list of leaked passwords 52,256,179 times"),
      (.leaked(count: 999), "In the list of leaked passwords 999 times"),
      (.clear, "Not in the list of leaked passwords"),
    ] as [(LeakFinding, String)])
  func `H5 a person reads how often a password has leaked`(leak: LeakFinding, line: String) {
    #expect(format.text(report(leak)).contains("\n\(line)\nAccepted"))
  }

  @Test(arguments: [LeakFinding.open, .unreadable, nil])
  func `H5 what is not known of leaks is not said`(leak: LeakFinding?) {
    #expect(!format.text(report(leak)).contains(" list of leaked passwords "))
  }

  @Test(
    arguments: [
      (.leaked(count: 1234), #","leaked":{"found":true,"count":1234},"#),
      (.clear, #","leaked":{"found":false,"count":0},"#),
      (.unreadable, #","leaked":{"found":null,"count":null},"#),
    ] as [(LeakFinding, String)])
  func `H5 JSON has the leaks as a member more, where there is a list`(leak: LeakFinding, member: String) {
    #expect(format.json(report(leak)).replacing(member, with: ",") == format.json(report(nil)))
    #expect(format.json(report(leak)).contains(member))
  }

  @Test func `H5 a table has the leaks in a further column, where there is a list`() {
    #expect(format.row(report(.leaked(count: 1234)), line: 1) == "1\tpass\tstrong\t80\t\t\t1234\n")
    #expect(format.row(report(.clear), line: 1) == "1\tpass\tstrong\t80\t\t\t0\n")
    #expect(format.row(report(.unreadable), line: 1) == "1\tpass\tstrong\t80\t\t\t\n")
    #expect(format.row(.notText, line: 2) == "2\trefused\t\t\t\tnot valid UTF-8\t\n")
    var both = format
    both.explains = true
    var report = report(.clear)
    report.parts = [GuessedPart(kind: .characters, count: 12, bits: 80)]
    #expect(both.row(report, line: 1) == "1\tpass\tstrong\t80\t\t\t0\tcharacters 12 80\n")
  }

  @Test func `H5 nothing is accepted while a criterion is open`() {
    let report = CheckReport(verdict: Verdict(metBits: 0b1011, openBits: 0b100))
    #expect(!report.isAccepted)
    #expect(format.text(report).hasSuffix("\nThe list of leaked passwords cannot be read.\n"))
  }
}
