package import WatchwordStrength

extension Estimate {
  /// The kinds of the reasons, without their places.
  package var kinds: [Reason.Kind] { reasons.map(\.kind) }
}
