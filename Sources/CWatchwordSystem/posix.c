#define _GNU_SOURCE
#include "posix.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "proc.h"
#include "wipe.h"

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
    // Writing nothing is not an error, and leaves errno unchanged.
    int error = written == 0 ? EIO : errno;
    if (error == EINTR) continue;
    if (error != EAGAIN || (is_patient != NULL && !is_patient(context))) return error;
    struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
    if (poll(&ready, 1, is_patient == NULL ? -1 : 100) == -1 && errno != EINTR) return errno;
  }
  return 0;
}

int ww_datagram_send(int socket_file, const void *bytes, size_t count) {
  struct sockaddr_un to = {.sun_family = AF_UNIX};
  // A path could lead to another socket by now.
  snprintf(to.sun_path, sizeof to.sun_path, "/proc/self/fd/%d", socket_file);
  int end = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0), flags = MSG_NOSIGNAL | MSG_DONTWAIT;
  int error = sendto(end, bytes, count, flags, (struct sockaddr *)&to, sizeof to) == -1 ? errno : 0;
  close(end);
  return error;
}

int ww_process_open(int number) { return (int)syscall(SYS_pidfd_open, number, 0); }

int ww_process_parent(int number) {
  struct facts facts;
  return find_facts(number, number, &facts) ? facts.parent : 0;
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

bool ww_has_memory(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory != MAP_FAILED && munmap(memory, size) == 0;
}

int ww_core_count(void) {
  // Larger than any kernel's set: sched_getaffinity(2) fails if the set is smaller than the kernel's.
  enum { most = 8192 };
  cpu_set_t *set = CPU_ALLOC(most);
  if (set == NULL) return 1;
  int count = sched_getaffinity(0, CPU_ALLOC_SIZE(most), set) == 0 ? CPU_COUNT_S(CPU_ALLOC_SIZE(most), set) : 1;
  CPU_FREE(set);
  return count;
}

// The kernel saves all registers of the interrupted code here, including text of a secret. Two threads can be in the
// handler at the same time, so each thread has its own stack.
static _Thread_local char alternate_stack[32 * 1024] __attribute__((aligned(16)));

bool ww_deadly_use_stack(void) {
  stack_t present, stack = {.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
  if (sigaltstack(NULL, &present) == -1) return false;
  if (!(present.ss_flags & SS_DISABLE) && present.ss_size >= stack.ss_size) return false;
  return sigaltstack(&stack, NULL) == 0;
}

static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS};

sigset_t ww_deadly_hold(void) {
  sigset_t held, before;
  sigfillset(&held);
  for (size_t index = 0; index < sizeof faults / sizeof *faults; index++) sigdelset(&held, faults[index]);
  pthread_sigmask(SIG_BLOCK, &held, &before);
  return before;
}

bool ww_handler_puts_off;

static _Thread_local volatile unsigned work_depth;
static _Thread_local volatile int work_signal;
static _Thread_local sigset_t before_work;

bool ww_work_puts_off(int number) {
  bool is_fault = false;
  for (size_t index = 0; index < sizeof faults / sizeof *faults; index++) is_fault |= faults[index] == number;
  if (work_depth == 0 || is_fault) return false;
  work_signal = number;
  return true;
}

bool ww_work_has_signal(void) { return work_signal != 0; }

void ww_work_begin(void) {
  if (work_depth++ == 0 && !ww_handler_puts_off) before_work = ww_deadly_hold();
}

__attribute__((noinline)) void ww_work_end(void) {
  if (work_depth == 1) ww_scrub_stack();
  if (--work_depth > 0) return;
  if (!ww_handler_puts_off) ww_signals_release(before_work);
  if (work_signal != 0) raise(work_signal);
}

sigset_t ww_signals_block(void) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  return before;
}

void ww_signals_release(sigset_t before) { pthread_sigmask(SIG_SETMASK, &before, NULL); }
