#define _GNU_SOURCE
#include "readers.h"

#include <errno.h>
#include <linux/kcmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "proc.h"

struct search {
  dev_t terminal;
  /// The session that the terminal controls.
  pid_t session;
  /// Those of the program that asks.
  struct rights rights;
  /// How many files may still be looked at.
  int left;
};

/// A thread, and what is known of its process.
struct thread {
  pid_t process, number;
  dev_t terminal;
};

static bool may_look(struct search *search) { return search->left-- > 0; }

/// Reads a file in the folder of a thread.
static bool read_of(struct search *search, struct thread thread, const char *name, char *text, size_t size) {
  return may_look(search) && read_start(text, size, "/proc/%d/task/%d/%s", thread.process, thread.number, name);
}

/// The terminal behind a descriptor of /dev/tty, which was the controlling one when it was opened. Returns 0 with errno
/// set if that cannot be seen.
static dev_t terminal_behind(struct thread thread, unsigned descriptor) {
  // PIDFD_THREAD (Linux 6.9), which finds a table of the thread's own.
  unsigned flags = thread.number == thread.process ? 0 : O_EXCL, number = 0;
  int process = (int)syscall(SYS_pidfd_open, thread.number, flags);
  int copy = process == -1 ? -1 : (int)syscall(SYS_pidfd_getfd, process, descriptor, 0);
  int error = errno;
  if (copy != -1) {
    // One that was hung up reads nothing any more.
    if (ioctl(copy, TIOCGDEV, &number) == -1) error = EBADF;
    close(copy);
  }
  if (process != -1) close(process);
  errno = error;
  return number;
}

static bool is_terminal(struct search *search, struct thread thread, unsigned descriptor, const struct stat *status) {
  if (!S_ISCHR(status->st_mode)) return false;
  if (status->st_rdev != makedev(5, 0)) return status->st_rdev == search->terminal;
  if (!may_look(search)) return false;
  dev_t terminal = terminal_behind(thread, descriptor);
  if (terminal != 0) return terminal == search->terminal;
  // Closed meanwhile, as between fork(2) and execve(2).
  if (errno == EBADF || errno == ESRCH) return false;
  // What has no controlling terminal any more may have had this one.
  return thread.terminal == 0 || thread.terminal == search->terminal;
}

static bool has_open(struct search *search, struct thread thread) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task/%d/fd", thread.process, thread.number);
  DIR *folder = may_look(search) ? opendir(path) : NULL;
  if (folder == NULL) return false;
  bool found = false;
  for (struct dirent *entry; !found && (entry = readdir(folder)) != NULL && may_look(search);) {
    struct stat status;
    found = fstatat(dirfd(folder), entry->d_name, &status, 0) == 0 &&
            is_terminal(search, thread, (unsigned)atoi(entry->d_name), &status);
  }
  closedir(folder);
  return found;
}

static bool shares_table(struct thread thread) {
  return thread.number != thread.process &&
         syscall(SYS_kcmp, thread.process, thread.number, KCMP_FILES, 0, 0) == 0;
}

/// Whether the thread waits in a read of the terminal, even if its descriptor was closed or replaced since. Job control
/// looks only when a read begins.
static bool is_reading(struct search *search, struct thread thread) {
  char call[128], stack[2048], path[64];
  long number;
  unsigned long descriptor;
  // A thread that runs has no numbers.
  if (!read_of(search, thread, "syscall", call, sizeof call) || sscanf(call, "%ld %lx", &number, &descriptor) != 2) {
    return false;
  }
  bool has_stack = read_of(search, thread, "stack", stack, sizeof stack);
  bool is_read = number == SYS_read || number == SYS_readv || number == SYS_preadv2 || number == SYS_splice;
  if (has_stack ? strstr(stack, "tty_read") == NULL : !is_read) return false;
  // The kernel, too, takes no more than 32 bits.
  snprintf(path, sizeof path, "/proc/%d/task/%d/fd/%u", thread.process, thread.number, (unsigned)descriptor);
  struct stat status;
  if (!may_look(search)) return false;
  if (stat(path, &status) == -1) return errno == ENOENT;
  // A device that is not one of memory, such as /dev/null, may be the terminal that is read.
  bool may_be_other = S_ISCHR(status.st_mode) && major(status.st_rdev) != 1;
  return is_terminal(search, thread, (unsigned)descriptor, &status) || (has_stack && !may_be_other);
}

static bool reads_along(struct search *search, pid_t process) {
  struct facts facts;
  struct rights rights;
  if (!may_look(search) || !find_facts(process, process, &facts)) return false;
  if (!may_look(search) || !find_rights(process, &rights)) return false;
  bool is_outside = facts.session != search->session || facts.terminal != search->terminal;
  bool is_foreign = rights.user != 0 && rights.user != search->rights.real && rights.user != search->rights.user;
  if (!is_outside && !is_foreign) return false;
  DIR *folder = may_look(search) ? open_threads(process) : NULL;
  if (folder == NULL) return false;
  bool found = false, is_controlled = !is_outside && facts.group != facts.foreground;
  struct thread thread = {.process = process, .terminal = facts.terminal};
  while (!found && (thread.number = next_number(folder)) != 0) {
    found = (!is_controlled && !shares_table(thread) && has_open(search, thread)) ||
            (is_foreign && is_reading(search, thread));
  }
  closedir(folder);
  return found;
}

pid_t ww_terminal_find_other(dev_t terminal, pid_t member, pid_t asker, int most) {
  struct search search = {.terminal = terminal, .left = most};
  struct facts facts;
  DIR *folder = opendir("/proc");
  if (folder == NULL) return WW_READER_UNKNOWN;
  pid_t found = 0;
  if (find_facts(member, member, &facts)) {
    search.session = facts.session;
    find_rights(asker, &search.rights);
    for (pid_t number; found == 0 && search.left > 0 && (number = next_number(folder)) != 0;) {
      if (number != asker && reads_along(&search, number)) found = number;
    }
  }
  closedir(folder);
  return found == 0 && search.left <= 0 ? WW_READER_UNKNOWN : found;
}
