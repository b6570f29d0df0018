internal import WatchwordScreen

/// The keys that terminfo(5) knows of, by the names of their capabilities.
enum KeyCapabilities {
  private static let plain: [(String, Key)] = [
    ("kcuu1", Key(.up)), ("kcud1", Key(.down)), ("kcub1", Key(.left)), ("kcuf1", Key(.right)),
    ("khome", Key(.home)), ("kend", Key(.end)), ("kpp", Key(.pageUp)), ("knp", Key(.pageDown)),
    ("kich1", Key(.insert)), ("kdch1", Key(.delete)), ("kbs", Key(.backspace)), ("kcbt", Key(.tab, .shift)),
    ("kent", Key(.enter)), ("kri", Key(.up, .shift)), ("kind", Key(.down, .shift)),
    ("ka1", Key(.home)), ("ka3", Key(.pageUp)), ("kc1", Key(.end)), ("kc3", Key(.pageDown)),
  ]
  private static let functions: [(String, Key)] = (1...12).map { ("kf\($0)", Key(.function($0))) }

  /// The stems of the capabilities whose names go on with xterm's number of the modifiers; see user_caps(5).
  private static let modified: [(String, Key.Code)] = [
    ("kUP", .up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right),
    ("kHOM", .home), ("kEND", .end), ("kDC", .delete), ("kIC", .insert), ("kPRV", .pageUp),
    ("kNXT", .pageDown),
  ]
  private static let modifiers: [(String, Key.Modifiers)] = [
    ("", .shift), ("3", .alt), ("4", [.alt, .shift]), ("5", .control), ("6", [.control, .shift]),
    ("7", [.control, .alt]), ("8", [.control, .alt, .shift]),
  ]

  /// What the keys of a terminal send, whose capabilities `capability` knows by name.
  ///
  /// Keys held down together with others are looked up only where they do not send what xterm sends, which the
  /// decoder knows by itself: it takes as long as to start ncurses.
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
