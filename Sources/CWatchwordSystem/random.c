#include "random.h"

#include <errno.h>
#include <sys/random.h>

int ww_random(void *bytes, size_t count) {
  unsigned char *next = bytes;
  while (count > 0) {
    ssize_t drawn = getrandom(next, count, 0);
    if (drawn < 0 && errno == EINTR) continue;
    if (drawn < 0) return errno;
    next += drawn;
    count -= (size_t)drawn;
  }
  return 0;
}
