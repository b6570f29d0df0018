#ifndef CSYSTEM_POSIX_H
#define CSYSTEM_POSIX_H

#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The nanoseconds on the clock that starts with the machine, see CLOCK_MONOTONIC of clock_gettime(2).
/// Async-signal-safe.
int64_t ww_now(void);

/// Writes the `count` bytes at `bytes`, also where `descriptor` does not block. Where it takes none, `is_patient` is asked
/// with `context` whether to wait for another tenth of a second; without it there is no end to that. Answers 0, or the
/// errno of write(2) or poll(2), EAGAIN where the patience is at its end, and EIO where nothing was written without an
/// error. Async-signal-safe.
int ww_write_all(int descriptor, const void *bytes, size_t count, bool (*is_patient)(void *), void *context);

/// Waits until the semaphore has been signalled since the last time, however often, or until `nanoseconds` have passed;
/// without end when they are negative. Answers whether it was. See sem_overview(7).
bool ww_semaphore_wait(sem_t *semaphore, int64_t nanoseconds);

/// Fills the `count` bytes at `bytes` with random ones, see getrandom(2), for which it waits after a start of the
/// machine. Answers 0, or the errno of getrandom(2); then what the bytes are is not known.
int ww_random(void *bytes, size_t count);

/// Opens a descriptor of the process `number`, which can be read once that has ended, see pidfd_open(2). Answers -1 with
/// errno set, also where the kernel knows none (before Linux 5.3).
int ww_process_open(int number);

/// The number of processor cores that this process may use, at least 1; see sched_getaffinity(2).
int ww_core_count(void);

/// Adds 1 to the number at `next` and returns what it was before: each number once, however many threads ask.
static inline long ww_take_next(long *next) { return __atomic_fetch_add(next, 1, __ATOMIC_RELAXED); }

/// Gives the calling thread an alternate stack of its own for the handler, unless it has one that is large enough.
/// Answers whether it did.
bool ww_deadly_use_stack(void);

/// Holds back all signals of the calling thread but those of its own faults, so that a short piece of work comes to its
/// end and can overwrite what it used. Answers what ww_signals_release needs.
sigset_t ww_deadly_hold(void);

/// Begins a piece of work on a secret in the calling thread, for which signals are held back as ww_deadly_hold does, or
/// put off by their handler, which has neither SIGPIPE nor those that stop the process. Work within other work is a part
/// of it.
void ww_work_begin(void);

/// Ends it: overwrites the dead stack below its caller, and lets the signals come again.
void ww_work_end(void);

/// Whether the handler of all signals that end the process asks ww_work_puts_off, so that none has to be blocked.
extern bool ww_handler_puts_off;

/// Whether a signal has to wait, since it interrupted work; it is raised again at the end. Async-signal-safe.
bool ww_work_puts_off(int number);

/// Holds back all signals of the calling thread. Answers what ww_signals_release needs. Async-signal-safe.
sigset_t ww_signals_block(void);

/// Lets the signals come again that were held back.
void ww_signals_release(sigset_t before);

#endif
