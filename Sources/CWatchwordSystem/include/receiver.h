#ifndef CSYSTEM_RECEIVER_H
#define CSYSTEM_RECEIVER_H

#include <stddef.h>

// A receiver is a command that reads a secret at a descriptor, usually its standard input. There is one at a time.

/// Ignores SIGPIPE, and restores the default for SIGCHLD, without which no exit status is known. A receiver begins with
/// what was set before. Called once, before anything else changes these two.
void ww_receiver_prepare(void);

/// Restores the two signals, in a child or before execve(2).
void ww_receiver_restore_signals(void);

/// Starts the program at `path` with `arguments`, which begin with its name and end with NULL, and the environment of
/// this process. It reads the secret at `descriptor`, which is 0 or more than 2. It shares the terminal, the process
/// group, standard output and standard error, and standard input if that is not `descriptor`, gets no other descriptor,
/// and begins with the signal actions and mask that this process began with. From now on this process
/// ignores SIGINT and SIGQUIT, which the terminal sends to the receiver too, and forwards SIGTERM, SIGHUP, SIGUSR1,
/// SIGUSR2 and SIGCONT, unless they are ignored. Returns 0, or the errno of pipe2(2), fork(2) or execv(3).
///
/// If the receiver runs for a second without changing the modes of the terminal at standard error, `line` is written
/// there once, unless it is NULL. Until ww_receiver_await returns, `line` must stay valid and SIGALRM is in use.
int ww_receiver_start(const char *path, char *const *arguments, int descriptor, const char *line);

/// Writes the `count` bytes at `bytes` to the receiver, which need not read them all, and ends its input.
void ww_receiver_write(const void *bytes, size_t count);

/// Waits for the end of the receiver, and restores the signal actions. If the receiver is stopped, so is this process,
/// until both continue. Returns the exit status, WW_CHILD_SIGNALLED plus the number of the signal, or WW_CHILD_LOST.
int ww_receiver_await(void);

#endif
