internal import CWatchwordCurses
internal import Glibc

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
