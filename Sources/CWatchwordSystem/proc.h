#ifndef CSYSTEM_PROC_H
#define CSYSTEM_PROC_H

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/// Reads the start of a file of proc(5), whose path is `format` as for printf(3). Returns false if it cannot be read.
__attribute__((format(printf, 3, 4))) static inline bool read_start(char *text, size_t size, const char *format, ...) {
  char path[64];
  va_list values;
  va_start(values, format);
  vsnprintf(path, sizeof path, format, values);
  va_end(values);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file == -1) return false;
  ssize_t length = read(file, text, size - 1);
  close(file);
  text[length > 0 ? length : 0] = '\0';
  return length > 0;
}

/// The next number among the names in a folder; 0 at its end.
static inline pid_t next_number(DIR *folder) {
  struct dirent *entry;
  while ((entry = readdir(folder)) != NULL) {
    if (isdigit((unsigned char)entry->d_name[0])) return atoi(entry->d_name);
  }
  return 0;
}

struct facts {
  char state;
  pid_t parent, group, session;
  /// The controlling terminal, 0 for none, and its foreground group.
  dev_t terminal;
  pid_t foreground;
  /// When the process or the thread began, in ticks since boot.
  unsigned long long start;
};

/// Reads the facts of a thread, or of a process if `thread` is its number.
static inline bool find_facts(pid_t process, pid_t thread, struct facts *facts) {
  char text[512];
  if (!read_start(text, sizeof text, "/proc/%d/task/%d/stat", process, thread)) return false;
  // A process name may contain parentheses.
  char *end = strrchr(text, ')');
  int terminal;
  if (end == NULL ||
      sscanf(end, ") %c %d %d %d %d %d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu", &facts->state,
             &facts->parent, &facts->group, &facts->session, &terminal, &facts->foreground, &facts->start) != 7) {
    return false;
  }
  facts->terminal = (unsigned)terminal;
  return true;
}

struct rights {
  uid_t real, user;
  gid_t group;
};

/// Reads the real and the effective user of a process, and its effective group. Who owns its files says less: they are
/// root's where a process cannot be dumped.
static inline bool find_rights(pid_t process, struct rights *rights) {
  char text[4096];
  if (!read_start(text, sizeof text, "/proc/%d/status", process)) return false;
  const char *user = strstr(text, "\nUid:"), *group = strstr(text, "\nGid:");
  return user != NULL && group != NULL && sscanf(user, "\nUid: %u %u", &rights->real, &rights->user) == 2 &&
         sscanf(group, "\nGid: %*u %u", &rights->group) == 1;
}

static inline DIR *open_threads(pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", process);
  return opendir(path);
}

#endif
