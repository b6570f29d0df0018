package import WatchwordScreen

/// The surroundings in which a program runs: its window, its environment and its three standard streams.
package struct Stage: Sendable {
  /// What one of the standard descriptors is connected to.
  package enum Stream: Equatable, Sendable {
    /// The terminal.
    case terminal
    /// A pipe whose other end the test holds: as input one that stays open and empty, as output one that is read
    /// into ``TerminalEmulator/output`` or ``TerminalEmulator/errors``.
    case pipe
    /// A pipe that holds this text and is then at its end; for input only.
    case text(String)
    /// A pipe whose reading end is closed; for output only.
    case brokenPipe
    /// A pipe that is full and stays so: whoever writes to it waits; for output only.
    case fullPipe
    /// A file: opened for reading as input, created or emptied as output.
    case file(String)
    /// No descriptor at all.
    case closed
  }

  /// What the terminal answers when it is asked.
  package enum Answers: Equatable, Sendable {
    /// Nothing.
    case silence
    /// Nothing, and it prints the question for its background, of which it knows nothing.
    case printedQuestion
    /// What libvterm answers: of its kind (DA1), and not of its background (OSC 11).
    case kind
    /// This of its background, with all that comes with it, and then the rest.
    case background(String)
  }

  /// The size of the window, in cells.
  package var size = Size(columns: 80, rows: 24)
  /// The whole environment, name by name. The background is known, so that a form asks nobody for it; the person who
  /// runs the tests has set nothing beforehand.
  package var environment = [
    "TERM": "xterm-256color", "COLORTERM": "truecolor", "COLORFGBG": "15;0", "LC_ALL": "C.UTF-8",
    "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "XDG_CONFIG_HOME": "/dev/null",
  ]
  /// Descriptor 0.
  package var input = Stream.terminal
  /// Descriptor 1.
  package var output = Stream.terminal
  /// Descriptor 2.
  package var errors = Stream.terminal
  /// The working directory, or `nil` for the test's own.
  package var folder: String?
  /// Whether the program's bytes are only recorded and no screen is kept: libvterm 0.1.4 crashes on a wide character in
  /// a window of one column.
  package var isBare = false
  /// What the terminal answers when it is asked.
  package var answers = Answers.kind
  /// Further options for the launcher, see Tests/Launcher/main.c.
  package var launching: [String] = []

  /// A dark terminal of 80 by 24 cells with UTF-8 and 24-bit colour, and all three streams on it.
  package init() {}

  /// The usual stage with something changed.
  package static func with(_ change: (inout Stage) -> Void) -> Stage {
    var stage = Stage()
    change(&stage)
    return stage
  }

  /// The usual stage, with a window of `columns` by `rows` cells.
  package static func sized(_ columns: Int, _ rows: Int) -> Stage {
    with { $0.size = Size(columns: columns, rows: rows) }
  }

  /// The usual stage, with descriptor 1 on a pipe, as in `$(…)`.
  package static let capturing = with { $0.output = .pipe }

  /// The usual stage where no terminal controls the program, as under setsid and in a unit of systemd.
  package static let uncontrolled = with { $0.launching = ["--uncontrolled"] }

  /// The usual stage, with descriptor 1 on a pipe, where a test may read the memory of the program and count copies.
  package static let scanned = with {
    ($0.output, $0.launching) = (.pipe, ["--keep-dumpable", "--no-secret-memory"])
  }

  /// The usual stage in `folder`, with pipes for output and errors.
  package static func capturing(in folder: String) -> Stage {
    with { ($0.folder, $0.output, $0.errors) = (folder, .pipe, .pipe) }
  }
}
