package import WatchwordScreen
package import WatchwordStrength

/// The live panel of criteria (reference behaviour, A4, A6 to A8).
package struct CriteriaPanel: Equatable, Sendable {
  /// The sign that is shown for one criterion, or for the line of the group.
  package enum Sign: Equatable, Sendable {
    /// Not yet judged, or not needed.
    case unmet
    case met
    case failed
  }

  package enum Mode: Equatable, Sendable {
    /// Until the field first loses the focus: met or not yet judged.
    case inline
    /// After a judgement that did not reach the criteria: all not yet judged, until the next keystroke.
    case blank
    /// Once judged: met or failed.
    case strict
  }

  package internal(set) var verdict: Verdict
  private let places: [Policy.Place]
  package internal(set) var mode: Mode

  package init(_ verdict: Verdict, of policy: Policy, mode: Mode = .inline) {
    (self.verdict, places, self.mode) = (verdict, policy.places, mode)
  }

  /// The sign of criterion number `index`. One that is not judged yet, or not needed, since enough others of its group are
  /// met or nothing is refused for it, has not failed.
  package func sign(of index: Int) -> Sign {
    if verdict.isMet(index) { return mode == .blank ? .unmet : .met }
    let isNeeded = places.contains { $0.members.contains(index) && $0.refuses(verdict) }
    return mode == .strict && isNeeded && !verdict.isOpen(index) ? .failed : .unmet
  }

  package func groupSign(of index: Int) -> Sign {
    let place = places[index]
    if place.isMet(verdict) { return mode == .blank ? .unmet : .met }
    return mode == .strict && place.refuses(verdict) ? .failed : .unmet
  }
}

/// The bars, one for each level, and their pulse (reference behaviour, B3 and B7).
///
/// A change of level lasts 300 ms at 30 frames a second: colours cross over, the bar of the new level grows to four times
/// its height, where it has its own full colour, and comes back. A further change takes over from wherever the last one
/// stands.
package struct StrengthBars: Equatable, Sendable {
  package struct Bar: Equatable, Sendable {
    /// How far the colour has crossed from unlit (0) to lit (255).
    package var blend: Int
    /// The height of a lit bar in eighths of a row.
    package var height: Int
    /// Whether the bar has the shape of a lit one. A bar that lights up has it at once; one that goes out keeps it
    /// until half of its colour is gone.
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
  /// How long a bar grows: whole frames, so that one shows it at its peak.
  private static let rise = frameInterval * 4
  static let restHeight = 2
  static let peakHeight = 8

  /// Goes from `old` to `new`, each `nil` where no bar is lit. Nothing moves when the two are the same. Without animation
  /// the bars jump.
  package mutating func change(from old: Level?, to new: Level?, at now: Instant, isAnimated: Bool) {
    guard new != old else { return }
    change = isAnimated ? Change(from: bars(showing: old, at: now), start: now) : nil
  }

  /// When the next frame is due; `nil` when nothing moves.
  package func deadline(after now: Instant) -> Instant? {
    guard let start = change?.start else { return nil }
    let next = Self.frameInterval * ((now - start).count(of: Self.frameInterval) + 1)
    return start.advanced(by: min(next, Self.duration))
  }

  package mutating func tick(at now: Instant) {
    if let start = change?.start, now - start >= Self.duration { change = nil }
  }

  /// The bars of `level` as they are at `now`, beginning with that of the weakest level; without a level none is lit.
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
