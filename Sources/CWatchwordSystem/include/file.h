#ifndef CSYSTEM_FILE_H
#define CSYSTEM_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// All functions that return a number return -1 with errno set if they fail.

/// Opens a folder for functions that work in it, even if it may not be read.
int ww_folder_open(const char *path);

/// Opens a nameless file in `folder` for writing. Only its owner can access it. Not every file system has such files:
/// see open(2), O_TMPFILE.
int ww_file_open_nameless(int folder);

/// Names a nameless file `name` in `folder`. Fails with EEXIST if the name is taken.
int ww_file_name(int file, int folder, const char *name);

/// Renames `from` in `folder` to `to`. If that name is taken, replaces it if `replaces`, else fails with EEXIST.
int ww_file_rename(int folder, const char *from, const char *to, bool replaces);

/// Registers the mapped file whose pages ww_file_heal replaces. A length of 0 unregisters the file mapped at `start`.
void ww_file_note_map(const void *start, size_t length);

/// Replaces the pages from `address` on with zeros, because somebody has truncated the mapped file. Returns false if no
/// registered map has the address. Async-signal-safe.
bool ww_file_heal(const void *address);

/// Returns true if nobody has had the FIFO `file` open for writing since it was opened with O_NONBLOCK.
bool ww_fifo_lacks_writer(int file);

/// Opens the file or link `name` only to examine it (O_PATH): needs no permission to read it.
int ww_file_look(int folder, const char *name);

/// Opens what `path` leads to from `folder` on, only to examine it. A link that leads out of the folder fails with EXDEV.
/// If `is_root`, links and .. lead where they would lead if the folder were the root. Fails with ENOSYS before Linux 5.6.
int ww_file_look_below(int folder, const char *path, bool is_root);

/// Reads the access control list of a file opened by ww_file_look in the kernel's format: 4 bytes, then 8 for each
/// entry. Returns its size, 0 if there is none.
ssize_t ww_file_acl(int file, void *list, size_t size);

/// Gives a file a list in the same format, or removes its list if `size` is 0.
int ww_file_set_acl(int file, const void *list, size_t size);

#endif
