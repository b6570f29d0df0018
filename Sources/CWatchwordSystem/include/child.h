#ifndef CSYSTEM_CHILD_H
#define CSYSTEM_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// A child process and where to read its output.
typedef struct ww_child {
  /// Leads a session and a process group of the same number; 0 if there is none.
  pid_t process;
  /// Reads its standard output and standard error, without blocking; -1 if there is nothing to read.
  int output;
} ww_child;

/// Starts the program at `path` with `arguments`, which end with NULL, and the environment of this process. The child's
/// standard input is the `count` bytes at `input`. The child begins with no signal ignored or blocked, with no
/// descriptors except 0 to 2, and in its own session without a controlling terminal.
///
/// If this process ignores SIGCHLD, which would lose the exit status, SIGCHLD is not ignored until the child is reaped.
/// Returns 0, the errno of pipe2(2), vfork(2) or execve(2), or EMSGSIZE if a pipe cannot hold the input. On error
/// `child` is untouched and nothing is open.
int ww_child_start(const char *path, char *const *arguments, const void *input, size_t count, ww_child *child);

/// Makes `child` the child that ww_child_end_last ends. If `is_last` is false, ww_child_end_last ends no child.
void ww_child_set_last(const ww_child *child, bool is_last);

/// What ww_child_status returns apart from exit statuses, which are 0 to 255.
enum {
  /// The process runs, or is stopped.
  WW_CHILD_RUNS = -1,
  /// Nothing is known: there is no process, or someone else in this process has waited for it.
  WW_CHILD_LOST = -2,
  /// A signal ended the process; its number is added to this.
  WW_CHILD_SIGNALLED = 256,
};

/// The state of a child, without waiting. If its process has ended, it is reaped, and `child` has no process then.
int ww_child_status(ww_child *child);

/// Ends the child's process group, if any, and closes its output. Sends SIGTERM, and after at most a tenth of a second
/// SIGKILL to the processes that are left. Waits up to two seconds more for the child's end.
void ww_child_end(ww_child *child);

/// Ends the child that ww_child_set_last was given, as ww_child_end does. Does nothing if that child has been reaped.
/// Async-signal-safe.
void ww_child_end_last(void);

#endif
