/// How many colours the painter uses.
package enum ColorDepth: Equatable, Sendable {
  /// None: attributes alone.
  case none
  /// The eight of ISO 6429.
  case eight
  /// xterm's 256.
  case indexed
  /// 24 bits.
  case direct
}

/// When the painter uses colours.
package enum ColorChoice: String, CaseIterable, Sendable {
  /// When the terminal has them and NO_COLOR is not set.
  case auto
  /// When the terminal has them.
  case always
  case never
}

extension ColorDepth {
  /// The depth for a terminal of `type` whose terminfo entry has `count` colours (-1 for none), addressed by their
  /// shares of red, green and blue where `isDirect`.
  ///
  /// See https://no-color.org for NO_COLOR.
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

  /// Whether the person's terminal is known to have 24-bit colour although its terminfo entry says less.
  ///
  /// COLORTERM is inherited also by programs inside GNU screen, which knows 24-bit colour only from version 5 on
  /// and takes its sequences for attributes before that.
  private static func isDirectPromised(_ type: String, _ environment: (String) -> String?) -> Bool {
    guard let promise = environment("COLORTERM"), promise == "truecolor" || promise == "24bit" else {
      return false
    }
    return !(type.hasPrefix("screen") && environment("STY") != nil && environment("TMUX") == nil)
  }
}
