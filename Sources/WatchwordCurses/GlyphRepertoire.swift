/// Which signs a terminal can be expected to show.
package enum GlyphRepertoire: Equatable, Sendable {
  /// ASCII alone.
  case ascii
  /// The signs of one column that fonts of terminals have.
  case unicode
  /// Emoji as well, in colour and two columns wide.
  case emoji

  /// Terminals, by the start of TERM, whose fonts are small or whose character set is fixed.
  private static let plain = [
    "linux", "vt", "ansi", "pcansi", "cons25", "sun", "cygwin", "hurd", "mach", "wsvt25", "Eterm",
  ]
  /// Terminals that take characters they lack from other fonts, emoji among them.
  private static let rich = [
    "xterm", "tmux", "alacritty", "foot", "kitty", "konsole", "gnome", "vte", "st-", "wezterm", "contour",
    "ghostty", "iterm", "mlterm", "rio",
  ]

  /// Whether the terminal of `type` is one of few signs, which may also print a question that it does not know.
  static func isPlain(_ type: String) -> Bool { !isRich(type) && plain.contains { begins(type, $0) } }

  private static func isRich(_ type: String) -> Bool { type == "st" || rich.contains { begins(type, $0) } }

  // Bytes are compared: String.hasPrefix(_:) goes by canonical equivalence, whose tables take time to load.
  private static func begins(_ type: String, _ name: String) -> Bool { type.utf8.starts(with: name.utf8) }

  /// What the terminal of `type` can be expected to show of text in `encoding`.
  ///
  /// - Parameters:
  ///   - type: The value of TERM.
  ///   - encoding: The character set of the locale.
  ///   - version: The value of XTERM_VERSION, which xterm itself sets: it draws most emoji as boxes.
  package init(type: String, encoding: CharacterEncoding, version: String? = nil) {
    let isASCII = encoding != .utf8 || Self.isPlain(type)
    self = isASCII ? .ascii : version == nil && Self.isRich(type) ? .emoji : .unicode
  }
}
