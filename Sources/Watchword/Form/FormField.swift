package import WatchwordMessages
import WatchwordSecrets
internal import WatchwordStrength

/// A one-line text field with UIKit's life cycle: the delegate is asked before a change, and told after it.
///
/// A field holds no text, only its outline. Whether it is first responder and whether it has ever been judged are
/// two separate facts: a field can be edited for the first time, or again.
package struct FormField: Equatable, Sendable {
  package struct Configuration: Equatable, Sendable {
    /// What the field is called. It never goes away (A1).
    package var label = "" { didSet { hasUsualLabel = false } }
    /// Whether the label is the usual one: line mode, which has no placeholders, says more then.
    package internal(set) var hasUsualLabel = false
    /// The text that the empty field shows.
    package var placeholder: String { didSet { hasUsualPlaceholder = false } }
    /// Whether the placeholder is a usual one, and so no example of a text.
    package internal(set) var hasUsualPlaceholder = false
    /// The name of the field's value in the answer; `nil` if it is not in the answer, as with a confirm field.
    package var name: String?
    /// Whether the text is a secret: masked, never copied, kept in locked memory.
    package var isSecure = true
    /// Whether the person may show the text of a secure field.
    package var isRevealable = true
    /// Whether the text is cleared when editing begins (asks shouldClear).
    package var clearsOnBeginEditing = false
    /// Whether, when editing begins again, the first insertion or deletion clears the text first (E5).
    package var clearsOnInsertion = false
    /// Whether the character typed last is shown for a second or until the next key (E7).
    package var isPeeking = false
    package var isEnabled = true
    /// Whether the field is not there until it is shown.
    package var isHidden = false
    package var requirement = Requirement.nothing
    /// Whether that is validated while the person types (C2), instead of when the field loses the focus (A8, A9).
    package var isValidated = false
    /// What is said when the form was submitted while the field was empty; `nil` takes a sentence with the label (A15).
    package var emptyMessage: String?
    /// Whether the form can be submitted while the field is empty.
    package var isOptional = false
    /// Whether a new password has a confirm field.
    package var isConfirmed = false
    /// What that is called, and what it shows as long as it is empty; `nil` takes the usual texts.
    package var confirmLabel, confirmPlaceholder: String?
    /// The usual text of the latter in a form of its own.
    var usualConfirmPlaceholder: String?
    /// The most bytes of the text in UTF-8, 1 to 4,096. What would make it longer is refused as it is typed.
    package var maximumBytes = SecretText.defaultCapacity
    /// What stands below a confirm field while its text equals the other one; `nil` for nothing.
    package var equalMessage: String?
    /// The error of a confirm field whose text is another one; `nil` takes the usual one.
    package var unequalMessage: String?
    /// The text that the field starts with. A secure field starts empty.
    package var text = ""
    /// Whether a sign clears the text of a field that is not secure, while it is edited and has a text (D5; UIKit:
    /// `clearButtonMode`).
    package var hasClearSign = false
    /// What judges the text beside the requirement; `nil` for nothing. A secure field cannot have one.
    package var validator: FieldValidator?
    /// The error that stands under the field at the start, until the person changes the text.
    package var error: String?
    /// Whether the first letter of each word is raised to upper case as it is typed, unless the person takes that back (UIKit:
    /// `autocapitalizationType`).
    package var capitalizesWords = false

    /// Makes the configuration of a secure field with `placeholder`.
    package init(placeholder: String) { self.placeholder = placeholder }
  }

  package enum Requirement: Equatable, Sendable {
    case nothing
    /// Not empty, and more than white space.
    case presence
    /// An e-mail address. White space is refused as it is typed, and trimmed from the ends of what is pasted (UIKit:
    /// `keyboardType`).
    case email
    /// Not empty, and what the form asks of known passwords, which is nothing unless it is told so (C4).
    case knownPassword
    /// What the form's policy asks for. For the one password that is being chosen, to which panel and bars belong.
    case policy
    /// Not empty, and equal to the text of this field (A9).
    case equality(to: Int)

    /// Whether the error follows the rules for choosing a password (A8, A9), instead of the validation (C6).
    var isOfNewPassword: Bool {
      switch self {
      case .nothing, .presence, .email, .knownPassword: false
      case .policy, .equality: true
      }
    }
  }

  /// What a field is for. Everything else follows from it and an optional placeholder (reference behaviour, D1 to D3).
  package enum Kind: String, CaseIterable, Sendable {
    case text
    case name
    case email
    /// A password that exists already. It is asked for once.
    case password
    /// A password that is being chosen: with bars, panel and a confirm field.
    case newPassword = "new-password"

    /// The name of a field's value if no other is given.
    package var defaultName: String { self == .newPassword ? "new_password" : rawValue }
  }

  /// The field's number in its form (UIKit: `tag`).
  package let tag: Int
  package internal(set) var configuration: Configuration { didSet { changes &+= 1 } }
  /// Whether the field has the focus. It is drawn with a heavy, coloured border then, and else with a thin, dim one (D4).
  package private(set) var isFirstResponder = false
  /// Whether the person can work in the field. It begins as its configuration says.
  package internal(set) var isEnabled: Bool { didSet { changes &+= 1 } }
  /// Whether the field is not there: it is neither drawn nor asked, judged nor answered. It begins as its configuration says.
  package internal(set) var isHidden: Bool { didSet { changes &+= 1 } }
  var canHaveFocus: Bool { isEnabled && !isHidden }
  /// Whether the field has ever been judged. Once true, it stays true.
  package internal(set) var isJudged = false { didSet { changes &+= 1 } }
  package internal(set) var shape = TextShape() { didSet { changes &+= 1 } }
  /// How often anything was set that is drawn, the text included.
  private(set) var changes: UInt32 = 0
  package internal(set) var isShown = false { didSet { changes &+= 1 } }
  /// The cluster that is shown for a moment in a masked field (E7).
  package internal(set) var peek: Int? { didSet { changes &+= 1 } }
  /// Whether the next insertion or deletion clears the text first.
  private(set) var isArmedToClear = false
  /// Whether the verifier has refused the text as a new password, and the person has not touched it since: the next
  /// insertion or deletion replaces it.
  var isRefused = false
  /// Whether the verifier of the field has accepted the text that is there now.
  var isVerified = false
  /// Whether the person has changed the text, since the form last emptied it.
  var isEdited = false
  /// How the text compares with the one that it confirms.
  var match = TextMatch.equal { didSet { if match != oldValue { changes &+= 1 } } }
  /// Whether an error of the validation has ever been shown: from then on the error follows the validation (C6).
  var showsResult = false
  private var hasEnded = false
  var raisedLetters = RaisedLetters()
  package internal(set) var error: FieldError? { didSet { changes &+= 1 } }
  /// The way of the text to its result, if the field is validated.
  var validation: Validation? { didSet { isPending = validation?.isPending == true } }
  /// Whether something can come of the validation by itself; see ``Validation/isPending``.
  private(set) var isPending = false

  init(tag: Int, configuration: Configuration, validationDelay: Duration = .zero) {
    self.tag = tag
    self.configuration = configuration
    isShown = !configuration.isSecure
    (isEnabled, isHidden) = (configuration.isEnabled, configuration.isHidden)
    error = configuration.error.map { FieldError(cause: .program, message: $0) }
    guard configuration.isValidated || configuration.validator != nil else { return }
    let mayBeEmpty = configuration.isOptional || configuration.requirement == .nothing
    validation = Validation(debounce: validationDelay, startingWith: mayBeEmpty ? .success : .empty)
  }

  enum Sign { case reveal, clear }

  /// The sign of the field, if there is room for one.
  var sign: Sign? {
    if configuration.isSecure { return configuration.isRevealable ? .reveal : nil }
    return configuration.hasClearSign ? .clear : nil
  }

  /// The sign of the field as it is now: none where the field is disabled, and one that clears while the field has the focus
  /// and a text (D5).
  var presentSign: Sign? {
    if !isEnabled { return nil }
    return sign == .clear && !(isFirstResponder && shape.count > 0) ? nil : sign
  }

  mutating func becomeFirstResponder() {
    isFirstResponder = true
    isArmedToClear = isRefused || configuration.clearsOnInsertion && hasEnded
  }

  mutating func resignFirstResponder() {
    isFirstResponder = false
    isArmedToClear = false
    hasEnded = true
    peek = nil
  }

  mutating func disarm() { (isArmedToClear, isRefused) = (false, false) }

  mutating func liftRefusal() {
    if error?.cause == .refusal { error = nil }
    disarm()
  }

  /// Follows a change of the text by the person.
  mutating func textWasEdited() {
    isEdited = true
    if error?.cause == .program { error = nil }
  }

  /// Whether nothing may be said of the text before the field is left, since a sign for each key would tell the masked
  /// password letter by letter (A9).
  var hidesMatch: Bool { configuration.isSecure && !configuration.isRevealable }

  /// Whether the text was found wrong, and that is not shown yet (C6).
  var hidesResult: Bool {
    guard let validation, !showsResult, !configuration.requirement.isOfNewPassword else { return false }
    return validation.deadline == nil && validation.result.message != nil
  }

  var holdsKnownPassword: Bool { configuration.requirement == .knownPassword && !isHidden }

  var showsSecret: Bool { configuration.isSecure && isShown }

  /// The number of columns of cluster `index` as it is drawn; a mask sign takes one.
  func columns(ofCluster index: Int) -> Int {
    guard isShown || index == peek, index < shape.widths.count else { return 1 }
    return Int(shape.widths[index])
  }

  /// The number of columns of the clusters of `range` as they are drawn.
  func columns(of range: Range<Int>) -> Int {
    guard isShown || peek != nil else { return range.count }
    return range.reduce(0) { $0 + columns(ofCluster: $1) }
  }
}

/// An error under a field, and the cause that has to go before the error does.
package struct FieldError: Equatable, Sendable {
  /// What has to change before the error goes away.
  package enum Cause: Equatable, Sendable {
    /// Rule `number` of the policy fails.
    case rule(Int)
    case missing
    /// The confirm field differs from the new password.
    case differs
    /// The text was validated and is wrong; its next validation decides.
    case validation
    /// Something that was typed was not taken, so that the text is not the one that was meant; it stands until the person
    /// takes something out of the text, or replaces it.
    case loss
    /// The verifier refused the text; its next change, or the next run of the verifier, decides.
    case refusal
    /// The program set the error; it stands until the person changes the text, or the program removes it.
    case program
  }

  package var cause: Cause
  /// Whether the error is none that the form finds in the text, so that judging the text does not remove it.
  var isFromOutside: Bool { [.loss, .refusal, .program].contains(cause) }
  package var message: String
}

extension FormField.Configuration {
  /// Makes the configuration of a field that is validated as its kind asks for.
  /// `nil` takes the name and the placeholder of the kind.
  package init(
    _ kind: FormField.Kind, name: String? = nil, placeholder: String? = nil, texts: Texts = .english
  ) {
    let usual:
      (label: String, placeholder: String, emptyMessage: String?, requirement: FormField.Requirement) =
        switch kind {
        case .text: (texts("Text"), "", nil, .presence)
        case .name: (texts("Name"), texts("Enter your name..."), texts("Enter your name."), .presence)
        case .email: (texts("Email"), texts("Enter your email..."), texts("Enter your email."), .email)
        case .password:
          (
            texts("Password"), texts("Enter your password..."), Policy.Message.empty(texts).text,
            .knownPassword
          )
        case .newPassword:
          (
            texts("Enter password"), texts("Enter your password..."), Policy.Message.empty(texts).text,
            .policy
          )
        }
    self.init(placeholder: placeholder ?? usual.placeholder)
    self.name = name ?? kind.defaultName
    (label, emptyMessage, requirement) = (usual.label, usual.emptyMessage, usual.requirement)
    (hasUsualLabel, hasUsualPlaceholder) = (true, placeholder == nil)
    isSecure = kind == .password || kind == .newPassword
    isRevealable = isSecure
    hasClearSign = !isSecure
    isValidated = true
    isConfirmed = kind == .newPassword
    capitalizesWords = kind == .name
  }

  /// The configuration of the field that confirms field `number`, which has this configuration.
  func confirmation(of number: Int, _ texts: Texts) -> FormField.Configuration {
    var confirmation = self
    confirmation.label = confirmLabel ?? texts("Re-enter password")
    confirmation.placeholder =
      confirmPlaceholder ?? usualConfirmPlaceholder ?? texts("Re-enter password...")
    (confirmation.hasUsualLabel, confirmation.hasUsualPlaceholder) = (
      confirmLabel == nil, confirmPlaceholder == nil
    )
    confirmation.name = nil
    confirmation.emptyMessage = texts("Enter your password again.")
    confirmation.requirement = .equality(to: number)
    return confirmation
  }

  /// Whether the placeholder has the words of the label, without case, and so says nothing (A1).
  var placeholderRepeatsLabel: Bool {
    func words(_ text: String) -> [Substring] {
      text.lowercased().split { !$0.isLetter && !$0.isNumber }
    }
    return words(placeholder) == words(label)
  }

  /// Leaves out what the first key in the field would remove or bring: a sign, and a placeholder that says no more than
  /// the label.
  mutating func leaveOutWhatComesAndGoes() {
    hasClearSign = false
    if hasUsualPlaceholder { placeholder = "" }
  }

  /// The field that this one confirms, if it confirms one.
  package var confirmedField: Int? {
    if case .equality(let number) = requirement { number } else { nil }
  }
}

/// The outline of a field's text: enough to draw it, nothing of what it says. All counts are of grapheme clusters.
package struct TextShape: Equatable, Sendable {
  package var count = 0
  package var caret = 0
  /// The columns of each cluster, 1 or more, and 1 for those that are masked; empty while nothing of the text is
  /// shown. While one character is shown for a moment, only its width is there.
  package var widths: [UInt8] = []
}
