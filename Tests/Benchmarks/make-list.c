// Writes a list of leaked passwords for `make bench-leaked`: hashes of SHA-1 in their order, each with a count. The
// distances between them are left to chance, as with those of real passwords.
//
//     make-list FILE BYTES
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 0x5EED;

// SplitMix64.
static uint64_t next(void) {
  uint64_t mixed = state += 0x9E3779B97F4A7C15;
  mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
  mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
  return mixed ^ mixed >> 31;
}

static void write_hex(char *to, uint64_t value, int digits) {
  for (int digit = digits - 1; digit >= 0; digit--, value >>= 4) to[digit] = "0123456789ABCDEF"[value & 15];
}

static void die(const char *path) {
  fprintf(stderr, "make-list: %s: %s\n", path, strerror(errno));
  exit(EXIT_FAILURE);
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  FILE *file = fopen(arguments[1], "w");
  if (file == NULL) die(arguments[1]);
  // Eleven counts of sixteen have one digit, four at most two, and one at most four.
  static const uint64_t most[16] = {9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 99, 99, 99, 99, 9999};
  const double mean_length = 43.4;
  uint64_t widest = (uint64_t)(2 * 0x1p64 / (strtod(arguments[2], NULL) / mean_length));
  uint64_t lines = 0;
  for (uint64_t start = 0, step; step = 1 + next() % widest, start + step > start; lines++) {
    char line[64];
    start += step;
    write_hex(line, start, 16);
    write_hex(line + 16, next(), 16);
    write_hex(line + 32, next(), 8);
    uint64_t chance = next();
    int length = 40 + sprintf(line + 40, ":%" PRIu64 "\n", 1 + (chance >> 4) % most[chance & 15]);
    if (fwrite(line, 1, (size_t)length, file) != (size_t)length) die(arguments[1]);
  }
  if (fclose(file) != 0) die(arguments[1]);
  printf("%" PRIu64 "\n", lines);
}
