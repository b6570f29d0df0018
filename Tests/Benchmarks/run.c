// Measures `watchword run` beside script(1), on pseudo-terminals:
//
//     run PROGRAM
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { rounds = 3, keys = 300, key_distance = 5, idle_seconds = 10 };
enum { others, own, both };

typedef struct {
  pid_t pid;
  int terminal;
} Run;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static Run start(char *const *arguments) {
  Run run = {.terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)};
  if (run.terminal < 0 || grantpt(run.terminal) != 0 || unlockpt(run.terminal) != 0) exit(EXIT_FAILURE);
  ioctl(run.terminal, TIOCSWINSZ, &(struct winsize){.ws_row = 24, .ws_col = 80});
  // Of a vfork, the child's most memory is not that of this process.
  const char *name = ptsname(run.terminal);
  run.pid = vfork();
  if (run.pid == 0) {
    setsid();
    int tty = open(name, O_RDWR);
    for (int number = 0; number < 3; number++) dup2(tty, number);
    execv(arguments[0], arguments);
    _exit(127);
  }
  return run;
}

static struct rusage finish(Run run) {
  struct rusage usage;
  wait4(run.pid, NULL, 0, &usage);
  close(run.terminal);
  return usage;
}

// Reads until the command ends, and returns when.
static double read_all(Run run) {
  static char bytes[1 << 20];
  while (read(run.terminal, bytes, sizeof bytes) > 0) {}
  return now();
}

static int compare(const void *one, const void *other) {
  double difference = *(const double *)one - *(const double *)other;
  return difference < 0 ? -1 : difference > 0;
}

static double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, compare);
  return values[count / 2];
}

static void row(const char *what, double other, double ours, const char *unit, double aim) {
  double value = aim > 0 ? ours / other : ours - other;
  if (aim < 0) aim = -aim;
  printf("%-44s %9.5g %9.5g %-5s %6.3g   aim <= %g%s\n", what, other, ours, unit, value, aim, value <= aim ? "" : "  MISSED");
  fflush(stdout);
}

// The processor time of a process, in seconds.
static double processor(pid_t pid) {
  char path[64], text[512] = "";
  snprintf(path, sizeof path, "/proc/%d/schedstat", pid);
  int file = open(path, O_RDONLY);
  if (file < 0 || read(file, text, sizeof text - 1) < 0) exit(EXIT_FAILURE);
  close(file);
  return atof(text) / 1e9;
}

int main(int argc, char *argv[]) {
  if (argc != 2) return 2;
  setenv("TERM", "xterm-256color", 1);
  setenv("LC_ALL", "C.UTF-8", 1);
  setenv("SHELL", "/bin/bash", 1);
  const char *gigabyte = "head -c 1073741824 /dev/zero";
  char *flood[both][6] = {{"/usr/bin/script", "-qc", (char *)gigabyte, "/dev/null", NULL},
                          {argv[1], "run", "sh", "-c", (char *)gigabyte, NULL}};
  char *echo[both][6] = {{"/usr/bin/script", "-qc", "cat", "/dev/null", NULL}, {argv[1], "run", "cat", NULL}};
  char *version[] = {argv[1], "--version", NULL}, *shell[] = {argv[1], "run", NULL};
  printf("%-44s %9s %9s\n", "watchword run", "script", "run");
  double times[both][rounds], peak = 0;
  for (int round = 0; round < rounds; round++) {
    for (int way = 0; way < both; way++) {
      double begin = now();
      Run run = start(flood[way]);
      times[way][round] = read_all(run) - begin;
      double most = (double)finish(run).ru_maxrss;
      if (way == own && most > peak) peak = most;
    }
  }
  row("1 GB", median(times[others], rounds), median(times[own], rounds), "s", 1.1);

  static double waits[both][keys];
  Run runs[both];
  for (int way = 0; way < both; way++) runs[way] = start(echo[way]);
  usleep(500000);
  for (int key = 0; key < keys; key++) {
    for (int way = 0; way < both; way++) {
      char byte = 'x';
      double sent = now();
      if (write(runs[way].terminal, key % 64 == 63 ? "\25" : &byte, 1) != 1) return 1;
      struct pollfd ready = {.fd = runs[way].terminal, .events = POLLIN};
      poll(&ready, 1, 1000);
      waits[way][key] = 1e6 * (now() - sent);
      char bytes[4096];
      usleep(key_distance * 1000);
      while (poll(&ready, 1, 0) > 0 && read(runs[way].terminal, bytes, sizeof bytes) > 0) {}
    }
  }
  row("a key's echo", median(waits[others], keys), median(waits[own], keys), "us", 1.1);
  for (int way = 0; way < both; way++) {
    kill(runs[way].pid, SIGKILL);
    finish(runs[way]);
  }

  Run idle = start(shell);
  sleep(2);
  double before = processor(idle.pid);
  sleep(idle_seconds);
  row("processor time of an idle shell, an hour", 0, (processor(idle.pid) - before) * 3600 / idle_seconds, "s", -1);
  kill(idle.pid, SIGKILL);
  finish(idle);

  Run least = start(version);
  read_all(least);
  row("most memory, beside --version", (double)finish(least).ru_maxrss, peak, "KiB", -1024);
  return EXIT_SUCCESS;
}
