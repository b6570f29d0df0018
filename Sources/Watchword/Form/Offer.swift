import WatchwordMessages
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// A password that was drawn, and that the person may take. Its text stands in the form's texts, behind those of the
/// fields.
package struct Offer: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case characters
    /// Words with a separator between them.
    case words

    var other: Kind { self == .characters ? .words : .characters }
  }

  package let kind: Kind
  /// The binary logarithm of the number of passwords that could have been drawn, rounded down; `nil` where that is not
  /// known.
  package let bits: Int?
  /// The number of characters, all of which are one column wide.
  package let count: Int
  /// Where a line may end: the numbers of characters up to behind each separator. None in a password of characters,
  /// which may be broken anywhere.
  let breaks: [Int]
  /// The panel as it is with this password.
  let panel: CriteriaPanel
  /// What there is to know of it.
  var remark: String?
  /// Why there is no other offer, which the person has asked for, or why this one is not taken.
  package internal(set) var note: String?
}

package enum DrawnOffer: Equatable, Sendable {
  /// The one that ``Form/consider(_:)`` got last is offered. It has so many bits, where that is known, and there may be
  /// something to know of it.
  case drawn(Offer.Kind, bits: Int?, remark: String? = nil)
  case failed(String)
}

/// Passwords that are drawn and offered in the field of the new password.
///
/// An offer is drawn outside of the form, which judges it: see ``Request/offer(_:)``. While it stands, the keys are its
/// own, and the rest of the form stays as it was.
extension Form {
  /// Judges `password`, which was drawn to be offered, as if it stood in the field of the new password, and keeps it.
  ///
  /// - Returns: How strong it is; `nil` where it would be refused.
  mutating func consider(_ password: UTF8Span) -> Level? {
    let place = state.drawnPlace
    let all = 0..<texts[place].count
    guard password.count <= state.judgedField.map({ fields[$0].configuration.maximumBytes }) ?? 0,
      texts[place].obstacle(toReplacing: all, with: password) == nil
    else { return nil }
    texts.replace(all, in: place, with: password)
    let verdict = verdict(on: place)
    drawnVerdict = verdict
    return verdict.firstFailure == nil ? verdict.level : nil
  }

  /// Offers the password that was drawn, or says why there is none. An offer that stands stays then.
  mutating func offer(_ drawn: DrawnOffer) {
    switch drawn {
    case .drawn(let kind, let bits, let remark):
      texts.copy(state.drawnPlace, to: state.offerPlace)
      let verdict = drawnVerdict ?? verdict(on: state.drawnPlace)
      let panel = CriteriaPanel(verdict, of: state.configuration.policy)
      state.offer = texts.withText(of: state.offerPlace) { text in
        let partOfWord = ASCIIClass.upper.union(.lower).union(.digits)
        let breaks = text.span.indices.filter { !partOfWord.contains(text.span[$0]) }.map { $0 + 1 }
        return Offer(
          kind: kind, bits: bits, count: text.count, breaks: kind == .words ? breaks : [], panel: panel,
          remark: remark)
      }
    case .failed(let reason):
      if state.offer == nil { state.notice = reason } else { state.offer?.note = reason }
      beep()
    }
    texts[state.drawnPlace].removeAll()
  }

  /// Wipes the offer. Returns whether there was one.
  @discardableResult
  mutating func withdrawOffer() -> Bool {
    guard state.offer != nil else { return false }
    texts[state.offerPlace].removeAll()
    state.offer = nil
    return true
  }

  /// What becomes of an event while an offer stands. Other keys than its own beep, but for those that lead out of the
  /// form or draw it again.
  mutating func respond(asOffer offer: Offer, to event: Event) -> Bool {
    guard case .key(let key) = event else { return false }
    switch KeyBinding.action(for: key) {
    case .performReturn: takeOffer()
    case .offerPassword: ask(.offer(offer.kind))
    case .deleteSpacedWordBackward: ask(.offer(offer.kind.other))
    case .cancel, .interrupt, .suspend, .redraw, .ignore: return false
    default: beep()
    }
    return true
  }

  /// Puts the offer into the field of the new password and into those that confirm it, and shows it there. Where a
  /// delegate refuses the first of these edits, nothing changes, and the offer stays and says so.
  private mutating func takeOffer() {
    guard let index = state.judgedField, takeOffer(into: index) else {
      let note = state.configuration.texts("This password is not accepted here.")
      state.offer?.note = note
      return beep()
    }
    for other in fields.indices
    where fields[other].configuration.confirmedField == index && fields[other].canHaveFocus {
      _ = takeOffer(into: other)
    }
    withdrawOffer()
  }

  /// Replaces the text of field `index` with the offer, as one edit by the person. Returns whether the delegate allowed
  /// it.
  private mutating func takeOffer(into index: Int) -> Bool {
    // Only one field at a time waits to be judged.
    settle()
    let all = 0..<texts[index].count
    let isAllowed = texts.withText(of: state.offerPlace) {
      delegateAllowsChange(of: all, in: index, to: $0)
    }
    guard isAllowed else { return false }
    texts.copy(state.offerPlace, to: index)
    forgetLoss(of: index)
    fields[index].isShown = true
    fields[index].peek = nil
    textDidChange(in: index, by: .person)
    return true
  }
}

extension FormState {
  /// Where the offer stands in the form's texts, and where the next one is kept until it is judged.
  package var offerPlace: Int { fields.count }
  var drawnPlace: Int { fields.count + 1 }

  /// The panel that is shown: an offer has its own.
  var shownPanel: CriteriaPanel { offer?.panel ?? panel }

  /// What field `index` is called now.
  func shownLabel(of index: Int) -> String {
    let label = fields[index].configuration.label
    if offer != nil, index == judgedField { return suggestionLabel }
    return fields[index].isEnabled ? label : texts("{label} (not available)", ["label": label])
  }

  /// What the field of a new password is called while one is offered there.
  var suggestionLabel: String { texts("Suggested password") }

  /// How strong the offer is: its level and its bits, where they are known.
  func strengthText(of offer: Offer) -> String {
    let verdict = offer.panel.verdict
    // What is drawn of few words can be found sooner than the meter finds it.
    let level = min(
      verdict.level, offer.bits.map { StrengthScale.guesses.level(of: $0) } ?? verdict.level)
    let own = level == verdict.level ? verdict.estimate?.words : nil
    let words = own ?? words(for: level, least: configuration.policy.minimumLevel)
    guard let bits = offer.bits else { return words }
    return level == .strongest
      ? texts("Strong, {count} bits", ["count": "\(bits)"])
      : texts("{level}, {count} bits", ["level": words, "count": "\(bits)"])
  }

  /// What Return does with the offer.
  var offerHint: String {
    let isConfirmed = fields.contains {
      $0.canHaveFocus && $0.configuration.confirmedField != nil
        && $0.configuration.confirmedField == judgedField
    }
    return isConfirmed ? texts("Enter puts it into both fields.") : texts("Enter puts it into the field.")
  }

  /// Whether the form offers passwords: in the clear, so that nobody may have forbidden to show them.
  package var offersPasswords: Bool { judgedField.map(offersPassword) ?? false }

  /// Whether a password is offered in field `index`.
  func offersPassword(in index: Int) -> Bool {
    let field = fields[index].configuration
    return configuration.offersPasswords && index == judgedField && field.isSecure && field.isRevealable
      && fields.count < Cell.fieldLimit
  }
}
