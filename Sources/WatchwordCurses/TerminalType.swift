/// Types of terminals that a terminfo database may lack: ncurses-base of Debian 12 has few, and a person who signs in from
/// elsewhere brings along the TERM of the terminal at home.
enum TerminalType {
  /// What types begin with, and a type of which they do all that a form needs.
  private static let relatives = [
    ("xterm", "xterm-256color"), ("screen", "screen-256color"), ("tmux", "tmux-256color"),
    ("alacritty", "xterm-256color"), ("foot", "xterm-256color"), ("wezterm", "xterm-256color"),
    ("rio", "xterm-256color"), ("contour", "xterm-256color"), ("st-256color", "xterm-256color"),
  ]

  /// The type whose entry serves for `type`, where terminfo has none for that; `nil` where nothing is known of it.
  static func relative(of type: String) -> String? {
    relatives.first { type.utf8.starts(with: $0.0.utf8) }?.1
  }
}
