#ifndef CTERMINAL_SIGNALS_H
#define CTERMINAL_SIGNALS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/// The longest string that ww_deadly_arm takes, in bytes.
#define WW_RESTORE_CAPACITY 1024

/// Installs the handler, on an alternate stack, for every signal whose default ends the process, but SIGKILL, which
/// nobody can take, and SIGPIPE. Signals that are ignored stay ignored. May be called again, from another thread too.
///
/// Where `is_owner` holds, the process is all Watchword's: the handlers that are there are replaced, and the SIGXFSZ
/// of a write past the limit on files does nothing, so that it is an error of write(2). Otherwise only signals
/// without a handler are taken. A handler of a fault finds the terminal mended, Swift's backtracer among them: for SIGSEGV,
/// SIGBUS, SIGILL, SIGFPE, SIGTRAP and SIGABRT, and for SIGQUIT where it is SIGILL's too. It comes next, and the first
/// time alone.
void ww_deadly_install(bool is_owner);

/// Gives the signals and the calling thread back what the last ww_deadly_install took that was not the owner's. Who has
/// set another action meanwhile keeps it. Called on the thread that installed.
void ww_deadly_uninstall(void);

/// Does what the handler does for the terminal, and returns: nothing where nothing has to be mended. errno stays as it
/// was. Any thread may call it at any time. Async-signal-safe.
void ww_deadly_restore_terminal(void);

/// Whether ww_deadly_restore_terminal mended something since the last call.
bool ww_deadly_take_restored(void);

/// Tells the handler what to mend: it writes the `length` bytes at `restore` to `tty`, then sets the terminal's
/// `modes`. Whatever goes past WW_RESTORE_CAPACITY is left out.
void ww_deadly_arm(int tty, const struct termios *modes, const uint8_t *restore, size_t length);

/// Tells the handler that there is nothing to mend, once no thread mends any more.
void ww_deadly_disarm(void);

/// What ww_events_take answers: a set of these.
enum {
  /// SIGWINCH came.
  WW_EVENT_RESIZE = 1,
  /// SIGTSTP came.
  WW_EVENT_STOP = 2,
  /// SIGCONT came.
  WW_EVENT_CONTINUE = 4,
  /// Another thread has something for the form.
  WW_EVENT_WAKE = 8,
};

/// Catches SIGWINCH and SIGCONT, and SIGTSTP unless it is ignored, and blocks them outside ww_wait.
void ww_events_begin(void);

/// Gives these signals back the actions and the mask that they had before ww_events_begin. Who has set another action
/// meanwhile keeps it.
void ww_events_end(void);

/// The actions of the signals that newterm(3) catches.
struct ww_actions {
  size_t count;
  struct sigaction actions[4];
};

/// The actions as they are now. Where the process is all Watchword's, none are: ncurses then finds its own handlers
/// wanted nowhere.
struct ww_actions ww_actions_save(void);

/// Gives the signals these actions.
void ww_actions_restore(struct ww_actions saved);

/// The signals that came since the last call.
unsigned ww_events_take(void);

/// Has ww_wait return, on the thread that called ww_events_begin, and WW_EVENT_WAKE be among the events. Any thread may
/// call it at any time; where no form waits, and where the process is all Watchword's, nobody is woken. Async-signal-safe.
void ww_events_wake(void);

/// Whether ww_events_wake was called since the last call.
bool ww_events_take_wake(void);

/// Why ww_wait returned.
enum {
  /// The time is over.
  WW_WAIT_OVER = 0,
  /// There is something to read, be it the end.
  WW_WAIT_READABLE = 1,
  /// A signal came.
  WW_WAIT_SIGNAL = 2,
  /// The descriptor is of no more use.
  WW_WAIT_GONE = 3,
  /// The caller says something, or has ended, or whoever it asks for.
  WW_WAIT_CALLED = 4,
};

/// The program that a form is shown for, as poll(2) watches it. A negative descriptor stands for none.
struct ww_caller {
  /// What the caller writes to.
  int input;
  /// What of `input` counts besides its end: POLLIN, or 0.
  short events;
  /// What the caller reads from.
  int output;
  /// What can be read once the process has ended that the caller asks for.
  int owner;
};

/// The caller at `input` and `output`, with its `owner`. What it has said already does not count later, and neither does the end of its
/// input where that is there already: whoever writes all lines at once ends so. A terminal says nothing.
struct ww_caller ww_caller_find(int input, int output, int owner);

/// Waits until `descriptor` can be read, `caller` says something or ends, a signal comes, or `nanoseconds` have passed;
/// without end when they are negative.
int ww_wait(int descriptor, struct ww_caller caller, int64_t nanoseconds);

/// Whether SIGTSTP is ignored, as it is in a command substitution of an interactive shell.
bool ww_stop_is_ignored(void);

/// Stops the process group and returns when it is continued. That SIGCONT is no event.
void ww_stop_group(void);

/// Returns once the process group is in the foreground of the terminal; until then it is stopped by SIGTTOU, also
/// where that is ignored or blocked. Answers false where it can never be.
bool ww_await_foreground(int tty);

#endif
