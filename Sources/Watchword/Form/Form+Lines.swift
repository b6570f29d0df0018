import WatchwordScreen

/// A form that is talked through line by line.
extension Form where Texts: ~Copyable {
  /// Puts `text` in the place of all that stands in the field with the focus, as one edit by the person, with what a paste
  /// leaves out left out. Returns whether it stands there now.
  mutating func enter(_ text: UTF8Span) -> Bool {
    guard state.offer == nil, let index = state.focusedField else { return false }
    let all = 0..<texts.count(of: index)
    forgetLoss(of: index)
    return text.withPasteContent(trimmed: fields[index].configuration.keyboard == .emailAddress) {
      $0.isEmpty && all.isEmpty || change(all, in: index, to: $0, clears: $0.isEmpty)
    }
  }
}

extension FormState {
  /// Leaves out what a person without a screen would not notice, and asks for every field in its turn.
  package mutating func prepareForLines() {
    describe {
      $0.isAnimated = false
      $0.revealTimeout = nil
      // What has a value already nobody would hear of.
      $0.firstField = 0
    }
  }
}
