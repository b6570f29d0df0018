import WatchwordMessages
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// Editing the field that has the focus, as readline does, by grapheme cluster.
extension Form {
  /// Does `action` in field `index`. Returns `false` for an action that is not one of a field.
  mutating func perform(_ action: Action, in index: Int) -> Bool {
    let shape = fields[index].shape
    let start = 0, end = shape.count, caret = shape.caret
    // A masked text is one word, so that a motion does not tell where its words are.
    let isShown = fields[index].isShown
    var wordStart: Int { isShown ? texts[index].wordStart : start }
    var wordEnd: Int { isShown ? texts[index].wordEnd : end }
    switch action {
    case .moveBackward: moveCaret(to: caret - 1, in: index)
    case .moveForward: moveCaret(to: caret + 1, in: index)
    case .moveToStart: moveCaret(to: start, in: index)
    case .moveToEnd: moveCaret(to: end, in: index)
    case .moveWordBackward: moveCaret(to: wordStart, in: index)
    case .moveWordForward: moveCaret(to: wordEnd, in: index)
    case .deleteBackward: delete(max(start, caret - 1)..<caret, in: index)
    case .deleteForward: if end > 0 { delete(caret..<min(end, caret + 1), in: index) }
    case .deleteToStart: cut(start..<caret, in: index, clears: caret == end || fields[index].isArmedToClear)
    case .deleteToEnd: cut(caret..<end, in: index)
    case .deleteWordBackward: cut(wordStart..<caret, in: index)
    case .deleteSpacedWordBackward:
      cut((isShown ? texts[index].whiteSpaceWordStart : start)..<caret, in: index)
    case .deleteWordForward: cut(caret..<wordEnd, in: index)
    case .transpose: transpose(in: index)
    case .yank: yank(into: index)
    case .toggleShown: toggleShown(index)
    case .performReturn: performReturn(in: index)
    case .offerPassword where state.offersPassword(in: index): ask(.offer(.characters))
    default: return false
    }
    return true
  }

  /// Inserts a typed character at the caret: in upper case if it begins a word in a field that capitalises words.
  mutating func type(_ scalar: Unicode.Scalar, into index: Int) {
    let raised =
      startsWord(in: index)
      ? fields[index].raisedLetters.raising(scalar, at: texts[index].caret) : scalar
    let isInserted = withUTF8Span(of: raised) { insert($0, into: index, typed: raised) }
    if isInserted, fields[index].isFirstResponder, texts[index].caret > 0 {
      peek(at: texts[index].caret - 1, in: index)
    }
  }

  /// Whether a letter typed now into field `index` begins a word that is to be capitalised.
  private func startsWord(in index: Int) -> Bool {
    fields[index].configuration.capitalizesWords && texts[index].isAtWordStart
  }

  /// Notes that `count` clusters will replace those of `range`. `typed` is the character, if one was typed.
  private mutating func noteRaisedLetters(
    in index: Int, replacing range: Range<Int>, by count: @autoclosure () -> Int, typed: Unicode.Scalar?
  ) {
    guard fields[index].configuration.capitalizesWords else { return }
    let start = startsWord(in: index) ? typed : nil
    fields[index].raisedLetters.didReplace(range, by: count(), startingWordWith: start)
  }

  /// Inserts what was typed or pasted at the caret. Returns whether it was inserted.
  @discardableResult
  mutating func insert(_ text: UTF8Span, into index: Int, typed: Unicode.Scalar? = nil) -> Bool {
    let caret = texts[index].caret
    return change(caret..<caret, in: index, to: text, typed: typed)
  }

  /// Deletes the clusters of `range`; beeps if there is nothing to delete. Returns whether they were deleted.
  @discardableResult
  mutating func delete(_ range: Range<Int>, in index: Int, clears: Bool = false) -> Bool {
    let isClearing = fields[index].isArmedToClear && texts[index].count > 0
    guard !range.isEmpty || isClearing else {
      if texts[index].count == 0 { forgetLoss(of: index) }
      beep()
      return false
    }
    return unsafe change(range, in: index, to: UTF8Span(unchecked: Span()), clears: clears)
  }

  /// Deletes the clusters of `range`, and keeps them for ``yank(into:)`` where they are no secret (E6).
  private mutating func cut(_ range: Range<Int>, in index: Int, clears: Bool = false) {
    guard !fields[index].configuration.isSecure else {
      delete(range, in: index, clears: clears)
      return
    }
    let lost = fields[index].isArmedToClear ? 0..<texts[index].count : range
    var text = ""
    texts.withText(of: index) { $0.forEachCluster(in: lost) { text += String(copying: $1) } }
    if delete(range, in: index, clears: clears) { cutText = text }
  }

  /// Puts back at the caret what was cut last. A secure field takes nothing that was on the screen.
  private mutating func yank(into index: Int) {
    let text = cutText
    guard !fields[index].configuration.isSecure, !text.isEmpty else { return beep() }
    insert(text.utf8Span, into: index)
  }

  /// One change by the person: asks the delegate, changes the text, and tells the delegate. In a field that is armed to
  /// clear, it replaces the whole text (E5). What cannot be done is refused without asking.
  ///
  /// - Returns: Whether the text was changed.
  @discardableResult
  mutating func change(
    _ range: Range<Int>, in index: Int, to text: UTF8Span, clears: Bool = false, typed: Unicode.Scalar? = nil
  ) -> Bool {
    let range = fields[index].isArmedToClear ? 0..<texts[index].count : range
    if let obstacle = texts[index].obstacle(toReplacing: range, with: text) {
      if obstacle == .controlCharacter {
        refuse(text.hasLineEnds ? .severalLines : .controlCharacter)
      } else {
        let count = texts[index].byteCount(replacing: range, with: text)
        state.notice = noticeOfLength(in: index, count: count)
        beep()
      }
      return false
    }
    if fields[index].refuses(text) {
      refuse(.whiteSpace)
      return false
    }
    let isAllowed =
      clears
      ? delegateAllows(in: index) { $0.textFieldShouldClear($1, in: $2) }
      : delegateAllowsChange(of: range, in: index, to: text)
    guard isAllowed else { return false }
    if fields[index].isRefused { clearConfirmations(of: index) }
    noteRaisedLetters(in: index, replacing: range, by: text.clusterCount, typed: typed)
    texts.replace(range, in: index, with: text)
    if !range.isEmpty { forgetLoss(of: index) }
    textDidChange(in: index, by: .person)
    return true
  }

  /// Empties what confirms field `index`, whose text is about to be replaced by another one.
  private mutating func clearConfirmations(of index: Int) {
    for field in fields.indices where fields[field].configuration.confirmedField == index { empty(field) }
  }

  /// Empties field `index` and what confirms it, since nothing of it may stay.
  mutating func clear(_ index: Int) {
    empty(index)
    clearConfirmations(of: index)
    if index == state.judgedField { state.panel.mode = .blank }
  }

  private mutating func empty(_ index: Int) {
    texts[index].removeAll()
    fields[index].isEdited = false
    fields[index].error = nil
    textDidChange(in: index, by: .program)
  }

  private mutating func transpose(in index: Int) {
    let field = fields[index]
    guard field.shape.count > 1, field.shape.caret > 0 else { return beep() }
    let second = min(field.shape.caret, field.shape.count - 1)
    let range = second - 1..<second + 1
    let answer = try? texts[index].withTransposed { swapped in
      (isAllowed: delegateAllowsChange(of: range, in: index, to: swapped), count: swapped.clusterCount)
    }
    guard let answer else { return beep() }
    guard answer.isAllowed else { return }
    guard (try? texts[index].transpose()) != nil else { return refuse(.tooLong) }
    noteRaisedLetters(in: index, replacing: range, by: answer.count, typed: nil)
    textDidChange(in: index, by: .person)
  }

  /// Puts the caret after the first `cluster` clusters.
  ///
  /// A new password that the verifier has refused is kept for mending then.
  mutating func moveCaret(to cluster: Int, in index: Int) {
    if fields[index].isRefused { fields[index].disarm() }
    guard (0...texts[index].count).contains(cluster) else { return beep() }
    guard cluster != texts[index].caret else { return }
    texts[index].moveCaret(toCluster: cluster)
    reshape(index)
    tellOfSelection(in: index)
  }

  mutating func tellOfSelection(in index: Int) {
    tellDelegate(of: index) { $0.textFieldDidChangeSelection($1, in: &$2) }
  }

  /// Shows the character at `cluster` of a masked field for a moment or until the next key (E7).
  private mutating func peek(at cluster: Int, in index: Int) {
    guard fields[index].configuration.isPeeking, !fields[index].isShown else { return }
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

  /// Says why input was refused, and beeps. Of what no text can be made the field says it as an error, since a person who
  /// types on would overlook a notice, and give another text than the one that was typed.
  mutating func refuse(_ reason: Event.Refusal) {
    let texts = state.configuration.texts
    beep()
    switch reason {
    case .tooLong: state.notice = noticeOfLength(in: state.focusedField)
    case .controlCharacter: state.notice = texts("Not pasted: it holds a control character")
    case .severalLines: state.notice = texts("Not pasted: it has more than one line")
    case .notText: noteLoss(texts("Not taken: not a character of this terminal's encoding"))
    case .whiteSpace: state.notice = texts("Not taken: an email address has no spaces")
    case .noCharacterSet: noteLoss(texts("Not taken: only ASCII works in this locale"))
    case .incomplete: state.notice = texts("Not pasted: its end did not arrive")
    }
  }

  /// Says that a key came before the check of a field was over, where nothing else is said there.
  mutating func refuseEarlyKey(at now: Instant) {
    earlyKey = now
    beep()
    guard state.focusedField.map({ fields[$0].error == nil }) ?? false else { return }
    state.notice = state.configuration.texts("Not taken: typed during the check. Type it again.")
  }

  private mutating func noteLoss(_ message: String) {
    guard let index = state.focusedField else { return }
    // What was lost began a text in the place of the old one.
    if fields[index].isArmedToClear, texts[index].count > 0 { delete(0..<0, in: index) }
    fields[index].error = FieldError(cause: .loss, message: message)
  }

  /// Removes the error that something was not taken into field `index`.
  mutating func forgetLoss(of index: Int) {
    if fields[index].error?.cause == .loss { fields[index].error = nil }
  }

  /// What is said of a text that is too long for field `index`, with `count` bytes where that is known.
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

  /// Shows or hides the text of field `index`; text, caret and focus stay, and no event is sent (A2).
  mutating func toggleShown(_ index: Int) {
    guard fields[index].configuration.isRevealable else { return beep() }
    fields[index].isShown.toggle()
    fields[index].peek = nil
    // Who looks at a text that was refused means to mend it.
    if fields[index].isShown, fields[index].isRefused { fields[index].disarm() }
    reshape(index)
  }

  /// Masks every secret and withdraws the offer: before the screen is left or handed to others, when a verifier is asked
  /// or the form is submitted, and when nobody has pressed a key for a while (A2).
  mutating func maskAll() {
    for index in fields.indices where fields[index].showsSecret {
      fields[index].isShown = false
      reshape(index)
    }
    withdrawOffer()
    endPeek()
  }

  /// Updates the outline of a field's text, with no more of its content than the field shows.
  mutating func reshape(_ index: Int) {
    var shape = TextShape(count: texts[index].count, caret: texts[index].caret)
    if let shown = fields[index].isShown ? 0..<shape.count : fields[index].peek.map({ $0..<$0 + 1 }) {
      shape.widths = Array(repeating: 1, count: shape.count)
      let width = width
      texts.withText(of: index) { text in
        text.forEachCluster(in: shown) { shape.widths[$0] = UInt8(clamping: width.columns(of: $1)) }
      }
    }
    fields[index].shape = shape
  }
}

/// The upper-case letters at the starts of words in one field, and which of them the person took back (D3).
///
/// A letter typed at the start of a word is raised. If the person deletes just that letter and types it again, it stays
/// as it was typed. Deleting more than the letter forgets this.
struct RaisedLetters: Equatable, Sendable {
  private struct Letter: Equatable, Sendable {
    var place: Int
    var scalar: Unicode.Scalar
    var isTakenBack = false
  }

  private var letters: [Letter] = []

  /// What goes into the text when `scalar` is typed at the start of a word, before the cluster `place`: "A" for "a".
  func raising(_ scalar: Unicode.Scalar, at place: Int) -> Unicode.Scalar {
    let raised = scalar.raised
    return letters.contains { $0.isTakenBack && $0.place == place && $0.scalar == raised } ? scalar : raised
  }

  /// Notes that `count` clusters have replaced those of `range`. `typed` is the letter that was typed, if it began a
  /// word.
  mutating func didReplace(_ range: Range<Int>, by count: Int, startingWordWith typed: Unicode.Scalar?) {
    letters = letters.compactMap { letter in
      var letter = letter
      if letter.isTakenBack, letter.place == range.lowerBound, range.isEmpty, let typed {
        return typed.raised == letter.scalar ? letter : nil
      }
      if letter.place >= range.upperBound {
        letter.place += count - range.count
      } else if range.contains(letter.place) {
        guard range.count == 1, count == 0 else { return nil }
        letter.isTakenBack = true
      }
      return letter
    }
    if let typed, typed.isUpper { letters.append(Letter(place: range.lowerBound, scalar: typed)) }
  }
}

extension Unicode.Scalar {
  /// The letter as it begins a word, in every script that has case. A letter that would become two, such as ß,
  /// stays as it is.
  fileprivate var raised: Unicode.Scalar {
    let mapping = properties.titlecaseMapping.unicodeScalars
    return mapping.count == 1 ? mapping[mapping.startIndex] : self
  }

  fileprivate var isUpper: Bool {
    [.uppercaseLetter, .titlecaseLetter].contains(properties.generalCategory)
  }
}

extension FormField {
  /// Whether the field refuses `replacement` because of its white space.
  fileprivate func refuses(_ replacement: UTF8Span) -> Bool {
    configuration.requirement == .email && !replacement.allSatisfy { !$0.isWhiteSpace }
  }
}
