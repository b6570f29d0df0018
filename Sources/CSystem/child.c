#define _GNU_SOURCE
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// The most that a pipe holds for everyone, see pipe(7). What comes between two looks has room then.
static const int roomy = 1024 * 1024;

// The child that ends with this process, and the pipe that it writes to.
static pid_t last_started;
static int last_output;

static void close_pipe(const int ends[2]) {
  close(ends[0]);
  close(ends[1]);
}

/// Opens a pipe whose ends are beyond the standard descriptors, onto which they are to be copied.
static int open_pipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) == -1) return errno;
  for (int end = 0; end < 2; end++) {
    if (ends[end] > STDERR_FILENO) continue;
    int moved = fcntl(ends[end], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (moved == -1) {
      int error = errno;
      close_pipe(ends);
      return error;
    }
    close(ends[end]);
    ends[end] = moved;
  }
  return 0;
}

static int arrange_descriptors(posix_spawn_file_actions_t *actions, int input, int output) {
  int error = posix_spawn_file_actions_adddup2(actions, input, STDIN_FILENO);
  if (!error) error = posix_spawn_file_actions_adddup2(actions, output, STDOUT_FILENO);
  if (!error) error = posix_spawn_file_actions_adddup2(actions, output, STDERR_FILENO);
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
  return error;
}

static int arrange_attributes(posix_spawnattr_t *attributes) {
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  int error = posix_spawnattr_setsigdefault(attributes, &all);
  if (!error) error = posix_spawnattr_setsigmask(attributes, &none);
  // A session leader cannot be given another process group, and has one of its own already.
  short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID;
  if (!error) error = posix_spawnattr_setflags(attributes, flags);
  return error;
}

static int spawn(char *const *arguments, int input, int output, pid_t *process) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  posix_spawnattr_t attributes;
  error = posix_spawnattr_init(&attributes);
  if (!error) {
    error = arrange_descriptors(&actions, input, output);
    if (!error) error = arrange_attributes(&attributes);
    if (!error) error = posix_spawnp(process, arguments[0], &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

/// Without a zombie there is no exit status.
static void keep_zombies(void) {
  struct sigaction present;
  if (sigaction(SIGCHLD, NULL, &present) == -1) return;
  if (present.sa_handler == SIG_IGN) {
    present.sa_handler = SIG_DFL;
  } else if (!(present.sa_flags & SA_NOCLDWAIT)) {
    return;
  }
  present.sa_flags &= ~SA_NOCLDWAIT;
  sigaction(SIGCHLD, &present, NULL);
}

int ww_child_start(char *const *arguments, ww_child *child) {
  int input[2], output[2];
  int error = open_pipe(input);
  if (error) return error;
  error = open_pipe(output);
  if (error) {
    close_pipe(input);
    return error;
  }
  fcntl(output[0], F_SETPIPE_SZ, roomy);
  fcntl(input[1], F_SETFL, O_NONBLOCK);
  fcntl(output[0], F_SETFL, O_NONBLOCK);
  keep_zombies();
  // A deadly signal must not find a child that it does not know of.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t process;
  error = spawn(arguments, input[0], output[1], &process);
  if (!error) {
    last_output = output[0];
    __atomic_store_n(&last_started, process, __ATOMIC_SEQ_CST);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error) {
    close_pipe(input);
    close_pipe(output);
    return error;
  }
  close(input[0]);
  close(output[1]);
  *child = (ww_child){.process = process, .input = input[1], .output = output[0]};
  return 0;
}

int ww_child_state(pid_t process) {
  siginfo_t found = {0};
  if (waitid(P_PID, (id_t)process, &found, WEXITED | WNOHANG | WNOWAIT) == -1) return WW_CHILD_LOST;
  return found.si_pid == process ? WW_CHILD_ENDED : WW_CHILD_RUNS;
}

int ww_child_reap(pid_t process) {
  pid_t expected = process;
  __atomic_compare_exchange_n(&last_started, &expected, 0, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  int status;
  pid_t taken;
  do {
    taken = waitpid(process, &status, 0);
  } while (taken == -1 && errno == EINTR);
  if (taken != process) return WW_STATUS_UNKNOWN;
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

/// Waits a tenth of a second at most for the process to end and, unless it is -1, for all who can write to the pipe
/// `output`.
static void await_end(pid_t process, int output) {
  struct pollfd pipe = {.fd = output};
  for (int patience = 50; patience > 0; patience--) {
    bool is_silent = output == -1 || poll(&pipe, 1, 0) == 1;
    if (is_silent && ww_child_state(process) != WW_CHILD_RUNS) return;
    poll(NULL, 0, 2);
  }
}

void ww_child_end_last(void) {
  pid_t process = __atomic_load_n(&last_started, __ATOMIC_SEQ_CST);
  if (process == 0 || ww_child_state(process) == WW_CHILD_LOST) return;
  kill(-process, SIGTERM);
  kill(-process, SIGCONT);
  await_end(process, last_output);
  if (ww_child_state(process) == WW_CHILD_LOST) return;
  kill(-process, SIGKILL);
  await_end(process, -1);
}

ssize_t ww_write_without_signal(int descriptor, const void *bytes, size_t count) {
  sigset_t only, before, pending;
  sigemptyset(&only);
  sigaddset(&only, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &only, &before);
  sigpending(&pending);
  ssize_t answer = write(descriptor, bytes, count);
  int error = errno;
  // One that was pending before is not ours to take.
  if (answer == -1 && error == EPIPE && !sigismember(&pending, SIGPIPE)) {
    sigtimedwait(&only, NULL, &(struct timespec){0});
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return answer;
}
