/// What gpg-agent has set for the next dialog, by commands and options.
struct PinentryRequest: Sendable {
  /// The commands that set a text for one dialog.
  enum Text: String, Sendable {
    case title = "SETTITLE"
    case description = "SETDESC"
    case prompt = "SETPROMPT"
    /// What was wrong with the last answer.
    case error = "SETERROR"
    case ok = "SETOK"
    case notOK = "SETNOTOK"
    case cancel = "SETCANCEL"
    /// The label of a second field, and what is said where the two differ and where they are equal.
    case repeatLabel = "SETREPEAT"
    case repeatError = "SETREPEATERROR"
    case repeatOK = "SETREPEATOK"
    /// The label of the agent's own measure of quality, which may be empty; without it that is not asked for.
    case quality = "SETQUALITYBAR"
    /// The label for a passphrase that the agent makes; empty where it makes none.
    case generator = "SETGENPIN"
  }

  /// The options whose value counts. They stand until the agent sets them again, and through RESET.
  enum Setting: String, Sendable {
    /// The device to draw on.
    case terminal = "ttyname"
    /// The kind of that terminal, as TERM has it.
    case terminalKind = "ttytype"
    /// How the person is told that a dialog has come: none, beep or flash.
    case alert = "ttyalert"
    /// The display of the agent's caller, on which nothing is drawn.
    case display
    case characterLocale = "lc-ctype"
    case messageLocale = "lc-messages"
    /// The texts that stand where the agent sets no other.
    case usualOK = "default-ok"
    case usualCancel = "default-cancel"
    case usualPrompt = "default-prompt"
    /// The file whose time is set when a dialog has ended, so that its callers draw their screen again.
    case touchFile = "touch-file"
    /// The sign in place of each character.
    case mask = "invisible-char"
    /// What the agent says of the passphrases that it allows.
    case shortHint = "constraints-hint-short"
    case longHint = "constraints-hint-long"
    case errorTitle = "constraints-error-title"
  }

  private var texts: [Text: String] = [:]
  private var settings: [Setting: String] = [:]
  /// The program that has asked the agent; `nil` where that is not known.
  private(set) var owner: PinentryOwner?
  /// Whether the agent checks a new passphrase.
  private(set) var isEnforced = false
  /// How long after the last key the dialog ends; `nil` for no limit.
  private(set) var timeLimit: Duration?

  subscript(_ text: Text) -> String? { texts[text] }
  subscript(_ setting: Setting) -> String? { settings[setting] }

  /// Sets what `command` sets to `text`, percent escapes and all. Returns `false` for a command that sets nothing.
  mutating func set(_ command: String, _ text: some Sequence<UInt8>) -> Bool {
    let text = AgentText.decode(text)
    if let known = Text(rawValue: command) {
      texts[known] = text
      return true
    }
    switch command {
    case "SETTIMEOUT": if !text.isEmpty { setTimeout(text) }
    // There is no cache that a key could be found in, and nothing to point at with a mouse.
    case "SETKEYINFO", "SETQUALITYBAR_TT", "SETGENPIN_TT": break
    default: return false
    }
    return true
  }

  /// The longest time without a key after which a dialog can end, in seconds: a day, as everywhere.
  static let longestTimeout = 86_400

  /// Ends dialogs in which nobody presses a key for `seconds`, a whole number; for all else never.
  mutating func setTimeout(_ seconds: String) {
    let seconds = Int(seconds) ?? 0
    timeLimit = seconds > 0 ? .seconds(min(seconds, Self.longestTimeout)) : nil
  }

  /// Sets the option `name` to `value`, percent escapes and all, which is empty where it has none. Returns `false` for an
  /// unknown option.
  mutating func setOption(_ name: String, _ value: some Sequence<UInt8>) -> Bool {
    setOption(name, to: AgentText.decode(value))
  }

  /// Sets the option `name` to `text`. Returns `false` for an unknown option.
  mutating func setOption(_ name: String, to text: String) -> Bool {
    if let known = Setting(rawValue: name) {
      settings[known] = text
      return true
    }
    switch name {
    // Nothing of these is shown on a terminal; they are known all the same.
    case "parent-wid", "debug-wait", "formatted-passphrase-hint", "default-pwmngr",
      "default-cf-visi", "default-tt-visi", "default-tt-hide", "default-capshint":
      break
    case "owner": owner = PinentryOwner(text)
    case "constraints-enforce" where text.isEmpty: isEnforced = true
    // No cache is used, a terminal is not grabbed, and a passphrase is not shown in groups.
    case "grab", "no-grab", "allow-external-password-cache", "allow-emacs-prompt", "formatted-passphrase":
      return text.isEmpty
    default: return false
    }
    return true
  }

  /// Forgets what belongs to one dialog (RESET).
  mutating func reset() { texts = [:] }

  /// Forgets what belongs to the dialog that has just ended.
  mutating func dialogDidEnd(isPassphrase: Bool) {
    (texts[.error], texts[.quality]) = (nil, nil)
    if isPassphrase { texts[.repeatLabel] = nil }
  }
}
