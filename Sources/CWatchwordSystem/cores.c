#define _GNU_SOURCE
#include "cores.h"

#include <sched.h>
#include <stdlib.h>

int ww_core_count(void) {
  // Larger than any kernel's set: a smaller one would be an error on a machine with more processors than it holds.
  enum { most = 8192 };
  cpu_set_t *set = CPU_ALLOC(most);
  if (set == NULL) return 1;
  int count = sched_getaffinity(0, CPU_ALLOC_SIZE(most), set) == 0 ? CPU_COUNT_S(CPU_ALLOC_SIZE(most), set) : 1;
  CPU_FREE(set);
  return count;
}
