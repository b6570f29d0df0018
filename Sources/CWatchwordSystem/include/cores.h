#ifndef CSYSTEM_CORES_H
#define CSYSTEM_CORES_H

/// The number of processor cores that this process may use, at least 1; see sched_getaffinity(2).
int ww_core_count(void);

#endif
