enum PressTarget: Equatable {
  /// A field, pressed at this cluster of its text.
  case field(Int, cluster: Int)
  /// An item of a field, or an arrow that leads to it.
  case item(Int, number: Int)
  /// The icon of a field, which shows, hides or clears its text.
  case sign(Int)
  case button(Int)

  /// Whether two presses hit the same target. All of a field is one target, whichever cluster is pressed.
  static func isSame(_ first: PressTarget?, _ second: PressTarget?) -> Bool {
    if case .field(let first, _) = first, case .field(let second, _) = second { return first == second }
    return first == second
  }
}
