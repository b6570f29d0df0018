#include <assert.h>
#include <md5.h>
#include <string.h>

#include "hashes.h"

static const char alphabet[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

struct apr1 {
  MD5_CTX context;
  uint8_t digest[MD5_DIGEST_LENGTH];
};

void ww_salt(uint8_t *bytes, size_t count) {
  for (size_t index = 0; index < count; index++) bytes[index] = (uint8_t)alphabet[bytes[index] & 63];
}

size_t ww_apr1(const char *password, size_t count, const char *salt, void *memory, char *hash) {
  static_assert(sizeof(struct apr1) <= WW_APR1_WORK, "the working memory is large enough");
  struct apr1 *work = memory;
  const uint8_t *bytes = (const uint8_t *)password, *salted = (const uint8_t *)salt;
  MD5Init(&work->context);
  MD5Update(&work->context, bytes, count);
  MD5Update(&work->context, salted, WW_APR1_SALT);
  MD5Update(&work->context, bytes, count);
  MD5Final(work->digest, &work->context);
  MD5Init(&work->context);
  MD5Update(&work->context, bytes, count);
  MD5Update(&work->context, (const uint8_t *)"$apr1$", 6);
  MD5Update(&work->context, salted, WW_APR1_SALT);
  for (size_t rest = count; rest > 0; rest -= rest < MD5_DIGEST_LENGTH ? rest : MD5_DIGEST_LENGTH) {
    MD5Update(&work->context, work->digest, rest < MD5_DIGEST_LENGTH ? rest : MD5_DIGEST_LENGTH);
  }
  for (size_t bits = count; bits > 0; bits >>= 1) {
    MD5Update(&work->context, bits & 1 ? (const uint8_t *)"" : bytes, 1);
  }
  MD5Final(work->digest, &work->context);
  for (int round = 0; round < 1000; round++) {
    MD5Init(&work->context);
    if (round % 2) MD5Update(&work->context, bytes, count);
    else MD5Update(&work->context, work->digest, MD5_DIGEST_LENGTH);
    if (round % 3) MD5Update(&work->context, salted, WW_APR1_SALT);
    if (round % 7) MD5Update(&work->context, bytes, count);
    if (round % 2) MD5Update(&work->context, work->digest, MD5_DIGEST_LENGTH);
    else MD5Update(&work->context, bytes, count);
    MD5Final(work->digest, &work->context);
  }
  memcpy(hash, "$apr1$", 6);
  memcpy(hash + 6, salt, WW_APR1_SALT);
  size_t end = 6 + WW_APR1_SALT;
  hash[end++] = '$';
  // Three bytes become four characters, the lowest bits first; one byte is left over.
  for (size_t index = 0; index < 6; index++) {
    const uint8_t *digest = work->digest;
    uint32_t bits = index == 5 ? digest[11]
                               : (uint32_t)digest[index] << 16 | (uint32_t)digest[index + 6] << 8 |
                                     digest[index == 4 ? 5 : index + 12];
    for (size_t sextet = 0; sextet < (index == 5 ? 2 : 4); sextet++, bits >>= 6) hash[end++] = alphabet[bits & 63];
  }
  hash[end] = 0;
  return end;
}
