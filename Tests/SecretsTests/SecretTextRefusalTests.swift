import TestSupport
import Testing
import WatchwordSecrets

@Suite struct SecretTextRefusalTests {
  /// What is replaced in a text of 6 bytes with room for 8, by what, and why it is refused.
  @Test(
    arguments: [
      (0..<0, "xy", nil), (0..<0, "xyz", .full), (0..<1, "xyz", nil), (0..<3, "12345678", nil),
      (0..<3, "123456789", .full), (3..<3, "", nil), (0..<0, "\t", .controlCharacter),
      (0..<0, "\u{85}", .controlCharacter), (0..<3, "123456789\t", .controlCharacter),
    ] as [(Range<Int>, String, SecretError?)])
  func `a refusal is known before the change, and is the one that the change would meet`(
    _ range: Range<Int>, replacement: String, refusal: SecretError?
  ) throws {
    var text = try SecretText(capacity: 8, locking: .ifPossible)
    try text.replaceClusters(0..<0, with: "éab\u{301}".utf8Span)
    #expect(text.obstacle(toReplacing: range, with: replacement.utf8Span) == refusal)
    do throws(SecretError) {
      try text.replaceClusters(range, with: replacement.utf8Span)
      #expect(refusal == nil)
    } catch {
      #expect(error == refusal)
    }
  }
}
