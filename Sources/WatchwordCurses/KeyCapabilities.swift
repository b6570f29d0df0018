internal import WatchwordScreen

/// The keys known to terminfo(5), by capability name.
enum KeyCapabilities {
  private static let plain: [(String, Key)] = [
    ("kcuu1", Key(.up)), ("kcud1", Key(.down)), ("kcub1", Key(.left)), ("kcuf1", Key(.right)),
    ("khome", Key(.home)), ("kend", Key(.end)), ("kpp", Key(.pageUp)), ("knp", Key(.pageDown)),
    ("kich1", Key(.insert)), ("kdch1", Key(.delete)), ("kbs", Key(.backspace)), ("kcbt", Key(.tab, .shift)),
    ("kent", Key(.enter)), ("kri", Key(.up, .shift)), ("kind", Key(.down, .shift)),
  ]
  private static let functions: [(String, Key)] = (1...12).map { ("kf\($0)", Key(.function($0))) }

  /// The capability names that xterm's modifier numbers are appended to, see user_caps(5).
  private static let modified: [(String, Key.Code)] = [
    ("kUP", .up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right),
    ("kHOM", .home), ("kEND", .end), ("kDC", .delete), ("kIC", .insert), ("kPRV", .pageUp),
    ("kNXT", .pageDown),
  ]
  private static let modifiers: [(String, Key.Modifiers)] = [
    ("", .shift), ("3", .alt), ("4", [.alt, .shift]), ("5", .control), ("6", [.control, .shift]),
    ("7", [.control, .alt]), ("8", [.control, .alt, .shift]),
  ]

  /// The sequences a terminal's keys send. `capability` looks up a terminfo capability by name.
  ///
  /// Skips keys with modifiers if the terminal sends them as xterm does. The decoder knows them then, and looking all
  /// of them up takes as long as starting ncurses.
  static func sequences(_ capability: (String) -> [UInt8]?) -> [(sequence: [UInt8], key: Key)] {
    let isLikeXterm = capability("kLFT5").map { $0.elementsEqual("\u{1B}[1;5D".utf8) } ?? true
    let combined =
      isLikeXterm
      ? []
      : modified.flatMap { stem, code in
        modifiers.map { (stem + $0.0, Key(code, $0.1)) }
      }
    return [plain, functions, combined].joined().compactMap { name, key in
      capability(name).map { (TerminalModes.withoutPadding($0), key) }
    }
  }
}
