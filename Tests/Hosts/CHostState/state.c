#define _GNU_SOURCE
#include "CHostState.h"

#include <curses.h>
#include <dirent.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

struct page {
  char *text;
  size_t size, used;
};

__attribute__((format(printf, 2, 3))) static void add(struct page *page, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int count = vsnprintf(page->text + page->used, page->size - page->used, format, values);
  va_end(values);
  if (count > 0) page->used += (size_t)count;
  if (page->used >= page->size) abort();
}

static void add_bytes(struct page *page, const char *name, const void *bytes, size_t count) {
  add(page, "%s ", name);
  for (size_t index = 0; index < count; index++) add(page, "%02x", ((const unsigned char *)bytes)[index]);
  add(page, "\n");
}

static void add_signals(struct page *page) {
  for (int number = 1; number <= SIGRTMAX; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == -1) continue;
    // The C library adds this flag to every action that it sets, the default one too (SA_RESTORER).
    unsigned flags = (unsigned)action.sa_flags & ~0x04000000u;
    add(page, "signal %d: %p %x ", number, (void *)action.sa_handler, flags);
    add_bytes(page, "mask", &action.sa_mask, 8);
  }
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, NULL, &mask);
  add_bytes(page, "mask", &mask, 8);
  stack_t stack;
  sigaltstack(NULL, &stack);
  add(page, "stack %p %x %zu\n", stack.ss_sp, stack.ss_flags, stack.ss_size);
}

static void add_descriptors(struct page *page) {
  DIR *folder = opendir("/proc/self/fd");
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    int number = atoi(entry->d_name);
    if (entry->d_name[0] == '.' || number == dirfd(folder)) continue;
    add(page, "descriptor %d %x %x\n", number, (unsigned)fcntl(number, F_GETFL), (unsigned)fcntl(number, F_GETFD));
  }
  closedir(folder);
}

void host_state(char *text, size_t size) {
  struct page page = {.text = text, .size = size};
  add_signals(&page);
  struct rlimit limit;
  getrlimit(RLIMIT_CORE, &limit);
  add(&page, "core %lld %lld\n", (long long)limit.rlim_cur, (long long)limit.rlim_max);
  add(&page, "dumpable %d\n", prctl(PR_GET_DUMPABLE));
  add(&page, "locale %s\n", setlocale(LC_ALL, NULL));
  mode_t mask = umask(0);
  umask(mask);
  add(&page, "umask %o\n", mask);
  add_descriptors(&page);
  int tty = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
  struct termios modes;
  memset(&modes, 0, sizeof modes);
  if (tty != -1 && tcgetattr(tty, &modes) == 0) add_bytes(&page, "modes", &modes, sizeof modes);
  if (tty != -1) close(tty);
  for (char **variable = environ; *variable != NULL; variable++) add(&page, "environment %s\n", *variable);
}

static int count;

static void note(int number) {
  (void)number;
  __atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST);
}

void host_count(int number) {
  struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
  sigaction(number, &action, NULL);
}

int host_counted(void) { return __atomic_exchange_n(&count, 0, __ATOMIC_SEQ_CST); }

void host_decode_keys(void) { keypad(stdscr, true); }

int host_columns(void) { return getmaxx(stdscr); }
