package enum ColorDepth: Equatable, Sendable {
  case none
  /// The eight colours of ISO 6429.
  case eight
  /// xterm's 256 colours.
  case indexed
  case direct
}

package enum ColorChoice: String, CaseIterable, Sendable {
  /// If the terminal has colours and NO_COLOR is not set.
  case auto
  /// If the terminal has colours.
  case always
  case never
}

extension ColorDepth {
  /// The depth for a terminal with `count` colours (-1 for none), which are RGB values if `isDirect` is true. See
  /// https://no-color.org.
  init(
    _ choice: ColorChoice, type: String, count: Int, isDirect: Bool, environment: (String) -> String?
  ) {
    let isWanted = choice == .always || choice == .auto && environment("NO_COLOR") ?? "" == ""
    self =
      switch count {
      case _ where !isWanted: .none
      case 0x1000000... where isDirect: .direct
      case 256..<0x1000000 where !isDirect: Self.isDirectPromised(type, environment) ? .direct : .indexed
      case 8...: isDirect ? .none : .eight
      default: .none
      }
  }

  /// Whether the user's terminal is known to have 24-bit colour although its terminfo entry says less.
  ///
  /// Programs inside GNU screen inherit COLORTERM from outside, but screen before version 5 takes the sequences for
  /// 24-bit colours for attributes.
  private static func isDirectPromised(_ type: String, _ environment: (String) -> String?) -> Bool {
    guard let promise = environment("COLORTERM"), promise == "truecolor" || promise == "24bit" else {
      return false
    }
    return !TerminalType.isGNUScreen(type, environment)
  }
}
