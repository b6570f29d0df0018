#ifndef CSYSTEM_CORES_H
#define CSYSTEM_CORES_H

/// The number of processor cores that this process may use, at least 1; see sched_getaffinity(2).
int ww_core_count(void);

/// Adds 1 to the number at `next` and returns what it was before: each number once, however many threads ask.
static inline long ww_take_next(long *next) { return __atomic_fetch_add(next, 1, __ATOMIC_RELAXED); }

#endif
