// Counts heap allocations by standing in for glibc's allocator, which allows that:
// https://www.gnu.org/software/libc/manual/html_node/Replacing-malloc.html
// Linked into test programs only.

#include "CAllocationCounter.h"

#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ALLOCATIONS_ARE_TAKEN 1
#endif
#endif

#if defined(__GLIBC__) || defined(__linux__)
#if !defined(ALLOCATIONS_ARE_TAKEN)
#define ALLOCATIONS_ARE_COUNTED 1
#endif
#endif

#ifdef ALLOCATIONS_ARE_COUNTED

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

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

int64_t allocation_counter_count(void) { return count; }

#else

int64_t allocation_counter_count(void) { return -1; }

#endif
