package struct TerminalManner: Equatable, Sendable {
  /// Whether the process waits while another form has the terminal, as long as its parent process lives.
  package var waitsForTurn = false
  /// Whether the process reports on standard error that it waits to be brought to the foreground.
  package var saysThatItWaits = false

  /// The user's own modes, if this process has already made the terminal raw, as `watchword run` does. They are
  /// restored at a deadly signal and for a while outside the form.
  package var outerModes: TerminalModeFlags?

  package init() {}

  /// Makes another process's form on this terminal redraw, if there is one, because this process printed over it.
  package static func refreshOtherForm() { TerminalDevice.refreshOtherForm() }
}
