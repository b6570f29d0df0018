#ifndef CWATCHWORD_SYSTEM_H
#define CWATCHWORD_SYSTEM_H
#include "child.h"
#include "file.h"
#include "language.h"
#include "log.h"
#include "posix.h"
#include "pty.h"
#include "readers.h"
#include "receiver.h"
#include "waiting.h"
#include "wipe.h"
#endif
