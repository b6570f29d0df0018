// The driver of `make bench`: runs two programs on pseudo-terminals, turn and turn about, and prints how the
// second compares with the first. Then the program as a pinentry beside Debian's, if that is installed.
//
//     bench PEER PROGRAM [ARGUMENT ...]
//
// All times are taken on this side of the terminal, with CLOCK_MONOTONIC: what counts is when the last byte of an
// answer can be drawn, and an answer is over when nothing more comes for a while.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { starts = 60, keys = 2000, pastes = 9, rounds = 9, idle_seconds = 3, longest_text = 8 };

// Silences, in milliseconds, that end an answer. A key's answer comes in one go, a start or a paste may not.
enum { key_silence = 3, frame_silence = 60, patience = 5000 };

enum { peer, ours, programs };

typedef struct {
  char *const *arguments;
  bool is_pinentry; // draws when gpg-agent asks for a passphrase
} Program;

typedef struct {
  pid_t pid;
  int terminal, tty, agent;
  double *started; // written by the child just before exec, in milliseconds
} Run;

typedef struct {
  double first; // when its first bytes came, in milliseconds; negative when nothing came
  double at; // when its last byte came
  long bytes;
} Answer;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void die(const char *what) {
  fprintf(stderr, "bench: %s: %s\n", what, strerror(errno));
  exit(EXIT_FAILURE);
}

// Sends what gpg-agent sends before a passphrase, all at once, and reads no answer.
static void ask(int agent, const char *tty) {
  dprintf(agent, "OPTION ttyname=%s\nOPTION ttytype=xterm-256color\nOPTION lc-ctype=C.UTF-8\n"
          "SETDESC Please enter the passphrase\nSETPROMPT Passphrase:\nGETPIN\n", tty);
}

// Starts a program on a terminal of its own, of 80 columns and 24 rows; a pinentry beside one, with a pipe to it.
static Run start(Program program) {
  Run run = {.terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), .agent = -1};
  if (run.terminal < 0 || grantpt(run.terminal) != 0 || unlockpt(run.terminal) != 0) die("pseudo-terminal");
  ioctl(run.terminal, TIOCSWINSZ, &(struct winsize){.ws_row = 24, .ws_col = 80});
  run.tty = open(ptsname(run.terminal), O_RDWR | O_NOCTTY | O_CLOEXEC);
  int ends[] = {-1, -1}, answers = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (program.is_pinentry && pipe2(ends, O_CLOEXEC) != 0) die("pipe");
  run.agent = ends[1];
  run.started = mmap(NULL, sizeof *run.started, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (run.started == MAP_FAILED) die("mmap");
  run.pid = fork();
  if (run.pid < 0) die("fork");
  if (run.pid == 0) {
    setsid();
    dup2(program.is_pinentry ? ends[0] : run.tty, 0);
    for (int descriptor = 1; descriptor <= 2; descriptor++) {
      dup2(program.is_pinentry ? answers : run.tty, descriptor);
    }
    if (!program.is_pinentry) ioctl(0, TIOCSCTTY, 0);
    *run.started = now();
    execv(program.arguments[0], program.arguments);
    _exit(127);
  }
  close(answers);
  if (program.is_pinentry) {
    close(ends[0]);
    ask(run.agent, ptsname(run.terminal));
  }
  return run;
}

static void stop(Run run) {
  kill(run.pid, SIGKILL);
  waitpid(run.pid, NULL, 0);
  close(run.terminal);
  close(run.tty);
  if (run.agent >= 0) close(run.agent);
  munmap(run.started, sizeof *run.started);
}

// Reads what the program writes until it was silent for `silence` after its first byte.
static Answer answer(Run run, int silence) {
  Answer answer = {.first = -1, .at = -1};
  struct pollfd terminal = {.fd = run.terminal, .events = POLLIN};
  while (poll(&terminal, 1, answer.bytes == 0 ? patience : silence) > 0) {
    char bytes[65536];
    ssize_t count = read(run.terminal, bytes, sizeof bytes);
    if (count <= 0) break;
    answer.at = now();
    if (answer.bytes == 0) answer.first = answer.at;
    answer.bytes += count;
  }
  return answer;
}

static void send(Run run, const char *bytes, size_t count) {
  if (write(run.terminal, bytes, count) != (ssize_t)count) die("write");
}

// The number after a name in a file of /proc; negative if it cannot be had.
static long number(const char *path, const char *name) {
  FILE *file = fopen(path, "re");
  long value = -1;
  char line[256];
  while (file != NULL && fgets(line, sizeof line, file) != NULL) {
    if (strncmp(line, name, strlen(name)) == 0) value = strtol(line + strlen(name), NULL, 10);
  }
  if (file != NULL) fclose(file);
  return value;
}

static long process_number(Run run, const char *file, const char *name) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", run.pid, file);
  return number(path, name);
}

// How often the program's threads have gone to sleep so far, each to be woken again.
static long sleeps(Run run) {
  char folder[64];
  snprintf(folder, sizeof folder, "/proc/%d/task", run.pid);
  DIR *tasks = opendir(folder);
  long sum = 0;
  for (struct dirent *task; tasks != NULL && (task = readdir(tasks)) != NULL;) {
    if (task->d_name[0] == '.') continue;
    char path[512];
    snprintf(path, sizeof path, "%s/%s/status", folder, task->d_name);
    sum += number(path, "voluntary_ctxt_switches:");
  }
  if (tasks != NULL) closedir(tasks);
  return sum;
}

static int ascending(const void *a, const void *b) {
  double difference = *(const double *)a - *(const double *)b;
  return (difference > 0) - (difference < 0);
}

// Sorts the values and returns the one below which the given share of them lies.
static double quantile(double *values, int count, double share) {
  qsort(values, (size_t)count, sizeof *values, ascending);
  return values[(int)(share * (count - 1) + 0.5)];
}

// The limit of a value: none, the peer's value times a factor, or a number.
typedef struct {
  enum { no_aim, ratio_at_most, at_most } kind;
  double bound;
} Aim;

static void row(const char *what, const double values[programs], const char *unit, Aim aim) {
  double ratio = values[ours] / values[peer];
  printf("%-34s %9.5g %9.5g %-6s", what, values[peer], values[ours], unit);
  if (values[peer] > 0) printf("%6.2f", ratio); else printf("%6s", "");
  if (aim.kind != no_aim) {
    bool met = (aim.kind == ratio_at_most ? ratio : values[ours]) <= aim.bound;
    printf("   %s <= %g%s", aim.kind == ratio_at_most ? "ratio" : "value", aim.bound, met ? "" : "  MISSED");
  }
  puts("");
  fflush(stdout);
}

static void heading(const char *other) {
  printf("%-34s %9s %9s %-6s%6s   %s\n", "", other, "watchword", "", "ratio", "aim");
}

// Starts both programs, and waits for their first frames.
static void begin(const Program commands[programs], Run runs[programs]) {
  for (int program = 0; program < programs; program++) {
    runs[program] = start(commands[program]);
    answer(runs[program], frame_silence);
  }
}

static void measure_starts(const Program commands[programs]) {
  static double times[programs][starts];
  for (int i = 0; i < starts; i++) {
    for (int program = 0; program < programs; program++) {
      Run run = start(commands[program]);
      double at = answer(run, frame_silence).at;
      if (at < 0) {
        fprintf(stderr, "bench: %s: draws nothing\n", commands[program].arguments[0]);
        exit(EXIT_FAILURE);
      }
      times[program][i] = at - *run.started;
      stop(run);
    }
  }
  double median[programs], best[programs];
  for (int program = 0; program < programs; program++) {
    median[program] = quantile(times[program], starts, 0.5);
    best[program] = quantile(times[program], starts, 0);
  }
  row("exec to first frame, median", median, "ms", (Aim){ratio_at_most, 1.3});
  row("exec to first frame, best", best, "ms", (Aim){.kind = no_aim});
}

// Types up to a short text and back, so that no key changes the level.
static void measure_keys(const Run runs[programs]) {
  static double echoes[programs][keys], times[programs][keys], bytes[programs][keys];
  for (int i = 0; i < keys; i++) {
    bool typing = i % (2 * longest_text) < longest_text;
    char key = typing ? (char)('a' + i % 26) : 0x7F;
    for (int program = 0; program < programs; program++) {
      double sent = now();
      send(runs[program], &key, 1);
      Answer echo = answer(runs[program], key_silence);
      echoes[program][i] = echo.at < 0 ? patience : echo.first - sent;
      times[program][i] = echo.at < 0 ? patience : echo.at - sent;
      bytes[program][i] = (double)echo.bytes;
    }
  }
  double echo[programs], median[programs], tail[programs], written[programs], most[programs];
  for (int program = 0; program < programs; program++) {
    echo[program] = 1e3 * quantile(echoes[program], keys, 0.5);
    tail[program] = 1e3 * quantile(echoes[program], keys, 0.99);
    median[program] = 1e3 * quantile(times[program], keys, 0.5);
    written[program] = quantile(bytes[program], keys, 0.5);
    most[program] = quantile(bytes[program], keys, 1);
  }
  row("key to echo, median", echo, "us", (Aim){ratio_at_most, 1.15});
  row("key to echo, 99 %", tail, "us", (Aim){ratio_at_most, 1.15});
  row("key to last byte, median", median, "us", (Aim){.kind = no_aim});
  row("written per key, median", written, "bytes", (Aim){at_most, 40});
  row("written per key, most", most, "bytes", (Aim){.kind = no_aim});
}

// Types the text whose guesses take longest to estimate of all that were found, several times, and takes the key that
// is slow every time: one that is slow once was disturbed by another program.
static void measure_slowest_text(const Run runs[programs]) {
  static const char text[] = "1212121212!1212121212!2121212!22121212121!121212";
  enum { length = sizeof text - 1 };
  static double times[programs][length][rounds];
  for (int round = 0; round < rounds; round++) {
    for (int i = 0; i < 2 * length; i++) {
      for (int program = 0; program < programs; program++) {
        double sent = now();
        send(runs[program], i < length ? &text[i] : "\177", 1);
        Answer echo = answer(runs[program], key_silence);
        if (i < length) times[program][i][round] = echo.at < 0 ? patience : echo.at - sent;
      }
    }
  }
  double slowest[programs] = {0};
  for (int program = 0; program < programs; program++) {
    for (int i = 0; i < length; i++) {
      double median = 1e3 * quantile(times[program][i], rounds, 0.5);
      if (median > slowest[program]) slowest[program] = median;
    }
  }
  row("slowest text, slowest key", slowest, "us", (Aim){at_most, 1000});
}

static void measure_idleness(const Run runs[programs]) {
  double before[programs], woken[programs];
  // In the second after a key it checks the terminal's modes ten times, then once a second.
  sleep(1);
  for (int program = 0; program < programs; program++) before[program] = (double)sleeps(runs[program]);
  sleep(idle_seconds);
  for (int program = 0; program < programs; program++) {
    woken[program] = (double)sleeps(runs[program]) - before[program];
  }
  row("wake-ups in 3 idle seconds", woken, "", (Aim){at_most, idle_seconds});
}

static void measure_memory(const Run runs[programs]) {
  double peak[programs];
  for (int program = 0; program < programs; program++) {
    peak[program] = (double)process_number(runs[program], "status", "VmHWM:") / 1024;
  }
  row("peak resident memory", peak, "MiB", (Aim){at_most, 8.5});
}

// Pastes `length` characters into a new form, and returns the median times to the ends of its answers, in milliseconds.
// The peer knows no bracketed paste, so it gets only the characters.
static void measure_paste(const Program commands[programs], int length, double median[programs]) {
  char text[programs][8192];
  snprintf(text[peer], sizeof text[peer], "%0*d", length, 0);
  snprintf(text[ours], sizeof text[ours], "\033[200~%s\033[201~", text[peer]);
  double times[programs][pastes], reads[programs][pastes], writes[programs][pastes];
  for (int i = 0; i < pastes; i++) {
    for (int program = 0; program < programs; program++) {
      Run run = start(commands[program]);
      answer(run, frame_silence);
      long reads_before = process_number(run, "io", "syscr:");
      long writes_before = process_number(run, "io", "syscw:");
      double sent = now();
      send(run, text[program], strlen(text[program]));
      times[program][i] = answer(run, frame_silence).at - sent;
      reads[program][i] = (double)(process_number(run, "io", "syscr:") - reads_before);
      writes[program][i] = (double)(process_number(run, "io", "syscw:") - writes_before);
      stop(run);
    }
  }
  double taken[programs], given[programs];
  for (int program = 0; program < programs; program++) {
    median[program] = quantile(times[program], pastes, 0.5);
    taken[program] = quantile(reads[program], pastes, 0.5);
    given[program] = quantile(writes[program], pastes, 0.5);
  }
  char what[64];
  snprintf(what, sizeof what, "paste of %d characters", length);
  row(what, median, "ms", (Aim){.kind = no_aim});
  // One of the terminal, and one for each of the two pictures, which are gathered in memory.
  row("  reads for it", taken, "", (Aim){at_most, 3});
  row("  writes for it", given, "", (Aim){.kind = no_aim});
}

int main(int argc, char *argv[]) {
  if (argc < 3) {
    fputs("usage: bench PEER PROGRAM [ARGUMENT ...]\n", stderr);
    return 2;
  }
  signal(SIGPIPE, SIG_IGN);
  setenv("TERM", "xterm-256color", 1);
  setenv("LC_ALL", "C.UTF-8", 1);
  unsetenv("COLORTERM");
  unsetenv("NO_COLOR");

  char *alone[] = {argv[1], NULL};
  Program commands[programs] = {{.arguments = alone}, {.arguments = argv + 2}};
  // A paste changes the level, and an animation would count as part of the answer.
  char *still[argc];
  memcpy(still, argv + 2, (size_t)(argc - 2) * sizeof *still);
  still[argc - 2] = "--no-animation";
  still[argc - 1] = NULL;
  Program still_commands[programs] = {{.arguments = alone}, {.arguments = still}};

  heading("peer");
  measure_starts(commands);
  Run runs[programs];
  begin(commands, runs);
  measure_keys(runs);
  measure_idleness(runs);
  measure_memory(runs);
  for (int program = 0; program < programs; program++) stop(runs[program]);

  double short_paste[programs], long_paste[programs], growth[programs];
  begin(still_commands, runs);
  measure_slowest_text(runs);
  for (int program = 0; program < programs; program++) stop(runs[program]);
  measure_paste(still_commands, 1000, short_paste);
  measure_paste(still_commands, 4000, long_paste);
  for (int program = 0; program < programs; program++) growth[program] = long_paste[program] / short_paste[program];
  row("4,000 pasted against 1,000", growth, "times", (Aim){at_most, 4});

  char *debian[] = {"/usr/bin/pinentry-curses", NULL}, *pinentry[] = {argv[2], "pinentry", NULL};
  if (access(debian[0], X_OK) != 0) return EXIT_SUCCESS;
  Program pinentries[programs] = {{debian, true}, {pinentry, true}};
  puts("\nAs a pinentry");
  heading("debian's");
  measure_starts(pinentries);
  begin(pinentries, runs);
  measure_keys(runs);
  for (int program = 0; program < programs; program++) stop(runs[program]);
  return EXIT_SUCCESS;
}
