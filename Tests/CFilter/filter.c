#define _GNU_SOURCE
#include "CFilter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum comparison { is_equal = BPF_JEQ, has_bit = BPF_JSET, is_at_least = BPF_JGE };

/// Does `action` at the call `number` if its argument `index` compares with `value`.
static int act(
    unsigned number, unsigned index, enum comparison comparison, unsigned value, unsigned action, unsigned flags) {
  struct sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offsetof(struct seccomp_data, args) + 8 * index),
      BPF_JUMP(BPF_JMP | comparison | BPF_K, value, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, action),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog whole = {sizeof program / sizeof program[0], program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &whole);
}

/// Makes the call fail with `error`.
static int filter(unsigned number, unsigned index, enum comparison comparison, unsigned value, unsigned error) {
  return act(number, index, comparison, value, SECCOMP_RET_ERRNO | error, SECCOMP_FILTER_FLAG_TSYNC) ? -1 : 0;
}

int filter_dumpable(void) { return filter(SYS_prctl, 0, is_equal, PR_SET_DUMPABLE, 0); }

#ifndef SYS_memfd_secret
#define SYS_memfd_secret 447
#endif

int filter_secret_memory(void) { return filter(SYS_memfd_secret, 0, is_equal, O_CLOEXEC, ENOSYS); }

int filter_nameless_files(void) { return filter(SYS_openat, 2, has_bit, O_TMPFILE & ~O_DIRECTORY, EOPNOTSUPP); }

int filter_exclusive_renaming(void) { return filter(SYS_renameat2, 4, is_equal, RENAME_NOREPLACE, EINVAL); }

int filter_writes(unsigned size) { return filter(SYS_write, 2, is_equal, size, 0); }

int filter_reads(unsigned size) {
  return act(SYS_pread64, 2, is_at_least, size, SECCOMP_RET_USER_NOTIF, SECCOMP_FILTER_FLAG_NEW_LISTENER);
}

int own_mounts(void) { return unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ? -1 : 0; }
