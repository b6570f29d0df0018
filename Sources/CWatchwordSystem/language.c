#define _GNU_SOURCE
#include "language.h"

#include <dirent.h>
#include <fcntl.h>
#include <langinfo.h>
#include <libintl.h>
#include <limits.h>
#include <locale.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char domain[] = "watchword";
static bool is_bound;

// A catalogue of revision 0, whose numbers have 32 bits (GNU gettext manual, "The Format of GNU MO Files").
enum { MAGIC, REVISION, COUNT, ORIGINALS, TRANSLATIONS, HASH_SIZE, HASHES, HEADER_WORDS };

static uint32_t word(const unsigned char *file, bool is_swapped, size_t place) {
  uint32_t value;
  memcpy(&value, file + place, sizeof value);
  return is_swapped ? __builtin_bswap32(value) : value;
}

static bool is_in(size_t size, size_t start, size_t count, size_t width) {
  return start % sizeof(uint32_t) == 0 && start <= size && count <= (size - start) / width;
}

// Whether every place in the tables of the catalogue `file` is one in the file, whose last byte ends all texts.
static bool is_sound(const unsigned char *file, size_t size) {
  if (size < HEADER_WORDS * sizeof(uint32_t) || file[size - 1] != 0) return false;
  bool is_swapped = word(file, false, 0) == 0xde120495;
  uint32_t head[HEADER_WORDS];
  for (int i = 0; i < HEADER_WORDS; i++) head[i] = word(file, is_swapped, i * sizeof *head);
  if (head[MAGIC] != 0x950412de || head[REVISION] != 0) return false;
  for (int table = ORIGINALS; table <= TRANSLATIONS; table++) {
    if (!is_in(size, head[table], head[COUNT], 2 * sizeof *head)) return false;
    for (size_t i = 0; i < head[COUNT]; i++) {
      size_t entry = head[table] + i * 2 * sizeof *head;
      size_t length = word(file, is_swapped, entry), text = word(file, is_swapped, entry + sizeof *head);
      if (text >= size || length >= size - text) return false;
    }
  }
  if (!is_in(size, head[HASHES], head[HASH_SIZE], sizeof *head)) return false;
  // glibc searches until it finds a 0.
  bool ends = head[HASH_SIZE] <= 2;
  for (size_t i = 0; i < head[HASH_SIZE]; i++) {
    uint32_t number = word(file, is_swapped, head[HASHES] + i * sizeof *head);
    if (number > head[COUNT]) return false;
    ends = ends || number == 0;
  }
  return ends;
}

static bool is_sound_or_missing(const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return true;
  struct stat status;
  bool is_file = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
  size_t size = is_file ? (size_t)status.st_size : 0;
  void *file = is_file ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0) : MAP_FAILED;
  close(descriptor);
  if (file == MAP_FAILED) return false;
  bool answer = is_sound(file, size);
  munmap(file, size);
  return answer;
}

// Whether one of `names`, with colons between them, asks for the language of the folder `found`, in whatever territory.
// A longer name may be an alias (locale.alias) of any language.
static bool asks_for(const char *names, const char *found) {
  size_t length = strcspn(found, "_.@");
  for (const char *name = names; *name; name += strcspn(name, ":"), name += *name == ':') {
    size_t named = strcspn(name, "_.@:");
    if (named > 3 || (named == length && memcmp(name, found, length) == 0)) return true;
  }
  return false;
}

bool ww_language_is_sound(const char *folder, const char *names) {
  DIR *locales = opendir(folder);
  if (!locales) return true;
  bool answer = true;
  const struct dirent *entry;
  while (answer && (entry = readdir(locales))) {
    char path[PATH_MAX];
    if (entry->d_name[0] == '.' || !asks_for(names, entry->d_name)) continue;
    int length = snprintf(path, sizeof path, "%s/%s/LC_MESSAGES/%s.mo", folder, entry->d_name, domain);
    answer = length < (int)sizeof path && is_sound_or_missing(path);
  }
  closedir(locales);
  return answer;
}

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
