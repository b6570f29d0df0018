#define _GNU_SOURCE
#include "terminal.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static bool is_claimed;

bool ww_terminal_claim(void) { return !__atomic_exchange_n(&is_claimed, true, __ATOMIC_SEQ_CST); }

void ww_terminal_release(void) { __atomic_store_n(&is_claimed, false, __ATOMIC_SEQ_CST); }

/// Writes the path that the device should have, as sysfs knows it where it is not one of devpts. Answers whether
/// there is one.
static bool find_path(dev_t device, char *path, size_t size) {
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
  if (ioctl(tty, TIOCGDEV, &number) != 0 || !find_path(number, path, sizeof path)) return -1;
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
