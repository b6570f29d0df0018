#ifndef CSYSTEM_LOG_H
#define CSYSTEM_LOG_H

/// Sends `line`, at most 900 bytes, to the system's log as a notice of LOG_AUTHPRIV, as syslog(3) does. Does nothing if
/// there is no log, and waits at most a tenth of a second for one that is busy.
void ww_log(const char *line);

#endif
