#ifndef CSYSTEM_PROGRAM_H
#define CSYSTEM_PROGRAM_H

#include <signal.h>

#include "child.h"

/// A program, and how the child begins that becomes it.
struct program {
  char *const *arguments, *const *environment;
  /// The program's file, unless it is a job.
  const char *path;
  /// A job begins as a shell starts it: its name is searched for, and what else is open stays open.
  enum { LEADS_NOTHING, LEADS_SESSION, LEADS_SESSION_OF_TERMINAL, LEADS_JOB } leads;
  int terminal;
  /// Which descriptors become others, in this order.
  struct move { int from, to; } moves[3];
  int move_count;
  /// With this mask, signals that our caller ignores stay ignored; NULL if none is ignored or blocked.
  const sigset_t *mask;
  /// Of a job: the terminal's path, and once it is started the socket with its leader's reports.
  const char *name;
  int reports;
};

/// Becomes the program in a child of fork(2), or writes the errno to `errors` as a negative int.
__attribute__((noreturn)) void ww_program_become(const struct program *program, int errors);

/// No signal is ignored, handled or blocked from now on.
void ww_signals_reset(void);

/// Forks the leader of a job's session. Returns 0, or an errno.
int ww_leader_start(struct program *program, pid_t *process);

/// Starts the program, which leads at least a session and whose output comes from `output`, and makes it the child that
/// ww_child_end_last ends. Returns 0, or an errno.
int ww_child_begin(struct program *program, int output, ww_child *child);

#endif
