#define _GNU_SOURCE
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

static const char acl[] = "system.posix_acl_access";

int ww_folder_open(const char *path) {
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // fsync(2) does not work on a descriptor with O_PATH, so this is only the second choice.
  if (folder == -1 && errno == EACCES) folder = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  return folder;
}

int ww_file_open_nameless(int folder) {
  return openat(folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR);
}

int ww_file_name(int file, int folder, const char *name) {
  char path[sizeof "/proc/self/fd/" + 11];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  if (linkat(AT_FDCWD, path, folder, name, AT_SYMLINK_FOLLOW) == 0) return 0;
  // In a rescue shell /proc may be missing.
  return errno == ENOENT ? linkat(file, "", folder, name, AT_EMPTY_PATH) : -1;
}

int ww_file_rename(int folder, const char *from, const char *to, bool replaces) {
  if (replaces) return renameat(folder, from, folder, to);
  if (renameat2(folder, from, folder, to, RENAME_NOREPLACE) == 0) return 0;
  // File systems that lack the flag, such as network ones, have hard links.
  if (errno != EINVAL && errno != ENOSYS) return -1;
  if (linkat(folder, from, folder, to, 0) == -1) return -1;
  unlinkat(folder, from, 0);
  return 0;
}

static uintptr_t map_start, map_end;

void ww_file_note_map(const void *start, size_t length) {
  if (length == 0 && map_start != (uintptr_t)start) return;
  __atomic_store_n(&map_end, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&map_start, (uintptr_t)start, __ATOMIC_SEQ_CST);
  __atomic_store_n(&map_end, (uintptr_t)start + length, __ATOMIC_SEQ_CST);
}

bool ww_file_heal(const void *address) {
  uintptr_t page = (uintptr_t)address & -(uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t end = __atomic_load_n(&map_end, __ATOMIC_SEQ_CST);
  if (page < __atomic_load_n(&map_start, __ATOMIC_SEQ_CST) || page >= end) return false;
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
  return mmap((void *)page, end - page, PROT_READ, flags, -1, 0) != MAP_FAILED;
}

bool ww_fifo_lacks_writer(int file) {
  struct pollfd request = {.fd = file, .events = POLLIN};
  struct statfs system;
  int ends[2];
  // A pipe without a name had a writer, who may have gone before it was opened by way of /proc.
  if (fstatfs(file, &system) == 0 && system.f_type == PIPEFS_MAGIC) return false;
  // A writer that has closed the FIFO leaves POLLHUP.
  if (poll(&request, 1, 0) != 0 || pipe2(ends, O_CLOEXEC) == -1) return false;
  // Returns 0 if nobody has the FIFO open for writing. Unlike read(2), it takes nothing away if bytes come just now.
  ssize_t count = tee(file, ends[1], 1, SPLICE_F_NONBLOCK);
  close(ends[0]);
  close(ends[1]);
  return count == 0;
}

int ww_file_look(int folder, const char *name) { return openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC); }

int ww_file_look_below(int folder, const char *path, bool is_root) {
  struct open_how how = {.flags = O_PATH | O_CLOEXEC, .resolve = is_root ? RESOLVE_IN_ROOT : RESOLVE_BENEATH};
  return syscall(SYS_openat2, folder, path, &how, sizeof how);
}

static bool lacks_acl(void) { return errno == ENODATA || errno == EOPNOTSUPP; }

ssize_t ww_file_acl(int file, void *list, size_t size) {
  char path[sizeof "/proc/self/fd/" + 11];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  ssize_t count = getxattr(path, acl, list, size);
  return count == -1 && lacks_acl() ? 0 : count;
}

int ww_file_set_acl(int file, const void *list, size_t size) {
  if (size > 0) return fsetxattr(file, acl, list, size, 0);
  return fremovexattr(file, acl) == 0 || lacks_acl() ? 0 : -1;
}
