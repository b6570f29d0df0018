internal import CWatchwordCurses
internal import CWatchwordTerminal
internal import Glibc
internal import WatchwordScreen

/// ncurses, running for a device.
///
/// ncurses 6.4 writes out at every movement of the cursor, and a terminal would show each part. It is therefore given a
/// file in memory (memfd_create(2)) in the place of the terminal, of which a whole picture is taken at one time. As that
/// is none, it does not touch the terminal's modes either, which are ``TerminalDevice``'s.
@safe
struct CursesScreen: ~Copyable {
  var device: TerminalDevice
  private let screen: OpaquePointer
  /// What ncurses writes to.
  private let picture: UnsafeMutablePointer<FILE>
  /// The whole screen.
  let window: UnsafeMutablePointer<WINDOW>

  /// What is kept for the next form where the host has a screen too: delscreen(3) of ncurses 6.4 frees the windows of all
  /// screens. Only the form that has claimed the process comes here, see ``ProcessClaim``.
  @safe
  private struct Kept {
    let type: String
    let screen: OpaquePointer
    let picture: UnsafeMutablePointer<FILE>
  }
  nonisolated(unsafe) private static var kept: Kept?
  private let type: String
  private let hostHasScreen: Bool
  /// What ``picture`` holds, zeros behind it, and how many bytes of it were taken.
  private let written: UnsafeMutablePointer<CChar>
  private let capacity: Int
  /// What ncurses has written to set the region that scrolls; empty where the terminal has none.
  let regionAtStart: [UInt8]
  private var taken = 0

  /// More bytes than a picture can have: those of 100,000 cells.
  private static let mostBytes = 1 << 22

  /// Starts ncurses for a terminal of `type` on `device`.
  init(_ device: consuming TerminalDevice, type: String) throws(TerminalError) {
    let hostHasScreen = unsafe cn_stdscr() != nil
    let kept = unsafe hostHasScreen && Self.kept?.type == type ? Self.kept : nil
    guard let picture = unsafe kept?.picture ?? cn_memory_file() else { throw .noTerminal(errno: errno) }
    var capacity = Self.mostBytes
    guard let written = unsafe cn_memory_map(picture, &capacity) else {
      let number = errno
      if kept == nil { unsafe fclose(picture) }
      throw .cannotDraw(errno: number)
    }
    let screen: OpaquePointer
    if let kept {
      unsafe screen = kept.screen
      unsafe set_term(screen)
    } else {
      do throws(TerminalError) {
        unsafe screen = try Self.newScreen(type, on: picture)
      } catch {
        unsafe munmap(written, capacity)
        throw error
      }
    }
    guard Self.capability("cup") != nil, unsafe tigetflag("hc") != 1, let window = unsafe cn_stdscr() else {
      if !hostHasScreen { unsafe delscreen(screen) }
      unsafe fclose(picture)
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
    // The rest of a row is never pushed aside: a reading aid would say it again.
    unsafe idcok(window, false)
    cn_forget_right()
    cn_forget_speed()
    self.device.setRaw()
  }

  private static func newScreen(
    _ type: String, on picture: UnsafeMutablePointer<FILE>
  ) throws(TerminalError) -> OpaquePointer {
    // The size of the window is the device's, which ncurses cannot ask. LINES and COLUMNS may be out of date.
    use_env(false)
    use_tioctl(true)
    // Its handlers would end the process in the place of those that are there, and stay.
    let actions = ww_actions_save()
    var screen = unsafe newterm(type, picture, picture)
    if unsafe screen == nil, let relative = TerminalType.relative(of: type) {
      unsafe screen = newterm(relative, picture, picture)
    }
    ww_actions_restore(actions)
    use_env(true)
    use_tioctl(false)
    if let screen = unsafe screen { return unsafe screen }
    unsafe fclose(picture)
    throw .unknownType(type)
  }

  deinit {
    unsafe munmap(written, capacity)
    guard hostHasScreen else {
      unsafe delscreen(screen)
      unsafe fclose(picture)
      return
    }
    // With the next picture it comes back from there.
    endwin()
    if let kept = unsafe Self.kept, unsafe kept.picture != picture { unsafe fclose(kept.picture) }
    unsafe Self.kept = unsafe Kept(type: type, screen: screen, picture: picture)
  }

  /// The bytes of a capability of the terminal, by its terminfo name; `nil` where it has none.
  static func capability(_ name: String) -> [UInt8]? { unsafe cn_string(name).map { unsafe bytes($0) } }

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

  /// What ncurses has written since the last call of ``takePicture()``. There is no zero in it.
  borrowing func readPicture() -> [UInt8] {
    let start = unsafe UnsafeRawPointer(written + taken)
    let length = unsafe strnlen(written + taken, capacity - taken)
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: length))
  }

  /// The same, for good: the next picture begins behind it, and from time to time at the start of the file.
  mutating func takePicture() -> [UInt8] {
    let bytes = readPicture()
    unsafe memset(written + taken, 0, bytes.count)
    taken += bytes.count
    if taken > capacity / 256 { unsafe taken = Int(lseek(fileno(picture), 0, SEEK_SET)) }
    return bytes
  }

  /// The extent that a window has of which neither the device nor terminfo knows it.
  private static let usualSize = Size(columns: 80, rows: 24)

  /// The extent of the window; where the device reports none, the one that terminfo knows.
  var currentSize: Size {
    if let size = device.size { return size }
    let (columns, rows) = unsafe (tigetnum("cols"), tigetnum("lines"))
    return Size(
      columns: columns > 0 ? Int(columns) : Self.usualSize.columns,
      rows: rows > 0 ? Int(rows) : Self.usualSize.rows)
  }

  /// Gives ncurses' windows another size.
  func resize(to size: Size) { resizeterm(Int32(size.rows), Int32(size.columns)) }

  /// The region that scrolls, as ncurses has set it before it knew how high the window is, and as it has to be.
  var scrollingRegion: CellStyles.Replacement {
    (regionAtStart, Self.expand("csr", 0, max(1, currentSize.rows) - 1))
  }

  /// How many colours the terminal has, and whether they are addressed by their shares.
  var colors: (count: Int, isDirect: Bool) {
    unsafe (
      Int(tigetnum("colors")), tigetflag("RGB") == 1 || tigetnum("RGB") > 0 || Self.capability("RGB") != nil
    )
  }
}

/// The screen of ncurses that the host of a form has, which makes way for the form.
///
/// endwin(3) takes it off the terminal, as before any other program that is to have it. A host without a screen notices
/// nothing.
@safe
package struct HostScreen {
  private let current: cn_current
  private let wasShown: Bool

  /// Takes the screen, if there is one, off its terminal.
  package init() {
    unsafe current = cn_current_save()
    wasShown = unsafe current.screen != nil && !isendwin()
    if wasShown { endwin() }
  }

  /// Makes it the current screen again, and shows it as it was.
  package func comeBack() {
    unsafe cn_current_restore(current)
    guard wasShown else { return }
    unsafe clearok(cn_curscr(), true)
    doupdate()
  }
}
