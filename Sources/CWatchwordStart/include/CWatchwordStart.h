#ifndef CWATCHWORD_START_H
#define CWATCHWORD_START_H

#include <stdbool.h>

/// Whether, from exec on, the kernel kept other processes of the same user from this one's memory, as it does for a
/// program that the user may run but not read.
bool ww_was_guarded_from_exec(void);

/// An argument of the process as the kernel passed it, or NULL after the last one. Index 0 is the program's name. The
/// Swift runtime looks for arguments in /proc, and finds none if that is not mounted.
const char *ww_argument(int index);

/// Calls `body`, on a stack of 1 MiB of its own if the process's limit on the stack is lower than that.
void ww_call_on_stack(void (*body)(void));

#endif
