internal import Watchword
internal import WatchwordCurses
internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// An option of the command line.
///
/// ``entry`` is the one table of options: the reading of the arguments, `--help`, the man page, the README's list and
/// the completions of the shells go by it. What an option does to ``Options`` stands there.
enum Option: String, CaseIterable, Sendable {
  case field, optional, value, user, label, allowEmpty = "allow-empty"
  case title, paragraph = "text", button, prompt, confirmPrompt = "confirm-prompt"
  case noConfirm = "no-confirm", policy, normalize, meter, strengthScale = "strength-scale"
  case minStrength = "min-strength", dictionary, noDictionary = "no-dictionary", blocklist, leaked, word
  case minLength = "min-length", maxLength = "max-length", require, allow
  case maxRepeat = "max-repeat", maxSequence = "max-sequence"
  case debounce
  case mask, peek, reveal, revealTimeout = "reveal-timeout", timeout
  case clearsOnInsertion = "clears-on-insertion", noCapitalize = "no-capitalize", mouse, noMouse = "no-mouse"
  case animation, noAnimation = "no-animation"
  case quietTyping = "quiet-typing", noQuietTyping = "no-quiet-typing"
  case glyphs, color, background, plain, noPlain = "no-plain", tty
  case format, json, template, prefix, withStrength = "with-strength", hash, hashCost = "hash-cost"
  case noNewline = "no-newline", output, outputFd = "output-fd", force, quiet, cancelStatus = "cancel-status"
  case verify, verifyOld = "verify-old", verifyShell = "verify-shell", verifyInput = "verify-input"
  case verifyTimeout = "verify-timeout", attempts
  case remember, forget
  case batch, summary, failedOnly = "failed-only", null, explain
  case length, words, separator, wordList = "word-list", count
  case allowUnlockedMemory = "allow-unlocked-memory", noConfig = "no-config", validate, help, version, verbose

  /// The row of the option.
  var entry: Entry {
    var entry = row
    entry.name = rawValue
    return entry
  }

  private var row: Entry {
    switch self {
    case .field:
      Entry(
        "FIELD", in: .fields, for: .only(.form), usual: .all, choices: FormField.Kind.words,
        // translators: This and the other texts about options follow their names in the output of --help, in at most
        // 48 columns. Words in capitals are placeholders and stay.
        text("Field TYPE[:NAME[:PLACEHOLDER]], repeatable"),
        note:
          "TYPE is \(FormField.Kind.names). An address such as root@localhost, or one with letters beyond ASCII, is "
          + "asked for with the type text. NAME is a letter from a to z, then such letters, digits and "
          + "underscores; it names the value in the answer, is that of the type by default, and is never strength. "
          + "Of the type new-password, which is asked for twice, there is one field at most.")
    case .optional:
      Entry(
        "NAME", in: .fields, for: .only(.signUp, .form), usual: .all,
        text("This field may stay empty, repeatable"),
        note: "All others have to be filled in.")
    case .value:
      Entry(
        "NAME=TEXT", in: .fields, for: .filling, usual: .only(.form),
        text("Text that a field starts with, repeatable"),
        note:
          "A secure field starts empty, since anyone can read the arguments. The person starts in the first "
          + "field without a text.")
    case .user:
      Entry(
        in: .fields, for: .only(.signIn), usual: .all, text("Ask for a user name, not an email"),
        note: "Any text is taken, and the value is called user.")
    case .label:
      Entry(
        "NAME=TEXT", in: .fields, usual: .only(.ask, .form), text("What a field is called, repeatable"),
        note:
          "The fields of new are password and confirm, those of change old, new and confirm. confirm names the "
          + "confirm field of the other forms, too, where no field has this name. Without a label of its own a field "
          + "that --field gives a NAME has that one, with its first letter raised. ask takes TEXT alone, whatever is "
          + "in it. Behind the label of a field that may stay empty the form says so.")
    case .allowEmpty:
      Entry(in: .fields, for: .only(.ask), usual: .all, text("Accept an empty password, too"))
    case .title: Entry("TEXT", in: .words, usual: .all, text("Title of the form"))
    case .paragraph:
      Entry(
        "TEXT", in: .words, usual: .all, text("Paragraph below the title"),
        note:
          "It is wrapped, and a newline in it breaks the line. It takes a third of the window at most, and less where "
          + "the form needs the rows; what does not fit is left out, with an ellipsis at the end.")
    case .button: Entry("TEXT", in: .words, text("Text of the button"))
    case .prompt:
      Entry("TEXT", in: .words, for: .only(.new, .ask), text("Placeholder of the first field"))
    case .confirmPrompt:
      Entry(
        "TEXT", in: .words, for: .newPassword, text("Placeholder of the confirm field")
      )
    case .noConfirm:
      Entry(in: .rules, for: .only(.new), usual: .all, text("Ask once, without the confirm field"))
    case .policy:
      Entry(
        "POLICY", in: .rules, for: .judgingAny, usual: .knowingRules,
        choices: StandardPolicy.words + [PolicyFile.systemName], setting: .one,
        text("A policy by its name, or a .conf file"),
        note:
          "classic is 8 to 32 characters of certain kinds without spaces, and the rule of new and change where "
          + "nothing else is asked for; account is 8 characters or more of four kinds, and that of sign-up and form. "
          + "sign-in takes account alone, and judges the password by it at any level; without this option it judges "
          + "none. nist is 15 characters or more of any kind and not a commonly used password (NIST SP 800-63B-4), "
          + "nist-mfa the same with 8 or more, for a password beside a second factor, and owasp that of OWASP ASVS "
          + "5.0, with 8 or more. pin is 4 to 12 digits at any level. wpa2 is 8 to 63 printable characters of ASCII, the "
          + "passphrase of a wireless network, and luks 12 or more, since the keyboard may be a US one at boot. bsi is "
          + "that of the German BSI: 8 characters or more of all four kinds, or 25 or more of two. system is what "
          + "/etc/security/pwquality.conf and the files of pwquality.conf.d ask for, and a path with a slash or .conf "
          + "at its end names another such file; under these any level is accepted, as under pin."
      )
    case .normalize:
      Entry(
        "FORM", in: .rules, for: .knowingRules, choices: Policy.Normalization.words, setting: .one,
        text("Normal form: {names} [by policy]", ["names": Policy.Normalization.names]),
        note:
          "With nfc the password is judged, compared and handed out in Unicode Normalization Form C, with U+0020 for "
          + "every other space, as RFC 8265 has it (OpaqueString); so nist and nist-mfa do. With none it is taken as "
          + "typed; so classic, owasp and the rule of sign-up and form do.")
    case .meter:
      Entry(
        "METER", in: .rules, for: .judging, choices: JudgeConfiguration.MeterKind.words,
        setting: .one,
        text("Strength by: {names}", ["names": JudgeConfiguration.MeterKind.names]),
        note:
          "guesses, the default, goes by the number of guesses that an attacker is estimated to need, in bits. "
          + "length goes by the number of characters as a person counts them, with words of the dictionary one level "
          + "weaker."
      )
    case .strengthScale:
      Entry(
        "M,S", in: .rules, for: .ruling, setting: .one,
        text("Where medium and strong begin [40,75]"),
        note: "The numbers are bits of guesses; with --meter length they are characters, by default 10,20. "
          + "What is below the first is weak.")
    case .minStrength:
      Entry(
        "LEVEL", in: .rules, for: .knowingRules, usual: .all, choices: Level.allCases.map(\.name),
        setting: .one,
        text("At least: {names} [medium]", ["names": Level.names]),
        note: "What is below it is refused. With weak any level is accepted, as it is with the policy pin.")
    case .dictionary:
      Entry(
        "FILE", in: .rules, for: .ruling, setting: .one,
        text("Word list; a word in it is easy to guess"),
        note: "One word a line. Without this option it is \(WordFile.systemPath). "
          + "That one may be absent; any other file that cannot be read is an error, and so is one larger than "
          + "\(WordFile.sizeLimit >> 20) MiB."
      )
    case .noDictionary:
      Entry(in: .rules, for: .ruling, setting: .one, text("Work without a word list"))
    case .blocklist:
      Entry(
        "FILE", in: .rules, for: .ruling, usual: .all, setting: .list,
        text("Passwords that are refused, repeatable"),
        note:
          "One password a line, compared as a whole; case and normal form are ignored. With it every policy refuses the "
          + "words of the dictionary and other common passwords too, as nist, nist-mfa and owasp always do. A file that "
          + "cannot be read, or is larger than \(WordFile.sizeLimit >> 20) MiB, is an error; where it cannot be read to "
          + "its end, the form accepts nothing.")
    case .leaked:
      Entry(
        "FILE", in: .rules, for: .ruling, setting: .one,
        text("List of leaked passwords, all refused"),
        note:
          "FILE is the list \"Pwned Passwords\" of haveibeenpwned.com, with SHA-1 or NTLM hashes ordered by hash, or "
          + "the folder with a file for each prefix. It goes with every policy. The list is searched on the disk, "
          + "without being loaded, when typing pauses and before anything is accepted. Where it cannot be read, or "
          + "does not answer within 2 seconds, nothing is accepted.")
    case .word:
      Entry(
        "WORD", in: .rules, for: .ruling, setting: .list,
        text("Word that counts against it, repeatable"),
        note:
          "So do the texts of the other fields, a title of your own, the login name and the host name. Words of fewer "
          + "than \(ContextWords.minimumCount) characters do not count.")
    case .minLength:
      Entry(
        "N", in: .rules, for: .knowingRules, setting: .one, text("At least so many characters"),
        note:
          "This and the next five options are rules of your own. A length and --require take the place of what the "
          + "policy says about that; the others are added to it. Whether the policy takes spaces stays as it is. A rule "
          + "that no password can meet is an error.")
    case .maxLength:
      Entry("N", in: .rules, for: .knowingRules, setting: .one, text("At most so many characters"))
    case .require:
      Entry(
        "[N:]KINDS", in: .rules, for: .knowingRules, setting: .one,
        text("Kinds of characters, or N of them"),
        note:
          "KINDS are some of \(RequiredClasses.Class.names), with commas between them.")
    case .allow:
      Entry(
        "SET", in: .rules, for: .knowingRules, choices: ["ascii", "latin1", "chars:"], setting: .one,
        text("Only ascii, latin1 or chars:CHARACTERS"),
        note:
          "ascii are the characters from space to tilde. latin1 are also those of ISO 8859-1 that can be seen. "
          + "chars:CHARACTERS are those that follow, each a code point. The line of another character fails as soon as it "
          + "is typed, and names it where the field is shown.")
    case .maxRepeat:
      Entry(
        "N", in: .rules, for: .knowingRules, setting: .one, text("A character at most N times in a row"))
    case .maxSequence:
      Entry(
        "N", in: .rules, for: .knowingRules, setting: .one, text("At most N in sequence, as in abc or 321"),
        note: "Characters are in sequence where the code of each follows that of the one before, up or down.")
    case .debounce:
      Entry(
        "SECONDS", in: .rules, for: .only(.change, .signIn, .signUp, .form),
        text("Pause before a text is validated [0.2]"),
        note: "It is a decimal number from 0 to \(OptionValue.longestTime.components.seconds). "
          + "Leaving a field and pressing Return validate at once.")
    case .mask:
      Entry(
        "CHAR", in: .typing, setting: .one, text("Sign shown in place of each character"),
        note: "It is one character that takes one column.")
    case .peek:
      Entry(
        in: .typing, text("Show the character typed last for a moment"),
        note: "It is masked again after a second or at the next key.")
    case .reveal:
      Entry(
        "WHEN", in: .typing, usual: .all, choices: NewPasswordForm.Reveal.words, setting: .one,
        text("Reveal: {names} [allowed]", ["names": NewPasswordForm.Reveal.names]),
        note: "With allowed the text starts masked and a key shows it; with always it starts shown and a key "
          + "masks it; with never there is no such key.")
    case .revealTimeout:
      Entry(
        "TIME", in: .typing, setting: .one, text("Mask after so many idle seconds [30]"),
        note:
          "TIME is a decimal number from 0 to \(OptionValue.longestTime.components.seconds), the time since the last "
          + "key. With 0, and with --reveal always, a field stays shown until the form is submitted or suspended."
      )
    case .timeout:
      Entry(
        "SECONDS", in: .typing, usual: .only(.new, .change, .ask, .signIn), setting: .one,
        text("End after so long without a key"),
        note:
          "It is a decimal number from 0.001 to \(OptionValue.longestTime.components.seconds), the time since the last "
          + "key. The last 20 seconds are counted in the key line, and any key starts the time again. Then the form "
          + "ends with status \(ExitStatus.timeLimit.rawValue), and nothing is handed out. That is so too while the "
          + "command of --verify runs, and while the form is suspended.")
    case .clearsOnInsertion:
      Entry(
        in: .typing, text("Clear a field when it is edited again"),
        note: "The first insertion or deletion after the focus came back clears the field first.")
    case .noCapitalize:
      Entry(
        in: .typing, for: .only(.signUp, .form), text("Leave the letters of a name as typed"),
        note: "Without it the first letter of each word of a name is raised as it is typed.")
    case .mouse:
      Entry(in: .typing, setting: .one, text("Take presses of the mouse, the default"))
    case .noMouse: Entry(in: .typing, setting: .one, text("Leave the mouse to the terminal"))
    case .animation:
      Entry(in: .look, setting: .one, text("Change the bars with a pulse, the default"))
    case .noAnimation:
      Entry(
        in: .look, setting: .one, text("Change the bars at once, without a pulse"),
        note: "So does WATCHWORD_MOTION=off in the environment.")
    case .quietTyping:
      Entry(
        in: .look, setting: .one, text("Leave bars and signs still while typing"),
        note:
          "Counter, bars, reason, signs and errors change when the field is left, at Return, or for an offer, and "
          + "then at once. So a screen reader speaks of nothing else while a password is typed.")
    case .noQuietTyping:
      Entry(in: .look, setting: .one, text("Change bars and signs with each key"))
    case .glyphs:
      Entry(
        "SET", in: .look, choices: Presentation.Glyphs.words, setting: .one,
        text("Signs: {names} [auto]", ["names": Presentation.Glyphs.names]),
        note:
          "With auto the locale and the kind of terminal decide; where the locale is not UTF-8 they are ASCII, "
          + "whatever is asked for.")
    case .color:
      Entry(
        "WHEN", in: .look, choices: ColorChoice.words, setting: .one,
        text("Colours: {names} [auto]", ["names": ColorChoice.names]),
        note: "With auto there are colours unless the terminal has none or NO_COLOR is set and not empty.")
    case .background:
      Entry(
        "KIND", in: .look, choices: BackgroundChoice.words, setting: .one,
        text("Background: {names} [auto]", ["names": BackgroundChoice.names]),
        note:
          "With auto it is what COLORFGBG or else the terminal itself says; without an answer words keep the "
          + "terminal's own colour.")
    case .plain:
      Entry(
        in: .look, setting: .one, text("Ask line by line, without a screen"),
        note:
          "Nothing that was printed is written over, and what is typed is not shown. It is so by itself where TERM is "
          + "not set, dumb or unknown to terminfo, and where ACCESSIBLE in the environment is neither empty nor 0. ? "
          + "alone on a line lists the rules for a new password, Ctrl-R at the end of a line shows it once, and Ctrl-G "
          + "makes a password.")
    case .noPlain:
      Entry(
        in: .look, setting: .one, text("Show a form where there is a screen"),
        note: "So it is whatever ACCESSIBLE says.")
    case .tty:
      Entry(
        "DEVICE", in: .look, text("Draw on this terminal, and read from it"),
        note:
          "TERM has to be its type, and no other program may read from it. Without this option the form is drawn on "
          + "the terminal that controls the program, or, where none does, as in a rescue shell or under setsid, on the "
          + "first of standard input, standard error and standard output that is a terminal. Where standard output is "
          + "the terminal that the form was drawn on, the answer is written there after the form.")
    case .format:
      Entry(
        "FORMAT", in: .answer, usual: .only(.change, .signIn, .signUp, .form),
        choices: AnswerFormat.Kind.words,
        text("Answer as {names}", ["names": AnswerFormat.Kind.names]),
        note:
          "The default is lines where there is one value, and json where there are more. json is an object on one "
          + "line in UTF-8, with strength as the last member where there is a new password; lines and nul are the "
          + "values in the order of the fields, each with a newline or a NUL behind it; shell is a line such as "
          + "ww_email='ann@example.org' for each value, safe for eval whatever was typed.")
    case .json:
      Entry(
        in: .answer, for: .all, usual: .only(.new, .check, .generate, .policies),
        text("Answer as JSON"),
        note: "It is the same as --format json, where there is that option.")
    case .template:
      Entry(
        "TEXT", in: .answer, usual: .all, text("Answer as TEXT, in which {NAME} is a value"),
        note:
          "{{ and }} are braces. Behind a secret only a newline or the end may stand. In a field that is no secret "
          + "the character that follows it in TEXT is an error, so that nothing that is typed can forge a record."
      )
    case .prefix:
      Entry(
        "PREFIX", in: .answer,
        text(
          "Start of the names of shell variables [{prefix}]", ["prefix": AnswerFormat.standardShellPrefix]),
        note: "It goes with --format shell alone, and is made of letters, digits and underscores.")
    case .withStrength:
      Entry(
        in: .answer, for: .newPassword, text("Add how strong the new password is"),
        note:
          "\(Level.names) comes last: as a line, behind a NUL, as the shell's variable "
          + "\(AnswerFormat.standardShellPrefix)\(AnswerFormat.strengthName), or where "
          + "{\(AnswerFormat.strengthName)} stands in a template. json has it without this option.")
    case .hash:
      Entry(
        "METHOD", in: .answer, for: .newPassword, usual: .only(.new, .change, .signUp),
        choices: HashMethod.words,
        text("The hash of the new password in its place"),
        note:
          "METHOD is \(HashMethod.names), of crypt(5); default is yescrypt. The password has to be as short as the "
          + "method takes: \(HashMethod.bcrypt.longestPassword) bytes with bcrypt, and "
          + "\(HashMethod.standard.longestPassword) with the others.")
    case .hashCost:
      Entry(
        "N", in: .answer, for: .newPassword, text("How much work that hash is"),
        note:
          "For yescrypt and gost-yescrypt it is a number \(HashMethod.yescrypt.costWords), for scrypt "
          + "\(HashMethod.scrypt.costWords), and for bcrypt \(HashMethod.bcrypt.costWords): one more doubles the work. "
          + "For sha512crypt and sha256crypt it is the number of rounds, \(HashMethod.sha512crypt.costWords)."
      )
    case .noNewline:
      Entry(in: .answer, usual: .only(.new, .ask), text("Write no newline after the answer"))
    case .output:
      Entry(
        "FILE", in: .answer, usual: .only(.new, .change, .ask), text("Write the answer to this new file"),
        note:
          "Only its owner can read it (0600), and it is there whole or not at all. The last part of FILE is never a "
          + "symbolic link.")
    case .outputFd:
      Entry(
        "N", in: .answer, text("Write the answer to this descriptor"),
        note: "It has to be open for writing, and stays open.")
    case .force:
      Entry(in: .answer, text("Let --output replace a file"))
    case .quiet:
      Entry(
        letter: "q", in: .answer, for: .only(.new, .change, .generate), usual: .all,
        text("Leave out the line after the answer"),
        note:
          "Without this option standard error gets that line: from new and change where it is a terminal, and from "
          + "generate where words are drawn.")
    case .cancelStatus:
      Entry(
        "N", in: .answer, usual: .all, text("Status of a cancelled form [1]"),
        note: "N is a number from 1 to 255, by which a script can tell this from the failure of its command. "
          + "Ctrl-C is no cancel: it ends the program by a signal.")
    case .verify:
      Entry(
        "COMMAND", in: .verifier, usual: .all, text("Ask this command before a form is accepted"),
        note:
          "Words stand apart by blanks, and there is no quoting. The command reads what was typed from its "
          + "standard input. With status 0 it accepts; else the form stays open, and the last line that the command "
          + "wrote stands there as the error, below the field that it begins with, as in email: This is taken."
      )
    case .verifyOld:
      Entry(
        "COMMAND", in: .verifier, for: .only(.change), usual: .all,
        text("Ask this command about the old password"),
        note:
          "It is asked as soon as the person leaves the field of the old password, and is given nothing else. Until it "
          + "accepts, the person stays there. The options below are for both commands, and --attempts counts the "
          + "refusals of both.")
    case .verifyShell: Entry(in: .verifier, text("Have the shell carry out that command"))
    case .verifyInput:
      Entry(
        "INPUT", in: .verifier, choices: Verifier.Input.words,
        text("What it reads: {names} [json]", ["names": Verifier.Input.names]),
        note:
          "json is the answer as --format json writes it; text is the password, or the first text where there is "
          + "none, and a newline. Where there are two passwords it is the new one. The command of --verify-old reads "
          + "the old one alone.")
    case .verifyTimeout:
      Entry(
        "TIME", in: .verifier,
        text(
          "How many seconds it may take [{seconds}]",
          ["seconds": String(Verifier.defaultTimeout.components.seconds)]),
        note:
          "TIME is a decimal number from 0.001 to \(OptionValue.longestTime.components.seconds). A command that takes "
          + "longer is ended, and the form stays open.")
    case .attempts:
      Entry(
        "N", in: .verifier, usual: .only(.ask, .signIn),
        text("End with status {status} after N refusals", ["status": String(ExitStatus.refused.rawValue)]),
        note: "A command that cannot be started, takes too long or is ended by a signal has not refused.")
    case .remember:
      Entry(
        in: .memory, for: .only(.signIn), usual: .all, text("Keep the email address for the next time"),
        note:
          "The address alone is kept, when the form was accepted, and offered by the next sign-in with this "
          + "option. A file that cannot be used gives a warning and is left alone.")
    case .forget:
      Entry(
        in: .memory, for: .only(.signIn), usual: .all, text("Forget the email address; no form is shown"),
        note: "It is no error when none was kept; when it cannot be removed, the status is 5.")
    case .batch:
      Entry(
        in: .list, for: .only(.check), usual: .all, text("Judge a list, one password a line"),
        note:
          "Each line is answered as it comes, by a line with its number; pass, fail or refused; the level; the "
          + "bits; the most useful reason; and the error of the rule, with tabs between them. With --json it is an "
          + "object, with line as its first member. A line that is not UTF-8, or longer than "
          + "\(SecretText.defaultCapacity) bytes, or has a control character, is refused, and the rest goes on. Where "
          + "the input cannot be read on, an object without line says so at the end.")
    case .summary:
      Entry(
        in: .list, for: .only(.check), usual: .all, text("Count verdicts and levels of a list"),
        note:
          "At the end standard error gets the numbers in two lines. With --json standard output gets them as the last "
          + "object, whose one member is summary. A line that is refused has no level. It goes with --batch alone."
      )
    case .failedOnly:
      Entry(
        in: .list, for: .only(.check), usual: .all, text("Answer only lines that do not pass"),
        note:
          "Those are the lines that fail or are refused; they keep their numbers. It goes with --batch alone."
      )
    case .null:
      Entry(
        in: .list, for: .only(.check), usual: .all, text("A password ends with a NUL, not a newline"),
        note:
          "A newline is a control character there, so that a password with one is refused.")
    case .explain:
      Entry(
        in: .list, for: .only(.check), usual: .all, text("Name the parts that a password is made of"),
        note:
          "It is meant for trying out rules. Each part is answered by what the meter takes it for, the number of its "
          + "characters and its bits, which add up to those of the password. Of the password itself nothing is "
          + "written. With --json they are the member parts, and in the table of a list the last column.")
    case .length:
      Entry(
        "N", in: .drawing, for: .only(.generate), usual: .all, text("Draw so many characters"),
        note:
          "They are letters, digits and signs of ASCII without the look-alikes 0 O 1 l I |. Without this option and "
          + "--words there are as many as make a strong password. There are at most \(DrawingRules.longest). A number "
          + "with which no password meets the rule is refused, and so is one that leaves fewer bits than the least "
          + "level asks for.")
    case .words:
      Entry(
        "N", in: .drawing, for: .only(.generate), usual: .all, text("Draw so many words"),
        note:
          "Where the rule wants other kinds of characters, one word begins with a capital and a digit stands behind "
          + "one, at places that are drawn. Standard error gets a line with the number of words to draw from."
      )
    case .separator:
      Entry(
        "TEXT", in: .drawing, for: .only(.generate), usual: .all,
        text("What stands between words that are drawn"),
        note:
          "Without this option it is \(WordRecipe.standardSeparator). It is one or more ASCII signs or spaces: letters "
          + "and digits, or nothing, could give the same password for two choices of words.")
    case .wordList:
      Entry(
        "FILE", in: .drawing, for: .drawing, usual: .only(.generate), setting: .one,
        text("Words to draw from, one a line"),
        note:
          "In a form it is read when Ctrl-W asks for words. Without this option it is \(WordFile.systemPath). Words of "
          + "4 to 8 letters from a to z are taken, each once, and other lines are passed over. A file that cannot be "
          + "read, or is larger than \(WordFile.sizeLimit >> 20) MiB, is an error.")
    case .count:
      Entry(
        "N", in: .drawing, for: .only(.generate), usual: .all,
        text("Draw so many passwords, a line each [1]"),
        note:
          "With --json each is an object with password, bits and level. bits is the binary logarithm of the number of "
          + "passwords that could have been drawn, each as likely as the others.")
    case .allowUnlockedMemory:
      Entry(
        in: .general, for: .all, text("Go on where memory cannot be locked"),
        note: "The password may then reach the swap space.")
    case .noConfig:
      Entry(
        in: .general, for: .all, text("Read no settings but the required ones"),
        note: "Neither those of the system and the person nor WATCHWORD_OPTIONS.")
    case .validate:
      Entry(
        in: .general, for: .all, text("Check the options, and do nothing else"),
        note:
          "No terminal is needed, nothing is asked and nothing written. Lists are read, and the commands behind -- "
          + "and of --verify are looked for. The status is 0, or the one that ends the program where the form would "
          + "not be shown.")
    case .help:
      Entry(
        letter: "h", in: .general, for: .all, choices: ["all"],
        text("Show the usual options, or all"),
        note: "Behind a command, or as watchword help COMMAND, it is about that command.")
    case .version:
      Entry(letter: "V", in: .general, for: .all, text("Show the version"))
    case .verbose:
      Entry(
        in: .general, for: .all, text("With --version: how passwords are protected"),
        note:
          "It says in which kind of memory they lie on this machine, and whether other programs of the same "
          + "user can read the memory of this one.")
    }
  }

  /// The option as it is typed, as in `--json`.
  var flag: String { "--\(rawValue)" }
}

extension HashMethod {
  /// What a hash may cost and usually costs, as in "from 1 to 11 [5]".
  fileprivate var costWords: String { "from \(costs.lowerBound) to \(costs.upperBound) [\(standardCost)]" }
}
