#ifndef CSYSTEM_CHILD_H
#define CSYSTEM_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// A process that was started, and where its output is read.
typedef struct ww_child {
  /// The process, which leads a session and a process group of the same number; 0 when there is none.
  pid_t process;
  /// Where its standard output and standard error are read from, without blocking; -1 when there is nothing to read.
  int output;
} ww_child;

/// Starts the program `arguments[0]`, searched for in PATH, with the environment of this process; the list ends
/// with NULL. Its standard input holds the `count` bytes at `input`, and ends there.
///
/// It begins with no signal ignored or blocked, with no descriptor but 0 to 2, and in a session of its own, which
/// has no controlling terminal. When this process ignores SIGCHLD, by which the exit status would be lost, that is
/// undone until the process has been taken away. Answers 0, or the errno of pipe2(2) or posix_spawnp(3), or EMSGSIZE
/// when a pipe cannot hold the input; then `child` is untouched and nothing is open.
int ww_child_start(char *const *arguments, const void *input, size_t count, ww_child *child);

/// Starts the program `arguments[0]`, a path, with `environment`, as ww_child_start does; both lists end with NULL. Its
/// three descriptors are a new pseudo-terminal, which controls its session and echoes until the program changes that.
/// The other end is the output of the child, and what is written there is typed. Answers 0, or the errno of
/// posix_openpt(3), its like or posix_spawnp(3); then `child` is untouched and nothing is open.
int ww_child_start_on_terminal(char *const *arguments, char *const *environment, ww_child *child);

/// Whether the program at `path` would run with the rights of root: 0, or EPERM where it would not, or the errno of
/// stat(2), access(2) or statvfs(3).
int ww_child_check_rights(const char *path);

/// Whether what is typed on the terminal of such a child would be shown there, or does not come to it as a line.
bool ww_child_echoes(const ww_child *child);

/// Says whether the child is the one that ww_child_end_last ends; with false there is none.
void ww_child_set_last(const ww_child *child, bool is_last);

/// What ww_child_status answers beside exit statuses, which are 0 to 255.
enum {
  /// The process runs, or is stopped.
  WW_CHILD_RUNS = -1,
  /// Nothing is known: there is no process, or someone else in this process has waited for it.
  WW_CHILD_LOST = -2,
  /// The process was ended by a signal, whose number is added to this.
  WW_CHILD_SIGNALLED = 256,
};

/// How it stands with a child, without waiting. A process that has ended is taken away, and the child has none then.
int ww_child_status(ww_child *child);

/// Ends the child, if there is one, with its group, and closes its output; there is none then. The group is asked
/// to end, and what is not gone after a tenth of a second is killed, which is waited for as long.
void ww_child_end(ww_child *child);

/// Ends the group of the child that was started last, if the child has not been taken away, as ww_child_end does.
/// Async-signal-safe.
void ww_child_end_last(void);

#endif
