#ifndef CSYSTEM_READERS_H
#define CSYSTEM_READERS_H

#include <sys/types.h>

/// What ww_terminal_find_other returns if it could not look at all processes, and those that it looked at do not read.
enum { WW_READER_UNKNOWN = -1 };

/// A process that may read the terminal of this number, although the process `asker` has it: 0 if there is none that can
/// be seen. `member` is a process of the session that the terminal controls. The process found is one of these:
///
/// - It has the terminal open, and its session or its controlling terminal is another, so that job control does not
///   stop its reads.
/// - It has the terminal open in the foreground, and its user is another than root and the users of `asker`.
/// - A thread of such a user waits in a read of the terminal that began in the foreground, or whose descriptor was
///   closed or replaced since.
///
/// The table of descriptors may be that of one thread. Ends after `most` files of proc(5). Only root sees the files of
/// others.
pid_t ww_terminal_find_other(dev_t terminal, pid_t member, pid_t asker, int most);

#endif
