#ifndef CSYSTEM_CHILD_H
#define CSYSTEM_CHILD_H

#include <stddef.h>
#include <sys/types.h>

/// A process that was started, and this process's ends of its pipes.
typedef struct ww_child {
  /// The process, which leads a session and a process group of the same number.
  pid_t process;
  /// Where its standard input is written to. Does not block.
  int input;
  /// Where its standard output and standard error are read from. Does not block.
  int output;
} ww_child;

/// Starts the program `arguments[0]`, searched for in PATH, with the environment of this process; the list ends
/// with NULL.
///
/// It begins with no signal ignored or blocked, with no descriptor but 0 to 2, and in a session of its own, which
/// has no controlling terminal. When this process ignores SIGCHLD, by which the exit status would be lost, that is
/// undone. Answers 0, or the errno of pipe2(2) or posix_spawnp(3); then `child` is untouched and nothing is open.
int ww_child_start(char *const *arguments, ww_child *child);

/// What ww_child_state answers.
enum {
  /// The process runs, or is stopped.
  WW_CHILD_RUNS = 0,
  /// The process has ended. Its number is not given to another one before ww_child_reap.
  WW_CHILD_ENDED = 1,
  /// Someone else in this process has waited for it, so that its number may be another's by now.
  WW_CHILD_LOST = 2,
};

/// How it stands with a child, without waiting.
int ww_child_state(pid_t process);

/// What ww_child_reap answers when there was nothing to take away, so that nothing is known.
#define WW_STATUS_UNKNOWN 256

/// Takes away a child that has ended. Answers its exit status, 0 to 255; or the number of the signal that ended it,
/// negative; or WW_STATUS_UNKNOWN.
int ww_child_reap(pid_t process);

/// Ends the group of the child that was started last, if the child has not been reaped: asks it to end, kills after
/// a tenth of a second what is not gone by then, and waits as long for that. Async-signal-safe.
void ww_child_end_last(void);

/// write(2), but for a pipe without a reader EPIPE is all that happens, whatever becomes of SIGPIPE elsewhere.
ssize_t ww_write_without_signal(int descriptor, const void *bytes, size_t count);

#endif
