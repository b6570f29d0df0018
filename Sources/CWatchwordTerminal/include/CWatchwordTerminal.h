#ifndef CWATCHWORD_TERMINAL_H
#define CWATCHWORD_TERMINAL_H
#include "signals.h"
#include "terminal.h"
#endif
