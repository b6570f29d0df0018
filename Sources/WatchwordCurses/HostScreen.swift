internal import CWatchwordCurses

/// The host's own ncurses screen, if any, which makes way for the form.
///
/// endwin(3) takes it off the terminal, as before running any other full-screen program.
@safe
package struct HostScreen {
  private let current: cn_current
  private let wasShown: Bool

  package init() {
    unsafe current = cn_current_save()
    wasShown = unsafe current.screen != nil && !isendwin()
    if wasShown { endwin() }
  }

  /// Makes the host's screen the current one again and redraws it.
  package func comeBack() {
    unsafe cn_current_restore(current)
    guard wasShown else { return }
    unsafe cn_clearok(cn_curscr(), true)
    doupdate()
  }
}
