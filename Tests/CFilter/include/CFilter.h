#ifndef WATCHWORD_CFILTER_H
#define WATCHWORD_CFILTER_H

// System calls that the kernel answers without running them, for all threads of this process and the programs that it
// starts. There is no way back.

/// prctl(PR_SET_DUMPABLE, …) returns 0. Returns 0, or -1 with errno set.
int filter_dumpable(void);

/// memfd_secret(2) fails with ENOSYS. Returns 0, or -1 with errno set.
int filter_secret_memory(void);

/// open(2) with O_TMPFILE fails with EOPNOTSUPP, as on some file systems. Returns 0, or -1 with errno set.
int filter_nameless_files(void);

/// renameat2(2) with RENAME_NOREPLACE fails with EINVAL, as on some file systems. Returns 0, or -1 with errno set.
int filter_exclusive_renaming(void);

/// write(2) of `size` bytes returns 0. Returns 0, or -1 with errno set.
int filter_writes(unsigned size);

/// Each pread(2) of `size` bytes or more waits until the holder of the returned descriptor lets it go on, see
/// seccomp_unotify(2). Returns -1 with errno set on failure.
int filter_reads(unsigned size);

/// Gives this thread, and the programs that it starts, mounts of their own. Returns 0, or -1 with errno set.
int own_mounts(void);

#endif
