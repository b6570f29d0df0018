#ifndef WATCHWORD_CFILTER_H
#define WATCHWORD_CFILTER_H

// System calls that the kernel answers without carrying them out: for all threads of this process, for good, and for
// the programs that it starts.

/// prctl(PR_SET_DUMPABLE, …) answers 0. Answers 0, or -1 with errno set.
int filter_dumpable(void);

/// memfd_secret(2) answers ENOSYS. Answers 0, or -1 with errno set.
int filter_secret_memory(void);

/// open(2) with O_TMPFILE answers EOPNOTSUPP, as that of some file systems does. Answers 0, or -1 with errno set.
int filter_nameless_files(void);

/// renameat2(2) with RENAME_NOREPLACE answers EINVAL, as that of some file systems does. Answers 0, or -1 with errno set.
int filter_exclusive_renaming(void);

/// write(2) of `size` bytes answers 0. Answers 0, or -1 with errno set.
int filter_writes(unsigned size);

/// pread(2) of `size` bytes or more waits each time until who has the descriptor that this answers lets it go on, see
/// seccomp_unotify(2). Answers -1 with errno set.
int filter_reads(unsigned size);

/// Gives this thread, and the programs that it starts, mounts of their own. Answers 0, or -1 with errno set.
int own_mounts(void);

#endif
