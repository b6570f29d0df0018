#ifndef CSYSTEM_LANGUAGE_H
#define CSYSTEM_LANGUAGE_H

#include <stdbool.h>

/// Has the process speak the language of its locale for messages, with the catalogues below `folder`: setlocale(3) has
/// set LC_MESSAGES. Every file that glibc could open for it must have been checked, since glibc does not look.
void ww_language_bind(const char *folder);

/// Has the process speak English again.
void ww_language_release(void);

/// Whether the process speaks another language than English.
bool ww_language_is_bound(void);

/// The name of this language, as the catalogue has it that speaks first, or NULL where there is none. It ends at the end
/// of a line or of the text.
const char *ww_language_name(void);

/// The translation of `id`, in UTF-8, or NULL where there is none; see gettext(3). It stays where it is. Context and
/// text make one id, with the byte 4 between them.
const char *ww_language_text(const char *id);

/// The translation of what is said of `count` things, in UTF-8, or NULL where there is none; see ngettext(3).
const char *ww_language_plural(const char *one, const char *many, unsigned long count);

/// The words for an error number: see strerror(3), in English where the character set of the locale is not UTF-8, since
/// a translation would come in that. NULL for a number that has none then.
const char *ww_error_text(int number);

#endif
