import CWatchwordSystem
import CWatchwordTerminal
import Glibc
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

  /// In a process of its own, since there is one terminal that is asked.
  @Test func `F6 on a terminal that answers nothing Escape is a key at once after a second`() async {
    await #expect(processExitsWith: .success) {
      /// How long a lone ESC behind `answers` waits for more, in milliseconds.
      func patience(behind answers: String = "") throws -> Int64 {
        let pipe = Pipe()
        var input = try TerminalInput(
          .utf8, in: SecretMemory(for: [TerminalInput.blockSize, Paste.capacity], locking: .ifPossible))
        pipe.write(answers + "\u{1B}")
        _ = input.read(from: pipe.reading, at: Instant(nanoseconds: 0))
        guard input.next() == nil, let deadline = input.deadline else { return -1 }
        return (deadline - Instant(nanoseconds: 0)).wholeNanoseconds / 1_000_000
      }
      let asked = ww_now()
      ww_answer_expect()
      let atFirst = try patience()
      guard atFirst == 500 || ww_now() - asked > 1_000_000_000 else { exit(2) }
      while ww_now() - asked <= 1_001_000_000 { poll(nil, 0, 10) }
      guard try patience() == 25 else { exit(3) }
      // Who has begun to answer will go on.
      guard try patience(behind: "\u{1B}[?1;2$y") == 500 else { exit(4) }
    }
  }
}
