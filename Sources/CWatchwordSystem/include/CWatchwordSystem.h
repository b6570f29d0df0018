#ifndef CWATCHWORD_SYSTEM_H
#define CWATCHWORD_SYSTEM_H
#include "bell.h"
#include "child.h"
#include "cores.h"
#include "file.h"
#include "hash.h"
#include "language.h"
#include "random.h"
#include "receiver.h"
#include "signals.h"
#include "terminal.h"
#include "wipe.h"
#endif
