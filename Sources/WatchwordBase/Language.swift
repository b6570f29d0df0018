package protocol Language: AnyObject, Sendable {
  /// The name of the language's catalogue, such as de or pt_BR; empty by default.
  var name: String { get }

  /// The translation of `english`, or `nil`. `context` tells the meaning if the English words alone do not.
  func translation(of english: String, context: String?) -> String?

  /// The translation of a text about `count` things, whose English forms are `one` and `many`; `nil` if there is none.
  func translation(of one: String, _ many: String, count: Int) -> String?
}

extension Language {
  package var name: String { "" }
}
