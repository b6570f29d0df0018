#ifndef CWATCHWORD_START_H
#define CWATCHWORD_START_H

#include <stdbool.h>

/// Whether the kernel kept other processes of the same person from this one's memory from exec on, as it does for a
/// program that the person may run but not read.
bool ww_was_guarded_from_exec(void);

/// An argument that the process was started with, as the kernel handed it over, or NULL behind the last one. The first
/// is the program's name. The Swift runtime looks for them in /proc, and finds none where that is not mounted.
const char *ww_argument(int index);

#endif
