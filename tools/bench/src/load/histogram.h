// Counts of durations in nanoseconds, 64 steps in each power of two: right to 1.6 %.
#ifndef HISTOGRAM_H
#define HISTOGRAM_H
#include <stdint.h>

enum { BUCKETS = 64 * 64 };

struct histogram {
    uint64_t buckets[BUCKETS], count;
};

static inline void record(struct histogram *h, uint64_t value) {
    int shift = value < 64 ? 0 : 57 - __builtin_clzll(value);
    h->buckets[value < 64 ? value : (uint64_t)(shift + 1) * 64 + (value >> shift) - 64]++;
    h->count++;
}

static inline double percentile(const struct histogram *h, double share) {
    uint64_t rank = (uint64_t)((double)h->count * share), seen = 0;
    for (int index = 0; index < BUCKETS; index++) {
        seen += h->buckets[index];
        if (seen <= rank) continue;
        return index < 64 ? index : (double)((uint64_t)(index % 64 + 64) << (index / 64 - 1));
    }
    return 0;
}
#endif
