// Counts heap allocations and their bytes by standing in for glibc's allocator, which allows that:
// https://www.gnu.org/software/libc/manual/html_node/Replacing-malloc.html
// Linked into test programs only.

#include "CAllocationCounter.h"

#include <errno.h>
#include <malloc.h>
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
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static _Thread_local int64_t count;
static _Thread_local int64_t bytes;
static _Thread_local int64_t peak_bytes;

static void *taken(void *block) {
    count += 1;
    if (block) bytes += (int64_t)malloc_usable_size(block);
    if (bytes > peak_bytes) peak_bytes = bytes;
    return block;
}

void *malloc(size_t size) { return taken(__libc_malloc(size)); }

void *calloc(size_t number, size_t size) { return taken(__libc_calloc(number, size)); }

void *realloc(void *block, size_t size) {
    size_t before = block ? malloc_usable_size(block) : 0;
    void *result = __libc_realloc(block, size);
    // A block that could not grow is still there.
    if (result || size == 0) bytes -= (int64_t)before;
    return taken(result);
}

void *memalign(size_t alignment, size_t size) {
    return taken(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    void *block = memalign(alignment, size);
    if (!block) return ENOMEM;
    *result = block;
    return 0;
}

void free(void *block) {
    if (block) bytes -= (int64_t)malloc_usable_size(block);
    __libc_free(block);
}

int64_t allocation_counter_count(void) { return count; }
int64_t allocation_counter_bytes(void) { return bytes; }
int64_t allocation_counter_peak_bytes(void) { return peak_bytes; }
void allocation_counter_restart_peak(void) { peak_bytes = bytes; }

#else

int64_t allocation_counter_count(void) { return -1; }
int64_t allocation_counter_bytes(void) { return -1; }
int64_t allocation_counter_peak_bytes(void) { return -1; }
void allocation_counter_restart_peak(void) {}

#endif
