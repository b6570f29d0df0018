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

/// Starts the program `arguments[0]`, searched for in PATH, with the environment of this process. The list ends with
/// NULL. The child's standard input is the `count` bytes at `input`. The child begins with no signal ignored or
/// blocked, with no descriptors except 0 to 2, and in its own session without a controlling terminal.
///
/// If this process ignores SIGCHLD, which would lose the exit status, SIGCHLD is not ignored until the child is reaped.
/// Returns 0, the errno of pipe2(2) or posix_spawnp(3), or EMSGSIZE if a pipe cannot hold the input. On error `child`
/// is untouched and nothing is open.
int ww_child_start(char *const *arguments, const void *input, size_t count, ww_child *child);

/// Starts the program at the path `arguments[0]` with `environment`, as ww_child_start does. Both lists end with NULL.
/// The program's three descriptors are a new pseudo-terminal, which controls its session and echoes until the program
/// changes that. The output of `child` is the other end, and whatever is written there counts as typed. Among other
/// programs, only root's can open the terminal. Returns 0, the errno of posix_openpt(3), its relatives or execve(2), or
/// EBUSY if other programs interfered with 20 such terminals. On error `child` is untouched and nothing is open.
int ww_child_start_on_terminal(char *const *arguments, char *const *environment, ww_child *child);

/// A program on a pseudo-terminal of its own, in the foreground of it, as a shell starts a job.
typedef struct ww_job {
  /// The process that leads the session and waits for the program, and our side of the terminal, which does not block.
  ww_child child;
  /// Tells, as an int, first the program's process, and then with what status of waitpid(2) it has stopped or ended; or
  /// the negative errno of fork(2) or execvp(3). After either status the leader waits for a byte; then it continues the program, or exits.
  int reports;
  /// The number and the path of the other side.
  dev_t terminal;
  char name[64];
} ww_job;

/// Starts the program `arguments[0]`, searched for in PATH, with the modes and the size of the terminal `outer`. Of the
/// descriptors 0 to 2, those of that terminal become the new one, and the others stay as they are. WATCHWORD_RUN is the
/// new one's path. Signals that the caller of this process ignores stay ignored. Any program of the same user can open
/// the terminal, as it can open other terminals. Returns 0, or the errno of posix_openpt(3), its relatives or fork(2).
int ww_job_start(char *const *arguments, int outer, ww_job *job);

/// A descriptor of the other side, which does not block; -1 with errno set on failure.
int ww_job_open(const ww_job *job);

/// Sends a signal to the foreground group of the terminal. Returns 0 or the errno of kill(2).
int ww_job_signal(const ww_job *job, int number);

/// Whether the program at `path` would run with root's rights: 0 if so, EPERM if not, another errno if unknown.
int ww_child_check_rights(const char *path);

/// Whether the terminal of a child from ww_child_start_on_terminal echoes, or passes on more than whole lines.
bool ww_child_echoes(const ww_child *child);

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
