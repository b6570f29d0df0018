#ifndef CSYSTEM_ARGUMENTS_H
#define CSYSTEM_ARGUMENTS_H

#include <getopt.h>
#include <stddef.h>

/// What one step of getopt_long(3) found.
typedef enum __attribute__((enum_extensibility(closed))) ww_argument_kind : int {
  /// An option; `value` says which, `text` is its argument or NULL.
  ww_argument_kind_option,
  /// An argument that is no option; `text` is the whole of it.
  ww_argument_kind_operand,
  /// A long option that is unknown or ambiguous, or a letter that is unknown; `value` is the letter, 0 for a
  /// long option; `text` is the whole argument.
  ww_argument_kind_unknown,
  /// An option whose argument is missing; `value` says which.
  ww_argument_kind_missing,
  /// An option that was given an argument and takes none; `value` says which, `text` is the whole argument.
  ww_argument_kind_unwanted,
} ww_argument_kind;

/// One step of getopt_long(3).
typedef struct ww_argument {
  ww_argument_kind kind;
  int value;
  const char *text;
} ww_argument;

/// Reads the arguments with getopt_long(3), in the order in which they stand, POSIXLY_CORRECT or not.
///
/// `options` is what getopt_long takes, with values above 255; `letters` is its list of short options, without
/// the leading signs. What was found is written to `found`, at most `capacity` steps; the first wrong argument
/// is the last step. Returns the number of steps. May be called from any thread.
size_t ww_read_arguments(
    int count, char *const *arguments, const struct option *options, const char *letters,
    ww_argument *found, size_t capacity);

/// The arguments of the process, for Swift's CommandLine; `count` gets their number.
///
/// Becomes the Swift runtime's own function under the linker's --wrap=_swift_stdlib_getUnsafeArgvArgc. That one
/// searches for the arguments in /proc/self/maps and on the stack at every start, before `main`.
char **__wrap__swift_stdlib_getUnsafeArgvArgc(int *count);

#endif
