// Counts heap allocations by standing in for glibc's allocator, which allows that:
// https://www.gnu.org/software/libc/manual/html_node/Replacing-malloc.html
#define _GNU_SOURCE
#include "CBench.h"

#include <malloc.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Thread_local int64_t count;

void *malloc(size_t size) {
    count += 1;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count += 1;
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count += 1;
    return __libc_realloc(block, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    count += 1;
    *block = __libc_memalign(alignment, size);
    return *block ? 0 : 12;
}

void *aligned_alloc(size_t alignment, size_t size) {
    count += 1;
    return __libc_memalign(alignment, size);
}

int64_t bench_allocation_count(void) { return count; }

void bench_trim(void) { malloc_trim(0); }

void bench_flush_lines(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

void bench_complain(const char *text) { fputs(text, stderr); }

int bench_contains(
    const uint8_t *text, size_t count, const uint8_t *pattern, size_t pattern_count) {
    return memmem(text, count, pattern, pattern_count) != NULL;
}
