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

  @Test func `a device string that is cut is waited for three seconds, however much comes`() throws {
    let pipe = Pipe()
    var input = try TerminalInput(
      .utf8, in: SecretMemory(for: [TerminalInput.blockSize, Paste.capacity], locking: .ifPossible))
    var heard: [Event] = []
    /// Reads `text` at a time in milliseconds, after any silences that ended before.
    func read(_ text: String, at milliseconds: Int64) {
      let now = Instant(nanoseconds: milliseconds * 1_000_000)
      while let deadline = input.deadline, deadline <= now {
        input.expire()
        while let event = input.next() { heard.append(event) }
      }
      pipe.write(text)
      _ = input.read(from: pipe.reading, at: now)
      while let event = input.next() { heard.append(event) }
    }
    read("\u{1B}]11;x", at: 0)
    read("1e", at: 700)
    #expect(heard == [.refused(.notText)])
    // Without a pause of half a second, and with one.
    read("/", at: 900)
    read("2", at: 2_999)
    #expect(heard == [.refused(.notText), .refused(.notText)])
    read("a", at: 3_000)
    #expect(heard.last == .key(Key(.scalar("a"))) && heard.count == 3)
    // The next one has three seconds of its own.
    read("\u{1B}_G", at: 4_000)
    read("i", at: 6_900)
    read("\u{1B}\\b", at: 6_950)
    #expect(heard.dropFirst(3) == [.refused(.notText), .key(Key(.scalar("b")))])
    // A complete one is an answer. Text typed into an incomplete one is lost.
    read("\u{1B}]11;rgb:1e1e/1e", at: 10_000)
    read("1e/2e2e\u{7}c", at: 12_900)
    #expect(heard.dropFirst(5) == [.recolor, .key(Key(.scalar("c")))])
    read("\u{1B}]11;rgb:1e1e/1e", at: 20_000)
    read("a", at: 22_800)
    #expect(heard.count == 7)
    read("bc", at: 23_000)
    #expect(heard.dropFirst(7) == [.refused(.notText), .key(Key(.scalar("b"))), .key(Key(.scalar("c")))])
  }

  @Test func `a key that is told by its number is text only if the character set has it`() throws {
    let pipe = Pipe()
    var input = try TerminalInput(
      .unavailable("xx"),
      in: SecretMemory(for: [TerminalInput.blockSize, Paste.capacity], locking: .ifPossible))
    pipe.write("\u{1B}[97;;97u\u{1B}[228u")
    _ = input.read(from: pipe.reading, at: Instant(nanoseconds: 0))
    let (first, second) = (input.next(), input.next())
    #expect(first == .key(Key(.scalar("a"))) && second == .refused(.noCharacterSet))
  }

  /// In a process of its own, because only one terminal is asked.
  @Test func `A12 on a terminal that answers nothing Escape is a key at once after three seconds`() async {
    await #expect(processExitsWith: .success) {
      /// How long a lone ESC after `answers` waits for more, in milliseconds.
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
      guard atFirst == 500 || ww_now() - asked > 3_000_000_000 else { exit(2) }
      while ww_now() - asked <= 3_001_000_000 { poll(nil, 0, 10) }
      guard try patience() == 50 else { exit(3) }
      // A terminal that has begun to answer will go on.
      guard try patience(behind: "\u{1B}[?1;2$y") == 500 else { exit(4) }
    }
  }
}
