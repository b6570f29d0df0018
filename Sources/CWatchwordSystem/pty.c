#define _GNU_SOURCE
#include "pty.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <termios.h>
#include <unistd.h>

#include "program.h"

static int open_other(int terminal, int flags) {
  return ioctl(terminal, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC | flags);
}

/// Opens the other side of the terminal at `name` exclusively: no other program of this user has it open or can open it
/// afterwards. Until unlockpt(3), nobody can open it; until TIOCEXCL, only a program that changes its mode; afterwards,
/// only root. Otherwise a program that waits for new terminals could read the passwords that passwd is told. Returns -1
/// with errno set, to EBUSY if another program interfered.
static int open_alone(int terminal, const char *name) {
  int watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK), other = -1, error = 0;
  struct stat status;
  // The first read drops all events up to our chmod, before which nobody could open the node. If another program
  // changes the mode after that read, the events show the change; before that read, the mode itself shows it.
  struct inotify_event before[32], events[2] = {{.mask = IN_OPEN}};
  if (watch == -1 || inotify_add_watch(watch, name, IN_OPEN | IN_ATTRIB) == -1 || chmod(name, 0) == -1 ||
      read(watch, before, sizeof before) == -1 || unlockpt(terminal) == -1 ||
      (other = open_other(terminal, 0)) == -1 || ioctl(other, TIOCEXCL) == -1 || fstat(other, &status) == -1) {
    // Another program has removed the permission to watch the node.
    error = errno == EACCES ? EBUSY : errno;
  } else if (status.st_mode & ACCESSPERMS || read(watch, events, sizeof events) > (ssize_t)sizeof *events ||
             events[0].mask != IN_OPEN) {
    // `events` is preset to our own open, which kernels before 6.5 do not report.
    error = EBUSY;
  }
  if (watch != -1) close(watch);
  if (error && other != -1) close(other);
  errno = error;
  return error ? -1 : other;
}

/// Starts the program on one terminal, with the arguments of ww_pty_start.
static int start(struct program program, int outer, ww_pty *pty) {
  char name[64];
  unsigned number, own;
  *pty = (ww_pty){.child.output = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK), .reports = -1};
  int terminal = pty->child.output, error = terminal == -1 ? errno : ptsname_r(terminal, name, sizeof name), other = -1;
  if (!error && outer == -1) other = open_alone(terminal, name);
  else if (!error && unlockpt(terminal) == 0) other = open_other(terminal, 0);
  if (!error && (other == -1 || ioctl(other, TIOCGDEV, &number) == -1)) error = errno;
  if (!error) {
    struct termios modes;
    pty->number = number;
    // In the background the modes are those of a shell that reads keys.
    if (tcgetpgrp(outer) == getpgrp() && tcgetattr(outer, &modes) == 0) tcsetattr(other, TCSANOW, &modes);
    ww_pty_set_size(terminal, outer);
    program.terminal = other;
    program.name = name;
    bool is_outer = outer != -1 && ioctl(outer, TIOCGDEV, &number) == 0;
    for (int descriptor = 0; descriptor <= STDERR_FILENO; descriptor++) {
      if (outer != -1 && !(is_outer && ioctl(descriptor, TIOCGDEV, &own) == 0 && own == number)) continue;
      program.moves[program.move_count++] = (struct move){other, descriptor};
    }
    error = ww_child_begin(&program, terminal, &pty->child);
    pty->reports = program.reports;
  }
  if (other != -1) close(other);
  if (error) ww_child_end(&pty->child);
  return error;
}

int ww_pty_start(char *const *arguments, char *const *environment, int outer, ww_pty *pty) {
  struct program program = {.path = arguments[0], .arguments = arguments, .environment = environment, .reports = -1,
                            .leads = outer == -1 ? LEADS_SESSION_OF_TERMINAL : LEADS_JOB};
  int error = EBUSY;
  for (int left = 20; left > 0 && error == EBUSY; left--) error = start(program, outer, pty);
  return error;
}

int ww_pty_open(int terminal) { return open_other(terminal, O_NONBLOCK); }

int ww_pty_signal(int terminal, int number) {
  // The kernel sends it, so it needs no right.
  if (number != SIGTERM && ioctl(terminal, TIOCSIG, number) == 0) return 0;
  pid_t group = tcgetpgrp(terminal);
  return group > 0 && kill(-group, number) == 0 ? 0 : errno;
}

void ww_pty_set_size(int terminal, int outer) {
  struct winsize size;
  if (ioctl(outer, TIOCGWINSZ, &size) == 0) ioctl(terminal, TIOCSWINSZ, &size);
}

void ww_pty_end(ww_pty *pty) {
  ww_child_end(&pty->child);
  if (pty->reports != -1) close(pty->reports);
  pty->reports = -1;
}

int ww_pty_check_rights(const char *path) {
  struct stat file;
  struct statvfs system;
  if (stat(path, &file) == -1 || access(path, X_OK) == -1 || statvfs(path, &system) == -1) return errno;
  if (geteuid() == 0) return 0;
  bool gains = file.st_uid == 0 && file.st_mode & S_ISUID && !(system.f_flag & ST_NOSUID);
  return gains && prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0 ? 0 : EPERM;
}
