internal import CWatchwordCurses
internal import WatchwordMessages
internal import WatchwordScreen
internal import WatchwordSecrets

/// Writes shown secrets to the terminal, over the blanks that ncurses has put there, from guarded memory.
///
/// ncurses has left the terminal with no attribute, as text in a field is drawn, and the cursor where it belongs, and
/// finds it so again.
struct SecretPainter: ~Copyable {
  private var output: SecretBuffer
  /// Whether the device took all that was written so far.
  private var isWritten = true
  private let width: CharacterWidth
  private let encoding: CharacterEncoding

  /// A page, with the byte that a buffer keeps for itself.
  static let capacity = 4095
  /// The most characters of no width that a cell of ncurses takes behind another.
  private static let mostFollowers = 4

  /// Makes a painter for a terminal that shows text in `encoding`.
  init(_ encoding: CharacterEncoding, in memory: SecretMemory) throws(SecretError) {
    output = try SecretBuffer(capacity: Self.capacity, in: memory)
    self.encoding = encoding
    width = encoding.characterWidth
  }

  /// Fills the holes of `frame` in a window of `size`; answers false where the device takes no bytes.
  mutating func paint(
    _ frame: Frame, size: Size, on device: borrowing TerminalDevice,
    readSecret: (_ field: Int, _ body: (UTF8Span) -> Void) -> Void
  ) -> Bool {
    // Whether a character in the lower right corner makes the screen scroll.
    let cornerScrolls = unsafe tigetflag("am") == 1 && tigetflag("xenl") != 1
    for row in 0..<min(frame.size.rows, size.rows) {
      let isLast = row == size.rows - 1 && cornerScrolls
      let end = min(frame.size.columns, isLast ? size.columns - 1 : size.columns)
      var column = 0
      while column < end {
        guard case .secret(let field, let first) = frame[row, column].glyph else {
          column += 1
          continue
        }
        move(row: row, column: column)
        let start = column
        readSecret(Int(field)) { text in
          text.forEachCluster(in: Int(first)..<Int(first) + end - start) { index, cluster in
            guard column < end,
              frame[row, column].glyph == .secret(field: field, index: UInt16(clamping: index))
            else { return }
            let columns = min(frame.columnsOfGlyph(row: row, column: column), end - column)
            add(cluster, columns: columns, invisible: frame.invisible, row: row, column: column)
            column += columns
            if output.count > Self.capacity / 2 { flush(to: device) }
          }
        }
        column = max(column, start + 1)
      }
    }
    let screen = unsafe cn_curscr()
    unsafe move(row: Int(getcury(screen)), column: Int(getcurx(screen)))
    flush(to: device)
    StackScratch.scrub()
    return isWritten
  }

  /// Adds a grapheme cluster at `row` and `column`, and places the cursor behind it: terminals do not agree on how wide
  /// a cluster of several characters is, and one that takes fewer columns must not leave what was there before.
  private mutating func add(
    _ cluster: UTF8Span, columns: Int, invisible: Unicode.Scalar, row: Int, column: Int
  ) {
    if columns > 2 {
      for _ in 0..<columns { append(" ") }
      move(row: row, column: column)
    }
    add(cluster, columns: columns, invisible: invisible)
    if cluster.span.count > 1 { move(row: row, column: column + columns) }
  }

  /// Adds a grapheme cluster, cut or filled with blanks so that it takes `columns` columns. Like ncurses it takes at
  /// most four characters of no width after another.
  private mutating func add(_ cluster: UTF8Span, columns: Int, invisible: Unicode.Scalar) {
    var scalars = cluster.makeUnicodeScalarIterator()
    var visibility = ClusterVisibility()
    var followers = 0
    let width = width
    width.lay(in: columns) {
      scalars.next().map { visibility.needsSign(for: $0) ? invisible : $0 }
    } put: { scalar, columns in
      followers = columns > 0 ? 0 : followers + 1
      if followers <= Self.mostFollowers { append(scalar) }
    }
  }

  private mutating func move(row: Int, column: Int) {
    try? output.append(CursesScreen.address(row: row, column: column).span)
  }

  /// What has no room is left out: no cluster that can be shown, with what places it, takes half of the buffer.
  private mutating func append(_ scalar: Unicode.Scalar) {
    if case .other = encoding {
      LocaleCharacter.withBytes(of: scalar) { try? output.append($0) }
    } else {
      _ = output.append(scalar)
    }
  }

  private mutating func flush(to device: borrowing TerminalDevice) {
    isWritten = device.write(output.bytes) && isWritten
    output.removeAll()
  }
}
