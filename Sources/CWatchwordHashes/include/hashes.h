#ifndef CHASHES_HASHES_H
#define CHASHES_HASHES_H

#include <stddef.h>
#include <stdint.h>

#include "hash.h"

// Hashes that libcrypt does not make. Everything that could tell the password stays in the caller's working memory.

enum {
  /// The most bytes of a password for SCRAM.
  WW_SCRAM_LONGEST = 511,
  WW_SCRAM_SALT = 16,
  /// The bytes of working memory, aligned for a pointer. A character of three bytes has at most 18 code points in NFKC.
  WW_SCRAM_WORK = 1024 + WW_SCRAM_LONGEST * (1 + 6 * 4) + 8,
  /// The longest hash, with the NUL.
  WW_SCRAM_LENGTH = 160,
};

/// Writes the SCRAM-SHA-256 secret (RFC 5803, RFC 7677) of the `count` bytes at `password` as PostgreSQL stores it, with a
/// NUL, and returns its length. If SASLprep as PostgreSQL does it fails, the bytes themselves are the password.
size_t ww_scram(const char *password, size_t count, const uint8_t *salt, unsigned int iterations, void *work,
                char *hash);

/// Prepares the `count` bytes at `text` by SASLprep (RFC 4013), with the order and the checks of PostgreSQL's
/// pg_saslprep. Returns the number of bytes then at `work`, or -1 if the text itself is to be used.
ptrdiff_t ww_saslprep(const char *text, size_t count, void *work);

#endif
