#ifndef CTERMINAL_SIGNALS_H
#define CTERMINAL_SIGNALS_H

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/// The most bytes that ww_deadly_arm accepts.
#define WW_RESTORE_CAPACITY 2048

/// Installs the handler, on an alternate stack, for every signal that terminates the process by default, except
/// SIGKILL, which cannot be caught, and SIGPIPE. Ignored signals stay ignored. May be called again, on any thread.
///
/// If `is_owner`, the whole process is Watchword's: existing handlers are replaced, and SIGXFSZ for a write past the
/// file size limit does nothing, so that write(2) fails. Otherwise only signals without a handler are taken. Before the
/// host's own fault handler, such as Swift's backtracer, runs for the first time, the terminal is restored. Fault
/// handlers are those of SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP and SIGABRT, and that of SIGQUIT if it also handles
/// SIGILL.
void ww_deadly_install(bool is_owner);

/// Undoes the last ww_deadly_install without `is_owner`, on the same thread. Keeps actions set by others since.
void ww_deadly_uninstall(void);

/// Restores the terminal as the handler does, but returns. The host then has the terminal. Does nothing if the host
/// already has it. Keeps errno. Any thread may call it at any time. Async-signal-safe.
void ww_deadly_restore_terminal(void);

/// Lets the form take back the terminal that ww_deadly_restore_terminal gave to the host. Async-signal-safe.
void ww_deadly_resume_terminal(void);

enum {
  WW_TERMINAL_FORMS = 0,
  /// The host: the handler or ww_deadly_restore_terminal gave it the terminal.
  WW_TERMINAL_HOSTS = 1,
  /// The form, once it calls ww_terminal_take.
  WW_TERMINAL_RETURNED = 2,
};

int ww_terminal_holder(void);

void ww_terminal_take(void);

/// Begins a change to the terminal, whose end, ww_terminal_rest, the handler waits for. Returns false, having begun
/// nothing, if the terminal is not the form's. Only one thread at a time may call it.
bool ww_terminal_use(void);

void ww_terminal_rest(void);

/// Holds back what is printed to stderr(3), if that is a terminal, until the handler has restored the terminal or until
/// ww_deadly_disarm. Does nothing if the process is all Watchword's, because then nobody else prints.
void ww_stderr_keep(void);

/// Keeps a line, with its newline, for the handler to write to standard error after the terminal is restored; exit(3)
/// writes it, too. Returns false if there is no room. Only one thread at a time may call this and ww_lines_drop.
bool ww_lines_keep(const char *line, size_t length);

/// Drops all kept lines.
void ww_lines_drop(void);

/// Makes the handler write `length` bytes from `restore`, at most WW_RESTORE_CAPACITY, to `tty` and then set `modes`.
void ww_deadly_arm(int tty, const struct termios *modes, const uint8_t *restore, size_t length);

/// Tells the handler that there is nothing to restore, after waiting for a thread that is restoring.
void ww_deadly_disarm(void);

/// A set of events, as ww_events_take returns it.
enum {
  WW_EVENT_RESIZE = 1,
  WW_EVENT_STOP = 2,
  WW_EVENT_CONTINUE = 4,
  /// Another thread has something for the form.
  WW_EVENT_WAKE = 8,
};

/// Catches SIGWINCH and SIGCONT, and SIGTSTP unless it is ignored. All but SIGCONT are blocked outside ww_wait, which
/// finds no input before the stop that SIGCONT has ended is known.
void ww_events_begin(void);

/// Restores the actions and the mask from before ww_events_begin. Actions set by others since are kept.
void ww_events_end(void);

/// The actions of the signals that newterm(3) catches.
struct ww_actions {
  size_t count;
  struct sigaction actions[4];
};

/// The current actions; none if the process is all Watchword's, whose handlers ncurses leaves in place.
struct ww_actions ww_actions_save(void);

void ww_actions_restore(struct ww_actions saved);

/// Adds events whose signals are pending to those that have occurred.
void ww_events_deliver(void);

/// Returns and clears the events that have occurred.
unsigned ww_events_take(void);

/// Makes ww_wait return on the thread that called ww_events_begin, and adds WW_EVENT_WAKE to the events. Any thread may
/// call it at any time. Wakes no thread if no form is open or the process is all Watchword's. Async-signal-safe.
void ww_events_wake(void);

/// Whether ww_events_wake was called since the last call of this function.
bool ww_events_take_wake(void);

enum {
  WW_WAIT_OVER = 0,
  /// There is input, or its end.
  WW_WAIT_READABLE = 1,
  WW_WAIT_SIGNAL = 2,
  /// The descriptor is no longer usable.
  WW_WAIT_GONE = 3,
  /// The caller wrote something or ended, or the process on whose behalf it asks ended.
  WW_WAIT_CALLED = 4,
};

/// The program a form is shown for, as poll(2) watches it. A negative descriptor is not watched.
struct ww_caller {
  int input;
  /// The events that count for `input` besides its end: POLLIN, or 0.
  short events;
  int output;
  /// A pidfd of the process on whose behalf the caller asks.
  int owner;
};

/// The caller at `input` and `output`, with its `owner`. Ignores input that is already pending, and an end of file that
/// is already there: a caller may write everything and close. Also ignores input from a terminal.
struct ww_caller ww_caller_find(int input, int output, int owner);

/// As poll(2), but for at most `nanoseconds`, or forever if negative; signals that become events end it too.
int ww_poll(struct pollfd *ready, size_t count, int64_t nanoseconds);

/// Waits for `descriptor`, `caller` or a signal, for at most `nanoseconds`, or forever if negative.
int ww_wait(int descriptor, struct ww_caller caller, int64_t nanoseconds);

/// Sleeps for that long, or until there is input, and returns whether there is. The kernel hands a terminal's output on in
/// a worker that it wakes on the writer's processor, where it often runs only once the writer sleeps.
bool ww_give_way(int descriptor, int64_t nanoseconds);

/// Whether SIGTSTP is ignored, as in a command substitution of an interactive shell.
bool ww_stop_is_ignored(void);

/// Stops the process group and returns when it is continued. The SIGCONT that continues it is not reported as an event.
void ww_stop_group(void);

/// Stops the process group with SIGTTOU, even if ignored or blocked, until it is in the foreground. Returns false if
/// that can never happen.
bool ww_await_foreground(int tty);

bool ww_would_stop(int tty);

/// Whether the process group is in the foreground. A terminal that does not control the process counts, too.
bool ww_is_in_foreground(int tty);

/// Whether the process group is in the background and no shell can bring it back.
bool ww_is_abandoned(int tty);

#endif
