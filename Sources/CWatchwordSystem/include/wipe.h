#ifndef CSYSTEM_WIPE_H
#define CSYSTEM_WIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The number of ranges that can be registered at one time.
#define WW_SECRET_RANGES 256

/// Maps `length` bytes, a multiple of the page size, of memory that the kernel takes out of its own map: nobody reads
/// it through /proc/PID/mem, process_vm_readv(2) or PTRACE_PEEKDATA of ptrace(2), not even the superuser. It is locked,
/// left out of core dumps, and not there in a child of fork(2). A page of it is found when it is first touched; where
/// there is none left that is a SIGBUS. Answers NULL where the kernel has no such memory or the limit on locked memory
/// is reached. See memfd_secret(2).
void *ww_secret_map(size_t length);

/// Overwrites `length` bytes at `start` with zeros. Of memory that `is_locked` it leaves out the pages that were never
/// touched, and in a child of fork(2) what is not there. errno stays as it was. Async-signal-safe.
void ww_secret_wipe(void *start, size_t length, bool is_locked);

/// Enters `length` bytes at `start` in the table of secret ranges, to be wiped as ww_secret_wipe does. Answers false
/// when the table is full or `length` is 0. Any thread may call it.
bool ww_secret_register(void *start, size_t length, bool is_locked);

/// Takes the range that begins at `start` out of the table. It must be called before the memory is unmapped.
void ww_secret_unregister(void *start);

/// Overwrites every registered range with zeros. Async-signal-safe: it takes no lock and allocates nothing, so
/// that a handler for a deadly signal can call it. A handler should first mend the terminal: another thread may be
/// unmapping a range meanwhile, and the process would die of that.
void ww_secrets_wipe(void);

/// Overwrites the 32 KiB of dead stack below the caller, where functions that returned have left what they read,
/// and the vector registers, in which memcpy(3) has.
void ww_scrub_stack(void);

/// Sets the limit on core files to 0 for good. Answers 0, or the errno of setrlimit(2).
int ww_forbid_core(void);

/// Sets the soft limit on `resource`, RLIMIT_CORE for instance, to 0, and stores in `before` what it was. Answers 0, or
/// the errno of getrlimit(2) or setrlimit(2).
int ww_suspend_limit(int resource, uint64_t *before);

/// Sets the soft limit on `resource` to `before`, or as near to it as may be, where it is 0 now.
void ww_resume_limit(int resource, uint64_t before);

/// Makes the process dumpable or not: then there is no core file, no ptrace(2), no reading of /proc/PID/mem by another
/// process of the same person. Answers 0, or the errno of prctl(2).
int ww_set_dumpable(bool is_dumpable);

/// Whether the process is dumpable, as PR_GET_DUMPABLE of prctl(2) says it.
bool ww_is_dumpable(void);

/// free(3), overwriting the whole block first; errno stays as it was. Becomes every statically linked caller's
/// free with the linker's --wrap=free, and can be called by its own name without it.
void __wrap_free(void *block);

/// realloc(3), leaving no copy behind: a block that has to grow is copied, overwritten and freed; of one that
/// shrinks the end is overwritten. Becomes every statically linked caller's realloc with --wrap=realloc.
void *__wrap_realloc(void *block, size_t size);

#endif
