#ifndef CSYSTEM_ASKER_H
#define CSYSTEM_ASKER_H

#include <stdbool.h>
#include <sys/types.h>

/// What the processes of a group do with a terminal.
enum {
  WW_GROUP_WORKS = 0,
  /// A thread waits for input from the terminal.
  WW_GROUP_READS = 1,
  /// It cannot be seen what a process of the group waits for, and all of them sleep.
  WW_GROUP_SLEEPS = 2,
};

/// What the process group `group` does with the terminal of this number, as read(2), poll(2) or select(2) and their
/// relatives show in proc(5). The calls of set-user-ID programs cannot be seen, except by root. Sets `process` to the
/// process that reads, or to one that cannot be seen, or to 0.
int ww_group_look(pid_t group, dev_t terminal, pid_t *process);

/// A process outside the session of the process `member` that has the terminal open; 0 if there is none that can be
/// seen. Looks through the descriptors of all processes.
pid_t ww_terminal_find_other(dev_t terminal, pid_t member);

#endif
