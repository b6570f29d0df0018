#define _GNU_SOURCE
#include "wipe.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <sys/platform/x86.h>
#endif

// The C library of Debian 12 may lack this number. It is the same on every architecture.
#ifndef SYS_memfd_secret
#define SYS_memfd_secret 447
#endif

void *ww_secret_map(size_t length) {
  // Growing a file past the limit raises SIGXFSZ, which ends a process that does not expect it.
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == -1 || limit.rlim_cur < length) return NULL;
  int file = (int)syscall(SYS_memfd_secret, O_CLOEXEC);
  if (file == -1) return NULL;
  void *memory = MAP_FAILED;
  if (ftruncate(file, (off_t)length) == 0) {
    memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  }
  close(file);
  if (memory == MAP_FAILED) return NULL;
  if (madvise(memory, length, MADV_DONTFORK) == 0) return memory;
  munmap(memory, length);
  return NULL;
}

static uintptr_t page_size(void) { return (uintptr_t)sysconf(_SC_PAGESIZE); }

void ww_secret_wipe(void *memory, size_t length, bool is_locked) {
  enum { batch = 64 };
  int saved = errno;
  uintptr_t page = page_size(), start = (uintptr_t)memory, end = start + length;
  for (uintptr_t first = start & -page; first < end; first += batch * page) {
    size_t count = (end - first + page - 1) / page;
    if (count > batch) count = batch;
    unsigned char present[batch];
    if (mincore((void *)first, count * page, present) == -1) {
      // A child of fork(2) does not have this memory.
      if (errno == ENOMEM) continue;
      memset(present, 1, sizeof present);
    }
    for (size_t index = 0; index < count; index++) {
      // A page that may be swapped can hold something even if it is not present.
      if (is_locked && !(present[index] & 1)) continue;
      uintptr_t low = first + index * page, high = low + page;
      if (low < start) low = start;
      if (high > end) high = end;
      explicit_bzero((void *)low, high - low);
    }
  }
  errno = saved;
}

// Only `taken` claims a slot. `length` is written last and cleared first, so that a handler that interrupts at any
// point sees either a whole range or none.
struct range {
  atomic_bool taken;
  _Atomic(void *) start;
  atomic_bool is_locked;
  atomic_size_t length;
};

static struct range ranges[WW_SECRET_RANGES];

bool ww_secret_register(void *start, size_t length, bool is_locked) {
  if (length == 0) return false;
  for (size_t i = 0; i < WW_SECRET_RANGES; i++) {
    if (atomic_exchange(&ranges[i].taken, true)) continue;
    atomic_store(&ranges[i].start, start);
    atomic_store(&ranges[i].is_locked, is_locked);
    atomic_store(&ranges[i].length, length);
    return true;
  }
  return false;
}

void ww_secret_unregister(void *start) {
  for (size_t i = 0; i < WW_SECRET_RANGES; i++) {
    if (atomic_load(&ranges[i].length) == 0 || atomic_load(&ranges[i].start) != start) continue;
    atomic_store(&ranges[i].length, 0);
    atomic_store(&ranges[i].start, NULL);
    atomic_store(&ranges[i].taken, false);
    return;
  }
}

void ww_secrets_wipe(void) {
  for (size_t i = 0; i < WW_SECRET_RANGES; i++) {
    size_t length = atomic_load(&ranges[i].length);
    void *start = atomic_load(&ranges[i].start);
    if (length != 0 && start != NULL) ww_secret_wipe(start, length, atomic_load(&ranges[i].is_locked));
  }
}

// memcpy(3) and its relatives leave text in these registers. A lazily bound call, or a signal, would save the registers
// in dead stack again. None of these registers has to be kept across a call.
static void clear_vector_registers(void) {
#define FROM_0_TO_7(clear) clear(0) clear(1) clear(2) clear(3) clear(4) clear(5) clear(6) clear(7)
#define FROM_8_TO_15(clear) clear(8) clear(9) clear(10) clear(11) clear(12) clear(13) clear(14) clear(15)
#define FROM_16_TO_23(clear) clear(16) clear(17) clear(18) clear(19) clear(20) clear(21) clear(22) clear(23)
#define FROM_24_TO_31(clear) clear(24) clear(25) clear(26) clear(27) clear(28) clear(29) clear(30) clear(31)
#if defined(__x86_64__)
#define SSE(n) "pxor %%xmm" #n ", %%xmm" #n "\n"
#define AVX512(n) "vpxord %%xmm" #n ", %%xmm" #n ", %%xmm" #n "\n"
#define CLOBBERED                                                                                           \
  "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", \
      "xmm13", "xmm14", "xmm15"
  // Asks the C library. The compiler's builtin would query the processor at each start, slow in a virtual machine.
  if (CPU_FEATURE_ACTIVE(AVX512VL)) {
    __asm__ volatile(FROM_16_TO_23(AVX512) FROM_24_TO_31(AVX512) ::: "memory");
  }
  if (CPU_FEATURE_ACTIVE(AVX)) {
    __asm__ volatile("vzeroall" ::: CLOBBERED);
  } else {
    __asm__ volatile(FROM_0_TO_7(SSE) FROM_8_TO_15(SSE) ::: CLOBBERED);
  }
#elif defined(__aarch64__)
#define NEON(n) "movi v" #n ".2d, #0\n"
  __asm__ volatile(FROM_0_TO_7(NEON) FROM_16_TO_23(NEON) FROM_24_TO_31(NEON) ::
                       : "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19", "v20", "v21",
                         "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31");
#endif
}

static __attribute__((noinline)) void overwrite_stack(void) {
  char dead[32 * 1024];
  explicit_bzero(dead, sizeof dead);
}

// Clearing may call a lazily bound C library function, which saves the registers. So both calls come from this frame,
// above the stack that is overwritten.
__attribute__((noinline)) void ww_scrub_stack(void) {
  clear_vector_registers();
  overwrite_stack();
}

int ww_forbid_core(void) {
  struct rlimit none = {0, 0};
  return setrlimit(RLIMIT_CORE, &none) == 0 ? 0 : errno;
}

int ww_suspend_limit(int resource, uint64_t *before) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return errno;
  *before = limit.rlim_cur;
  limit.rlim_cur = 0;
  return *before == 0 || setrlimit(resource, &limit) == 0 ? 0 : errno;
}

void ww_resume_limit(int resource, uint64_t before) {
  struct rlimit limit;
  // Keeps a limit that somebody else has set meanwhile.
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur != 0) return;
  limit.rlim_cur = before < limit.rlim_max ? before : limit.rlim_max;
  setrlimit(resource, &limit);
}

static uint64_t core_before;

void ww_core_suspend(void) { ww_suspend_limit(RLIMIT_CORE, &core_before); }

void ww_core_resume(void) { ww_resume_limit(RLIMIT_CORE, core_before); }

int ww_set_dumpable(bool is_dumpable) { return prctl(PR_SET_DUMPABLE, is_dumpable, 0, 0, 0) == 0 ? 0 : errno; }

bool ww_is_dumpable(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 1; }

// With --wrap the linker resolves these to the C library's own functions, without it to nothing.
extern void __real_free(void *block) __attribute__((weak));
extern void *__real_realloc(void *block, size_t size) __attribute__((weak));

static void release(void *block) {
  if (__real_free) {
    __real_free(block);
  } else {
    free(block);
  }
}

static void *resize(void *block, size_t size) {
  return __real_realloc ? __real_realloc(block, size) : realloc(block, size);
}

// From this size on malloc(3) usually maps each block separately. Such a block may be far larger than what was ever
// written to it, so its pages are given back instead of being touched one by one.
static const size_t large = 128 * 1024;

// Not inlined, since a call to free(3) would save the registers for it each time.
static __attribute__((noinline)) bool give_back(void *block, size_t length) {
  int saved = errno;
  uintptr_t page = page_size();
  uintptr_t start = (uintptr_t)block, end = start + length;
  uintptr_t first = (start + page - 1) & -page, last = end & -page;
  bool is_given_back = madvise((void *)first, last - first, MADV_DONTNEED) == 0;
  errno = saved;
  if (!is_given_back) return false;
  explicit_bzero(block, first - start);
  explicit_bzero((void *)last, end - last);
  return true;
}

static inline void wipe(void *block, size_t length) {
  if (length >= large && give_back(block, length)) return;
  // As explicit_bzero(3), but inlined: judging a list frees about a hundred blocks a line.
  memset(block, 0, length);
  __asm__ volatile("" ::"r"(block) : "memory");
}

void __wrap_free(void *block) {
  if (block == NULL) return;
  wipe(block, malloc_usable_size(block));
  // free(3) leaves errno alone since glibc 2.33.
  release(block);
}

void *__wrap_realloc(void *block, size_t size) {
  if (block == NULL) return resize(NULL, size);
  if (size == 0) {
    __wrap_free(block);
    return NULL;
  }
  size_t usable = malloc_usable_size(block);
  if (size <= usable) {
    // glibc shrinks in place and frees the end without the wrapped free.
    wipe((char *)block + size, usable - size);
    return resize(block, size);
  }
  void *grown = malloc(size);
  if (grown == NULL) return NULL;
  memcpy(grown, block, usable);
  __wrap_free(block);
  return grown;
}
