internal import Watchword
internal import WatchwordCurses
internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// The rows of the table. They are made when an option is looked for, which no start without arguments does.
extension Option: CaseIterable {
  /// All options, in the order of the documents.
  static let allCases: [Option] = [
    .field, .optional, .value, .user, .label, .allowEmpty, .title, .paragraph, .button, .prompt,
    .confirmPrompt, .noConfirm, .policy, .normalize, .meter, .strengthScale, .minStrength, .dictionary,
    .noDictionary, .blocklist, .leaked, .word, .minLength, .maxLength, .require, .allow, .maxRepeat,
    .maxSequence, .debounce, .mask, .peek, .reveal, .revealTimeout, .timeout, .clearsOnInsertion,
    .noCapitalize, .mouse, .noMouse, .animation, .noAnimation, .quietTyping, .noQuietTyping, .glyphs,
    .color, .background, .plain, .noPlain, .tty, .format, .json, .template, .prefix, .withStrength, .hash,
    .hashCost, .noNewline, .output, .outputFd, .force, .success, .quiet, .cancelStatus, .verify, .verifyOld,
    .verifyShell, .verifyInput, .verifyTimeout, .attempts, .remember, .forget, .batch, .summary,
    .failedOnly, .noContext, .null, .explain, .length, .noAmbiguous, .words, .separator, .wordList, .count,
    .allowUnlockedMemory,
    .noConfig, .validate, .help, .version, .verbose,
  ]

  /// The options that say how strong a password is. A least level means nothing while they can be changed.
  static var ofMeter: [Option] { [.noDictionary, .meter, .strengthScale, .noContext] }

  static let field = Option(
    "field", .value("FIELD", OptionValue.field, choices: FormField.Kind.words) { $0.form.fields.append($1) },
    in: .fields, for: .only(.form), usual: .all,
    // translators: This and the other texts about options follow their names in the output of --help, in at most
    // 48 columns. Words in capitals are placeholders and stay.
    text("Field TYPE[:NAME[:PLACEHOLDER]], repeatable"),
    note:
      "TYPE is \(FormField.Kind.names). An address such as root@localhost, or one with letters beyond ASCII, is "
      + "asked for with the type text. NAME is a letter from a to z, then such letters, digits and "
      + "underscores; it names the value in the answer, is that of the type by default, and is never strength. "
      + "Of the type new-password, which is asked for twice, there is one field at most.")
  static let optional = Option(
    "optional", .plain("NAME") { $0.optionalNames.append($1) }, in: .fields, for: .only(.signUp, .form),
    usual: .all, text("This field may stay empty, repeatable"),
    note: "All others have to be filled in.")
  static let value = Option(
    "value", .value("NAME=TEXT", OptionValue.namedText) { $0.texts[$1.name] = $1.text }, in: .fields,
    for: .filling, usual: .only(.form), text("Text that a field starts with, repeatable"),
    note:
      "A secure field starts empty, since anyone can read the arguments. The person starts in the first "
      + "field without a text.")
  static let user = Option(
    "user", .flag { $0.asksForUser = true }, in: .fields, for: .only(.signIn), usual: .all,
    text("Ask for a user name, not an email"),
    note: "Any text is taken, and the value is called user.")
  static let label = Option(
    "label",
    .value("NAME=TEXT", OptionValue.itself) { (options, label) throws(ProgramError) in
      let isAsking = options.command == .ask
      let (name, text) = isAsking ? (Options.askedName, label.argument) : try label.namedText()
      options.labels[name] = text
    }, in: .fields, usual: .only(.ask, .form), text("What a field is called, repeatable"),
    note:
      "The fields of new are password and confirm, those of change old, new and confirm. confirm names the "
      + "confirm field of the other forms, too, where no field has this name. Without a label of its own a field "
      + "that --field gives a NAME has that one, with its first letter raised. ask takes TEXT alone, whatever is "
      + "in it. Behind the label of a field that may stay empty the form says so.")
  static let allowEmpty = Option(
    "allow-empty", .flag { $0.allowsEmpty = true }, in: .fields, for: .only(.ask), usual: .all,
    text("Accept an empty password, too"))
  static let title = Option(
    "title", .value("TEXT", OptionValue.line) { $0.form.title = $1 }, in: .words, usual: .all,
    text("Title of the form"))
  static let paragraph = Option(
    "text", .value("TEXT", OptionValue.paragraph) { $0.form.text = $1 }, in: .words, usual: .all,
    text("Paragraph below the title"),
    note:
      "It is wrapped, and a newline in it breaks the line. It takes a third of the window at most, and less where "
      + "the form needs the rows; what does not fit is left out, with an ellipsis at the end.")
  static let button = Option(
    "button", .value("TEXT", OptionValue.line) { $0.form.buttons = [FormButton($1)] }, in: .words,
    text("Text of the button"))
  static let prompt = Option(
    "prompt", .value("TEXT", OptionValue.line) { $0.prompt = $1 }, in: .words, for: .only(.new, .ask),
    text("Placeholder of the first field"))
  static let confirmPrompt = Option(
    "confirm-prompt", .value("TEXT", OptionValue.line) { $0.confirmPrompt = $1 }, in: .words,
    for: .newPassword, text("Placeholder of the confirm field"))
  static let noConfirm = Option(
    "no-confirm", .flag { $0.hasConfirmation = false }, in: .rules, for: .only(.new), usual: .all,
    excludes: [.confirmPrompt], text("Ask once, without the confirm field"))
  static let policy = Option(
    "policy",
    .value("POLICY", OptionValue.policy, choices: StandardPolicy.words + [PolicyFile.systemName]) {
      ($0.standardPolicy, $0.policyFile) = $1
    }, in: .rules, for: .judgingAny, usual: .knowingRules, setting: .one,
    fixes: { $1.weakens(policy: $0) }, text("A policy by its name, or a .conf file"),
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
      + "at its end names another such file; under these any level is accepted, as under pin.")
  static let normalize = Option(
    "normalize", .choice("FORM") { $0.normalization = $1 }, in: .rules, for: .knowingRules, setting: .one,
    text("Normal form: {names} [by policy]", ["names": Policy.Normalization.names]),
    note:
      "With nfc the password is judged, compared and handed out in Unicode Normalization Form C, with U+0020 for "
      + "every other space, as RFC 8265 has it (OpaqueString); so nist and nist-mfa do. With none it is taken as "
      + "typed; so classic, owasp and the rule of sign-up and form do.")
  static let meter = Option(
    "meter", .choice("METER") { $0.meter = $1 }, in: .rules, for: .judging, setting: .one,
    text("Strength by: {names}", ["names": JudgeConfiguration.MeterKind.names]),
    note:
      "guesses, the default, goes by the number of guesses that an attacker is estimated to need, in bits. "
      + "length goes by the number of characters as a person counts them, with words of the dictionary one level "
      + "weaker.")
  static let strengthScale = Option(
    "strength-scale", .value("M,S", OptionValue.scale) { $0.scale = $1 }, in: .rules, for: .ruling,
    setting: .one, text("Where medium and strong begin [40,75]"),
    note: "The numbers are bits of guesses; with --meter length they are characters, by default 10,20. "
      + "What is below the first is weak.")
  static let minStrength = Option(
    "min-strength",
    .value("LEVEL", OptionValue.level, choices: Level.allCases.map(\.name)) { $0.minimumLevel = $1 },
    in: .rules, for: .knowingRules, usual: .all, setting: .one, fixes: { Option.ofMeter.contains($1.option) },
    text("At least: {names} [medium]", ["names": Level.names]),
    note: "What is below it is refused. With weak any level is accepted, as it is with the policy pin.")
  static let dictionary = Option(
    "dictionary", .plain("FILE") { $0.dictionaries.append($1) }, in: .rules, for: .ruling, setting: .list,
    text("Words that are easy to guess, repeatable"),
    note:
      "One word a line. They count wherever they stand in the password, beside those of \(WordFile.systemPath), which "
      + "may be absent, and the common words of ten languages that come with the program. A file that cannot be read is "
      + "an error, and so is one larger than \(WordFile.sizeLimit >> 20) MiB.")
  static let noDictionary = Option(
    "no-dictionary", .flag { ($0.dictionaries, $0.hasUsualLists) = ([], false) }, in: .rules, for: .ruling,
    setting: .one, text("Work without a word list"),
    note:
      "Neither the lists that come with the program and the system count, nor those that are named before this option; "
      + "those behind it do. libzxcvbn's own words, which are English, always count.")
  static let blocklist = Option(
    "blocklist", .plain("FILE") { $0.blocklists.append($1) }, in: .rules, for: .ruling, usual: .all,
    setting: .list, text("Passwords that are refused, repeatable"),
    note:
      "One password a line, compared as a whole; case and normal form are ignored. With it every policy refuses the "
      + "words of the dictionary and other common passwords too, as nist, nist-mfa and owasp always do. A file that "
      + "cannot be read, or is larger than \(WordFile.sizeLimit >> 20) MiB, is an error; where it cannot be read to "
      + "its end, the form accepts nothing.")
  static let leaked = Option(
    "leaked", .plain("FILE") { $0.leakedPath = $1 }, in: .rules, for: .ruling, setting: .one,
    text("List of leaked passwords, all refused"),
    note:
      "FILE is the list \"Pwned Passwords\" of haveibeenpwned.com, with SHA-1 or NTLM hashes ordered by hash, or "
      + "the folder with a file for each prefix. It goes with every policy. The list is searched on the disk, "
      + "without being loaded, when typing pauses and before anything is accepted. Where it cannot be read, or "
      + "does not answer within 2 seconds, nothing is accepted.")
  static let word = Option(
    "word", .value("WORD", OptionValue.word) { $0.words.append($1) }, in: .rules, for: .ruling,
    setting: .list, text("Word that counts against it, repeatable"),
    note:
      "So do the texts of the other fields, a title of your own, the login name and the host name. Words of fewer "
      + "than \(ContextWords.minimumCount) characters do not count.")
  static let minLength = Option(
    "min-length", .value("N", OptionValue.count) { $0.ownRules.minimumLength = $1 }, in: .rules,
    for: .knowingRules, setting: .one, text("At least so many characters"),
    note:
      "This and the next five options are rules of your own. A length and --require take the place of what the "
      + "policy says about that; the others are added to it. Whether the policy takes spaces stays as it is. A rule "
      + "that no password can meet is an error.")
  static let maxLength = Option(
    "max-length", .value("N", OptionValue.count) { $0.ownRules.maximumLength = $1 }, in: .rules,
    for: .knowingRules, setting: .one, text("At most so many characters"))
  static let require = Option(
    "require", .value("[N:]KINDS", OptionValue.requiredClasses) { $0.ownRules.required = $1 }, in: .rules,
    for: .knowingRules, setting: .one, text("Kinds of characters, or N of them"),
    note:
      "KINDS are some of \(CharacterClass.names), with commas between them.")
  static let allow = Option(
    "allow",
    .value("SET", OptionValue.allowedCharacters, choices: ["ascii", "latin1", "chars:"]) {
      $0.ownRules.allowed = $1
    }, in: .rules, for: .knowingRules, setting: .one,
    text("Only ascii, latin1 or chars:CHARACTERS"),
    note:
      "ascii are the characters from space to tilde. latin1 are also those of ISO 8859-1 that can be seen. "
      + "chars:CHARACTERS are those that follow, each a code point. The line of another character fails as soon as it "
      + "is typed, and names it where the field is shown.")
  static let maxRepeat = Option(
    "max-repeat", .value("N", OptionValue.count) { $0.ownRules.maximumRepeat = $1 }, in: .rules,
    for: .knowingRules, setting: .one, text("A character at most N times in a row"))
  static let maxSequence = Option(
    "max-sequence", .value("N", OptionValue.count) { $0.ownRules.maximumSequence = $1 }, in: .rules,
    for: .knowingRules, setting: .one, text("At most N in sequence, as in abc or 321"),
    note: "Characters are in sequence where the code of each follows that of the one before, up or down.")
  static let debounce = Option(
    "debounce", .value("SECONDS", OptionValue.duration) { $0.form.validationDelay = $1 }, in: .rules,
    for: .only(.change, .passwd, .signIn, .signUp, .form), text("Pause before a text is validated [0.2]"),
    note: "It is a decimal number from 0 to \(OptionValue.longestTime.components.seconds). "
      + "Leaving a field and pressing Return validate at once.")
  static let mask = Option(
    "mask", .value("CHAR", OptionValue.mask) { $0.presentation.mask = $1 }, in: .typing, setting: .one,
    text("Sign shown in place of each character"),
    note: "It is one character that takes one column.")
  static let peek = Option(
    "peek", .flag { $0.isPeeking = true }, in: .typing, text("Show the character typed last for a moment"),
    note: "It is masked again after a second or at the next key.")
  static let reveal = Option(
    "reveal", .choice("WHEN") { $0.form.reveal = $1 }, in: .typing, usual: .all, setting: .one,
    fixes: { $0.argument == FormDescription.Reveal.never.rawValue && $1.option == .peek },
    text("Reveal: {names} [allowed]", ["names": FormDescription.Reveal.names]),
    note: "With allowed the text starts masked and a key shows it; with always it starts shown and a key "
      + "masks it; with never there is no such key.")
  static let revealTimeout = Option(
    "reveal-timeout", .value("TIME", OptionValue.duration) { $0.form.revealTimeout = $1 == .zero ? nil : $1 },
    in: .typing,
    setting: .one, text("Mask after so many idle seconds [30]"),
    note:
      "TIME is a decimal number from 0 to \(OptionValue.longestTime.components.seconds), the time since the last "
      + "key. With 0, and with --reveal always, a field stays shown until the form is submitted or suspended."
  )
  static let timeout = Option(
    "timeout", .value("SECONDS", OptionValue.limit) { $0.form.timeout = $1 }, in: .typing,
    usual: .only(.new, .change, .passwd, .ask, .signIn), setting: .one,
    text("End after so long without a key"),
    note:
      "It is a decimal number from 0.001 to \(OptionValue.longestTime.components.seconds), the time since the last "
      + "key. The last 20 seconds are counted in the key line, and any key starts the time again. Then the form "
      + "ends with status \(ExitStatus.timeLimit.rawValue), and nothing is handed out. That is so too while the "
      + "command of --verify runs, and while the form is suspended.")
  static let clearsOnInsertion = Option(
    "clears-on-insertion", .flag { $0.clearsOnInsertion = true }, in: .typing,
    text("Clear a field when it is edited again"),
    note: "The first insertion or deletion after the focus came back clears the field first.")
  static let noCapitalize = Option(
    "no-capitalize", .flag { $0.capitalizes = false }, in: .typing, for: .only(.signUp, .form),
    text("Leave the letters of a name as typed"),
    note: "Without it the first letter of each word of a name is raised as it is typed.")
  static let mouse = Option(
    "mouse", .flag { $0.presentation.usesMouse = true }, in: .typing, setting: .one,
    text("Take presses of the mouse, the default"))
  static let noMouse = Option(
    "no-mouse", .flag { $0.presentation.usesMouse = false }, in: .typing, setting: .one,
    text("Leave the mouse to the terminal"))
  static let animation = Option(
    "animation", .flag { $0.form.isAnimated = true }, in: .look, setting: .one,
    text("Change the bars with a pulse, the default"))
  static let noAnimation = Option(
    "no-animation", .flag { $0.form.isAnimated = false }, in: .look, setting: .one,
    text("Change the bars at once, without a pulse"),
    note: "So does WATCHWORD_MOTION=off in the environment.")
  static let quietTyping = Option(
    "quiet-typing", .flag { $0.form.isTypingQuiet = true }, in: .look, setting: .one,
    text("Leave bars and signs still while typing"),
    note:
      "So a screen reader speaks of nothing else while a password is typed. Counter, bars and signs change when the "
      + "field is left, at Return, or for an offer. Errors, level and reason come a moment later, so that they are "
      + "heard last, and whole. The field with the focus differs from others in its colour alone.")
  static let noQuietTyping = Option(
    "no-quiet-typing", .flag { $0.form.isTypingQuiet = false }, in: .look, setting: .one,
    text("Change bars and signs with each key"))
  static let glyphs = Option(
    "glyphs", .choice("SET") { $0.presentation.glyphs = $1 }, in: .look, setting: .one,
    text("Signs: {names} [auto]", ["names": Presentation.Glyphs.names]),
    note:
      "With auto the locale and the kind of terminal decide; where the locale is not UTF-8 they are ASCII, "
      + "whatever is asked for.")
  static let color = Option(
    "color", .choice("WHEN") { $0.presentation.color = $1 }, in: .look, setting: .one,
    text("Colours: {names} [auto]", ["names": ColorChoice.names]),
    note: "With auto there are colours unless the terminal has none or NO_COLOR is set and not empty.")
  static let background = Option(
    "background", .choice("KIND") { $0.presentation.background = $1 }, in: .look, setting: .one,
    text("Background: {names} [auto]", ["names": BackgroundChoice.names]),
    note:
      "With auto it is what COLORFGBG or else the terminal itself says; without an answer words keep the "
      + "terminal's own colour.")
  static let plain = Option(
    "plain", .flag { $0.presentation.isPlain = true }, in: .look, setting: .one,
    text("Ask line by line, without a screen"),
    note:
      "Nothing that was printed is written over, and what is typed is not shown. It is so by itself where TERM is "
      + "not set, dumb or unknown to terminfo, and where ACCESSIBLE in the environment is neither empty nor 0. "
      + "The word help or a ? alone on a line lists the rules for a new password, Ctrl-R at the end of a line shows "
      + "it once, and Ctrl-G makes a password.")
  static let noPlain = Option(
    "no-plain", .flag { $0.presentation.isPlain = false }, in: .look, setting: .one,
    text("Show a form where there is a screen"),
    note: "So it is whatever ACCESSIBLE says.")
  static let tty = Option(
    "tty", .plain("DEVICE") { $0.presentation.device = $1 }, in: .look,
    text("Draw on this terminal, and read from it"),
    note:
      "TERM has to be its type, and no other program may read from it. Without this option the form is drawn on "
      + "the terminal that controls the program, or, where none does, as in a rescue shell or under setsid, on the "
      + "first of standard input, standard error and standard output that is a terminal. Where standard output is "
      + "the terminal that the form was drawn on, the answer is written there after the form.")
  static let format = Option(
    "format", .choice("FORMAT") { $0.format = $1 }, in: .answer, for: .answering,
    usual: .only(.change, .signIn, .signUp, .form),
    text("Answer as {names}", ["names": AnswerFormat.Kind.names]),
    note:
      "The default is lines where there is one value, and json where there are more. json is an object on one "
      + "line in UTF-8, with strength as the last member where there is a new password; lines and nul are the "
      + "values in the order of the fields, each with a newline or a NUL behind it; shell is a line such as "
      + "ww_email='ann@example.org' for each value, safe for eval whatever was typed.")
  static let json = Option(
    "json", .flag { $0.format = .json }, in: .answer, for: .writing,
    usual: .only(.new, .check, .generate, .policies), text("Answer as JSON"),
    note: "It is the same as --format json, where there is that option.")
  static let template = Option(
    "template",
    .value("TEXT", OptionValue.itself) { (options, template) throws(ProgramError) in
      options.answer.template = try template.template(of: options)
    }, in: .answer, for: .answering, usual: .all, excludes: [.format, .json], comesLast: true,
    text("Answer as TEXT, in which {NAME} is a value"),
    note:
      "{{ and }} are braces. Behind a secret only a newline or the end may stand. In a field that is no secret "
      + "the character that follows it in TEXT is an error, so that nothing that is typed can forge a record."
  )
  static let prefix = Option(
    "prefix", .value("PREFIX", OptionValue.shellPrefix) { $0.answer.shellPrefix = $1 }, in: .answer,
    for: .answering,
    text("Start of the names of shell variables [{prefix}]", ["prefix": AnswerFormat.standardShellPrefix]),
    note: "It goes with --format shell alone, and is made of letters, digits and underscores.")
  static let withStrength = Option(
    "with-strength", .flag { $0.answer.hasStrength = true }, in: .answer, for: .newAnswer,
    text("Add how strong the new password is"),
    note:
      "\(Level.names) comes last: as a line, behind a NUL, as the shell's variable "
      + "\(AnswerFormat.standardShellPrefix)\(AnswerFormat.strengthName), or where "
      + "{\(AnswerFormat.strengthName)} stands in a template. json has it without this option.")
  static let hash = Option(
    "hash", .choice("METHOD") { $0.hashMethod = $1 }, in: .answer, for: .newAnswer,
    usual: .only(.new, .change, .signUp), text("The hash of the new password in its place"),
    note:
      "METHOD is \(HashMethod.names), of crypt(5); default is yescrypt. The password has to be as short as the "
      + "method takes: \(HashMethod.bcrypt.longestPassword) bytes with bcrypt, and "
      + "\(HashMethod.standard.longestPassword) with the others.")
  static let hashCost = Option(
    "hash-cost",
    .value("N", OptionValue.itself) { (options, cost) throws(ProgramError) in
      if let method = options.hashMethod { options.hashCost = try cost.cost(of: method) }
    }, in: .answer, for: .newAnswer, needs: [.hash], comesLast: true,
    text("How much work that hash is"),
    note:
      "For yescrypt and gost-yescrypt it is a number \(HashMethod.yescrypt.costWords), for scrypt "
      + "\(HashMethod.scrypt.costWords), and for bcrypt \(HashMethod.bcrypt.costWords): one more doubles the work. "
      + "For sha512crypt and sha256crypt it is the number of rounds, \(HashMethod.sha512crypt.costWords).")
  static let noNewline = Option(
    "no-newline", .flag { $0.answer.hasNewline = false }, in: .answer, for: .answering,
    usual: .only(.new, .ask),
    text("Write no newline after the answer"))
  static let output = Option(
    "output", .plain("FILE") { $0.outputPath = $1 }, in: .answer, for: .answering,
    usual: .only(.new, .change, .ask),
    excludes: [.outputFd], goesWithReceiver: false, text("Write the answer to this new file"),
    note:
      "Only its owner can read it (0600), and it is there whole or not at all. The last part of FILE is never a "
      + "symbolic link.")
  static let outputFd = Option(
    "output-fd", .value("N", OptionValue.descriptor) { $0.outputDescriptor = $1 }, in: .answer,
    for: .answering,
    goesWithReceiver: false, text("Write the answer to this descriptor"),
    note: "It has to be open for writing, and stays open.")
  static let force = Option(
    "force", .flag { $0.replacesFile = true }, in: .answer, for: .answering, needs: [.output],
    text("Let --output replace a file"))
  static let success = Option(
    "success", .value("TEXT", OptionValue.line) { $0.successWords = $1 }, in: .answer, for: .answering,
    text("Say this when PROGRAM has succeeded"),
    note:
      "It goes with a command behind --, and is said on standard error, if that is a terminal. Without this option "
      + "new says \"Done.\", change that the password was changed, and the other forms say nothing.")
  static let quiet = Option(
    "quiet", .flag { $0.isQuiet = true }, letter: "q", in: .answer, for: .saying,
    usual: .only(.new, .change, .passwd, .generate), text("Leave out the line after the answer"),
    note:
      "Without this option standard error gets that line: from a form where it is a terminal, and from generate "
      + "where words are drawn. From a form it gets the name of the command behind --, too, if that works for longer "
      + "than a second and asks nothing without echo itself.")
  static let cancelStatus = Option(
    "cancel-status", .value("N", OptionValue.exitStatus) { $0.cancelStatus = $1 }, in: .answer, usual: .all,
    text("Status of a cancelled form [1]"),
    note: "N is a number from 1 to 255, by which a script can tell this from the failure of its command. "
      + "Ctrl-C is no cancel: it ends the program by a signal.")
  static let verify = Option(
    "verify", .value("COMMAND", OptionValue.command) { $0.verifying.command = $1 }, in: .verifier,
    for: .answering,
    usual: .all,
    text("Ask this command before a form is accepted"),
    note:
      "Words stand apart by blanks, and there is no quoting. The command reads what was typed from its "
      + "standard input. With status 0 it accepts; else the form stays open, and the last line that the command "
      + "wrote stands there as the error, below the field that it begins with, as in email: This is taken.")
  static let verifyOld = Option(
    "verify-old", .value("COMMAND", OptionValue.command) { $0.verifying.oldCommand = $1 }, in: .verifier,
    for: .only(.change), usual: .all, text("Ask this command about the old password"),
    note:
      "It is asked as soon as the person leaves the field of the old password, and is given nothing else. Until it "
      + "accepts, the person stays there. The options below are for both commands, and --attempts counts the "
      + "refusals of both.")
  static let verifyShell = Option(
    "verify-shell", .flag { $0.verifying.usesShell = true }, in: .verifier, for: .answering,
    needs: [.verify, .verifyOld],
    text("Have the shell carry out that command"))
  static let verifyInput = Option(
    "verify-input", .choice("INPUT") { $0.verifying.input = $1 }, in: .verifier, for: .answering,
    needs: [.verify, .verifyOld],
    text("What it reads: {names} [json]", ["names": Verifier.Input.names]),
    note:
      "json is the answer as --format json writes it; text is the password, or the first text where there is "
      + "none, and a newline. Where there are two passwords it is the new one. The command of --verify-old reads "
      + "the old one alone.")
  static let verifyTimeout = Option(
    "verify-timeout", .value("TIME", OptionValue.limit) { $0.verifying.timeout = $1 }, in: .verifier,
    for: .answering,
    needs: [.verify, .verifyOld],
    text(
      "How many seconds it may take [{seconds}]",
      ["seconds": String(Verifier.defaultTimeout.components.seconds)]),
    note:
      "TIME is a decimal number from 0.001 to \(OptionValue.longestTime.components.seconds). A command that takes "
      + "longer is ended, and the form stays open.")
  static let attempts = Option(
    "attempts", .value("N", OptionValue.count) { $0.verifying.attempts = $1 }, in: .verifier, for: .answering,
    usual: .only(.ask, .signIn), needs: [.verify, .verifyOld],
    text("End with status {status} after N refusals", ["status": String(ExitStatus.refused.rawValue)]),
    note: "A command that cannot be started, takes too long or is ended by a signal has not refused.")
  static let remember = Option(
    "remember", .flag { $0.remembers = true }, in: .signIn, for: .only(.signIn), usual: .all,
    excludes: [.forget, .user], text("Keep the email address for the next time"),
    note:
      "The address alone is kept, when the form was accepted, and offered by the next sign-in with this "
      + "option. A file that cannot be used gives a warning and is left alone.")
  static let forget = Option(
    "forget", .flag { $0.forgets = true }, in: .signIn, for: .only(.signIn), usual: .all,
    excludes: [.output, .outputFd], goesWithReceiver: false,
    text("Forget the email address; no form is shown"),
    note: "It is no error when none was kept; when it cannot be removed, the status is 5.")
  static let batch = Option(
    "batch", .flag { $0.checking.isBatch = true }, in: .list, for: .only(.check), usual: .all,
    text("Judge a list, one password a line"),
    note:
      "Each line is answered as it comes, by a line with its number; pass, fail or refused; the level; the "
      + "bits; the most useful reason; and the error of the rule, with tabs between them. With --json it is an "
      + "object, with line as its first member. A line that is not UTF-8, or longer than "
      + "\(SecretText.defaultCapacity) bytes, or has a control character, is refused, and the rest goes on. Where "
      + "the input cannot be read on, an object without line says so at the end.")
  static let summary = Option(
    "summary", .flag { $0.checking.hasSummary = true }, in: .list, for: .only(.check), usual: .all,
    needs: [.batch],
    text("Count verdicts and levels of a list"),
    note:
      "At the end standard error gets the numbers in two lines. With --json standard output gets them as the last "
      + "object, whose one member is summary. A line that is refused has no level. It goes with --batch alone."
  )
  static let failedOnly = Option(
    "failed-only", .flag { $0.checking.isFailedOnly = true }, in: .list, for: .only(.check), usual: .all,
    needs: [.batch], text("Answer only lines that do not pass"),
    note:
      "Those are the lines that fail or are refused; they keep their numbers. It goes with --batch alone.")
  static let noContext = Option(
    "no-context", .flag { $0.checking.ignoresOwnNames = true }, in: .list, for: .only(.check), usual: .all,
    needs: [.batch], text("Forget who and where you are"),
    note:
      "Your own login name and full name and the name of the host do not count against the passwords of others. "
      + "What --word names still does. It goes with --batch alone.")
  static let null = Option(
    "null", .flag { $0.checking.separator = .nul }, in: .list, for: .only(.check), usual: .all,
    text("A password ends with a NUL, not a newline"),
    note:
      "A newline is a control character there, so that a password with one is refused.")
  static let explain = Option(
    "explain", .flag { $0.checking.explains = true }, in: .list, for: .only(.check), usual: .all,
    text("Name the parts that a password is made of"),
    note:
      "It is meant for trying out rules. Each part is answered by what the meter takes it for, which characters "
      + "it has and its bits, which add up to those of the password. Of the password itself nothing is "
      + "written. With --json they are the member parts, and in the table of a list the last column.")
  static let length = Option(
    "length", .value("N", OptionValue.count) { $0.drawing.length = $1 }, in: .drawing, for: .only(.generate),
    usual: .all, excludes: [.words], text("Draw so many characters"),
    note:
      "They are letters, digits and signs of ASCII without the look-alikes 0 O 1 l I |. Without this option and "
      + "--words there are as many as make a strong password. There are at most \(DrawingRules.longest). A number "
      + "with which no password meets the rule is refused, and so is one that leaves fewer bits than the least "
      + "level asks for.")
  static let noAmbiguous = Option(
    "no-ambiguous", .flag { $0.drawing.isUnambiguous = true }, in: .drawing, for: .only(.generate),
    usual: .all, excludes: [.words], text("Draw nothing that can be misread"),
    note: "Without 0 O 1 l I | and without ' \" and `, whatever else is allowed.")
  static let words = Option(
    "words", .value("N", OptionValue.count) { $0.drawing.wordCount = $1 }, in: .drawing,
    for: .only(.generate), usual: .all, text("Draw so many words"),
    note:
      "Where the rule wants other kinds of characters, one word begins with a capital and a digit stands behind "
      + "one, at places that are drawn. Standard error gets a line with the number of words to draw from, and one that "
      + "says so where they are English since there is no list in your language.")
  static let separator = Option(
    "separator", .value("TEXT", OptionValue.wordSeparator) { $0.drawing.separator = $1 }, in: .drawing,
    for: .only(.generate), usual: .all, needs: [.words], text("What stands between words that are drawn"),
    note:
      "Without this option it is \(WordRecipe.standardSeparator). It is one or more ASCII signs or spaces: letters "
      + "and digits, or nothing, could give the same password for two choices of words.")
  static let wordList = Option(
    "word-list", .plain("FILE") { $0.form.wordList = $1 }, in: .drawing, for: .drawing,
    usual: .only(.generate), setting: .one, needs: [.words], text("Words to draw from, one a line"),
    note:
      "In a form it is read when Ctrl-W asks for words. Without this option it is the list that comes with the "
      + "program, in English, German or Portuguese as the program speaks: short words that people know, and none that "
      + "offends. Words of 3 to 9 letters from a to z are taken, each once, and other lines are passed over. A file "
      + "that cannot be read, or is larger than \(WordFile.sizeLimit >> 20) MiB, is an error.")
  static let count = Option(
    "count", .value("N", OptionValue.count) { $0.drawing.count = $1 }, in: .drawing, for: .only(.generate),
    usual: .all, text("Draw so many passwords, a line each [1]"),
    note:
      "With --json each is an object with password, bits and level. bits is the binary logarithm of the number of "
      + "passwords that could have been drawn, each as likely as the others.")
  static let allowUnlockedMemory = Option(
    "allow-unlocked-memory", .flag { $0.presentation.allowsUnlockedMemory = true }, in: .general, for: .all,
    text("Go on where memory cannot be locked"),
    note: "The password may then reach the swap space.")
  static let noConfig = Option(
    "no-config", in: .general, for: .all, text("Read no settings but the required ones"),
    note: "Neither those of the system and the person nor WATCHWORD_OPTIONS.")
  static let validate = Option(
    "validate", .flag { $0.isValidating = true }, in: .general, for: .all,
    text("Check the options, and do nothing else"),
    note:
      "No terminal is needed, nothing is asked and nothing written. Lists are read, and the commands behind -- "
      + "and of --verify are looked for. The status is 0, or the one that ends the program where the form would "
      + "not be shown.")
  static let help = Option(
    "help", .nothing(choices: ["all"]), letter: "h", in: .general, for: .all,
    text("Show the usual options, or all"),
    note: "Behind a command, or as watchword help COMMAND, it is about that command.")
  static let version = Option(
    "version", letter: "V", in: .general, for: .all, text("Show the version"))
  static let verbose = Option(
    "verbose", in: .general, for: .all,
    text("With --version: how passwords are protected"),
    note:
      "It says in which kind of memory they lie on this machine, and whether other programs of the same "
      + "user can read the memory of this one.")
}

extension HashMethod {
  /// What a hash may cost and usually costs, as in "from 1 to 11 [5]".
  fileprivate var costWords: String { "from \(costs.lowerBound) to \(costs.upperBound) [\(standardCost)]" }
}
