import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordStrength

/// What is special about fields for secrets (E5 to E7).
@Suite struct SecureEntryTests {
  private var clearing: FormState {
    var description = FormDescription.newPassword()
    description.fields[0].clearsOnInsertion = true
    return description.makeForm()
  }

  @Test func `E5 when editing begins again the first insertion replaces the text in one change`() throws {
    let played = try perform(.keys("abc Tab S-Tab d"), on: clearing)
    #expect(played.texts[0] == "d")
    #expect(played.lastCalls == ["0.shouldChange 0..<3 \"d\"", "0.didChangeSelection", "0.editingChanged"])
  }

  @Test func `E5 Ctrl-U takes the whole text then, and so asks shouldClear`() throws {
    let played = try perform(.keys("abc Tab S-Tab Left ^U"), on: clearing)
    #expect(played.lastCalls == ["0.shouldClear", "0.didChangeSelection", "0.editingChanged"])
  }

  @Test func `E5 a change that is refused does not use up the clear`() throws {
    let delegate = RecordingDelegate()
    delegate.refusesFromPage = (6, ["0.shouldChange"])
    let refused = try perform(.keys("abc Tab S-Tab d"), on: clearing, delegate: delegate)
    #expect(refused.texts[0] == "abc")
  }

  private var peeking: FormState {
    var description = FormDescription.newPassword()
    description.isPeeking = true
    description.isAnimated = false
    description.policy = .classic(minimumLevel: .weak)
    return description.makeForm()
  }

  @Test func `E7 is off by default`() throws {
    #expect(try !perform(.typing("abc")).terminal.frames.contains { $0.showsSecret })
  }

  @Test func `E7 the character typed last is shown until the next key`() throws {
    let played = try perform(.keys("ab Left wait 800ms"), on: peeking)
    let holes = played.terminal.frames.map(\.holes)
    #expect(holes.prefix(4) == [[], [0], [1], []] && holes.dropFirst(4).allSatisfy { $0 == [] })
    #expect(played.terminal.deadlines.last == .some(nil))
  }

  @Test func `E7 the character typed last is shown for a second`() throws {
    let played = try perform(.typing("a") + [.wait(milliseconds: 999), .wait(milliseconds: 1)], on: peeking)
    #expect(played.terminal.deadlines.contains(Instant(nanoseconds: 2_000_000_000)))
    #expect(played.frame.holes == [])
    #expect(try perform(.typing("a") + [.wait(milliseconds: 999)], on: peeking).frame.holes == [0])
  }

  @Test func `E7 a wide character is shown in its own width`() throws {
    let played = try perform(.typing("a漢"), on: peeking)
    #expect(played.frame.holes == [1])
    #expect(played.frame.cursor == Position(row: 3, column: 11))
  }

  @Test func `E7 nothing is shown of a paste, nor of a deletion`() throws {
    let played = try perform([.paste("abc"), .key(.backspace)], on: peeking)
    #expect(played.terminal.frames.allSatisfy { !$0.showsSecret })
  }

  @Test func `E7 a stop masks what is shown for a moment`() throws {
    let played = try perform(.typing("a") + [.event(.stop)], on: peeking)
    #expect(played.terminal.suspensions.first?.holes == [])
  }
}

extension Frame {
  /// The numbers of the clusters to be filled in.
  var holes: [Int] {
    cells.compactMap { if case .secret(_, let index) = $0.glyph { Int(index) } else { nil } }
  }
}
