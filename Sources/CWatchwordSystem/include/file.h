#ifndef CSYSTEM_FILE_H
#define CSYSTEM_FILE_H

#include <stdbool.h>

// Each function answers -1 where it fails, with errno set.

/// Opens a folder, for functions that work in it; also one that may not be read.
int ww_folder_open(const char *path);

/// Opens a file for writing that has no name yet, in `folder` and for its owner alone. Not every file system can do
/// that: see open(2), O_TMPFILE.
int ww_file_open_nameless(int folder);

/// Gives a file that has no name the name `name` in `folder`. What has this name already stays, and errno is EEXIST.
int ww_file_name(int file, int folder, const char *name);

/// Gives the file `from` in `folder` the name `to`. What has this name already is replaced where `replaces` is true, or
/// else it stays, and errno is EEXIST.
int ww_file_rename(int folder, const char *from, const char *to, bool replaces);

#endif
