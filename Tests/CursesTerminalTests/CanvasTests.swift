import Testing
import WatchwordScreen

@testable import WatchwordCurses

@Suite struct CanvasTests {
  private let width = CharacterWidth { $0.value >= 0x4E00 && $0.value < 0xA000 ? 2 : 1 }

  @Test(arguments: [
    ("abcdef", "abcdef", []), ("abcdef", "abXdef", [2..<3]), ("abcdef", "Xbcdef", [0..<1]),
    ("abcdef", "abcdeX", [5..<6]), ("abcdef", "XbXXeX", [0..<1, 2..<4, 5..<6]),
    ("a漢def", "a漢dXf", [4..<5]), ("a漢def", "abcdef", [1..<3]), ("abcdef", "a漢def", [1..<3]),
    ("a漢字f", "ab字ff", [1..<5]), ("a漢字f", "X漢字X", [0..<1, 5..<6]),
  ])
  func `a row tells which parts changed, and never half of a wide character`(
    before: String, after: String, ranges: [Range<Int>]
  ) { #expect(frame(after).changes(inRow: 0, from: frame(before)) == ranges) }

  private func frame(_ text: String) -> Frame {
    var frame = Frame(size: Size(columns: 6, rows: 1))
    frame.put(text, at: Position(row: 0, column: 0), width: width)
    return frame
  }
}
