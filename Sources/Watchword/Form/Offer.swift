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
  /// The binary logarithm, rounded down, of the number of passwords that could have been drawn; `nil` if unknown.
  package let bits: Int?
  /// The number of characters, each one column wide.
  package let count: Int
  /// Where a line may end: the number of characters up to and including each separator. Empty for a password of
  /// characters, which may be broken anywhere.
  let breaks: [Int]
  let panel: CriteriaPanel
  var remark: String?
  /// Why there is no other offer, or why this one is not taken.
  package internal(set) var note: String?
}

package enum DrawnOffer: Equatable, Sendable {
  /// The password that ``Form/consider(_:)`` got last, with its bits, if known, and a remark, if there is one.
  case drawn(Offer.Kind, bits: Int?, remark: String? = nil)
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
    case .drawn(let kind, let bits, let remark):
      secrets.copy(state.drawnPlace, to: state.offerPlace)
      offerCount &+= 1
      let verdict = drawnVerdict ?? verdict(on: state.drawnPlace)
      let panel = CriteriaPanel(verdict, of: state.configuration.policy)
      state.offer = secrets.withText(of: state.offerPlace) { text in
        let partOfWord = ASCIIClass.upper.union(.lower).union(.digits)
        let breaks = text.span.indices.filter { !partOfWord.contains(text.span[$0]) }.map { $0 + 1 }
        return Offer(
          kind: kind, number: offerCount, bits: bits, count: text.count, breaks: kind == .words ? breaks : [],
          panel: panel,
          remark: remark)
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

  mutating func respond(asOffer offer: Offer, to action: Action?) -> Bool {
    switch action {
    case .performReturn: takeOffer()
    case .offerPassword: request(.offer(offer.kind))
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
    withdrawOffer()
  }

  /// Replaces the text of field `index` with the offer, as one user edit. Returns whether the delegate allowed it.
  private mutating func takeOffer(into index: Int) -> Bool {
    // Judges what changed before, so that the delegate is asked about an up-to-date form.
    reevaluate()
    let all = 0..<secrets[index].count
    let wish = Wish(of: index)
    let isAllowed = secrets.withText(of: state.offerPlace) { text in
      answer(noting: wish) {
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
    textDidChange(in: index, by: .user)
    return true
  }
}

extension FormState {
  /// The place of the offer in the form's texts.
  package var offerPlace: Int { fields.count }
  /// The place of a newly drawn password until it is offered.
  var drawnPlace: Int { fields.count + 1 }

  var shownPanel: CriteriaPanel { configuration.isTypingQuiet ? panel : offer?.panel ?? panel }

  func shownLabel(of index: Int) -> String {
    offer.flatMap {
      index == newPasswordField && !configuration.isTypingQuiet ? suggestionLabel(bits: $0.bits) : nil
    } ?? usualLabel(of: index)
  }

  /// The label of field `index` while no password is offered there.
  func usualLabel(of index: Int) -> String {
    let label = fields[index].configuration.label
    return fields[index].isEnabled ? label : texts("{label} (not available)", ["label": label])
  }

  /// The label of the new password's field while one of `bits` is offered there. A level beside the bits could differ
  /// from what the bars say of the same password once it is taken.
  func suggestionLabel(bits: Int?) -> String {
    bits.map { texts.plural("Suggested, {count} bit", "Suggested, {count} bits", $0) }
      ?? texts("Suggested password")
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
