// Counts what a program does on a terminal, from wait to wait. It is traced, and gets the next key at the moment when
// it begins to wait: so no number depends on how fast the machine is.
//
//     count [-a] [-g FOLDER FUNCTION | -l] KEYS PROGRAM [ARGUMENT ...]
//
// A row for the first frame; two for each key, up to its echo and from there to the settled picture; one for what
// follows in a pause, and one for a moment in which nothing happens. The columns: writes to the terminal and their
// bytes, reads from it, polls, looks at its modes, and other system calls, without those for memory. -a has those too,
// and then page faults and instructions, which a counter of the processor gives, or with -g callgrind: it writes into
// FOLDER, a part each time that the program calls FUNCTION to wait. -l runs the program in valgrind's lackey, which
// names each address that it reads or writes, and adds how many lines of cache (64 bytes) and pages (4,096 bytes)
// these are: of code, then of data. For KEYS "-" there is no terminal and one row, of all that the program does; its
// answer is thrown away.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
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

// A shorter wait is no pause: it only lets the kernel hand on what was written.
enum { shortest_pause = 1000000 };

enum { lowest_of_valgrind = 256 };

static struct {
  const char *keys, *folder, *function, *tty;
  bool has_all, has_lines;
  pid_t pid;
  int terminal, counter, trace;
  int stage, key, part;
  long unread, faults;
  long long instructions;
  Calls calls;
} run = {.counter = -1, .trace = -1};

static void die(const char *what) {
  fprintf(stderr, "count: %s: %s\n", what, strerror(errno));
  if (run.pid > 0) kill(run.pid, SIGKILL);
  exit(EXIT_FAILURE);
}

// Different numbers: those of the lines or the pages of some addresses.
typedef struct {
  int shift;
  long count;
  uint64_t last, *slots; // each number with 1 added, since 0 is a free slot
} Set;

enum { slot_bits = 20, slots = 1 << slot_bits };

enum { code_lines, code_pages, data_lines, data_pages, sets };

static Set touched[sets] = {{.shift = 6}, {.shift = 12}, {.shift = 6}, {.shift = 12}};

static void touch(Set *set, uint64_t address, uint64_t size) {
  for (uint64_t number = address >> set->shift; number <= (address + size - 1) >> set->shift; number++) {
    if (set->last == number + 1) continue;
    set->last = number + 1;
    uint64_t slot = number * 0x9E3779B97F4A7C15 >> (64 - slot_bits);
    while (set->slots[slot] != 0 && set->slots[slot] != number + 1) slot = (slot + 1) % slots;
    if (set->slots[slot] != 0) continue;
    set->slots[slot] = number + 1;
    if (++set->count > slots / 2) die("more was touched than can be counted");
  }
}

static void forget_touched(void) {
  for (Set *set = touched; set < touched + sets; set++) {
    free(set->slots);
    set->slots = calloc(slots, sizeof *set->slots);
    if (set->slots == NULL) die("calloc");
    set->last = 0;
    set->count = 0;
  }
}

// Notes one line of lackey's: I (an instruction), L (load), S (store) or M (both), and then "04001000,3".
static void note_access(const char *line) {
  const char *kind = line + (line[0] == ' ');
  if (strchr("ILSM", kind[0]) == NULL || kind[1] != ' ') return;
  char *end;
  uint64_t address = strtoull(kind + 1, &end, 16), size = *end == ',' ? strtoull(end + 1, NULL, 10) : 0;
  if (size == 0) return;
  bool is_code = kind[0] == 'I';
  touch(&touched[is_code ? code_lines : data_lines], address, size);
  touch(&touched[is_code ? code_pages : data_pages], address, size);
}

static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER;

// Reads all that lackey has written. It writes line by line, so nothing of what the program did before a system call
// is still to come.
static void read_trace(void) {
  static char text[1 << 16];
  static size_t length;
  pthread_mutex_lock(&reading);
  for (ssize_t more; (more = read(run.trace, text + length, sizeof text - 1 - length)) > 0;) {
    length += (size_t)more;
    char *line = text;
    for (char *end; (end = memchr(line, '\n', (size_t)(text + length - line))) != NULL; line = end + 1) {
      *end = '\0';
      note_access(line);
    }
    length -= (size_t)(line - text);
    memmove(text, line, length);
  }
  pthread_mutex_unlock(&reading);
}

// Reads the trace while the program runs, which would have to wait once the pipe is full. It looks into the pipe from
// time to time: woken by each line, it would slow the program down.
static void *keep_reading(void *unused) {
  for (;; usleep(1000)) read_trace();
  return unused;
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
  if (is_timed && !run.has_all) printf(" %6s", "-"); else printf(" %6ld", calls.polls);
  // Swift's runtime looks at the start, but not in the release.
  if ((is_timed || is_first) && !run.has_all) printf(" %6s", "-"); else printf(" %6ld", calls.looks);
  if (is_first && !run.has_all) printf(" %6s", "-"); else printf(" %6ld", calls.others);
  if (run.has_all) {
    long long now = instructions(is_over);
    long faults = is_over ? run.faults : page_faults();
    printf(" %6ld %6ld ", calls.memory, faults - run.faults);
    if (now < 0) printf("%9s", "-"); else printf("%9lld", now - run.instructions);
    run.instructions = now;
    run.faults = faults;
  }
  if (run.has_lines) {
    read_trace();
    for (Set *set = touched; set < touched + sets; set++) printf(" %10ld", set->count);
    forget_touched();
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
  bool is_short = nanoseconds >= 0 && nanoseconds < shortest_pause;
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
    if (run.has_lines) {
      read_trace();
      forget_touched();
    }
    if (run.keys[0] == '\0') return true;
    send_key();
    break;
  case before_echo:
    if (run.calls.writes == 0 && is_short) break;
    print_key("echo");
    run.stage = after_echo;
    if (is_short) break;
    __attribute__((fallthrough));
  case after_echo:
    if (is_short) break;
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
    // With lackey, the filter stops the program where a call begins, and the end is of interest only for its result.
    bool stops_at_calls = !run.has_lines || awaited != NULL;
    if (ptrace(stops_at_calls ? PTRACE_SYSCALL : PTRACE_CONT, run.pid, NULL, passed) != 0) die("ptrace");
    if (waitpid(run.pid, &status, __WALL) != run.pid) die("waitpid");
    if (!WIFSTOPPED(status)) die("the program has ended");
    passed = 0;
    if (status >> 8 == (SIGTRAP | PTRACE_EVENT_EXIT << 8)) {
      if (strcmp(run.keys, "-") != 0) die("the program ends");
      run.faults = 0;
      return;
    }
    bool is_filtered = status >> 8 == (SIGTRAP | PTRACE_EVENT_SECCOMP << 8);
    if (status >> 16 != 0 && !is_filtered) continue;
    if (WSTOPSIG(status) != (SIGTRAP | 0x80) && !is_filtered) {
      passed = WSTOPSIG(status);
      continue;
    }
    struct __ptrace_syscall_info info;
    if (ptrace(PTRACE_GET_SYSCALL_INFO, run.pid, sizeof info, &info) <= 0) die("ptrace");
    if (info.op == PTRACE_SYSCALL_INFO_SECCOMP) {
      if (is_over_at_call(info.seccomp.nr, info.seccomp.args)) return;
    } else if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
      if (is_over_at_call(info.entry.nr, info.entry.args)) return;
    } else if (awaited != NULL) {
      if (info.exit.rval > 0) *awaited += awaited == &run.unread ? -info.exit.rval : info.exit.rval;
      awaited = NULL;
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

// From here on, the process stops for its tracer at each system call but one: a write to a high descriptor, as valgrind
// writes its log. There are millions of these.
static void filter_calls(void) {
  struct rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  // valgrind takes descriptors above the limit for its own files.
  files.rlim_cur = lowest_of_valgrind;
  struct sock_filter lines[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 0, 3),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, lowest_of_valgrind, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE),
  };
  struct sock_fprog filter = {.len = sizeof lines / sizeof *lines, .filter = lines};
  if (setrlimit(RLIMIT_NOFILE, &files) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) {
    _exit(127);
  }
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
  } else if (next < count && strcmp(arguments[next], "-l") == 0) {
    run.has_lines = true;
    next++;
  }
  if (next + 1 >= count) {
    fputs("usage: count [-a] [-g FOLDER FUNCTION | -l] KEYS PROGRAM [ARGUMENT ...]\n", stderr);
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
  int trace[2] = {-1, -1};
  if (run.has_lines && pipe(trace) != 0) die("pipe");

  run.pid = fork();
  if (run.pid < 0 || drainer < 0) die("fork");
  if (run.pid == 0) {
    setsid();
    // With one processor the form does a little more for a key's echo: so it counts the same on every machine.
    cpu_set_t all, one;
    CPU_ZERO(&one);
    for (int number = 0; sched_getaffinity(0, sizeof all, &all) == 0 && number < CPU_SETSIZE; number++) {
      if (!CPU_ISSET(number, &all)) continue;
      CPU_SET(number, &one);
      sched_setaffinity(0, sizeof one, &one);
      break;
    }
    for (int descriptor = 0; has_terminal && descriptor <= 2; descriptor++) dup2(tty, descriptor);
    if (has_terminal) ioctl(0, TIOCSCTTY, 0); else dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), 1);
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    raise(SIGSTOP);
    if (run.folder == NULL && !run.has_lines) execv(arguments[next + 1], arguments + next + 1);
    char file[4096], function[256], log[32];
    snprintf(file, sizeof file, "--callgrind-out-file=%s/part", run.folder);
    snprintf(function, sizeof function, "--dump-before=%s", run.function);
    snprintf(log, sizeof log, "--log-fd=%d", trace[1]);
    char *valgrind[count + 8], **word = valgrind;
    *word++ = "valgrind";
    *word++ = run.has_lines ? "--tool=lackey" : "--tool=callgrind";
    *word++ = "--vgdb=no";
    *word++ = "--quiet";
    *word++ = run.has_lines ? log : "--log-file=/dev/null";
    *word++ = run.has_lines ? "--trace-mem=yes" : file;
    if (run.has_lines) filter_calls(); else *word++ = function;
    memcpy(word, arguments + next + 1, (size_t)(count - next) * sizeof *word);
    execvp(valgrind[0], valgrind);
    _exit(127);
  }
  if (run.has_lines) {
    forget_touched();
    run.trace = trace[0];
    close(trace[1]);
    fcntl(run.trace, F_SETFL, O_NONBLOCK);
    fcntl(run.trace, F_SETPIPE_SZ, 1 << 20);
    pthread_t reader;
    if (pthread_create(&reader, NULL, keep_reading, NULL) != 0) die("pthread_create");
  }
  int status;
  if (waitpid(run.pid, &status, __WALL) != run.pid) die("waitpid");
  long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEEXEC | PTRACE_O_TRACEEXIT | PTRACE_O_EXITKILL |
    PTRACE_O_TRACESECCOMP;
  if (ptrace(PTRACE_SETOPTIONS, run.pid, NULL, options) != 0) die("ptrace");
  if (run.folder == NULL && run.has_all) open_counter();

  printf("%-18s %6s %6s %6s %6s %6s %6s", "", "writes", "bytes", "reads", "polls", "looks", "others");
  if (run.has_all) printf(" memory faults instructions");
  puts(run.has_lines ? " code-lines code-pages data-lines data-pages" : "");
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
