public import Screen
public import Strength

/// The three bars and their pulse (reference behaviour, B3 and B7).
///
/// A change of level lasts 300 ms at 30 frames a second: colours cross over, the bar of the new level grows to
/// four times its height and comes back. A further change takes over from wherever the last one stands.
public struct StrengthBars: Equatable, Sendable {
  /// One bar at one moment.
  public struct Bar: Equatable, Sendable {
    /// How far the colour has crossed from unlit (0) to lit (255).
    public var blend: Int
    /// The height of a lit bar in eighths of a row.
    public var height: Int
    /// Whether the bar has the shape of a lit one: at once when it is to be lit, and until half its colour is gone
    /// when it is not.
    public var isLit: Bool
  }

  /// The level that the bars show, or are on their way to.
  public private(set) var level = Level.weak
  private var from: [Bar] = StrengthBars.atRest(.weak)
  private var start: Instant?

  /// Makes the bars of the level weak, at rest.
  public init() {}

  static let duration = Duration.milliseconds(300)
  static let frameInterval = Duration.nanoseconds(33_333_333)
  static let restHeight = 2
  static let peakHeight = 8

  /// Goes to `level`; nothing moves when it is the one shown already. Without animation the bars jump to it.
  public mutating func show(_ level: Level, at now: Instant, isAnimated: Bool) {
    guard level != self.level else { return }
    from = bars(at: now)
    self.level = level
    start = isAnimated ? now : nil
  }

  /// When the next frame is due; `nil` when nothing moves.
  public func deadline(after now: Instant) -> Instant? {
    guard let start else { return nil }
    let next = Self.frameInterval * ((now - start).count(of: Self.frameInterval) + 1)
    return start.advanced(by: min(next, Self.duration))
  }

  /// Comes to rest once the time of the change is over.
  public mutating func tick(at now: Instant) {
    if let start, now - start >= Self.duration { self.start = nil }
  }

  /// The bars as they stand at `now`, from the one of the weakest level on.
  public func bars(at now: Instant) -> [Bar] {
    let rest = Self.atRest(level)
    guard let start else { return rest }
    let elapsed = min(max(.zero, now - start), Self.duration)
    return rest.indices.map { index in
      let blend = Self.between(from[index].blend, rest[index].blend, elapsed, of: Self.duration * 2 / 3)
      let rise = Self.duration / 3
      let isPulsing = index == level.rawValue
      let height =
        elapsed < rise
        ? Self.between(from[index].height, isPulsing ? Self.peakHeight : Self.restHeight, elapsed, of: rise)
        : isPulsing
          ? Self.between(Self.peakHeight, Self.restHeight, elapsed - rise, of: Self.duration - rise)
          : Self.restHeight
      return Bar(blend: blend, height: height, isLit: index <= level.rawValue || blend >= 128)
    }
  }

  private static func atRest(_ level: Level) -> [Bar] {
    Level.allCases.map { Bar(blend: $0 <= level ? 255 : 0, height: restHeight, isLit: $0 <= level) }
  }

  private static func between(_ start: Int, _ end: Int, _ elapsed: Duration, of duration: Duration) -> Int {
    let share = min(elapsed, duration) / duration
    return start + Int((Double(end - start) * share).rounded())
  }
}
