package import Messages
public import Screen
package import Strength

/// Editing the field that has the focus, as readline does, by grapheme cluster.
extension Form {
  /// The effects of `action` on field `index`; `nil` when it is none of the field's.
  mutating func perform(
    _ action: Action, in index: Int, asking delegate: some TextFieldDelegate
  ) -> [Effect]? {
    let shape = fields[index].shape
    let words = fields[index].hidesWords ? nil : shape.words
    let start = 0, end = shape.count, caret = shape.caret
    switch action {
    case .moveBackward: return moveCaret(to: caret - 1, in: index)
    case .moveForward: return moveCaret(to: caret + 1, in: index)
    case .moveToStart: return moveCaret(to: start, in: index)
    case .moveToEnd: return moveCaret(to: end, in: index)
    case .moveWordBackward: return moveCaret(to: words?.start ?? start, in: index)
    case .moveWordForward: return moveCaret(to: words?.end ?? end, in: index)
    case .deleteBackward: return delete(max(start, caret - 1)..<caret, in: index)
    case .deleteForward: return end == 0 ? [] : delete(caret..<min(end, caret + 1), in: index)
    case .deleteToStart:
      let takesAll = caret == end || fields[index].isArmedToClear
      return delete(start..<caret, in: index, clears: takesAll)
    case .deleteToEnd: return delete(caret..<end, in: index)
    case .deleteWordBackward: return delete((words?.start ?? start)..<caret, in: index)
    case .deleteSpacedWordBackward: return delete((words?.spacedStart ?? start)..<caret, in: index)
    case .deleteWordForward: return delete(caret..<(words?.end ?? end), in: index)
    case .transpose:
      guard end > 1, caret > 0 else { return [.beep] }
      let second = min(caret, end - 1)
      return propose(Change(second - 1..<second + 1, .transposed), in: index)
    case .yank: return [.beep]
    case .toggleShown: return toggleShown(index)
    case .performReturn:
      guard delegate.textFieldShouldReturn(fields[index]) else { return [] }
      return [
        .sent(index, .editingDidEndOnExit), .sent(index, .primaryActionTriggered),
        .then(.performReturn(index)),
      ]
    default: return nil
    }
  }

  /// Proposes to put what was typed or pasted at the caret.
  mutating func insert(_ replacement: Change.Replacement, in index: Int) -> [Effect] {
    let caret = fields[index].shape.caret
    return propose(Change(caret..<caret, raising(replacement, in: index)), in: index)
  }

  /// Asks the delegate about `change`, whose replacement the session lends.
  ///
  /// - Returns: The effect that carries the change out, or nothing when it is refused.
  public mutating func propose(
    _ change: Change, in index: Int, replacement: UTF8Span, asking delegate: some TextFieldDelegate
  ) -> [Effect] {
    if fields[index].refuses(replacement) { return refuse(.whiteSpace) }
    let isAllowed =
      change.isClear
      ? delegate.textFieldShouldClear(fields[index])
      : delegate.textField(fields[index], shouldChangeCharactersIn: change.range, replacement: replacement)
    guard isAllowed else { return [] }
    fields[index].noteRaisedLetters(change, replacement: replacement)
    return [.apply(index, change)]
  }

  /// Shows the character at `cluster` of a masked field for a second or until the next key (E7).
  public mutating func peek(at cluster: Int, in index: Int) -> [Effect] {
    guard fields[index].configuration.isPeeking, !fields[index].isShown else { return [] }
    fields[index].peek = cluster
    peekEnd = now.advanced(milliseconds: 1000)
    return [.reshape(index)]
  }

  /// Ends a peek.
  mutating func endPeek() -> [Effect] {
    peekEnd = nil
    guard let index = fields.firstIndex(where: { $0.peek != nil }) else { return [] }
    fields[index].peek = nil
    return [.reshape(index)]
  }

  /// Says why input was refused, and beeps.
  public mutating func refuse(_ reason: Event.Refusal) -> [Effect] {
    let notices = configuration.catalogue.notices
    notice =
      switch reason {
      case .tooLong: notices.tooLong
      case .controlCharacter: notices.pasteControl
      case .notText: notices.notText
      case .whiteSpace: notices.whiteSpace
      case .noCharacterSet: notices.noCharacterSet
      case .incomplete: notices.pasteIncomplete
      }
    return [.beep]
  }

  /// Shows or hides the text of field `index`; text, caret and focus stay, and no event is sent (A2).
  mutating func toggleShown(_ index: Int) -> [Effect] {
    guard fields[index].configuration.isRevealable else { return [.beep] }
    fields[index].isShown.toggle()
    fields[index].peek = nil
    return [.reshape(index)]
  }

  /// Proposes to clear field `index`, which gets the focus.
  mutating func clear(_ index: Int, asking delegate: some TextFieldDelegate) -> [Effect] {
    guard let moved = move(to: .field(index), asking: delegate) else { return [.beep] }
    return moved + delete(0..<fields[index].shape.count, in: index, clears: true)
  }

  /// Masks every secret, before the screen is left or handed to others.
  public mutating func maskAll() -> [Effect] {
    fields.indices.filter { fields[$0].configuration.isSecure && fields[$0].isShown }.map { index in
      fields[index].isShown = false
      return .reshape(index)
    } + endPeek()
  }

  private mutating func moveCaret(to cluster: Int, in index: Int) -> [Effect] {
    let shape = fields[index].shape
    guard (0...shape.count).contains(cluster) else { return [.beep] }
    return cluster == shape.caret ? [] : [.moveCaret(index, to: cluster)]
  }

  private mutating func delete(_ range: Range<Int>, in index: Int, clears: Bool = false) -> [Effect] {
    let isClearing = fields[index].isArmedToClear && fields[index].shape.count > 0
    guard !range.isEmpty || isClearing else { return [.beep] }
    return propose(Change(range, isClear: clears), in: index)
  }

  /// Proposes `change`, widened to the whole text where the field is armed to clear on insertion (E5).
  private mutating func propose(_ change: Change, in index: Int) -> [Effect] {
    var change = change
    if fields[index].isArmedToClear, change.replacement != .transposed {
      change.range = 0..<fields[index].shape.count
    }
    return [.propose(index, change)]
  }
}

extension TextField {
  /// Whether the field does not take `replacement`, since it has white space.
  fileprivate func refuses(_ replacement: UTF8Span) -> Bool {
    configuration.keyboard == .emailAddress && !replacement.allSatisfy { !WhiteSpace.contains($0) }
  }
}

extension Form {
  /// Starts with every field shown.
  public mutating func showAll() {
    for index in fields.indices { fields[index].isShown = true }
  }
}

extension Catalogue.Strength {
  /// The words beside the bars at `level` (B4).
  package func words(for level: Level) -> String {
    switch level {
    case .weak: weak
    case .medium: medium
    case .strong: strong
    }
  }
}
