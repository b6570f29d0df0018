#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program.h"
#include "wipe.h"

enum { terminal, reports };

/// Reports a status of the job. Returns false unless there is a word to go on.
static bool report(int status) {
  char word;
  return write(reports, &status, sizeof status) != -1 && read(reports, &word, 1) > 0;
}

/// Runs in a child, which leads the session of a job, as a shell would. If the job led it, its process group would be
/// orphaned, and ^Z would not stop it. If nobody waited for the job here, nobody would continue it once it has stopped:
/// after `fg` the user would type into a dead terminal.
__attribute__((noreturn)) static void lead(const struct program *program, int socket) {
  setsid();
  pid_t job = ioctl(program->terminal, TIOCSCTTY, 0) == 0 ? fork() : -1;
  int error = errno;
  if (job == 0) {
    setenv("WATCHWORD_RUN", program->name, true);
    ww_core_resume();
    ww_program_become(program, socket);
  }
  ww_signals_reset();
  sigaction(SIGTTOU, &(struct sigaction){.sa_handler = SIG_IGN}, NULL);
  dup2(program->terminal, terminal);
  dup2(socket, reports);
  closefrom(reports + 1);
  int status = W_EXITCODE(127, 0), first = job > 0 ? job : -error;
  bool runs = write(reports, &first, sizeof first) != -1 && job > 0;
  while (runs && waitpid(job, &status, WUNTRACED) != -1 && WIFSTOPPED(status)) {
    if (!report(status)) _exit(0);
    tcsetpgrp(terminal, job);
    kill(-job, SIGCONT);
  }
  // The hangup that the end of this process causes must not reach what the job has left behind, such as a server that it
  // has started: the user would find it gone.
  tcsetpgrp(terminal, getpid());
  report(status);
  _exit(0);
}

int ww_leader_start(struct program *program, pid_t *process) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == -1) return errno;
  *process = fork();
  if (*process == 0) lead(program, ends[1]);
  int error = *process == -1 ? errno : 0;
  close(ends[1]);
  if (error) close(ends[0]);
  else program->reports = ends[0];
  return error;
}
