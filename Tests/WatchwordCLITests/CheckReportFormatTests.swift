import TestSupport
import Testing
import Watchword
import WatchwordBase
import WatchwordSystem

@testable import WatchwordCommands
@testable import WatchwordStrength

/// The report about a password, from the findings alone.
struct CheckReportFormatTests {
  @Test func `where no guesses are counted JSON has no number`() {
    let report = CheckReport(verdict: PolicyVerdict())
    let json = CheckReportFormat(policy: .owasp()).json(report)
    #expect(json.contains(#""bits":null,"guesses_log10":null,"#))
    #expect(json.contains(#""offline_fast_10000000000_per_second":null},"crack_times_display":{"#))
    #expect(json.contains(#""offline_fast_10000000000_per_second":null},"criteria":"#))
  }

  @Test func `no error points at criteria below it, whatever the policy`() {
    for policy in StandardPolicy.allCases.map({ $0.policy() }) {
      for failure in policy.rules.indices {
        let report = CheckReport(verdict: PolicyVerdict(failureBits: 1 << UInt64(failure)))
        #expect(!CheckReportFormat(policy: policy).text(report).contains("below"))
      }
    }
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
    #expect(value.inFourDigits == text)
  }

  @Test func `what is written down is read as nearly the same number`() throws {
    for exponent in -300...300 {
      for first in [1, 1.0005, 2.5, 4.9999, 9.9994, 9.9999] {
        let value = try #require(Double("\(first)e\(exponent)"))
        let read = try #require(Double(value.inFourDigits))
        #expect(abs(read - value) <= value * 0.000_51, "\(value)")
      }
    }
  }

  @Test func `a group with an error of its own keeps that sentence, and in a list says what is not met`() {
    let weak = CheckReport(verdict: PolicyVerdict(metBits: 0b00101, failureBits: 0b010))
    let sentence = Texts.english("Your password must meet the requirements below.")
    var policy = Policy.classic()
    for number in policy.groups.indices { policy.groups[number].message = .init(sentence) }
    let format = CheckReportFormat(policy: policy)
    #expect(format.error(weak) == sentence)
    #expect(format.row(weak, line: 1).contains("\tNot met: no spaces, hard to guess, at least 2 of: "))
  }
}

/// The parts of a password in the report, if they are asked for.
struct CheckPartsTests {
  private let report = CheckReport(
    verdict: PolicyVerdict(metBits: 0b111, estimate: Estimate(level: .medium)), bits: 46.74,
    parts: [
      GuessedPart(kind: .found(.substitution), count: 4, bits: 16.24, range: 0..<4),
      GuessedPart(kind: .found(.word), count: 1, bits: 16.25, range: 4..<5),
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
           Characters 1 to 4 are a word with letter swaps: 16.2 bits
           Character 5 is a word or a common password: 16.3 bits
           Guessed one by one, 2 characters: 14.2 bits
           A word from the word list, 20 characters: 0 bits
           Too far behind to be looked at, 3 characters: 0 bits
           In all, 30 characters: 46.7 bits
        Accepted: 
        """))
  }

  @Test func `H5 JSON has the parts as a member more, where they are asked for`() {
    let parts =
      #""parts":[{"kind":"substitution","start":1,"characters":4,"bits":16.24},"#
      + #"{"kind":"word","start":5,"characters":1,"bits":16.25},{"kind":"characters","start":null,"characters":2,"bits":14.25},"#
      + #"{"kind":"listed","start":null,"characters":20,"bits":0},{"kind":"uncounted","start":null,"characters":3,"bits":0}],"#
    var plain = report
    plain.parts = nil
    #expect(format.json(report).contains(#""reasons":[],\#(parts)"accepted":true"#))
    #expect(format.json(report).replacing(parts, with: "") == format.json(plain))
  }

  /// A format keeps sentences by what they depend on.
  @Test func `H5 a row is the same whatever was said of other lines`() {
    var reports: [CheckReport] = []
    for metBits: UInt32 in [0, 0b1, 0b111] {
      for reason in [Reason(.word), Reason(.word, at: 0..<4), Reason(.date, at: 0..<4)] {
        for advice in [nil, Advice.characters(2), .characters(3), .words(1, behindDashes: true)] {
          var estimate = Estimate(level: .weak, reasons: [reason])
          estimate.advice = advice
          for failureBits: UInt64 in [0, 0b1, 0b100] {
            let verdict = PolicyVerdict(metBits: metBits, failureBits: failureBits, estimate: estimate)
            reports.append(CheckReport(verdict: verdict, bits: 20))
          }
        }
      }
    }
    let format = CheckReportFormat(policy: .owasp())
    let rows = reports.map { format.row($0, line: 1) }
    #expect(rows == reports.map { CheckReportFormat(policy: .owasp()).row($0, line: 1) })
    #expect(rows == reports.map { format.row($0, line: 1) } && Set(rows).count > 20)
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

/// The findings of a list of leaked passwords in the report, if there is one.
struct CheckLeakTests {
  private let format = CheckReportFormat(policy: .owasp().asking(for: .unleaked))

  private func report(_ leak: LeakFinding?) -> CheckReport {
    CheckReport(
      verdict: PolicyVerdict(metBits: 0b111, estimate: Estimate(level: .strong)), bits: 80, leak: leak)
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
    let both = CheckReportFormat(policy: format.policy, explains: true)
    var report = report(.clear)
    report.parts = [GuessedPart(kind: .characters, count: 12, bits: 80)]
    #expect(both.row(report, line: 1) == "1\tpass\tstrong\t80\t\t\t0\tcharacters 12 80\n")
  }

  @Test func `H5 nothing is accepted while a criterion is open`() {
    let report = CheckReport(verdict: PolicyVerdict(metBits: 0b1011, openBits: 0b100))
    #expect(!report.isAccepted)
    #expect(format.text(report).hasSuffix("\nThe list of leaked passwords cannot be read.\n"))
  }
}
