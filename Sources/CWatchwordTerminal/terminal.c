#define _GNU_SOURCE
#include "terminal.h"

#include <CWatchwordSystem.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/kd.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <termios.h>
#include <unistd.h>

bool ww_terminal_path(dev_t device, char *path, size_t size) {
  // The major numbers of devpts, from the kernel's Documentation/admin-guide/devices.txt.
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
  // The kernel encodes device numbers as dev_t does.
  if (ioctl(tty, TIOCGDEV, &number) != 0 || !ww_terminal_path(number, path, sizeof path)) return -1;
  int device = open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (device < 0) return -1;
  struct stat status;
  // In a container, a terminal of another devpts can have the same number. Then the foreground groups differ, because
  // only the controlling terminal reports one.
  if (fstat(device, &status) == 0 && S_ISCHR(status.st_mode) && status.st_rdev == number &&
      tcgetpgrp(device) == tcgetpgrp(tty)) {
    return device;
  }
  close(device);
  return -1;
}

/// Opens for reading and writing the file that the O_PATH descriptor `found` refers to.
static int reopen(int found, const char *path) {
  // Do not wait for the carrier of a serial line.
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
  // Nobody sees the other side of a pseudo-terminal (pty(7)), though it reports being a terminal too.
  return isatty(tty) && ioctl(tty, TIOCGPTN, &number) == -1;
}

int ww_terminal_open(const char *path) {
  int found = open(path, O_PATH | O_CLOEXEC);
  if (found == -1) return -1;
  // Opening anything but a device could block forever or have side effects.
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

// In milliseconds. A terminal that has been silent for SILENCE will never answer. Until then, ESC waits longer for the
// rest of a reply, and at its end the form waits for the reply, but no longer than PATIENCE.
#define SILENCE 3000
#define PATIENCE 300

// When the terminal was queried, or last replied; 0 if no reply is expected. A signal handler of any thread takes it.
static int64_t asked_at;

static int64_t milliseconds(void) { return ww_now() / 1000000; }

void ww_answer_expect(void) { __atomic_store_n(&asked_at, milliseconds(), __ATOMIC_SEQ_CST); }

void ww_answer_goes_on(void) {
  int64_t before = __atomic_load_n(&asked_at, __ATOMIC_SEQ_CST);
  // A reply that a handler waits for is not expected twice.
  if (before == 0) return;
  __atomic_compare_exchange_n(&asked_at, &before, milliseconds(), false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

bool ww_answer_is_expected(void) {
  int64_t start = __atomic_load_n(&asked_at, __ATOMIC_SEQ_CST);
  return start != 0 && milliseconds() < start + SILENCE;
}

void ww_answer_came(void) { __atomic_store_n(&asked_at, 0, __ATOMIC_SEQ_CST); }

/// Whether `byte` ends the reply to DA1: CSI (also 8-bit), ?, digits and semicolons, c. `state` is the progress.
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
  int64_t start = __atomic_exchange_n(&asked_at, 0, __ATOMIC_SEQ_CST);
  int64_t end = start == 0 ? 0 : start + SILENCE, now = milliseconds();
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

static bool is_ready(int tty, int64_t end) {
  int64_t now = milliseconds();
  struct pollfd ready = {.fd = tty, .events = POLLIN};
  return poll(&ready, 1, now < end ? (int)(end - now) : 0) > 0 && ready.revents == POLLIN;
}

// The fewest bytes of a mouse report, plus the ESC of the next report.
#define SHORTEST_REPORTS 10

/// Whether the first byte to arrive is one of the two in `first`. Does not read the byte. Terminals have no way to
/// peek, so this turns on canonical mode and sets both bytes as line ends. The terminal is then readable only once one
/// of them has arrived, and it reports how many bytes there are up to that one. A single byte is the line end itself.
/// SHORTEST_REPORTS bytes or more are mouse reports that came before it.
static bool comes_first(int tty, const char *first, int64_t end) {
  struct termios raw, lines;
  int count = 1;
  // Bytes that arrived before the kernel knows these line ends cannot be told apart, so leave them all.
  if (tcgetattr(tty, &raw) != 0 || ioctl(tty, FIONREAD, &count) != 0 || count > 0) return false;
  lines = raw;
  lines.c_lflag |= ICANON | IEXTEN;
  // A line feed would end a line as well.
  lines.c_iflag |= INLCR;
  memset(lines.c_cc, _POSIX_VDISABLE, sizeof lines.c_cc);
  lines.c_cc[VEOL] = (cc_t)first[0];
  lines.c_cc[VEOL2] = (cc_t)first[1];
  tcsetattr(tty, TCSANOW, &lines);
  bool comes = ioctl(tty, FIONREAD, &count) == 0 && count == 0 && is_ready(tty, end) &&
               ioctl(tty, FIONREAD, &count) == 0 &&
               (count == 1 || (first[0] == '\033' && count >= SHORTEST_REPORTS));
  tcsetattr(tty, TCSANOW, &raw);
  return comes;
}

void ww_remainder_drop(int tty, const char *first, int milliseconds_at_most) {
  int64_t end = milliseconds() + milliseconds_at_most;
  bool is_repeating = first[0] == '\033';
  while (comes_first(tty, first, end)) {
    // The rest of a sequence may arrive as slowly as its start.
    int64_t last = milliseconds() + milliseconds_at_most;
    char byte;
    bool is_introducer = true, goes_on = true;
    while (goes_on && is_ready(tty, last) && read(tty, &byte, 1) == 1) {
      goes_on = is_introducer || byte == '\033' || (byte >= 0x20 && byte < 0x40);
      is_introducer = byte == '\033';
      int count;
      // Bytes that arrived together with the sequence cannot be left unread any more.
      if (!goes_on && is_repeating) goes_on = ioctl(tty, FIONREAD, &count) == 0 && count > 0;
    }
    if (!is_repeating) return;
  }
}

bool ww_terminal_is_caps_locked(int tty) {
  char flags = 0;
  return ioctl(tty, KDGKBLED, &flags) == 0 && (flags & K_CAPSLOCK) != 0;
}

void ww_stdout_flush(void) {
  if (__fpending(stdout) > 0 && isatty(fileno(stdout))) fflush(stdout);
}
