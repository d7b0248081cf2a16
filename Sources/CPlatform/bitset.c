#include "CPlatformBitset.h"
#include "clones.h"

MANY_CLONES
uint64_t cplatform_bitset_count(const uint64_t *bits, size_t words) {
    uint64_t total = 0;
    for (size_t i = 0; i < words; i++) total += (uint64_t)__builtin_popcountll(bits[i]);
    return total;
}

MANY_CLONES
uint64_t cplatform_bitset_and(
    uint64_t *into, const uint64_t *left, const uint64_t *right, size_t words) {
    uint64_t total = 0;
    for (size_t i = 0; i < words; i++) {
        uint64_t word = left[i] & right[i];
        into[i] = word;
        total += (uint64_t)__builtin_popcountll(word);
    }
    return total;
}

MANY_CLONES
uint64_t cplatform_bitset_and_not(
    uint64_t *into, const uint64_t *left, const uint64_t *right, size_t words) {
    uint64_t total = 0;
    for (size_t i = 0; i < words; i++) {
        uint64_t word = left[i] & ~right[i];
        into[i] = word;
        total += (uint64_t)__builtin_popcountll(word);
    }
    return total;
}

MANY_CLONES
void cplatform_bitset_or(uint64_t *into, const uint64_t *other, size_t words) {
    for (size_t i = 0; i < words; i++) into[i] |= other[i];
}

MANY_CLONES
uint64_t cplatform_bitset_unite(uint64_t *into, const uint64_t *other, size_t words) {
    uint64_t total = 0;
    for (size_t i = 0; i < words; i++) {
        into[i] |= other[i];
        total += (uint64_t)__builtin_popcountll(into[i]);
    }
    return total;
}

MANY_CLONES
uint64_t cplatform_bitset_and_count(const uint64_t *left, const uint64_t *right, size_t words) {
    uint64_t total = 0;
    for (size_t i = 0; i < words; i++) total += (uint64_t)__builtin_popcountll(left[i] & right[i]);
    return total;
}

// No branch depends on the data, so a half-full bitset costs no mispredictions.
size_t cplatform_bitset_filter(
    uint32_t *into, const uint32_t *rows, size_t count, const uint64_t *bits) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t row = rows[i];
        into[kept] = row;
        kept += (bits[row >> 6] >> (row & 63)) & 1;
    }
    return kept;
}

size_t cplatform_bitset_rows(uint32_t *into, const uint64_t *bits, size_t words) {
    size_t count = 0;
    for (size_t i = 0; i < words; i++) {
        for (uint64_t word = bits[i]; word != 0; word &= word - 1)
            into[count++] = (uint32_t)(i * 64 + (size_t)__builtin_ctzll(word));
    }
    return count;
}

size_t cplatform_bitset_add_rows(uint64_t *into, const uint32_t *rows, size_t count) {
    size_t fresh = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t word = into[rows[i] >> 6], bit = (uint64_t)1 << (rows[i] & 63);
        fresh += (word & bit) == 0;
        into[rows[i] >> 6] = word | bit;
    }
    return fresh;
}

void cplatform_bitset_set_rows(uint64_t *into, const uint32_t *rows, size_t count) {
    for (size_t i = 0; i < count; i++) into[rows[i] >> 6] |= (uint64_t)1 << (rows[i] & 63);
}
