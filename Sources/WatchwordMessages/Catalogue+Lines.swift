extension Catalogue {
  /// What is said where a form is printed line by line. These texts stand in sentences, so that they are texts of their
  /// own: another language may write the same word with a capital letter here and with a small one there.
  package struct Lines: Equatable, Sendable {
    var texts: Texts

    // How sentences are made.

    /// `text` with a full stop behind it, unless it ends in a sign of its own.
    package func sentence(_ text: String) -> String {
      guard let last = text.unicodeScalars.last, last.properties.generalCategory != .otherPunctuation else {
        return text
      }
      // translators: A text that becomes a sentence.
      return texts("{text}.", ["text": text])
    }
    /// One sentence behind the other.
    package func sentences(_ all: [String]) -> String {
      guard let first = all.first else { return "" }
      // translators: Two sentences, one behind the other.
      return all.dropFirst().reduce(first) { texts("{sentence} {next}", ["sentence": $0, "next": $1]) }
    }

    // Before the first question.

    /// What is said of typing, where all is secret, and where only passwords are.
    package var isUnseen: String { texts("What you type is not shown.") }
    package var passwordsAreUnseen: String { texts("Passwords are not shown as you type them.") }
    /// Which keys there are, with and without a new password.
    // translators: "?" is what is typed.
    package var helpAndCancel: String { texts("? lists the rules, Ctrl-C stops.") }
    package var cancel: String { texts("Ctrl-C stops.") }
    /// The time limit, in whole seconds and in others.
    package func limit(_ seconds: Int) -> String {
      texts.plural(
        "This ends after {count} second without an answer.",
        "This ends after {count} seconds without an answer.",
        seconds)
    }
    package func limit(_ time: String) -> String {
      texts("This ends after {time} seconds without an answer.", ["time": time])
    }
    package func endsIn(_ seconds: Int) -> String {
      texts.plural(
        "This ends in {count} second without an answer.", "This ends in {count} seconds without an answer.",
        seconds)
    }

    // Questions.

    /// The names of the fields for a new password, unless the caller has given them others.
    package var newPassword: String { texts.replacement(of: "Enter password") ?? texts("New password") }
    package var newPasswordAgain: String {
      texts.replacement(of: "Re-enter password") ?? texts("New password again")
    }
    /// A question for a field: with nothing, with its value or an example, and where it may stay empty.
    package func question(_ label: String) -> String { texts("{label}:", ["label": label]) }
    package func question(_ label: String, value: String) -> String {
      // translators: The value is what the field has now, and Enter alone keeps it.
      texts("{label} [{value}]:", ["label": label, "value": value])
    }
    package func question(_ label: String, example: String) -> String {
      texts("{label} ({example}):", ["label": label, "example": example])
    }
    package func optionalQuestion(_ label: String) -> String {
      // translators: The label ends in "(optional)".
      texts("{label}, Enter for none:", ["label": label])
    }
    package var differ: String {
      // translators: n is the letter of "no", see "n".
      texts("The two differ. Enter for another try at the second one, n to begin with the first:")
    }
    package func retry(_ button: String) -> String {
      texts("{button}: Enter for another try, n to begin with the first question:", ["button": button])
    }

    /// A question that is answered by one of several words, and one that has a single answer.
    package func choice(_ words: [String]) -> String {
      // translators: The words are those that are typed, as in "Yes, No?".
      texts("{words}?", ["words": list(words)])
    }
    package func close(_ button: String) -> String { texts("Enter for {button}:", ["button": button]) }

    // What came of a line.

    /// Stands where a verifier or a list of leaked passwords takes longer than a moment.
    package var checking: String { texts("This is being checked.") }

    package var notAccepted: String { texts("Not accepted.") }
    package func missing(_ what: String) -> String { texts("Missing: {what}.", ["what": what]) }
    package func notMet(_ what: String) -> String { texts("Not met: {what}.", ["what": what]) }
    /// What lacks, one of several where any of them would do.
    package func any(of all: [String]) -> String {
      guard let last = all.last, all.count > 1 else { return all.first ?? "" }
      return texts(
        "{several} or {one}",
        ["several": list(Array(all.dropLast())), "one": last])
    }
    private func list(_ all: [String]) -> String { Catalogue.Report(texts: texts).list(all) }
    package func several(_ count: Int, of all: [String]) -> String {
      texts(
        "any {count} of {all}", ["count": String(count), "all": list(all)])
    }
    package var separator: String { texts("; ") }
    package var upper: String { texts("an uppercase letter") }
    package var lower: String { texts("a lowercase letter") }
    package var digit: String { texts("a digit") }
    package var special: String { texts("a special character") }
    package var specialOrSpace: String { texts("a special character or a space") }
    /// Of a password that is too weak, and of one that is not strong enough: why, and what would help.
    package var chooseStronger: String { texts("Too weak: choose a stronger password.") }
    package func tooWeak(_ fact: String, _ advice: String) -> String {
      texts("Too weak: {fact}; {advice}.", ["fact": fact, "advice": advice])
    }
    package func notStrong(_ fact: String, _ advice: String) -> String {
      texts("Not strong enough: {fact}; {advice}.", ["fact": fact, "advice": advice])
    }
    package func tooWeak(_ fact: String) -> String { texts("Too weak: {fact}.", ["fact": fact]) }
    /// How strong a password is that was accepted, from the weakest level on.
    package var levels: [String] {
      [texts("too weak"), texts("could be stronger"), texts("strong password")]
    }
    package var weak: String { texts("weak") }
    package func accepted(_ level: String, _ count: Int) -> String {
      texts(
        "Accepted: {level}, {characters}.",
        ["level": level, "characters": texts.plural("{count} character", "{count} characters", count)])
    }
    /// What is said of a field that another answer made wrong.
    package func ofField(_ label: String, _ message: String) -> String {
      texts("{label}: {message}", ["label": label, "message": message])
    }

    // Lines that are not taken.

    package var hasControls: String {
      texts("Not taken: it holds a control character, as an arrow key types one.")
    }
    package var isTooLong: String {
      texts("Not taken: the line is longer than a terminal can pass on. Type at most 4,094 bytes.")
    }
    package var notText: String { sentence(Notices(texts: texts).notText) }
    package var onlyASCII: String { texts("Not taken: only ASCII works in this locale.") }
    package var notTaken: String { texts("Not taken.") }

    // What "?" prints.

    package var rules: String { texts("The rules:") }
    package var keys: String { texts("What you can type:") }
    package var keyShow: String { texts("Ctrl-R at the end of a line shows it before it counts.") }
    package var keyMake: String { texts("Ctrl-G and Enter make a password for you.") }
    package var keyHelp: String { texts("? alone on a line lists the rules.") }

    // What is shown.

    package var warning: String {
      texts("Warning: the next line shows the password. What a terminal has printed cannot be wiped.")
    }
    package var take: String { texts("Enter takes it, anything else is a new entry:") }
    package var neverShown: String { texts("Not taken: passwords are not shown here.") }
    package var neverMade: String { texts("No password is made for this question.") }
    package var spelled: String { texts("Spelled:") }
    /// What stands behind the name of a character.
    package var spelledSeparator: String { texts.context("spelling", ",") }
    package func bits(_ count: Int) -> String { texts.plural("{count} bit.", "{count} bits.", count) }
    package var takeOffer: String {
      // translators: The words in quotes are typed: they are the texts "another", "words", "characters" and "n".
      texts("Enter takes it. \"another\", \"words\" or \"characters\" makes another one, n goes back:")
    }
    package var withdrawn: String { texts("The password is there no more.") }

    // What is typed. The first letter is enough.

    // translators: The letter for "no, go back", typed in line mode.
    package var no: String { texts.context("typed", "n") }
    package var another: String { texts.context("typed", "another") }
    package var words: String { texts.context("typed", "words") }
    package var characters: String { texts.context("typed", "characters") }
  }
}

/// Reasons inside a sentence.
extension Catalogue.Lines {
  /// Why a password is no stronger, and what would help.
  package struct Why {
    /// The two parts.
    package let fact, advice: String

    fileprivate init(_ fact: String, _ advice: String) { (self.fact, self.advice) = (fact, advice) }
  }

  private var addWords: String { texts("add unrelated words") }
  private var addTwoWords: String { texts("add two or three unrelated words") }
  private var leaveOut: String { texts("leave it out") }

  package var common: Why {
    Why(texts("a very common password"), texts("choose one that nobody else has"))
  }
  package var word: Why { Why(texts("a word from the dictionary"), addTwoWords) }
  package var substitution: Why {
    Why(texts("a word with predictable letter swaps"), addWords)
  }
  package var neighbours: Why { Why(texts("neighbouring keys"), addTwoWords) }
  package var sequence: Why {
    Why(texts("a sequence such as abc or 6543"), addWords)
  }
  package var repetition: Why { Why(texts("it repeats itself"), addTwoWords) }
  package var date: Why { Why(texts("a date or a year"), addTwoWords) }
  package var personal: Why {
    Why(texts("your name, email or user name is in it"), leaveOut)
  }
  package var local: Why {
    Why(texts("a word that is easy to guess here is in it"), leaveOut)
  }
  package var old: Why { Why(texts("the old password is in it"), leaveOut) }
  package func short(_ count: Int) -> Why {
    Why(
      texts("it could be longer"),
      texts.plural("use {count} character", "use {count} characters or more", count))
  }
}

/// The names of characters, with which a password is spelled.
extension Catalogue.Lines {
  package func name(of scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "A"..."Z": texts("capital {letter}", ["letter": String(scalar)])
    case "0"..."9": texts("digit {digit}", ["digit": String(scalar)])
    case " ": texts("space")
    case "!": texts("exclamation mark")
    case "\"": texts("quotation mark")
    case "#": texts("number sign")
    case "$": texts("dollar sign")
    case "%": texts("percent sign")
    case "&": texts("ampersand")
    case "'": texts("apostrophe")
    case "(": texts("opening parenthesis")
    case ")": texts("closing parenthesis")
    case "*": texts("asterisk")
    case "+": texts("plus sign")
    case ",": texts("comma")
    case "-": texts("hyphen")
    case ".": texts("full stop")
    case "/": texts("slash")
    case ":": texts("colon")
    case ";": texts("semicolon")
    case "<": texts("less-than sign")
    case "=": texts("equals sign")
    case ">": texts("greater-than sign")
    case "?": texts("question mark")
    case "@": texts("at sign")
    case "[": texts("opening square bracket")
    case "\\": texts("backslash")
    case "]": texts("closing square bracket")
    case "^": texts("circumflex")
    case "_": texts("underscore")
    case "`": texts("grave accent")
    case "{": texts("opening brace")
    case "|": texts("vertical bar")
    case "}": texts("closing brace")
    case "~": texts("tilde")
    default: String(scalar)
    }
  }
}
