internal import CNcursesw
internal import Glibc
internal import Screen

/// Does `body` with the variable `name` of the environment set to `value`, or not set, and sets it back.
///
/// That is how ncurses is told the size of the window, which it cannot ask for, and a terminfo entry.
private func withEnvironment<R>(_ name: String, _ value: String?, _ body: () -> R) -> R {
  let before = environmentVariable(name)
  setEnvironment(name, value)
  defer { setEnvironment(name, before) }
  return body()
}

private func setEnvironment(_ name: String, _ value: String?) {
  if let value { unsafe setenv(name, value, 1) } else { unsafe unsetenv(name) }
}

/// ncurses, running for a device. It draws only into a buffer; see ``show()``.
@safe
struct CursesScreen: ~Copyable {
  var device: TerminalDevice
  private let picture: PictureBuffer
  private let screen: OpaquePointer
  /// The whole screen.
  let window: UnsafeMutablePointer<WINDOW>

  /// Starts ncurses for a terminal of `type` on `device`. With `wantsDirectColor` an entry with 24-bit colour,
  /// derived from the terminal's own, is tried first.
  init(_ device: consuming TerminalDevice, type: String, wantsDirectColor: Bool) throws(TerminalError) {
    guard let picture = PictureBuffer() else { throw .noTerminal(reason: TerminalDevice.reason) }
    let size = device.size
    let started = unsafe withEnvironment("LINES", size.map { String($0.rows) }) {
      unsafe withEnvironment("COLUMNS", size.map { String($0.columns) }) {
        unsafe Self.start(picture.file, type, wantsDirectColor)
      }
    }
    guard let screen = unsafe started else { throw .unknownType(type) }
    guard Self.capability("cup") != nil, unsafe tigetflag("hc") != 1, let window = unsafe cn_stdscr() else {
      unsafe delscreen(screen)
      throw .cannotPlaceCursor(type)
    }
    unsafe self.screen = screen
    unsafe self.window = window
    self.device = device
    self.picture = picture
    nonl()
    typeahead(-1)
    self.device.setRaw()
  }

  deinit { unsafe delscreen(screen) }

  private static func start(_ file: UnsafeMutablePointer<FILE>, _ type: String, _ wantsDirectColor: Bool)
    -> OpaquePointer?
  {
    if wantsDirectColor, let screen = unsafe startDirect(file, type) { return unsafe screen }
    return unsafe newterm(nil, file, file)
  }

  /// ncurses takes a whole entry from TERMINFO in hexadecimal digits; see ncurses(3), "TERMINFO".
  private static func startDirect(_ file: UnsafeMutablePointer<FILE>, _ type: String) -> OpaquePointer? {
    guard var entry = TerminfoEntry.find(type, environment: environmentVariable),
      entry.hasColors, !entry.hasExtendedBoolean("RGB")
    else { return nil }
    entry.addDirectColor()
    guard let compiled = entry.compiled else { return nil }
    let derived = "hex:" + hexadecimal(compiled)
    let screen = unsafe withEnvironment("TERMINFO", derived) { unsafe newterm(nil, file, file) }
    guard let screen = unsafe screen else { return nil }
    if unsafe tigetnum("colors") == 0x1000000 && tigetflag("RGB") == 1 { return unsafe screen }
    unsafe delscreen(screen)
    return nil
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return unsafe String(unsafeUninitializedCapacity: 2 * bytes.count) { buffer in
      for (index, byte) in bytes.enumerated() {
        unsafe buffer[2 * index] = digits[Int(byte >> 4)]
        unsafe buffer[2 * index + 1] = digits[Int(byte & 15)]
      }
      return 2 * bytes.count
    }
  }

  /// The bytes of a capability of the terminal, by its terminfo name; `nil` where it has none.
  static func capability(_ name: String) -> [UInt8]? { unsafe cn_string(name).map { unsafe bytes($0) } }

  /// The bytes that place the cursor.
  static func address(row: Int, column: Int) -> [UInt8] { expand("cup", row, column) }

  /// The bytes of a capability with one or two parameters.
  static func expand(_ name: String, _ first: Int, _ second: Int = 0) -> [UInt8] {
    guard let string = unsafe cn_expand(name, Int32(clamping: first), Int32(clamping: second)) else {
      return []
    }
    return unsafe TerminalModes.withoutPadding(bytes(string))
  }

  private static func bytes(_ string: UnsafePointer<CChar>) -> [UInt8] {
    unsafe UnsafeRawBufferPointer(start: string, count: strlen(string)).map { $0 }
  }

  /// Brings to the terminal what ncurses has written; answers false where the device takes none.
  @discardableResult
  func show() throws(TerminalError) -> Bool { try picture.flush(to: device) }

  /// The extent of the window; where the device reports none, the one that terminfo knows, or 80 by 24.
  var currentSize: Size {
    if let size = device.size { return size }
    let (columns, rows) = unsafe (tigetnum("cols"), tigetnum("lines"))
    return Size(columns: columns > 0 ? Int(columns) : 80, rows: rows > 0 ? Int(rows) : 24)
  }

  /// How many colours the terminal has, and whether they are addressed by their shares.
  var colors: (count: Int, isDirect: Bool) {
    unsafe (
      Int(tigetnum("colors")), tigetflag("RGB") == 1 || tigetnum("RGB") > 0 || Self.capability("RGB") != nil
    )
  }
}
