#pragma once

#include <stddef.h>
#include <stdint.h>

// Heap allocations of the calling thread so far.
int64_t bench_allocation_count(void);

// Gives freed memory back to the system, so that what is resident is what is held.
void bench_trim(void);

// Writes out every line at once, also into a pipe.
void bench_flush_lines(void);

// Writes a message to standard error.
void bench_complain(const char *text);

// Whether some bytes stand among others, by the C library's memmem.
int bench_contains(const uint8_t *text, size_t count, const uint8_t *pattern, size_t pattern_count);
