package protocol WordList {
  /// Whether `text` as a whole is a word of the list. Case is ignored.
  func contains(_ text: UTF8Span) -> Bool

  /// Whether `text` as a whole is a word of the list, or would be one of a list made by somebody who knows the words of
  /// `context`. Case is ignored. What ``contains(_:)`` says, unless the list knows better.
  func contains(_ text: UTF8Span, knowing context: ContextWords) -> Bool

  /// Whether words of the list are missing, since it could not be read to its end. By default none are.
  var lacksWords: Bool { get }

  /// Reads what of the list was not read yet. Answers whether anything was; by default nothing ever is.
  func finish() -> Bool
}

extension WordList {
  package var lacksWords: Bool { false }

  package func finish() -> Bool { false }

  /// What ``contains(_:)`` says: whoever made the list knew nothing of the context.
  package func contains(_ text: UTF8Span, knowing context: ContextWords) -> Bool { contains(text) }
}
