/// The glyphs a terminal can be expected to show.
package enum GlyphRepertoire: Equatable, Sendable {
  case ascii
  /// One-column characters that terminal fonts have.
  case unicode
  /// Emoji as well, in colour and two columns wide.
  case emoji

  /// Terminals with small fonts or a fixed character set, by the start of TERM.
  private static let plain = [
    "linux", "vt", "ansi", "pcansi", "cons25", "sun", "cygwin", "hurd", "mach", "wsvt25", "Eterm",
  ]
  /// Terminals that take missing characters, such as emoji, from other fonts.
  private static let rich = [
    "xterm", "tmux", "alacritty", "foot", "kitty", "konsole", "gnome", "vte", "st-", "wezterm", "contour",
    "ghostty", "iterm", "mlterm", "rio",
  ]

  /// Whether the terminal has few glyphs. Such a terminal may also print queries it does not know.
  static func isPlain(_ type: String) -> Bool { !isRich(type) && plain.contains { begins(type, $0) } }

  private static func isRich(_ type: String) -> Bool { type == "st" || rich.contains { begins(type, $0) } }

  // Compares bytes: String.hasPrefix(_:) uses canonical equivalence, whose tables take time to load.
  private static func begins(_ type: String, _ name: String) -> Bool { type.utf8.starts(with: name.utf8) }

  /// What the terminal of `type` can be expected to show of text in `encoding`.
  ///
  /// - Parameters:
  ///   - type: The value of TERM.
  ///   - encoding: The character set of the locale.
  ///   - version: The value of XTERM_VERSION, which only xterm sets. If it is set, there are no emoji: xterm draws most
  ///     as boxes.
  package init(type: String, encoding: CharacterEncoding, version: String? = nil) {
    let isASCII = encoding != .utf8 || Self.isPlain(type)
    self = isASCII ? .ascii : version == nil && Self.isRich(type) ? .emoji : .unicode
  }
}
