#include "CWatchwordStart.h"

#include <CWatchwordSystem.h>
#include <CWatchwordTerminal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

extern int main(int, char **);
// SwiftPM's name for the program's main. In a test process it exists too, but is not main.
extern int WatchwordCLI_main(int, char **) __attribute__((weak));

static bool was_guarded;
static char *const *arguments;
static int argument_count;

bool ww_was_guarded_from_exec(void) { return was_guarded; }

const char *ww_argument(int index) { return index >= 0 && index < argument_count ? arguments[index] : NULL; }

/// In a release this replaces the Swift runtime's function (Package.swift), which reads all of /proc/self/maps in vain.
char **ww_swift_arguments(int *count) {
  *count = argument_count;
  return (char **)arguments;
}

/// Ends the process with the exit status for out of memory. Does not translate the line: that takes memory.
__attribute__((noreturn, cold)) static void give_up(const char *line) {
  ssize_t ignored = write(STDERR_FILENO, line, strlen(line));
  (void)ignored;
  _exit(6);
}

static const char no_memory[] = "watchword: not enough memory: lift the limit on it (ulimit -v)\n";

static bool is_limited(int resource, struct rlimit *limit) {
  return getrlimit(resource, limit) == 0 && limit->rlim_cur != RLIM_INFINITY;
}

// Four times what the deepest command takes. Mapped only if the limit on the stack is lower, which a mapping is not held to.
enum { stack_size = 1 << 20 };
static char *own_stack;

void ww_call_on_stack(void (*body)(void)) {
  if (own_stack == NULL) return body();
  ucontext_t caller, own;
  getcontext(&own);
  own.uc_stack = (stack_t){.ss_sp = own_stack, .ss_size = stack_size};
  own.uc_link = &caller;
  makecontext(&own, body, 0);
  swapcontext(&caller, &own);
}

/// Maps a stack above pages that cannot be written to, so that a stack that grows too far is a fault. Returns NULL
/// without memory.
static char *map_stack(void) {
  // Larger than a frame: Swift does not touch each page of one.
  size_t guard = 64 << 10;
  char *low = mmap(NULL, guard + stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  return low != MAP_FAILED && mprotect(low, guard, PROT_NONE) == 0 ? low + guard : NULL;
}

/// Checks for the memory that every command needs, and for its stack. Without memory the Swift runtime traps, even
/// before main.
static void check_limits(void) {
  enum { deepest = 256 << 10, memory = 3 << 20 };
  struct rlimit limit;
  // AT_EXECFN is the highest string on the stack. The kernel counts the stack from the end of this string's page.
  uintptr_t top = (uintptr_t)getauxval(AT_EXECFN) | 0xFFF, here = (uintptr_t)&limit;
  bool is_low = is_limited(RLIMIT_STACK, &limit) && top - (here - stack_size) > limit.rlim_cur;
  if (is_low && (own_stack = map_stack()) == NULL) give_up(no_memory);
  if (!is_limited(RLIMIT_AS, &limit) && !is_limited(RLIMIT_DATA, &limit)) return;
  if (!ww_has_memory(memory)) give_up(no_memory);
  // Grows the stack now, so that it takes no memory from later checks.
  if (!is_low) *(volatile char *)(here - deepest) = 0;
}

/// Keeps other processes of the user from this one's memory. /proc/PID/mem is checked only when it is opened, so this
/// comes early. Failures are ignored here: showing a form tries again and reports them.
static void guard(int count, char **words, char **environment) {
  (void)environment;
  argument_count = count;
  arguments = words;
  if (WatchwordCLI_main != NULL && WatchwordCLI_main != main) return;
  was_guarded = !ww_is_dumpable();
  ww_set_dumpable(false);
  ww_core_suspend();
  check_limits();
}

// Runs before the constructors of all libraries, even those of the C library and the Swift runtime.
__attribute__((section(".preinit_array"), used)) static void (*const first)(int, char **, char **) = guard;

// In a release the linker calls the wrappers below instead of the C library's functions, which have these names then;
// see the Makefile. Without memory, Swift and C++ would trap.
extern void *__real_malloc(size_t size) __attribute__((weak));
extern void *__real_calloc(size_t count, size_t size) __attribute__((weak));
extern void *__real_aligned_alloc(size_t alignment, size_t size) __attribute__((weak));
extern int __real_posix_memalign(void **block, size_t alignment, size_t size) __attribute__((weak));

static void *sure(void *block, size_t size) {
  if (__builtin_expect(block != NULL || size == 0, true)) return block;
  ww_deadly_restore_terminal();
  ww_secrets_wipe();
  ww_child_end_last();
  give_up(no_memory);
}

void *__wrap_malloc(size_t size) { return sure(__real_malloc(size), size); }

void *__wrap_calloc(size_t count, size_t size) { return sure(__real_calloc(count, size), count && size); }

void *__wrap_aligned_alloc(size_t alignment, size_t size) { return sure(__real_aligned_alloc(alignment, size), size); }

int __wrap_posix_memalign(void **block, size_t alignment, size_t size) {
  int error = __real_posix_memalign(block, alignment, size);
  sure(error ? NULL : *block, size);
  return error;
}
