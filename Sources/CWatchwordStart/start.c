#include "CWatchwordStart.h"

#include <CWatchwordSystem.h>
#include <stddef.h>

extern int main(int, char **);
// SwiftPM's name for the program's main. In a test's process it is there too, and is not main.
extern int WatchwordCLI_main(int, char **) __attribute__((weak));

static bool was_guarded;
static char *const *arguments;
static int argument_count;

bool ww_was_guarded_from_exec(void) { return was_guarded; }

const char *ww_argument(int index) { return index >= 0 && index < argument_count ? arguments[index] : NULL; }

/// The Swift runtime's own reads the whole of /proc/self/maps before main, to find what nobody asks it for. In a release
/// this one has its name and takes its place, see Package.swift.
char **ww_swift_arguments(int *count) {
  *count = argument_count;
  return (char **)arguments;
}

/// /proc/PID/mem is checked when it is opened, so each moment counts. What the system refuses here is tried once more
/// when a form is shown, and is an error there.
static void guard(int count, char **words, char **environment) {
  (void)environment;
  argument_count = count;
  arguments = words;
  if (WatchwordCLI_main != NULL && WatchwordCLI_main != main) return;
  was_guarded = !ww_is_dumpable();
  ww_set_dumpable(false);
  ww_forbid_core();
}

// Run before the constructors of all libraries, those of the C library and of the Swift runtime among them. glibc hands
// it what main gets.
__attribute__((section(".preinit_array"), used)) static void (*const first)(int, char **, char **) = guard;
