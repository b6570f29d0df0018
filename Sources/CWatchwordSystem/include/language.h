#ifndef CSYSTEM_LANGUAGE_H
#define CSYSTEM_LANGUAGE_H

#include <stdbool.h>

/// Whether all catalogues below `folder` are whole that glibc may read for `names`, the names of languages with colons
/// between them: no place in a table is outside the file. glibc would crash on others.
bool ww_language_is_sound(const char *folder, const char *names);

/// Makes the process speak the language that setlocale(3) has set for LC_MESSAGES, with the catalogues below `folder`.
/// glibc trusts the catalogues (see ww_language_is_sound), so nobody else may write to `folder`.
void ww_language_bind(const char *folder);

/// Makes the process speak English again.
void ww_language_release(void);

/// Whether the process speaks a language other than English.
bool ww_language_is_bound(void);

/// The name of the language that the process speaks, from the header of the first catalogue found, or NULL if there is
/// none. The name ends at the end of a line or of the text.
const char *ww_language_name(void);

/// The translation of `id`, in UTF-8, or NULL if there is none; see gettext(3). It stays valid. Context and text make
/// one id, with the byte 4 between them.
const char *ww_language_text(const char *id);

/// The translation of a text about `count` things, in UTF-8, or NULL if there is none; see ngettext(3).
const char *ww_language_plural(const char *one, const char *many, unsigned long count);

/// The text for an error number; see strerror(3). If the locale's character set is not UTF-8, the text is in English,
/// because a translation would use that set, and NULL for an unknown number.
const char *ww_error_text(int number);

#endif
