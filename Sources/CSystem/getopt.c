#include "arguments.h"

#include <pthread.h>
#include <stdio.h>

// getopt_long keeps its place in global variables, which Swift refuses to read.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static ww_argument wrong(int answer, const char *argument) {
  ww_argument_kind kind = ww_argument_kind_unknown;
  if (answer == ':') kind = ww_argument_kind_missing;
  else if (optopt > 255) kind = ww_argument_kind_unwanted;
  // A letter is a char, which is negative beyond ASCII.
  int value = optopt > 255 ? optopt : (unsigned char)optopt;
  return (ww_argument){kind, value, argument};
}

size_t ww_read_arguments(
    int count, char *const *arguments, const struct option *options, const char *letters,
    ww_argument *found, size_t capacity) {
  char list[64];
  size_t steps = 0;
  pthread_mutex_lock(&lock);
  // "-" hands the operands over in their order, ":" tells a missing argument from an unknown option.
  snprintf(list, sizeof list, "-:%s", letters);
  opterr = 0;
  optind = 0;
  while (steps < capacity) {
    const char *argument = arguments[optind == 0 ? 1 : optind];
    int answer = getopt_long(count, arguments, list, options, NULL);
    if (answer == -1) break;
    if (answer == '?' || answer == ':') {
      found[steps++] = wrong(answer, argument);
      pthread_mutex_unlock(&lock);
      return steps;
    }
    ww_argument_kind kind = answer == 1 ? ww_argument_kind_operand : ww_argument_kind_option;
    found[steps++] = (ww_argument){kind, answer, optarg};
  }
  for (; optind < count && steps < capacity; optind++)
    found[steps++] = (ww_argument){ww_argument_kind_operand, 0, arguments[optind]};
  pthread_mutex_unlock(&lock);
  return steps;
}

static int process_count;
static char **process_arguments;

// The C library hands the arguments of the process to constructors as it does to `main`.
__attribute__((constructor)) static void keep_arguments(int count, char **arguments) {
  process_count = count;
  process_arguments = arguments;
}

char **__wrap__swift_stdlib_getUnsafeArgvArgc(int *count) {
  *count = process_count;
  return process_arguments;
}
