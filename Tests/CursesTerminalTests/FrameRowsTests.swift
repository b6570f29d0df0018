import Screen
import Testing

@testable import CursesTerminal

@Suite struct FrameRowsTests {
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

  @Test func `neighbouring holes of one field are one run`() {
    var frame = Frame(size: Size(columns: 12, rows: 1))
    frame.put(.secret(field: 0, index: 7), columns: 1, row: 0, column: 2)
    frame.put(.secret(field: 0, index: 8), columns: 2, row: 0, column: 3)
    frame.put(.secret(field: 0, index: 9), columns: 1, row: 0, column: 5)
    frame.put(.secret(field: 1, index: 0), columns: 1, row: 0, column: 6)
    #expect(frame.hasSecret(inRow: 0))
    let first = frame.nextSecret(row: 0, from: 0)
    #expect(first == SecretRun(field: 0, indices: 7...9, style: .plain, columns: 2..<6))
    let second = frame.nextSecret(row: 0, from: 6)
    #expect(second == SecretRun(field: 1, indices: 0...0, style: .plain, columns: 6..<7))
    #expect(frame.nextSecret(row: 0, from: 7) == nil)
  }

  private func frame(_ text: String) -> Frame {
    var frame = Frame(size: Size(columns: 6, rows: 1))
    frame.put(text, at: Position(row: 0, column: 0), width: width)
    return frame
  }
}
