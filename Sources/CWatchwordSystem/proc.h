#ifndef CSYSTEM_PROC_H
#define CSYSTEM_PROC_H

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/// Reads the start of a file of proc(5). Returns false if it cannot be read.
static inline bool read_start(const char *path, char *text, size_t size) {
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

/// Reads a file `stat` of a process or a thread.
static inline bool read_facts(const char *path, struct facts *facts) {
  char text[512];
  if (!read_start(path, text, sizeof text)) return false;
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

static inline bool find_facts(pid_t process, struct facts *facts) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  return read_facts(path, facts);
}

#endif
