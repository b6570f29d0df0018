#define GPG_ERR_ENABLE_GETTEXT_MACROS 0
#include <assuan.h>
