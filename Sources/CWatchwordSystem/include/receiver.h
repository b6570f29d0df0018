#ifndef CSYSTEM_RECEIVER_H
#define CSYSTEM_RECEIVER_H

#include <stddef.h>

// A receiver is a command that reads something secret from its standard input. There is one at a time.

/// Ignores SIGPIPE, and takes the default action for SIGCHLD, without which no exit status is known. A receiver begins
/// with what was found here. Called once, before anything else changes these two.
void ww_receiver_prepare(void);

/// Starts the program at `path` with the `arguments`, the first of which is its name and the last of which is NULL, and
/// with the environment of this process. It has the terminal, the process group, standard output and standard error of
/// this process, no other descriptor, and the actions and the mask of signals with which this process began. From now
/// on this process ignores SIGINT and SIGQUIT, which the terminal sends to the receiver too, and passes on SIGTERM,
/// SIGHUP, SIGUSR1, SIGUSR2 and SIGCONT, unless they are ignored. Answers 0, or the errno of pipe2(2), fork(2) or
/// execv(3); then nothing has changed.
///
/// Where the receiver runs for a second, and leaves the modes of the terminal at standard error alone all the time, `line`
/// is written there, once; NULL is nothing. `line` has to stay until ww_receiver_await has returned, and SIGALRM is this
/// process's own until then.
int ww_receiver_start(const char *path, char *const *arguments, const char *line);

/// Writes the `count` bytes at `bytes` to the receiver, and ends its input. Whatever it does not read is left out: it
/// may close its input, or end.
void ww_receiver_write(const void *bytes, size_t count);

/// Waits for the end of the receiver, and gives signals their actions back. Where the receiver is stopped, so is this
/// process, until both go on. Answers the exit status, or WW_CHILD_SIGNALLED with the number of the signal added to it,
/// or WW_CHILD_LOST.
int ww_receiver_await(void);

#endif
