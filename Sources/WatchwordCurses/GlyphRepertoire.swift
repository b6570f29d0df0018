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
    "xterm", "tmux", "alacritty", "foot", "kitty", "konsole", "gnome", "vte", "st-", "wezterm",
    "rxvt-unicode",
    "contour", "ghostty", "iterm", "mlterm",
  ]

  /// What the terminal of `type` can be expected to show of text in `encoding`.
  package init(type: String, encoding: CharacterEncoding) {
    guard encoding == .utf8 else {
      self = .ascii
      return
    }
    // Bytes are compared: String.hasPrefix(_:) goes by canonical equivalence, whose tables take time to load.
    func begins(with name: String) -> Bool { type.utf8.starts(with: name.utf8) }
    self =
      if Self.rich.contains(where: begins) || type == "st" {
        .emoji
      } else if Self.plain.contains(where: begins) { .ascii } else { .unicode }
  }
}
