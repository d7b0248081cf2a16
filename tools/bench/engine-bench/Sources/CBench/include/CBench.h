#pragma once

#include <stdint.h>

// Heap allocations of the calling thread so far.
int64_t bench_allocation_count(void);

// Gives freed memory back to the system, so that what is resident is what is held.
void bench_trim(void);

// Writes out every line at once, also into a pipe.
void bench_flush_lines(void);

// Writes a message to standard error.
void bench_complain(const char *text);
