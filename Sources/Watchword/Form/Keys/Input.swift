import WatchwordScreen

/// An event and what its key means. The screen makes it, so that nobody below asks what a key does.
struct Input {
  let event: Event
  /// What the key does; `nil` if it types, or does nothing.
  private(set) var action: Action?
  /// The character that the key types.
  private(set) var typed: Unicode.Scalar?
  /// The character of a key with Alt, which presses a button even from a field. Such a key may have an action, too.
  private(set) var accelerator: Unicode.Scalar?

  /// Makes the input of `event`. Tab types a tab if `quotesTab`, and Up and Down scroll if `readsLines`.
  init(_ event: Event, quotesTab: Bool = false, readsLines: Bool = false) {
    self.event = event
    guard case .key(let key) = event else { return }
    switch (key.code, key.modifiers) {
    case (.scalar(let scalar), let modifiers) where modifiers.isSubset(of: .shift): typed = scalar
    case (.tab, []) where quotesTab: typed = "\t"
    case (.up, []) where readsLines: action = .lineUp
    case (.down, []) where readsLines: action = .lineDown
    case (.scalar(let scalar), let modifiers) where !modifiers.contains(.control):
      accelerator = scalar
      fallthrough
    default: action = KeyBinding.action(for: key)
    }
  }

  /// Whether the input only types or deletes, so that judging the text before it can wait for a pause.
  var isTyping: Bool { typed != nil || action?.deletes == true || event == .paste }

  /// Whether the input ends reading a form by page. A press does so only when its target is known.
  var endsReading: Bool {
    switch (event, action) {
    case (.press, _), (.release, _), (_, .pageUp), (_, .pageDown), (_, .lineUp), (_, .lineDown): false
    default: event.isInput
    }
  }
}
