package import WatchwordScreen
package import WatchwordStrength

/// The bars, one for each level, and their pulse (B3 and B7).
///
/// A change of level takes 300 ms at 30 frames a second. Colours cross-fade. The bar of the new level grows to four
/// times its height, has its full colour there, and shrinks back. A change during the animation starts from wherever
/// the bars are.
package struct StrengthBars: Equatable, Sendable {
  package struct Bar: Equatable, Sendable {
    /// How far the colour has faded from that of an unlit bar (0) to that of a lit bar (255).
    package var blend: Int
    /// The height of a lit bar in eighths of a row.
    package var height: Int
    /// Whether the bar has the shape of a lit one. A bar that lights up takes that shape at once. A bar that goes out
    /// keeps it until half of its colour is gone.
    package var isLit: Bool
  }

  private struct Change: Equatable, Sendable {
    var from: [Bar]
    var start: Instant
  }

  private var change: Change?

  package init() {}

  static let duration = Duration.milliseconds(300)
  static let frameInterval = Duration.nanoseconds(33_333_333)
  /// How long a bar grows: whole frames, so that one frame shows the peak.
  private static let rise = frameInterval * 4
  static let restHeight = 2
  static let peakHeight = 8

  /// Animates the change from level `old` to level `new`; `nil` means that no bar is lit. Does nothing if the levels
  /// are equal. If not `isAnimated`, the bars jump.
  package mutating func change(from old: Level?, to new: Level?, at now: Instant, isAnimated: Bool) {
    guard new != old else { return }
    change = isAnimated ? Change(from: bars(showing: old, at: now), start: now) : nil
  }

  /// When the next frame is due; `nil` if nothing moves.
  package func deadline(after now: Instant) -> Instant? {
    guard let start = change?.start else { return nil }
    let next = Self.frameInterval * ((now - start).count(of: Self.frameInterval) + 1)
    return start.advanced(by: min(next, Self.duration))
  }

  package mutating func tick(at now: Instant) {
    if let start = change?.start, now - start >= Self.duration { change = nil }
  }

  /// The bars of `level` at `now`, beginning with the weakest level; without a level none is lit.
  package func bars(showing level: Level?, at now: Instant) -> [Bar] {
    let rest = Level.allCases.map { bar in
      let isLit = level.map { bar <= $0 } ?? false
      return Bar(blend: isLit ? 255 : 0, height: Self.restHeight, isLit: isLit)
    }
    guard let change else { return rest }
    let elapsed = min(max(.zero, now - change.start), Self.duration)
    return rest.indices.map { index in
      let (from, rest) = (change.from[index], rest[index])
      let blend = Self.between(from.blend, rest.blend, elapsed, of: Self.rise)
      let isPulsing = index == level?.rawValue
      let height =
        elapsed < Self.rise
        ? Self.between(from.height, isPulsing ? Self.peakHeight : Self.restHeight, elapsed, of: Self.rise)
        : isPulsing
          ? Self.between(Self.peakHeight, Self.restHeight, elapsed - Self.rise, of: Self.duration - Self.rise)
          : Self.restHeight
      return Bar(blend: blend, height: height, isLit: rest.isLit || blend >= 128)
    }
  }

  private static func between(_ start: Int, _ end: Int, _ elapsed: Duration, of duration: Duration) -> Int {
    let share = min(elapsed, duration) / duration
    return start + Int((Double(end - start) * share).rounded())
  }
}
