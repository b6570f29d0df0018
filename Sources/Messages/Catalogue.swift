/// Every text that a person can see, in one place, so that it can be translated.
///
/// The texts of the contract stand word for word. Nothing but a catalogue holds user-visible text of a form.
public struct Catalogue: Equatable, Sendable {
  /// The texts of the classic rule (reference behaviour, A3 and A8).
  public var classic = Classic()
  /// The texts of the policies that follow a standard.
  public var standards = Standards()
  /// Why a password is no stronger.
  public var reasons = Reasons()
  /// The texts of the bars (B1, B4) and of a level that is too low.
  public var strength = Strength()
  /// The texts of the new-password form (A1, A9, A10).
  public var form = Form()
  /// The texts of the forms for accounts (C and D).
  public var account = Account()
  /// What is said of the verifier of a submission.
  public var verifier = Verifier()
  /// What is said of a password that is judged without a form.
  public var report = Report()
  /// What a field says about input that it refuses.
  public var notices = Notices()
  /// The words of the key line and of the page of keys.
  public var keys = Keys()

  /// Makes the English catalogue.
  public init() {}

  /// The English catalogue.
  public static let english = Catalogue()

  /// The texts of the classic rule.
  public struct Classic: Equatable, Sendable {
    /// The label of the length criterion.
    public var length = "8-32 characters (no spaces)"
    /// The sentence above the four classes: what comes before, the part that is set off, and what comes after.
    public var heading = Sentence(
      before: "Use at least ", emphasis: "3 of these 4", after: " criteria when setting your password:")
    /// The label of the upper-case criterion.
    public var upper = "uppercase letter (A-Z)"
    /// The label of the lower-case criterion.
    public var lower = "lowercase letter (a-z)"
    /// The label of the digit criterion.
    public var digit = "digit (0-9)"
    /// The label of the criterion of special characters.
    public var special = #"special character (.,@:?!()$\/#)"#
    /// The error of an empty password.
    public var empty = "Enter your password"
    /// The error of a character that the rule does not accept.
    public var outside = #"Enter valid special chars (.,@:?!()$\/#) with no spaces"#
    /// The error of unmet criteria.
    public var requirements = "Your password must meet the requirements below"
  }

  /// A sentence with one part set off.
  public struct Sentence: Equatable, Sendable {
    /// What stands before the part that is set off.
    public var before: String
    /// The part that is set off.
    public var emphasis: String
    /// What stands after it.
    public var after: String

    /// Makes a sentence from its three parts.
    public init(before: String, emphasis: String, after: String) {
      self.before = before
      self.emphasis = emphasis
      self.after = after
    }
  }

  /// The texts of the bars.
  public struct Strength: Equatable, Sendable {
    /// The words beside the bars at the level weak.
    public var weak = "Too weak"
    /// The words beside the bars at the level medium.
    public var medium = "Could be stronger"
    /// The words beside the bars at the level strong.
    public var strong = "Strong password"
    /// The error of a level below the least one asked for.
    public var tooLow = "Choose a stronger password"
    /// The word between the two numbers of the counter, as in "14 of 32".
    public var of = "of"
  }

  /// The texts of the new-password form.
  public struct Form: Equatable, Sendable {
    /// The title.
    public var title = "Choose a new password"
    /// The caption above the field.
    public var caption = "ENTER PASSWORD"
    /// The placeholder of the first field.
    public var newPlaceholder = "New password"
    /// The placeholder of the confirm field.
    public var confirmPlaceholder = "Re-enter new password"
    /// The button.
    public var button = "Reset password"
    /// The error of an empty confirm field.
    public var confirmEmpty = "Enter your password."
    /// The error of a confirm field that differs.
    public var confirmDiffers = "Passwords do not match."
    /// What standard error gets when the form was accepted.
    public var success = "Success: You have successfully changed your password."
    /// The word beside the sign of a masked field: what pressing does.
    public var show = "show"
    /// The word beside the sign of a shown field.
    public var hide = "hide"
  }

  /// What a field says about input that it refuses.
  public struct Notices: Equatable, Sendable {
    /// Input that would make the text longer than a field holds.
    public var tooLong = "Not taken: a field holds 4,096 bytes"
    /// A paste with a control character in it.
    public var pasteControl = "Not pasted: it holds a control character"
    /// A paste of which the end did not come.
    public var pasteIncomplete = "Not pasted: its end did not arrive"
    /// Bytes that are no text in the locale's character set.
    public var notText = "Not taken: not valid text in this locale"
    /// A character beyond ASCII where the locale's character set is missing.
    public var noCharacterSet = "Not taken: only ASCII works in this locale"
    /// White space in a field that takes none.
    public var whiteSpace = "Not taken: an email address has no spaces"
    /// The terminal's modes were changed by another program.
    public var disturbed = "Another program changed the terminal; the form was drawn again"
  }

  /// The words of the key line and of the page of keys.
  public struct Keys: Equatable, Sendable {
    /// The title of the page of keys.
    public var title = "Keys"
    /// In the key line: moves on.
    public var next = "next"
    /// In the key line: moves back.
    public var back = "back"
    /// In the key line: clears the text up to the caret.
    public var clear = "clear"
    /// In the key line: accepts the form.
    public var accept = "accept"
    /// In the key line: cancels the form.
    public var cancel = "cancel"
    /// In the key line: shows the page of keys.
    public var keys = "keys"
    /// In the key line: closes the page of keys.
    public var close = "close"
    /// In the key line: scrolls the page of keys.
    public var scroll = "scroll"
    /// In the key line: presses the button.
    public var press = "press"

    /// On the page of keys: what each key does.
    public var focusNext = "to the next field or the button"
    /// Back round the ring.
    public var focusPrevious = "back to the one before"
    /// Return.
    public var performReturn = "on to the next field; from the last one accept"
    /// The sign.
    public var toggleShown = "show or hide what is typed"
    /// Esc.
    public var cancelForm = "cancel"
    /// Control-C.
    public var interrupt = "cancel, also from this page"
    /// One cluster back.
    public var moveBackward = "one character back"
    /// One cluster on.
    public var moveForward = "one character on"
    /// To the start.
    public var moveToStart = "to the start"
    /// To the end.
    public var moveToEnd = "to the end"
    /// A word back.
    public var moveWordBackward = "one word back (masked: to the start)"
    /// A word on.
    public var moveWordForward = "one word on (masked: to the end)"
    /// Deletes the cluster before the caret.
    public var deleteBackward = "delete the character before the caret"
    /// Deletes the cluster at the caret.
    public var deleteForward = "delete the character at the caret"
    /// Deletes to the start.
    public var deleteToStart = "delete to the start"
    /// Deletes to the end.
    public var deleteToEnd = "delete to the end"
    /// Deletes a word back.
    public var deleteWordBackward = "delete the word before (masked: to the start)"
    /// Deletes a word on.
    public var deleteWordForward = "delete the word after (masked: to the end)"
    /// Swaps two clusters.
    public var transpose = "swap two characters"
    /// Tab and back.
    public var focusEither = "to the next field or the button, and back"
    /// One cluster back and on.
    public var moveEither = "one character back, and on"
    /// To the start and the end.
    public var moveToEither = "to the start, and to the end"
    /// A word back and on.
    public var moveWordEither = "one word back, and on; masked: to the ends"
    /// Deletes to the start and the end.
    public var deleteToEither = "delete to the start, and to the end"
    /// Deletes a word back and on.
    public var deleteWordEither = "delete the word before, and after; masked: to the ends"
    /// Scrolls.
    public var page = "read what the window is too small for"
    /// Paints anew.
    public var redraw = "draw the screen anew"
    /// Suspends.
    public var suspend = "suspend; what is typed stays, masked"
    /// The page of keys.
    public var showKeys = "this page, and back"
    /// The mouse.
    public var mouse = "Mouse: press a field, a sign or the button. Shift selects and pastes as ever."
  }
}

extension Catalogue.Sentence {
  /// The whole sentence.
  public var text: String { before + emphasis + after }
}
