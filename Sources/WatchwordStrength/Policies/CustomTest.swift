/// A test that the caller supplies. Two tests are equal only if they are one object, since closures cannot be compared.
package final class CustomTest: Equatable, Sendable {
  /// Whether a text passes. It gets the text in the policy's normal form, and cannot keep it.
  let passes: @Sendable (UTF8Span) -> Bool

  /// Makes a test of `passes`, which is called for each key and each drawn password. It has to be quick, and return the
  /// same for the same text.
  package init(_ passes: @escaping @Sendable (UTF8Span) -> Bool) { self.passes = passes }

  package static func == (lhs: CustomTest, rhs: CustomTest) -> Bool { lhs === rhs }
}
