internal import Glibc
internal import Screen

extension Frame {
  /// The columns of `row`, from the first to the last, that look other than in `before`, which has the same size
  /// and clusters. No glyph of either frame lies half inside.
  func columns(ofRow row: Int, thatDifferFrom before: Frame) -> Range<Int> {
    let start = row * size.columns
    let isSame = unsafe cells.withUnsafeBytes { new in
      unsafe before.cells.withUnsafeBytes { old in
        guard let new = new.baseAddress, let old = old.baseAddress else { return true }
        let stride = MemoryLayout<Cell>.stride
        return unsafe memcmp(new + start * stride, old + start * stride, size.columns * stride) == 0
      }
    }
    guard !isSame else { return 0..<0 }
    var first = 0
    while cells[start + first] == before.cells[start + first] { first += 1 }
    var end = size.columns
    while cells[start + end - 1] == before.cells[start + end - 1] { end -= 1 }
    while first > 0, [cells, before.cells].contains(where: { $0[start + first].glyph == .continuation }) {
      first -= 1
    }
    while end < size.columns,
      [cells, before.cells].contains(where: { $0[start + end].glyph == .continuation })
    {
      end += 1
    }
    return first..<end
  }

  /// Whether `row` has a hole for a secret.
  func hasSecret(inRow row: Int) -> Bool {
    cells[row * size.columns..<(row + 1) * size.columns].contains { $0.isSecret }
  }

  /// The columns of the glyph that begins at `column`: itself and its continuations.
  func columnsOfGlyph(row: Int, column: Int) -> Int {
    var end = column + 1
    while end < size.columns, self[row, end].isContinuation { end += 1 }
    return end - column
  }

  /// The next run of holes in `row` from `column` on: of one field and one style, with indices that follow on each
  /// other.
  func nextSecret(row: Int, from column: Int) -> SecretRun? {
    for start in column..<max(column, size.columns) {
      guard case .secret(let field, let first) = self[row, start].glyph else { continue }
      let style = self[row, start].style
      var run = SecretRun(
        field: field, indices: Int(first)...Int(first), style: style, columns: start..<start)
      var next = start
      while next < size.columns, self[row, next].style == style {
        if self[row, next].glyph == .secret(field: field, index: UInt16(clamping: run.indices.upperBound + 1))
        {
          run.indices = Int(first)...run.indices.upperBound + 1
        } else if next > start, self[row, next].glyph != .continuation {
          break
        }
        next += 1
      }
      run.columns = start..<next
      return run
    }
    return nil
  }
}

/// Neighbouring holes for a secret, all in one row.
struct SecretRun: Equatable {
  /// The number of the field.
  var field: UInt8
  /// The grapheme clusters of its text.
  var indices: ClosedRange<Int>
  /// How they look.
  var style: Style
  /// Where they stand.
  var columns: Range<Int>
}
