#define _GNU_SOURCE
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "posix.h"
#include "program.h"
#include "receiver.h"

// The most that an unprivileged pipe holds, see pipe(7): room for the input, or for the output between two reads.
static const int roomy = 1024 * 1024;

// The child that ends with this process.
static pid_t last_started;
// The pipe that this child writes to.
static int last_output;

static void close_pipe(const int ends[2]) {
  close(ends[0]);
  close(ends[1]);
}

static void reset_actions(void) {
  for (int number = 1; number <= SIGRTMAX; number++) {
    sigaction(number, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
  }
}

void ww_signals_reset(void) {
  reset_actions();
  ww_signals_release((sigset_t){0});
}

static bool lead(const struct program *program) {
  if (program->leads == LEADS_JOB) {
    // All signals are blocked, so that SIGTTOU cannot stop this process.
    setpgid(0, 0);
    tcsetpgrp(program->terminal, getpid());
  } else if (program->leads != LEADS_NOTHING) {
    setsid();
  }
  return program->leads != LEADS_SESSION_OF_TERMINAL || ioctl(program->terminal, TIOCSCTTY, 0) == 0;
}

static bool move_descriptors(const struct program *program, int errors) {
  int kept = STDERR_FILENO;
  for (int index = 0; index < program->move_count; index++) {
    struct move move = program->moves[index];
    // A descriptor that has its number already would be closed by execve(2).
    if (dup2(move.from, move.to) == -1 || fcntl(move.to, F_SETFD, 0) == -1) return false;
    if (move.to > kept) kept = move.to;
  }
  if (program->leads == LEADS_JOB) return true;
  int last = errors > kept ? errors : kept;
  for (int other = STDERR_FILENO + 1; other < last; other++) {
    if (other != kept) close(other);
  }
  closefrom(last + 1);
  return true;
}

/// Returns only if it fails, with an errno.
static int become(const struct program *program, int errors) {
  if (program->mask == NULL) reset_actions();
  else ww_receiver_restore_signals();
  if (!lead(program) || !move_descriptors(program, errors)) return errno;
  // Not before it leads a session: ^Z would stop it, and with it this process, which waits for execve(2).
  ww_signals_release(program->mask == NULL ? (sigset_t){0} : *program->mask);
  if (program->leads == LEADS_JOB) execvp(program->arguments[0], program->arguments);
  else execve(program->path, program->arguments, program->environment);
  return errno;
}

void ww_program_become(const struct program *program, int errors) {
  // The number of `errors` may be the one that a descriptor of the program gets.
  int copy = fcntl(errors, F_DUPFD_CLOEXEC, program->moves[0].to + 1);
  if (copy != -1) errors = copy;
  int error = -become(program, errors);
  (void)!write(errors, &error, sizeof error);
  _exit(127);
}

/// Starts a program by vfork(2), which copies none of this process's memory. posix_spawn(3) could not take a terminal that
/// nobody can open. The child has to lead a session: in ours, ^Z could stop it before execve(2), and this process would
/// wait for it, deaf to the user's `fg`.
static int spawn(const struct program *program, pid_t *process) {
  volatile int error = 0;
  pid_t child = vfork();
  if (child == -1) return errno;
  if (child == 0) {
    error = become(program, -1);
    _exit(127);
  }
  if (error) waitpid(child, NULL, 0);
  *process = child;
  return error;
}

static struct sigaction action_before;
static bool has_action;
// How many children run or have not been reaped.
static int children;

static bool loses_status(const struct sigaction *action) {
  return action->sa_handler == SIG_IGN || action->sa_flags & SA_NOCLDWAIT;
}

/// Makes the kernel keep exit statuses, until give_action_back.
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
  if (children > 0) return;
  if (has_action) sigaction(SIGCHLD, &action_before, NULL);
  has_action = false;
}

int ww_child_begin(struct program *program, int output, ww_child *child) {
  take_action();
  // A deadly signal must not come before the child is known.
  sigset_t before = ww_signals_block();
  pid_t process;
  if (program->leads == LEADS_JOB) program->mask = &before;
  int error = program->leads == LEADS_JOB ? ww_leader_start(program, &process) : spawn(program, &process);
  if (!error) {
    children++;
    *child = (ww_child){.process = process, .output = output};
    last_output = output;
    __atomic_store_n(&last_started, process, __ATOMIC_SEQ_CST);
  }
  ww_signals_release(before);
  if (error) give_action_back();
  return error;
}

int ww_child_start(const char *path, char *const *arguments, const void *input, size_t count, ww_child *child) {
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
  // Written while we have the reading end open too, so that there is no SIGPIPE.
  int error = write(in[1], input, count) == (ssize_t)count ? 0 : EMSGSIZE;
  // The input is moved first: its descriptor may be number 1, which the output is about to replace.
  struct program program = {
      .path = path, .arguments = arguments, .environment = environ, .leads = LEADS_SESSION, .move_count = 3,
      .moves = {{in[0], STDIN_FILENO}, {out[1], STDOUT_FILENO}, {out[1], STDERR_FILENO}}};
  if (!error) error = ww_child_begin(&program, out[0], child);
  close_pipe(in);
  close(out[1]);
  if (error) close(out[0]);
  return error;
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
  children--;
  give_action_back();
  __atomic_compare_exchange_n(&last_started, &process, 0, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  if (taken == -1) return WW_CHILD_LOST;
  return WIFSIGNALED(status) ? WW_CHILD_SIGNALLED + WTERMSIG(status) : WEXITSTATUS(status);
}

/// Whether `process` is a child that has not been reaped.
static bool is_child(pid_t process, bool *has_ended) {
  siginfo_t found = {0};
  if (waitid(P_PID, (id_t)process, &found, WEXITED | WNOHANG | WNOWAIT) == -1) return false;
  *has_ended = found.si_pid == process;
  return true;
}

/// Waits up to `milliseconds` for the process to end and, unless `output` is -1, for all writers of that pipe. Returns
/// whether the process is still an unreaped child.
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
  // A stopped process has to continue to get SIGTERM.
  kill(-process, SIGCONT);
  if (!await_end(process, output, 100)) return;
  kill(-process, SIGKILL);
  // The process dies as soon as a busy machine gives it a processor. Without this wait it would stay a zombie that
  // nobody reaps.
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
