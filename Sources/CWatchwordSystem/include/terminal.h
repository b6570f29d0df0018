#ifndef CSYSTEM_TERMINAL_H
#define CSYSTEM_TERMINAL_H

#include <stdbool.h>

/// Takes the terminal of the process for one form. Answers false as long as another one has it. Any thread may call it.
bool ww_terminal_claim(void);

/// Gives the terminal of the process back.
void ww_terminal_release(void);

/// Opens the device of the terminal `tty` itself, /dev/pts/N for instance, where `tty` may be /dev/tty. Answers a
/// descriptor that is closed on exec, or -1 where the device cannot be found or opened.
int ww_terminal_device(int tty);

#endif
