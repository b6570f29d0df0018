/// Every text of a form that a person can see, in one language.
///
/// The texts stand in groups, each by the place where they are shown. The English ones are those of the contract, word for
/// word, and the key to the others.
package struct Catalogue: Equatable, Sendable {
  private var texts: Texts

  /// Makes the catalogue of `texts`.
  package init(_ texts: Texts) { self.texts = texts }

  /// The English catalogue.
  package static let english = Catalogue(Texts())

  /// The catalogue in the language of the process.
  package static var ofProcess: Catalogue { Catalogue(.ofProcess) }

  /// The texts of the classic rule (reference behaviour, A3 and A8).
  package var classic: Classic { Classic(texts: texts) }
  /// The texts of the policies that follow a standard.
  package var standards: Standards { Standards(texts: texts) }
  /// The texts of policies that follow a file pwquality.conf.
  package var pwquality: PWQuality { PWQuality(texts: texts) }
  /// The labels of further policies, and of rules of the place.
  package var rules: Rules { Rules(texts: texts) }
  /// Why a password is no stronger.
  package var reasons: Reasons { Reasons(texts: texts) }
  /// The texts of the bars (B1, B4) and of a level that is too low.
  package var strength: Strength {
    get { Strength(texts: texts) }
    set { texts = newValue.texts }
  }
  /// The texts of the new-password form (A1, A9, A10).
  package var form: Form {
    get { Form(texts: texts) }
    set { texts = newValue.texts }
  }
  /// The texts of the forms for accounts (C and D).
  package var account: Account {
    get { Account(texts: texts) }
    set { texts = newValue.texts }
  }
  /// What is said of the verifier of a submission.
  package var verifier: Verifier { Verifier(texts: texts) }
  /// What is said of a password that the form offers.
  package var offer: Offer { Offer(texts: texts) }
  /// What is said where another program asks for something.
  package var askpass: Askpass { Askpass(texts: texts) }
  /// What the dialogs for gpg-agent say.
  package var passphrase: Passphrase { Passphrase(texts: texts) }
  /// What is said of a password that is judged without a form.
  package var report: Report { Report(texts: texts) }
  /// What a field says about input that it refuses.
  package var notices: Notices { Notices(texts: texts) }
  /// What is said where a form is printed line by line.
  package var lines: Lines { Lines(texts: texts) }
  /// The words of the key line and of the page of keys.
  package var keys: Keys { Keys(texts: texts) }

  /// The texts of the classic rule.
  package struct Classic: Equatable, Sendable {
    var texts: Texts

    /// The label of the length criterion.
    package var length: String { texts("8-32 characters (no spaces)") }
    /// The sentence above the four classes.
    package var heading: Sentence {
      // translators: What stands between the asterisks is set off.
      Sentence(texts("Use at least *3 of these 4* criteria when setting your password:"))
    }
    /// The labels of the criteria of three classes, for other policies too.
    package var upper: String { texts("uppercase letter (A-Z)") }
    package var lower: String { texts("lowercase letter (a-z)") }
    package var digit: String { texts("digit (0-9)") }
    /// The label of the criterion of special characters.
    package var special: String { texts("special character (e.g. !@#$%^)") }
    /// The error of an empty password, for other policies too.
    package var empty: String { texts("Enter your password.") }
    /// The error of unmet criteria, which points at the panel, for other policies too.
    package var requirements: String { texts("Your password must meet the requirements below.") }
    /// The same error where there is little room.
    package var shortRequirements: String { texts("See the requirements below.") }
    /// The labels of these criteria and of the sentence where they stand side by side.
    package var shortLength: String { texts("8-32, no spaces") }
    package var shortHeading: String { texts("3 of 4:") }
    package var shortUpper: String { texts("A-Z") }
    package var shortLower: String { texts("a-z") }
    package var shortDigit: String { texts("0-9") }
    package var shortSpecial: String { texts("!@#") }
  }

  /// A sentence with one part set off.
  package struct Sentence: Equatable, Sendable {
    /// What stands before the part that is set off, that part, and what stands after it.
    package var before, emphasis, after: String

    /// Makes a sentence in which the part between the first two asterisks is set off.
    package init(_ text: String) {
      let parts = text.split(separator: "*", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      before = parts[0]
      emphasis = parts.count > 1 ? parts[1] : ""
      after = parts.count > 2 ? parts[2] : ""
    }

    /// The whole sentence.
    package var text: String { before + emphasis + after }
  }

  /// The texts of the policies that follow a standard.
  package struct Standards: Equatable, Sendable {
    var texts: Texts

    /// The labels of the length criterion: of a password that is the only factor, and of one beside a second factor.
    package var length15: String { texts("15 characters or more") }
    package var length8: String { texts("8 characters or more") }
    /// The label of the criterion of lists.
    package var unlisted: String { texts("not a commonly used password") }
    /// The labels of these criteria where they stand side by side.
    package var short15: String { texts("15 or more") }
    package var short8: String { texts("8 or more") }
    package var shortUnlisted: String { texts("not common") }
    /// The label of the criterion of bytes, in a line of its own and where criteria stand side by side.
    package func bytes(_ most: Int) -> String {
      texts("at most {count} bytes (accented letters take more)", ["count": "\(most)"])
    }
    package func shortBytes(_ most: Int) -> String { texts("at most {count} bytes", ["count": "\(most)"]) }
    /// The error of a password that has more.
    package func tooManyBytes(_ most: Int) -> String {
      texts("The password must have at most {count} bytes.", ["count": "\(most)"])
    }
    /// The error of a password that is in a list.
    package var listed: String { texts("This password is commonly used: choose another one.") }
    /// The same error where there is little room.
    package var shortListed: String { texts("Commonly used: choose another one.") }
    /// The error of any password where a list could not be read to its end.
    package var unreadableList: String { texts("A list of refused passwords cannot be read.") }
    /// The labels of the criterion of leaked passwords, in a line of its own and where criteria stand side by side.
    package var unleaked: String { texts("not in a list of leaked passwords") }
    package var shortUnleaked: String { texts("not leaked") }
    /// The error of a password that has leaked.
    package var leaked: String { texts("This password has leaked: choose another one.") }
    /// The same error where there is little room.
    package var shortLeaked: String { texts("Leaked: choose another one.") }
    /// The error of any password where the list of leaked passwords cannot be searched.
    package var unreadableLeaks: String { texts("The list of leaked passwords cannot be read.") }
    /// The error of a control character, which can come from a file only.
    package var controls: String { texts("Enter a password without control characters.") }
  }

  /// A reason: what is wrong, and what would help.
  package struct Reason: Equatable, Sendable {
    /// What is wrong, and what would help.
    package let fact, advice: String
    /// The whole line.
    package let text: String

    /// The reason without its advice.
    package var withoutAdvice: Reason { Reason(fact: fact) }

    private init(fact: String) { (self.fact, advice, text) = (fact, "", fact) }

    /// Makes a reason of its two parts.
    fileprivate init(_ fact: String, _ advice: String, _ texts: Texts) {
      self.fact = fact
      self.advice = advice
      // translators: Why a password is weak, and what would help.
      text = texts("{fact}: {advice}", ["fact": fact, "advice": advice])
    }
  }

  /// Why a password is no stronger, and what would help.
  package struct Reasons: Equatable, Sendable {
    var texts: Texts

    /// What the password is, or what is in it.
    package var common: Reason {
      reason(texts("A very common password"), texts("choose one that nobody else has"))
    }
    package var word: Reason {
      reason(texts("A word from the dictionary"), texts("add two or three unrelated words"))
    }
    package var substitution: Reason {
      reason(texts("A word with predictable letter swaps"), texts("add unrelated words"))
    }
    package var neighbours: Reason {
      reason(texts("Neighbouring keys"), texts("add two or three unrelated words"))
    }
    package var sequence: Reason {
      reason(texts("A sequence such as abc or 6543"), texts("add unrelated words"))
    }
    package var repetition: Reason {
      reason(texts("Repeats itself"), texts("add two or three unrelated words"))
    }
    package var date: Reason {
      reason(texts("A date or a year"), texts("add two or three unrelated words"))
    }
    package var personal: Reason {
      reason(texts("Contains your name, email or user name"), texts("leave it out"))
    }
    package var local: Reason {
      reason(texts("Contains a word that is easy to guess here"), texts("leave it out"))
    }
    package var old: Reason {
      reason(texts("Contains the old password"), texts("leave it out"))
    }
    /// It could be longer, with the number of characters as the advice.
    package func short(_ recommended: Int) -> Reason {
      Reason(
        texts("Longer is better"), texts("{count} characters or more", ["count": "\(recommended)"]), texts)
    }

    private func reason(_ fact: String, _ advice: String) -> Reason {
      Reason(fact, advice, texts)
    }
  }

  /// The texts of the bars.
  package struct Strength: Equatable, Sendable {
    var texts: Texts

    /// The words beside the bars: one for each level, from the weakest on.
    package var levels: [String] {
      [texts("Too weak"), texts("Could be stronger"), texts("Strong password")]
    }
    /// Says `words` at the highest level from now on.
    package mutating func sayStrong(_ words: String) { texts.replace("Strong password", with: words) }
    /// The word for the weakest level where that is accepted.
    package var weak: String { texts("Weak") }
    /// The labels of the criterion of the level: of the strongest one, and of another (A14).
    package var veryHardToGuess: String { texts("very hard to guess") }
    package var hardToGuess: String { texts("hard to guess") }
    /// The same where criteria stand side by side.
    package var shortVeryHardToGuess: String { texts("very hard") }
    package var shortHardToGuess: String { texts("hard") }
    /// The error of a level below the least one asked for.
    package var tooLow: String { texts("Choose a stronger password.") }
    /// How many characters there are, and how many there have to be.
    package func counter(_ count: Int, of range: ClosedRange<Int>) -> String {
      let (count, least, most) = ("\(count)", "\(range.lowerBound)", "\(range.upperBound)")
      return range.upperBound == .max
        ? texts("{count}, at least {least}", ["count": count, "least": least])
        : texts("{count} of {least}-{most}", ["count": count, "least": least, "most": most])
    }
  }

  /// The texts of the new-password form.
  package struct Form: Equatable, Sendable {
    var texts: Texts

    /// The title.
    package var title: String { texts("Choose a new password") }
    /// The labels of the two fields, in every form in which a password is chosen.
    package var newLabel: String {
      get { texts("Enter password") }
      set { texts.replace("Enter password", with: newValue) }
    }
    package var confirmLabel: String {
      get { texts("Re-enter password") }
      set { texts.replace("Re-enter password", with: newValue) }
    }
    /// The label of a field that may stay empty.
    package func optional(_ label: String) -> String { texts("{label} (optional)", ["label": label]) }
    /// Says nothing of that from now on.
    package mutating func leaveOptionalUnsaid() { texts.replace("{label} (optional)", with: "{label}") }
    /// Whether it is said.
    package var saysOptional: Bool { texts.replacement(of: "{label} (optional)") == nil }
    /// The placeholders of the two fields.
    package var newPlaceholder: String { texts("New password") }
    package var confirmPlaceholder: String { texts("Re-enter new password") }
    /// The button.
    package var button: String {
      get { texts("Set password") }
      set { texts.replace("Set password", with: newValue) }
    }
    /// Which of several fields has the focus, where the form is scrolled (A13).
    package func place(_ number: Int, of count: Int) -> String {
      texts("{number} of {count}", ["number": "\(number)", "count": "\(count)"])
    }
    /// Beside the button: so many fields are in error (A15).
    package func needsAttention(_ count: Int) -> String {
      texts.plural("{count} field needs attention", "{count} fields need attention", count)
    }
    /// The errors of a confirm field: it is empty, or it differs.
    package var confirmEmpty: String { texts("Enter your password again.") }
    package var confirmDiffers: String {
      get { texts("Passwords do not match.") }
      set { texts.replace("Passwords do not match.", with: newValue) }
    }
    /// What standard error gets once the answer was written (A10).
    package var accepted: String { texts("Password accepted.") }
    /// The line after the form where a command took the password without an error (A10).
    package var changed: String { texts("Success: You have successfully changed your password.") }
    /// What a press on the sign of a secure field does: of a masked one, and of a shown one.
    package var show: String { texts("show") }
    package var hide: String { texts("hide") }
  }

  /// The texts of the forms for accounts and of forms of configured fields (reference behaviour, C and D).
  package struct Account: Equatable, Sendable {
    var texts: Texts

    /// The title and the button of the form that asks for one password.
    package var askTitle: String { texts("Password required") }
    package var askButton: String { texts("Continue") }
    /// The title and the button of the form that changes a password.
    package var changeTitle: String { texts("Change password") }
    package var changeButton: String { texts("Change password") }
    /// The title and the button of the sign-in form.
    package var signInTitle: String { texts("Sign in") }
    package var signInButton: String { texts("Sign in") }
    /// The title and the button of the form that creates an account.
    package var signUpTitle: String { texts("Create account") }
    package var signUpButton: String { texts("Create account") }
    /// The title and the button of a form that was given none.
    package var title: String { texts("Fill in the form") }
    package var button: String { texts("Submit") }

    /// The labels of the kinds of fields (A1). A field with a name of its own has that name.
    package var textLabel: String { texts("Text") }
    package var nameLabel: String { texts("Name") }
    package var emailLabel: String { texts("Email") }
    package var userLabel: String { texts("User name") }
    package var passwordLabel: String { texts("Password") }
    package var oldLabel: String { texts("Old password") }
    /// The placeholders of the kinds of fields (D2), and of a confirm field.
    package var textPlaceholder: String { texts("Enter your text...") }
    package var namePlaceholder: String { texts("Enter your name...") }
    package var emailPlaceholder: String { texts("Enter your email...") }
    package var userPlaceholder: String { texts("Enter your user name...") }
    package var passwordPlaceholder: String { texts("Enter your password...") }
    package var oldPlaceholder: String { texts("Old password") }
    package var confirmPlaceholder: String {
      get { texts("Re-enter password...") }
      set { texts.replace("Re-enter password...", with: newValue) }
    }

    /// The label of the criterion of length (C4).
    package var length: String { texts("8 characters or more") }

    /// The errors of an empty field of the kinds name and email, and of another (A15).
    package var nameEmpty: String { texts("Enter your name.") }
    package var emailEmpty: String { texts("Enter your email.") }
    package func fillIn(_ label: String) -> String { texts("Fill in: {label}", ["label": label]) }
    /// The error of an empty field for the old password.
    package var oldEmpty: String { texts("Enter your old password.") }
    /// The error of a text that is no e-mail address (C3).
    package var invalidEmail: String { texts("Invalid email address.") }
    /// The errors of a password that is too short, or lacks a class of characters (C4).
    package var tooShort: String { texts("The password must have at least 8 characters.") }
    package var tooSimple: String {
      texts("The password must contain numbers, uppercase, lowercase and special characters.")
    }
    /// The label of the criterion that a new password is not a known one, and its error (C4).
    package var notOld: String { texts("not the old password") }
    package var isOld: String { texts("Choose a password that is not the old one.") }
    /// The same where there is little room.
    package var shortNotOld: String { texts("not old") }
    package var shortIsOld: String { texts("Choose one that is not the old one.") }
  }

  /// What is said of a password that is judged without a form.
  package struct Report: Equatable, Sendable {
    var texts: Texts

    /// The criteria that are not met.
    package func unmet(_ labels: [String]) -> String {
      texts("Not met: {criteria}", ["criteria": list(labels)])
    }
    /// Some of them, one after the other.
    package func list(_ labels: [String]) -> String { labels.joined(separator: texts.context("list", ", ")) }
    /// Of some criteria that are not met, so many would do.
    package func some(_ least: Int, of labels: [String]) -> String {
      texts("at least {count} of: {criteria}", ["count": "\(least)", "criteria": list(labels)])
    }
    /// The last line where all that the rule asks for is there.
    package var accepted: String { texts("Accepted: the password meets the requirements") }
    /// How long it takes to guess the password.
    package var times: Times { Times(texts: texts) }
    /// What the password is made of.
    package var parts: Parts { Parts(texts: texts) }
    /// Whether the password has leaked.
    package var leaks: Leaks { Leaks(texts: texts) }
  }

  /// What a field says about input that it refuses.
  package struct Notices: Equatable, Sendable {
    var texts: Texts

    /// Input that would make the text longer than a field holds.
    package var tooLong: String { texts("Not taken: a field holds 4,096 bytes") }
    /// The same where a field holds `most` bytes, with the number of bytes where it is known.
    package func tooLong(_ count: Int?, most: Int) -> String {
      count.map {
        texts("Not taken: {count} bytes, at most {most}", ["count": "\($0)", "most": "\(most)"])
      } ?? texts("Not taken: more than {most} bytes", ["most": "\(most)"])
    }
    /// A paste with a control character in it.
    package var pasteControl: String { texts("Not pasted: it holds a control character") }
    /// A paste of which the end did not come.
    package var pasteIncomplete: String { texts("Not pasted: its end did not arrive") }
    /// Bytes that are no text in the locale's character set.
    package var notText: String { texts("Not taken: not a character of this terminal's encoding") }
    /// A character beyond ASCII where the locale's character set is missing.
    package var noCharacterSet: String { texts("Not taken: only ASCII works in this locale") }
    /// White space in a field that takes none.
    package var whiteSpace: String { texts("Not taken: an email address has no spaces") }
    /// The terminal's modes were changed by another program.
    package var disturbed: String { texts("Another program changed the terminal; the form was drawn again") }
  }

  /// The words of the key line and of the page of keys.
  package struct Keys: Equatable, Sendable {
    var texts: Texts

    /// In the key line: what a key does.
    package var next: String { texts("next") }
    package var move: String { texts("move") }
    package var accept: String { texts("accept") }
    package var press: String { texts("press") }
    package var cancel: String { texts("cancel") }
    package var keys: String { texts("keys") }
    package var close: String { texts("close") }
    package var scroll: String { texts("scroll") }
    package var read: String { texts("read") }
    /// The names of keys.
    package var enter: String { texts.context("key", "Enter") }
    package var tab: String { texts.context("key", "Tab") }
    package var backspace: String { texts.context("key", "Backspace") }
    package var delete: String { texts.context("key", "Del") }
    package var escape: String { texts.context("key", "Esc") }
    package var home: String { texts.context("key", "Home") }
    package var end: String { texts.context("key", "End") }
    package var pageUp: String { texts.context("key", "PgUp") }
    package var pageDown: String { texts.context("key", "PgDn") }
    package var insert: String { texts.context("key", "Ins") }
    /// The names of keys that have no sign.
    package var shiftTab: String { texts.context("key", "Shift-Tab") }
    package var left: String { texts.context("key", "Left") }
    package var right: String { texts.context("key", "Right") }
    package var up: String { texts.context("key", "Up") }
    package var down: String { texts.context("key", "Down") }
    package func alt(_ key: String) -> String { texts("Alt-{key}", ["key": key]) }
    package func control(_ key: String) -> String { texts("Ctrl-{key}", ["key": key]) }
    /// In the key line of a message that every key closes.
    package var anyKey: String { texts("Any key") }

    /// In the key line, in the last seconds before the time limit: as there is room. In a window without a key line the
    /// number stands with its unit alone.
    package func ends(_ seconds: Int) -> String { texts("Ends in {count} s", ["count": "\(seconds)"]) }
    package func endsUnlessKey(_ seconds: Int) -> String {
      texts("Ends in {count} s: any key goes on", ["count": "\(seconds)"])
    }
    package func seconds(_ seconds: Int) -> String { texts("{count} s", ["count": "\(seconds)"]) }

    /// The title of the page of keys.
    package var title: String { texts("Keys") }
    /// On the page of keys: what each key does.
    package var focusNext: String { texts("to the next field or the button") }
    package var focusPrevious: String { texts("back to the one before") }
    package var performReturn: String { texts("on to the next field; from the last one accept") }
    package var toggleShown: String { texts("show or hide what is typed") }
    package var cancelForm: String { texts.context("page of keys", "cancel") }
    package var interrupt: String { texts("stop, also from this page") }
    package var moveBackward: String { texts("one character back") }
    package var moveForward: String { texts("one character on") }
    package var moveToStart: String { texts("to the start") }
    package var moveToEnd: String { texts("to the end") }
    package var moveWordBackward: String { texts("one word back (masked: to the start)") }
    package var moveWordForward: String { texts("one word on (masked: to the end)") }
    package var deleteBackward: String { texts("delete the character before the caret") }
    package var deleteForward: String { texts("delete the character at the caret") }
    package var deleteToStart: String { texts("delete to the start") }
    package var deleteToEnd: String { texts("delete to the end") }
    package var deleteWordBackward: String { texts("delete the word before (masked: to the start)") }
    package var deleteWordForward: String { texts("delete the word after (masked: to the end)") }
    package var transpose: String { texts("swap two characters") }
    package var yank: String { texts("put back what was cut last, but no secret") }
    package var offerPassword: String { texts("make a strong password for you") }
    package var page: String { texts("read what the window is too small for") }
    package var redraw: String { texts("draw the screen again") }
    package var suspend: String { texts("suspend; what is typed stays, masked") }
    package var showKeys: String { texts("this page, and back") }
    /// On the page of keys of a form without fields: what two of them do there, and in other forms as well the letters.
    package var focusButton: String { texts("to the next button, and back") }
    package var pressButton: String { texts("press the button") }
    package var letter: String { texts("Alt-letter") }
    package var pressLetter: String { texts("press the button with this letter underlined") }
    /// On the page of keys: what two keys do that share a line.
    package var focusEither: String { texts("to the next field or button, and back") }
    package var moveEither: String { texts("one character back, and on") }
    package var moveToEither: String { texts("to the start, and to the end") }
    package var moveWordEither: String { texts("one word back, and on; masked: to the ends") }
    package var deleteToEither: String { texts("delete to the start, and to the end") }
    package var deleteWordEither: String { texts("delete the word before, and after; masked: to the ends") }
    /// The last line of the page of keys, and that of a form without fields.
    package var mouse: String {
      texts("Mouse: press a field, a sign or a button. Shift selects and pastes as ever.")
    }
    package var mouseOnButtons: String { texts("Mouse: press a button. Shift selects and pastes as ever.") }
  }
}
