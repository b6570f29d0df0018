#ifndef CPWQUALITY_SHIM_H
#define CPWQUALITY_SHIM_H

#include <pwquality.h>

// Swift names the pointer so, and compiles whether pwquality.h hides its struct or not.
typedef pwquality_settings_t *cpwquality_settings;

#endif
