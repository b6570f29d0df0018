import WatchwordBase
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// A generated password that the user may take. Its text is among the form's texts, after those of the fields.
package struct Offer: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case characters
    /// Words with a separator between them.
    case words

    var other: Kind { self == .characters ? .words : .characters }
  }

  package let kind: Kind
  /// The number of the offer in its form, which tells it from others in the same field.
  let number: UInt32
  /// The bits of the draw, rounded down; `nil` if unknown.
  package let bits: Int?
  /// How many parts the user asked for, if he did.
  let askedParts: Int?
  /// The number of characters, each one column wide.
  package let count: Int
  /// Where a line may end: the number of characters up to and including each separator. Empty for a password of
  /// characters, which may be broken anywhere.
  let breaks: [Int]
  /// The number of its characters or words.
  var parts: Int { kind == .words ? breaks.count + 1 : count }
  /// How strong the meter finds it; `nil` if it does not know.
  var level: Level? { panel.verdict.estimate.flatMap { $0.isKnown ? $0.level : nil } }
  let panel: CriteriaPanel
  var remark: String?
  /// Why there is no other offer, or why this one is not taken.
  package internal(set) var note: String?
}

package enum DrawnOffer: Equatable, Sendable {
  /// The password that ``Form/consider(_:)`` got last, with its bits, if known, the number of
  /// parts that was asked for, and a remark, if there is one.
  case drawn(Offer.Kind, bits: Int?, parts: Int? = nil, remark: String? = nil)
  case failed(String)
}

/// Passwords that are drawn and offered in the field of the new password.
///
/// An offer is drawn outside the form, which judges it; see ``Request/offer(_:)``. While it is shown, it gets the keys,
/// and the rest of the form stays unchanged.
extension Form {
  /// Judges `password`, drawn to be offered, as if it were in the field of the new password, and keeps it.
  ///
  /// - Returns: How strong it is; `nil` if it would be refused.
  mutating func consider(_ password: UTF8Span) -> Level? {
    let place = state.drawnPlace
    let all = 0..<secrets[place].count
    guard password.count <= state.newPasswordField.map({ fields[$0].configuration.maximumBytes }) ?? 0,
      secrets[place].obstacle(toReplacing: all, with: password) == nil
    else { return nil }
    finishPutOffLists()
    secrets.replace(all, in: place, with: password)
    let verdict = verdict(on: place)
    drawnVerdict = verdict
    return verdict.firstFailure == nil ? verdict.level : nil
  }

  /// Offers the drawn password, or says why there is none. If there is none, an earlier offer stays.
  mutating func offer(_ drawn: DrawnOffer) {
    switch drawn {
    case .drawn(let kind, let bits, let parts, let remark):
      secrets.copy(state.drawnPlace, to: state.offerPlace)
      offerCount &+= 1
      let verdict = drawnVerdict ?? verdict(on: state.drawnPlace)
      let panel = CriteriaPanel(verdict, of: state.configuration.policy)
      state.offer = secrets.withText(of: state.offerPlace) { text in
        let partOfWord = ASCIIClass.upper.union(.lower).union(.digits)
        let breaks = text.span.indices.filter { !partOfWord.contains(text.span[$0]) }.map { $0 + 1 }
        return Offer(
          kind: kind, number: offerCount, bits: bits, askedParts: parts, count: text.count,
          breaks: kind == .words ? breaks : [], panel: panel, remark: remark)
      }
    case .failed(let reason):
      if !state.hasOffer { state.notice = reason } else { state.offer?.note = reason }
      beep()
    }
    secrets[state.drawnPlace].removeAll()
  }

  /// Wipes the offer. Returns whether there was one.
  @discardableResult
  mutating func withdrawOffer() -> Bool {
    guard state.hasOffer else { return false }
    secrets[state.offerPlace].removeAll()
    state.offer = nil
    return true
  }

  /// Whether the text of field `index` is the offer again that was taken, as its repetition still is.
  func isTakenOffer(_ index: Int) -> Bool {
    guard let other = fields[index].confirmation, fields[other].isOffer else { return false }
    return secrets.withTexts(of: index, and: other, isNormalized: false) { $0.span.isEqual(to: $1.span) }
  }

  mutating func respond(asOffer offer: Offer, to action: Action?) -> Bool {
    switch action {
    case .performReturn: takeOffer()
    case .offerPassword: request(.offer(offer.kind, parts: offer.askedParts))
    case .moveBackward: request(.offer(offer.kind, parts: offer.parts - 1))
    case .moveForward: request(.offer(offer.kind, parts: offer.parts + 1))
    case .deleteSpacedWordBackward: request(.offer(offer.kind.other))
    default: return false
    }
    return true
  }

  /// Puts the offer into the field of the new password and those that confirm it, and shows it there. If a delegate
  /// refuses the first of these edits, nothing changes, and the offer stays and says so.
  mutating func takeOffer() {
    guard let index = state.newPasswordField, takeOffer(into: index) else {
      let note = state.notice.take() ?? state.configuration.texts("This password is not accepted here.")
      state.offer?.note = note
      return beep()
    }
    if let other = fields[index].confirmation, fields[other].canHaveFocus { _ = takeOffer(into: other) }
    state.refusals = 0
    withdrawOffer()
  }

  /// Replaces the text of field `index` with the offer, as one user edit. Returns whether the delegate allowed it.
  private mutating func takeOffer(into index: Int) -> Bool {
    // Judges what changed before, so that the delegate is asked about an up-to-date form.
    reevaluate()
    let all = 0..<secrets[index].count
    let wish = Wish(of: index)
    let isAllowed = secrets.withText(of: state.offerPlace) { text in
      answer(noting: wish, "shouldChangeCharactersIn") {
        $0.textField($1, shouldChangeCharactersIn: all, replacement: text, in: $2)
      }
    }
    guard isAllowed else {
      apply(wish)
      return false
    }
    secrets.copy(state.offerPlace, to: index)
    fields[index].take(.lossMadeUp)
    fields[index].isShown = true
    fields[index].peek = nil
    textDidChange(in: index, by: .offer)
    return true
  }
}

extension FormState {
  /// The place of the offer in the form's texts.
  package var offerPlace: Int { fields.count }
  /// The place of a newly drawn password until it is offered.
  var drawnPlace: Int { fields.count + 1 }

  var shownPanel: CriteriaPanel { configuration.isTypingQuiet ? panel : offer?.panel ?? panel }

  /// The label of field `index` while no password is offered there.
  func usualLabel(of index: Int, isShort: Bool = false) -> String {
    let label = isShort ? shortLabel(of: index) : fields[index].configuration.label
    return fields[index].isEnabled ? label : texts("{label} (not available)", ["label": label])
  }

  /// The usual labels of a new password and its repetition have a short form.
  private func shortLabel(of index: Int) -> String {
    let field = fields[index].configuration
    switch field.requirement {
    case .policy where field.hasUsualLabel && !fields.contains(where: \.holdsKnownPassword):
      return texts("Password")
    case .equality where [texts("Re-enter password"), texts("New password again")].contains(field.label):
      // translators: The label of the repetition of a new password, in narrow windows.
      return texts("Again")
    default: return field.label
    }
  }

  func suggestionLabel(_ level: Level? = nil, bits: Int?) -> String {
    guard let bits else { return texts("Suggested password") }
    guard let level else { return texts.plural("Suggested, {count} bit", "Suggested, {count} bits", bits) }
    let words = words(for: level, least: configuration.policy.minimumLevel)
    // translators: The label is the level, as in "Strong password, 77 bits".
    return texts.plural("{label}, {count} bit", "{label}, {count} bits", bits, ["label": words])
  }

  /// What Return does with the offer.
  var offerHint: String {
    let isConfirmed =
      newPasswordField.flatMap { fields[$0].confirmation }.map { fields[$0].canHaveFocus } ?? false
    return isConfirmed ? texts("Enter puts it into both fields.") : texts("Enter puts it into the field.")
  }

  /// Whether the form offers passwords. They are shown in the clear, so showing must not be forbidden.
  package var offersPasswords: Bool { newPasswordField.map { offersPassword(in: $0) } ?? false }

  func offersPassword(in index: Int) -> Bool {
    configuration.offersPasswords && index == newPasswordField && fields[index].sign == .reveal
      && fields.count < Cell.fieldLimit
  }
}
