#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

#include <stdint.h>

/// Heap allocations of the calling thread so far; -1 where they cannot be counted.
int64_t allocation_counter_count(void);

/// Heap bytes that the calling thread took and has not given back; -1 where they cannot be counted.
/// What another thread gives back is not seen, so only differences within one thread mean anything.
int64_t allocation_counter_bytes(void);

/// The highest `allocation_counter_bytes` since `allocation_counter_restart_peak`.
int64_t allocation_counter_peak_bytes(void);
void allocation_counter_restart_peak(void);

#endif
