#if !__has_include(<utf8proc.h>)
#error "utf8proc.h is missing; on Debian: apt install libutf8proc-dev"
#endif
#include <utf8proc.h>
