import Testing
import WatchwordScreen

@testable import WatchwordCurses

@Suite struct CanvasTests {
  private let width = CharacterWidth { $0.value >= 0x4E00 && $0.value < 0xA000 ? 2 : 1 }

  @Test(arguments: [
    ("abcdef", "abcdef", 0..<0), ("abcdef", "abXdef", 2..<3), ("abcdef", "Xbcdef", 0..<1),
    ("abcdef", "abcdeX", 5..<6),
    ("a漢def", "a漢dXf", 4..<5), ("a漢def", "abcdef", 1..<3), ("abcdef", "a漢def", 1..<3),
    ("a漢字f", "ab字ff", 1..<5),
  ])
  func `a row tells what changed, and never half of a wide character`(
    before: String, after: String, range: Range<Int>
  ) {
    let changed = frame(after).columns(ofRow: 0, thatDifferFrom: frame(before))
    #expect(changed == range || (range.isEmpty && changed.isEmpty))
  }

  private func frame(_ text: String) -> Frame {
    var frame = Frame(size: Size(columns: 6, rows: 1))
    frame.put(text, at: Position(row: 0, column: 0), width: width)
    return frame
  }
}
