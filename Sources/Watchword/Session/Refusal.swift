package struct Refusal: Equatable, Sendable {
  /// What is wrong, by field name.
  package var messages: [String: String] = [:]
  package var message: String?
  /// The names of fields to clear.
  package var cleared: [String] = []
  /// Whether any of the texts may be wrong, as after a program's refusal. If the refusal names no field, the focus goes
  /// to the first field, or to the password of a sign-in form. The first edit of a refused password replaces it.
  package var doubtsTexts = false
  /// Whether a closure of the host refuses, so that a name that no field has is a mistake in this program.
  var isOfHost = false

  package init(
    messages: [String: String] = [:], message: String? = nil, cleared: [String] = [],
    doubtsTexts: Bool = false
  ) {
    (self.messages, self.message) = (messages, message)
    (self.cleared, self.doubtsTexts) = (cleared, doubtsTexts)
  }
}
