import Testing

@testable import WatchwordCLI

struct DecimalTextTests {
  @Test(
    arguments: [
      (0, "0"), (1, "1"), (1.5, "1.5"), (12.34, "12.34"), (12.345678, "12.35"), (99.999, "100"),
      (9999.5, "10000"), (123456, "123500"), (1e9, "1000000000"), (123456789012345, "123500000000000"),
      (1e15, "1e+15"), (1.23456e20, "1.235e+20"), (9.9999e99, "1e+100"), (1e300, "1e+300"),
      (Double.greatestFiniteMagnitude, "1.798e+308"), (0.5, "0.5"), (0.01234567, "0.01235"),
      (0.0001, "0.0001"), (0.00001, "1e-5"), (1e-10, "1e-10"), (1.234e-300, "1.234e-300"),
      (Double.leastNonzeroMagnitude, "4.941e-324"),
    ] as [(Double, String)])
  func `a number has four digits that count`(value: Double, text: String) {
    #expect(DecimalText.rounded(value) == text)
  }

  @Test func `what is written down is read as nearly the same number`() throws {
    for exponent in -307...307 {
      for first in [1, 1.0005, 2.5, 4.9999, 9.9994, 9.9999] {
        let value = try #require(Double("\(first)e\(exponent)"))
        let read = try #require(Double(DecimalText.rounded(value)))
        #expect(abs(read - value) <= value * 0.000_51, "\(value)")
      }
    }
  }
}
