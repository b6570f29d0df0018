import CHostState
import Glibc
import Watchword
import WatchwordCurses

// A host program for forms. Its first argument says what it does.
switch CommandLine.arguments.dropFirst().first {
case "state": compareStates()
case "threads": runTwoForms()
case "delegate": runFormInForm(isPlain: false)
case "lines": runFormInForm(isPlain: true)
case "handler": handleSignal()
case "resize": showBesideThread()
case "screen": runOnOwnScreen()
default: exit(64)
}

/// Shows a form after each of several changes to the process, and prints what the form has changed.
func compareStates() {
  host_count(SIGUSR1)
  signal(SIGUSR2, SIG_IGN)
  signal(SIGCHLD, SIG_IGN)
  umask(0o027)
  var limit = rlimit()
  unsafe getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
  limit.rlim_cur = min(4096, limit.rlim_max)
  unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
  let before = state()
  for isPlain in [false, true] {
    var presentation = Presentation()
    presentation.isPlain = isPlain
    tell(result { () throws(Ending) in try show(presentation) })
    let after = state()
    tell(before == after ? "the same" : difference(before, after))
  }
  // What the host sets while a form is shown stays.
  tell(result { () throws(Ending) in try FormDescription.newPassword().run(delegate: Meddler()) })
  tell(difference(before, state()))
}

/// Sets a SIGTERM handler and lowers a limit while a form is shown.
final class Meddler: TextFieldDelegate {
  func textFieldDidBeginEditing(_ textField: borrowing TextField, in form: inout RunningForm) {
    host_count(SIGTERM)
    host_count(SIGWINCH)
  }
}

/// Shows forms in two threads at the same time. Each says its result at once.
func runTwoForms() {
  let threads = (1...2).map { _ in
    thread { tell(result { () throws(Ending) in try show(Presentation()) }) }
  }
  for thread in threads { pthread_join(thread, nil) }
}

/// Shows a form whose delegate shows another one.
func runFormInForm(isPlain: Bool) {
  var presentation = Presentation()
  presentation.isPlain = isPlain
  let before = state()
  tell(
    result { () throws(Ending) in
      try FormDescription.newPassword().run(presentation, delegate: Nester(presentation: presentation))
    })
  tell(before == state() ? "the same" : difference(before, state()))
}

final class Nester: TextFieldDelegate {
  let presentation: Presentation

  init(presentation: Presentation) { self.presentation = presentation }

  func textFieldDidEndEditing(_ textField: borrowing TextField, in form: inout RunningForm) {
    tell("inner: " + result { () throws(Ending) in try show(presentation) })
  }
}

/// Shows a form on a second thread, while the first takes the process's signals.
func showBesideThread() {
  let second = thread { tell(result { () throws(Ending) in try show(Presentation()) }) }
  pthread_join(second, nil)
}

/// Handles SIGTERM like a program that says goodbye: it restores the terminal and ends.
func handleSignal() {
  DeadlySignals.restoreTerminal()
  signal(SIGTERM) { _ in
    DeadlySignals.restoreTerminal()
    _exit(7)
  }
  // The form goes on after these.
  signal(SIGUSR1) { _ in DeadlySignals.restoreTerminal() }
  signal(SIGUSR2) { _ in DeadlySignals.resumeTerminal() }
  tell(result { () throws(Ending) in try show(Presentation()) })
}
