internal import CNcursesw
internal import Screen
internal import Secrets

/// Writes shown secrets to the terminal, over the blanks that ncurses has put there, from guarded memory.
///
/// ncurses has left the terminal with no attribute and the cursor where it belongs, and finds it so again.
struct SecretPainter: ~Copyable {
  private var output: SecretBuffer
  /// Whether the device took all that was written so far.
  private var isWritten = true
  private let width: CharacterWidth
  private let encoding: CharacterEncoding
  private let theme: Theme
  /// Whether a character in the lower right corner makes the screen scroll.
  private let cornerScrolls: Bool

  private static let capacity = 4095

  /// Makes a painter for a terminal that shows text in `encoding`.
  init(_ encoding: CharacterEncoding, theme: Theme, locking: SecretBuffer.Locking) throws(SecretError) {
    let output = try SecretBuffer(capacity: Self.capacity, locking: locking)
    self.output = output
    self.encoding = encoding
    width = encoding.characterWidth
    self.theme = theme
    cornerScrolls = unsafe tigetflag("am") == 1 && tigetflag("xenl") != 1
  }

  /// Fills the holes in those rows of `frame` for which `rowHasSecret` is true; answers false where the device takes
  /// no bytes.
  mutating func paint(
    _ frame: Frame, rowHasSecret: [Bool], size: Size, on device: borrowing TerminalDevice,
    readSecret: (_ field: Int, _ body: (UTF8Span) -> Void) -> Void
  ) -> Bool {
    for row in rowHasSecret.indices where rowHasSecret[row] {
      var column = 0
      while let run = frame.nextSecret(row: row, from: column) {
        paint(run, frame, row: row, size: size, on: device, readSecret: readSecret)
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
    _ run: SecretRun, _ frame: Frame, row: Int, size: Size, on device: borrowing TerminalDevice,
    readSecret: (_ field: Int, _ body: (UTF8Span) -> Void) -> Void
  ) {
    let hasCorner = row == size.rows - 1 && cornerScrolls
    let end = min(run.columns.upperBound, hasCorner ? size.columns - 1 : size.columns)
    var column = run.columns.lowerBound
    move(row: row, column: column)
    let appearance = theme.appearance(of: run.style)
    append(CellStyles.sequence(for: appearance))
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
    if appearance != Appearance() { append(CellStyles.plainSequence) }
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
        if followers <= 4, scalar.value != 0 { append(scalar) }
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
