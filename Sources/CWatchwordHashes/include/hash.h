#ifndef CHASHES_HASH_H
#define CHASHES_HASH_H

#if !__has_include(<crypt.h>)
#error "crypt.h is missing; on Debian: apt install libcrypt-dev"
#endif
#include <crypt.h>
#include <stdbool.h>

enum {
  /// The bytes of the library's working memory.
  WW_HASH_WORK = sizeof(struct crypt_data),
  /// The size of a hash, with its NUL.
  WW_HASH_LENGTH = CRYPT_OUTPUT_SIZE,
  /// The size of a setting, with its NUL.
  WW_HASH_SETTING_LENGTH = CRYPT_GENSALT_OUTPUT_SIZE,
};

/// The system's libcrypt, loaded only when a hash is asked for, because linking it slows every start.
typedef struct {
  __typeof__(&crypt_gensalt_rn) make_setting;
  __typeof__(&crypt_rn) hash;
} ww_hash_library;

/// Loads the library for good. Returns whether it is there.
bool ww_hash_load(ww_hash_library *library);

#endif
