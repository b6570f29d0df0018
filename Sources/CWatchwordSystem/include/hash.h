#ifndef CSYSTEM_HASH_H
#define CSYSTEM_HASH_H

#if !__has_include(<crypt.h>)
#error "crypt.h is missing; on Debian: apt install libcrypt-dev"
#endif
#include <crypt.h>
#include <stdbool.h>

enum {
  /// The bytes that the library works in.
  WW_HASH_WORK = sizeof(struct crypt_data),
  /// The room for a hash, with its NUL.
  WW_HASH_LENGTH = CRYPT_OUTPUT_SIZE,
  /// The room for a setting, with its NUL.
  WW_HASH_SETTING_LENGTH = CRYPT_GENSALT_OUTPUT_SIZE,
};

/// The system's libcrypt, which is loaded only where a hash is asked for: a program that is linked to it starts later.
typedef struct {
  __typeof__(&crypt_gensalt_rn) make_setting;
  __typeof__(&crypt_rn) hash;
} ww_hash_library;

/// Loads the library, which then stays. Answers whether it is there.
bool ww_hash_load(ww_hash_library *library);

#endif
