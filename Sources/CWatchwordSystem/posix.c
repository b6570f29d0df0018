#define _GNU_SOURCE
#include "posix.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

enum { second = 1000000000 };

int64_t ww_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * second + time.tv_nsec;
}

int ww_write_all(int descriptor, const void *bytes, size_t count, bool (*is_patient)(void *), void *context) {
  const char *rest = bytes;
  while (count > 0) {
    ssize_t written = write(descriptor, rest, count);
    if (written > 0) {
      rest += written;
      count -= (size_t)written;
      continue;
    }
    // To have written nothing is no error, and leaves errno what it was.
    int error = written == 0 ? EIO : errno;
    if (error == EINTR) continue;
    if (error != EAGAIN || (is_patient != NULL && !is_patient(context))) return error;
    struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
    if (poll(&ready, 1, is_patient == NULL ? -1 : 100) == -1 && errno != EINTR) return errno;
  }
  return 0;
}

bool ww_semaphore_wait(sem_t *semaphore, int64_t nanoseconds) {
  int64_t end = ww_now() + nanoseconds;
  struct timespec time = {.tv_sec = end / second, .tv_nsec = end % second};
  int answer;
  do answer = nanoseconds < 0 ? sem_wait(semaphore) : sem_clockwait(semaphore, CLOCK_MONOTONIC, &time);
  while (answer == -1 && errno == EINTR);
  if (answer == 0) while (sem_trywait(semaphore) == 0) continue;
  return answer == 0;
}

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

int ww_core_count(void) {
  // Larger than any kernel's set: a smaller one would be an error on a machine with more processors than it holds.
  enum { most = 8192 };
  cpu_set_t *set = CPU_ALLOC(most);
  if (set == NULL) return 1;
  int count = sched_getaffinity(0, CPU_ALLOC_SIZE(most), set) == 0 ? CPU_COUNT_S(CPU_ALLOC_SIZE(most), set) : 1;
  CPU_FREE(set);
  return count;
}
