#define _GNU_SOURCE
#include "receiver.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "child.h"
#include "posix.h"
#include "program.h"

// Forwards SIGCONT too, so that a receiver continues whenever this process does.
static const int handled[] = {SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGCONT, SIGINT, SIGQUIT};
enum { passed_on_count = 5, handled_count = sizeof handled / sizeof *handled };

static struct sigaction found_pipe, found_child;
static struct sigaction actions_before[handled_count];
static pid_t running;
// The non-blocking write end of the pipe that the receiver reads.
static int input_end;
static int was_continued;

void ww_receiver_prepare(void) {
  struct sigaction ignoring = {.sa_handler = SIG_IGN}, standard = {.sa_handler = SIG_DFL};
  sigaction(SIGPIPE, &ignoring, &found_pipe);
  sigaction(SIGCHLD, &standard, &found_child);
}

void ww_receiver_restore_signals(void) {
  sigaction(SIGPIPE, &found_pipe, NULL);
  sigaction(SIGCHLD, &found_child, NULL);
}

static void pass_on(int number) {
  int saved = errno;
  pid_t process = __atomic_load_n(&running, __ATOMIC_SEQ_CST);
  if (number == SIGCONT) __atomic_store_n(&was_continued, 1, __ATOMIC_SEQ_CST);
  if (process > 0) kill(process, number);
  errno = saved;
}

static void take_signals(void) {
  struct sigaction passing = {.sa_handler = pass_on, .sa_flags = SA_RESTART}, ignoring = {.sa_handler = SIG_IGN};
  for (int index = 0; index < handled_count; index++) {
    sigaction(handled[index], NULL, &actions_before[index]);
    if (actions_before[index].sa_handler == SIG_IGN) continue;
    sigaction(handled[index], index < passed_on_count ? &passing : &ignoring, NULL);
  }
}

/// Forks, and returns 0 once the program has started, or else an errno.
static int start(const char *path, char *const *arguments, int input, int descriptor) {
  int errors[2];
  if (pipe2(errors, O_CLOEXEC) == -1) return errno;
  sigset_t held, before;
  sigemptyset(&held);
  for (int index = 0; index < handled_count; index++) sigaddset(&held, handled[index]);
  // A signal to forward has to wait until the process is known.
  pthread_sigmask(SIG_BLOCK, &held, &before);
  struct program program = {.path = path, .arguments = arguments, .environment = environ,
                            .moves = {{input, descriptor}}, .move_count = 1, .mask = &before};
  pid_t process = fork();
  if (process == 0) ww_program_become(&program, errors[1]);
  int error = process == -1 ? -errno : 0;
  close(errors[1]);
  if (!error) {
    ssize_t count;
    do count = read(errors[0], &error, sizeof error);
    while (count == -1 && errno == EINTR);
    if (error) waitpid(process, NULL, 0);
  }
  close(errors[0]);
  if (!error) {
    __atomic_store_n(&running, process, __ATOMIC_SEQ_CST);
    take_signals();
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return -error;
}

// How often to check the terminal's modes. Often, because a receiver's prompt may be answered before the second is
// over.
enum { looks_in_a_second = 20 };

// The line to write if the receiver takes long.
static const char *news;
// How often to check the terminal's modes before that.
static int looks_left;
static struct termios modes_at_start;
static struct sigaction alarm_before;

static bool are_modes_changed(void) {
  struct termios now;
  return tcgetattr(STDERR_FILENO, &now) == -1 || now.c_lflag != modes_at_start.c_lflag ||
         now.c_iflag != modes_at_start.c_iflag || now.c_oflag != modes_at_start.c_oflag;
}

static void set_timer(int looks) {
  looks_left = looks;
  struct timeval time = {.tv_usec = looks > 0 ? 1000000 / looks : 0};
  struct itimerval timer = {.it_interval = time, .it_value = time};
  setitimer(ITIMER_REAL, &timer, NULL);
}

/// Handles a timer's signal, because the process itself waits for a pipe or the receiver meanwhile.
static void look(int number) {
  (void)number;
  int saved = errno;
  if (looks_left > 0) {
    bool is_silent = are_modes_changed();
    if (is_silent || --looks_left == 0) set_timer(0);
    if (!is_silent && looks_left == 0) ww_write_all(STDERR_FILENO, news, strlen(news), NULL, NULL);
  }
  errno = saved;
}

int ww_receiver_start(const char *path, char *const *arguments, int descriptor, const char *line) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) == -1) return errno;
  news = line != NULL && tcgetattr(STDERR_FILENO, &modes_at_start) == 0 ? line : NULL;
  int error = start(path, arguments, ends[0], descriptor);
  close(ends[0]);
  if (error) {
    close(ends[1]);
    return error;
  }
  input_end = ends[1];
  fcntl(input_end, F_SETFL, O_NONBLOCK);
  if (news != NULL) {
    struct sigaction looking = {.sa_handler = look, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &looking, &alarm_before);
    set_timer(looks_in_a_second);
  }
  return 0;
}

/// Stops this process with the signal that stopped the receiver, so that the shell can report the stop and continue
/// both. Does nothing if the shell has continued them already.
static void stop_likewise(int number) {
  sigset_t before = ww_signals_block(), pending;
  sigpending(&pending);
  if (!__atomic_load_n(&was_continued, __ATOMIC_SEQ_CST) && !sigismember(&pending, SIGCONT)) {
    kill(getpid(), number);
  }
  ww_signals_release(before);
}

/// Handles a state change of the receiver, waiting unless WNOHANG is in `flags`. Returns true if it ended or is lost.
static bool attend(pid_t process, int flags) {
  __atomic_store_n(&was_continued, 0, __ATOMIC_SEQ_CST);
  siginfo_t found = {0};
  if (waitid(P_PID, (id_t)process, &found, WEXITED | WSTOPPED | WNOWAIT | flags) == -1) return errno != EINTR;
  if (found.si_pid == 0) return false;
  if (found.si_code != CLD_STOPPED) return true;
  // Consumes the stop, so that it is reported only once even if this process is not stopped.
  waitid(P_PID, (id_t)process, &found, WSTOPPED | WNOHANG);
  stop_likewise(found.si_status);
  return false;
}

/// Whether the receiver still runs. The pipe does not show its end while a child of the receiver could still read from
/// it.
static bool still_runs(void *context) {
  (void)context;
  return !attend(running, WNOHANG);
}

void ww_receiver_write(const void *bytes, size_t count) {
  ww_write_all(input_end, bytes, count, still_runs, NULL);
  close(input_end);
}

int ww_receiver_await(void) {
  pid_t process = running;
  while (!attend(process, 0)) continue;
  // Signals must not be forwarded to a number that may soon be another process's.
  __atomic_store_n(&running, 0, __ATOMIC_SEQ_CST);
  int status;
  bool is_known = waitpid(process, &status, 0) == process;
  if (news != NULL) {
    set_timer(0);
    sigaction(SIGALRM, &alarm_before, NULL);
  }
  for (int index = 0; index < handled_count; index++) sigaction(handled[index], &actions_before[index], NULL);
  if (!is_known) return WW_CHILD_LOST;
  return WIFSIGNALED(status) ? WW_CHILD_SIGNALLED + WTERMSIG(status) : WEXITSTATUS(status);
}
