import Testing

@testable import WatchwordCLI

struct SecondsTests {
  @Test(
    arguments: [
      ("0", 0), ("0.2", 200), ("1", 1000), ("1.", 1000), (".5", 500), ("007", 7000), ("1.25", 1250),
      ("0.0004", 0), ("0.0005", 1), ("0.00049999999999999999", 0), ("86400", 86_400_000),
      ("86400.0004", 86_400_000),
    ] as [(String, Int64)])
  func `a decimal number is read to the millisecond`(text: String, milliseconds: Int64) {
    #expect(Seconds.milliseconds(parsing: text) == milliseconds)
  }

  @Test(arguments: [
    "", ".", "-1", "-0", "+1", "1e3", "nan", "inf", "0x1", "1,5", "1.2.3", " 1", "1 ", "٣", "86401",
    "86400.001",
    "99999999999999999999999999",
  ])
  func `any other text is refused`(text: String) {
    #expect(Seconds.milliseconds(parsing: text) == nil)
  }
}
