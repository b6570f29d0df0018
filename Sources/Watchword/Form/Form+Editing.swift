import WatchwordBase
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// Editing the focused field by grapheme cluster, as readline does.
extension Form {
  /// Does `action` in field `index`. Returns `false` if it is not an action of a field.
  mutating func perform(_ action: Action, in index: Int) -> Bool {
    let shape = fields[index].shape
    let start = 0, end = shape.count, caret = shape.caret
    if performInput(action, in: index) { return true }
    // A masked text is one word, so that motions do not reveal where its words are.
    let isShown = fields[index].isShown
    var wordStart: Int { isShown ? secrets[index].wordStart : start }
    var wordEnd: Int { isShown ? secrets[index].wordEnd : end }
    switch action {
    case .moveBackward: moveCaret(to: caret - 1, in: index)
    case .moveForward: moveCaret(to: caret + 1, in: index)
    case .moveToStart: moveCaret(to: start, in: index)
    case .moveToEnd: moveCaret(to: end, in: index)
    case .moveWordBackward: moveCaret(to: wordStart, in: index)
    case .moveWordForward: moveCaret(to: wordEnd, in: index)
    case .deleteBackward: delete(max(start, caret - 1)..<caret, in: index)
    case .deleteForward: if end > 0 { delete(caret..<min(end, caret + 1), in: index) }
    case .deleteToStart: cut(start..<caret, in: index, clears: caret == end || fields[index].editReplacesAll)
    case .deleteToEnd: cut(caret..<end, in: index)
    case .deleteWordBackward: cut(wordStart..<caret, in: index)
    case .deleteSpacedWordBackward:
      cut((isShown ? secrets[index].whiteSpaceWordStart : start)..<caret, in: index)
    case .deleteWordForward: cut(caret..<wordEnd, in: index)
    case .transpose: transpose(in: index)
    case .yank: yank(into: index)
    case .toggleShown: toggleShown(index)
    case .performReturn: performReturn(in: index)
    case .quoteTab where state.takesTabs(index): state.quotesNextKey = true
    case .offerPassword where state.offersPassword(in: index): request(.offer(.characters))
    default: return false
    }
    return true
  }

  /// Inserts a typed character at the caret, in upper case if it begins a word in a field that capitalises words.
  mutating func type(_ scalar: Unicode.Scalar, into index: Int) {
    let raised =
      startsWord(in: index)
      ? fields[index].raisedLetters.raising(scalar, at: secrets[index].caret) : scalar
    let isInserted = withUTF8Span(of: raised) { insert($0, into: index, typed: raised) }
    if isInserted, fields[index].isFirstResponder, secrets[index].caret > 0 {
      peek(at: secrets[index].caret - 1, in: index)
    }
  }

  /// Whether a letter typed now into field `index` begins a word to be capitalised.
  private func startsWord(in index: Int) -> Bool {
    fields[index].configuration.capitalizesWords && secrets[index].isAtWordStart
  }

  /// Notes that `count` clusters will replace those of `range`. `typed` is the typed character; `nil` if the edit is no
  /// typed character, such as a paste.
  private mutating func noteRaisedLetters(
    in index: Int, replacing range: Range<Int>, by count: @autoclosure () -> Int, typed: Unicode.Scalar?
  ) {
    guard fields[index].configuration.capitalizesWords else { return }
    let start = startsWord(in: index) ? typed : nil
    fields[index].raisedLetters.didReplace(range, by: count(), startingWordWith: start)
  }

  /// Inserts typed or pasted text at the caret. Returns whether it was inserted.
  @discardableResult
  mutating func insert(_ text: UTF8Span, into index: Int, typed: Unicode.Scalar? = nil) -> Bool {
    let caret = secrets[index].caret
    return change(caret..<caret, in: index, to: text, typed: typed)
  }

  /// Deletes the clusters of `range`; beeps if there is nothing to delete. Returns whether they were deleted.
  @discardableResult
  mutating func delete(_ range: Range<Int>, in index: Int, clears: Bool = false) -> Bool {
    let isClearing = fields[index].editReplacesAll && secrets[index].count > 0
    guard !range.isEmpty || isClearing else {
      if secrets[index].count == 0 { fields[index].take(.lossMadeUp) }
      beep()
      return false
    }
    return unsafe change(range, in: index, to: UTF8Span(unchecked: Span()), clears: clears)
  }

  /// Deletes the clusters of `range`, and keeps them for ``yank(into:)`` unless they are secret (E6).
  private mutating func cut(_ range: Range<Int>, in index: Int, clears: Bool = false) {
    guard !fields[index].configuration.isSecure else {
      delete(range, in: index, clears: clears)
      return
    }
    let lost = fields[index].editReplacesAll ? 0..<secrets[index].count : range
    var text = ""
    secrets.withText(of: index) { $0.forEachCluster(in: lost) { text += String(copying: $1) } }
    if delete(range, in: index, clears: clears) { cutText = text }
  }

  /// Inserts at the caret the text that was last cut. A secure field refuses that text, because it was on the screen.
  private mutating func yank(into index: Int) {
    let text = cutText
    guard !fields[index].configuration.isSecure, !text.isEmpty else { return beep() }
    insert(text.utf8Span, into: index)
  }

  /// Makes one edit by the user; see ``replace(_:in:with:clears:typed:)``. In a field armed to clear, the edit replaces
  /// the whole text (E5).
  ///
  /// - Returns: Whether the text was changed.
  @discardableResult
  mutating func change(
    _ range: Range<Int>, in index: Int, to text: UTF8Span, clears: Bool = false, typed: Unicode.Scalar? = nil
  ) -> Bool {
    let range = fields[index].editReplacesAll ? 0..<secrets[index].count : range
    return changeInput(range, in: index, to: text, clears: clears, typed: typed)
  }

  /// Makes one edit by the user: asks the delegate, changes the text, and tells the delegate. An edit that is
  /// impossible is refused without asking the delegate.
  ///
  /// - Returns: Whether the text was changed.
  mutating func replace(
    _ range: Range<Int>, in index: Int, with text: UTF8Span, clears: Bool, typed: Unicode.Scalar?
  ) -> Bool {
    let obstacle: SecretError? =
      typed != "\t" && text.hasTabs
      ? .controlCharacter : secrets[index].obstacle(toReplacing: range, with: text)
    if let obstacle {
      if obstacle == .controlCharacter, text.hasLineEnds {
        refuseInput(saying: state.texts("Not pasted: it has more than one line"))
      } else if obstacle == .controlCharacter {
        refuseInput(.controlCharacter)
      } else {
        let count = secrets[index].byteCount(replacing: range, with: text)
        let words = noticeOfLength(in: index, count: count)
        // A refused paste visibly inserts nothing, so a notice will do. A refused key is easily missed: the user would
        // type on, and the text would lack its end. So the key becomes an error of the field.
        if typed == nil { state.notice = words } else { noteLoss(words) }
        beep()
      }
      return false
    }
    if fields[index].refuses(text) {
      refuseInput(saying: state.texts("Not taken: an email address has no spaces"))
      return false
    }
    let wish = Wish(of: index)
    let isAllowed = delegateAllows(noting: wish, clears ? "textFieldShouldClear" : "shouldChangeCharactersIn")
    {
      clears
        ? $0.textFieldShouldClear($1, in: $2)
        : $0.textField($1, shouldChangeCharactersIn: range, replacement: text, in: $2)
    }
    // If the delegate set another text and gave no reason, that counts as the edit.
    guard isAllowed else { return wish.text != nil && wish.reason == nil }
    if fields[index].wasRefusedAsPassword { fields[index].confirmation.map { empty($0) } }
    if index == state.newPasswordField, fields[index].wasRefusedAsPassword, fields[index].editReplacesAll {
      // A text that replaces a refused one is a new beginning (A6).
      (fields[index].isJudged, state.remarks) = (false, StrengthRemarks())
    }
    noteRaisedLetters(in: index, replacing: range, by: text.clusterCount, typed: typed)
    let count = secrets[index].count
    secrets.replace(range, in: index, with: text)
    if !range.isEmpty { fields[index].take(.lossMadeUp) }
    let edit = TextEdit(range: range, inserted: text.clusterCount, growth: secrets[index].count - count)
    textDidChange(in: index, by: .user, edit)
    return true
  }

  /// Empties field `index` and the field that confirms it, so that no copy of its text stays.
  mutating func clear(_ index: Int) {
    fields.pair(of: index).forEach { empty($0) }
    if index == state.newPasswordField { state.panel.mode = .blank }
  }

  private mutating func empty(_ index: Int) {
    secrets[index].removeAll()
    fields[index].wasEmptied()
    textDidChange(in: index, by: .program)
  }

  private mutating func transpose(in index: Int) {
    let field = fields[index]
    guard field.shape.count > 1, field.shape.caret > 0 else { return beep() }
    let second = min(field.shape.caret, field.shape.count - 1)
    let range = second - 1..<second + 1
    let wish = Wish(of: index)
    let swap = try? secrets[index].withTransposed { swapped in
      let isAllowed = answer(noting: wish, "shouldChangeCharactersIn") {
        $0.textField($1, shouldChangeCharactersIn: range, replacement: swapped, in: $2)
      }
      return (isAllowed: isAllowed, count: swapped.clusterCount)
    }
    guard let swap else { return beep() }
    guard swap.isAllowed else { return apply(wish) }
    guard (try? secrets[index].transpose()) != nil else { return refuseInput(.tooLong) }
    noteRaisedLetters(in: index, replacing: range, by: swap.count, typed: nil)
    textDidChange(in: index, by: .user, TextEdit(range: range, inserted: range.count, growth: 0))
  }

  /// Puts the caret after the first `cluster` clusters.
  ///
  /// If the verifier has refused a password, or a repetition is outdated, typing replaces it. Once the user has moved
  /// the caret, typing edits it instead.
  mutating func moveCaret(to cluster: Int, in index: Int) {
    fields[index].follow(.corrects)
    guard (0...secrets[index].count).contains(cluster) else { return beep() }
    guard cluster != secrets[index].caret else { return }
    secrets[index].moveCaret(toCluster: cluster)
    reshape(index)
    tellOfSelection(in: index)
  }

  mutating func tellOfSelection(in index: Int) {
    tellDelegate(of: index, "textFieldDidChangeSelection") {
      $0.textFieldDidChangeSelection($1, in: &$2)
    }
  }

  /// Shows the character at `cluster` of a masked field for a second or until the next key (E7).
  private mutating func peek(at cluster: Int, in index: Int) {
    let field = fields[index].configuration
    guard state.configuration.isPeeking, field.isSecure, field.showsMask, !fields[index].isShown else {
      return
    }
    fields[index].peek = cluster
    state.peekEnd = state.now.advanced(by: .seconds(1))
    reshape(index)
  }

  mutating func endPeek() {
    state.peekEnd = nil
    guard let index = fields.firstIndex(where: { $0.peek != nil }) else { return }
    fields[index].peek = nil
    reshape(index)
  }

  /// Says why input was refused, and beeps. A key that could not be turned into a character becomes an error of the
  /// field, not a notice: a user who types on would overlook a notice, and submit a text that lacks the character.
  mutating func refuseInput(_ reason: Event.InputProblem) {
    let texts = state.configuration.texts
    beep()
    switch reason {
    case .tooLong: state.notice = noticeOfLength(in: state.focusedField)
    case .controlCharacter: state.notice = texts("Not pasted: it holds a control character")
    case .notText: noteLoss(texts("Not taken: not a character of this terminal's encoding"))
    case .noCharacterSet: noteLoss(texts("Not taken: only ASCII works in this locale"))
    case .incomplete: state.notice = texts("Not pasted: its end did not arrive")
    }
  }

  private mutating func refuseInput(saying notice: String) {
    beep()
    state.notice = notice
  }

  /// Says that a key was not taken because it came while a field was being checked. Stays silent if the focused field
  /// shows an error.
  mutating func refuseEarlyKey(at now: Instant) {
    earlyKey = now
    beep()
    guard state.focusedField.map({ fields[$0].error == nil }) ?? false else { return }
    state.notice = state.configuration.texts("Not taken: typed during the check. Type it again.")
  }

  private mutating func noteLoss(_ message: String) {
    guard let index = state.focusedField else { return }
    // The lost character would have replaced the old text, so the old text goes.
    if fields[index].editReplacesAll, secrets[index].count > 0 { delete(0..<0, in: index) }
    fields[index].take(.inputLost(message))
  }

  /// The message for a text too long for field `index`; `count` is its bytes, if known.
  private func noticeOfLength(in index: Int?, count: Int? = nil) -> String {
    let texts = state.configuration.texts
    guard let most = index.map({ fields[$0].configuration.maximumBytes }), most < SecretText.defaultCapacity
    else { return texts("Not taken: a field holds 4,096 bytes") }
    if let count {
      return texts("Not taken: {count} bytes, at most {most}", ["count": "\(count)", "most": "\(most)"])
    }
    return texts("Not taken: more than {most} bytes", ["most": "\(most)"])
  }

  mutating func noticeDisturbance() {
    state.notice = state.configuration.texts(
      "Another program changed the terminal; the form was drawn again")
  }

  /// Shows or hides the text of field `index`. Text, caret and focus stay, and no event is sent (A2).
  mutating func toggleShown(_ index: Int) {
    guard state.revealWord(of: index) != nil else { return beep() }
    fields[index].isShown.toggle()
    fields[index].peek = nil
    if fields[index].isShown { fields[index].follow(.corrects) }
    reshape(index)
  }

  /// Masks every secret and withdraws the offer. Called before the screen is left or handed to others, when a verifier
  /// is asked or the form submitted, and when nobody has pressed a key for a while (A2).
  mutating func maskAll() {
    for index in fields.indices where fields[index].showsSecret {
      fields[index].isShown = false
      reshape(index)
    }
    withdrawOffer()
    endPeek()
  }

  /// Leaves out what a user without a screen would not notice, and asks for every field in turn.
  mutating func prepareForLines() {
    maskAll()
    // Only a screen can show that a text was edited since its error.
    for index in fields.indices { fields[index].take(.left) }
    state.asksInTurn = true
    state.describe {
      $0.isAnimated = false
      $0.isTypingQuiet = false
      $0.revealTimeout = nil
    }
  }

  /// Updates the outline of a field's text. The outline tells no more about the text than the field shows.
  mutating func reshape(_ index: Int) {
    var shape = TextShape(count: secrets[index].count, caret: secrets[index].caret)
    if let shown = fields[index].isShown ? 0..<shape.count : fields[index].peek.map({ $0..<$0 + 1 }) {
      let (width, separators) = (width, fields[index].configuration.input.special?.separators ?? [])
      shape.showClusters()
      secrets.withText(of: index) { text in
        text.forEachCluster(in: shown) { place, cluster in
          let separator = width.columns(of: separators.separator(before: place))
          shape.setColumns(separator + width.columns(of: cluster), of: place)
        }
      }
      updateMeaning(of: index)
    }
    fields[index].shape = shape
  }
}

extension FormField {
  /// Whether the field refuses `replacement` because of its white space.
  fileprivate func refuses(_ replacement: UTF8Span) -> Bool {
    configuration.requirement == .email && !replacement.allSatisfy { !$0.isWhiteSpace }
  }
}
