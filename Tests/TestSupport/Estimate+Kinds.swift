package import WatchwordStrength

extension Estimate {
  /// What the reasons are, without where they stand.
  package var kinds: [Reason.Kind] { reasons.map(\.kind) }
}
