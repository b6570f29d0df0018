import Testing
import WatchwordBase
import WatchwordScreen
import WatchwordStrength

@testable import Watchword

/// Bars with the level they show, as in a form.
private struct LevelBars: Equatable {
  private var bars = StrengthBars()
  private var level: Level?

  mutating func show(_ new: Level?, at now: Instant, isAnimated: Bool) {
    bars.change(from: level, to: new, at: now, isAnimated: isAnimated)
    level = new
  }

  func bars(at now: Instant) -> [StrengthBars.Bar] { bars.bars(showing: level, at: now) }

  func deadline(after now: Instant) -> Instant? { bars.deadline(after: now) }

  mutating func tick(at now: Instant) { bars.tick(at: now) }
}

/// The bars with the length meter's levels, on the test's own clock (B3, B7).
@Suite struct StrengthBarsTests {
  private static let start = Instant(nanoseconds: 5_000_000_000)

  private func at(_ milliseconds: Int64) -> Instant { Self.start.advanced(by: .milliseconds(milliseconds)) }

  private func changed(from old: Level? = .weak, to new: Level?) -> LevelBars {
    var bars = LevelBars()
    bars.show(old, at: Instant(nanoseconds: 0), isAnimated: false)
    bars.show(new, at: Self.start, isAnimated: true)
    return bars
  }

  @Test(arguments: [(Level.weak, [255, 0, 0]), (.medium, [255, 255, 0]), (.strong, [255, 255, 255])])
  func `B3 weak lights one bar, medium two, strong three`(_ level: Level, blends: [Int]) {
    var bars = LevelBars()
    bars.show(level, at: Self.start, isAnimated: false)
    #expect(bars.bars(at: Self.start).map(\.blend) == blends)
    #expect(bars.deadline(after: Self.start) == nil)
  }

  @Test func `B3 B7 with nothing typed no bar is lit, and the first key lights the first bar with its pulse`()
  {
    #expect(changed(from: nil, to: nil).bars(at: at(0)).allSatisfy { !$0.isLit && $0.blend == 0 })
    let first = changed(from: nil, to: .weak)
    #expect(first.bars(at: at(134)).map(\.height) == [8, 2, 2])
    #expect(first.bars(at: at(300)).map(\.isLit) == [true, false, false])
    let emptied = changed(from: .weak, to: nil)
    #expect(emptied.bars(at: at(100)).map(\.height) == [2, 2, 2])
    #expect(emptied.bars(at: at(300)).allSatisfy { !$0.isLit && $0.blend == 0 })
  }

  @Test func `B3 whether a bar is lit shows in its shape, on the way up at once`() {
    #expect(changed(to: .strong).bars(at: Self.start).map(\.isLit) == [true, true, true])
    #expect(changed(from: .strong, to: .medium).bars(at: at(300)).map(\.isLit) == [true, true, false])
  }

  @Test(
    arguments: [
      (Level.weak, Level.medium), (.weak, .strong), (.medium, .strong), (.strong, .medium), (.strong, .weak),
      (.medium, .weak),
    ])
  func `B7 the bar of the level reached grows to four times its height and comes back within 300 ms`(
    _ old: Level, new: Level
  ) {
    let bars = changed(from: old, to: new)
    let heights = stride(from: 0, through: 300, by: 1).map { bars.bars(at: at(Int64($0))).map(\.height) }
    let reached = heights.map { $0[new.rawValue] }
    #expect(reached.first == 2)
    #expect(reached.last == 2)
    #expect(reached.max() == 8)
    let peak = reached.firstIndex(of: 8) ?? 0
    #expect(reached[...peak] == reached[...peak].sorted()[...])
    #expect(Array(reached[peak...]) == reached[peak...].sorted(by: >))
    for other in Level.allCases where other != new {
      #expect(heights.allSatisfy { $0[other.rawValue] == 2 })
    }
  }

  @Test func `B7 at its peak the bar that lights up has its own full colour`() {
    let bars = changed(to: .strong)
    let frames = (1...9).map { bars.bars(at: Self.start.advanced(by: StrengthBars.frameInterval * $0))[2] }
    #expect(frames.contains { $0.height == StrengthBars.peakHeight && $0.blend == 255 })
    #expect(StrengthBars.peakHeight >= 4 * StrengthBars.restHeight)
  }

  @Test func `B7 colours cross over from one side to the other`() {
    let bars = changed(from: .strong, to: .weak)
    let blends = stride(from: 0, through: 300, by: 10).map { bars.bars(at: at(Int64($0))).map(\.blend) }
    #expect(blends.first == [255, 255, 255])
    #expect(blends.last == [255, 0, 0])
    #expect(blends.allSatisfy { $0[0] == 255 })
    let crossing = blends.map { $0[1] }
    #expect(crossing == crossing.sorted(by: >))
    #expect(crossing.contains { (1...254).contains($0) })
  }

  @Test func `B7 a further change takes over from where the last one stands`() {
    for elapsed in stride(from: Int64(0), through: 300, by: 7) {
      var bars = changed(to: .strong)
      let before = bars.bars(at: at(elapsed))
      bars.show(.medium, at: at(elapsed), isAnimated: true)
      #expect(bars.bars(at: at(elapsed)).map(\.blend) == before.map(\.blend))
      #expect(bars.bars(at: at(elapsed)).map(\.height) == before.map(\.height))
      #expect(bars.bars(at: at(elapsed + 300)).map(\.blend) == [255, 255, 0])
      #expect(bars.bars(at: at(elapsed + 300)).map(\.height) == [2, 2, 2])
    }
  }

  @Test func `B7 nothing moves while the level stays`() {
    var bars = LevelBars()
    bars.show(.weak, at: Self.start, isAnimated: false)
    bars.show(.weak, at: Self.start, isAnimated: true)
    #expect(bars.deadline(after: Self.start) == nil)
    var moving = changed(to: .medium)
    let copy = moving
    moving.show(.medium, at: at(100), isAnimated: true)
    #expect(moving == copy)
  }

  @Test func `B7 without animation the bars jump, and an animation at work ends`() {
    var bars = changed(to: .strong)
    bars.show(.medium, at: at(50), isAnimated: false)
    #expect(bars.bars(at: at(50)) == bars.bars(at: at(1000)))
    #expect(bars.deadline(after: at(50)) == nil)
  }

  @Test func `B7 there are 30 frames a second while it moves and no deadline at rest`() {
    var bars = changed(to: .medium)
    var now = Self.start
    var frames = 0
    while let next = bars.deadline(after: now) {
      #expect(next > now)
      #expect(next - now <= .microseconds(33_400))
      now = next
      bars.tick(at: now)
      frames += 1
      guard frames < 100 else { break }
    }
    #expect((9...10).contains(frames))
    #expect(now - Self.start <= .milliseconds(300))
    #expect(bars.bars(at: now).map(\.height) == [2, 2, 2])
  }

  @Test func `B7 a frame that comes late shows the bars at rest`() {
    var bars = changed(to: .medium)
    bars.tick(at: at(5000))
    #expect(bars.deadline(after: at(5000)) == nil)
    #expect(bars.bars(at: at(5000)).map(\.height) == [2, 2, 2])
  }

  @Test
  func `B7 with the length meter, in the form, a change of level moves, a key that changes none does not`() {
    var stage = Rehearsal().after("1234567890123456789 wait 800ms")
    #expect(stage.form.deadline == nil)
    stage.type("0")
    #expect(stage.form.deadline != nil)
    stage.wait(milliseconds: 134)
    #expect(stage.rows.contains { $0.contains("████") })
    stage.type("a")
    #expect(stage.rows.contains { $0.contains("████") })
    stage.wait(milliseconds: 200)
    #expect(!stage.rows.contains { $0.contains("█") })
    #expect(stage.rows.contains { $0.contains("▂▂▂▂▂▂▂▂▂▂ ▂▂▂▂▂▂▂▂▂▂ ▂▂▂▂▂▂▂▂▂▂") })
    stage.wait(milliseconds: 600)
    #expect(stage.form.deadline == nil)
  }

  @Test func `B3 B4 with nothing typed no bar is lit, and no word stands beside the bars`() {
    var stage = Rehearsal()
    func row() -> String { stage.rows.first { $0.contains("▁▁▁▁▁▁▁▁▁▁") } ?? "" }
    let words = Level.allCases.map { $0.words(in: .english) }
    #expect(row().contains("▁▁▁▁▁▁▁▁▁▁ ▁▁▁▁▁▁▁▁▁▁ ▁▁▁▁▁▁▁▁▁▁"))
    #expect(!words.contains(where: row().contains))
    #expect(stage.form.level == .weak && stage.form.deadline == nil)
    stage.type("ab")
    #expect(row().contains("▁▁▁▁▁▁▁▁▁▁ ▁▁▁▁▁▁▁▁▁▁ ▁▁▁▁▁▁▁▁▁▁"))
    stage.wait(milliseconds: 799)
    #expect(row().contains("▁▁▁▁▁▁▁▁▁▁ ▁▁▁▁▁▁▁▁▁▁ ▁▁▁▁▁▁▁▁▁▁") && !words.contains(where: row().contains))
    stage.wait(milliseconds: 1)
    #expect(row().contains(words[0]))
    stage.wait(milliseconds: 134)
    #expect(row().contains("██▁▁▁▁▁▁▁▁ ▁▁▁▁▁▁▁▁▁▁"))
    stage.play("Backspace Backspace abc wait 134ms")
    #expect(row().contains("███▁▁▁▁▁▁▁ ▁▁▁▁▁▁▁▁▁▁") && !words.contains(where: row().contains))
    stage.play("Backspace*3 wait 300ms")
    #expect(row().contains("▁▁▁▁▁▁▁▁▁▁ ▁▁▁▁▁▁▁▁▁▁ ▁▁▁▁▁▁▁▁▁▁"))
    #expect(!words.contains(where: row().contains))
  }
}
