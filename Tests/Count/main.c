// Counts what a program does on a terminal, from wait to wait. It is traced, and gets the next key at the moment when
// it begins to wait: so no number depends on how fast the machine is.
//
//     count [-a] [-g FOLDER FUNCTION] KEYS PROGRAM [ARGUMENT ...]
//
// A row for the first frame; two for each key, up to its echo and from there to the settled picture; one for what
// follows in a pause, and one for a moment in which nothing happens. The columns: writes to the terminal and their
// bytes, reads from it, polls, looks at its modes, and other system calls, without those for memory. -a has those too,
// and then page faults and instructions, which a counter of the processor gives, or with -g callgrind: it writes into
// FOLDER, a part each time that the program calls FUNCTION to wait. For KEYS "-" there is no terminal and one row, of
// all that the program does; its answer is thrown away.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  long writes, bytes, reads, polls, looks, others, memory;
} Calls;

enum { before_frame, before_keys, before_echo, after_echo, in_pause, idle };

static struct {
  const char *keys, *folder, *function, *tty;
  bool has_all;
  pid_t pid;
  int terminal, counter;
  int stage, key, part;
  long unread, faults;
  long long instructions;
  Calls calls;
} run = {.counter = -1};

static void die(const char *what) {
  fprintf(stderr, "count: %s: %s\n", what, strerror(errno));
  if (run.pid > 0) kill(run.pid, SIGKILL);
  exit(EXIT_FAILURE);
}

// The instructions of one part that callgrind has written; negative if it is not there.
static long long part_total(const char *path) {
  FILE *file = fopen(path, "re");
  char line[4096];
  long long total = -1, found;
  while (file != NULL && fgets(line, sizeof line, file) != NULL) {
    if (sscanf(line, "totals: %lld", &found) == 1) total = found;
  }
  if (file != NULL) fclose(file);
  return total;
}

// The instructions so far; negative if nobody counts them.
static long long instructions(bool is_over) {
  static long long sum;
  if (run.folder == NULL) return run.counter < 0 || read(run.counter, &sum, sizeof sum) != sizeof sum ? -1 : sum;
  char path[4096];
  for (long long total;; run.part++, sum += total) {
    snprintf(path, sizeof path, "%s/part.%d", run.folder, run.part + 1);
    if ((total = part_total(path)) < 0) break;
  }
  snprintf(path, sizeof path, "%s/part", run.folder);
  if (is_over && part_total(path) >= 0) sum += part_total(path);
  return sum;
}

static long page_faults(void) {
  char path[64], text[1024] = "";
  snprintf(path, sizeof path, "/proc/%d/stat", run.pid);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  long faults = -1;
  if (file >= 0 && read(file, text, sizeof text - 1) > 0) {
    sscanf(strrchr(text, ')'), ") %*c %*d %*d %*d %*d %*d %*u %ld", &faults);
  }
  close(file);
  return faults;
}

static void print_row(const char *what, bool is_over) {
  Calls calls = run.calls;
  bool is_timed = run.stage == in_pause, is_first = run.stage == before_frame;
  printf("%-18s %6ld %6ld %6ld", what, calls.writes, calls.bytes, calls.reads);
  // How often it looks in a second depends on the time of a key, and what it reads at the start on the machine.
  if (is_timed && !run.has_all) printf(" %6s %6s", "-", "-"); else printf(" %6ld %6ld", calls.polls, calls.looks);
  if (is_first && !run.has_all) printf(" %6s", "-"); else printf(" %6ld", calls.others);
  if (run.has_all) {
    long long now = instructions(is_over);
    long faults = is_over ? run.faults : page_faults();
    printf(" %6ld %6ld ", calls.memory, faults - run.faults);
    if (now < 0) printf("%9s", "-"); else printf("%9lld", now - run.instructions);
    run.instructions = now;
    run.faults = faults;
  }
  puts("");
  run.calls = (Calls){0};
}

static void send_key(void) {
  if (write(run.terminal, &run.keys[run.key], 1) != 1) die("write");
  run.unread++;
  run.stage = before_echo;
}

static void print_key(const char *part) {
  char name[32], key = run.keys[run.key];
  snprintf(name, sizeof name, key == 0x7F ? "Backspace %s" : "%2$c %1$s", part, key);
  print_row(name, false);
}

// Ends the program's wait. Returns whether everything has been seen. -1 nanoseconds is for ever.
static bool is_over_at_wait(int64_t nanoseconds) {
  bool is_long = nanoseconds < 0 || nanoseconds >= 1000000000;
  switch (run.stage) {
  case before_frame:
    if (run.calls.writes == 0) break;
    print_row("first frame", false);
    run.stage = before_keys;
    // Nothing may be left to do.
    __attribute__((fallthrough));
  case before_keys:
    if (!is_long) break;
    run.calls = (Calls){0};
    run.faults = page_faults();
    run.instructions = instructions(false);
    if (run.keys[0] == '\0') return true;
    send_key();
    break;
  case before_echo:
    if (run.calls.writes == 0 && nanoseconds == 0) break;
    print_key("echo");
    run.stage = after_echo;
    if (nanoseconds == 0) break;
    __attribute__((fallthrough));
  case after_echo:
    if (nanoseconds == 0) break;
    if (run.calls.polls > 0) print_key("settled");
    if (run.keys[++run.key] != '\0') {
      send_key();
      break;
    }
    run.stage = in_pause;
    __attribute__((fallthrough));
  case in_pause:
    if (nanoseconds < 0) return true;
    if (!is_long) break;
    print_row("pause", false);
    run.stage = idle;
    break;
  case idle:
    print_row("idle", false);
    return true;
  }
  return false;
}

static bool is_terminal(uint64_t descriptor) {
  char path[64], target[256];
  snprintf(path, sizeof path, "/proc/%d/fd/%d", run.pid, (int)descriptor);
  ssize_t length = readlink(path, target, sizeof target - 1);
  if (length < 0) return false;
  target[length] = '\0';
  return strcmp(target, "/dev/tty") == 0 || strcmp(target, run.tty) == 0;
}

// The time of a poll with a struct timespec; -1 for ever.
static int64_t time_at(uint64_t address) {
  struct timespec time;
  struct iovec here = {&time, sizeof time}, there = {(void *)(uintptr_t)address, sizeof time};
  if (address == 0 || process_vm_readv(run.pid, &here, 1, &there, 1, 0) != sizeof time) return -1;
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// The count to which the result of the current call is added.
static long *awaited;

// Notes a system call that begins. Returns whether everything has been seen.
static bool is_over_at_call(uint64_t number, const uint64_t *arguments) {
  Calls *calls = &run.calls;
  awaited = NULL;
  switch (number) {
  case SYS_write:
  case SYS_writev:
    if (!is_terminal(arguments[0])) break;
    calls->writes++;
    awaited = &run.calls.bytes;
    return false;
  case SYS_read:
    if (!is_terminal(arguments[0])) break;
    calls->reads++;
    awaited = &run.unread;
    // A program that does not poll waits here.
    return run.unread == 0 && is_over_at_wait(-1);
  case SYS_ioctl:
    if (arguments[1] != TCGETS || !is_terminal(arguments[0])) break;
    calls->looks++;
    return false;
#ifdef SYS_poll
  case SYS_poll:
    calls->polls++;
    return is_over_at_wait((int)arguments[2] < 0 ? -1 : (int64_t)(int)arguments[2] * 1000000);
#endif
  case SYS_ppoll:
    calls->polls++;
    return is_over_at_wait(time_at(arguments[2]));
  case SYS_brk:
  case SYS_mmap:
  case SYS_munmap:
  case SYS_mremap:
  case SYS_mprotect:
    calls->memory++;
    return false;
  }
  calls->others++;
  return false;
}

// Counts the program's instructions from its start, if the processor can.
static void open_counter(void) {
  struct perf_event_attr counted = {.type = PERF_TYPE_HARDWARE, .config = PERF_COUNT_HW_INSTRUCTIONS,
                                    .size = sizeof counted, .disabled = 1, .enable_on_exec = 1,
                                    .exclude_kernel = 1, .exclude_hv = 1};
  run.counter = (int)syscall(SYS_perf_event_open, &counted, run.pid, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

// Follows the program until everything has been seen, or it ends.
static void follow(void) {
  for (int passed = 0, status;;) {
    if (ptrace(PTRACE_SYSCALL, run.pid, NULL, passed) != 0) die("ptrace");
    if (waitpid(run.pid, &status, __WALL) != run.pid) die("waitpid");
    if (!WIFSTOPPED(status)) die("the program has ended");
    passed = 0;
    if (status >> 8 == (SIGTRAP | PTRACE_EVENT_EXIT << 8)) {
      if (strcmp(run.keys, "-") != 0) die("the program ends");
      run.faults = 0;
      return;
    }
    if (status >> 16 != 0) continue;
    if (WSTOPSIG(status) != (SIGTRAP | 0x80)) {
      passed = WSTOPSIG(status);
      continue;
    }
    struct __ptrace_syscall_info info;
    if (ptrace(PTRACE_GET_SYSCALL_INFO, run.pid, sizeof info, &info) <= 0) die("ptrace");
    if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
      if (is_over_at_call(info.entry.nr, info.entry.args)) return;
    } else if (awaited != NULL && info.exit.rval > 0) {
      *awaited += awaited == &run.unread ? -info.exit.rval : info.exit.rval;
    }
  }
}

// Another process reads the program's output, because the program may have to wait for that.
static pid_t drain(void) {
  pid_t pid = fork();
  char bytes[65536];
  if (pid == 0) {
    while (read(run.terminal, bytes, sizeof bytes) > 0) continue;
    _exit(0);
  }
  return pid;
}

int main(int count, char *arguments[]) {
  int next = 1;
  if (next < count && strcmp(arguments[next], "-a") == 0) {
    run.has_all = true;
    next++;
  }
  if (next + 2 < count && strcmp(arguments[next], "-g") == 0) {
    run.folder = arguments[next + 1];
    run.function = arguments[next + 2];
    next += 3;
  }
  if (next + 1 >= count) {
    fputs("usage: count [-a] [-g FOLDER FUNCTION] KEYS PROGRAM [ARGUMENT ...]\n", stderr);
    return 2;
  }
  run.keys = arguments[next];
  bool has_terminal = strcmp(run.keys, "-") != 0;
  run.terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (run.terminal < 0 || grantpt(run.terminal) != 0 || unlockpt(run.terminal) != 0) die("pseudo-terminal");
  run.tty = ptsname(run.terminal);
  ioctl(run.terminal, TIOCSWINSZ, &(struct winsize){.ws_row = 24, .ws_col = 80});
  int tty = open(run.tty, O_RDWR | O_NOCTTY | O_CLOEXEC);
  pid_t drainer = drain();

  run.pid = fork();
  if (run.pid < 0 || drainer < 0) die("fork");
  if (run.pid == 0) {
    setsid();
    for (int descriptor = 0; has_terminal && descriptor <= 2; descriptor++) dup2(tty, descriptor);
    if (has_terminal) ioctl(0, TIOCSCTTY, 0); else dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), 1);
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    raise(SIGSTOP);
    if (run.folder == NULL) execv(arguments[next + 1], arguments + next + 1);
    char file[4096], function[256];
    snprintf(file, sizeof file, "--callgrind-out-file=%s/part", run.folder);
    snprintf(function, sizeof function, "--dump-before=%s", run.function);
    char *valgrind[count + 8], **word = valgrind;
    *word++ = "valgrind";
    *word++ = "--tool=callgrind";
    *word++ = "--vgdb=no";
    *word++ = "--quiet";
    *word++ = "--log-file=/dev/null";
    *word++ = file;
    *word++ = function;
    memcpy(word, arguments + next + 1, (size_t)(count - next) * sizeof *word);
    execvp(valgrind[0], valgrind);
    _exit(127);
  }
  int status;
  if (waitpid(run.pid, &status, __WALL) != run.pid) die("waitpid");
  long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEEXEC | PTRACE_O_TRACEEXIT | PTRACE_O_EXITKILL;
  if (ptrace(PTRACE_SETOPTIONS, run.pid, NULL, options) != 0) die("ptrace");
  if (run.folder == NULL && run.has_all) open_counter();

  printf("%-18s %6s %6s %6s %6s %6s %6s", "", "writes", "bytes", "reads", "polls", "looks", "others");
  puts(run.has_all ? " memory faults instructions" : "");
  follow();
  if (!has_terminal) {
    print_row("all", true);
  }
  ptrace(PTRACE_DETACH, run.pid, NULL, NULL);
  kill(run.pid, SIGKILL);
  kill(drainer, SIGKILL);
  while (wait(NULL) > 0) continue;
  return EXIT_SUCCESS;
}
