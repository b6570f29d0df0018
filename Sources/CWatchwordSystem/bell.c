#define _GNU_SOURCE
#include "bell.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <time.h>

int ww_bell_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void ww_bell_ring(int bell) { eventfd_write(bell, 1); }

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

bool ww_bell_await(int bell, int64_t nanoseconds) {
  struct pollfd rung = {.fd = bell, .events = POLLIN};
  int64_t start = now();
  for (;;) {
    int64_t left = nanoseconds < 0 ? 0 : nanoseconds - (now() - start);
    if (left < 0) left = 0;
    struct timespec time = {.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
    int answer = ppoll(&rung, 1, nanoseconds < 0 ? NULL : &time, NULL);
    if (answer == -1 && errno == EINTR) continue;
    eventfd_t count;
    return answer == 1 && eventfd_read(bell, &count) == 0;
  }
}
