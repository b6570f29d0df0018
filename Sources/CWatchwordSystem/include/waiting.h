#ifndef CSYSTEM_WAITING_H
#define CSYSTEM_WAITING_H

#include <stdbool.h>
#include <sys/types.h>

/// What the processes of a group do with a terminal.
enum {
  WW_GROUP_WORKS = 0,
  /// A thread waits for input from the terminal.
  WW_GROUP_READS = 1,
  /// All processes of the group sleep, and what one of them waits for cannot be seen.
  WW_GROUP_SLEEPS = 2,
};

/// Who waits for a line of a terminal.
typedef struct ww_reader {
  /// The process and its thread. Of a group that cannot be looked at, a process that cannot, or 0, and no thread.
  pid_t process, thread;
  /// When the process and its thread began, in ticks since boot. If there is no thread, when the group's leader began.
  unsigned long long start, thread_start;
  /// The file that runs; both 0 if it cannot be seen.
  dev_t device;
  ino_t inode;
  /// How often the thread, or all threads of the group together, have waited. While this stands still, the reader has
  /// not woken.
  unsigned long long waits;
  /// How often the thread has written, to whatever.
  unsigned long long writes;
  /// Whether `waits` and `writes` are known.
  bool counts_waits, counts_writes;
  /// Whether the thread waits in poll(2), select(2), epoll(7) or their relatives, and reads afterwards, if at all.
  bool polls;
  /// Whether the process is the only one of the group that cannot be looked at, runs as another user or group than its
  /// parent, and has no child in the group. A set-user-ID program that asks is such a process; one that waits for its
  /// command is not.
  bool is_alone;
} ww_reader;

/// What the process group `group` does with the terminal of this number, as read(2), poll(2), select(2), epoll_wait(2)
/// and their relatives show in proc(5). The calls of set-user-ID programs cannot be seen, except by root. Sets `reader`
/// unless the group works.
int ww_group_look(pid_t group, dev_t terminal, ww_reader *reader);

/// What became of an answer.
enum {
  /// The answer is not read yet, and the reader is still there.
  WW_ANSWER_WAITS = 0,
  WW_ANSWER_READ = 1,
  /// The reader ended or left the foreground without reading it, and it was flushed.
  WW_ANSWER_DROPPED = 2,
};

/// Follows an answer to a process that polls, up to `milliseconds`; the first `arrival` of these it may need to arrive.
/// `terminal` is our side of its terminal, `other` a descriptor of the other side, `group` the process group that
/// asked.
int ww_answer_follow(int terminal, int other, pid_t process, pid_t group, int milliseconds, int arrival);

#endif
