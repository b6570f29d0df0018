import TestSupport
import Testing
import WatchwordScreen
import WatchwordSecrets

@testable import WatchwordCurses

@Suite struct TerminalInputTests {
  @Test func `a paste of which the end does not come is refused whole, and keys work again`() throws {
    let pipe = Pipe()
    var input = try TerminalInput(
      .utf8, in: SecretMemory(for: [TerminalInput.blockSize, Paste.capacity], locking: .ifPossible))
    pipe.write("\u{1B}[200~secret")
    _ = input.read(from: pipe.reading, at: Instant(nanoseconds: 0))
    var event = input.next()
    #expect(event == nil)
    for milliseconds: Int64 in [500, 5_000] {
      let deadline = input.deadline
      #expect(event == nil)
      #expect(deadline == Instant(nanoseconds: milliseconds * 1_000_000))
      input.expire()
      event = input.next()
    }
    let kept = input.paste.withText { $0.count }
    #expect(event == .refused(.incomplete))
    #expect(kept == 0)
    pipe.write("a")
    _ = input.read(from: pipe.reading, at: Instant(nanoseconds: 5_000_000_000))
    event = input.next()
    #expect(event == .key(Key(.scalar("a"))))
  }
}
