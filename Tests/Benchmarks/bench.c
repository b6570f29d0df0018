// The driver of `make bench`: runs programs that ask for a password on pseudo-terminals, turn and turn about, and
// prints how they compare. The floor is PEER, a small C program; the arguments are for `PROGRAM new`.
//
//     bench PEER PROGRAM [ARGUMENT ...]
//
// All times are taken on this side of the terminal, with CLOCK_MONOTONIC: what counts is when the first or the last
// byte of an answer can be drawn, and an answer is over when nothing more comes for a while.
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

enum {
  starts = 60, first_keys = 10, keys = 500, keys_when_busy = 200, pastes = 9, rounds = 9, idle_seconds = 3,
  longest_text = 8
};

// Silences, in milliseconds, that end an answer. A key's answer comes in one go, a start or a paste may not.
enum { key_silence = 3, frame_silence = 60, patience = 5000 };

// The time from a key to the next one of the same program, in milliseconds. The caches are cold by then, as they are
// when a person types.
enum { key_distance = 25 };

typedef struct {
  const char *name;
  char *const *arguments;
  bool is_pinentry; // draws when gpg-agent asks for a passphrase
  bool is_inline; // asks where the cursor is, and is answered at once
  bool is_stopped; // on a terminal that takes no output
} Program;

enum { floor_in_c, debian, dialog, whiptail, new, ask, inline_ask, pinentry, programs };

// For the measurements that only compare `new` with the floor.
enum { peer, ours, both };

// What a row of the table says: times in milliseconds, and per key in microseconds; medians.
typedef struct {
  bool is_there;
  double frame, before_write, question, first, last, late, processor, peak, dirty, bytes;
} Figures;

typedef struct {
  pid_t pid;
  int terminal, tty, agent;
  double *started; // written by the child just before exec, in milliseconds
  bool is_inline;
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
static void ask_pin(int agent, const char *tty) {
  dprintf(agent, "OPTION ttyname=%s\nOPTION ttytype=xterm-256color\nOPTION lc-ctype=C.UTF-8\n"
          "SETDESC Please enter the passphrase\nSETPROMPT Passphrase:\nGETPIN\n", tty);
}

// Starts a program on a terminal of its own, of 80 columns and 24 rows; a pinentry beside one, with a pipe to it.
static Run start(Program program) {
  Run run = {
      .terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), .agent = -1, .is_inline = program.is_inline};
  if (run.terminal < 0 || grantpt(run.terminal) != 0 || unlockpt(run.terminal) != 0) die("pseudo-terminal");
  ioctl(run.terminal, TIOCSWINSZ, &(struct winsize){.ws_row = 24, .ws_col = 80});
  run.tty = open(ptsname(run.terminal), O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (program.is_stopped) tcflow(run.tty, TCOOFF);
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
    ask_pin(run.agent, ptsname(run.terminal));
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

// Tells an inline form that the cursor is in the first cell, and that a line of a box takes one column.
static void tell_place(Run run, const char *bytes, size_t count) {
  static const char place[] = "\033[?1;1R\033[2;2R\033[?62c";
  if (!run.is_inline || memmem(bytes, count, "\033[c", 3) == NULL) return;
  if (write(run.terminal, place, sizeof place - 1) < 0) die("write");
}

// Reads what the program writes until it was silent for `silence` after its first byte.
static Answer answer(Run run, int silence) {
  Answer answer = {.first = -1, .at = -1};
  struct pollfd terminal = {.fd = run.terminal, .events = POLLIN};
  while (poll(&terminal, 1, answer.bytes == 0 ? patience : silence) > 0) {
    char bytes[65536];
    ssize_t count = read(run.terminal, bytes, sizeof bytes);
    if (count <= 0) break;
    tell_place(run, bytes, (size_t)count);
    answer.at = now();
    if (answer.bytes == 0) answer.first = answer.at;
    answer.bytes += count;
  }
  return answer;
}

// Sends bytes, and returns when it did. What the program has written unasked, as an animation does, is no answer to
// them, and is read before.
static double send(Run run, const char *bytes, size_t count) {
  struct pollfd terminal = {.fd = run.terminal, .events = POLLIN};
  char unasked[4096];
  while (poll(&terminal, 1, 0) > 0 && read(run.terminal, unasked, sizeof unasked) > 0) continue;
  double sent = now();
  if (write(run.terminal, bytes, count) != (ssize_t)count) die("write");
  return sent;
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

// Starts programs, and waits for their first frames.
static void begin(const Program *commands, Run *runs, int count) {
  for (int program = 0; program < count; program++) {
    if (access(commands[program].arguments[0], X_OK) != 0) continue;
    runs[program] = start(commands[program]);
    answer(runs[program], frame_silence);
  }
}

static void measure_starts(const Program commands[programs], Figures figures[programs]) {
  static double times[programs][starts], questions[starts];
  for (int i = 0; i < starts; i++) {
    for (int program = 0; program < programs; program++) {
      if (!figures[program].is_there) continue;
      Run run = start(commands[program]);
      Answer frame = answer(run, frame_silence);
      double at = frame.at;
      if (run.is_inline) questions[i] = frame.first - *run.started;
      if (at < 0) {
        fprintf(stderr, "bench: %s: draws nothing\n", commands[program].name);
        exit(EXIT_FAILURE);
      }
      times[program][i] = at - *run.started;
      stop(run);
    }
  }
  for (int program = 0; program < programs; program++) {
    figures[program].frame = quantile(times[program], starts, 0.5);
    if (commands[program].is_inline) figures[program].question = quantile(questions, starts, 0.5);
  }
}

// How long a program works up to its first write, which the terminal does not take: a program that writes its picture
// in parts is let go on to its end.
static void measure_work_before_write(const Program commands[programs], Figures figures[programs]) {
  enum { enough = 50000 };
  static double times[programs][starts];
  for (int i = 0; i < starts; i++) {
    for (int program = 0; program < programs; program++) {
      if (program != floor_in_c && program != new) continue;
      Program command = commands[program];
      command.is_stopped = program == new;
      Run run = start(command);
      usleep(enough);
      times[program][i] = (double)process_number(run, "schedstat", "") / 1e6;
      stop(run);
    }
  }
  for (int program = 0; program < programs; program++) {
    figures[program].before_write = quantile(times[program], starts, 0.5);
  }
}

static void sleep_until(double time) {
  double rest = time - now();
  if (rest > 0) usleep((useconds_t)(rest * 1e3));
}

// Types up to a short text and back, so that no key changes the level. The first keys are not timed: they touch code
// and memory for the first time.
static void measure_keys(const Run runs[programs], Figures figures[programs], int keys) {
  double firsts[programs][keys], lasts[programs][keys], bytes[programs][keys];
  double before[programs];
  for (int i = -first_keys; i < keys; i++) {
    double next = now() + key_distance;
    int place = (i + first_keys) % (2 * longest_text);
    char key = place < longest_text ? (char)('a' + (i + first_keys) % 26) : 0x7F;
    for (int program = 0; program < programs; program++) {
      if (!figures[program].is_there) continue;
      if (i == 0) {
        figures[program].peak = (double)process_number(runs[program], "status", "VmHWM:") / 1024;
        figures[program].dirty = (double)process_number(runs[program], "smaps_rollup", "Private_Dirty:");
        before[program] = (double)process_number(runs[program], "schedstat", "");
      }
      double sent = send(runs[program], &key, 1);
      Answer echo = answer(runs[program], key_silence);
      if (i < 0) continue;
      firsts[program][i] = echo.at < 0 ? patience : echo.first - sent;
      lasts[program][i] = echo.at < 0 ? patience : echo.at - sent;
      bytes[program][i] = (double)echo.bytes;
    }
    sleep_until(next);
  }
  for (int program = 0; program < programs; program++) {
    if (!figures[program].is_there) continue;
    double after = (double)process_number(runs[program], "schedstat", "");
    figures[program].processor = (after - before[program]) / keys / 1e3;
    figures[program].first = 1e3 * quantile(firsts[program], keys, 0.5);
    figures[program].late = 1e3 * quantile(firsts[program], keys, 0.99);
    figures[program].last = 1e3 * quantile(lasts[program], keys, 0.5);
    figures[program].bytes = quantile(bytes[program], keys, 0.5);
  }
}

// Types while every processor has something else to do all the time, as on a machine that builds.
static void measure_keys_when_busy(const Run runs[programs], Figures figures[programs]) {
  int count = (int)sysconf(_SC_NPROCESSORS_ONLN);
  pid_t others[count];
  for (int i = 0; i < count; i++) {
    others[i] = fork();
    if (others[i] < 0) die("fork");
    if (others[i] == 0) for (;;) continue;
  }
  measure_keys(runs, figures, keys_when_busy);
  for (int i = 0; i < count; i++) {
    kill(others[i], SIGKILL);
    waitpid(others[i], NULL, 0);
  }
}

static void print_table(const Program commands[programs], const Figures figures[programs]) {
  printf("%-18s %15s %15s %15s %7s %7s %7s %7s %6s\n", "", "first frame", "first byte", "last byte", "first", "CPU",
         "", "private", "bytes");
  printf("%-18s %15s %15s %15s %7s %7s %7s %7s %6s\n", "", "ms  x floor", "us  x floor", "us  x floor", "99 %",
         "us/key", "MiB", "KiB", "a key");
  const Figures *least = &figures[floor_in_c];
  for (int program = 0; program < programs; program++) {
    const Figures *own = &figures[program];
    if (!own->is_there) {
      printf("%-18s is not installed\n", commands[program].name);
      continue;
    }
    printf("%-18s %7.2f %7.2f %7.0f %7.2f %7.0f %7.2f %7.0f %7.0f %7.2f %7.0f %6.0f\n", commands[program].name,
           own->frame, own->frame / least->frame, own->first, own->first / least->first, own->last,
           own->last / least->last, own->late, own->processor, own->peak, own->dirty, own->bytes);
  }
  fflush(stdout);
}

static void print_aim(const char *what, double value, const char *unit, double most) {
  printf("%-44s %9.4g %-6s <= %.4g%s\n", what, value, unit, most, value <= most ? "" : "  MISSED");
}

static void print_aims(const Figures figures[programs], const Figures when_busy[programs]) {
  const Figures *least = &figures[floor_in_c], *own = &figures[new];
  printf("\n%-44s %9s %-6s %s\n", "", "watchword", "", "aim");
  double frame = own->frame / least->frame;
  print_aim("new against the floor: first frame", frame, "times", 1.5);
  print_aim("  processor time to the first write", own->before_write / least->before_write, "times", 1.4);
  print_aim("  first byte", own->first / least->first, "times", 1.0);
  print_aim("  first byte, all processors busy", when_busy[new].first / when_busy[floor_in_c].first, "times", 1.3);
  print_aim("  last byte", own->last / least->last, "times", 1.7);
  print_aim("pinentry against the floor: first frame", figures[pinentry].frame / least->frame, "times", frame + 0.05);
  print_aim("new: processor time for a key", own->processor, "us", 280);
  print_aim("  most memory, after ten keys", own->peak, "MiB", 9.5);
  print_aim("  private and written, after ten keys", own->dirty, "KiB", 900);
  print_aim("  bytes for a key", own->bytes, "bytes", 40);
  own = &figures[inline_ask];
  print_aim("ask --inline: first frame", own->frame / least->frame, "times", 1.3);
  printf("%-44s %9.4g ms\n", "  of it from its question to the frame", own->frame - own->question);
  if (figures[debian].is_there) {
    least = &figures[debian];
    own = &figures[pinentry];
    print_aim("pinentry against Debian's: first frame", own->frame / least->frame, "times", 1.25);
    print_aim("  first byte", own->first / least->first, "times", 1.1);
  }
  fflush(stdout);
}

// A row about the floor and `new`. No number of `new` may be more than `most`, unless that is 0.
static void row(const char *what, const double values[both], const char *unit, double most) {
  printf("%-34s %9.5g %9.5g %-6s", what, values[peer], values[ours], unit);
  if (values[peer] > 0) printf("%6.2f", values[ours] / values[peer]); else printf("%6s", "");
  if (most > 0) printf("   value <= %g%s", most, values[ours] <= most ? "" : "  MISSED");
  puts("");
  fflush(stdout);
}

// Types the text whose guesses take longest to estimate of all that were found, several times, and takes the key that
// is slow every time: one that is slow once was disturbed by another program.
static void measure_slowest_text(const Run runs[both]) {
  static const char text[] = "1212121212!1212121212!2121212!22121212121!121212";
  enum { length = sizeof text - 1 };
  static double times[both][length][rounds];
  for (int round = 0; round < rounds; round++) {
    for (int i = 0; i < 2 * length; i++) {
      for (int program = 0; program < both; program++) {
        double sent = send(runs[program], i < length ? &text[i] : "\177", 1);
        Answer echo = answer(runs[program], key_silence);
        if (i < length) times[program][i][round] = echo.at < 0 ? patience : echo.at - sent;
      }
    }
  }
  double slowest[both] = {0};
  for (int program = 0; program < both; program++) {
    for (int i = 0; i < length; i++) {
      double median = 1e3 * quantile(times[program][i], rounds, 0.5);
      if (median > slowest[program]) slowest[program] = median;
    }
  }
  row("slowest text, slowest key", slowest, "us", 1000);
}

static void measure_idleness(const Run runs[both]) {
  double before[both], woken[both];
  // In the second after a key it checks the terminal's modes ten times, then once a second.
  sleep(1);
  for (int program = 0; program < both; program++) before[program] = (double)sleeps(runs[program]);
  sleep(idle_seconds);
  for (int program = 0; program < both; program++) {
    woken[program] = (double)sleeps(runs[program]) - before[program];
  }
  row("wake-ups in 3 idle seconds", woken, "", idle_seconds);
}

// Pastes `length` characters into a new form, and returns the median times to the ends of its answers, in milliseconds.
// The peer knows no bracketed paste, so it gets only the characters.
static void measure_paste(const Program commands[both], int length, double median[both]) {
  char text[both][8192];
  snprintf(text[peer], sizeof text[peer], "%0*d", length, 0);
  snprintf(text[ours], sizeof text[ours], "\033[200~%s\033[201~", text[peer]);
  double times[both][pastes], reads[both][pastes], writes[both][pastes];
  for (int i = 0; i < pastes; i++) {
    for (int program = 0; program < both; program++) {
      Run run = start(commands[program]);
      answer(run, frame_silence);
      long reads_before = process_number(run, "io", "syscr:");
      long writes_before = process_number(run, "io", "syscw:");
      double sent = send(run, text[program], strlen(text[program]));
      times[program][i] = answer(run, frame_silence).at - sent;
      reads[program][i] = (double)(process_number(run, "io", "syscr:") - reads_before);
      writes[program][i] = (double)(process_number(run, "io", "syscw:") - writes_before);
      stop(run);
    }
  }
  double taken[both], given[both];
  for (int program = 0; program < both; program++) {
    median[program] = quantile(times[program], pastes, 0.5);
    taken[program] = quantile(reads[program], pastes, 0.5);
    given[program] = quantile(writes[program], pastes, 0.5);
  }
  char what[64];
  snprintf(what, sizeof what, "paste of %d characters", length);
  row(what, median, "ms", 0);
  // One of the terminal, and one for each of the two pictures, which are gathered in memory.
  row("  reads for it", taken, "", 3);
  row("  writes for it", given, "", 0);
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

  char *in_c[] = {argv[1], NULL};
  char *of_debian[] = {"/usr/bin/pinentry-curses", NULL};
  char *in_dialog[] = {"/usr/bin/dialog", "--insecure", "--passwordbox", "text", "10", "60", NULL};
  char *in_whiptail[] = {"/usr/bin/whiptail", "--passwordbox", "text", "10", "60", NULL};
  char *an_ask[] = {argv[2], "ask", "--no-inline", NULL}, *an_inline_ask[] = {argv[2], "ask", "--inline", NULL};
  char *a_pinentry[] = {argv[2], "pinentry", NULL};
  // A paste changes the level, and an animation would count as part of the answer.
  char *a_new[argc + 1], *still[argc + 2];
  int count = 0;
  a_new[count++] = argv[2];
  a_new[count++] = "new";
  for (int argument = 3; argument < argc; argument++) a_new[count++] = argv[argument];
  a_new[count] = NULL;
  memcpy(still, a_new, (size_t)count * sizeof *still);
  still[count] = "--no-animation";
  still[count + 1] = NULL;

  Program commands[programs] = {
    [floor_in_c] = {"floor, in C", in_c},
    [debian] = {"pinentry-curses", of_debian, .is_pinentry = true},
    [dialog] = {"dialog", in_dialog},
    [whiptail] = {"whiptail", in_whiptail},
    [new] = {"watchword new", a_new},
    [ask] = {"watchword ask", an_ask},
    [inline_ask] = {"... ask --inline", an_inline_ask, .is_inline = true},
    [pinentry] = {"watchword pinentry", a_pinentry, .is_pinentry = true},
  };
  Figures figures[programs] = {0};
  for (int program = 0; program < programs; program++) {
    figures[program].is_there = access(commands[program].arguments[0], X_OK) == 0;
  }
  Run runs[programs];
  measure_starts(commands, figures);
  measure_work_before_write(commands, figures);
  begin(commands, runs, programs);
  measure_keys(runs, figures, keys);
  print_table(commands, figures);
  Figures when_busy[programs] = {[floor_in_c] = {.is_there = true}, [new] = {.is_there = true}};
  measure_keys_when_busy(runs, when_busy);
  print_aims(figures, when_busy);

  printf("\n%-34s %9s %9s %-6s%6s   aim\n", "", "floor", "new", "", "ratio");
  Run pair[both] = {runs[floor_in_c], runs[new]};
  measure_idleness(pair);
  for (int program = 0; program < programs; program++) {
    if (figures[program].is_there) stop(runs[program]);
  }
  Program still_commands[both] = {commands[floor_in_c], {"watchword new", still}};
  double short_paste[both], long_paste[both], growth[both];
  begin(still_commands, pair, both);
  measure_slowest_text(pair);
  for (int program = 0; program < both; program++) stop(pair[program]);
  measure_paste(still_commands, 1000, short_paste);
  measure_paste(still_commands, 4000, long_paste);
  for (int program = 0; program < both; program++) growth[program] = long_paste[program] / short_paste[program];
  row("4,000 pasted against 1,000", growth, "times", 4);
  return EXIT_SUCCESS;
}
