internal import Watchword
internal import WatchwordBase
internal import WatchwordCurses
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// The rows of the table. Each is made of constants and of closures that capture nothing, so that the compiler lays it
/// out, and a start does not have to make all rows to find one.
extension Option: CaseIterable {
  /// All options, in the order of the documents.
  package static let allCases: [Option] = [
    .field, .labels, .range, .pattern, .message, .onlyIf, .optional, .value, .user, .label, .allowEmpty,
    .title, .paragraph, .button, .extraButton, .defaultAnswer,
    .danger, .noConfirm, .policy,
    .normalize, .meter, .strengthScale, .minStrength, .dictionary, .noDictionary, .blocklist, .leaked,
    .word,
    .minLength, .maxLength, .require, .allow, .maxRepeat, .maxSequence, .debounce, .mask, .peek, .reveal,
    .revealTimeout, .timeout, .clearsOnInsertion, .noCapitalize, .mouse, .animation, .quietTyping, .bits,
    .glyphs, .look, .color, .background,
    .colorBorder, .colorBar1, .colorBar2, .colorBar3, .colorGood, .colorError, .colorNotice, .colorMuted,
    .colorButton,
    .inline, .leaveNothing, .plain, .tty, .wait, .format, .json, .template, .hash, .hashCost,
    .noNewline, .output, .outputFd, .force, .mode, .owner, .answerFd, .success, .quiet, .expire,
    .cancelStatus, .verify, .verifyOld, .verifyInput, .verifyTimeout, .attempts, .remember, .forget, .batch,
    .fields, .csv, .column, .show, .summary, .failedOnly, .report, .noSame, .noContext, .null, .explain,
    .length,
    .noAmbiguous, .words, .separator, .wordList, .count,
    .list, .once, .trace, .allowUnlockedMemory, .check, .root, .noConfig, .log, .validate, .help, .version,
    .verbose,
  ]

  /// The options that change how strength is measured. A required minimum level means nothing unless these options are
  /// fixed too.
  static var ofMeter: [Option] { [.noDictionary, .meter, .strengthScale] }

  package static let field = Option(
    "field", .value("FIELD", OptionValue.field, choices: FormField.Kind.words) { $0.form.fields.append($1) },
    in: .fields, for: .form, usual: .all,
    // translators: This and the other texts about options follow their names in the output of --help, in at most
    // 48 columns. Words in capitals are placeholders and stay.
    text("Field TYPE[:NAME[:PLACEHOLDER]], repeatable"),
    note:
      "TYPE is \(FormField.Kind.names). For an address such as root@localhost, or one with letters beyond "
      + "ASCII, use the type text. NAME is a letter from a to z, then such letters, digits and underscores. "
      + "It names the value in the answer. Without it the name is that of the type, new_password for "
      + "new-password. It cannot be strength. Only one field can be of the type new-password, which is asked "
      + "for twice. A choice has its values in place of the placeholder, as in choice:disk:/dev/vda,/dev/vdb; "
      + "they hold no comma and no colon. A yesno answers yes or no, which JSON has as true and false. A number "
      + "is whole and has at most 15 digits. A date is a day such as 2026-11-28; t enters today.")
  package static let labels = Option(
    "labels", .field("NAME=A,B", OptionValue.setLabels), in: .fields, for: .form, phase: .input,
    text("What a choice's values are called"),
    note: "As many as the field has values, in the same order. The answer has the value.")
  package static let range = Option(
    "range", .field("NAME=A-B", OptionValue.setRange), in: .fields, for: .form, phase: .input,
    text("The least and the greatest number"),
    note: "As in port=1-65535 or offset=-12-12. Only a range with numbers below zero takes a minus.")
  package static let pattern = Option(
    "pattern", .field("NAME=REGEX", OptionValue.setPattern), in: .fields, for: .form, phase: .input,
    text("What a text has to look like"),
    note:
      "REGEX is a POSIX extended regular expression that matches the whole text, in the locale C.UTF-8. It has "
      + "at most 256 bytes, no back references, and 255 atoms, each counted as often as it is repeated, and "
      + "more where the work would multiply. The text has at most 128 characters.")
  package static let message = Option(
    "message", .field("NAME=TEXT", OptionValue.setMessage), in: .fields, for: .form, phase: .field,
    text("Error of a text that does not match"))
  package static let onlyIf = Option(
    "only-if", .custom("NAME=X:FIELD", OptionValue.addCondition), in: .fields, for: .form,
    phase: .field,
    text("Show FIELD while NAME is X, repeatable"),
    note:
      "While FIELD is hidden its answer is empty, null in JSON, so that no other value moves; a password in it "
      + "is wiped. FIELD is hidden too while NAME is. With several for one FIELD, one has to hold. X of a "
      + "yesno is yes or no in every language.")
  package static let optional = Option(
    "optional", .custom("NAME", OptionValue.setOptional), in: .fields, for: [.signUp, .form],
    usual: .all,
    phase: .field, text("This field may stay empty, repeatable"),
    note: "All other fields have to be filled in.")
  package static let value = Option(
    "value", .field("NAME=TEXT", OptionValue.setText), in: .fields, for: .filling, usual: .form,
    phase: .field, text("Text that a field starts with, repeatable"),
    note:
      "It cannot fill in a password, since anyone can read the arguments. The form starts in the first field "
      + "without a text.")
  package static let user = Option(
    "user", .flag { $0.asksForUser = true }, in: .fields, for: .signIn, usual: .all,
    text("Ask for a user name, not an email"),
    note: "Any text is accepted, and the value is called user.")
  package static let label = Option(
    "label", .custom("NAME=TEXT", OptionValue.setLabel), in: .fields, usual: [.ask, .form],
    phase: .field,
    text("What a field is called, repeatable"),
    note:
      "The fields of new are password and confirm; those of change and passwd are old, new and confirm. In "
      + "other forms, too, confirm names the confirm field, unless another field has this name. Without a "
      + "label of its own, a field with a NAME from --field has that as its label, with a capital first "
      + "letter, unless its type is new-password. ask takes all of TEXT as the label, whatever is in it. If "
      + "a field may stay empty, the form says so after its label.")
  package static let allowEmpty = Option(
    "allow-empty", .flag { $0.allowsEmpty = true }, in: .fields, for: .ask, usual: .all,
    text("Accept an empty password, too"))
  package static let title = Option(
    "title", .value("TEXT", OptionValue.line) { $0.form.title = $1 }, in: .words, for: .single,
    usual: [.new, .change, .passwd, .ask, .signIn, .signUp, .form, .confirm],
    setting: .one, text("Title of the form"))
  package static let paragraph = Option(
    "text", .value("TEXT", OptionValue.paragraph) { $0.form.text = $1 }, in: .words, usual: .all,
    setting: .one, text("Paragraph below the title"),
    note:
      "It is wrapped, and a newline in it breaks the line. It takes at most a third of the window, and less "
      + "if the form needs the rows. What does not fit is left out, with an ellipsis at the end. F1 shows all of it."
  )
  package static let button = Option(
    "button", .value("TEXT", OptionValue.line) { $0.form.buttons = [FormButton($1)] }, in: .words,
    text("Text of the button"))
  package static let extraButton = Option(
    "extra-button", .value("TEXT", OptionValue.line) { $0.form.secondaryTitle = $1 }, in: .words,
    for: .answering, text("A second button, which ends with status 10"),
    note:
      "Its press judges nothing, asks no verifier, makes no file and runs no command after --. The texts that are no "
      + "secret go to standard output, half typed as they are, in the format of the answer. In lines and nul the "
      + "place of a secret is empty; the other formats leave it out, and with --template nothing is written. "
      + "Enter in a field never presses it.")
  package static let defaultAnswer = Option(
    "default", .choice("ANSWER") { $0.defaultAnswer = $1 }, in: .words, for: .confirm, usual: .all,
    excludes: [.danger], text("What Enter alone answers: {names}", ["names": Options.YesOrNo.names]))
  package static let danger = Option(
    "danger", .value("WORD", OptionValue.typedWord) { $0.dangerWord = $1 }, in: .words, for: .confirm,
    usual: .all, text("Yes only if this word is typed"))
  package static let noConfirm = Option(
    "no-confirm", .flag { $0.hasConfirmation = false }, in: .rules, for: .new, usual: .all,
    text("Ask once, without the confirm field"))
  package static let policy = Option(
    "policy",
    .value(
      "POLICY", OptionValue.policy, choices: StandardPolicy.words + [PolicyFile.systemName],
      isPath: { PolicyFile(named: $0)?.isOfSystem == false },
      word: { $0.policyFile?.name ?? $0.usualPolicy.rawValue }
    ) { ($0.standardPolicy, $0.policyFile) = $1 }, in: .rules, for: .judgingAny, usual: .knowingRules,
    setting: .one, fixes: { $1.weakens(policy: $0) }, text("A policy by its name, or a .conf file"),
    note:
      "classic is 8 to 32 characters of certain kinds without spaces. It is the default of new, change, "
      + "check and generate. account is 8 characters or more of all four kinds, and the default of sign-up "
      + "and form. sign-in takes only account, and then accepts any level; without this option it does not "
      + "judge the password. nist is 15 characters or more of any kind, and refuses commonly used passwords "
      + "(NIST SP 800-63B-4). nist-mfa is the same with 8 or more, for a password beside a second factor. "
      + "owasp is the rule of OWASP ASVS 5.0, with 8 or more. login is the rule of owasp under another name, "
      + "and the default of passwd. If PAM uses pam_pwquality for passwd (/etc/pam.d/passwd), the default of "
      + "passwd is system with the arguments of that line. pin is 4 to 12 digits at any level. wpa2 is 8 to "
      + "63 printable ASCII characters, the passphrase of a wireless network. luks is 12 or more of them, "
      + "since the keyboard may be a US one at boot. pci is 12 characters or more with a digit and a letter of any "
      + "alphabet (PCI DSS 4.0.1, 8.3.6). bsi is the rule of the German BSI: 8 characters or more "
      + "of all four kinds, or 25 characters or more of two. system is the rule of "
      + "/etc/security/pwquality.conf and the files in pwquality.conf.d. A path that has a slash or ends in "
      + ".conf names another such file. These files accept any level, as pin does.")
  package static let normalize = Option(
    "normalize", .choice("FORM", \.policy.normalization.rawValue) { $0.normalization = $1 }, in: .rules,
    for: .knowingRules, setting: .one,
    text("Normal form: {names} [by policy]", ["names": Policy.Normalization.names]),
    note:
      "With nfc the password is judged, compared and handed out in Unicode Normalization Form C, with U+0020 "
      + "for every other space (RFC 8265, OpaqueString). That is the default of nist and nist-mfa. With none "
      + "it is taken as typed. That is the default of the other policies.")
  package static let meter = Option(
    "meter", .choice("METER", \.meter.rawValue) { $0.meter = $1 }, in: .rules, for: .judging, setting: .one,
    text("Strength by: {names}", ["names": JudgeConfiguration.MeterKind.names]),
    note:
      "guesses, the default, estimates in bits how many guesses an attacker needs. length counts the "
      + "characters as you see them; a password that is a word of the dictionary is one level weaker.")
  package static let strengthScale = Option(
    "strength-scale", .value("M,S", OptionValue.scale, word: \.usualScale.words) { $0.scale = $1 },
    in: .rules, for: .ruling, setting: .one, text("Where medium and strong begin [40,75]"),
    note:
      "The numbers are bits of guesses. With --meter length they are characters, by default 10,20. A "
      + "password below the first number is weak.")
  package static let minStrength = Option(
    "min-strength",
    .value(
      "LEVEL", OptionValue.level, choices: Level.allCases.map(\.name), word: \.policy.minimumLevel.name
    ) { $0.minimumLevel = $1 }, in: .rules, for: .knowingRules, usual: .all, setting: .one,
    fixes: { Option.ofMeter.contains($1.option) }, text("At least: {names} [medium]", ["names": Level.names]),
    note:
      "A password below this level is refused. weak accepts any level. It is the default of the policy pin "
      + "and of the files of pwquality.")
  package static let dictionary = Option(
    "dictionary", .path { $0.dictionaries.append($1) }, in: .rules, for: .ruling, setting: .list,
    fixes: { $1.option == .noDictionary },
    text("Words that are easy to guess, repeatable"),
    note:
      "One word a line. They count anywhere in a password, as do those of \(WordFile.systemPath), which may "
      + "be absent, and the common words of 22 languages that come with the program. A file that "
      + "cannot be read, is not UTF-8, or is larger than \(WordFile.sizeLimit >> 20) MiB, is an error.")
  package static let noDictionary: Option = Option(
    "no-dictionary", .flag { ($0.dictionaries, $0.hasUsualLists) = ([], false) }, in: .rules, for: .ruling,
    setting: .one, fixes: { $1.option == .dictionary }, text("Work without a word list"),
    note:
      "The lists of the program and of the system do not count, nor do lists that are named before this "
      + "option. Lists named after it do. The English words inside libzxcvbn always count.")
  package static let blocklist = Option(
    "blocklist", .path { $0.blocklists.append($1) }, in: .rules, for: .ruling, usual: .all,
    setting: .list, text("Passwords that are refused, repeatable"),
    note:
      "One password a line, compared as a whole; case and normal form are ignored. With this option every "
      + "policy also refuses the words of the dictionary and other common passwords, as nist, nist-mfa, "
      + "owasp and login always do. A file that cannot be read, is not UTF-8, or is larger than "
      + "\(WordFile.sizeLimit >> 20) MiB, is an error. If it cannot be read to its end, the form accepts "
      + "nothing.")
  package static let leaked = Option(
    "leaked", .path { $0.leakedPath = $1 }, in: .rules, for: .ruling, setting: .one,
    text("List of leaked passwords, all refused"),
    note:
      "FILE is the list \"Pwned Passwords\" of haveibeenpwned.com, with SHA-1 hashes ordered by hash, or the "
      + "folder with a file for each prefix. It goes with every policy. The list is searched on the disk, "
      + "without being loaded, when typing pauses and before anything is accepted. If it cannot be read, or "
      + "does not answer within 2 seconds, nothing is accepted.")
  package static let word = Option(
    "word", .value("WORD", OptionValue.word) { $0.words.append($1) }, in: .rules, for: .ruling,
    setting: .list, text("Word that counts against it, repeatable"),
    note:
      "So do the texts of the other fields, a title of your own, the login name and the host name. Words of "
      + "fewer than \(ContextWords.minimumCount) characters do not count.")
  package static let minLength = Option(
    "min-length", .value("N", OptionValue.count) { $0.ownRules.minimumLength = $1 }, in: .rules,
    for: .knowingRules, setting: .one, text("At least so many characters"),
    note:
      "This and the next five options are rules of your own. A length or --require replaces what the policy "
      + "says about it; the others are added to it. They do not change whether the policy allows spaces. A "
      + "rule that no password can meet is an error.")
  package static let maxLength = Option(
    "max-length", .value("N", OptionValue.count) { $0.ownRules.maximumLength = $1 }, in: .rules,
    for: .knowingRules, setting: .one, text("At most so many characters"))
  package static let require = Option(
    "require", .custom("[N:]KINDS", OptionValue.addRequired), in: .rules, for: .knowingRules,
    setting: .several, text("Characters of each kind, or of N, repeatable"),
    note:
      "KINDS are some of \(CharacterClass.names), separated by commas. N is how many of them have to be there, all by "
      + "default. Each --require has to be met. Those of the command line replace those that are set beforehand."
  )
  package static let allow = Option(
    "allow",
    .value("SET", OptionValue.allowedCharacters, choices: ["ascii", "latin1", "chars:"]) {
      $0.ownRules.allowed = $1
    }, in: .rules, for: .knowingRules, setting: .one,
    text("Only ascii, latin1 or chars:CHARACTERS"),
    note:
      "ascii is the characters from space to tilde. latin1 adds the visible characters of ISO 8859-1. "
      + "chars:CHARACTERS is the characters after the colon, each a code point. Any other character makes "
      + "the line unmet at once, and failed when you leave the field. If the field is shown, the line names "
      + "the character.")
  package static let maxRepeat = Option(
    "max-repeat", .value("N", OptionValue.count) { $0.ownRules.maximumRepeat = $1 }, in: .rules,
    for: .knowingRules, setting: .one, text("A character at most N times in a row"))
  package static let maxSequence = Option(
    "max-sequence", .value("N", OptionValue.count) { $0.ownRules.maximumSequence = $1 }, in: .rules,
    for: .knowingRules, setting: .one, text("At most N in sequence, as in abc or 321"),
    note: "Characters are in sequence if their codes go up, or down, by one.")
  package static let debounce = Option(
    "debounce", .value("SECONDS", OptionValue.duration) { $0.form.validationDelay = $1 }, in: .rules,
    for: [.change, .passwd, .signIn, .signUp, .form], text("Pause before a text is validated [0.2]"),
    note:
      "A decimal number from 0 to \(OptionValue.longestTime.components.seconds). Leaving a field or pressing "
      + "Return validates at once.")
  package static let mask = Option(
    "mask", .value("CHAR", OptionValue.mask) { ($0.presentation.mask, $0.form.showsMask) = ($1, $1 != nil) },
    in: .typing, for: .typed, setting: .one,
    text("Sign shown in place of each character, or none"),
    note:
      "One character that takes one column. With none nothing shows while you type: no signs and no counter, "
      + "and bars and reasons stand still as with --quiet-typing.")
  package static let peek = Option(
    "peek", .flag { $0.form.isPeeking = true }, in: .typing, for: .typed,
    text("Show the character typed last for a moment"),
    note: "It is masked again after a second or at the next key.")
  package static let reveal = Option(
    "reveal", .choice("WHEN", \.form.reveal.rawValue) { $0.form.reveal = $1 }, in: .typing, for: .typed,
    usual: .all, setting: .one, alsoSetFor: .asking,
    fixes: { $0.argument == FormDescription.Reveal.never.rawValue && $1.option == .peek },
    text("Reveal: {names} [allowed]", ["names": FormDescription.Reveal.names]),
    note:
      "With allowed the text starts masked, and a key shows it. With always it starts shown, and a key masks "
      + "it. With never there is no such key.")
  package static let revealTimeout = Option(
    "reveal-timeout",
    .value("TIME", OptionValue.duration, word: { $0.form.revealTimeout?.inSeconds ?? "0" }) {
      $0.form.revealTimeout = $1 == .zero ? nil : $1
    }, in: .typing, for: .typed, setting: .one, alsoSetFor: .asking,
    fixes: { _, other in
      other.option == .reveal && other.argument == FormDescription.Reveal.always.rawValue
    },
    text("Mask after so many idle seconds [30]"),
    note:
      "TIME is a decimal number from 0 to \(OptionValue.longestTime.components.seconds), the time since the "
      + "last key. With 0, and with --reveal always, a field stays shown until the form is submitted or "
      + "suspended.")
  package static let timeout = Option(
    "timeout", .value("SECONDS", OptionValue.limit) { $0.form.timeLimit = $1 }, in: .typing, for: .shown,
    usual: [.new, .change, .passwd, .ask, .signIn, .confirm], setting: .one, alsoSetFor: .asking,
    text("End after so long without a key"),
    note:
      "A decimal number from 0.001 to \(OptionValue.longestTime.components.seconds), the time since the last "
      + "key. The key line counts down the last 20 seconds, and any key starts the time again. At its end "
      + "the form ends with status \(ExitStatus.timeLimit.rawValue), and hands out nothing, even while the "
      + "command of --verify runs or the form is suspended.")
  package static let clearsOnInsertion = Option(
    "clears-on-insertion", .flag { $0.clearsOnInsertion = true }, in: .typing, for: .typed,
    text("Clear a field when it is edited again"),
    note: "When you come back to a field, the first insertion or deletion clears it first.")
  package static let noCapitalize = Option(
    "no-capitalize", .flag { $0.capitalizes = false }, in: .typing, for: [.signUp, .form],
    text("Leave the letters of a name as typed"),
    note: "Without this option the first letter of each word of a name becomes a capital as you type it.")
  package static let mouse = Option(
    "mouse", .toggle(\.presentation.usesMouse) { $0.presentation.usesMouse = $1 }, in: .typing,
    for: .shown, setting: .one, text("Take presses of the mouse, the default"),
    note: "--no-mouse leaves the mouse to the terminal.")
  package static let animation = Option(
    "animation", .toggle(\.form.isAnimated) { $0.form.isAnimated = $1 }, in: .look, for: .typed,
    setting: .one,
    text("Change the bars with a pulse, the default"),
    note: "With --no-animation, or WATCHWORD_MOTION=off in the environment, they change at once.")
  package static let quietTyping = Option(
    "quiet-typing", .toggle(\.form.isTypingQuiet) { $0.form.isTypingQuiet = $1 }, in: .look, for: .typed,
    setting: .one,
    text("Leave bars and signs still while typing"),
    note:
      "A screen reader then says nothing else while you type a password. Counter, bars and signs change when "
      + "you leave the field, press Return or ask for an offer. Errors, level and reason come a moment "
      + "later, so that they are heard last, and whole. The field with the focus differs from the others "
      + "only in its colour.")
  package static let bits = Option(
    "bits", .toggle(\.form.showsBits) { $0.form.showsBits = $1 }, in: .look, for: .newPassword, setting: .one,
    text("Show the bits while a password is masked"),
    note:
      "They tell how many guesses an attacker needs: each bit doubles them. They stand at the right end of the "
      + "row of the reason, if 10 columns are free there. Without this option they are shown only while the "
      + "password is, and not with --quiet-typing. There are none with --reveal never or --meter length.")
  package static let glyphs = Option(
    "glyphs", .choice("SET", \.presentation.glyphs.rawValue) { $0.presentation.glyphs = $1 }, in: .look,
    for: .shown, setting: .one, text("Signs: {names} [auto]", ["names": Presentation.Glyphs.names]),
    note:
      "auto goes by the locale and the kind of terminal. If the locale is not UTF-8, the signs are always "
      + "ASCII.")
  package static let look = Option(
    "look", .choice("LOOK", \.presentation.fieldLook.rawValue) { $0.presentation.fieldLook = $1 }, in: .look,
    for: .shown, setting: .one, text("Fields: {names} [boxed]", ["names": Presentation.FieldLook.names]),
    note:
      "boxed draws borders. With filled the field with the focus is a filled area, the others are underlined, and "
      + "a label stands before its text, so that a field takes two rows less. Without colours it is boxed.")
  package static let color = Option(
    "color", .choice("WHEN", \.presentation.coloring.when.rawValue) { $0.presentation.coloring.when = $1 },
    in: .look, for: .shown, setting: .one, text("Colours: {names} [auto]", ["names": ColorChoice.names]),
    note: "With auto there are colours, unless the terminal has none or NO_COLOR is set and not empty.")
  package static let background = Option(
    "background",
    .choice("KIND", \.presentation.coloring.background.rawValue) { $0.presentation.coloring.background = $1 },
    in: .look, for: .shown, setting: .one,
    text("Background: {names} [auto]", ["names": BackgroundChoice.names]),
    note:
      "auto takes it from COLORFGBG, or else asks the terminal. Without an answer words keep the terminal's "
      + "own colour.")
  // An option for each part that can have a colour of its own.
  package static let colorBorder = Option(
    "color-border", partColor, in: .look, for: .shown, setting: .one,
    text("Colour of the border around the focus"),
    note:
      "COLOUR of this and the next eight options is # and six hexadecimal digits, or the number of one of the "
      + "terminal's 256 colours. A terminal with 8 colours takes numbers below 8. --validate tells the "
      + "contrast to the background: words need 4.5, and all else needs 3.")
  package static let colorBar1 = Option(
    "color-bar1", partColor, in: .look, for: .shown, setting: .one, text("Colour of the first bar"))
  package static let colorBar2 = Option(
    "color-bar2", partColor, in: .look, for: .shown, setting: .one, text("Colour of the second bar"))
  package static let colorBar3 = Option(
    "color-bar3", partColor, in: .look, for: .shown, setting: .one, text("Colour of the third bar"))
  package static let colorGood = Option(
    "color-good", partColor, in: .look, for: .shown, setting: .one, text("Colour of the sign for what is met")
  )
  package static let colorError = Option(
    "color-error", partColor, in: .look, for: .shown, setting: .one, text("Colour of errors"))
  package static let colorNotice = Option(
    "color-notice", partColor, in: .look, for: .shown, setting: .one, text("Colour of notices"))
  package static let colorMuted = Option(
    "color-muted", partColor, in: .look, for: .shown, setting: .one, text("Colour of secondary words"))
  package static let colorButton = Option(
    "color-button", partColor, in: .look, for: .shown, setting: .one, text("Colour of the buttons"))
  private static var partColor: Effect { .custom("COLOUR", OptionValue.setColor) }

  package static let inline = Option(
    "inline", .toggle(\.presentation.isInline) { $0.isInline = $1 }, in: .look, for: .inline, setting: .one,
    text("Draw below the prompt, as ask and confirm do"),
    note:
      "The form takes some lines where the cursor is, and leaves one that says how it ended. A secret is shown on "
      + "the alternate screen only. The form takes the whole screen if the terminal does not say where its cursor "
      + "is, or if it needs more than two thirds of the window. WATCHWORD_INLINE=1 in the environment does the "
      + "same, and WATCHWORD_INLINE=0 the opposite; the command line overrides it, and it overrides the settings."
  )
  package static let leaveNothing = Option(
    "leave-nothing", .flag { $0.leavesNothing = true }, in: .look,
    for: [.answering, .confirm],
    text("Leave no line behind with --inline"))
  package static let plain = Option(
    "plain", .toggle { $0.presentation.isPlain = $1 }, in: .look, for: .shown, setting: .one,
    alsoSetFor: .asking, text("Ask line by line, without a screen"),
    note:
      "Nothing that was printed is written over, and a password is not shown as you type it. This is the "
      + "default if TERM is not set, dumb or unknown to terminfo, or if ACCESSIBLE in the environment is "
      + "neither empty nor 0. A line with only help or ? lists the rules for a new password, Ctrl-R at the "
      + "end of a line shows it once, and Ctrl-G makes a password. --no-plain shows a form if there is a "
      + "screen, whatever ACCESSIBLE says.")
  package static let tty = Option(
    "tty", .plain("DEVICE") { $0.presentation.devicePath = $1 }, in: .look, for: .single,
    text("Draw on this terminal, and read from it"),
    note:
      "TERM has to be its type, and no other program may read from it. Without this option the form is drawn "
      + "on the terminal that controls the program. If there is none, as in a rescue shell or under setsid, "
      + "it is drawn on the first of standard input, standard error and standard output that is a terminal. "
      + "If standard output is the form's terminal, the answer is written there after the form.")
  package static let wait = Option(
    "wait", .flag { $0.presentation.manner.waitsForTurn = true }, in: .look, for: .single,
    text("Wait while another form is open there"),
    note:
      "The form is shown once the other one has ended. Until then nothing is written. The wait ends if the "
      + "program that started this one ends. ask and watchword-askpass always wait.")
  package static let format = Option(
    "format", .choice("FORMAT") { $0.format = $1 }, in: .answer, for: .answering,
    usual: [.change, .signIn, .signUp, .form],
    text("Answer as {names}", ["names": AnswerFormat.Kind.names]),
    note:
      "The default is lines for one value, and json for more. json is an object on one line in UTF-8; if "
      + "there is a new password, its last member is strength. lines and nul are the values in the order of "
      + "the fields, each followed by a newline or a NUL. shell is a line such as ww_email='ann@example.org' "
      + "for each value, safe for eval whatever was typed.")
  package static let json = Option(
    "json", .flag { $0.format = .json }, in: .answer, for: .writing,
    usual: [.new, .check, .generate, .policies, .config], text("Answer as JSON"),
    note: "The same as --format json, for commands that have that option.")
  package static let template = Option(
    "template", .custom("TEXT", OptionValue.setTemplate), in: .answer, for: .answering, usual: .all,
    excludes: [.format, .json], phase: .answer, text("Answer as TEXT, in which {NAME} is a value"),
    note:
      "{{ and }} are braces. After a secret, TEXT has to end or go on with a newline. In any other field the "
      + "character that follows it in TEXT is an error, so that nobody can forge a record. {NAME:ESCAPE} writes the value "
      + "for the reader of a kind of file, and any text may follow it, as it may follow a hash. ESCAPE is "
      + "\(ValueEscape.names). All but pgpass, url, ini, xml and base64 write their own quotation marks, netrc only if it "
      + "needs them. What a file cannot hold is an error of the field.")
  package static let hash = Option(
    "hash", .choice("METHOD") { $0.hashMethod = $1 }, in: .answer, for: .hashing,
    usual: [.new, .change, .signUp, .generate, .hash], text("Hash the password by this method"),
    note:
      "METHOD is \(HashMethod.names). scram-sha-256 is PostgreSQL's. For the others see crypt(5); default is "
      + "yescrypt. The password can have at most \(HashMethod.bcrypt.longestPassword) bytes with bcrypt, and "
      + "\(HashMethod.standard.longestPassword) with the others. generate writes each password and its hash, with a tab "
      + "between them; with --output or a command behind -- it needs --json.")
  package static let hashCost = Option(
    "hash-cost", .custom("N", OptionValue.setHashCost), in: .answer, for: .hashing, usual: .hash,
    needs: [.hash], phase: .answer, text("How much work that hash is"),
    note:
      "For yescrypt and gost-yescrypt it is a number \(HashMethod.yescrypt.costWords), for scrypt "
      + "\(HashMethod.scrypt.costWords), and for bcrypt \(HashMethod.bcrypt.costWords); one more doubles the "
      + "work. For sha512crypt, sha256crypt and scram-sha-256 it is the number of rounds, "
      + "\(HashMethod.sha512crypt.costWords), for the last \(HashMethod.scramSHA256.costWords).")
  package static let noNewline = Option(
    "no-newline", .flag { $0.answer.hasNewline = false }, in: .answer, for: .handing,
    usual: [.new, .ask],
    text("Write no newline after the answer"))
  package static let output = Option(
    "output", .path { $0.outputPath = $1 }, in: .answer, for: .handing,
    usual: [.new, .change, .ask, .generate],
    excludes: [.outputFd], goesWithReceiver: false, text("Write the answer to this new file"),
    note:
      "Only its owner can read it (0600), unless --mode is given or --force keeps the mode of the old file. "
      + "It is written whole or not at all. The last part of FILE cannot be a symbolic link.")
  package static let outputFd = Option(
    "output-fd", .value("N", OptionValue.descriptor) { $0.outputDescriptor = $1 }, in: .answer,
    for: .answering,
    goesWithReceiver: false, text("Write the answer to this descriptor"),
    note: "The descriptor has to be open for writing, and stays open.")
  package static let force = Option(
    "force", .flag { $0.replacesFile = true }, in: .answer, for: .handing, needs: [.output],
    text("Let --output replace a file"),
    note:
      "The new file keeps the owner, the group, the mode and the access control list of the old one. If they "
      + "cannot be kept, or if everybody may read the old one and --mode is not given, the status is 5 and "
      + "the old file stays. As root the same happens if the old file belongs to another user and anybody but "
      + "root can write to its folder: whoever put it there would get the answer. --owner then says whose the "
      + "new file is.")
  package static let mode = Option(
    "mode",
    .value("MODE", OptionValue.mode) { $0.fileAccess.mode = $1 }, in: .answer, for: .handing,
    needs: [.output], text("Who may read and write the file"),
    note: "Three octal digits as for chmod(1), such as 640.")
  package static let owner = Option(
    "owner",
    .value("[USER][:GROUP]", OptionValue.owner) {
      ($0.fileAccess.owner, $0.fileAccess.group) = ($1.user, $1.group)
    },
    in: .answer, for: .handing, needs: [.output], text("Whose file it is"),
    note:
      "By name or number. Only root can give a file away; others can choose one of their own groups.")
  package static let answerFd = Option(
    "answer-fd", .value("N", OptionValue.answerDescriptor) { $0.answerDescriptor = $1 }, in: .answer,
    for: .answering, text("PROGRAM reads the answer at descriptor N"),
    note:
      "N is a number from \(OptionValue.answerDescriptors.lowerBound) to \(OptionValue.answerDescriptors.upperBound). "
      + "The standard input of PROGRAM is then that of watchword, such as data in a pipe. Without this option PROGRAM "
      + "reads the answer from its standard input.")
  package static let success = Option(
    "success", .value("TEXT", OptionValue.line) { $0.successWords = $1 }, in: .answer, for: .answering,
    text("Say this when PROGRAM has succeeded"),
    note:
      "TEXT needs a command after --. It goes to standard error, if that is a terminal. Without this option "
      + "new says \"Done.\", change says that the password was changed, and the other forms say nothing.")
  package static let quiet = Option(
    "quiet", .flag { $0.isQuiet = true }, letter: "q", in: .answer, for: .saying,
    usual: [.new, .change, .passwd, .generate], text("Leave out the line after the answer"),
    note:
      "Without this option standard error gets that line: from a form if it is a terminal, and from generate "
      + "for words or if the rule leaves no strong password. Both also name the command after --, if that "
      + "works for longer than a second and asks nothing without echo itself.")
  package static let expire = Option(
    "expire", .flag { $0.expires = true }, in: .answer, for: .passwd, usual: .all,
    text("Have USER choose another at the next login"),
    note:
      "Only root can do this, for a USER who is named. After the change it runs passwd -e. If that fails, a "
      + "line says so, and the status is 5.")
  package static let cancelStatus = Option(
    "cancel-status", .value("N", OptionValue.exitStatus) { $0.cancelStatus = $1 }, in: .answer,
    text("Status of a cancelled form [1]"),
    note:
      "N is a number from 1 to 255. It tells a script a cancel from the failure of its command. Ctrl-C is no "
      + "cancel: it ends the program by a signal.")
  package static let verify = Option(
    "verify", .value("COMMAND", OptionValue.command) { $0.verifying.command = $1 }, in: .verifier,
    for: .answering,
    usual: .all,
    text("Ask this command before a form is accepted"),
    note:
      "It is split at blanks, without quoting; put what needs a shell into a script. The command reads the "
      + "answer from its standard input, and accepts it with status 0. Otherwise the form stays open, and "
      + "shows the last line that the command wrote as the error. If the line begins with the name of a "
      + "field, as in email: This is taken, the error stands below that field.")
  package static let verifyOld = Option(
    "verify-old", .value("COMMAND", OptionValue.command) { $0.verifying.oldCommand = $1 }, in: .verifier,
    for: .change, usual: .all, text("Ask this command about the old password"),
    note:
      "It is asked as soon as you leave the field of the old password, and reads only that password. Until "
      + "it accepts, you stay in the field. The options below are for both commands, and --attempts counts "
      + "the refusals of both.")
  package static let verifyInput = Option(
    "verify-input", .choice("INPUT") { $0.verifying.input = $1 }, in: .verifier, for: .answering,
    needs: [.verify, .verifyOld],
    text("Reads {names} [json]", ["names": Verifier.Input.names]),
    note:
      "json, lines, nul and shell are the answer as --format writes it. text is the password and a newline, or the "
      + "first text if there is no password. Of two passwords it is the new one. The command of --verify-old reads only "
      + "the old one.")
  package static let verifyTimeout = Option(
    "verify-timeout", .value("TIME", OptionValue.limit) { $0.verifying.timeLimit = $1 }, in: .verifier,
    for: .answering,
    needs: [.verify, .verifyOld],
    text(
      "How many seconds it may take [{seconds}]",
      ["seconds": String(Verifier.defaultTimeLimit.components.seconds)]),
    note:
      "TIME is a decimal number from 0.001 to \(OptionValue.longestTime.components.seconds). A command that "
      + "takes longer is ended, and the form stays open.")
  package static let attempts = Option(
    "attempts", .value("N", OptionValue.count) { $0.verifying.attempts = $1 }, in: .verifier, for: .answering,
    usual: [.ask, .signIn], needs: [.verify, .verifyOld],
    text("End with status {status} after N refusals", ["status": String(ExitStatus.refused.rawValue)]),
    note: "A command that cannot be started, takes too long or is ended by a signal has not refused.")
  package static let remember = Option(
    "remember", .flag { $0.remembers = true }, in: .signIn, for: .signIn, usual: .all,
    excludes: [.forget, .user], text("Keep the email address for the next time"),
    note:
      "Only the address is kept, and only if the status is 0. The next sign-in with this option offers it. A "
      + "file that cannot be used gives a warning and is left alone.")
  package static let forget = Option(
    "forget", .flag { $0.forgets = true }, in: .signIn, for: .signIn, usual: .all,
    excludes: [.output, .outputFd], goesWithReceiver: false,
    text("Forget the email address; no form is shown"),
    note: "It is no error if none was kept. If it cannot be removed, the status is 5.")
  package static let batch = Option(
    "batch", .flag { $0.checking.isBatch = true }, in: .list, for: .check, usual: .all,
    text("Judge a list, one password a line"),
    note:
      "The list is FILE, or standard input. The answer to each line comes at once. It is a line with these columns, separated by tabs: its "
      + "number; pass, fail or refused; the level; the bits; the most useful reason; the error of the rule; "
      + "and, with --leaked, how often it has leaked. With --json it is an object, with line as its first "
      + "member. A line that is not UTF-8, is longer than \(SecretText.defaultCapacity) bytes, or has a "
      + "control character, is refused, and the rest goes on. If the input cannot be read to its end, a last "
      + "object without line says so.")
  package static let fields = Option(
    "fields",
    .value("NAMES", OptionValue.columns) {
      ($0.checking.columns, $0.checking.ignoresOwnNames) = ($1, true)
    }, in: .list, for: .check, usual: .all, implies: [.batch], excludes: [.csv],
    text("A list of accounts, as user:password"),
    note:
      "NAMES are the fields of a line, in order, with the sign that separates them; the last one takes the rest of the "
      + "line. One is password. A field _ is passed over. The others count against the password of their line, and "
      + "your own names do not. The answer tells from the second line on that a password is the same as in another. "
      + "Lines without a password are counted, and not judged. It implies --batch.")
  package static let csv = Option(
    "csv",
    .flag { ($0.checking.columns, $0.checking.ignoresOwnNames) = (AccountColumns(), true) }, in: .list,
    for: .check, usual: .all, implies: [.batch], excludes: [.null],
    text("A list of accounts with named columns"),
    note:
      "CSV as in RFC 4180, such as an export of Bitwarden, KeePassXC, KeePass 1.x, RoboForm or a browser. The first line "
      + "names the columns: password, login_password or pwd is judged; the columns of users, names and addresses "
      + "that password managers write count against it, as with --fields; of an address its host counts. They are "
      + "separated by commas, semicolons or tabs, or by what a line sep=X before them says. A record is answered "
      + "with the line that it begins on. Behind one with a quotation mark that closes no field reading goes on "
      + "at its second line; the status is 9 then, and JSON has torn_from, the line of the first. It implies "
      + "--batch.")
  package static let column = Option(
    "column", .custom("KIND=HEADING", OptionValue.addHeading), in: .list, for: .check, usual: .all,
    implies: [.batch, .csv], excludes: [.fields, .null],
    text("Column, as in password=Code, repeatable"),
    note:
      "HEADING is a heading of the first line; ASCII letters may have either case. KIND is password, user, email, title, url, "
      + "whose host counts against the password, or _ for a column to pass over. It implies --csv.")
  package static let show = Option(
    "show", .choice("WHAT") { $0.checking.shown = $1 as Checking.Shown }, in: .list, for: .check, usual: .all,
    needs: [.fields, .csv], implies: [.batch], text("Also tell of each account: user"),
    note:
      "The table has a last column with the user: the first text of the account that is a user, a login or an email, at most "
      + "64 columns of it, with controls as in \\u001b. JSON has it as user, and so have the weakest of a report. A refused "
      + "line has none."
  )
  package static let summary = Option(
    "summary", .flag { $0.checking.hasSummary = true }, in: .list, for: .check, usual: .all,
    implies: [.batch],
    text("Count verdicts and levels of a list"),
    note:
      "The numbers go to standard error at the end, in two lines. With --json they go to standard output, as "
      + "a last object with the one member summary. A refused line has no level. It implies --batch.")
  package static let failedOnly = Option(
    "failed-only", .flag { $0.checking.isFailedOnly = true }, in: .list, for: .check, usual: .all,
    implies: [.batch], text("Answer only lines that do not pass"),
    note: "Those are the lines that fail or are refused; they keep their numbers. It implies --batch.")
  package static let report = Option(
    "report", .flag { $0.checking.hasReport = true }, in: .list, for: .check, usual: .all,
    implies: [.batch], excludes: [.failedOnly, .summary, .explain],
    text("Tell only what a list is like as a whole"),
    note:
      "It counts verdicts, levels, reasons and what the rule misses, says on how many lines a password is the same as "
      + "in another, and names the ten weakest by their lines. With --json it is an object with the one member report. "
      + "It implies --batch.")
  package static let noSame = Option(
    "no-same", .flag { $0.checking.findsSame = false }, in: .list, for: .check, usual: .all,
    implies: [.batch], text("Do not look for equal passwords"),
    note:
      "The memory for a list of accounts or a report then does not grow with its length. Without this option it takes "
      + "at most 48 bytes for each password: a keyed hash and a line number. It implies --batch.")
  package static let noContext = Option(
    "no-context", .flag { $0.checking.ignoresOwnNames = true }, in: .list, for: .check, usual: .all,
    needs: [.batch], text("Forget who and where you are"),
    note:
      "Your login name, your full name and the host name do not count against the passwords. Words that "
      + "--word names still do. This option needs a list.")
  package static let null = Option(
    "null", .flag { $0.checking.separator = .nul }, in: .list, for: .check, usual: .all,
    text("A password ends with a NUL, not a newline"),
    note: "A newline is then a control character, so a password with one is refused.")
  package static let explain = Option(
    "explain", .flag { $0.checking.explains = true }, in: .list, for: .check, usual: .all,
    text("Name the parts that a password is made of"),
    note:
      "This is for trying out rules. For each part the answer says what the meter takes it for, which "
      + "characters it has, and its bits, which add up to those of the password. It has nothing of the "
      + "password itself. With --json the parts are the member parts, and in the table of a list they are "
      + "the last column.")
  package static let length = Option(
    "length", .value("N", OptionValue.count) { $0.drawing.length = $1 }, in: .drawing, for: .generate,
    usual: .all, excludes: [.words], text("Draw so many characters"),
    note:
      "They are ASCII letters and digits and, except at the ends, - _ . + as well, or other signs if the rule "
      + "needs more. Of 0 O, and of 1 l I |, none is drawn if the rule allows more than one. What --allow "
      + "lists is drawn, all of it, anywhere. Without this option and --words there are as many as make a "
      + "strong password. There are at most \(DrawingRules.longest). A number is refused if no password of that length meets "
      + "the rule, or if it gives fewer bits than the minimum level needs.")
  package static let noAmbiguous = Option(
    "no-ambiguous", .flag { $0.drawing.isUnambiguous = true }, in: .drawing, for: .generate,
    usual: .all, excludes: [.words], text("Draw nothing that can be misread"),
    note: "Leaves out 0 O 1 l I | and ' \" `, whatever else is allowed.")
  package static let words = Option(
    "words", .value("N", OptionValue.count) { $0.drawing.wordCount = $1 }, in: .drawing,
    for: .generate, usual: .all, text("Draw so many words"),
    note:
      "If the rule asks for other kinds of characters, one word begins with a capital and a digit follows "
      + "one, at random places. Standard error gets a line with the number of words to draw from. If there "
      + "is no list in your language, another line says that the words are English.")
  package static let separator = Option(
    "separator", .value("TEXT", OptionValue.wordSeparator) { $0.drawing.separator = $1 }, in: .drawing,
    for: .generate, usual: .all, needs: [.words], text("What stands between words that are drawn"),
    note:
      "The default is \(WordRecipe.standardSeparator). It is one or more ASCII punctuation characters or "
      + "spaces. Letters and digits, or nothing, could give the same password for two choices of words.")
  package static let wordList = Option(
    "word-list", .path { $0.form.wordList = $1 }, in: .drawing, for: .drawing,
    usual: .generate, setting: .one, needs: [.words], text("Words to draw from, one a line"),
    note:
      "In a form it is read when Ctrl-W asks for words. The default is the list that comes with the program, "
      + "in English, German or Portuguese like the texts of the program: short, well-known words, none of "
      + "which offends. Words of 3 to 9 letters from a to z are taken, each once, without the number before "
      + "them in lists for dice. Other lines are skipped. A file that cannot be read, is not UTF-8, or is "
      + "larger than \(WordFile.sizeLimit >> 20) MiB, is an error.")
  package static let count = Option(
    "count", .value("N", OptionValue.count) { $0.drawing.count = $1 }, in: .drawing, for: .generate,
    usual: .all, text("Draw so many passwords, a line each [1]"),
    note:
      "With --json each is an object with password, bits and level. bits is the binary logarithm of the "
      + "number of passwords that could have been drawn, all equally likely. Passwords that a list or the "
      + "meter refuses are not among them. Up to 2^14 passwords are counted. If there are more, the share "
      + "that is accepted is estimated from 500 draws or more, and the member about is true if any was "
      + "refused.")
  package static let list = Option(
    "list", in: .general, for: [.run, .agent], usual: .all,
    text("List known programs, or waiting questions"),
    note:
      "run lists the programs whose question for a new password it recognizes. agent lists the questions that wait, "
      + "with process, program, message and Id.")
  package static let once = Option(
    "once", in: .general, for: .agent, usual: .all, text("Ask only what waits now"))
  package static let trace = Option(
    "trace", .path { _, _ in }, in: .general, for: [.run, .agent], usual: .all,
    text("Note in a new FILE why forms come or not"),
    note:
      "A line for each change, with time, process, modes, decision and reason, and nothing of a prompt, a key, an "
      + "answer or output. Only its owner can read it.")
  package static let allowUnlockedMemory = Option(
    "allow-unlocked-memory", .flag { $0.presentation.protection.allowsUnlockedMemory = true }, in: .general,
    for: .configured, usual: .hash,
    text("Go on where memory cannot be locked"),
    note: "The password may then reach the swap space.")
  package static let check = Option(
    "check", .path { $0.judgedFile = $1 }, in: .general, for: .config, usual: .all,
    excludes: [.json], text("Judge FILE as if it were the system's"),
    note:
      "It is judged as if it stood in /etc/watchword, and the real files are not read. Each fault is a line, and the "
      + "status is then 2. What FILE names, such as a list of words, has to be there; if nothing is wrong but that lists "
      + "are missing, the status is 9. - is standard input, and ./- is a file of that name.")
  package static let root = Option(
    "root", .plain("DIR") { $0.judgedRoot = $1 }, in: .general, for: .config, usual: .all,
    needs: [.check], text("Look below DIR for what FILE names"),
    note:
      "DIR is a folder that will be the root of a system, such as that of an image. FILE itself may be anywhere. A path "
      + "from the root is looked for below DIR and only there, and so is one that a link names. A link to what is not "
      + "below DIR is a fault. Who owns what FILE names, and who may read or change it, is not asked. This option needs "
      + "--check.")
  package static let noConfig = Option(
    "no-config", .flag { $0.skipsDefaults = true }, in: .general, for: .configured, usual: .config,
    text("Read no settings but the required ones"),
    note: "Ignores the settings of the system and the user, and WATCHWORD_OPTIONS.")
  package static let log = Option(
    "log", .toggle(\.presentation.isLogged) { $0.presentation.isLogged = $1 }, in: .general, for: .configured,
    setting: .one, text("Note each form in the system's log"),
    note:
      "A form tells syslog (authpriv) its title, the user, the terminal, the program that started this one, and "
      + "how it ended, but nothing of what was typed. Of the title it tells 200 bytes, without what stands "
      + "between // and @, and no words of gpg-agent or of an askpass' caller. An option that a required one "
      + "forbids is told by its name.")
  package static let validate = Option(
    "validate", .flag { $0.isValidating = true }, in: .general, for: .own,
    text("Check the options, and do nothing else"),
    note:
      "No terminal is needed, and nothing is asked or written. Lists are read, and the commands after -- and "
      + "of --verify are looked up. The status is 0, or the one that ends the program if it cannot show the "
      + "form.")
  package static let help = Option(
    "help", .nothing(choices: ["all"]), letter: "h", in: .general, for: .all,
    text("Show the usual options, or all"),
    note: "After a command, or as watchword help COMMAND, it is about that command.")
  package static let version = Option(
    "version", letter: "V", in: .general, for: .all, text("Show the version"))
  package static let verbose = Option(
    "verbose", in: .general, for: .own,
    text("With --version: how passwords are protected"),
    note:
      "It says what kind of memory holds them on this machine, and whether other programs of the same user "
      + "can read the memory of this one.")
}

extension HashMethod {
  /// The range and default of a cost, as in "from 1 to 11 [5]".
  fileprivate var costWords: String { "from \(costs.lowerBound) to \(costs.upperBound) [\(standardCost)]" }
}
