#ifndef CTERMINAL_TERMINAL_H
#define CTERMINAL_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// Takes the process for one form. Answers false as long as another one has it. Any thread may call it.
bool ww_form_claim(void);

/// Gives the process back.
void ww_form_release(void);

/// Opens the terminal at `path` for reading and writing; it never becomes the one that controls the process. Nothing but
/// a character device is opened, also where the file at `path` changes meanwhile. Answers a descriptor that does not
/// block and is closed on exec, or -1 with errno set, to ENOTTY where it is no terminal.
int ww_terminal_open(const char *path);

/// Writes the path that the terminal of this number should have, at most `size` bytes with the NUL at its end, as sysfs
/// knows it where it is not one of devpts. Answers whether there is one; what lies there may be another file.
bool ww_terminal_path(dev_t device, char *path, size_t size);

/// Opens the device of the terminal `tty` itself, /dev/pts/N for instance, where `tty` may be /dev/tty. Answers a
/// descriptor that is closed on exec, or -1 where the device cannot be found or opened.
int ww_terminal_device(int tty);

/// Notes that the terminal was asked something now, and that the answers end in that to DA1.
void ww_answer_expect(void);

/// Notes that an answer came, and another is to come.
void ww_answer_goes_on(void);

/// Whether the last answer may still come, as far as keys are concerned: for a second.
bool ww_answer_is_expected(void);

/// Notes that the last answer came.
void ww_answer_came(void);

/// Takes the answers from `tty`, with whatever else comes, so that none is left for the shell: until the last one is
/// there, or for 0.3 s at most, and not at all where none is to be expected any more. What was typed is overwritten.
/// Async-signal-safe.
void ww_answer_await(int tty);

#endif
