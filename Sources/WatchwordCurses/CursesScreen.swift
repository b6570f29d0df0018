internal import CWatchwordCurses
internal import CWatchwordSystem
internal import CWatchwordTerminal
internal import Glibc
internal import WatchwordScreen
internal import WatchwordSecrets

/// A device, the description of its type, and ncurses, which draws on it once it has been started.
///
/// To start ncurses takes longer than everything else before the first picture, so ``FirstPicture`` may be written before
/// it. Where the host has an ncurses screen of its own, ncurses is started at once, since the current description is part
/// of the current screen.
///
/// ncurses 6.4 flushes at every cursor movement, and a terminal would show each part. So ncurses writes to a memory
/// file (memfd_create(2)) instead, and a whole picture at a time goes from there to the terminal. Because the file is
/// no terminal, ncurses leaves the terminal's modes to ``TerminalDevice``.
@safe
struct CursesScreen: ~Copyable {
  var device: TerminalDevice
  private var screen: UnsafeMutablePointer<cn_screen>?
  private let picture: UnsafeMutablePointer<cn_file>
  /// What is drawn on: the whole window of the terminal, or some of its rows. `nil` until ncurses has been started.
  private(set) var window: UnsafeMutablePointer<cn_window>?
  /// What is known of the type until ncurses, which reads it for itself, has been started.
  private var description: UnsafeMutableRawPointer?

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
  /// Whether ncurses had no memory for a window. Nothing of it is freed then, because delscreen(3) of ncurses 6.4 would
  /// free some memory twice, and the file stays open for it.
  private var isSpoiled = false

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
    do throws(TerminalError) {
      if let kept {
        unsafe cn_set_term(kept.screen)
        unsafe screen = kept.screen
      } else if hostHasScreen {
        unsafe screen = try Self.newScreen(type, on: picture)
      } else {
        unsafe description = try Self.readDescription(type, on: picture)
      }
      guard Self.capability("cup") != nil, unsafe tigetflag("hc") != 1 else {
        if !hostHasScreen { unsafe cn_forget_description(description) }
        throw .cannotPlaceCursor(type)
      }
    } catch {
      // The next form of this type uses a kept one again.
      if kept == nil { unsafe cn_fclose(picture) }
      unsafe munmap(written, capacity)
      throw error
    }
    unsafe (self.picture, self.written, self.capacity) = (picture, written, capacity)
    self.device = device
    self.type = type
    self.hostHasScreen = hostHasScreen
    regionAtStart = unsafe Self.expand("csr", 0, Int(tigetnum("lines")) - 1)
    if hostHasScreen { useScreen(of: currentSize) }
    unsafe self.device.keepsFlowControl = type.utf8.starts(with: "vt".utf8) && tigetflag("xon") == 1
    self.device.setRaw()
  }

  /// Starts ncurses with a window of `size`, unless it has been started.
  mutating func start(at size: Size) throws(TerminalError) {
    guard unsafe window == nil else { return }
    if unsafe screen == nil {
      do throws(TerminalError) { unsafe screen = try Self.newScreen(type, on: picture) } catch {
        // newterm(3) leaves no description behind.
        unsafe cn_describe_again(description)
        throw error
      }
      unsafe cn_forget_description(description)
      unsafe description = nil
    }
    useScreen(of: size)
    if let failure = device.failure { throw failure }
  }

  private mutating func useScreen(of size: Size) {
    unsafe window = cn_stdscr()
    resize(to: size)
    nonl()
    typeahead(-1)
    // Never shift the rest of a row: a screen reader would read it again.
    unsafe cn_idcok(window, false)
    cn_forget_speed()
  }

  private static func failure(_ number: Int32) -> TerminalError {
    number == ENOMEM ? .memory(.notMapped(errno: number)) : .cannotDraw(errno: number)
  }

  /// Reads the description of `type`, which is the current one from here on.
  private static func readDescription(
    _ type: String, on picture: UnsafeMutablePointer<cn_file>
  ) throws(TerminalError) -> UnsafeMutableRawPointer? {
    let isThere = withSizeOfDescription {
      if unsafe cn_describe(type, picture) { return true }
      guard let relative = TerminalType.relative(of: type) else { return false }
      return unsafe cn_describe(relative, picture)
    }
    guard isThere else { throw reasonForNone(type) }
    return unsafe cn_description()
  }

  private static func newScreen(
    _ type: String, on picture: UnsafeMutablePointer<cn_file>
  ) throws(TerminalError) -> UnsafeMutablePointer<cn_screen> {
    // ncurses would install lasting handlers that end the process, in place of the existing ones.
    let actions = ww_actions_save()
    defer { ww_actions_restore(actions) }
    let screen = unsafe withSizeOfDescription {
      if let screen = unsafe cn_newterm(type, picture, picture) { return unsafe Optional(screen) }
      guard errno != ENOMEM, let relative = TerminalType.relative(of: type) else { return nil }
      return unsafe cn_newterm(relative, picture, picture)
    }
    if let screen = unsafe screen { return unsafe screen }
    // After that, another try would end the process inside ncurses 6.4.
    if errno == ENOMEM { throw failure(ENOMEM) }
    // Debian 13's ncurses refuses an entry without a size, such as linux, unless it may read LINES and COLUMNS.
    let other = unsafe withSizeOfDescription(orEnvironment: true) {
      unsafe cn_newterm(type, picture, picture)
    }
    guard let other = unsafe other else { throw reasonForNone(type) }
    return unsafe other
  }

  /// Calls `body` while ncurses takes the window's size from the description: the device, which has it, is not the one
  /// that ncurses could ask, and LINES and COLUMNS may be outdated.
  private static func withSizeOfDescription<R>(orEnvironment usesEnvironment: Bool = false, _ body: () -> R)
    -> R
  {
    use_env(usesEnvironment)
    use_tioctl(true)
    errno = 0
    defer {
      use_env(true)
      use_tioctl(false)
    }
    return body()
  }

  /// Why ncurses knows nothing of `type`: for lack of memory or of a file descriptor, or because there is no entry.
  private static func reasonForNone(_ type: String) -> TerminalError {
    if errno == ENOMEM { return failure(ENOMEM) }
    let descriptor = unsafe Glibc.open("/", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return failure(errno) }
    close(descriptor)
    return .unknownType(type)
  }

  deinit {
    if let window = unsafe window, unsafe window != cn_stdscr() { unsafe cn_delwin(window) }
    unsafe munmap(written, capacity)
    if isSpoiled { return }
    guard hostHasScreen, let screen = unsafe screen else {
      if let screen = unsafe screen {
        unsafe cn_delscreen(screen)
      } else {
        unsafe cn_forget_description(description)
      }
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
    guard unsafe window != nil else { return }
    useWindow()
    guard resizeterm(Int32(size.rows), Int32(size.columns)) != OK else { return }
    device.failure = Self.failure(ENOMEM)
    isSpoiled = true
    unsafe (window, Self.kept) = (nil, nil)
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

  /// Where ncurses has left the cursor; `nil` until it has been started.
  var cursor: Position? {
    guard let screen = unsafe cn_curscr() else { return nil }
    return unsafe Position(row: Int(cn_getcury(screen)), column: Int(cn_getcurx(screen)))
  }

  /// Whether ncurses can write any picture, so that none need be drawn before it is known to draw the others.
  var canDrawAll: Bool { capacity == Self.mostBytes }

  /// Makes the next picture a full one.
  func forget() { if unsafe window != nil { unsafe cn_clearok(cn_curscr(), true) } }

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
