internal import CSystem

/// The signals that end the process: SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGFPE
/// and SIGTRAP.
public enum DeadlySignals {
  /// Sees to it that they find the terminal mended and the secrets wiped before they end the process with the
  /// status 128 + n. Signals that are ignored, as by nohup(1), stay ignored.
  ///
  /// To be called before anything else. It takes the place of Swift's own backtracer, which would take over the
  /// terminal while the form is on it. What has to be mended ``CursesTerminal`` tells as long as it lives.
  public static func install() { ww_deadly_install() }
}
