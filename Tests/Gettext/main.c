// Looks up every ID in files of translations, as the program would, and a plural of each for many numbers.
//
//   Gettext FOLDER COUNT ID...   The files are FOLDER/de/LC_MESSAGES/0.mo to COUNT - 1. Says how many bytes all
//                                translations have, each of which it has read.

#include <libintl.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **arguments) {
  if (count < 3 || !setlocale(LC_ALL, "C.UTF-8") || setenv("LANGUAGE", "de", 1)) return 2;
  unsigned long bytes = 0;
  for (int file = 0; file < atoi(arguments[2]); file++) {
    char domain[16];
    snprintf(domain, sizeof domain, "%d", file);
    if (!bindtextdomain(domain, arguments[1]) || !bind_textdomain_codeset(domain, "UTF-8")) return 2;
    bytes += strlen(dcgettext(domain, "", LC_MESSAGES));
    for (int id = 3; id < count; id++) {
      bytes += strlen(dcgettext(domain, arguments[id], LC_MESSAGES));
      for (unsigned long number = 0; number <= 130; number++)
        bytes += strlen(dcngettext(domain, arguments[id], "many", number, LC_MESSAGES));
      bytes += strlen(dcngettext(domain, arguments[id], "many", ULONG_MAX, LC_MESSAGES));
    }
  }
  printf("%lu\n", bytes);
}
