import Forms
import Messages
import Strength
import Testing

@testable import WatchwordCLI

/// What is written about a password, from the findings alone.
struct ReportFormatTests {
  private let weak = PasswordReport(
    verdict: Verdict(
      metBits: 0b00101, failureBits: 0b100, estimate: Estimate(level: .weak, reasons: [.common, .short])),
    bits: 12.345)
  private let unmet =
    #"Not met: at least 2 of: uppercase letter (A-Z), digit (0-9), special character (.,@:?!()$\/#)"#
  private let strong = PasswordReport(
    verdict: Verdict(metBits: 0b11, estimate: Estimate(level: .strong)), bits: 66.4385618977)

  @Test func `a person reads the criteria under their heading, the level, the reason and the error`() {
    #expect(
      ReportFormat(policy: .classic()).text(weak) == """
        ✅ 8-32 characters (no spaces)
        \(Catalogue.english.classic.heading.text)
        ❌ uppercase letter (A-Z)
        ✅ lowercase letter (a-z)
        ❌ digit (0-9)
        ❌ special character (.,@:?!()$\\/#)
        Too weak
        A very common password
        \(unmet)

        """)
  }

  @Test(arguments: [(GlyphSet.emoji, "✅", "⚪"), (.unicode, "✓", "○"), (.ascii, "[x]", "[ ]")])
  func `what is not needed of a group that is met does not look like a failure`(
    glyphs: GlyphSet, met: String, unmet: String
  ) {
    let report = PasswordReport(verdict: Verdict(metBits: 0b01111))
    #expect(
      ReportFormat(policy: .classic(), glyphs: glyphs).text(report) == """
        \(met) 8-32 characters (no spaces)
        \(Catalogue.english.classic.heading.text)
        \(met) uppercase letter (A-Z)
        \(met) lowercase letter (a-z)
        \(met) digit (0-9)
        \(unmet) special character (.,@:?!()$\\/#)
        Too weak
        Accepted: the password meets the requirements

        """)
  }

  @Test
  func `of a group that is met, what is not needed does not look like a failure where another rule fails`() {
    let report = PasswordReport(verdict: Verdict(metBits: 0b01110, failureBits: 0b100))
    #expect(
      ReportFormat(policy: .classic(), glyphs: .ascii).text(report) == """
        [!] 8-32 characters (no spaces)
        \(Catalogue.english.classic.heading.text)
        [x] uppercase letter (A-Z)
        [x] lowercase letter (a-z)
        [x] digit (0-9)
        [ ] special character (.,@:?!()$\\/#)
        Too weak
        Not met: 8-32 characters (no spaces)

        """)
  }

  @Test func `without a reason there is no line for it, the last says that it passes, and ASCII does`() {
    #expect(
      ReportFormat(policy: .nist(), glyphs: .ascii).text(strong) == """
        [x] 15 characters or more
        [x] not a commonly used password
        Strong password
        Accepted: the password meets the requirements

        """)
  }

  @Test func `JSON has all that was found, on one line`() {
    #expect(
      ReportFormat(policy: .classic()).json(weak)
        == [
          #"{"level":"weak","bits":12.35,"guesses_log10":3.716,"crack_times_seconds":{"#,
          #""online_throttled_100_per_hour":187300,"online_unthrottled_10_per_second":520.3,"#,
          #""offline_slow_10000_per_second":0.5203,"offline_fast_10000000000_per_second":5.203e-7},"#,
          #""criteria":[{"label":"8-32 characters (no spaces)","met":true},"#,
          #"{"label":"uppercase letter (A-Z)","met":false},{"label":"lowercase letter (a-z)","met":true},"#,
          #"{"label":"digit (0-9)","met":false},"#,
          #"{"label":"special character (.,@:?!()$\\/#)","met":false}],"#,
          #""reasons":["A very common password","Longer is better: 20 characters or more"],"#,
          #""accepted":false,"refused":false,"error":"Not met: at least 2 of: uppercase letter (A-Z), digit (0-9), "#,
          #"special character (.,@:?!()$\\/#)"}"#, "\n",
        ].joined())
  }

  @Test func `JSON of a list begins with the number of the line`() {
    let json = ReportFormat(policy: .owasp()).json(strong, line: 7)
    #expect(json.hasPrefix(#"{"line":7,"level":"strong","bits":66.44,"guesses_log10":20,"#))
    #expect(json.hasSuffix(#","reasons":[],"accepted":true,"refused":false,"error":null}"# + "\n"))
  }

  @Test func `where no guesses are counted JSON has no number`() {
    let report = PasswordReport(verdict: Verdict())
    let json = ReportFormat(policy: .owasp()).json(report)
    #expect(json.contains(#""bits":null,"guesses_log10":null,"#))
    #expect(json.contains(#""offline_fast_10000000000_per_second":null}"#))
  }

  @Test func `a table has the same columns in every line`() {
    let format = ReportFormat(policy: .classic())
    #expect(format.row(weak, line: 1) == "1\tfail\tweak\t12.35\tA very common password\t\(unmet)\n")
    #expect(format.row(strong, line: 2) == "2\tpass\tstrong\t66.44\t\t\n")
    #expect(format.row(.notText, line: 3) == "3\trefused\t\t\t\tnot valid UTF-8\n")
    #expect(format.row(.tooLong(limit: 4096), line: 4) == "4\trefused\t\t\t\tlonger than 4096 bytes\n")
  }

  @Test func `no error points at criteria below it, whatever the policy`() {
    for policy in StandardPolicy.allCases.map({ $0.policy() }) {
      for failure in policy.rules.indices {
        let report = PasswordReport(verdict: Verdict(failureBits: 1 << UInt32(failure)))
        #expect(!ReportFormat(policy: policy).text(report).contains("below"))
      }
    }
  }

  @Test func `a password that is too short for a standard is told how long it has to be`() {
    let report = PasswordReport(verdict: Verdict(metBits: 0b10, failureBits: 0b1000))
    #expect(
      ReportFormat(policy: .nist()).row(report, line: 1)
        == "1\tfail\tweak\t\t\tNot met: 15 characters or more\n")
  }

  @Test func `what was refused is an object too, which says so`() {
    #expect(
      ReportFormat.json(.notText, line: 3)
        == #"{"line":3,"error":"not valid UTF-8","accepted":false,"refused":true}"# + "\n")
    #expect(
      ReportFormat.json(.tooLong(limit: 4096))
        == #"{"error":"longer than 4096 bytes","accepted":false,"refused":true}"# + "\n")
  }
}
