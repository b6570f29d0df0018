#ifndef CSYSTEM_POSIX_H
#define CSYSTEM_POSIX_H

#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// CLOCK_MONOTONIC of clock_gettime(2), in nanoseconds. Async-signal-safe.
int64_t ww_now(void);

/// Writes the `count` bytes at `bytes`, even if `descriptor` does not block. While `descriptor` takes no bytes, asks
/// `is_patient` with `context` every tenth of a second whether to wait on; if `is_patient` is NULL, waits forever.
/// Returns 0, the errno of write(2) or poll(2), EAGAIN if patience ran out, or EIO if write(2) wrote nothing without an
/// error. Async-signal-safe.
int ww_write_all(int descriptor, const void *bytes, size_t count, bool (*is_patient)(void *), void *context);

/// Sends the `count` bytes at `bytes` in one datagram, without waiting, to the socket whose file `socket_file` is open
/// with O_PATH. Returns 0, or the errno of socket(2) or sendto(2), such as ECONNREFUSED if nobody reads there any more,
/// or ENOENT without /proc.
int ww_datagram_send(int socket_file, const void *bytes, size_t count);

/// Waits for a signal of the semaphore, or until `nanoseconds` have passed; forever if they are negative. Any number of
/// signals since the last wait count as one. Returns whether the semaphore was signalled. See sem_overview(7).
bool ww_semaphore_wait(sem_t *semaphore, int64_t nanoseconds);

/// Fills `bytes` from getrandom(2), which may wait after boot. Returns 0, or its errno; then the bytes are undefined.
int ww_random(void *bytes, size_t count);

/// Opens a descriptor that becomes readable when the process `number` has ended, see pidfd_open(2). Returns -1 with
/// errno set, also if the kernel lacks the call (before Linux 5.3).
int ww_process_open(int number);

/// The parent of the process `number`; 0 if unknown.
int ww_process_parent(int number);

/// Whether `size` bytes of memory are available now. If not, errno says why.
bool ww_has_memory(size_t size);

/// The number of processor cores that this process may use, at least 1; see sched_getaffinity(2).
int ww_core_count(void);

/// Atomically adds 1 to `next` and returns its old value, so that every thread gets a different number.
static inline long ww_take_next(long *next) { return __atomic_fetch_add(next, 1, __ATOMIC_RELAXED); }

/// Gives the calling thread an alternate stack for the signal handler. Returns false on failure, or if the thread
/// already has one that is large enough.
bool ww_deadly_use_stack(void);

/// Blocks all signals of the calling thread except those of its own faults, so that a short piece of work can finish
/// and overwrite what it used. Returns what ww_signals_release needs.
sigset_t ww_deadly_hold(void);

/// Begins work on a secret in the calling thread. Signals are blocked as by ww_deadly_hold. But if ww_handler_puts_off,
/// their handler defers them; SIGPIPE and the signals that stop the process do not get to that handler. Work can nest.
void ww_work_begin(void);

/// Ends the work. The outermost call overwrites the dead stack below its caller, and lets signals through again.
void ww_work_end(void);

/// Whether the handler has deferred a deadly signal until the end of the calling thread's work.
bool ww_work_has_signal(void);

/// Whether the handler of the deadly signals calls ww_work_puts_off, so that work need not block them.
extern bool ww_handler_puts_off;

/// Whether the signal `number` interrupted work and is deferred. It is raised again when the work ends.
/// Async-signal-safe.
bool ww_work_puts_off(int number);

/// Blocks all signals of the calling thread. Returns what ww_signals_release needs. Async-signal-safe.
sigset_t ww_signals_block(void);

/// Restores the signal mask from before ww_deadly_hold or ww_signals_block.
void ww_signals_release(sigset_t before);

#endif
