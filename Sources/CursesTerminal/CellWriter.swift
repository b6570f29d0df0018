internal import CNcursesw
internal import Screen

/// Lays out a part of a row in ncurses' cells: a base character with up to four characters of no width, all in
/// one look. A cluster with several characters that have a width takes a cell for each.
struct CellWriter {
  /// The cells; only the first ``count`` are written.
  private(set) var cells: [cchar_t]
  /// The number of cells written. A wide character has one cell here, and several columns on the screen.
  private(set) var count = 0

  private let width: CharacterWidth
  private var look = CellStyles.Look.plain
  private var columnsLeft = 0
  private var hasBase = false

  /// Makes a writer for rows of up to `columns` columns.
  init(width: CharacterWidth, columns: Int) {
    self.width = width
    cells = Array(repeating: cchar_t(), count: columns)
  }

  /// Begins a part of a row.
  mutating func begin() { count = 0 }

  /// A blank that is told from the blanks of a frame.
  enum Blank {
    /// U+00A0.
    case noBreakSpace
    /// A bold space, where there is no U+00A0.
    case boldSpace
  }

  /// Adds `columns` times `blank`.
  mutating func put(_ blank: Blank, columns: Int) {
    switch blank {
    case .noBreakSpace: put(repeatElement("\u{A0}", count: columns), columns: columns, look: .plain)
    case .boldSpace: put(repeatElement(" ", count: columns), columns: columns, look: .bold)
    }
  }

  /// Adds a character that takes `columns` columns.
  mutating func put(_ scalar: Unicode.Scalar, columns: Int, look: CellStyles.Look) {
    guard columns == 1, (0x20..<0x7F).contains(scalar.value) else {
      return put(CollectionOfOne(scalar), columns: columns, look: look)
    }
    self.look = look
    columnsLeft = 1
    setBase(scalar, columns: 1)
  }

  /// Adds a grapheme cluster, cut or filled with blanks so that it takes exactly `columns` columns.
  mutating func put(_ scalars: some Sequence<Unicode.Scalar>, columns: Int, look: CellStyles.Look) {
    self.look = look
    columnsLeft = columns
    hasBase = false
    for scalar in scalars { add(scalar) }
    while columnsLeft > 0 { setBase(" ", columns: 1) }
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    let columns = width.columns(of: scalar)
    if columns == 0 {
      if !hasBase { setBase(" ", columns: 1) }
      if hasBase && scalar.value != 0 { unsafe cn_cell_add(&cells[count - 1], wchar_t(scalar.value)) }
    } else {
      setBase(width.isDrawable(scalar) ? scalar : "?", columns: columns)
    }
  }

  private mutating func setBase(_ scalar: Unicode.Scalar, columns: Int) {
    guard columns <= columnsLeft else { return }
    unsafe cn_cell_set(&cells[count], wchar_t(scalar.value), &look.blank)
    count += 1
    columnsLeft -= columns
    hasBase = true
  }

  /// Hands the cells to `window`, from `column` of `row` on.
  mutating func copy(to window: UnsafeMutablePointer<WINDOW>, row: Int, column: Int) {
    unsafe cells.withUnsafeMutableBufferPointer {
      _ = unsafe mvwadd_wchnstr(window, Int32(row), Int32(column), $0.baseAddress, Int32(count))
    }
  }
}
