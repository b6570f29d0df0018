import TestSupport
import Testing
import WatchwordBase

/// The template of the translations, Sources/Languages/po/watchword.pot, compared with the sources.
@Suite struct TemplateTests {
  private static let path = "Sources/Languages/po/watchword.pot"

  /// The texts that the files of Sources look up, by path.
  private static let sources = Result {
    try PackageFile.paths(in: "Sources", suffix: ".swift").filter { !$0.contains("/Languages/") }.map {
      ($0, SwiftSource(try PackageFile.text($0)).texts)
    }
  }

  @Test func `I3 the template is what the build makes of the sources`() throws {
    let folder = TemporaryFolder()
    let made = folder.path + "/watchword.pot"
    let make = try Completion.of("make", ["-C", PackageFile.root, "template", "template=\(made)"])
    #expect(make.status == 0, "\(make.errors)")
    try PackageFile.expect(Self.path, toHold: try #require(readText(made)))
  }

  @Test func `I3 xgettext finds every text of the sources and makes none up`() throws {
    let found = Set(try POFile(Self.path).entries.map(\.id))
    let said = Set(try Self.sources.get().flatMap { $0.1.ids })
    #expect(found.subtracting(said) == [], "made up")
    // A plural whose singular is also a text elsewhere is one entry.
    let plurals = Set(found.filter { $0.plural != nil }.map(\.text))
    #expect(said.subtracting(found).filter { $0.context != nil || !plurals.contains($0.text) } == [], "lost")
  }

  @Test func `I3 a text that is looked up is a plain literal`() throws {
    for (path, texts) in try Self.sources.get() { #expect(texts.faults == [], "\(path)") }
  }

  @Test func `I3 the texts of one and of many differ by the count alone in what is filled in`() throws {
    for entry in try POFile(Self.path).entries {
      guard let many = entry.id.plural else { continue }
      #expect(
        many.placeholders.subtracting(entry.id.text.placeholders).isSubset(of: ["{count}"]), "\(entry.id)")
    }
  }

  @Test func `I3 whatever reads as a text is looked up`() throws {
    let template = Set(try POFile(Self.path).entries.map(\.id.text))
    for (path, texts) in try Self.sources.get() where !Self.untranslated.contains(where: path.hasSuffix) {
      let exceptions = Self.exceptions.filter { path.hasSuffix($0.key) }.flatMap(\.value)
      for literal in texts.others where isText(literal.text) && !exceptions.contains(literal.text) {
        // A host that sets a form's text names it by its English words.
        if template.contains(literal.text), path.hasPrefix("Sources/WatchwordBase/") { continue }
        Issue.record("\(path):\(literal.line): \(literal.text)")
      }
    }
  }

  /// Files whose words are rows of keys, names of months or words of other programs, or go to people who share no other
  /// language.
  private static let untranslated = [
    "Guessing/Dates.swift", "Guessing/Keyboards.swift", "Run/ProgramTable+Known.swift", "Run/Trace.swift",
  ]

  /// Whether `text` is more than a word: two letters in a row, and a blank.
  private func isText(_ text: String) -> Bool {
    text.contains(" ") && zip(text, text.dropFirst()).contains { $0.isLetter && $1.isLetter }
  }

  /// Literals that read like texts and are none: commands, their patterns, protocols, words for programmers.
  private static let exceptions: KeyValuePairs = [
    "Face/WatchwordError.swift": ["ulimit -l"],
    "Curses/TerminalDevice.swift": ["timeout --foreground", "parallel --tty", "watchword: \u{FFFC}\n"],
    "WatchwordOptions/Help.swift": ["TYPE: \u{FFFC}"],
    "WatchwordOptions/Arguments.swift": ["--hash apr1", "htpasswd -i"],
    // The prompts that Emacs knows.
    "Lines/Dialogue+Texts.swift": ["New password", "New password again", "Old password", "Mot de passe"],
    // How a program asks for a password again.
    "Run/Question.swift": ["one more time"],
    // Mistakes of a program's own code, which only programmers read.
    "Form/FormProblem.swift": [
      "no text of another field can show the field \"\u{FFFC}\"",
      "the form has no fields", "the form has neither fields nor buttons",
      "a form has \u{FFFC} fields at most, and not \u{FFFC}",
      "field \u{FFFC} has no name", "two fields are called \"\u{FFFC}\"",
      "the form has no field number \u{FFFC} to start in",
      "the field \"\u{FFFC}\" does not confirm a field before it",
      "the field \"\u{FFFC}\" is secure and cannot start with a text",
      "the text that the field \"\u{FFFC}\" starts with has a control character",
      "the text that the field \"\u{FFFC}\" starts with has more than \u{FFFC} bytes",
      "the field \"\u{FFFC}\" has to take 1 to \u{FFFC} bytes",
      "the field \"\u{FFFC}\" is secure and cannot have a validator",
      "the field \"\u{FFFC}\" has two validators", "a form has one new password at most, and not \u{FFFC}",
      "the field \"\u{FFFC}\" asks for a new password, which a verdict cannot",
      "a known password is not looked up in a list",
      "the field \"\u{FFFC}\" has \u{FFFC}",
      "the field \"\u{FFFC}\" does not take the text that it starts with (initialText): \u{FFFC}",
      "\u{FFFC} of the \u{FFFC} is \u{FFFC}: \u{FFFC}", "nil is for the usual one",
      "it has a control character", "field \u{FFFC}",
    ],
    "Inputs/Choices.swift": [
      "no choices", "choices and labels in different numbers, \u{FFFC} and \u{FFFC}", "an empty \u{FFFC}",
      "a control character in a \u{FFFC}", "the \u{FFFC} \u{FFFC} twice",
    ],
    "Face/Field.swift": ["such a field has none", "a number has 15 digits at most", "not empty"],
    "Face/PasswordForm.swift": [
      "a time is not negative", "a day is the most", "the button has it", "1 is the least",
      "use run(), which blocks no thread",
    ],
    "Inputs/CharacterPattern.swift": ["it has no 9, A or *", "it does not fit the pattern \u{FFFC}"],
    "Face/NearMisses.swift": [
      "add `in form`", "make the form `borrowing`", "make the form `inout`", "take `replacement: UTF8Span`",
      "\u{FFFC} is never called as it is: \u{FFFC}", "in \u{FFFC}: \u{FFFC}",
    ],
    "Form/Form+RunningForm.swift": [
      "no field of the form is called \"\u{FFFC}\"; there are \u{FFFC}",
      "the text of the secure field \"\u{FFFC}\" can only be cleared",
    ],
    "Form/Form+Validation.swift": ["the validator of the field \"\u{FFFC}\" has thrown: \u{FFFC}"],
    "WatchwordHashes/PasswordHash.swift": ["the cost of \u{FFFC} is \u{FFFC} to \u{FFFC}"],
    "Face/PasswordLanguage.swift": ["\u{FFFC} cannot replace \u{FFFC}"],
    "Face/Presentation+Look.swift": [
      "a colour is 0xRRGGBB at most, and not 0x\u{FFFC}", "look[.\u{FFFC}] = \u{FFFC}",
    ],
    "Face/RunningForm.swift": [
      "only a question of the delegate can be refused", "the form has no text of its own to be set",
      "only textFieldShouldReturn can move the focus by its answer: use becomeFirstResponder() here",
    ],
    "Form/Form+Delegate.swift": ["the delegate has called refuse(_:settingText:), and answered yes"],
    "WordLists/CommonWords.swift": ["it has no list of common words"],
    // Printed for developers.
    "Face/PasswordPolicy+Evaluate.swift": [
      "\u{FFFC}, \u{FFFC} bits", "accepted: \u{FFFC}", "refused: \u{FFFC}, \u{FFFC}",
    ],
    "Policies/PolicyProblem.swift": [
      "a policy has \u{FFFC} criteria at most, and not \u{FFFC}",
      "criterion \u{FFFC} of the policy has no criteria",
      "criterion \u{FFFC} of the policy asks for fewer characters than one",
      "criterion \u{FFFC} of the policy has a group in it",
      "criterion \u{FFFC} of the policy asks for \u{FFFC} of its \u{FFFC} criteria",
    ],
    "WatchwordTesting/ScriptEnded.swift": [
      "the script ended before the form did, and the screen showed:\n\u{FFFC}"
    ],
    "Askpass/AskpassPrompt.swift": [
      "Username for '", "(yes/no)? ", "(yes/no/[fingerprint])? ",
      "Please type 'yes', 'no' or the fingerprint: ", " (empty for no passphrase): ",
      "Enter same passphrase again: ",
    ],
    // Of an export.
    "System/FieldReader.swift": [#""Account","Login Name","Password","Web Site","Comments""#],
    // The kernel's.
    "Run/Asker.swift": [" (deleted)"],
    // Headings of exports.
    "Lists/AccountList.swift": [
      "user name", "login name", "full name", "first name", "last name", "web site",
    ],
    // Words of passwd and its modules.
    "Passwd/PasswdOutput.swift": [
      "passwd: ", "passwd: password ", "changing password for ", "try again.", "password: \"",
      "already used",
      "must choose a longer password", "must choose a shorter password", "is shorter than",
      "password has not been changed", "same as the old one", "similar to the old one", "user name",
      "real name",
      "wait longer to change", "authentication token lock busy",
      "authentication token manipulation error",
    ],
    "Passwd/PasswdPrompt.swift": [
      "first factor (current", "enter current", "enter new", "one-time", "re-enter ", "re-type ", "reenter ",
      "retype ", " for ",
    ],
    // Reasons in a table or in JSON.
    "Check/UncheckedInput.swift": [
      "has a quotation mark that does not close a field", "has no field for the password",
      "has a quotation mark that does not close a field: records may be missing",
      "has a quotation mark that does not close a field: lines \u{FFFC} to \u{FFFC} were not read",
      "has more fields than the first line names",
      "not valid UTF-8", "longer than \u{FFFC} bytes", "holds a control character",
      "ends in CR, as lines of Windows do",
    ],
    "Options/StandardError.swift": ["watchword: \u{FFFC}"],
    "WatchwordBase/FileError.swift": ["chmod go-w", "chmod o+rX"],
    // Lines of the system's log.
    "Session/FormLog.swift": [
      "form \"\u{FFFC}\"", " on \u{FFFC}", "\u{FFFC} shown to \u{FFFC}\u{FFFC}\u{FFFC}",
      "not shown to \u{FFFC}\u{FFFC}",
      ", started by \u{FFFC} (\u{FFFC})",
    ],
    "Session/Ending.swift": [
      "answered no", "left by its second button", "ended by the time limit", "refused too often",
      "lost its terminal",
    ],
    "WatchwordSystem/SystemLog.swift": ["\u{FFFC}, user \u{FFFC}"],
    "Options/Configuration.swift": [
      "option \"\u{FFFC}\" refused: \u{FFFC}, line \u{FFFC} requires \u{FFFC}"
    ],
    "Passwd/PasswdCommand.swift": ["passwd -e"],
    "Dialogs/TerminalDialogs.swift": ["Question of gpg-agent", "Passphrase for gpg-agent"],
    "Options/Command.swift": [
      "watchword config", "watchword config --check ./config.new",
      "watchword config --check ./config.new --root .",
      "watchword passwd", "sudo watchword passwd alice", " [USER] [OPTION]...",
      "watchword new --template 'alice:{password}' -- sudo chpasswd", "watchword new --policy nist",
      "watchword change --format lines -- ./set-password",
      "watchword ask --label Passphrase --no-newline -- ./unlock",
      "watchword sign-in --user --verify ./check-login --attempts 3",
      "watchword sign-up --optional name -- ./add-account",
      "watchword form --field name --field choice:disk:vda,vdb --field yesno:wipe",
      "pass show mail | watchword check",
      "watchword check --report passwords.txt", " [FILE] [OPTION]...",
      "watchword generate --length 32 --output ./secret --mode 640",
      "pass show mail | watchword hash", "watchword hash --hash scram-sha-256",
      "watchword confirm 'Restart now?' --default no", "watchword confirm --danger ERASE 'Erase /dev/sdb?'",
      " TEXT [OPTION]...", "watchword generate --policy nist --words 6", "watchword policies",
      "watchword policies nist",
      " [NAME] [OPTION]...", " [OPTION]...", " [OPTION]... [-- PROGRAM [ARG]...]",
      " [PROMPT]", " [OPTION]... [--] [COMMAND [ARG]...]",
      "watchword run zip -e letters.zip *.txt", "alias cryptsetup='watchword run cryptsetup'",
      "sudo watchword agent", "watchword agent --list",
      "\"Username for '\"", "\"(yes/no)? \"", "\"(yes/no/[fingerprint])? \"",
      "mkdir -pm 700 ~/.gnupg", "program=$(command -v pinentry-watchword)",
      "echo \"pinentry-program $program\" >>~/.gnupg/gpg-agent.conf", "gpgconf --kill gpg-agent",
      "export SSH_ASKPASS=watchword-askpass SSH_ASKPASS_REQUIRE=force",
      "SUDO_ASKPASS=$(command -v watchword-askpass) sudo -A true",
      "git config --global core.askPass watchword-askpass",
    ],
    "Options/Help.swift": [
      "watchword \u{FFFC}--help", "watchword \u{FFFC}",
      "watchword [COMMAND] [OPTION]... [-- PROGRAM [ARG]...]",
      "watchword \u{FFFC}--help=all", "watchword COMMAND --help",
    ],
    // The costs of a hash are in a note.
    "Options/Option+Table.swift": ["from \u{FFFC} to \u{FFFC} [\u{FFFC}]"],
    "Options/PolicyFile.swift": ["libpwquality 1.4.5"],
    "Policies/StandardPolicy.swift": ["BSI für Bürger, \"Sichere Passwörter erstellen\""],
    // Rows of the table of programs, and words of the program to a terminal that is raw.
    "Run/ProgramTable.swift": [
      "zip -e twice level - Enter password:", "# PROGRAM ARGUMENT TIMES POLICY EMPTY QUESTION\n",
    ],
    "Run/QuestionDialog.swift": ["\r\nwatchword: \u{FFFC}\r\n"],
    "WatchwordCurses/TerminalError.swift": ["toe -a", "ulimit -f unlimited"],
    "Pinentry/Agent.swift": ["INQUIRE \u{FFFC}", "INQUIRE \u{FFFC} "],
    "Pinentry/PinentryServer.swift": ["ERR \u{FFFC} IPC line too long"],
    "Frame/Frame.swift": ["--- cursor \u{FFFC},\u{FFFC}", "--- no cursor"],
    "Guessing/GuessMeter.swift": ["trustno1 qazwsx1990"],
    "Guessing/Habits.swift": [" qwertyuiop asdfghjkl; zxcvbnm, 1234567890 "],
  ]

  @Test func `the scan of a source finds what is looked up, joined or in an interpolation`() {
    let texts = SwiftSource(
      #"""
      // text("a comment")
      func text(_ english: String) {}
      let one = texts("One " + "thing, \"it's\"", ["name": "other text"]) /* text("x") */
      let many = "\(texts.plural("{count} word", "{count} words", 3)) and \(name)"
      let verb = texts.context("verb", "show"), raw = #"raw "text""#
      let wrong = text("a \(name)"), choice = text(isOne ? "one" : "two")
      """#
    ).texts
    #expect(
      Set(texts.ids) == [
        .init("One thing, \"it's\""), .init("{count} word", plural: "{count} words"),
        .init("show", context: "verb"),
      ])
    #expect(texts.faults == [6, 6])
    #expect(
      texts.others.map(\.text)
        == ["name", "other text", "\u{FFFC} and \u{FFFC}", "raw \"text\"", "a \u{FFFC}", "one", "two"])
  }
}
