#define _GNU_SOURCE
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "posix.h"

// The most that a pipe holds for everyone, see pipe(7). There is room for the whole input then, and for what comes
// between two looks at the output.
static const int roomy = 1024 * 1024;

// The child that ends with this process, and the pipe that it writes to.
static pid_t last_started;
static int last_output;

static void close_pipe(const int ends[2]) {
  close(ends[0]);
  close(ends[1]);
}

/// What a child begins with.
struct beginning {
  char *const *arguments, *const *environment;
  /// Its three descriptors are of this terminal, which becomes its own, where it is not NULL; else of these two pipes.
  const char *terminal;
  int input, output;
};

static int spawn(const struct beginning *beginning, pid_t *process) {
  char *const *arguments = beginning->arguments;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t all, none;
  // None of these four fails.
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  sigfillset(&all);
  sigemptyset(&none);
  // The input comes first, since it may be open where the output is to go.
  int output = beginning->terminal == NULL ? beginning->output : STDIN_FILENO;
  int error = beginning->terminal == NULL
                  ? posix_spawn_file_actions_adddup2(&actions, beginning->input, STDIN_FILENO)
                  : posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, beginning->terminal, O_RDWR, 0);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  if (!error) error = posix_spawnattr_setsigdefault(&attributes, &all);
  if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
  // A session leader cannot be given another process group, and has one of its own already.
  short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID;
  if (!error) error = posix_spawnattr_setflags(&attributes, flags);
  if (!error) error = posix_spawnp(process, arguments[0], &actions, &attributes, arguments, beginning->environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

static struct sigaction action_before;
static bool has_action;

static bool loses_status(const struct sigaction *action) {
  return action->sa_handler == SIG_IGN || action->sa_flags & SA_NOCLDWAIT;
}

/// Makes the ends of children known, until give_action_back.
static void take_action(void) {
  struct sigaction present;
  if (sigaction(SIGCHLD, NULL, &present) == -1 || !loses_status(&present)) return;
  action_before = present;
  has_action = true;
  if (present.sa_handler == SIG_IGN) present.sa_handler = SIG_DFL;
  present.sa_flags &= ~SA_NOCLDWAIT;
  sigaction(SIGCHLD, &present, NULL);
}

static void give_action_back(void) {
  if (has_action) sigaction(SIGCHLD, &action_before, NULL);
  has_action = false;
}

/// Spawns a child, whose output will be read from `output`, and keeps in mind that it is the last one.
static int start(const struct beginning *beginning, int output, ww_child *child) {
  take_action();
  // A deadly signal must not find a child that it does not know of.
  sigset_t before = ww_signals_block();
  pid_t process;
  int error = spawn(beginning, &process);
  if (!error) {
    *child = (ww_child){.process = process, .output = output};
    last_output = output;
    __atomic_store_n(&last_started, process, __ATOMIC_SEQ_CST);
  }
  ww_signals_release(before);
  if (error) give_action_back();
  return error;
}

int ww_child_start(char *const *arguments, const void *input, size_t count, ww_child *child) {
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) == -1) return errno;
  if (pipe2(out, O_CLOEXEC) == -1) {
    int error = errno;
    close_pipe(in);
    return error;
  }
  fcntl(in[1], F_SETPIPE_SZ, roomy);
  fcntl(out[0], F_SETPIPE_SZ, roomy);
  fcntl(in[1], F_SETFL, O_NONBLOCK);
  fcntl(out[0], F_SETFL, O_NONBLOCK);
  // Written while the reading end is open here as well, so that there is no SIGPIPE.
  int error = write(in[1], input, count) == (ssize_t)count ? 0 : EMSGSIZE;
  struct beginning beginning = {
      .arguments = arguments, .environment = environ, .input = in[0], .output = out[1]};
  if (!error) error = start(&beginning, out[0], child);
  close_pipe(in);
  close(out[1]);
  if (error) close(out[0]);
  return error;
}

int ww_child_start_on_terminal(char *const *arguments, char *const *environment, ww_child *child) {
  int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal == -1) return errno;
  char name[64];
  int error = grantpt(terminal) == -1 || unlockpt(terminal) == -1 ? errno : ptsname_r(terminal, name, sizeof name);
  fcntl(terminal, F_SETFL, O_NONBLOCK);
  struct beginning beginning = {.arguments = arguments, .environment = environment, .terminal = name};
  if (!error) error = start(&beginning, terminal, child);
  if (error) close(terminal);
  return error;
}

int ww_child_check_rights(const char *path) {
  struct stat file;
  struct statvfs system;
  if (stat(path, &file) == -1 || access(path, X_OK) == -1 || statvfs(path, &system) == -1) return errno;
  if (geteuid() == 0) return 0;
  bool gains = file.st_uid == 0 && file.st_mode & S_ISUID && !(system.f_flag & ST_NOSUID);
  return gains && prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0 ? 0 : EPERM;
}

bool ww_child_echoes(const ww_child *child) {
  struct termios modes;
  return tcgetattr(child->output, &modes) == -1 || modes.c_lflag & (ECHO | ECHONL) || !(modes.c_lflag & ICANON);
}

void ww_child_set_last(const ww_child *child, bool is_last) {
  sigset_t before = ww_signals_block();
  last_output = child->output;
  __atomic_store_n(&last_started, is_last ? child->process : 0, __ATOMIC_SEQ_CST);
  ww_signals_release(before);
}

int ww_child_status(ww_child *child) {
  pid_t process = child->process;
  if (process == 0) return WW_CHILD_LOST;
  int status;
  pid_t taken = waitpid(process, &status, WNOHANG);
  if (taken == 0) return WW_CHILD_RUNS;
  child->process = 0;
  give_action_back();
  __atomic_compare_exchange_n(&last_started, &process, 0, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  if (taken == -1) return WW_CHILD_LOST;
  return WIFSIGNALED(status) ? WW_CHILD_SIGNALLED + WTERMSIG(status) : WEXITSTATUS(status);
}

/// Whether the number `process` is a child's, which runs or has not been taken away.
static bool is_child(pid_t process, bool *has_ended) {
  siginfo_t found = {0};
  if (waitid(P_PID, (id_t)process, &found, WEXITED | WNOHANG | WNOWAIT) == -1) return false;
  *has_ended = found.si_pid == process;
  return true;
}

/// Waits so many milliseconds at most for the process to end and, unless it is -1, for all who can write to the pipe
/// `output`. Answers whether the number is still that of a child.
static bool await_end(pid_t process, int output, int milliseconds) {
  struct pollfd pipe = {.fd = output};
  bool has_ended = false;
  for (int patience = milliseconds / 2; patience > 0 && is_child(process, &has_ended); patience--) {
    if (has_ended && (output == -1 || poll(&pipe, 1, 0) == 1)) return true;
    poll(NULL, 0, 2);
  }
  return is_child(process, &has_ended);
}

static void end_group(pid_t process, int output) {
  bool has_ended;
  if (!is_child(process, &has_ended)) return;
  kill(-process, SIGTERM);
  // One that is stopped has to go on for it.
  kill(-process, SIGCONT);
  if (!await_end(process, output, 100)) return;
  kill(-process, SIGKILL);
  // It ends as soon as a busy machine has a processor for it. Left as a zombie, nobody would take it away.
  await_end(process, -1, 2000);
}

void ww_child_end(ww_child *child) {
  if (child->process != 0) {
    end_group(child->process, child->output);
    ww_child_status(child);
  }
  if (child->output != -1) close(child->output);
  *child = (ww_child){.process = 0, .output = -1};
}

void ww_child_end_last(void) {
  pid_t process = __atomic_load_n(&last_started, __ATOMIC_SEQ_CST);
  if (process != 0) end_group(process, last_output);
}
