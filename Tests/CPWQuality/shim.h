#ifndef CPWQUALITY_SHIM_H
#define CPWQUALITY_SHIM_H

#include <pwquality.h>

#endif
