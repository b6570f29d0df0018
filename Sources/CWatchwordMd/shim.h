#if !__has_include(<md4.h>)
#error "md4.h is missing; on Debian: apt install libmd-dev"
#endif
#include <md4.h>
#include <sha1.h>
#include <sha2.h>
