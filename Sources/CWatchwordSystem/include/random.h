#ifndef CSYSTEM_RANDOM_H
#define CSYSTEM_RANDOM_H

#include <stddef.h>

/// Fills the `count` bytes at `bytes` with random ones, see getrandom(2), for which it waits after a start of the
/// machine. Answers 0, or the errno of getrandom(2); then what the bytes are is not known.
int ww_random(void *bytes, size_t count);

#endif
