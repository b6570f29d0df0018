import Testing

/// Lines to a pinentry in a row, each with its answer.
struct PinentryConversation: Sendable, CustomTestStringConvertible {
  /// What the lines are about.
  var name: String
  /// Whether the pinentry is told of the terminal before the first line.
  var knowsTerminal = true
  var steps: [Step]

  init(
    _ name: String, knowsTerminal: Bool = true, _ steps: Step...
  ) { (self.name, self.knowsTerminal, self.steps) = (name, knowsTerminal, steps) }

  var testDescription: String { name }

  /// A message to the pinentry and the keys pressed then. Its answer comes after both.
  struct Step: Sendable, ExpressibleByStringLiteral {
    /// The message, without the end of its last line.
    var sent: [UInt8] = []
    /// What is shown before the keys are pressed; `nil` if nothing is.
    var shown: String?
    /// The keys for Watchword, and those for Debian's pinentry if they differ.
    var keys = "", debianKeys: String?
    var isEnd = false
    var difference: Difference?

    init(stringLiteral text: String) { sent = Array(text.utf8) }

    init(bytes: [UInt8]) { sent = bytes }

    /// The agent hangs up.
    static var end: Step {
      var step: Step = "(hangs up)"
      step.isEnd = true
      return step
    }

    /// The step with a dialog that shows `text`, and keys for it.
    func shows(_ text: String, keys: String, debian: String? = nil) -> Step {
      var step = self
      (step.shown, step.keys, step.debianKeys) = (text, keys, debian)
      return step
    }

    /// The step, if the two answer differently.
    func differs(_ ours: [String], debian: [String], because reason: String) -> Step {
      var step = self
      step.difference = Difference(ours: ours, debian: debian, reason: reason)
      return step
    }

    /// The step's name in a message.
    var name: String {
      String(decoding: sent.prefix(60), as: UTF8.self)
        + (shown == nil ? "" : " with keys \(keys.debugDescription)")
    }
  }

  /// The two answers, and why the difference is right.
  struct Difference: Sendable {
    var ours: [String], debian: [String], reason: String
  }
}

extension PinentryConversation {
  /// Everything that the protocol's specification names.
  static let all = [
    PinentryConversation(
      "texts",
      "SETDESC Hello%0Aworld", "SETDESC", "SETPROMPT PIN:", "SETPROMPT", "SETERROR wrong", "SETERROR",
      "SETTITLE x",
      "SETTITLE", "SETOK _OK", "SETOK", "SETNOTOK _no", "SETNOTOK", "SETCANCEL _Cancel", "SETCANCEL",
      "setdesc small",
      "SETKEYINFO n/ABC", "SETKEYINFO u/ABC", "SETKEYINFO s/ABC", "SETKEYINFO --clear", "SETKEYINFO",
      "SETREPEAT again", "SETREPEAT", "SETREPEATERROR no", "SETREPEATERROR",
      Step("SETREPEATOK yes").differs(
        ["OK"], debian: [unknownCommand], because: "Pinentry has it since 1.3; Debian's is 1.2."),
      "SETQUALITYBAR", "SETQUALITYBAR Quality:", "SETQUALITYBAR_TT", "SETQUALITYBAR_TT x",
      "SETGENPIN", "SETGENPIN _Suggest", "SETGENPIN_TT", "SETGENPIN_TT x",
      "SETTIMEOUT 5", "SETTIMEOUT", "SETTIMEOUT x", "SETTIMEOUT -1", "SETTIMEOUT 99999999999999999999",
      "RESET", "RESET x"),
    PinentryConversation(
      "options",
      "OPTION grab", "OPTION no-grab", "OPTION grab=1", "OPTION no-grab 1",
      "OPTION display=:0", "OPTION display", "OPTION ttyname=/dev/null", "OPTION ttyname",
      "OPTION ttyname = /dev/null",
      "OPTION ttytype=vt100", "OPTION ttytype", "OPTION lc-ctype=C", "OPTION lc-messages=de_DE.UTF-8",
      "OPTION ttyalert=beep",
      "OPTION owner=1234/0 host", "OPTION owner=1234", "OPTION owner=1234/0", "OPTION owner=x",
      "OPTION owner",
      "OPTION parent-wid=7", "OPTION parent-wid=x", "OPTION touch-file=/nonexistent", "OPTION touch-file",
      "OPTION default-ok=_OK", "OPTION default-cancel=_Cancel", "OPTION default-prompt=PIN:",
      "OPTION default-pwmngr=_Save", "OPTION default-cf-visi=Really?", "OPTION default-tt-visi=Show",
      "OPTION default-tt-hide=Hide", "OPTION default-capshint=Caps Lock is on",
      "OPTION default-yes=_Yes", "OPTION default-no=_No", "OPTION pinentry-user-data=x",
      "OPTION allow-external-password-cache", "OPTION allow-external-password-cache=1",
      "OPTION allow-emacs-prompt",
      "OPTION allow-emacs-prompt=1", "OPTION invisible-char=*", "OPTION invisible-char",
      "OPTION invisible-char=abc",
      "OPTION formatted-passphrase", "OPTION formatted-passphrase=1", "OPTION formatted-passphrase-hint=x",
      "OPTION constraints-enforce", "OPTION constraints-enforce=1", "OPTION constraints-hint-short=x",
      "OPTION constraints-hint-long=x%0Ay", "OPTION constraints-error-title=x",
      "OPTION debug-wait=0", "OPTION foo", "OPTION foo=bar", "OPTION --foo=bar", "OPTION", "OPTION =x",
      "OPTION  ",
      "OPTION ttyname=%zz", "OPTION GRAB"),
    PinentryConversation(
      "information",
      Step("GETINFO flavor").differs(
        ["S FEATURES tabbing", "D watchword", "OK"], debian: ["D curses", "OK"],
        because: "It is another program, with a second field for a new passphrase."),
      Step("GETINFO version").differs(
        ["D 0.1.0", "OK"], debian: ["D 1.2.1", "OK"], because: "It is another program."),
      "GETINFO pid", "GETINFO ttyinfo", "OPTION display=:7", "GETINFO ttyinfo", "OPTION ttyname=/dev/nowhere",
      "OPTION ttytype=x", "GETINFO ttyinfo", "OPTION ttyname=", "GETINFO ttyinfo", "RESET", "GETINFO ttyinfo",
      "GETINFO", "GETINFO foo", "GETINFO  pid", "GETINFO pid x", "getinfo pid"),
    PinentryConversation(
      "information before anything is set", knowsTerminal: false, "GETINFO ttyinfo", "GETINFO pid"),
    PinentryConversation(
      "the protocol itself",
      "NOP", "NOP x", "nop", "# a comment\nNOP", "\nNOP", "   ", " NOP", "END", "CANCEL", "CANCEL x",
      "AUTH x", "D data",
      "S STATUS", "OK", "ERR 1", "INQUIRE x", "INPUT FD=3", "OUTPUT FD=3", "FOO", "FOO BAR", "GETPINX",
      "SETDESCRIPTION x",
      Step("HELP").differs(
        help(with: "SETREPEATOK"), debian: help(with: nil),
        because: "SETREPEATOK came with 1.3; Debian's is 1.2."),
      "HELP SETDESC", "HELP FOO", "HELP NOP", "HELP OPTION", "CLEARPASSPHRASE", "CLEARPASSPHRASE x",
      "CLEARPASSPHRASE  x  "),
    PinentryConversation("the end", "BYE", .end),
    PinentryConversation("an end with a word", "BYE x", .end),
    PinentryConversation("the end of the agent", "NOP", .end),
    PinentryConversation(
      "broken texts",
      "SETDESC %", "SETDESC %4", "SETDESC %zz", "SETDESC %00", "SETDESC a%1b[31m",
      .init(bytes: Array("SETDESC ".utf8) + [0xFF, 0xC3]),
      "SETDESC a\0b", "FOO\0", "OPTION ttyname=a\0", "OPTION foo\0",
      Step("\0").differs(
        [unknownCommand],
        debian: ["ERR 536871188 IPC syntax error <User defined source 1> - leading white-space"],
        because: nothingIsLost),
      Step("NOP\0x").differs([unknownCommand], debian: ["OK"], because: nothingIsLost),
      .init(bytes: [0xFF, 0xFE]), "\r\nNOP", "NOP\r", "GETINFO pid\r", "SETDESC \t\u{1B}\u{9B}"),
    PinentryConversation("the longest line", .line(of: 1000), "NOP", .line(of: 1001), "NOP"),
    PinentryConversation(
      "a line that is too long",
      .line(of: 1003).differs(
        [tooLong], debian: [], because: "The session goes on; Debian's pinentry ends without a word.")),
    PinentryConversation(
      "a passphrase", "SETPROMPT Word:",
      Step("GETPIN").shows("Word", keys: "x\r"), Step("GETPIN").shows("Word", keys: "\r"),
      Step("GETPIN").shows("Word", keys: "50% + \u{E4}\r"),
      Step("GETPIN x").shows("Word", keys: "y\r"), Step("getpin").shows("Word", keys: "z\r"),
      "SETPROMPT", "SETOK Take", Step("GETPIN").shows("Take", keys: "x\r"),
      "SETERROR Wrong", Step("GETPIN").shows("Wrong", keys: "x\r"),
      "SETKEYINFO n/ABC", "OPTION allow-external-password-cache", Step("GETPIN").shows("Take", keys: "x\r"),
      "RESET", Step("GETPIN").shows("PIN", keys: "x\r")),
    PinentryConversation(
      "cancels", Step("GETPIN").shows("PIN", keys: "\u{1B}", debian: "\t\t\r"),
      Step("GETPIN").shows("PIN", keys: "x\u{1B}", debian: "x\t\t\r"), "NOP"),
    PinentryConversation(
      "a new passphrase", "SETREPEATERROR no", "SETREPEAT again",
      Step("GETPIN").shows("PIN", keys: "x\tx\r", debian: "x\r").differs(
        ["S PIN_REPEATED", "D x", "OK"], debian: ["D x", "OK"],
        because:
          "Debian's for terminals has no second field before 1.3, and leaves it to the agent to ask again."),
      Step("GETPIN").shows("PIN", keys: "x\r")),
    PinentryConversation(
      "questions", "SETDESC Sure?", Step("CONFIRM").shows("Sure?", keys: "\r"),
      Step("CONFIRM").shows("Sure?", keys: "\u{1B}", debian: "\t\r"),
      Step("CONFIRM --one-button").shows("Sure?", keys: "\r"),
      Step("MESSAGE").shows("Sure?", keys: "\r"), Step("MESSAGE x").shows("Sure?", keys: "\r"),
      Step("MESSAGE").shows("Sure?", keys: "\u{1B}", debian: "\r"),
      "SETOK _Yes", "SETCANCEL _Leave", Step("CONFIRM").shows("Leave", keys: "\t\r"),
      "SETNOTOK _No", Step("CONFIRM").shows("No", keys: "n", debian: "\t\r"),
      Step("CONFIRM").shows("No", keys: "\t\r"), Step("CONFIRM").shows("No", keys: "l", debian: "\t\t\r"),
      Step("CONFIRM").shows("No", keys: "\t\t\r"),
      Step("CONFIRM").shows("No", keys: "\u{1B}l", debian: "\t\t\r"),
      Step("CONFIRM").shows("No", keys: "\u{1B}[C\u{1B}[C\r", debian: "\u{1B}OC\u{1B}OC\r"),
      Step("CONFIRM --one-button").shows("Sure?", keys: "\u{1B}", debian: "\r"),
      Step("CONFIRM").shows("No", keys: "\u{1B}", debian: "\t\t\r"), Step("CONFIRM").shows("No", keys: "\r"),
      Step("CONFIRM").shows("No", keys: "y", debian: "\r"),
      "SETERROR Wrong", Step("CONFIRM").shows("Sure?", keys: "\r"), Step("CONFIRM").shows("Sure?", keys: "\r")
    ),
    PinentryConversation(
      "a cancel of all that the agent does", "SETDESC Sure?",
      Step("GETPIN").shows("PIN", keys: "\u{3}", debian: "\t\t\r").differs(
        ["S BUTTON_INFO close", cancelled], debian: [cancelled], because: keysAreSignals),
      Step("CONFIRM").shows("Sure?", keys: "\u{3}", debian: "\t\r").differs(
        ["S BUTTON_INFO close", cancelled], debian: [cancelled], because: keysAreSignals)),
  ]

  private static let unknownCommand = "ERR 536871187 Unknown IPC command <User defined source 1>"
  private static let nothingIsLost =
    "What stands behind a NUL is not passed over, so that a text is shown whole."
  private static let cancelled = "ERR 83886179 Operation cancelled <Pinentry>"
  private static let keysAreSignals =
    "Debian's pinentry leaves ^C to the terminal, which sends a signal to whoever it controls."
  private static let tooLong = "ERR 536871175 IPC line too long"

  private static func help(with new: String?) -> [String] {
    [
      "NOP", "CANCEL", "OPTION", "BYE", "AUTH", "RESET", "END", "HELP", "SETDESC", "SETPROMPT", "SETKEYINFO",
      "SETREPEAT", "SETREPEATERROR", new, "SETERROR", "SETOK", "SETNOTOK", "SETCANCEL", "GETPIN", "CONFIRM",
      "MESSAGE",
      "SETQUALITYBAR", "SETQUALITYBAR_TT", "SETGENPIN", "SETGENPIN_TT", "GETINFO", "SETTITLE", "SETTIMEOUT",
      "CLEARPASSPHRASE",
    ].compactMap { $0.map { "# \($0)" } } + ["OK"]
  }
}

extension PinentryConversation.Step {
  /// A description in a line of `count` bytes, its end included.
  fileprivate static func line(of count: Int) -> Self {
    Self(stringLiteral: "SETDESC " + String(repeating: "x", count: count - 9))
  }
}
