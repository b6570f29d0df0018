package import WatchwordScreen
package import WatchwordStrength

/// The bars, one for each level, and their pulse (B3 and B7).
///
/// A change of level takes 300 ms at 30 frames a second. Colours cross-fade. The whole bar of the new level grows to
/// four times its height, has its full colour there, and shrinks back. With the last frames, the cells that the
/// password has not reached go out. In a fall no cell lights up. A change during the animation starts from wherever the
/// bars are.
package struct StrengthBars: Equatable, Sendable {
  /// A level, and how much of it a password has reached.
  package struct Reach: Equatable, Sendable {
    package let level: Level
    /// The part of the level's own bar that is lit at rest: at most 1, and more than 0, because the first cell is
    /// always lit.
    package let share: Double

    /// Makes a reach. Clamps `share` to its range.
    package init(_ level: Level, share: Double = 1) {
      (self.level, self.share) = (level, min(1, max(.ulpOfOne, share)))
    }
  }

  /// Neighbouring cells of one bar that look the same.
  package struct Stretch: Equatable, Sendable {
    package let level: Level
    /// Where it ends, as a share of the bar's width. It begins where the one before it ends.
    package fileprivate(set) var end = 1.0
    /// How far the colour has faded from that of an unlit bar (0) to that of a lit bar (255).
    package fileprivate(set) var blend = 0
    /// The height of a lit cell in eighths of a row.
    package fileprivate(set) var height = StrengthBars.restHeight
    /// Whether the cells have the shape of lit ones. Cells that light up take that shape at once. Cells that go out
    /// keep it until half of their colour is gone.
    package fileprivate(set) var isLit = false

    fileprivate func looks(like other: Stretch) -> Bool {
      (level, blend, height, isLit) == (other.level, other.blend, other.height, other.isLit)
    }
  }

  private struct Change: Equatable, Sendable {
    let from: [Stretch]
    let start: Instant
    let isRise: Bool
  }

  /// What the bars show; `nil` if none is lit.
  private var reach: Reach?
  private var change: Change?

  /// Makes bars at rest.
  package init(showing reach: Reach? = nil) { self.reach = reach }

  static let duration = Duration.milliseconds(300)
  static let frameInterval = Duration.nanoseconds(33_333_333)
  /// How long a bar grows: whole frames, so that one frame shows the peak.
  private static let rise = frameInterval * 4
  /// When the cells that were not reached begin to fade.
  private static let turn = frameInterval * 6
  static let restHeight = 2
  static let peakHeight = 8
  /// A bar of each level, from the weakest. An array of levels would be a type of array that nothing else needs at the
  /// start.
  static let unlit = (0...Level.strongest.rawValue).compactMap {
    Level(rawValue: $0).map { Stretch(level: $0) }
  }

  /// Shows `new`, and animates a change of level. If not `isAnimated`, the bars jump.
  package mutating func show(_ new: Reach?, at now: Instant, isAnimated: Bool) {
    if new?.level != reach?.level {
      let isRise = new.map { new in reach.map { $0.level < new.level } ?? true } ?? false
      change = isAnimated ? Change(from: stretches(at: now), start: now, isRise: isRise) : nil
    }
    reach = new
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

  /// The bars at `now`, beginning with the weakest level.
  package func stretches(at now: Instant) -> [Stretch] {
    let elapsed = change.map { max(.zero, now - $0.start) }
    var (stretches, start) = ([Stretch](), 0.0)
    func add(_ old: Stretch, to end: Double, isReached: Bool) {
      var new = moved(old, isReached: isReached, after: elapsed ?? Self.duration)
      new.end = end
      if let last = stretches.last, last.looks(like: new) { stretches.removeLast() }
      stretches.append(new)
    }
    for old in change?.from ?? Self.unlit {
      let reached = reach.map { old.level < $0.level ? 1 : old.level == $0.level ? $0.share : 0 } ?? 0
      if start < reached { add(old, to: min(reached, old.end), isReached: true) }
      if reached < old.end { add(old, to: old.end, isReached: false) }
      start = old.end < 1 ? old.end : 0
    }
    return stretches
  }

  /// What becomes of `old`, `elapsed` after the change began. Reached cells are lit at rest, others are not.
  private func moved(_ old: Stretch, isReached: Bool, after elapsed: Duration) -> Stretch {
    var new = Stretch(level: old.level)
    (new.blend, new.isLit) = (isReached ? 255 : 0, isReached)
    guard let change, elapsed < Self.duration else { return new }
    let isPulsing = old.level == reach?.level
    let lightsUp = isReached || isPulsing && change.isRise
    // The colour at the peak. A fall gives no cell more colour than it had.
    let crest = lightsUp ? 255 : isPulsing ? old.blend : 0
    let peak = isPulsing ? Self.peakHeight : Self.restHeight
    new.blend =
      elapsed < Self.turn
      ? Self.between(old.blend, crest, elapsed, of: Self.rise)
      : Self.between(crest, new.blend, elapsed - Self.turn, of: Self.duration - Self.turn)
    new.height =
      elapsed < Self.rise
      ? Self.between(old.height, peak, elapsed, of: Self.rise)
      : Self.between(peak, Self.restHeight, elapsed - Self.rise, of: Self.duration - Self.rise)
    let keepsShape = (lightsUp || old.isLit) && new.blend * 2 > max(old.blend, crest)
    new.isLit = isReached || lightsUp && elapsed < Self.rise || keepsShape
    return new
  }

  private static func between(_ start: Int, _ end: Int, _ elapsed: Duration, of duration: Duration) -> Int {
    let share = min(elapsed, duration) / duration
    return start + Int((Double(end - start) * share).rounded())
  }
}

extension Level {
  /// The last bar that the level lights.
  var bar: Style.Bar {
    switch self {
    case .weak: .first
    case .medium: .second
    case .strong: .third
    }
  }
}
