internal import CWatchwordCurses
internal import CWatchwordTerminal
internal import Glibc
package import WatchwordScreen
package import WatchwordSecrets

/// The terminal of the person, drawn on by ncurses. The form is on the screen from the first frame on for as long
/// as the value lives; when it goes, the terminal is as it was before.
///
/// There can be one at a time: ncurses and the actions of signals are the process's, see ``ProcessClaim``.
@safe
package struct CursesTerminal: ~Copyable {
  /// The bytes of the buffers that a terminal takes.
  package static let capacities = [TerminalInput.blockSize, Paste.capacity, SecretPainter.capacity]

  /// The extent of the window, in cells, at least 1 by 1.
  package internal(set) var size: Size
  /// The character set of the locale.
  package let encoding: CharacterEncoding
  /// How wide characters are on this terminal.
  package let characterWidth: CharacterWidth
  /// Which signs the terminal can be expected to show.
  package let glyphs: GlyphRepertoire

  var screen: CursesScreen
  var canvas: Canvas
  var secretPainter: SecretPainter
  var input: TerminalInput
  let modes: TerminalModes
  /// Whether the terminal can say which background it has, and colours depend on it.
  let asksForBackground: Bool
  /// The signals that came and are no events yet.
  var signals = 0
  /// Why the terminal cannot be used any more, where it is not simply gone; then the next event is
  /// ``Event/hangUp``.
  package var failure: TerminalError? { screen.device.failure }
  /// What becomes of keys that were pressed before the form was there; where they are discarded, so are those that were
  /// pressed while others had the terminal.
  let typedAhead: TypedAhead

  /// Opens a terminal.
  ///
  /// Takes over the locale's character set for the process, and the signals SIGWINCH, SIGCONT and, unless it is
  /// ignored, SIGTSTP, until the value goes. Nothing is written before the first frame.
  ///
  /// - Parameters:
  ///   - color: When colours are used.
  ///   - background: What the terminal's own background is taken for.
  ///   - usesMouse: Whether presses of the mouse are asked for. The terminal's own selection needs Shift then.
  ///   - typedAhead: What becomes of keys that were pressed before.
  ///   - memory: Where the buffers take their parts, see ``capacities``.
  ///   - path: The device of the terminal. `nil` takes the one that controls the process, or, where none does, the first
  ///     of standard input, standard error and standard output that is a terminal.
  ///   - caller: The program that the form is shown for; `nil` where that is this one.
  /// - Throws: What is in the way, a form of another process for instance; then the terminal is as it was.
  package init(
    color: ColorChoice = .auto, background: BackgroundChoice = .auto, usesMouse: Bool = true,
    typedAhead: TypedAhead = .taken, in memory: SecretMemory, path: String?, caller: Caller? = nil
  ) throws(TerminalError) {
    let device = try TerminalDevice(path: path, mustBeOwn: caller != nil)
    let environment = caller?.environmentVariable ?? environmentVariable
    let type = caller?.terminalType ?? environmentVariable("TERM") ?? ""
    if type.isEmpty { throw .noType }
    if type == "dumb" { throw .cannotPlaceCursor(type) }
    let encoding = CharacterEncoding.adopt(caller?.locale)
    var input = try rethrow(try TerminalInput(encoding, in: memory), as: TerminalError.memory)
    let secretPainter = try rethrow(try SecretPainter(encoding, in: memory), as: TerminalError.memory)
    var screen = try CursesScreen(device, type: type)
    self.typedAhead = typedAhead
    // Now, since no answer of the terminal can be among it.
    switch typedAhead {
    case .taken: break
    case .withoutLines: input.dropLines(from: screen.device.descriptor)
    case .discarded: screen.device.discardInput()
    }
    let colors = screen.colors
    let depth = ColorDepth(
      color, type: type, count: colors.count, isDirect: colors.isDirect, environment: environment)
    let actualBackground = Background(background, type: type, colorFGBG: environment("COLORFGBG"))
    let theme = Theme(depth: depth, background: actualBackground)
    let styles = CellStyles(theme, replacesColors: depth == .direct && !colors.isDirect)
    characterWidth = encoding.characterWidth
    glyphs = GlyphRepertoire(type: type, encoding: encoding, version: environment("XTERM_VERSION"))
    let modes = TerminalModes(usesMouse: usesMouse, capability: CursesScreen.capability)
    asksForBackground =
      depth != .none && actualBackground == .unknown && modes.isECMA48 && !GlyphRepertoire.isPlain(type)
    self.modes = modes
    size = screen.currentSize
    canvas = Canvas(styles, encoding: encoding, width: characterWidth, size: size)
    self.encoding = encoding
    if let caller { screen.device.watch(caller) }
    self.screen = screen
    self.input = input
    self.secretPainter = secretPainter
  }

  deinit { leave() }

  /// Leaves the screen at once, as the end of the value's life does.
  package consuming func close() {}
}

extension CursesTerminal {
  /// Leaves the screen, with no secret on it, and the modes for input.
  ///
  /// It does so without endwin(3), after which ncurses would reset the colours that the person has changed.
  borrowing func leave() {
    guard canvas.isOnScreen else { return }
    unsafe canvas.blankSecrets(screen.window)
    // What cannot be drawn is left with the rest of the screen.
    screen.device.write(((try? screen.takePicture()) ?? []) + modes.leave)
  }
}
