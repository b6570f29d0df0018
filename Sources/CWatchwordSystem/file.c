#define _GNU_SOURCE
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int ww_folder_open(const char *path) {
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // One that is open in this way cannot be brought to the disk by fsync(2).
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
  // A file system that does not know the flag has links, as that of a network does.
  if (errno != EINVAL && errno != ENOSYS) return -1;
  if (linkat(folder, from, folder, to, 0) == -1) return -1;
  unlinkat(folder, from, 0);
  return 0;
}
