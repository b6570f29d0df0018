#if !__has_include(<zxcvbn.h>)
#error "zxcvbn.h is missing; on Debian: apt install libzxcvbn-dev"
#endif
#include <zxcvbn.h>
