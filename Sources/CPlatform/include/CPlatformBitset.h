// Loops over bitsets (words of 64 rows, lowest bit first) and lists of row numbers.
//
// They are C because each is compiled several times, for several generations of x86-64, and the
// best is chosen when the program is loaded: one portable binary counts bits at full speed.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Set bits of `words` words.
uint64_t cplatform_bitset_count(const uint64_t *bits, size_t words);

// into = left & right; the number of set bits of the result. `into` may be one of the others.
uint64_t cplatform_bitset_and(
    uint64_t *into, const uint64_t *left, const uint64_t *right, size_t words);

// into = left & ~right; the number of set bits of the result.
uint64_t cplatform_bitset_and_not(
    uint64_t *into, const uint64_t *left, const uint64_t *right, size_t words);

// into |= other.
void cplatform_bitset_or(uint64_t *into, const uint64_t *other, size_t words);

// into |= other; returns the bits that are set then.
uint64_t cplatform_bitset_unite(uint64_t *into, const uint64_t *other, size_t words);

// Set bits of left & right.
uint64_t cplatform_bitset_and_count(const uint64_t *left, const uint64_t *right, size_t words);

// Keeps the rows whose bit is set, in order; returns how many. `into` may be `rows`, and needs
// room for `count` rows.
size_t cplatform_bitset_filter(
    uint32_t *into, const uint32_t *rows, size_t count, const uint64_t *bits);

// Writes the row numbers of all set bits, ascending; returns how many. `into` has room for them.
size_t cplatform_bitset_rows(uint32_t *into, const uint64_t *bits, size_t words);

// Sets the bit of every row of a list.
void cplatform_bitset_set_rows(uint64_t *into, const uint32_t *rows, size_t count);

// The same; returns how many bits were not set before.
size_t cplatform_bitset_add_rows(uint64_t *into, const uint32_t *rows, size_t count);
