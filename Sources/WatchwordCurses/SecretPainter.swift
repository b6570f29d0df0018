internal import CWatchwordCurses
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordText

/// Writes shown secrets to the terminal, over the blanks that ncurses has put there, from guarded memory.
///
/// ncurses has left the terminal with no attribute and the cursor where it belongs, and finds it so again.
struct SecretPainter: ~Copyable {
  private var output: SecretBuffer
  /// Whether the device took all that was written so far.
  private var isWritten = true
  private let width: CharacterWidth
  private let encoding: CharacterEncoding
  /// Whether a character in the lower right corner makes the screen scroll.
  private let cornerScrolls: Bool

  /// A page, with the byte that a buffer keeps for itself.
  private static let capacity = 4095
  /// The most characters of no width that a cell of ncurses takes behind another.
  private static let mostFollowers = 4

  /// Makes a painter for a terminal that shows text in `encoding`.
  init(_ encoding: CharacterEncoding, locking: SecretBuffer.Locking) throws(SecretError) {
    let output = try SecretBuffer(capacity: Self.capacity, locking: locking)
    self.output = output
    self.encoding = encoding
    width = encoding.characterWidth
    cornerScrolls = unsafe tigetflag("am") == 1 && tigetflag("xenl") != 1
  }

  /// Fills the holes of `frame` in a window of `size`; answers false where the device takes no bytes.
  mutating func paint(
    _ frame: Frame, in styles: inout CellStyles, size: Size, on device: borrowing TerminalDevice,
    readSecret: (_ field: Int, _ body: (UTF8Span) -> Void) -> Void
  ) -> Bool {
    for row in 0..<min(frame.size.rows, size.rows) {
      var column = 0
      while let run = frame.nextSecret(row: row, from: column) {
        paint(run, frame, row: row, in: &styles, size: size, on: device, readSecret: readSecret)
        column = run.columns.upperBound
      }
    }
    let screen = unsafe cn_curscr()
    unsafe move(row: Int(getcury(screen)), column: Int(getcurx(screen)))
    flush(to: device)
    StackScratch.scrub()
    return isWritten
  }

  private mutating func paint(
    _ run: SecretRun, _ frame: Frame, row: Int, in styles: inout CellStyles, size: Size,
    on device: borrowing TerminalDevice,
    readSecret: (_ field: Int, _ body: (UTF8Span) -> Void) -> Void
  ) {
    let hasCorner = row == size.rows - 1 && cornerScrolls
    let end = min(run.columns.upperBound, hasCorner ? size.columns - 1 : size.columns)
    var column = run.columns.lowerBound
    move(row: row, column: column)
    let style = styles.sequences(of: run.style)
    append(style.on)
    readSecret(Int(run.field)) { text in
      text.forEachCluster(in: run.indices) { _, cluster in
        guard column < end else { return }
        let columns = min(frame.columnsOfGlyph(row: row, column: column), end - column)
        // Terminals do not agree on how wide clusters of several characters are: one that takes fewer columns
        // must not leave what was there before.
        if columns > 2 {
          for _ in 0..<columns { append(" ") }
          move(row: row, column: column)
        }
        let isSimple = add(cluster, columns: columns, invisible: frame.invisible)
        column += columns
        if !isSimple { move(row: row, column: min(column, size.columns - 1)) }
        if output.count > Self.capacity / 2 { flush(to: device) }
      }
    }
    while column < end {
      append(" ")
      column += 1
    }
    append(style.off)
  }

  /// Adds a grapheme cluster, cut or filled with blanks so that it takes `columns` columns, and answers whether
  /// it is one character of ASCII. Like ncurses it takes at most four characters of no width after another.
  private mutating func add(_ cluster: UTF8Span, columns: Int, invisible: Unicode.Scalar) -> Bool {
    var scalars = cluster.makeUnicodeScalarIterator()
    var visibility = ClusterVisibility()
    var left = columns
    var followers = 0
    while let next = scalars.next() {
      let scalar = visibility.needsSign(for: next) ? invisible : next
      let taken = width.columns(of: scalar)
      if taken == 0 {
        if left == columns {
          append(" ")
          left -= 1
        }
        followers += 1
        if followers <= Self.mostFollowers, scalar.value != 0 { append(scalar) }
      } else if taken <= left {
        append(width.isDrawable(scalar) ? scalar : "?")
        left -= taken
        followers = 0
      }
    }
    for _ in 0..<left { append(" ") }
    return cluster.span.count == 1
  }

  private mutating func move(row: Int, column: Int) { append(CursesScreen.address(row: row, column: column)) }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if case .other = encoding {
      LocaleCharacter.withBytes(of: scalar) { append($0) }
    } else {
      for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
        let bytes = [1 of UInt8](repeating: unit)
        append(bytes.span)
      }
    }
  }

  private mutating func append(_ bytes: [UInt8]) { append(bytes.span) }

  /// What has no room is left out: no cluster that can be shown, with what places it, takes half of the buffer.
  private mutating func append(_ bytes: borrowing Span<UInt8>) { try? output.append(bytes) }

  private mutating func flush(to device: borrowing TerminalDevice) {
    isWritten = device.write(output.bytes) && isWritten
    output.removeAll()
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

extension Frame {
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
