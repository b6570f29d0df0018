/// What gpg-agent has set for the next dialog, by commands and options.
struct PinentryRequest: Equatable, Sendable {
  /// What stands until the agent sets it again, and through RESET.
  struct Surroundings: Equatable, Sendable {
    /// The device to draw on.
    var terminal: String?
    /// The kind of that terminal, as TERM has it.
    var terminalKind: String?
    /// How the person is told that a dialog has come: none, beep or flash.
    var alert: String?
    /// The display of the agent's caller, on which nothing is drawn.
    var display: String?
    /// The locales for characters and for texts.
    var characterLocale: String?, messageLocale: String?
    /// The texts that stand where the agent sets no other.
    var defaults: [Default: String] = [:]
    /// The file whose time is set when a dialog has ended, so that its callers draw their screen again.
    var touchFile: String?
    /// The sign in place of each character.
    var mask: Character?
    /// After how many seconds without a key the dialog ends; 0 for never.
    var timeout = 0
    /// Whether the agent checks a new passphrase, and the words for that.
    var constraints = Constraints()
  }

  /// The texts that an agent gives once for all dialogs.
  enum Default: String, Sendable {
    case ok = "default-ok", cancel = "default-cancel", prompt = "default-prompt"
  }

  /// What the agent asks of a new passphrase.
  struct Constraints: Equatable, Sendable {
    var isEnforced = false
    var shortHint: String?, longHint: String?, errorTitle: String?
  }

  /// What the options have set.
  var surroundings = Surroundings()

  /// Makes a request in which nothing is set.
  init() {}

  private init(surroundings: Surroundings) { self.surroundings = surroundings }

  var title: String?, description: String?, prompt: String?
  /// What was wrong with the last answer.
  var error: String?
  var ok: String?, notOK: String?, cancel: String?
  /// The label of a second field, and what is said where the two differ and where they are equal.
  var repeatLabel: String?, repeatError: String?, repeatOK: String?
  /// The label of the agent's own measure of quality, which may be empty; `nil` where it is not asked for.
  var qualityLabel: String?
  /// The label for a passphrase that the agent makes; `nil` where it makes none.
  var generatorLabel: String?

  /// Sets what `command` sets to `text`, percent escapes and all. Returns `false` for a command that sets nothing.
  mutating func set(_ command: String, _ text: some Sequence<UInt8>) -> Bool {
    let text = AgentText.decode(text)
    switch command {
    case "SETTITLE": title = text
    case "SETDESC": description = text
    case "SETPROMPT": prompt = text
    case "SETERROR": error = text
    case "SETOK": ok = text
    case "SETNOTOK": notOK = text
    case "SETCANCEL": cancel = text
    case "SETREPEAT": repeatLabel = text
    case "SETREPEATERROR": repeatError = text
    case "SETREPEATOK": repeatOK = text
    case "SETQUALITYBAR": qualityLabel = text
    case "SETGENPIN": generatorLabel = text.isEmpty ? nil : text
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
    surroundings.timeout = min(max(0, Int(seconds) ?? 0), Self.longestTimeout)
  }

  /// Sets the option `name` to `value`, percent escapes and all, which is empty where it has none. Returns `false` for an
  /// unknown option.
  mutating func setOption(_ name: String, _ value: some Sequence<UInt8>) -> Bool {
    setOption(name, to: AgentText.decode(value))
  }

  /// Sets the option `name` to `text`. Returns `false` for an unknown option.
  mutating func setOption(_ name: String, to text: String) -> Bool {
    if let known = Default(rawValue: name) {
      surroundings.defaults[known] = text
      return true
    }
    switch name {
    case "ttyname": surroundings.terminal = text
    case "ttytype": surroundings.terminalKind = text
    case "ttyalert": surroundings.alert = text
    case "lc-ctype": surroundings.characterLocale = text
    case "lc-messages": surroundings.messageLocale = text
    case "touch-file": surroundings.touchFile = text
    case "invisible-char": surroundings.mask = text.first
    case "constraints-hint-short": surroundings.constraints.shortHint = text
    case "constraints-hint-long": surroundings.constraints.longHint = text
    case "constraints-error-title": surroundings.constraints.errorTitle = text
    case "display": surroundings.display = text
    // Nothing of these is shown on a terminal; they are known all the same.
    case "owner", "parent-wid", "debug-wait", "formatted-passphrase-hint", "default-pwmngr",
      "default-cf-visi", "default-tt-visi", "default-tt-hide", "default-capshint":
      break
    case "constraints-enforce" where text.isEmpty: surroundings.constraints.isEnforced = true
    // No cache is used, a terminal is not grabbed, and a passphrase is not shown in groups.
    case "grab", "no-grab", "allow-external-password-cache", "allow-emacs-prompt", "formatted-passphrase":
      return text.isEmpty
    default: return false
    }
    return true
  }

  /// Forgets what belongs to one dialog (RESET).
  mutating func reset() { self = PinentryRequest(surroundings: surroundings) }

  /// Forgets what belongs to the dialog that has just ended.
  mutating func dialogDidEnd(isPassphrase: Bool) {
    (error, qualityLabel) = (nil, nil)
    if isPassphrase { repeatLabel = nil }
  }
}
