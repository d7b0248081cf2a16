// What the load programs share: time, the ttrpc frame header, latencies.
#ifndef WIRE_H
#define WIRE_H
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { HEADER = 10, REQUEST = 1, RESPONSE = 2, BUCKETS = 64 * 64 };

static inline void fail(const char *what) {
    perror(what);
    exit(1);
}

// Nanoseconds of a clock that only goes forward.
static inline uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000ull + (uint64_t)time.tv_nsec;
}

static inline void put32(uint8_t *bytes, uint32_t value) {
    value = htonl(value);
    memcpy(bytes, &value, 4);
}

static inline uint32_t get32(const uint8_t *bytes) {
    uint32_t value;
    memcpy(&value, bytes, 4);
    return ntohl(value);
}

// Writes a request frame; returns its length.
static inline size_t put_request(uint8_t *frame, uint32_t stream, const uint8_t *data, size_t length) {
    put32(frame, (uint32_t)length);
    put32(frame + 4, stream);
    frame[8] = REQUEST;
    frame[9] = 0;
    memcpy(frame + HEADER, data, length);
    return HEADER + length;
}

// Reads a protobuf varint and moves on; 0 and no move at the end of the bytes.
static inline uint64_t get_varint(const uint8_t **at, const uint8_t *end) {
    uint64_t value = 0;
    const uint8_t *byte = *at;
    for (int shift = 0; byte < end && shift < 64; shift += 7) {
        value |= (uint64_t)(*byte & 0x7f) << shift;
        if (!(*byte++ & 0x80)) {
            *at = byte;
            return value;
        }
    }
    return 0;
}

// Latencies in nanoseconds, 64 steps in each power of two: a percentile is right to 1.6 %.
struct latencies {
    uint64_t buckets[BUCKETS], count, longest;
};

static inline void add_latency(struct latencies *all, uint64_t value) {
    int index = (int)value;
    if (value >= 64) {
        int shift = 57 - __builtin_clzll(value);
        index = (shift + 1) * 64 + (int)((value >> shift) - 64);
    }
    all->buckets[index]++;
    all->count++;
    if (value > all->longest) all->longest = value;
}

// Microseconds that this share of all values does not exceed.
static inline double percentile(const struct latencies *all, double share) {
    uint64_t rank = (uint64_t)((double)all->count * share), seen = 0;
    for (int index = 0; index < BUCKETS; index++) {
        seen += all->buckets[index];
        if (seen <= rank) continue;
        if (index < 64) return index / 1e3;
        return (double)((uint64_t)(index % 64 + 64) << (index / 64 - 1)) / 1e3;
    }
    return 0;
}
#endif
