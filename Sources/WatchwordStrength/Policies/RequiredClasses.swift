/// Classes of characters. A text needs `count` of them.
package struct RequiredClasses: Equatable, Sendable {
  package let classes: [CharacterClass]
  package let count: Int

  /// Requires `count` of `classes`, by default all. `nil` if a class occurs twice, or `count` is not between 1 and the
  /// number of classes.
  package init?(_ classes: [CharacterClass], count: Int? = nil) {
    let count = count ?? classes.count
    guard Set(classes).count == classes.count, 1...max(1, classes.count) ~= count, !classes.isEmpty else {
      return nil
    }
    (self.classes, self.count) = (classes, count)
  }
}
