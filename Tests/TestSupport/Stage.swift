package import WatchwordScreen

/// What surrounds a program: its window, its environment and its three standard streams.
package struct Stage: Sendable {
  /// What a standard descriptor is connected to.
  package enum Stream: Equatable, Sendable {
    case terminal
    /// A pipe. As input it stays open and empty; as output it is read into ``TerminalEmulator/output`` or
    /// ``TerminalEmulator/errors``.
    case pipe
    /// A pipe that holds this text and then ends; for input only.
    case text(String)
    /// A pipe that stays full, so that writers wait; for output only.
    case fullPipe
    /// A file: read as input, created or emptied as output.
    case file(String)
  }

  /// What the terminal answers to questions.
  package enum Answers: Equatable, Sendable {
    case silence
    /// Nothing; it prints the question for its background, which it does not know.
    case printedQuestion
    /// What libvterm answers. It prints the questions for modes and for its background, as Terminal.app and qterminal do
    /// with those for modes.
    case printing
    /// What libvterm answers: its kind (DA1), and not its background (OSC 11).
    case kind
    /// This background, with everything in the text, and then the rest.
    case background(String)
  }

  /// The size of the window, in cells.
  package var size = Size(columns: 80, rows: 24)
  /// The whole environment. It names the background, so that a form does not ask for it, and has no options of whoever
  /// runs the tests. Every form takes the whole window, unless a test is about inline forms.
  package var environment = [
    "TERM": "xterm-256color", "COLORTERM": "truecolor", "COLORFGBG": "15;0", "LC_ALL": "C.UTF-8",
    "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "XDG_CONFIG_HOME": "/dev/null",
    "WATCHWORD_INLINE": "0",
  ]
  /// Descriptor 0.
  package var input = Stream.terminal
  /// Descriptor 1.
  package var output = Stream.terminal
  /// Descriptor 2.
  package var errors = Stream.terminal
  /// The working directory; `nil` for the test's own.
  package var folder: String?
  /// Whether the program's bytes are only recorded and no screen is kept: libvterm 0.1.4 crashes on a wide character in
  /// a window of one column.
  package var isBare = false
  /// Whether the terminal has the alternate screen that terminfo promises.
  package var hasAlternateScreen = true
  package var answers = Answers.kind
  /// The last row of a scroll region at which a cursor that goes down stops, counted from 0. libvterm's cursor does not.
  package var lastRow: Int?
  /// More options for the launcher, see Tests/Launcher/main.c.
  package var launching: [String] = []

  /// A dark terminal of 80 by 24 cells with UTF-8 and 24-bit colour, with all three streams on it.
  package init() {}

  /// The usual stage, changed.
  package static func with(_ change: (inout Stage) -> Void) -> Stage {
    var stage = Stage()
    change(&stage)
    return stage
  }

  /// The usual stage in a window of `columns` by `rows` cells.
  package static func sized(_ columns: Int, _ rows: Int) -> Stage {
    with { $0.size = Size(columns: columns, rows: rows) }
  }

  /// The usual stage with descriptor 1 on a pipe, as in `$(…)`.
  package static let capturing = with { $0.output = .pipe }

  /// The usual stage without a controlling terminal, as under setsid or in a unit of systemd.
  package static let uncontrolled = with { $0.launching = ["--uncontrolled"] }

  /// The usual stage with descriptor 1 on a pipe, where a test may read the program's memory and count copies.
  package static let scanned = with {
    ($0.output, $0.launching) = (.pipe, ["--keep-dumpable", "--no-secret-memory"])
  }

  /// The usual stage in `folder`, with pipes for output and errors.
  package static func capturing(in folder: String) -> Stage {
    with { ($0.folder, $0.output, $0.errors) = (folder, .pipe, .pipe) }
  }
}
