internal import CVterm
package import WatchwordScreen

/// libvterm's picture of a terminal: takes a program's bytes, gives cells and answers.
@safe package final class Glass {
  private let vterm: cvterm_terminal
  private let screen: cvterm_screen
  /// Kept as long as the terminal, because libvterm keeps the pointer.
  private let callbacks: UnsafeMutablePointer<VTermScreenCallbacks>
  /// The terminal's answers that the program has not got yet.
  var answers: [UInt8] = []
  private(set) var bells = 0
  private(set) var title = ""
  /// The lines that have left the main screen at its top, the oldest first, without blanks at their ends.
  private(set) var scrollback: [String] = []

  package init(_ size: Size, hasAlternateScreen: Bool = true) {
    unsafe vterm = vterm_new(Int32(size.rows), Int32(size.columns))
    unsafe screen = vterm_obtain_screen(vterm)
    unsafe callbacks = .allocate(capacity: 1)
    unsafe callbacks.initialize(to: VTermScreenCallbacks())
    unsafe vterm_set_utf8(vterm, 1)
    if hasAlternateScreen { unsafe vterm_screen_enable_altscreen(screen, 1) }
    let own = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe vterm_output_set_callback(
      vterm, { unsafe Glass.at($2).answers += UnsafeRawBufferPointer(start: $0, count: $1) }, own)
    unsafe callbacks.pointee.bell = {
      unsafe Glass.at($0).bells += 1
      return 1
    }
    unsafe callbacks.pointee.settermprop = { property, value, user in
      if property == VTERM_PROP_TITLE {
        let (part, glass) = unsafe (cvterm_string(value), Glass.at(user))
        if unsafe part.begins { glass.title = "" }
        let bytes = unsafe UnsafeRawBufferPointer(start: part.bytes, count: Int(part.length))
        unsafe glass.title += String(decoding: bytes, as: UTF8.self)
      }
      return 1
    }
    unsafe callbacks.pointee.sb_pushline = { count, cells, user in
      guard let cells = unsafe cells else { return 0 }
      let scalars = (0..<Int(count)).map { unsafe Unicode.Scalar(cells[$0].chars.0) ?? " " }
      var line = String(
        String.UnicodeScalarView(scalars.filter { $0.value != 0xFFFF_FFFF }.map { $0 == "\0" ? " " : $0 }))
      while line.last == " " { line.removeLast() }
      unsafe Glass.at(user).scrollback.append(line)
      return 1
    }
    unsafe vterm_screen_set_callbacks(screen, callbacks, own)
    unsafe vterm_screen_reset(screen, 1)
  }

  deinit {
    unsafe vterm_free(vterm)
    unsafe callbacks.deallocate()
  }

  private static func at(_ user: UnsafeMutableRawPointer?) -> Glass {
    guard let user = unsafe user else { fatalError("libvterm lost its user") }
    return unsafe Unmanaged<Glass>.fromOpaque(user).takeUnretainedValue()
  }

  package func write(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { buffer in
      let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      _ = unsafe vterm_input_write(vterm, start, buffer.count)
    }
  }

  func resize(_ size: Size) { unsafe vterm_set_size(vterm, Int32(size.rows), Int32(size.columns)) }

  package var cursor: Position {
    var position = VTermPos()
    unsafe vterm_state_get_cursorpos(vterm_obtain_state(vterm), &position)
    return Position(row: Int(position.row), column: Int(position.col))
  }

  /// The scalars of a row, each wide character once and a blank for an empty cell, and the column of each. In C, because
  /// tests look for a text at each change of the screen, and are not optimized.
  func row(_ row: Int, columns: Int) -> (scalars: [UInt32], columns: [Int32]) {
    var places: [Int32] = []
    let capacity = columns * Int(VTERM_MAX_CHARS_PER_CELL)
    let scalars = unsafe [UInt32](unsafeUninitializedCapacity: capacity) { scalars, count in
      unsafe places = [Int32](unsafeUninitializedCapacity: capacity) { places, placeCount in
        count = Int(
          unsafe cvterm_row(screen, Int32(row), Int32(columns), scalars.baseAddress, places.baseAddress))
        placeCount = count
      }
    }
    return (scalars, places)
  }

  /// The first place, row by row, that looks different on `other`, of the same size.
  package func firstDifference(from other: Glass, in size: Size) -> Position? {
    let place = Int(unsafe cvterm_difference(screen, other.screen, Int32(size.rows), Int32(size.columns)))
    return place < 0 ? nil : Position(row: place / size.columns, column: place % size.columns)
  }

  package func cell(_ position: Position) -> ScreenCell {
    ScreenCell(unsafe cvterm_cell(screen, Int32(position.row), Int32(position.column)))
  }
}
