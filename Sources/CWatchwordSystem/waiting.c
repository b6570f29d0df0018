#define _GNU_SOURCE
#include "waiting.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <termios.h>
#include <unistd.h>

#include "proc.h"

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

/// Whether an epoll instance waits for the terminal: its file in fdinfo names what it watches.
static bool epolls(pid_t process, long instance, dev_t terminal) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%d/fdinfo/%ld", process, instance);
  FILE *file = fopen(path, "re");
  if (file == NULL) return false;
  bool found = false;
  long descriptor;
  unsigned events;
  while (!found && fgets(line, sizeof line, file) != NULL) {
    found = sscanf(line, "tfd: %ld events: %x", &descriptor, &events) == 2 && events & EPOLLIN &&
            leads_to(process, descriptor, terminal);
  }
  fclose(file);
  return found;
}

enum { READS = 1, POLLS = 2, HIDDEN = -1 };

/// Whether a thread waits for the terminal: READS, POLLS, 0 if not, HIDDEN if that cannot be seen.
static int waits(pid_t process, pid_t thread, dev_t terminal) {
  char text[256];
  if (!read_start(text, sizeof text, "/proc/%d/task/%d/syscall", process, thread)) return HIDDEN;
  long number;
  unsigned long first, second;
  // A thread that runs has no numbers.
  if (sscanf(text, "%ld %lx %lx", &number, &first, &second) != 3) return 0;
  switch (number) {
    case SYS_read:
    case SYS_readv: return leads_to(process, (long)first, terminal) ? READS : 0;
#ifdef SYS_poll
    case SYS_poll:
#endif
    case SYS_ppoll: return polls(process, first, second, terminal) ? POLLS : 0;
#ifdef SYS_select
    case SYS_select:
#endif
    case SYS_pselect6: return selects(process, first, second, terminal) ? POLLS : 0;
#ifdef SYS_epoll_wait
    case SYS_epoll_wait:
#endif
    case SYS_epoll_pwait2:
    case SYS_epoll_pwait: return epolls(process, (long)first, terminal) ? POLLS : 0;
    default: return 0;
  }
}

/// Adds the number that stands behind `title` in a thread's file of proc(5) to `sum`.
static bool add_count(pid_t process, pid_t thread, const char *name, const char *title, unsigned long long *sum) {
  // The count stands behind the list of groups, which can be long.
  char text[16384];
  bool is_read = read_start(text, sizeof text, "/proc/%d/task/%d/%s", process, thread, name);
  const char *line = is_read ? strstr(text, title) : NULL;
  if (line == NULL) return false;
  *sum += strtoull(line + strlen(title), NULL, 10);
  return true;
}

/// How often a thread has given up its processor to wait. This can be read even if the thread's calls cannot.
static bool count_waits(pid_t process, pid_t thread, unsigned long long *sum) {
  return add_count(process, thread, "status", "\nvoluntary_ctxt_switches:", sum);
}

/// As waits for a thread, for any thread of the process. Notes the thread that waits.
static int any_waits(pid_t process, dev_t terminal, pid_t *waiting) {
  DIR *folder = open_threads(process);
  if (folder == NULL) return 0;
  int found = 0;
  for (pid_t thread; found <= 0 && (thread = next_number(folder)) != 0;) {
    int answer = waits(process, thread, terminal);
    if (answer != 0) found = answer;
    *waiting = thread;
  }
  closedir(folder);
  return found;
}

/// Adds up the waits of all threads of a process.
static bool count_all_waits(pid_t process, unsigned long long *sum) {
  DIR *folder = open_threads(process);
  if (folder == NULL) return false;
  bool is_known = true;
  for (pid_t thread; (thread = next_number(folder)) != 0;) is_known &= count_waits(process, thread, sum);
  closedir(folder);
  return is_known;
}

static int note_reader(pid_t process, pid_t thread, bool polls, ww_reader *reader) {
  char path[64];
  struct facts facts;
  struct stat file;
  *reader = (ww_reader){.process = process, .thread = thread, .polls = polls};
  if (find_facts(process, process, &facts)) reader->start = facts.start;
  if (find_facts(process, thread, &facts)) reader->thread_start = facts.start;
  snprintf(path, sizeof path, "/proc/%d/exe", process);
  if (stat(path, &file) == 0) {
    reader->device = file.st_dev;
    reader->inode = file.st_ino;
  }
  reader->counts_waits = count_waits(process, thread, &reader->waits);
  reader->counts_writes = add_count(process, thread, "io", "\nsyscw:", &reader->writes);
  return WW_GROUP_READS;
}

static bool has_rights_of_its_own(pid_t process, pid_t parent) {
  struct rights own, others;
  return find_rights(process, &own) && find_rights(parent, &others) &&
         (own.user != others.user || own.group != others.group);
}

int ww_group_look(pid_t group, dev_t terminal, ww_reader *reader) {
  pid_t thread = 0;
  int answer = any_waits(group, terminal, &thread);
  if (answer > 0) return note_reader(group, thread, answer == POLLS, reader);
  *reader = (ww_reader){.counts_waits = true};
  DIR *folder = opendir("/proc");
  if (folder == NULL) return WW_GROUP_WORKS;
  enum { most = 64 };
  pid_t parents[most];
  int count = 0, hidden = 0;
  bool all_sleep = true;
  struct facts facts, found = {0};
  for (pid_t number; (number = next_number(folder)) != 0;) {
    if (!find_facts(number, number, &facts) || facts.group != group || facts.state == 'Z') continue;
    if (facts.state != 'S') all_sleep = false;
    if (number == group) reader->start = facts.start;
    if (count < most) parents[count++] = facts.parent;
    answer = any_waits(number, terminal, &thread);
    if (answer > 0) {
      closedir(folder);
      return note_reader(number, thread, answer == POLLS, reader);
    }
    reader->counts_waits &= count_all_waits(number, &reader->waits);
    if (answer != HIDDEN) continue;
    hidden++;
    reader->process = number;
    found = facts;
  }
  closedir(folder);
  if (!all_sleep || (hidden == 0 && count > 0)) return WW_GROUP_WORKS;
  // A program that waits for its command, as sudo does, has that in the group.
  bool has_child = count == most;
  for (int index = 0; index < count; index++) has_child |= parents[index] == reader->process;
  reader->is_alone = hidden == 1 && !has_child && has_rights_of_its_own(reader->process, found.parent);
  return WW_GROUP_SLEEPS;
}

/// Asks for slices of the processor of so many nanoseconds; 0 for usual ones. From Linux 6.12 on, who asks for short ones
/// runs sooner when it wakes.
static void set_slice(unsigned long long nanoseconds) {
  // Like struct sched_attr, which not every libc has.
  struct {
    unsigned size, policy;
    unsigned long long flags;
    int nice;
    unsigned priority;
    unsigned long long runtime, deadline, period;
  } attributes = {.size = sizeof attributes};
  if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) == -1) return;
  attributes.runtime = nanoseconds;
  syscall(SYS_sched_setattr, 0, &attributes, 0);
}

int ww_answer_follow(int terminal, int other, pid_t process, pid_t group, int milliseconds, int arrival) {
  enum { period = 20 };
  struct pollfd end = {.fd = (int)syscall(SYS_pidfd_open, process, 0), .events = POLLIN};
  bool has_ended = end.fd == -1 && errno == ESRCH;
  int outcome = WW_ANSWER_WAITS, count = 0;
  set_slice(100000);
  for (int passed = 0; passed < milliseconds && outcome == WW_ANSWER_WAITS; passed += period) {
    // The shell that waits for the process wakes at the same time, and would read the answer.
    bool has_left = has_ended || poll(&end, 1, milliseconds < period ? milliseconds : period) > 0 || tcgetpgrp(terminal) != group;
    if (ioctl(other, FIONREAD, &count) == -1) count = 0;
    if (has_left && count > 0) {
      tcflush(other, TCIFLUSH);
      outcome = WW_ANSWER_DROPPED;
    } else if (has_left || (count == 0 && passed + period >= arrival)) {
      outcome = WW_ANSWER_READ;
    }
  }
  set_slice(0);
  if (end.fd != -1) close(end.fd);
  return outcome;
}
