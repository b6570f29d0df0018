#ifndef CHOST_STATE_H
#define CHOST_STATE_H

#include <stddef.h>

/// Writes down what a form could have changed of the process: signals, mask and stack of this thread, limits, locale,
/// descriptors, the modes of the terminal. One line each; `text` has room for `size` bytes.
void host_state(char *text, size_t size);

/// Sets a handler that counts the signal.
void host_count(int number);

/// How often a signal was counted since the last call.
int host_counted(void);

/// Makes ncurses decode the keys typed on its screen, see keypad(3).
void host_decode_keys(void);

/// The columns of ncurses' screen.
int host_columns(void);

#endif
