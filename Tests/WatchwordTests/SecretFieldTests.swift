import Forms
import Screen
import TestSupport
import Testing

@testable import Watchword

@Suite struct SecretFieldTests {
  @Test func `E7 the outline tells the width of the character that is shown and of no other`() throws {
    let field = try SecretField(locking: .ifPossible)
    try field.apply(Change(0..<0, .pasted), pasted: "漢a字".utf8Span)
    var description = NewPasswordForm()
    description.isPeeking = true
    var form = description.makeForm()
    #expect(field.shape(for: form.fields[0], width: .standard).widths == [])
    #expect(form.peek(at: 2, in: 0) == [.reshape(0)])
    #expect(field.shape(for: form.fields[0], width: .standard).widths == [1, 1, 2])
  }
}
