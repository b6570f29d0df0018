import Testing
import WatchwordBase
import WatchwordCurses
import WatchwordScreen
import WatchwordStrength

@testable import Watchword

/// The tables with a row for each level, in modules that do not know each other.
@Suite struct LevelTests {
  @Test func `B3 each level has a name, a colour, words and a bar of its own`() {
    let count = Level.allCases.count
    #expect(Set(Level.allCases.map(\.name)).count == count)
    #expect(Set(Level.allCases.map(\.bar)) == Set(Style.Bar.allCases))
    #expect(ColorRole.allCases.count { $0.rawValue.hasPrefix("bar") } == count)
    #expect(Level.allCases.map { $0.words(in: .english) }.count == count)
    #expect(Set(Level.allCases.map { $0.words(in: .english) }).count == count)
    for level in Level.allCases {
      let bars = StrengthBars(showing: StrengthBars.Reach(level)).stretches(at: Instant(nanoseconds: 0))
      #expect(bars.map(\.isLit) == Level.allCases.map { $0 <= level })
    }
  }
}
