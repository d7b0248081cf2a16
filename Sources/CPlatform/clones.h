#pragma once
// MANY_CLONES: a function in a form for each kind of processor, chosen while the program is loaded.
// Not for ThreadSanitizer: an instrumented choice would run before the sanitizer is there and crash.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define ONE_CLONE 1
#endif
#endif

#if defined(__x86_64__) && defined(__linux__) && !defined(ONE_CLONE)
#define MANY_CLONES __attribute__((target_clones("avx512vpopcntdq", "avx2", "popcnt", "default")))
#else
#define MANY_CLONES
#endif
