// Parts of the toolchain's libraries that a release does without, because each would bring much more along. These
// stand-ins are weak: if the library's part is linked in nevertheless, it is used. packaging/release-check tells.
#ifdef WW_RELEASE
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#define WEAK __attribute__((weak, visibility("hidden")))

// The runtime's crash reporter. At each start it looks in ten places for a helper program, and the environment could
// make a crash run one.
WEAK bool _swift_backtrace_isThunkFunction(const char *name) {
  (void)name;
  return false;
}
WEAK char _swift_backtraceSettings[256];

// How libgcc's unwinder finds a function. Nothing here is unwound: an exception that C++ code throws ends the process
// either way. glibc has this only from 2.35 on.
WEAK int _dl_find_object(void *address, void *result) {
  (void)address, (void)result;
  return -1;
}

// What the program uses of Swift's module Glibc, by the compiler's names. The module needs 80 functions of libm.
#define AS(name) __asm__("$s5Glibc" name)
#define CONSTANT(name, mangled) \
  WEAK uint32_t ww_##name(void) AS(mangled); \
  WEAK uint32_t ww_##name(void) { return name; }
CONSTANT(S_IFMT, "6S_IFMTs6UInt32Vvg")
CONSTANT(S_IFCHR, "7S_IFCHRs6UInt32Vvg")
CONSTANT(S_IFDIR, "7S_IFDIRs6UInt32Vvg")
CONSTANT(S_IFIFO, "7S_IFIFOs6UInt32Vvg")
CONSTANT(S_IFLNK, "7S_IFLNKs6UInt32Vvg")
CONSTANT(S_IFREG, "7S_IFREGs6UInt32Vvg")
CONSTANT(S_IROTH, "7S_IROTHs6UInt32Vvg")
CONSTANT(S_IFSOCK, "8S_IFSOCKs6UInt32Vvg")
CONSTANT(S_ISUID, "7S_ISUIDs6UInt32Vvg")
CONSTANT(S_ISVTX, "7S_ISVTXs6UInt32Vvg")
CONSTANT(S_IWGRP, "7S_IWGRPs6UInt32Vvg")
CONSTANT(S_IWOTH, "7S_IWOTHs6UInt32Vvg")
CONSTANT(S_IXOTH, "7S_IXOTHs6UInt32Vvg")

WEAK void *ww_map_failed(void) AS("10MAP_FAILEDSvSgvg");
WEAK void *ww_map_failed(void) { return MAP_FAILED; }
WEAK int ww_errno(void) AS("5errnos5Int32Vvg");
WEAK int ww_errno(void) { return errno; }
WEAK void ww_set_errno(int number) AS("5errnos5Int32Vvs");
WEAK void ww_set_errno(int number) { errno = number; }
WEAK int ww_open(const char *path, int flags) AS("4openys5Int32VSPys4Int8VG_ADtF");
WEAK int ww_open(const char *path, int flags) { return open(path, flags); }
WEAK int ww_openat(int folder, const char *path, int flags) AS("6openatys5Int32VAD_SPys4Int8VGADtF");
WEAK int ww_openat(int folder, const char *path, int flags) { return openat(folder, path, flags); }
WEAK int ww_create_at(int folder, const char *path, int flags, mode_t mode) AS("6openatys5Int32VAD_SPys4Int8VGADs6UInt32VtF");
WEAK int ww_create_at(int folder, const char *path, int flags, mode_t mode) { return openat(folder, path, flags, mode); }
WEAK int ww_fcntl(int descriptor, int command) AS("5fcntlys5Int32VAD_ADtF");
WEAK int ww_fcntl(int descriptor, int command) { return fcntl(descriptor, command); }
WEAK int ww_fcntl_with(int descriptor, int command, int value) AS("5fcntlys5Int32VAD_A2DtF");
WEAK int ww_fcntl_with(int descriptor, int command, int value) { return fcntl(descriptor, command, value); }
WEAK int ww_ioctl(int descriptor, unsigned long request, void *value) AS("5ioctlys5Int32VAD_SuSvtF");
WEAK int ww_ioctl(int descriptor, unsigned long request, void *value) { return ioctl(descriptor, request, value); }
#endif
