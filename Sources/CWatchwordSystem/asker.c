#define _GNU_SOURCE
#include "asker.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <unistd.h>

/// Reads the start of a file of proc(5). Returns false if it cannot be read.
static bool read_start(const char *path, char *text, size_t size) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file == -1) return false;
  ssize_t length = read(file, text, size - 1);
  close(file);
  text[length > 0 ? length : 0] = '\0';
  return length > 0;
}

/// The next number among the names in a folder; 0 at its end.
static pid_t next_number(DIR *folder) {
  struct dirent *entry;
  while ((entry = readdir(folder)) != NULL) {
    if (isdigit((unsigned char)entry->d_name[0])) return atoi(entry->d_name);
  }
  return 0;
}

static bool leads_to(pid_t process, long descriptor, dev_t terminal) {
  char path[64];
  struct stat status;
  snprintf(path, sizeof path, "/proc/%d/fd/%ld", process, descriptor);
  // /dev/tty, which is 5:0, is the terminal of the session, and that of a foreground group is this one.
  return stat(path, &status) == 0 && S_ISCHR(status.st_mode) &&
         (status.st_rdev == terminal || status.st_rdev == makedev(5, 0));
}

static bool copy_from(pid_t process, unsigned long address, void *bytes, size_t count) {
  struct iovec here = {.iov_base = bytes, .iov_len = count};
  struct iovec there = {.iov_base = (void *)address, .iov_len = count};
  return process_vm_readv(process, &here, 1, &there, 1, 0) == (ssize_t)count;
}

static bool polls(pid_t process, unsigned long address, unsigned long count, dev_t terminal) {
  struct pollfd list[64];
  if (count > sizeof list / sizeof *list) count = sizeof list / sizeof *list;
  if (!copy_from(process, address, list, count * sizeof *list)) return false;
  for (unsigned long index = 0; index < count; index++) {
    if (list[index].events & (POLLIN | POLLRDNORM) && leads_to(process, list[index].fd, terminal)) return true;
  }
  return false;
}

static bool selects(pid_t process, unsigned long count, unsigned long address, dev_t terminal) {
  fd_set set;
  if (address == 0 || !copy_from(process, address, &set, sizeof set)) return false;
  for (int index = 0; index < (int)count && index < FD_SETSIZE; index++) {
    if (FD_ISSET(index, &set) && leads_to(process, index, terminal)) return true;
  }
  return false;
}

/// Whether a thread waits for the terminal: 1 if so, 0 if not, -1 if that cannot be seen.
static int waits(pid_t process, pid_t thread, dev_t terminal) {
  char path[64], text[256];
  snprintf(path, sizeof path, "/proc/%d/task/%d/syscall", process, thread);
  if (!read_start(path, text, sizeof text)) return -1;
  long number;
  unsigned long first, second;
  // A thread that runs has no numbers.
  if (sscanf(text, "%ld %lx %lx", &number, &first, &second) != 3) return 0;
  switch (number) {
    case SYS_read:
    case SYS_readv: return leads_to(process, (long)first, terminal);
#ifdef SYS_poll
    case SYS_poll:
#endif
    case SYS_ppoll: return polls(process, first, second, terminal);
#ifdef SYS_select
    case SYS_select:
#endif
    case SYS_pselect6: return selects(process, first, second, terminal);
    default: return 0;
  }
}

/// As for a thread, for any thread of the process.
static int any_waits(pid_t process, dev_t terminal) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *folder = opendir(path);
  if (folder == NULL) return 0;
  int found = 0;
  for (pid_t thread; found != 1 && (thread = next_number(folder)) != 0;) {
    int answer = waits(process, thread, terminal);
    if (answer != 0) found = answer;
  }
  closedir(folder);
  return found;
}

struct facts {
  char state;
  pid_t group, session;
};

static bool find_facts(pid_t process, struct facts *facts) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  if (!read_start(path, text, sizeof text)) return false;
  // A process name may contain parentheses.
  char *end = strrchr(text, ')');
  return end != NULL && sscanf(end, ") %c %*d %d %d", &facts->state, &facts->group, &facts->session) == 3;
}

int ww_group_look(pid_t group, dev_t terminal, pid_t *process) {
  *process = group;
  if (any_waits(group, terminal) == 1) return WW_GROUP_READS;
  *process = 0;
  DIR *folder = opendir("/proc");
  if (folder == NULL) return WW_GROUP_SLEEPS;
  bool all_sleep = true, is_seen = false;
  struct facts facts;
  for (pid_t number; (number = next_number(folder)) != 0;) {
    if (!find_facts(number, &facts) || facts.group != group || facts.state == 'Z') continue;
    is_seen = true;
    if (facts.state != 'S') all_sleep = false;
    int answer = any_waits(number, terminal);
    if (answer != 0) *process = number;
    if (answer == 1) {
      closedir(folder);
      return WW_GROUP_READS;
    }
  }
  closedir(folder);
  return all_sleep && (*process != 0 || !is_seen) ? WW_GROUP_SLEEPS : WW_GROUP_WORKS;
}

pid_t ww_terminal_find_other(dev_t terminal, pid_t member) {
  struct facts facts;
  DIR *folder = opendir("/proc");
  if (folder == NULL || !find_facts(member, &facts)) return 0;
  pid_t session = facts.session, found = 0;
  for (pid_t number; found == 0 && (number = next_number(folder)) != 0;) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd", number);
    DIR *descriptors = find_facts(number, &facts) && facts.session != session ? opendir(path) : NULL;
    if (descriptors == NULL) continue;
    for (struct dirent *entry; found == 0 && (entry = readdir(descriptors)) != NULL;) {
      struct stat status;
      if (fstatat(dirfd(descriptors), entry->d_name, &status, 0) == 0 && S_ISCHR(status.st_mode) &&
          status.st_rdev == terminal) {
        found = number;
      }
    }
    closedir(descriptors);
  }
  closedir(folder);
  return found;
}
