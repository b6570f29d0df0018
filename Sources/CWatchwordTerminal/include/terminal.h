#ifndef CTERMINAL_TERMINAL_H
#define CTERMINAL_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// Opens the terminal at `path` for reading and writing, never as the controlling terminal. Opens only a character
/// device, even if the file at `path` changes meanwhile. Returns a non-blocking, close-on-exec descriptor, or -1 with
/// errno set, to ENOTTY if it is not a terminal.
int ww_terminal_open(const char *path);

/// Writes the path of the terminal with this device number to `path`, at most `size` bytes with the NUL. Asks sysfs
/// unless the device is one of devpts. Returns false if there is no such terminal. Does not check that the file at the
/// path is this terminal.
bool ww_terminal_path(dev_t device, char *path, size_t size);

/// Opens the own device of the terminal `tty`, such as /dev/pts/N, even if `tty` was opened as /dev/tty. Returns a
/// close-on-exec descriptor for reading, or -1.
int ww_terminal_device(int tty);

/// Notes that queries were sent just now. The reply to DA1 is the last one.
void ww_answer_expect(void);

/// Notes that a reply arrived and more will follow.
void ww_answer_goes_on(void);

/// Whether the last reply may still arrive. After three seconds of silence it is given up.
bool ww_answer_is_expected(void);

/// Notes that the last reply arrived.
void ww_answer_came(void);

/// Reads replies and any other input from `tty`, so that none is left for the shell, until the last reply or for at
/// most 0.3 s. Returns at once if no reply is expected. Overwrites what it read. Async-signal-safe.
void ww_answer_await(int tty);

/// Waits at most `milliseconds` for one of the bytes in the string `first`, which has one or two. Reads that byte with
/// the rest of the control sequence that it begins or continues. If the byte is ESC, reads further sequences too.
/// Leaves any other byte unread. The terminal has to be in raw mode.
void ww_remainder_drop(int tty, const char *first, int milliseconds);

/// Writes out what was printed to stdout(3) and not written yet, if that is a terminal.
void ww_stdout_flush(void);

/// Whether `tty` is a console with its Caps Lock flag set. A keymap can lock the key without that flag.
bool ww_terminal_is_caps_locked(int tty);
#endif
