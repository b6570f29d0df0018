#define _GNU_SOURCE
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "posix.h"
#include "receiver.h"
#include "wipe.h"

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

/// How a child begins.
struct beginning {
  char *const *arguments, *const *environment;
  /// What the child's three descriptors become.
  int input, output;
  /// Whether these descriptors are a terminal, which becomes the child's controlling terminal.
  bool is_terminal;
  /// For the leader of a job, which of descriptors 0 to 2 become the terminal, its name, and the socket for reports.
  const bool *becomes_terminal;
  const char *name;
  int reports;
  /// The mask of the process that starts the job.
  const sigset_t *mask;
};

/// Starts a child with a controlling terminal. posix_spawn(3) cannot do that for a terminal nobody can open.
static int spawn_on_terminal(const struct beginning *beginning, pid_t *process) {
  volatile int error = 0;
  pid_t child = vfork();
  if (child == -1) return errno;
  if (child == 0) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    for (int number = 1; number <= SIGRTMAX; number++) sigaction(number, &standard, NULL);
    setsid();
    if (ioctl(beginning->input, TIOCSCTTY, 0) == 0 && dup2(beginning->input, STDIN_FILENO) != -1 &&
        dup2(beginning->input, STDOUT_FILENO) != -1 && dup2(beginning->input, STDERR_FILENO) != -1) {
      closefrom(STDERR_FILENO + 1);
      sigset_t none;
      sigemptyset(&none);
      sigprocmask(SIG_SETMASK, &none, NULL);
      execve(beginning->arguments[0], beginning->arguments, beginning->environment);
    }
    error = errno;
    _exit(127);
  }
  if (error) waitpid(child, NULL, 0);
  *process = child;
  return error;
}

/// Runs in a child of the leader, and becomes the job's first process.
__attribute__((noreturn)) static void become_job(const struct beginning *beginning) {
  // All signals are blocked, so that SIGTTOU cannot stop this process.
  setpgid(0, 0);
  tcsetpgrp(beginning->input, getpid());
  for (int number = 0; number <= STDERR_FILENO; number++) {
    if (beginning->becomes_terminal[number]) dup2(beginning->input, number);
  }
  setenv("WATCHWORD_RUN", beginning->name, true);
  ww_core_resume();
  ww_receiver_restore_signals();
  sigprocmask(SIG_SETMASK, beginning->mask, NULL);
  execvp(beginning->arguments[0], beginning->arguments);
  int error = -errno;
  ssize_t ignored = write(beginning->reports, &error, sizeof error);
  (void)ignored;
  _exit(127);
}

/// Runs in a child, which leads the job's session. Without it a job that stops could not be continued: nobody would be
/// there to be its shell.
__attribute__((noreturn)) static void lead_job(const struct beginning *beginning) {
  setsid();
  pid_t job = ioctl(beginning->input, TIOCSCTTY, 0) == 0 ? fork() : -1;
  int error = errno;
  if (job == 0) become_job(beginning);
  struct sigaction standard = {.sa_handler = SIG_DFL}, ignoring = {.sa_handler = SIG_IGN};
  for (int number = 1; number <= SIGRTMAX; number++) sigaction(number, &standard, NULL);
  sigaction(SIGTTOU, &ignoring, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  enum { terminal, reports };
  dup2(beginning->input, terminal);
  dup2(beginning->reports, reports);
  closefrom(reports + 1);
  int status = W_EXITCODE(127, 0), first = job > 0 ? job : -error;
  bool runs = write(reports, &first, sizeof first) != -1 && job > 0;
  while (runs) {
    if (waitpid(job, &status, WUNTRACED) == -1) {
      if (errno == EINTR) continue;
      break;
    }
    if (!WIFSTOPPED(status)) break;
    char word;
    if (write(reports, &status, sizeof status) == -1 || read(reports, &word, 1) <= 0) _exit(0);
    tcsetpgrp(terminal, job);
    kill(-job, SIGCONT);
  }
  // The hangup that the end of this process causes must not reach what the job has left behind.
  tcsetpgrp(terminal, getpid());
  char word;
  if (write(reports, &status, sizeof status) != -1) (void)!read(reports, &word, 1);
  _exit(0);
}

static int spawn(const struct beginning *beginning, pid_t *process) {
  if (beginning->becomes_terminal) {
    *process = fork();
    if (*process == 0) lead_job(beginning);
    return *process == -1 ? errno : 0;
  }
  if (beginning->is_terminal) return spawn_on_terminal(beginning, process);
  char *const *arguments = beginning->arguments;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t all, none;
  // None of these four can fail.
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  sigfillset(&all);
  sigemptyset(&none);
  // The input is moved first: its descriptor may be number 1, which the output is about to replace.
  int error = posix_spawn_file_actions_adddup2(&actions, beginning->input, STDIN_FILENO);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, beginning->output, STDOUT_FILENO);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, beginning->output, STDERR_FILENO);
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  if (!error) error = posix_spawnattr_setsigdefault(&attributes, &all);
  if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
  // A session leader already has a process group of its own and cannot be given another.
  short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID;
  if (!error) error = posix_spawnattr_setflags(&attributes, flags);
  if (!error) error = posix_spawnp(process, arguments[0], &actions, &attributes, arguments, beginning->environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
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

/// Spawns the child, whose output comes from `output`, and makes it the child that ww_child_end_last ends.
static int start(struct beginning *beginning, int output, ww_child *child) {
  take_action();
  // A deadly signal must not come before the child is known.
  sigset_t before = ww_signals_block();
  pid_t process;
  beginning->mask = &before;
  int error = spawn(beginning, &process);
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
  // Written while we have the reading end open too, so that there is no SIGPIPE.
  int error = write(in[1], input, count) == (ssize_t)count ? 0 : EMSGSIZE;
  struct beginning beginning = {
      .arguments = arguments, .environment = environ, .input = in[0], .output = out[1]};
  if (!error) error = start(&beginning, out[0], child);
  close_pipe(in);
  close(out[1]);
  if (error) close(out[0]);
  return error;
}

/// Opens the other side of the pseudo-terminal at `name` exclusively: no other program of this user has it open or can
/// open it afterwards. Until unlockpt(3), nobody can open it; until TIOCEXCL, only a program that changes its mode;
/// afterwards, only root. Returns -1 with errno set, to EBUSY if another program interfered.
static int open_alone(int terminal, const char *name) {
  int watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK), other = -1, error = 0;
  struct stat status;
  // The first read drops all events up to our chmod, before which nobody could open the node. If another program
  // changes the mode after that read, the events show the change; before that read, the mode itself shows it.
  struct inotify_event before[32], events[2] = {{.mask = IN_OPEN}};
  if (watch == -1 || inotify_add_watch(watch, name, IN_OPEN | IN_ATTRIB) == -1 || chmod(name, 0) == -1 ||
      read(watch, before, sizeof before) == -1 || unlockpt(terminal) == -1 ||
      (other = ioctl(terminal, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC)) == -1 ||
      ioctl(other, TIOCEXCL) == -1 || fstat(other, &status) == -1) {
    // Another program has removed the permission to watch the node.
    error = errno == EACCES ? EBUSY : errno;
  } else if (status.st_mode & ACCESSPERMS || read(watch, events, sizeof events) > (ssize_t)sizeof *events ||
             events[0].mask != IN_OPEN) {
    // `events` is preset to our own open, which kernels before 6.5 do not report.
    error = EBUSY;
  }
  if (watch != -1) close(watch);
  if (error && other != -1) close(other);
  errno = error;
  return error ? -1 : other;
}

/// Like ww_child_start_on_terminal, but tries only one terminal.
static int start_on_one(struct beginning beginning, ww_child *child) {
  char name[64];
  int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (terminal == -1) return errno;
  int error = ptsname_r(terminal, name, sizeof name);
  if (!error && (beginning.input = open_alone(terminal, name)) == -1) error = errno;
  if (!error) {
    error = start(&beginning, terminal, child);
    close(beginning.input);
  }
  if (error) close(terminal);
  return error;
}

int ww_child_start_on_terminal(char *const *arguments, char *const *environment, ww_child *child) {
  struct beginning beginning = {.arguments = arguments, .environment = environment, .is_terminal = true};
  int error = EBUSY;
  for (int left = 20; left > 0 && error == EBUSY; left--) error = start_on_one(beginning, child);
  return error;
}

static bool is_same_terminal(int one, int other) {
  unsigned first, second;
  return ioctl(one, TIOCGDEV, &first) == 0 && ioctl(other, TIOCGDEV, &second) == 0 && first == second;
}

int ww_job_start(char *const *arguments, int outer, ww_job *job) {
  struct termios modes;
  struct winsize size;
  struct stat status;
  int ends[2];
  bool becomes_terminal[3];
  for (int number = 0; number < 3; number++) becomes_terminal[number] = is_same_terminal(number, outer);
  int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK), other = -1;
  if (terminal == -1) return errno;
  int error = ptsname_r(terminal, job->name, sizeof job->name);
  job->child.output = terminal;
  if (!error && (unlockpt(terminal) == -1 || (other = ww_job_open(job)) == -1 || fstat(other, &status) == -1 ||
                 socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == -1)) {
    error = errno;
  }
  if (!error) {
    fcntl(other, F_SETFL, O_RDWR);
    job->terminal = status.st_rdev;
    // In the background the modes are those of a shell that reads keys.
    if (tcgetpgrp(outer) == getpgrp() && tcgetattr(outer, &modes) == 0) tcsetattr(other, TCSANOW, &modes);
    if (ioctl(outer, TIOCGWINSZ, &size) == 0) ioctl(other, TIOCSWINSZ, &size);
    struct beginning beginning = {.arguments = arguments, .environment = environ, .input = other,
                                  .becomes_terminal = becomes_terminal, .name = job->name, .reports = ends[1]};
    error = start(&beginning, terminal, &job->child);
    close(ends[1]);
    job->reports = ends[0];
    if (error) close(ends[0]);
  }
  if (other != -1) close(other);
  if (error) close(terminal);
  return error;
}

int ww_job_open(const ww_job *job) {
  return ioctl(job->child.output, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
}

int ww_job_signal(const ww_job *job, int number) {
  // The kernel sends it, so it needs no right.
  if (number != SIGTERM && ioctl(job->child.output, TIOCSIG, number) == 0) return 0;
  pid_t group = tcgetpgrp(job->child.output);
  return group > 0 && kill(-group, number) == 0 ? 0 : errno;
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
