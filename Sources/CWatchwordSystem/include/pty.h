#ifndef CSYSTEM_PTY_H
#define CSYSTEM_PTY_H

#include <sys/types.h>

#include "child.h"

/// A program on a pseudo-terminal of its own, which echoes until the program changes that.
typedef struct ww_pty {
  /// The program, or the leader of its session, which waits for it; and our side of the terminal, which does not block.
  /// Whatever is written there counts as typed.
  ww_child child;
  /// One int per message from the leader: first the program's process, or the negative errno of fork(2) or execvp(3);
  /// then each status of waitpid(2) with which it has stopped or ended. After a status the leader waits for one byte: it
  /// continues a program that has stopped, and exits if the program has ended. -1 if there is no leader.
  int reports;
  /// The number of the program's side.
  dev_t number;
} ww_pty;

/// Starts the program at the path `arguments[0]` with `environment`, as ww_child_start does, on a terminal that among
/// other programs only root's can open, if `outer` is -1. Both lists end with NULL.
///
/// Otherwise starts a job, as a shell does: it is searched for in PATH, and has the environment of this process,
/// WATCHWORD_RUN with the path of the new terminal, and the modes and the size of the terminal `outer`. Of the
/// descriptors 0 to 2, those of that terminal become the new one, and the others stay as they are. Signals that the
/// caller of this process ignores stay ignored. Any program of the same user can open the terminal, as others.
///
/// Returns 0, or the errno of posix_openpt(3), its relatives, fork(2) or execve(2), or EBUSY if other programs interfered
/// with 20 terminals. On error `pty` has no program, and nothing is open.
int ww_pty_start(char *const *arguments, char *const *environment, int outer, ww_pty *pty);

// Our side of the terminal is the first argument of these three.

/// A descriptor of the program's side, which does not block; -1 with errno set on failure.
int ww_pty_open(int terminal);

/// Sends a signal to the foreground group. Returns 0 or the errno of kill(2).
int ww_pty_signal(int terminal, int number);

/// Sets the size to that of the terminal `outer`.
void ww_pty_set_size(int terminal, int outer);

/// Ends the program as ww_child_end does. The leader, if there is one, ends at once.
void ww_pty_end(ww_pty *pty);

/// Whether the program at `path` would run with root's rights: 0 if so, EPERM if not, another errno if unknown.
int ww_pty_check_rights(const char *path);

#endif
