#if !__has_include(<sha1.h>)
#error "sha1.h is missing; on Debian: apt install libmd-dev"
#endif
#include <sha1.h>
#include <sha2.h>
