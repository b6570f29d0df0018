internal import CSystem

/// The signals that end the process: all whose default does that, from SIGHUP to SIGRTMAX, but SIGKILL, which nobody
/// can take, and SIGPIPE, which stays as it is.
public enum DeadlySignals {
  /// Sees to it that they find the terminal mended, the secrets wiped and the verifier gone before they
  /// end the process, as they would have without this. Signals that are ignored, as by nohup(1), stay ignored.
  ///
  /// To be called before anything else; it may be called again. What has to be mended ``CursesTerminal`` tells as
  /// long as it lives.
  ///
  /// - Parameter ownsProcess: Whether the process is all Watchword's. Then every handler that is there is replaced,
  ///   Swift's own backtracer among them, which would take over the terminal while the form is on it; and a write
  ///   past the limit on the size of files is an error of that write, not the end by SIGXFSZ. Otherwise a signal
  ///   that has a handler keeps it, Swift's backtracer included.
  public static func install(ownsProcess: Bool) { ww_deadly_install(ownsProcess) }
}
