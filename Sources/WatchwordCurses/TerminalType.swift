/// Terminal types that terminfo may lack: Debian 12's ncurses-base has few, and users who log in bring their own TERM.
enum TerminalType {
  /// The start of an unknown type, and a known type with the same features, as far as a form needs them.
  private static let relatives = [
    ("xterm", "xterm-256color"), ("screen", "screen-256color"), ("tmux", "tmux-256color"),
    ("alacritty", "xterm-256color"), ("foot", "xterm-256color"), ("wezterm", "xterm-256color"),
    ("rio", "xterm-256color"), ("contour", "xterm-256color"), ("st-256color", "xterm-256color"),
  ]

  /// Whether the terminal of `type` is GNU screen. tmux uses the same type name.
  static func isGNUScreen(_ type: String, _ environment: (String) -> String?) -> Bool {
    type.utf8.starts(with: "screen".utf8) && environment("STY") != nil && environment("TMUX") == nil
  }

  /// The known type whose terminfo entry can stand in for that of `type`; `nil` if there is no such type.
  static func relative(of type: String) -> String? {
    relatives.first { type.utf8.starts(with: $0.0.utf8) }?.1
  }
}
