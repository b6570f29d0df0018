/// Every text of a form that a person can see, in one place, so that it can be translated. The texts of the contract
/// stand word for word.
///
/// The texts stand in groups, each by the place where they are shown.
public struct Catalogue: Equatable, Sendable {
  /// The texts of the classic rule (reference behaviour, A3 and A8).
  public var classic = Classic()
  /// The texts of the policies that follow a standard.
  public var standards = Standards()
  /// The texts of policies that follow a file pwquality.conf.
  public var pwquality = PWQuality()
  /// The labels of further policies, and of rules of the place.
  public var rules = Rules()
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
  /// What is said of a password that the form offers.
  public var offer = Offer()
  /// What is said where another program asks for something.
  public var askpass = Askpass()
  /// What the dialogs for gpg-agent say.
  public var passphrase = Passphrase()
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
    /// The sentence above the four classes.
    public var heading = Sentence(
      before: "Use at least ", emphasis: "3 of these 4", after: " criteria when setting your password:")
    /// The labels of the criteria of three classes, for other policies too.
    public var upper = "uppercase letter (A-Z)",
      lower = "lowercase letter (a-z)",
      digit = "digit (0-9)"
    /// The label of the criterion of special characters.
    public var special = "special character (e.g. !@#$%^)"
    /// The error of an empty password, for other policies too.
    public var empty = "Enter your password."
    /// The error of unmet criteria, which points at the panel, for other policies too.
    public var requirements = "Your password must meet the requirements below."
    /// The same error where there is little room.
    public var shortRequirements = "See the requirements below."
    /// The labels of these criteria and of the sentence where they stand side by side.
    public var shortLength = "8-32, no spaces",
      shortHeading = "3 of 4:",
      shortUpper = "A-Z",
      shortLower = "a-z",
      shortDigit = "0-9",
      shortSpecial = "!@#"
  }

  /// A sentence with one part set off.
  public struct Sentence: Equatable, Sendable {
    /// What stands before the part that is set off, that part, and what stands after it.
    public var before, emphasis, after: String

    /// Makes a sentence from its three parts.
    public init(before: String, emphasis: String, after: String) {
      self.before = before
      self.emphasis = emphasis
      self.after = after
    }

    /// The whole sentence.
    public var text: String { before + emphasis + after }
  }

  /// The texts of the policies that follow a standard.
  public struct Standards: Equatable, Sendable {
    /// The labels of the length criterion: of a password that is the only factor, and of one beside a second factor.
    public var length15 = "15 characters or more",
      length8 = "8 characters or more"
    /// The label of the criterion of lists.
    public var unlisted = "not a commonly used password"
    /// The labels of these criteria where they stand side by side.
    public var short15 = "15 or more",
      short8 = "8 or more",
      shortUnlisted = "not common"
    /// The label of the criterion of bytes: what stands before and after their number, and after it where criteria
    /// stand side by side.
    public var bytesBefore = "at most ",
      bytesAfter = " bytes (accented letters take more)",
      shortBytesAfter = " bytes"
    /// The error of a password that has more: what stands before and after the number.
    public var tooManyBytesBefore = "The password must have at most ",
      tooManyBytesAfter = " bytes."
    /// The error of a password that is in a list.
    public var listed = "This password is commonly used: choose another one."
    /// The same error where there is little room.
    public var shortListed = "Commonly used: choose another one."
    /// The error of any password where a list could not be read to its end.
    public var unreadableList = "A list of refused passwords cannot be read."
    /// The labels of the criterion of leaked passwords, in a line of its own and where criteria stand side by side.
    public var unleaked = "not in a list of leaked passwords",
      shortUnleaked = "not leaked"
    /// The error of a password that has leaked.
    public var leaked = "This password has leaked: choose another one."
    /// The same error where there is little room.
    public var shortLeaked = "Leaked: choose another one."
    /// The error of any password where the list of leaked passwords cannot be searched.
    public var unreadableLeaks = "The list of leaked passwords cannot be read."
    /// The error of a control character, which can come from a file only.
    public var controls = "Enter a password without control characters."
  }

  /// A reason: what is wrong, and what would help.
  public struct Reason: Equatable, Sendable {
    /// What is wrong, and what would help.
    public var fact, advice: String

    /// Makes a reason of its two parts.
    public init(_ fact: String, _ advice: String) {
      self.fact = fact
      self.advice = advice
    }

    /// The whole line.
    public var text: String { advice.isEmpty ? fact : "\(fact): \(advice)" }
  }

  /// Why a password is no stronger, and what would help.
  public struct Reasons: Equatable, Sendable {
    /// What the password is, or what is in it.
    public var common = Reason("A very common password", "choose one that nobody else has"),
      word = Reason("A word from the dictionary", "add two or three unrelated words"),
      substitution = Reason("A word with predictable letter swaps", "add unrelated words"),
      neighbours = Reason("Neighbouring keys", "add two or three unrelated words"),
      sequence = Reason("A sequence such as abc or 6543", "add unrelated words"),
      repetition = Reason("Repeats itself", "add two or three unrelated words"),
      date = Reason("A date or a year", "add two or three unrelated words"),
      personal = Reason("Contains your name, email or user name", "leave it out"),
      local = Reason("Contains a word that is easy to guess here", "leave it out"),
      old = Reason("Contains the old password", "leave it out")
    /// It could be longer: what stands before and after the number of characters in the advice.
    public var short = "Longer is better",
      shortBefore = "",
      shortAfter = " characters or more"
  }

  /// The texts of the bars.
  public struct Strength: Equatable, Sendable {
    /// The words beside the bars: one for each level, from the weakest on.
    public var levels = ["Too weak", "Could be stronger", "Strong password"]
    /// The word for the weakest level where that is accepted.
    public var weak = "Weak"
    /// The labels of the criterion of the level: of the strongest one, and of another (A14).
    public var veryHardToGuess = "very hard to guess",
      hardToGuess = "hard to guess"
    /// The same where criteria stand side by side.
    public var shortVeryHardToGuess = "very hard",
      shortHardToGuess = "hard"
    /// The error of a level below the least one asked for.
    public var tooLow = "Choose a stronger password."
    /// The word between the two numbers of the counter, as in "10 of 8-32".
    public var of = "of"
    /// Where there is no upper limit: between the number of characters and the least one.
    public var atLeast = ", at least "
  }

  /// The texts of the new-password form.
  public struct Form: Equatable, Sendable {
    /// The title.
    public var title = "Choose a new password"
    /// The labels of the two fields, in every form in which a password is chosen.
    public var newLabel = "Enter password",
      confirmLabel = "Re-enter password"
    /// Stands after the label of a field that may stay empty.
    public var optional = " (optional)"
    /// The placeholders of the two fields.
    public var newPlaceholder = "New password",
      confirmPlaceholder = "Re-enter new password"
    /// The button.
    public var button = "Set password"
    /// Beside the button: one field is in error, or what stands after the number of several (A15).
    public var oneNeedsAttention = "1 field needs attention",
      needAttention = " fields need attention"
    /// The errors of a confirm field: it is empty, or it differs.
    public var confirmEmpty = "Enter your password again.",
      confirmDiffers = "Passwords do not match."
    /// What standard error gets once the answer was written (A10).
    public var accepted = "Password accepted."
    /// The line after the form where a command took the password without an error (A10).
    public var changed = "Success: You have successfully changed your password."
    /// What a press on the sign of a secure field does: of a masked one, and of a shown one.
    public var show = "show",
      hide = "hide"
  }

  /// The texts of the forms for accounts and of forms of configured fields (reference behaviour, C and D).
  public struct Account: Equatable, Sendable {
    /// The title and the button of the form that asks for one password.
    public var askTitle = "Password required",
      askButton = "Continue"
    /// The title and the button of the form that changes a password.
    public var changeTitle = "Change password",
      changeButton = "Change password"
    /// The title and the button of the sign-in form.
    public var signInTitle = "Sign in",
      signInButton = "Sign in"
    /// The title and the button of the form that creates an account.
    public var signUpTitle = "Create account",
      signUpButton = "Create account"
    /// The title and the button of a form that was given none.
    public var title = "Fill in the form",
      button = "Submit"

    /// The labels of the kinds of fields (A1). A field with a name of its own has that name.
    public var textLabel = "Text",
      nameLabel = "Name",
      emailLabel = "Email",
      userLabel = "User name",
      passwordLabel = "Password",
      oldLabel = "Old password"
    /// The placeholders of the kinds of fields (D2), and of a confirm field.
    public var textPlaceholder = "Enter your text...",
      namePlaceholder = "Enter your name...",
      emailPlaceholder = "Enter your email...",
      userPlaceholder = "Enter your user name...",
      passwordPlaceholder = "Enter your password...",
      oldPlaceholder = "Old password",
      confirmPlaceholder = "Re-enter password..."

    /// The label of the criterion of length (C4).
    public var length = "8 characters or more"

    /// The errors of an empty field of the kinds name and email, and what stands before the label of another (A15).
    public var nameEmpty = "Enter your name.",
      emailEmpty = "Enter your email.",
      fillIn = "Fill in: "
    /// The error of an empty field for the old password.
    public var oldEmpty = "Enter your old password."
    /// The error of a text that is no e-mail address (C3).
    public var invalidEmail = "Invalid email address."
    /// The errors of a password that is too short, or lacks a class of characters (C4).
    public var tooShort = "The password must have at least 8 characters.",
      tooSimple = "The password must contain numbers, uppercase, lowercase and special characters."
    /// The label of the criterion that a new password is not a known one, and its error (C4).
    public var notOld = "not the old password",
      isOld = "Choose a password that is not the old one."
    /// The same where there is little room.
    public var shortNotOld = "not old",
      shortIsOld = "Choose one that is not the old one."
  }

  /// What is said of a password that is judged without a form.
  public struct Report: Equatable, Sendable {
    /// Stands before the labels of the criteria that are not met.
    public var unmet = "Not met: "
    /// Stands between two of these labels.
    public var separator = ", "
    /// Of some criteria that are not met, fewer would do: what stands before and after their number.
    public var someBefore = "at least ",
      someAfter = " of: "
    /// The last line where all that the rule asks for is there.
    public var accepted = "Accepted: the password meets the requirements"
    /// How long it takes to guess the password.
    public var times = Times()
    /// What the password is made of.
    public var parts = Parts()
    /// Whether the password has leaked.
    public var leaks = Leaks()
  }

  /// What a field says about input that it refuses.
  public struct Notices: Equatable, Sendable {
    /// Input that would make the text longer than a field holds.
    public var tooLong = "Not taken: a field holds 4,096 bytes"
    /// The same where a field holds less: what stands before the number of bytes, and between that and the most. Where
    /// the number is not known, what stands before and after the most.
    public var bytesBefore = "Not taken: ",
      bytesAtMost = " bytes, at most ",
      bytesMoreThan = "Not taken: more than ",
      bytesAfter = " bytes"
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
    /// In the key line: what a key does.
    public var next = "next", move = "move", accept = "accept", press = "press",
      cancel = "cancel", keys = "keys", close = "close", scroll = "scroll", read = "read"
    /// In the key line of a message that every key closes.
    public var anyKey = "Any key"

    /// In the key line, in the last seconds before the time limit: what stands before and after their number, and what
    /// follows where there is room. In a window without a key line the number stands with what follows it alone.
    public var endsBefore = "Ends in ",
      endsAfter = " s",
      anyKeyGoesOn = ": any key goes on"

    /// The title of the page of keys.
    public var title = "Keys"
    /// On the page of keys: what each key does.
    public var focusNext = "to the next field or the button",
      focusPrevious = "back to the one before",
      performReturn = "on to the next field; from the last one accept",
      toggleShown = "show or hide what is typed",
      cancelForm = "cancel",
      interrupt = "cancel, also from this page",
      moveBackward = "one character back",
      moveForward = "one character on",
      moveToStart = "to the start",
      moveToEnd = "to the end",
      moveWordBackward = "one word back (masked: to the start)",
      moveWordForward = "one word on (masked: to the end)",
      deleteBackward = "delete the character before the caret",
      deleteForward = "delete the character at the caret",
      deleteToStart = "delete to the start",
      deleteToEnd = "delete to the end",
      deleteWordBackward = "delete the word before (masked: to the start)",
      deleteWordForward = "delete the word after (masked: to the end)",
      transpose = "swap two characters",
      yank = "put back what was cut last, but no secret",
      offerPassword = "make a strong password for you",
      page = "read what the window is too small for",
      redraw = "draw the screen again",
      suspend = "suspend; what is typed stays, masked",
      showKeys = "this page, and back"
    /// On the page of keys of a form without fields: what two of them do there, and in other forms as well the letters.
    public var focusButton = "to the next button, and back",
      pressButton = "press the button",
      letter = "Alt-letter",
      pressLetter = "press the button with this letter underlined"
    /// On the page of keys: what two keys do that share a line.
    public var focusEither = "to the next field or button, and back",
      moveEither = "one character back, and on",
      moveToEither = "to the start, and to the end",
      moveWordEither = "one word back, and on; masked: to the ends",
      deleteToEither = "delete to the start, and to the end",
      deleteWordEither = "delete the word before, and after; masked: to the ends"
    /// The last line of the page of keys, and that of a form without fields.
    public var mouse = "Mouse: press a field, a sign or a button. Shift selects and pastes as ever.",
      mouseOnButtons = "Mouse: press a button. Shift selects and pastes as ever."
  }
}
