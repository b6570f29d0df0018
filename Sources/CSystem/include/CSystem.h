#ifndef CSYSTEM_H
#define CSYSTEM_H
#include "child.h"
#include "cores.h"
#include "signals.h"
#include "terminal.h"
#include "wipe.h"
#endif
