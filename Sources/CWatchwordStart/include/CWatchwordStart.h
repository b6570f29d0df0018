#ifndef CWATCHWORD_START_H
#define CWATCHWORD_START_H

#include <stdbool.h>

/// Whether the kernel kept other processes of the same person from this one's memory from exec on, as it does for a
/// program that the person may run but not read.
bool ww_was_guarded_from_exec(void);

#endif
