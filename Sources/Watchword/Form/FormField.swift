import WatchwordBase
import WatchwordSecrets

/// A one-line text field with UIKit's life cycle: the delegate is asked before a change, and told after it.
///
/// A field does not hold what the user types, only its ``TextShape``. ``isFirstResponder`` and ``isJudged`` are
/// independent: a field with the focus may have been judged before or not.
package struct FormField: Equatable, Sendable {
  package struct Configuration: Equatable, Sendable {
    /// What the field is called. The label is always shown (A1).
    package var label = "" { didSet { hasUsualLabel = false } }
    /// Whether the label is the usual one. Line mode, which shows no placeholders, then uses a label that says more.
    package internal(set) var hasUsualLabel = false
    package var placeholder: String { didSet { hasUsualPlaceholder = false } }
    /// Whether the placeholder is a usual one. If not, it is the caller's, and may be an example of a text.
    package internal(set) var hasUsualPlaceholder = false
    /// The name of the field's value in the answer; `nil` leaves the value out of the answer, as with a confirm field.
    package var name: String?
    /// Whether the text is a secret: masked, never copied, kept in locked memory.
    package var isSecure = true
    /// Whether a secure field shows a glyph for each character while masked.
    package var showsMask = true
    package var isRevealable = true
    /// Whether the text is cleared when editing begins, unless the delegate's textFieldShouldClear says no.
    package var clearsOnBeginEditing = false
    /// Whether the first insertion or deletion clears the text when the field is edited again (E5).
    package var clearsOnInsertion = false
    package var isEnabled = true
    package var visibility = Visibility.shown
    package var requirement = Requirement.nothing
    /// Whether the requirement is validated while the user types (C2), not when the field loses the focus (A8, A9).
    package var isValidated = false
    /// The error if the form is submitted while the field is empty; `nil` for a sentence with the label (A15).
    package var emptyMessage: String?
    /// Whether the form can be submitted while the field is empty.
    package var isOptional = false
    /// Whether a new password has a confirm field.
    package var isConfirmed = false
    /// Whether the form gets a confirm field for this one.
    package var hasConfirmation: Bool { isConfirmed && requirement == .policy }
    /// The label of the confirm field; `nil` for the usual one.
    package var confirmLabel: String?
    /// The placeholder of the confirm field; `nil` for the usual one.
    package var confirmPlaceholder: String?
    /// The most bytes of UTF-8 in the text, 1 to 4,096. Input that would exceed it is refused.
    package var maximumBytes = SecretText.defaultCapacity
    /// The note below a confirm field whose text equals the confirmed text; `nil` for none.
    package var equalMessage: String?
    /// The error of a confirm field whose text differs; `nil` for the usual one.
    package var unequalMessage: String?
    /// The initial text. A secure field starts empty.
    package var text = ""
    /// What can be typed.
    package var input = FieldInput.anything
    /// Whether an icon clears the text while the field is edited and has a text (D5; UIKit: `clearButtonMode`). Only
    /// for fields that are neither secure nor choices.
    package var hasClearSign = false
    /// Judges the text besides the requirement. A secure field cannot have one.
    package var validator: FieldValidator?
    /// The error under the field at the start, until the user changes the text.
    package var error: String?
    /// Whether the first letter of each word is raised to upper case as it is typed, unless the user takes that back
    /// (UIKit: `autocapitalizationType`).
    package var capitalizesWords = false

    /// Makes the configuration of a secure field with `placeholder`.
    package init(placeholder: String) { self.placeholder = placeholder }
  }

  package enum Requirement: Equatable, Sendable {
    case nothing
    /// Not empty, and more than white space.
    case presence
    /// An email address. White space is refused as it is typed, and trimmed from the ends of a paste (UIKit:
    /// `keyboardType`).
    case email
    /// Not empty, and accepted by the form's policy for known passwords, if it has one (C4).
    case knownPassword
    /// Accepted by the form's policy. Only for the new password, to which panel and bars belong.
    case policy
    /// Not empty, and equal to the text of this field (A9).
    case equality(to: Int)

    /// Whether errors follow the rules for choosing a password (A8, A9) instead of the validation (C6).
    var isOfNewPassword: Bool {
      switch self {
      case .nothing, .presence, .email, .knownPassword: false
      case .policy, .equality: true
      }
    }
  }

  /// Whether a field is there.
  package enum Visibility: Sendable {
    case shown
    /// The program hides the field. The answer leaves it out.
    case hidden
    /// No condition of the field holds. It is neither drawn nor judged, but the answer has an empty value for it.
    case skipped
  }

  /// The field's number in its form (UIKit: `tag`).
  package let tag: Int
  package internal(set) var configuration: Configuration
  /// The field that confirms this one, if any.
  package let confirmation: Int?
  /// The confirm field that has to match anew when the text of this one changes: itself, or the one that confirms it.
  var matchingField: Int? { configuration.confirmedField == nil ? confirmation : tag }
  /// Whether the field has the focus. Its border is then heavy and coloured, otherwise thin and dim (D4).
  package private(set) var isFirstResponder = false
  /// Whether the user can work in the field. Initially as configured.
  package internal(set) var isEnabled: Bool
  /// Initially as configured.
  package internal(set) var visibility: Visibility
  var canHaveFocus: Bool { isEnabled && visibility == .shown }
  /// Whether the field has ever been judged. Once true, it stays true.
  package internal(set) var isJudged = false
  /// Whether the field was judged and does not have the focus.
  var isLeft: Bool { isJudged && !isFirstResponder }
  package internal(set) var shape = TextShape() {
    didSet { textChanges &+= 1 }
  }
  /// Redraw the text when this differs from what was drawn.
  private(set) var textChanges: UInt32 = 0
  package internal(set) var isShown = false
  /// See ``InputKind/meaning(of:)``.
  package internal(set) var meaning: Int?
  /// The cluster shown for a moment in a masked field (E7).
  package internal(set) var peek: Int?
  private var nextEdit = NextEdit.edits
  var editReplacesAll: Bool { nextEdit.replacesAll }
  var wasRefusedAsPassword: Bool { nextEdit.isAfterRefusal }
  enum Source {
    /// The text was there at the start, or the form has emptied the field since.
    case form
    case user
    /// The verifier of the field has accepted the present text.
    case userVerified
  }
  private(set) var source = Source.form
  /// Whether the text is an offer that the user took, unchanged.
  private(set) var isOffer = false
  /// How often the user has changed the text.
  private(set) var edits = 0
  /// For a confirm field, how its text compares with the text that it confirms.
  var match = TextMatch.equal
  var raisedLetters = RaisedLetters()
  var judgement = FieldJudgement()
  /// What is shown below the field.
  package var error: FieldError? { judgement.error }
  /// The hints that are shown.
  var hints: TextHints = []
  /// The hints that apply to the text, shown or not.
  var possibleHints: TextHints = []
  var validation: Validation?
  var hasValidation: Bool { if case .some = validation { true } else { false } }
  /// See ``Validation/isPending``. What counts is ``FormState/isPending(_:)``, as a hidden field is not validated.
  var isPending: Bool { validation?.isPending == true }

  init(
    tag: Int, configuration: Configuration, confirmedBy confirmation: Int? = nil,
    validationDelay: Duration = .zero
  ) {
    (self.tag, self.configuration, self.confirmation) = (tag, configuration, confirmation)
    isShown = !configuration.isSecure
    (isEnabled, visibility) = (configuration.isEnabled, configuration.visibility)
    judgement.take(.told(configuration.error))
    guard configuration.isValidated || configuration.validator != nil else { return }
    let mayBeEmpty = configuration.isOptional || configuration.requirement == .nothing
    validation = Validation(debounce: validationDelay, startingWith: mayBeEmpty ? .success : .empty)
  }

  enum Sign { case reveal, clear }

  /// The icon that the field keeps room for, if any, even while the icon is not shown.
  var sign: Sign? {
    if configuration.isSecure { return configuration.isRevealable ? .reveal : nil }
    return configuration.hasClearSign ? .clear : nil
  }

  /// The icon that the field shows now. A disabled field shows no icon. The icon that clears is shown only while the
  /// field has the focus and a text (D5).
  var presentSign: Sign? {
    if !isEnabled { return nil }
    return sign == .clear && !(isFirstResponder && shape.count > 0) ? nil : sign
  }

  mutating func becomeFirstResponder() {
    follow(.begins(isWanted: match == .equal || isShown))
    isFirstResponder = true
  }

  mutating func resignFirstResponder() {
    isFirstResponder = false
    follow(.ends)
    peek = nil
  }

  mutating func follow(_ input: NextEdit.Input) {
    let isEditedAgain = configuration.clearsOnInsertion && !isFirstResponder
    nextEdit.take(input, rest: isEditedAgain ? .willReplace(.again) : .edits)
  }

  @discardableResult
  mutating func take(_ input: FieldJudgement.Input) -> FieldJudgement.Duty {
    var next = judgement
    let duty = next.take(input)
    // The view redraws a field whose judgement was set.
    if next != judgement { judgement = next }
    return duty
  }

  mutating func textWasEdited() {
    source = .user
    edits &+= 1
    follow(.edited)
    take(.edited)
  }

  mutating func wasEmptied() {
    source = .form
    take(.emptied)
  }

  /// Called after every change of the text, by whomever.
  mutating func textDidChange(isOffer: Bool) {
    self.isOffer = isOffer
    if source == .userVerified { source = .user }
  }

  mutating func wasVerified() { source = .userVerified }

  /// Whether nothing may be said about the match before the field is left. An answer to each key would reveal the
  /// masked password letter by letter (A9).
  var hidesMatch: Bool { configuration.isSecure && !configuration.isRevealable }

  /// Whether the text was found wrong, but the error is not shown yet (C6).
  var hidesResult: Bool {
    guard let validation, judgement.waitsForPause, !configuration.requirement.isOfNewPassword else {
      return false
    }
    return validation.deadline == nil && validation.result.message != nil
  }

  /// Whether a refusal of the text also says that the text has only capitals so far.
  var blamesCapitals: Bool { error?.cause == .refusal && possibleHints.contains(.capitals) }

  var holdsKnownPassword: Bool { configuration.requirement == .knownPassword && visibility == .shown }

  var showsSecret: Bool { configuration.isSecure && isShown }

  /// Whether the caret is at the end of the text, and only masks precede it.
  var isMaskedUpToCaret: Bool { !isShown && !isUnseen && peek == nil && shape.caret == shape.count }

  /// Whether nothing of the text is drawn.
  var isUnseen: Bool { configuration.isSecure && !configuration.showsMask && !isShown }

  /// The columns of cluster `index` as it is drawn; a mask takes one.
  func columns(ofCluster index: Int) -> Int {
    if isUnseen { return 0 }
    guard isShown || index == peek, index < shape.widths.count else { return 1 }
    return Int(shape.widths[index])
  }

  func columns(of range: Range<Int>) -> Int {
    if isUnseen { return 0 }
    guard isShown || peek != nil else { return range.count }
    return range.reduce(0) { $0 + columns(ofCluster: $1) }
  }
}

extension FormField.Configuration {
  /// The configuration of a field that confirms this field. `number` is the number of this field.
  func confirmation(of number: Int, _ texts: Texts) -> FormField.Configuration {
    var confirmation = self
    confirmation.label = confirmLabel ?? texts("Re-enter password")
    confirmation.placeholder = confirmPlaceholder ?? texts("Re-enter password...")
    (confirmation.hasUsualLabel, confirmation.hasUsualPlaceholder) = (confirmLabel == nil, true)
    confirmation.name = nil
    confirmation.emptyMessage = texts("Enter your password again.")
    confirmation.requirement = .equality(to: number)
    return confirmation
  }

  /// Leaves out the placeholder of a new password beside the old one: it could say no more than the label (A1).
  mutating func nameAsNew() {
    if requirement == .policy, hasUsualPlaceholder { placeholder = "" }
  }

  /// Whether the placeholder only repeats the words of the label, ignoring case (A1).
  var placeholderRepeatsLabel: Bool {
    /// A blank, and the words with a blank behind each: an array of them would be a type that nothing else needs at the
    /// start.
    func words(_ text: String) -> String {
      (text.lowercased() + " ").reduce(into: " ") { words, next in
        let isApart = !next.isLetter && !next.isNumber
        if !isApart || words.last != " " { words.append(isApart ? " " : next) }
      }
    }
    return words(placeholder) == words(label)
  }

  /// Removes what the first key would hide or show: an icon, and a placeholder that says no more than the label.
  mutating func leaveOutWhatComesAndGoes() {
    hasClearSign = false
    if hasUsualPlaceholder { placeholder = "" }
  }

  /// The field that this one confirms, if any.
  package var confirmedField: Int? {
    if case .equality(let number) = requirement { number } else { nil }
  }
}
