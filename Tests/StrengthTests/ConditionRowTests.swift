import Testing
import WatchwordBase

@testable import WatchwordStrength

/// What a criterion's row tells code that does not judge, compared with its test.
@Suite struct ConditionRowTests {
  private static let conditions: [Policy.Criterion.Condition] = [
    .length(8...32), .noSpaces, .spacesWelcome, .length(4...12, of: .digits),
    .length(15...Int.max, of: .codePoints),
    .bytes(atMost: 20), .contains(.upper),
    .contains(.lower), .contains(.digit), .contains(.special), .specialOrSpace, .only(.ascii), .only(.digits),
    .repeats(atMost: 1), .sequence(atMost: 2), .unlisted, .unleaked, .notOld(), .notOld(changes: 3),
    .pwquality(.length(atLeast: 9, credits: [.digit: 1])), .pwquality(.bytes(of: .special, atLeast: 1)),
    .pwquality(.kinds(atLeast: 2)), .pwquality(.sameKind(atMost: 4)), .pwquality(.sameByte(atMost: 2)),
    .pwquality(.sequence(atMost: 2)), .pwquality(.noPalindrome),
    .pwquality(.without(PWQualityWords(.forbidden, in: "word".utf8))), .level(atLeast: .medium),
    .custom(CustomTest { $0.count > 3 }),
  ]

  private func passes(_ text: String, _ condition: Policy.Criterion.Condition) -> Bool {
    Policy([Policy.Group(Policy.Criterion(condition, label: ""))]).verdict(on: text).isMet(0)
  }

  @Test(arguments: conditions)
  func `a row says whether white space is refused, and how many characters and bytes there may be`(
    condition: Policy.Criterion.Condition
  ) {
    let row = condition.row
    if passes("Kv7#mQz2xwAb8!rT", condition) {
      #expect(passes("Kv7#mQz2xw b8!rT", condition) == !row.refusesWhiteSpace)
    }
    for count in 0...40 {
      let text = String("Kv7#mQz2xwAb8!rTKv7#mQz2xwAb8!rTKv7#mQz2".prefix(count))
      if let lengths = row.lengths { #expect(passes(text, condition) == lengths.contains(count), "\(count)") }
      if let most = row.mostBytes {
        #expect(passes(text, condition) == (1...most).contains(count), "\(count)")
      }
      if let least = row.leastBytes, count >= least { #expect(passes(text, condition), "\(count)") }
    }
  }

  @Test(arguments: conditions)
  func `a row says which characters are allowed, and which have to be there`(
    condition: Policy.Criterion.Condition
  ) {
    let row = condition.row
    for code in UInt8(ascii: " ")...UInt8(ascii: "~") {
      let text = String(Unicode.Scalar(code))
      if let allowed = row.allowed {
        #expect(passes(text, condition) == allowed.contains(Unicode.Scalar(code)), "\(text)")
      }
      if let kind = row.characters {
        #expect(passes(text, condition) == kind.ascii.contains(code), "\(text)")
      }
    }
    #expect(!passes("", condition) && !row.name.isEmpty)
  }
}
