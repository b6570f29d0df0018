import Testing

@testable import WatchwordCLI

struct ExitStatusTests {
  @Test func `the statuses are those of the issue`() {
    #expect(ExitStatus.table.map(\.status) == ["0", "1", "2", "3", "4", "5", "6", "7", "128+n"])
    #expect(ExitStatus.accepted.rawValue == 0)
    #expect(ExitStatus.cancelled.rawValue == 1)
    #expect(ExitStatus.usage.rawValue == 2)
    #expect(ExitStatus.noTerminal.rawValue == 3)
    #expect(ExitStatus.timeLimit.rawValue == 4)
    #expect(ExitStatus.unwritten.rawValue == 5)
    #expect(ExitStatus.unlocked.rawValue == 6)
  }
}
