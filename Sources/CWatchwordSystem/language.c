#define _GNU_SOURCE
#include "language.h"

#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <stddef.h>
#include <string.h>

static const char domain[] = "watchword";
static bool is_bound;

void ww_language_bind(const char *folder) {
  is_bound = bindtextdomain(domain, folder) && bind_textdomain_codeset(domain, "UTF-8");
}

void ww_language_release(void) { is_bound = false; }

bool ww_language_is_bound(void) { return is_bound; }

const char *ww_language_name(void) {
  static const char field[] = "Language: ";
  // The header is the translation of the empty text.
  const char *header = is_bound ? dcgettext(domain, "", LC_MESSAGES) : "";
  const char *place = strstr(header, field);
  return place ? place + strlen(field) : NULL;
}

const char *ww_language_text(const char *id) {
  // The empty id is that of the header.
  if (!is_bound || !*id) return NULL;
  const char *text = dcgettext(domain, id, LC_MESSAGES);
  return text == id ? NULL : text;
}

const char *ww_language_plural(const char *one, const char *many, unsigned long count) {
  if (!is_bound || !*one) return NULL;
  const char *text = dcngettext(domain, one, many, count, LC_MESSAGES);
  return text == one || text == many ? NULL : text;
}

const char *ww_error_text(int number) {
  return strcmp(nl_langinfo(CODESET), "UTF-8") == 0 ? strerror(number) : strerrordesc_np(number);
}
