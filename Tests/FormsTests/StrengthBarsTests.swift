import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen
import WatchwordStrength

@testable import Watchword

extension StrengthBars {
  fileprivate mutating func show(
    _ level: Level?, share: Double = 1, at now: Instant, isAnimated: Bool = true
  ) {
    show(level.map { Reach($0, share: share) }, at: now, isAnimated: isAnimated)
  }

  /// Twenty cells of each bar.
  fileprivate func cells(at now: Instant) -> [Stretch] {
    let stretches = stretches(at: now)
    return Level.allCases.flatMap { level in
      let bar = stretches.filter { $0.level == level }
      return (0..<20).compactMap { cell in bar.first { Double(cell) + 0.5 < $0.end * 20 } }
    }
  }
}

/// A window and glyphs in which a pulse is looked at.
struct PulseStage: Sendable, CustomTestStringConvertible {
  var columns = 80
  var rows = 24
  var glyphs = GlyphSet.unicode
  var isInline = false

  var testDescription: String {
    "\(columns)x\(rows)\(isInline ? " inline" : "")\(glyphs == .ascii ? " ASCII" : "")"
  }

  static let all = [
    PulseStage(), PulseStage(glyphs: .ascii), PulseStage(columns: 200, rows: 50), PulseStage(columns: 40),
    PulseStage(columns: 40, rows: 12), PulseStage(columns: 40, rows: 12, glyphs: .ascii),
    PulseStage(isInline: true), PulseStage(glyphs: .ascii, isInline: true),
    PulseStage(columns: 40, isInline: true), PulseStage(columns: 40, glyphs: .ascii, isInline: true),
    PulseStage(columns: 20),
  ]
}

/// The bars in one picture: the cells of each, without the ends that a bar of ASCII has.
private struct DrawnBars: Equatable {
  let cells: [[Cell]]
  let unlit: Unicode.Scalar

  init(_ stage: Rehearsal) {
    let (frame, layout, glyphs) = (stage.frame, stage.layout, stage.appearance.glyphs)
    let row = layout.bars.flatMap(layout.row) ?? 0
    let end = layout.barWidth > 2 && !glyphs.barEnds.isEmpty ? 1 : 0
    cells = Level.allCases.map { level in
      let start = layout.barColumn + level.rawValue * (layout.barWidth + 1)
      return Array(frame.lines[row][start + end..<start + layout.barWidth - end])
    }
    unlit = glyphs.unlitBar
  }

  /// The columns of the bar of `level` that have the shape of a lit bar.
  func lit(_ level: Level) -> Set<Int> {
    let bar = cells[level.rawValue]
    return Set(bar.indices.filter { bar[$0].glyph != .scalar(unlit) })
  }

  func isUniform(_ level: Level) -> Bool { Set(cells[level.rawValue].map { "\($0)" }).count == 1 }
}

extension Rehearsal {
  /// The bars in each picture until they are at rest.
  fileprivate func pulse() -> [DrawnBars] {
    var pictures = [DrawnBars(self)]
    while form.bars.deadline(after: now) != nil {
      waitForDeadline()
      pictures.append(DrawnBars(self))
    }
    return pictures
  }
}

/// The bars with the length meter's levels, on the test's own clock (B3, B7).
@Suite struct StrengthBarsTests {
  private static let start = Instant(nanoseconds: 5_000_000_000)

  private func at(_ milliseconds: Int64) -> Instant { Self.start.advanced(by: .milliseconds(milliseconds)) }

  private func changed(from old: Level? = .weak, to new: Level?) -> StrengthBars {
    var bars = StrengthBars(showing: old.map { StrengthBars.Reach($0) })
    bars.show(new, at: Self.start)
    return bars
  }

  @Test(arguments: [(Level.weak, [255, 0, 0]), (.medium, [255, 255, 0]), (.strong, [255, 255, 255])])
  func `B3 weak lights one bar, medium two, strong three`(_ level: Level, blends: [Int]) {
    let bars = StrengthBars(showing: StrengthBars.Reach(level))
    #expect(bars.stretches(at: Self.start).map(\.blend) == blends)
    #expect(bars.deadline(after: Self.start) == nil)
  }

  @Test func `B3 B7 with nothing typed no bar is lit, and the first key lights the first bar with its pulse`()
  {
    #expect(changed(from: nil, to: nil).stretches(at: at(0)).allSatisfy { !$0.isLit && $0.blend == 0 })
    let first = changed(from: nil, to: .weak)
    #expect(first.stretches(at: at(134)).map(\.height) == [8, 2, 2])
    #expect(first.stretches(at: at(300)).map(\.isLit) == [true, false, false])
    let emptied = changed(from: .weak, to: nil)
    #expect(emptied.stretches(at: at(100)).map(\.height) == [2, 2, 2])
    #expect(emptied.stretches(at: at(300)).allSatisfy { !$0.isLit && $0.blend == 0 })
  }

  @Test func `B3 whether a bar is lit shows in its shape, on the way up at once`() {
    #expect(changed(to: .strong).stretches(at: Self.start).map(\.isLit) == [true, true, true])
    #expect(changed(from: .strong, to: .medium).stretches(at: at(300)).map(\.isLit) == [true, true, false])
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
    let heights = stride(from: 0, through: 300, by: 1).map { bars.stretches(at: at(Int64($0))).map(\.height) }
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
    let frames = (1...9).map {
      bars.stretches(at: Self.start.advanced(by: StrengthBars.frameInterval * $0))[2]
    }
    #expect(frames.contains { $0.height == StrengthBars.peakHeight && $0.blend == 255 })
    #expect(StrengthBars.peakHeight >= 4 * StrengthBars.restHeight)
  }

  @Test func `B7 colours cross over from one side to the other`() {
    let bars = changed(from: .strong, to: .weak)
    let blends = stride(from: 0, through: 300, by: 10).map { bars.stretches(at: at(Int64($0))).map(\.blend) }
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
      let before = bars.stretches(at: at(elapsed))
      bars.show(.medium, at: at(elapsed))
      #expect(bars.stretches(at: at(elapsed)).map(\.blend) == before.map(\.blend))
      #expect(bars.stretches(at: at(elapsed)).map(\.height) == before.map(\.height))
      #expect(bars.stretches(at: at(elapsed + 300)).map(\.blend) == [255, 255, 0])
      #expect(bars.stretches(at: at(elapsed + 300)).map(\.height) == [2, 2, 2])
    }
  }

  @Test func `B7 whatever changes follow one another, each takes over every cell where it stands`() {
    var random = SeededGenerator()
    let levels = [nil] + Level.allCases.map(Optional.some)
    for _ in 0..<300 * soak {
      var (bars, now, level) = (StrengthBars(), Self.start, Level?.none)
      for _ in 0..<8 {
        let (before, old) = (bars.cells(at: now), level)
        level = levels.randomElement(using: &random) ?? nil
        let reach = level.map { StrengthBars.Reach($0, share: .random(in: 0...1, using: &random)) }
        bars.show(reach, at: now, isAnimated: true)
        let isRise = (level?.rawValue ?? -1) > (old?.rawValue ?? -1)
        if level != old, let fault = fault(of: bars, showing: reach, isRise, after: before, at: now) {
          Issue.record("WATCHWORD_SEED=\(random.seed): \(fault)")
          return
        }
        now = now.advanced(by: .milliseconds(Int64.random(in: 0...350, using: &random)))
        bars.tick(at: now)
      }
    }
  }

  /// What is wrong with a change at `now` to `reach`, after which `bars` move on from the cells `before`.
  private func fault(
    of bars: StrengthBars, showing reach: StrengthBars.Reach?, _ isRise: Bool,
    after before: [StrengthBars.Stretch], at now: Instant
  ) -> String? {
    let rest = StrengthBars(showing: reach)
    for (old, new) in zip(before, bars.cells(at: now))
    where (old.blend, old.height) != (new.blend, new.height) {
      return "\(old) jumps to \(new)"
    }
    let end = now.advanced(by: StrengthBars.duration)
    if bars.stretches(at: end) != rest.stretches(at: end) { return "it does not come to rest: \(bars)" }
    let peak = bars.cells(at: now.advanced(by: StrengthBars.frameInterval * 4))
    for cell in peak where isRise && cell.level == reach?.level {
      guard (cell.blend, cell.height, cell.isLit) == (255, StrengthBars.peakHeight, true) else {
        return "at the peak there is \(cell)"
      }
    }
    let lit = rest.cells(at: now).map(\.isLit)
    var last = before
    for frame in 0...9 where !isRise {
      let cells = bars.cells(at: now.advanced(by: StrengthBars.frameInterval * frame))
      for (index, cell) in cells.enumerated() where !lit[index] {
        if cell.blend > last[index].blend || cell.isLit && !last[index].isLit {
          return "in frame \(frame) of a fall \(cell) follows \(last[index])"
        }
        if frame == 0, last[index].isLit, cell.blend > 0, !cell.isLit { return "\(cell) loses its shape" }
      }
      last = cells
    }
    return nil
  }

  @Test func `B7 nothing moves while the level stays`() {
    var bars = StrengthBars(showing: StrengthBars.Reach(.weak))
    bars.show(.weak, at: Self.start)
    #expect(bars.deadline(after: Self.start) == nil)
    var moving = changed(to: .medium)
    let copy = moving
    moving.show(.medium, at: at(100))
    #expect(moving == copy)
  }

  @Test func `B7 without animation the bars jump, and an animation at work ends`() {
    var bars = changed(to: .strong)
    bars.show(.medium, at: at(50), isAnimated: false)
    #expect(bars.stretches(at: at(50)) == bars.stretches(at: at(1000)))
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
    #expect(bars.stretches(at: now).map(\.height) == [2, 2, 2])
  }

  @Test func `B7 a frame that comes late shows the bars at rest`() {
    var bars = changed(to: .medium)
    bars.tick(at: at(5000))
    #expect(bars.deadline(after: at(5000)) == nil)
    #expect(bars.stretches(at: at(5000)).map(\.height) == [2, 2, 2])
  }

  @Test
  func `B7 with the length meter, in the form, a change of level moves, a key that changes none does not`() {
    let stage = Rehearsal().after("1234567890123456789 wait 800ms")
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

  @Test(
    arguments: PulseStage.all,
    [("ab", "c", Level.weak), ("Abcdefghi", "j", .medium), ("Abcdefghijklmnopqrs", "t", .strong)])
  func `B7 in a rise all columns of the new bar rise in its colour, and those not reached go back at the end`(
    _ place: PulseStage, change: (before: String, key: String, level: Level)
  ) throws {
    let stage = Rehearsal(
      columns: place.columns, rows: place.rows, glyphs: place.glyphs, isInline: place.isInline)
    stage.play("\(change.before) wait 1s")
    let glyphs = stage.appearance.glyphs
    stage.type(change.key)
    let pictures = stage.pulse()
    let bars = pictures.map { $0.cells[change.level.rawValue] }
    let peak = Cell(
      .scalar(glyphs.barHeights[StrengthBars.peakHeight - 1]),
      style: Style(.meter, bar: change.level.bar, blend: 255))
    let highest = try #require(bars.firstIndex { $0.contains(peak) })
    #expect(bars[highest].allSatisfy { $0 == peak })
    #expect(pictures[...(highest + 2)].allSatisfy { $0.isUniform(change.level) })
    let last = try #require(pictures.last)
    let rested = Rehearsal(
      columns: place.columns, rows: place.rows, glyphs: place.glyphs, isInline: place.isInline)
    rested.play("\(change.before)\(change.key) wait 1s")
    #expect(last == DrawnBars(rested), "what was not reached is unlit again")
    for (old, new) in zip(pictures[highest...], pictures[(highest + 1)...]) {
      #expect(new.lit(change.level).isSubset(of: old.lit(change.level)))
    }
    let low = Set([glyphs.unlitBar, glyphs.barHeights[StrengthBars.restHeight - 1]].map { "\($0)" })
    for level in Level.allCases where level != change.level {
      for picture in pictures {
        let shapes = picture.cells[level.rawValue].compactMap {
          if case .scalar(let scalar) = $0.glyph { "\(scalar)" } else { nil }
        }
        #expect(low.isSuperset(of: shapes), "the other bars do not grow")
      }
    }
  }

  @Test(
    arguments: PulseStage.all,
    [
      ("abc", "^U"), ("Abcdefghij", "Backspace"), ("Abcdefghijklmno", "^U"),
      ("Abcdefghijklmnopqrst", "Backspace"), ("Abcdefghijklmnopqrst", "^U"),
    ])
  func `B7 in a fall no cell is lit that was not, and none gains colour`(
    _ place: PulseStage, change: (before: String, keys: String)
  ) {
    let stage = Rehearsal(
      columns: place.columns, rows: place.rows, glyphs: place.glyphs, isInline: place.isInline)
    stage.play("\(change.before) wait 1s")
    let before = DrawnBars(stage)
    stage.play(change.keys)
    let pictures = stage.pulse()
    #expect(pictures.first == before, "what was lit fades from there")
    for (old, new) in zip(pictures, pictures.dropFirst()) {
      for level in Level.allCases {
        #expect(new.lit(level).isSubset(of: old.lit(level)), "\(level)")
        for (was, now) in zip(old.cells[level.rawValue], new.cells[level.rawValue]) {
          #expect(now.style.blend <= was.style.blend)
        }
      }
    }
  }

  @Test(
    arguments: PulseStage.all,
    ["abc", "Abcdefghij", "Abcdefghijklmnopqrst", "Abcdefghij Backspace", "abc ^U"])
  func `B7 without animation the part that is reached stands at once`(_ place: PulseStage, keys: String) {
    var description = FormDescription.newPassword()
    description.isAnimated = false
    let stage = Rehearsal(
      description, columns: place.columns, rows: place.rows, glyphs: place.glyphs, isInline: place.isInline)
    stage.play(keys)
    let first = DrawnBars(stage)
    #expect(stage.form.bars.deadline(after: stage.now) == nil)
    stage.wait(milliseconds: 2000)
    #expect(first == DrawnBars(stage))
  }

  @Test func `B3 B4 with nothing typed no bar is lit, and no word stands beside the bars`() {
    let stage = Rehearsal()
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
    #expect(row().contains("██████████ ▁▁▁▁▁▁▁▁▁▁"))
    stage.wait(milliseconds: 166)
    #expect(row().contains("▂▂▁▁▁▁▁▁▁▁ ▁▁▁▁▁▁▁▁▁▁"))
    stage.play("Backspace Backspace abc wait 134ms")
    #expect(row().contains("██████████ ▁▁▁▁▁▁▁▁▁▁") && !words.contains(where: row().contains))
    stage.wait(milliseconds: 166)
    #expect(row().contains("▂▂▂▁▁▁▁▁▁▁ ▁▁▁▁▁▁▁▁▁▁") && !words.contains(where: row().contains))
    stage.play("Backspace*3 wait 300ms")
    #expect(row().contains("▁▁▁▁▁▁▁▁▁▁ ▁▁▁▁▁▁▁▁▁▁ ▁▁▁▁▁▁▁▁▁▁"))
    #expect(!words.contains(where: row().contains))
  }
}
