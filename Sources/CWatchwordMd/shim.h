#include <md4.h>
#include <sha1.h>
