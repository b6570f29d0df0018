#ifndef CSYSTEM_WIPE_H
#define CSYSTEM_WIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The most ranges that can be registered at one time.
#define WW_SECRET_RANGES 256

/// Maps `length` bytes, a multiple of the page size, that the kernel removes from its own map: not even the superuser
/// can read them through /proc/PID/mem, process_vm_readv(2) or PTRACE_PEEKDATA of ptrace(2). They are locked, left out
/// of core dumps, and absent in a child of fork(2). Pages are allocated on first touch; if none is left, that raises
/// SIGBUS. Returns NULL if the kernel has no such memory or the limit on locked memory is reached. See memfd_secret(2).
void *ww_secret_map(size_t length);

/// Overwrites `length` bytes at `start` with zeros. If `is_locked`, skips pages that were never touched. In a child of
/// fork(2), skips pages that are absent. Keeps errno. Async-signal-safe.
void ww_secret_wipe(void *start, size_t length, bool is_locked);

/// Adds `length` bytes at `start` to the table of secret ranges, which are wiped as by ww_secret_wipe. Returns false if
/// the table is full or `length` is 0. Any thread may call it.
bool ww_secret_register(void *start, size_t length, bool is_locked);

/// Removes the range that begins at `start` from the table. Call it before unmapping the memory.
void ww_secret_unregister(void *start);

/// Overwrites every registered range with zeros. Async-signal-safe, without locks or allocation. A signal handler
/// should restore the terminal first: if another thread is unmapping a range meanwhile, this kills the process.
void ww_secrets_wipe(void);

/// Overwrites the 32 KiB of dead stack below the caller, where functions have left what they read, and the vector
/// registers, where memcpy(3) has left what it copied.
void ww_scrub_stack(void);

/// Sets both limits on core files to 0 for good. Returns 0, or the errno of setrlimit(2).
int ww_forbid_core(void);

/// Sets the soft limit on `resource`, such as RLIMIT_CORE, to 0, and stores the old one in `before`. Returns 0, or the
/// errno of getrlimit(2) or setrlimit(2).
int ww_suspend_limit(int resource, uint64_t *before);

/// Raises the soft limit on `resource` from 0 to `before`, or as far as the hard limit allows. Does nothing if the soft
/// limit is no longer 0.
void ww_resume_limit(int resource, uint64_t before);

/// Sets the soft limit on core files to 0, until ww_core_resume. ww_forbid_core tries again, and reports failures.
void ww_core_suspend(void);

/// Gives a program that another one is to become the limit on core files that ww_core_suspend has found, unless
/// ww_forbid_core was called since.
void ww_core_resume(void);

/// Makes the process dumpable or not. If not, it leaves no core file, and other processes of the same user can neither
/// ptrace(2) it nor read its /proc/PID/mem. Returns 0, or the errno of prctl(2).
int ww_set_dumpable(bool is_dumpable);

/// Whether the process is dumpable, by PR_GET_DUMPABLE of prctl(2).
bool ww_is_dumpable(void);

/// free(3) that overwrites the whole block first, and keeps errno. The linker's --wrap=free makes every statically
/// linked caller use it. It can also be called by its own name.
void __wrap_free(void *block);

/// realloc(3) that leaves no copy behind: a block that grows is copied, overwritten and freed; one that shrinks has its
/// end overwritten. Replaces every statically linked caller's realloc with --wrap=realloc.
void *__wrap_realloc(void *block, size_t size);

#endif
