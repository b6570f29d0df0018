#define _GNU_SOURCE
#include "CZxcvbnCalls.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <zxcvbn.h>

static _Thread_local long calls;

double ZxcvbnMatch(const char *text, const char *words[], ZxcMatch_t **parts) {
  double (*match)(const char *, const char *[], ZxcMatch_t **) = dlsym(RTLD_NEXT, "ZxcvbnMatch");
  if (match == NULL) abort();
  calls++;
  return match(text, words, parts);
}

long zxcvbn_calls(void) { return calls; }
