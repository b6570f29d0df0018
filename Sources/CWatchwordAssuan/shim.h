#if !__has_include(<assuan.h>)
#error "assuan.h is missing; on Debian: apt install libassuan-dev"
#endif
#define GPG_ERR_ENABLE_GETTEXT_MACROS 0
#include <assuan.h>
