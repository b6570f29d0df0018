#ifndef CSYSTEM_BELL_H
#define CSYSTEM_BELL_H

#include <stdbool.h>
#include <stdint.h>

/// Makes a bell with which one thread wakes another. Answers a descriptor that is closed on exec, or -1 with errno set.
/// See eventfd(2).
int ww_bell_make(void);

/// Rings the bell. It stays rung until somebody has waited for it.
void ww_bell_ring(int bell);

/// Waits until the bell has been rung since the last time, or until `nanoseconds` have passed; without end when they
/// are negative. Answers whether it was rung.
bool ww_bell_await(int bell, int64_t nanoseconds);

#endif
