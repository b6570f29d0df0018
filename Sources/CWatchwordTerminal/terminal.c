#define _GNU_SOURCE
#include "terminal.h"

#include <CWatchwordSystem.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static bool is_claimed;

bool ww_form_claim(void) { return !__atomic_exchange_n(&is_claimed, true, __ATOMIC_SEQ_CST); }

void ww_form_release(void) { __atomic_store_n(&is_claimed, false, __ATOMIC_SEQ_CST); }

bool ww_terminal_path(dev_t device, char *path, size_t size) {
  // The major numbers of devpts: Documentation/admin-guide/devices.txt of the kernel.
  if (major(device) >= 136 && major(device) <= 143) {
    snprintf(path, size, "/dev/pts/%u", (major(device) - 136) * 256 + minor(device));
    return true;
  }
  char text[1024];
  snprintf(text, sizeof text, "/sys/dev/char/%u:%u/uevent", major(device), minor(device));
  int file = open(text, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  text[length < 0 ? 0 : length] = '\0';
  char *name = strstr(text, "DEVNAME=");
  if (name == NULL) return false;
  name += strlen("DEVNAME=");
  snprintf(path, size, "/dev/%.*s", (int)strcspn(name, "\n"), name);
  return true;
}

int ww_terminal_device(int tty) {
  unsigned number;
  char path[256];
  // The kernel counts devices as dev_t does.
  if (ioctl(tty, TIOCGDEV, &number) != 0 || !ww_terminal_path(number, path, sizeof path)) return -1;
  int device = open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (device < 0) return -1;
  struct stat status;
  // Another devpts, as in a container, has other terminals of the same numbers: the kernel answers a group for the
  // controlling one alone.
  if (fstat(device, &status) == 0 && S_ISCHR(status.st_mode) && status.st_rdev == number &&
      tcgetpgrp(device) == tcgetpgrp(tty)) {
    return device;
  }
  close(device);
  return -1;
}

/// Opens for reading and writing what `found` leads to, which is no more than a name of it.
static int reopen(int found, const char *path) {
  // A serial line without a carrier is not waited for.
  int flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC;
  char link[sizeof "/proc/self/fd/" + 11];
  snprintf(link, sizeof link, "/proc/self/fd/%d", found);
  int tty = open(link, flags);
  // In a rescue shell /proc may be missing.
  return tty == -1 && errno == ENOENT ? open(path, flags) : tty;
}

static bool is_character_device(int file) {
  struct stat status;
  return fstat(file, &status) == 0 && S_ISCHR(status.st_mode);
}

static bool is_terminal(int tty) {
  unsigned number;
  // Nobody looks at the other side of a pseudo-terminal (pty(7)), though it says that it is a terminal too.
  return isatty(tty) && ioctl(tty, TIOCGPTN, &number) == -1;
}

int ww_terminal_open(const char *path) {
  int found = open(path, O_PATH | O_CLOEXEC);
  if (found == -1) return -1;
  // To open another file than a device could wait for ever, or do something.
  errno = ENOTTY;
  int tty = is_character_device(found) ? reopen(found, path) : -1;
  int error = errno;
  close(found);
  if (tty != -1 && !is_terminal(tty)) {
    close(tty);
    tty = -1;
    error = ENOTTY;
  }
  errno = error;
  return tty;
}

// In milliseconds. A terminal that has not answered for as long as SILENCE never will; until then the end waits for it, but
// no longer than PATIENCE. An Escape waits for the rest of an answer only while most terminals would still answer.
#define SILENCE 3000
#define PATIENCE 300
#define USUAL_TIME 1000

// When the terminal was asked, or has begun to answer; 0 where there is nothing to wait for.
static volatile int64_t asked_at;

static int64_t milliseconds(void) { return ww_now() / 1000000; }

void ww_answer_expect(void) { asked_at = milliseconds(); }

void ww_answer_goes_on(void) {
  if (asked_at != 0) ww_answer_expect();
}

bool ww_answer_is_expected(void) { return asked_at != 0 && milliseconds() < asked_at + USUAL_TIME; }

void ww_answer_came(void) { asked_at = 0; }

/// Whether `byte` ends an answer to DA1, which is CSI, also in 8 bits, ? with digits and semicolons and c; `state` is how
/// far it has come.
static bool ends_answer(char byte, int *state) {
  static const char start[] = "\033[?";
  if (byte == '\x9B') {
    *state = 2;
    return false;
  }
  if (*state == 3) {
    if (byte == 'c') return true;
    if ((byte >= '0' && byte <= '9') || byte == ';') return false;
  } else if (byte == start[*state]) {
    ++*state;
    return false;
  }
  *state = byte == start[0];
  return false;
}

void ww_answer_await(int tty) {
  int64_t end = asked_at == 0 ? 0 : asked_at + SILENCE, now = milliseconds();
  asked_at = 0;
  if (end > now + PATIENCE) end = now + PATIENCE;
  char bytes[256];
  int state = 0;
  bool is_over = false;
  for (; !is_over && now < end; now = milliseconds()) {
    struct pollfd ready = {.fd = tty, .events = POLLIN};
    if (poll(&ready, 1, (int)(end - now)) <= 0 || !(ready.revents & POLLIN)) break;
    ssize_t count = read(tty, bytes, sizeof bytes);
    if (count <= 0) break;
    for (ssize_t index = 0; index < count && !is_over; index++) is_over = ends_answer(bytes[index], &state);
    explicit_bzero(bytes, sizeof bytes);
  }
}
