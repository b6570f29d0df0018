internal import CWatchwordCurses
internal import CWatchwordSystem
internal import CWatchwordTerminal
internal import Glibc
internal import WatchwordScreen
internal import WatchwordSecrets

/// ncurses, running for a device.
///
/// ncurses 6.4 flushes at every cursor movement, and a terminal would show each part. So ncurses writes to a memory
/// file (memfd_create(2)) instead, and a whole picture at a time goes from there to the terminal. Because the file is
/// no terminal, ncurses leaves the terminal's modes to ``TerminalDevice``.
@safe
struct CursesScreen: ~Copyable {
  var device: TerminalDevice
  private let screen: UnsafeMutablePointer<cn_screen>
  private let picture: UnsafeMutablePointer<cn_file>
  /// What is drawn on: the whole window of the terminal, or some of its rows.
  private(set) var window: UnsafeMutablePointer<cn_window>

  /// What is kept for the next form if the host has a screen too. It cannot be freed, because delscreen(3) of ncurses
  /// 6.4 frees the windows of all screens. Only the form that has claimed the process uses it, see ``ProcessClaim``.
  @safe
  private struct Kept {
    let type: String
    let screen: UnsafeMutablePointer<cn_screen>
    let picture: UnsafeMutablePointer<cn_file>
  }
  nonisolated(unsafe) private static var kept: Kept?
  private let type: String
  private let hostHasScreen: Bool
  /// The mapped contents of ``picture``, followed by zeros. The first ``taken`` bytes have been used.
  private let written: UnsafeMutablePointer<CChar>
  private let capacity: Int
  /// The sequence with which ncurses sets the scrolling region when it starts; empty if the terminal has none.
  let regionAtStart: [UInt8]
  private var taken = 0

  /// More bytes than the largest picture has, which is 100,000 cells.
  private static let mostBytes = 1 << 22
  /// The bytes that a form needs from here on, including its usual lists.
  private static let mostMemory = 2 * mostBytes

  init(_ device: consuming TerminalDevice, type: String) throws(TerminalError) {
    let hostHasScreen = unsafe cn_stdscr() != nil
    let kept = unsafe hostHasScreen && Self.kept?.type == type ? Self.kept : nil
    guard let picture = unsafe kept?.picture ?? cn_memory_file() else { throw Self.failure(errno) }
    var capacity = Self.mostBytes
    guard ww_has_memory(Self.mostMemory), let written = unsafe cn_memory_map(picture, &capacity) else {
      let number = errno
      if kept == nil { unsafe cn_fclose(picture) }
      throw Self.failure(number)
    }
    let screen: UnsafeMutablePointer<cn_screen>
    if let kept {
      unsafe screen = kept.screen
      unsafe cn_set_term(screen)
    } else {
      do throws(TerminalError) {
        unsafe screen = try Self.newScreen(type, on: picture)
      } catch {
        unsafe munmap(written, capacity)
        throw error
      }
    }
    guard Self.capability("cup") != nil, unsafe tigetflag("hc") != 1, let window = unsafe cn_stdscr() else {
      if !hostHasScreen { unsafe cn_delscreen(screen) }
      // The next form of this type uses a kept one again.
      if kept == nil { unsafe cn_fclose(picture) }
      unsafe munmap(written, capacity)
      throw .cannotPlaceCursor(type)
    }
    unsafe (self.screen, self.picture, self.window) = (screen, picture, window)
    unsafe (self.written, self.capacity) = (written, capacity)
    self.device = device
    self.type = type
    self.hostHasScreen = hostHasScreen
    regionAtStart = unsafe Self.expand("csr", 0, Int(tigetnum("lines")) - 1)
    resize(to: currentSize)
    nonl()
    typeahead(-1)
    // Never shift the rest of a row: a screen reader would read it again.
    unsafe cn_idcok(window, false)
    cn_forget_speed()
    unsafe self.device.keepsFlowControl = type.utf8.starts(with: "vt".utf8) && tigetflag("xon") == 1
    self.device.setRaw()
  }

  private static func failure(_ number: Int32) -> TerminalError {
    number == ENOMEM ? .memory(.notMapped(errno: number)) : .cannotDraw(errno: number)
  }

  private static func newScreen(
    _ type: String, on picture: UnsafeMutablePointer<cn_file>
  ) throws(TerminalError) -> UnsafeMutablePointer<cn_screen> {
    // The window size comes from the device, which ncurses cannot ask. LINES and COLUMNS may be outdated.
    use_env(false)
    use_tioctl(true)
    // ncurses would install lasting handlers that end the process, in place of the existing ones.
    let actions = ww_actions_save()
    var screen = unsafe cn_newterm(type, picture, picture)
    if unsafe screen == nil, let relative = TerminalType.relative(of: type) {
      unsafe screen = cn_newterm(relative, picture, picture)
    }
    if unsafe screen == nil {
      // Debian 13's ncurses refuses an entry without a size, such as linux, unless it may read LINES and COLUMNS.
      use_env(true)
      unsafe screen = cn_newterm(type, picture, picture)
    }
    ww_actions_restore(actions)
    use_env(true)
    use_tioctl(false)
    if let screen = unsafe screen { return unsafe screen }
    // Find out whether the entry could not be read for lack of a file descriptor.
    let descriptor = unsafe Glibc.open("/", O_RDONLY | O_CLOEXEC)
    let number = errno
    unsafe cn_fclose(picture)
    guard descriptor >= 0 else { throw failure(number) }
    close(descriptor)
    throw .unknownType(type)
  }

  deinit {
    if unsafe window != cn_stdscr() { unsafe cn_delwin(window) }
    unsafe munmap(written, capacity)
    guard hostHasScreen else {
      unsafe cn_delscreen(screen)
      unsafe cn_fclose(picture)
      return
    }
    // The next picture makes ncurses return to the screen.
    endwin()
    if let kept = unsafe Self.kept, unsafe kept.picture != picture { unsafe cn_fclose(kept.picture) }
    unsafe Self.kept = unsafe Kept(type: type, screen: screen, picture: picture)
  }

  /// A capability of the terminal by its terminfo name; `nil` if it has none.
  static func capability(_ name: String) -> [UInt8]? { unsafe cn_string(name).map { unsafe bytes($0) } }

  static func expand(_ name: String, _ first: Int, _ second: Int = 0) -> [UInt8] {
    guard let string = unsafe cn_expand(name, Int32(clamping: first), Int32(clamping: second)) else {
      return []
    }
    return unsafe TerminalModes.withoutPadding(bytes(string))
  }

  private static func bytes(_ string: UnsafePointer<CChar>) -> [UInt8] {
    unsafe UnsafeRawBufferPointer(start: string, count: strlen(string)).map { $0 }
  }

  /// What ncurses has written since the last ``takePicture()``, which contains no zero byte.
  borrowing func readPicture() -> [UInt8] {
    let start = unsafe UnsafeRawPointer(written + taken)
    let length = unsafe strnlen(written + taken, capacity - taken)
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: length))
  }

  /// Returns what ``readPicture()`` does, and consumes it: the next picture begins after these bytes or, from time to
  /// time, at the start of the file again.
  mutating func takePicture() -> [UInt8] {
    let bytes = readPicture()
    unsafe memset(written + taken, 0, bytes.count)
    taken += bytes.count
    if taken > capacity / 256 { unsafe taken = Int(lseek(cn_fileno(picture), 0, SEEK_SET)) }
    return bytes
  }

  /// The window size if neither the device nor terminfo knows it.
  private static let usualSize = Size(columns: 80, rows: 24)

  /// The window size the device reports, or else the one in terminfo.
  var currentSize: Size {
    if let size = device.size { return size }
    let (columns, rows) = unsafe (tigetnum("cols"), tigetnum("lines"))
    return Size(
      columns: columns > 0 ? Int(columns) : Self.usualSize.columns,
      rows: rows > 0 ? Int(rows) : Self.usualSize.rows)
  }

  mutating func resize(to size: Size) {
    useWindow()
    resizeterm(Int32(size.rows), Int32(size.columns))
  }

  /// Draws on the whole window again.
  mutating func useWindow() {
    guard let whole = unsafe cn_stdscr(), unsafe window != whole else { return }
    unsafe cn_delwin(window)
    unsafe window = whole
  }

  /// Restricts drawing to `rows`, which are blank. Returns false if there is no memory.
  ///
  /// Discards what ncurses writes to forget the old picture, which it would otherwise erase or scroll later.
  mutating func use(_ rows: Range<Int>) -> Bool {
    useWindow()
    unsafe cn_werase(window)
    unsafe cn_wrefresh(window)
    _ = takePicture()
    guard let part = unsafe cn_newwin(Int32(rows.count), 0, Int32(rows.lowerBound), 0) else { return false }
    unsafe cn_idcok(part, false)
    unsafe window = part
    return true
  }

  /// Where ncurses has left the cursor.
  var cursor: Position {
    let screen = unsafe cn_curscr()
    return unsafe Position(row: Int(cn_getcury(screen)), column: Int(cn_getcurx(screen)))
  }

  /// The sequence with which ncurses sets the scrolling region before it knows the window's height, and the sequence
  /// that has to be written instead.
  var scrollingRegion: CellStyles.Replacement {
    (regionAtStart, Self.expand("csr", 0, max(1, currentSize.rows) - 1))
  }

  /// How many colours the terminal has, and whether they are addressed by their RGB values.
  var colors: (count: Int, isDirect: Bool) {
    unsafe (
      Int(tigetnum("colors")), tigetflag("RGB") == 1 || tigetnum("RGB") > 0 || Self.capability("RGB") != nil
    )
  }
}
