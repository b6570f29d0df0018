#define _GNU_SOURCE
#include "log.h"

#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

void ww_log(const char *line) {
  char date[32], text[1024];
  time_t now = time(NULL);
  if (ctime_r(&now, date) == NULL) return;
  int length = snprintf(
      text, sizeof text, "<%d>%.15s watchword[%d]: %s", LOG_AUTHPRIV | LOG_NOTICE, date + 4, getpid(), line);
  if (length < 0 || (size_t)length >= sizeof text) return;
  // syslog(3) waits without limit while the socket is full, so a stopped logger would stop every form.
  struct timeval patience = {.tv_usec = 100000};
  struct sockaddr_un log = {.sun_family = AF_UNIX, .sun_path = _PATH_LOG};
  // Some loggers take a stream, in which a NUL ends each message.
  static const int types[] = {SOCK_DGRAM, SOCK_STREAM};
  for (size_t index = 0; index < sizeof types / sizeof *types; index++) {
    int end = socket(AF_UNIX, types[index] | SOCK_CLOEXEC, 0);
    if (end < 0) return;
    setsockopt(end, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    int error = connect(end, (struct sockaddr *)&log, sizeof log) == 0 ? 0 : errno;
    if (error == 0) send(end, text, (size_t)length + index, MSG_NOSIGNAL);
    close(end);
    if (error != EPROTOTYPE) return;
  }
}
