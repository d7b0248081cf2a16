#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

#include <stdint.h>

/// Heap allocations of the calling thread so far; -1 where they cannot be counted.
int64_t allocation_counter_count(void);

#endif
