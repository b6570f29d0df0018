internal import WatchwordBase

/// What would make a text strong enough.
package enum Advice: Hashable, Sendable {
  /// Add this many unrelated words, each behind a dash if the policy takes dashes.
  case words(Int, behindDashes: Bool)
  /// Add this many random characters.
  case characters(Int)
  /// Use this many characters in all, or more.
  case length(Int)
  /// Replace the part that the reason is about.
  case replacement
}

extension Advice {
  /// Whether more characters are advised, with which a text can also meet what else it lacks: `kinds` of them, if any.
  func allows(_ kinds: [Int]) -> Bool {
    switch self {
    case .words, .characters: true
    case .length: kinds.isEmpty
    case .replacement: false
    }
  }

  /// Whether whoever follows the advice adds what `criterion` asks for. Words are in small letters.
  func brings(_ criterion: Policy.Criterion.Row) -> Bool {
    guard case .words(let count, let areBehindDashes) = self, let kind = criterion.characters else {
      return false
    }
    return kind.ascii.intersection(.lower) == .lower
      || areBehindDashes && criterion.leastOfKind <= count && kind.ascii.contains(UInt8(ascii: "-"))
  }
}
