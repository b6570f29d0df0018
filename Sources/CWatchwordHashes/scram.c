#include <assert.h>
#include <sha2.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <utf8proc.h>

#include "hashes.h"

enum kind { ordinary, prohibited, left_to_right, right_to_left, space, nothing };

#define O(start) (start << 3 | ordinary)
#define P(start) (start << 3 | prohibited)
#define L(start) (start << 3 | left_to_right)
#define R(start) (start << 3 | right_to_left)
#define S(start) (start << 3 | space)
#define N(start) (start << 3 | nothing)
// The kinds of all code points: each entry holds until the next. Written by packaging/saslprep.
static const uint32_t kinds[] = {
#include "saslprep.inc"
};

static enum kind kind_of(utf8proc_int32_t point) {
  size_t first = 0, end = sizeof kinds / sizeof *kinds;
  while (end - first > 1) {
    size_t middle = first + (end - first) / 2;
    if (kinds[middle] >> 3 <= (uint32_t)point) first = middle;
    else end = middle;
  }
  return kinds[first] & 7;
}

ptrdiff_t ww_saslprep(const char *text, size_t count, void *work) {
  const utf8proc_option_t composed = UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT;
  const utf8proc_uint8_t *bytes = (const utf8proc_uint8_t *)text;
  if (count > WW_SCRAM_LONGEST) return -1;
  utf8proc_int32_t *points = work;
  utf8proc_uint8_t *mapped = (utf8proc_uint8_t *)work + WW_SCRAM_LONGEST * 6 * 4 + 4;
  size_t length = 0;
  bool is_ascii = true, has_left = false, has_right = false;
  enum kind first = ordinary, last = ordinary;
  for (size_t offset = 0; offset < count; offset++) is_ascii = is_ascii && bytes[offset] < 0x80;
  // Text of ASCII alone is used as it is, whatever is in it.
  if (is_ascii) return -1;
  for (size_t offset = 0; offset < count;) {
    utf8proc_int32_t point;
    ptrdiff_t size = utf8proc_iterate(bytes + offset, (utf8proc_ssize_t)(count - offset), &point);
    if (size <= 0) return -1;
    offset += (size_t)size;
    enum kind kind = kind_of(point);
    if (kind == nothing) continue;
    // PostgreSQL checks before it normalizes.
    if (kind == prohibited) return -1;
    if (kind == space) point = ' ';
    last = kind;
    if (length == 0) first = last;
    has_left = has_left || last == left_to_right;
    has_right = has_right || last == right_to_left;
    length += (size_t)utf8proc_encode_char(point, mapped + length);
  }
  if (length == 0) return -1;
  if (has_right && (has_left || first != right_to_left || last != right_to_left)) return -1;
  ptrdiff_t found =
      utf8proc_decompose(mapped, (utf8proc_ssize_t)length, points, WW_SCRAM_LONGEST * 6, composed);
  if (found < 0 || found > WW_SCRAM_LONGEST * 6) return -1;
  return utf8proc_reencode(points, found, composed);
}

struct scram {
  // The states behind the first block of both hashes, which have the key.
  SHA2_CTX inner, outer;
  SHA2_CTX context;
  uint8_t block[SHA256_BLOCK_LENGTH];
  uint8_t salted[SHA256_DIGEST_LENGTH], digest[SHA256_DIGEST_LENGTH];
};

static void set_key(struct scram *work, const void *key, size_t count) {
  memset(work->block, 0, sizeof work->block);
  if (count > sizeof work->block) {
    SHA256Init(&work->context);
    SHA256Update(&work->context, key, count);
    SHA256Final(work->block, &work->context);
  } else {
    memcpy(work->block, key, count);
  }
  for (size_t index = 0; index < sizeof work->block; index++) work->block[index] ^= 0x36;
  SHA256Init(&work->inner);
  SHA256Update(&work->inner, work->block, sizeof work->block);
  for (size_t index = 0; index < sizeof work->block; index++) work->block[index] ^= 0x36 ^ 0x5C;
  SHA256Init(&work->outer);
  SHA256Update(&work->outer, work->block, sizeof work->block);
}

/// HMAC (RFC 2104) of two texts, the second of which may be empty, with the key that was set.
static void authenticate(struct scram *work, const void *text, size_t count, const void *more, size_t more_count) {
  work->context = work->inner;
  SHA256Update(&work->context, text, count);
  SHA256Update(&work->context, more, more_count);
  SHA256Final(work->digest, &work->context);
  work->context = work->outer;
  SHA256Update(&work->context, work->digest, sizeof work->digest);
  SHA256Final(work->digest, &work->context);
}

/// Base64 with padding (RFC 4648).
static size_t encode(const uint8_t *bytes, size_t count, char *text) {
  static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  size_t length = 0;
  for (size_t index = 0; index < count; index += 3) {
    uint32_t bits = (uint32_t)bytes[index] << 16;
    if (index + 1 < count) bits |= (uint32_t)bytes[index + 1] << 8;
    if (index + 2 < count) bits |= bytes[index + 2];
    for (size_t sextet = 0; sextet < 4; sextet++) {
      text[length++] = index + sextet <= count ? alphabet[bits >> (18 - 6 * sextet) & 63] : '=';
    }
  }
  return length;
}

size_t ww_scram(const char *password, size_t count, const uint8_t *salt, unsigned int iterations, void *memory,
                char *hash) {
  static_assert(sizeof(struct scram) <= 1024, "the working memory holds both parts");
  struct scram *work = memory;
  char *prepared = (char *)memory + 1024;
  ptrdiff_t length = ww_saslprep(password, count, prepared);
  if (length < 0) set_key(work, password, count);
  else set_key(work, prepared, (size_t)length);
  // Hi of RFC 5802, section 2.2.
  authenticate(work, salt, WW_SCRAM_SALT, "\0\0\0\1", 4);
  memcpy(work->salted, work->digest, sizeof work->salted);
  for (unsigned int round = 1; round < iterations; round++) {
    authenticate(work, work->digest, sizeof work->digest, "", 0);
    for (size_t index = 0; index < sizeof work->salted; index++) work->salted[index] ^= work->digest[index];
  }
  size_t end = (size_t)sprintf(hash, "SCRAM-SHA-256$%u:", iterations);
  end += encode(salt, WW_SCRAM_SALT, hash + end);
  hash[end++] = '$';
  set_key(work, work->salted, sizeof work->salted);
  authenticate(work, "Client Key", 10, "", 0);
  SHA256Init(&work->context);
  SHA256Update(&work->context, work->digest, sizeof work->digest);
  SHA256Final(work->digest, &work->context);
  end += encode(work->digest, sizeof work->digest, hash + end);
  hash[end++] = ':';
  authenticate(work, "Server Key", 10, "", 0);
  end += encode(work->digest, sizeof work->digest, hash + end);
  hash[end] = 0;
  return end;
}
