// Starts a command under conditions that a test asks for.
//
//   Launcher [OPTION]… COMMAND [ARGUMENT]…
//
//   --keep-dumpable    prctl(PR_SET_DUMPABLE, …) answers 0 and does nothing, so that a test which is not root
//                      may read the memory of the command
//   --no-secret-memory memfd_secret(2) answers ENOSYS, as that of an older kernel does, so that a test may count the
//                      copies of a secret: secret memory cannot be read
//   --hold-reads SIZE FILE
//                      pread(2) of SIZE bytes or more waits as long as there is no FILE, as on a disk that is slow
//   --memlock BYTES    RLIMIT_MEMLOCK, made to bind for root as well
//   --nobody           runs as the user nobody (65534)
//   --ignore SIGNAL    ignores a signal
//   --block SIGNAL     blocks a signal
//   --detach           runs in a session of its own without a terminal; with --lead the terminal stays that of the
//                      leader, as gpg-agent starts a pinentry
//   --silent-hangup    tells the command nothing when its terminal is gone; see --lead
//   --uncontrolled     leaves the terminal without a session that it controls; see --lead
//   --lead TTY CONTROL leads a session of its own on the terminal that is descriptor TTY, runs the command in
//                      the foreground there, and reports on descriptor CONTROL what becomes of it, a line each:
//                      "pid N", "failed ERRNO", "stopped N", "continued 0", "exited N", "signaled N".
//                      A session's terminal is hung up and reset when its leader ends, so the leader stays until
//                      CONTROL is closed: the test can look at the terminal as the command left it.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "CFilter.h"

// Written to the terminal when the command has ended or stopped. The command's output comes before it.
#define MARK "\033_watchword-launcher\033\\"

#define MOST 16

struct conditions {
  int keep_dumpable, no_secret_memory, nobody, detach, silent, uncontrolled, tty, control;
  long memlock, held_size;
  const char *gate;
  int ignored[MOST], ignored_count;
  sigset_t blocked;
};

static void fail(const char *what) {
  dprintf(STDERR_FILENO, "launcher: %s: %s\n", what, strerror(errno));
  _exit(126);
}

static void report(int control, const char *what, long number) {
  char line[64];
  int length = snprintf(line, sizeof line, "%s %ld\n", what, number);
  if (write(control, line, (size_t)length) < 0) _exit(125);
}

// Lets reads go on once the gate exists. It ends with the command.
static void hold_reads(unsigned size, const char *gate) {
  int listener = filter_reads(size);
  if (listener < 0) fail("hold reads");
  pid_t parent = getpid(), child = fork();
  if (child < 0) fail("fork");
  if (child > 0) {
    close(listener);
    return;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  while (getppid() == parent) {
    struct seccomp_notif read = {0};
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &read)) continue;
    while (access(gate, F_OK)) usleep(5000);
    struct seccomp_notif_resp answer = {.id = read.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
  }
  _exit(0);
}

static void meet(const struct conditions *wanted) {
  if (wanted->memlock >= 0) {
    struct rlimit limit = {(rlim_t)wanted->memlock, (rlim_t)wanted->memlock};
    if (setrlimit(RLIMIT_MEMLOCK, &limit)) fail("memlock");
    // Root's capability outweighs the limit. exec does not regain what is not in the bounding set.
    prctl(PR_CAPBSET_DROP, CAP_IPC_LOCK, 0, 0, 0);
  }
  if (wanted->nobody && geteuid() == 0)
    if (setgroups(0, NULL) || setgid(65534) || setuid(65534)) fail("nobody");
  for (int n = 0; n < wanted->ignored_count; n++) signal(wanted->ignored[n], SIG_IGN);
  sigprocmask(SIG_BLOCK, &wanted->blocked, NULL);
  if (wanted->keep_dumpable && filter_dumpable()) fail("keep dumpable");
  if (wanted->no_secret_memory && filter_secret_memory()) fail("no secret memory");
  if (wanted->gate) hold_reads((unsigned)wanted->held_size, wanted->gate);
}

static pid_t led;

// Like a shell: the kernel tells only a session's leader that its terminal is gone.
static void pass_on(int number) {
  kill(-led, number);
  kill(-led, SIGCONT);
}

static void run(char **command) {
  execvp(command[0], command);
  int error = errno;
  dprintf(STDERR_FILENO, "launcher: %s: %s\n", command[0], strerror(error));
  _exit(error == ENOENT ? 127 : 126);
}

static void lead(const struct conditions *wanted, char **command) {
  int tty = wanted->tty, control = wanted->control;
  if (setsid() < 0) fail("setsid");
  if (!wanted->uncontrolled && ioctl(tty, TIOCSCTTY, 0)) fail("controlling terminal");
  // The leader has to outlive a hang-up, and may write from the background.
  signal(SIGHUP, SIG_IGN);
  signal(SIGTTOU, SIG_IGN);
  fcntl(control, F_SETFD, FD_CLOEXEC);
  fcntl(tty, F_SETFD, FD_CLOEXEC);
  pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    if (wanted->detach) {
      setsid();
    } else {
      setpgid(0, 0);
      tcsetpgrp(tty, getpid());
    }
    signal(SIGHUP, SIG_DFL);
    signal(SIGTTOU, SIG_DFL);
    meet(wanted);
    run(command);
  }
  led = child;
  if (wanted->detach) {
    // The leader is in the foreground, where keys send signals.
    signal(SIGINT, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
    signal(SIGTSTP, SIG_IGN);
  } else {
    setpgid(child, child);
  }
  if (!wanted->silent) signal(SIGHUP, pass_on);
  report(control, "pid", child);
  int null = open("/dev/null", O_RDWR);
  for (int n = 0; n < 3; n++) dup2(null, n);
  for (;;) {
    int status;
    if (waitpid(child, &status, WUNTRACED | WCONTINUED) < 0) {
      if (errno == EINTR) continue;
      break;
    }
    if (!WIFCONTINUED(status)) {
      ssize_t ignored = write(tty, MARK, sizeof MARK - 1);
      (void)ignored;
    }
    if (WIFSTOPPED(status)) report(control, "stopped", WSTOPSIG(status));
    if (WIFCONTINUED(status)) report(control, "continued", 0);
    if (WIFEXITED(status)) report(control, "exited", WEXITSTATUS(status));
    if (WIFSIGNALED(status)) report(control, "signaled", WTERMSIG(status));
    if (WIFEXITED(status) || WIFSIGNALED(status)) break;
  }
  char byte;
  while (read(control, &byte, 1) > 0) continue;
  _exit(0);
}

int main(int count, char **arguments) {
  struct conditions wanted = {.tty = -1, .control = -1, .memlock = -1};
  sigemptyset(&wanted.blocked);
  char **next = arguments + 1;
  (void)count;
  for (; *next && strncmp(*next, "--", 2) == 0; next++) {
    if (strcmp(*next, "--keep-dumpable") == 0) {
      wanted.keep_dumpable = 1;
    } else if (strcmp(*next, "--no-secret-memory") == 0) {
      wanted.no_secret_memory = 1;
    } else if (strcmp(*next, "--nobody") == 0) {
      wanted.nobody = 1;
    } else if (strcmp(*next, "--detach") == 0) {
      wanted.detach = 1;
    } else if (strcmp(*next, "--silent-hangup") == 0) {
      wanted.silent = 1;
    } else if (strcmp(*next, "--uncontrolled") == 0) {
      wanted.uncontrolled = 1;
    } else if (strcmp(*next, "--hold-reads") == 0 && next[1] && next[2]) {
      wanted.held_size = atol(*++next);
      wanted.gate = *++next;
    } else if (strcmp(*next, "--memlock") == 0 && next[1]) {
      wanted.memlock = atol(*++next);
    } else if (strcmp(*next, "--ignore") == 0 && next[1] && wanted.ignored_count < MOST) {
      wanted.ignored[wanted.ignored_count++] = atoi(*++next);
    } else if (strcmp(*next, "--block") == 0 && next[1]) {
      sigaddset(&wanted.blocked, atoi(*++next));
    } else if (strcmp(*next, "--lead") == 0 && next[1] && next[2]) {
      wanted.tty = atoi(*++next);
      wanted.control = atoi(*++next);
    } else {
      break;
    }
  }
  if (!*next || strncmp(*next, "--", 2) == 0) {
    dprintf(STDERR_FILENO, "launcher: wrong arguments\n");
    return 125;
  }
  if (wanted.tty >= 0) lead(&wanted, next);
  if (wanted.detach && setsid() < 0) fail("setsid");
  meet(&wanted);
  run(next);
}
