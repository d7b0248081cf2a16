// The inner loops of searching: sets of rows met with each other, pages taken from them, sums.
//
// A row set is a bitset (words of 64 rows, lowest bit first) or a list of row numbers ascending.
// Like the loops over bitsets, those that gain by it are compiled for several generations of
// x86-64 and chosen when the program is loaded.
#pragma once
#include <stddef.h>
#include <stdint.h>

// A condition on rows: all of `group_count` groups hold; a group holds when any of its bitsets has
// the row. The bitsets of group g are sets[ends[g - 1]] ..< sets[ends[g]].
typedef struct {
    const uint64_t *const *sets;
    const uint32_t *ends;
    size_t group_count;
} cplatform_groups;

// into = the rows of words from ..< from + words that satisfy the groups, of which there is at
// least one; returns how many rows.
uint64_t cplatform_groups_words(
    uint64_t *into, const cplatform_groups *groups, size_t from, size_t words);

// What a walk along a condition found.
typedef struct {
    uint64_t seen;  // rows passed over and taken; all rows from the start on when counting all
    size_t taken;
    size_t visited_words;
} cplatform_walk;

// Takes up to `limit` rows from bit `start` on, after passing over `skip`; goes on to the end of
// `words` only when `counts_all`. `into` has room for `limit` rows.
cplatform_walk cplatform_groups_walk(
    uint32_t *into, const cplatform_groups *groups, size_t words, size_t start, uint64_t skip,
    size_t limit, int counts_all);

// Rows in both lists; `left` may be `into`, `left_count` should be the smaller.
size_t cplatform_lists_meet(
    uint32_t *into, const uint32_t *left, size_t left_count, const uint32_t *right,
    size_t right_count);

// Keeps the rows whose number in `row_cells` has its bit in `cells`. `into` may be `rows`.
size_t cplatform_rows_in_cells(
    uint32_t *into, const uint32_t *rows, size_t count, const uint32_t *row_cells,
    const uint64_t *cells);

// Keeps the rows whose rank lies in low ..< low + width, or outside when `negated` is 1.
size_t cplatform_rows_in_range(
    uint32_t *into, const uint32_t *rows, size_t count, const uint32_t *ranks, uint32_t low,
    uint32_t width, uint32_t negated);

// The same of all rows, as a bitset; returns how many.
uint64_t cplatform_range_bits(
    uint64_t *into, const uint32_t *ranks, size_t count, uint32_t low, uint32_t width,
    uint32_t negated);

// Walks an order of rows from place `start` on and takes up to `limit` rows whose bit is set, after
// passing over `skip`. `bits` has a bit for each row or, when `row_cells` is not null, one for each
// cell. Returns where it stopped; `taken` receives how many rows there are in `into`.
size_t cplatform_walk_order(
    uint32_t *into, const uint32_t *order, size_t count, size_t start, const uint64_t *bits,
    const uint32_t *row_cells, size_t skip, size_t limit, size_t *taken);

// Adds up the numbers whose bit is set. `counts` has 64 numbers for each word.
uint64_t cplatform_masked_sum(const uint32_t *counts, const uint64_t *bits, size_t words);

// Puts the rows of a list into a bitset and marks the words touched, one bit each, in `marks`.
// Returns how many rows were new.
size_t cplatform_mark_rows(
    uint64_t *bits, uint64_t *marks, const uint32_t *rows, size_t count);

// Takes all rows out of a marked bitset into an ascending list; bitset and marks are empty then.
size_t cplatform_take_marked(uint32_t *into, uint64_t *bits, uint64_t *marks, size_t mark_words);

// The `wanted` smallest keys of a list of rows, ascending, where a row's key is its rank << 32 |
// its place by id. `descending` turns ranks below `present` around, so that the largest comes
// first and rows without a value stay last. Keys below `from` are passed over. `keys` has room for
// 4 * wanted + 64. Returns how many.
size_t cplatform_select(
    uint64_t *keys, size_t wanted, const uint32_t *rows, size_t count, const uint32_t *ranks,
    uint32_t present, int descending, const uint32_t *id_places, uint64_t from);

void cplatform_sort_u32(uint32_t *numbers, size_t count);
void cplatform_sort_u64(uint64_t *numbers, size_t count);

// Brings the `wanted` smallest to the front, in any order.
void cplatform_bring_smallest_u64(uint64_t *numbers, size_t count, size_t wanted);

// The units of all rows' texts: row r has units[starts[r]] ..< units[starts[r + 1]]. A unit is a
// number and flags; number 0 ends a field. Words that have other forms than themselves name terms
// at forms[form_starts[number]] ..< forms[form_starts[number + 1]].
typedef struct {
    const uint64_t *starts;
    const uint32_t *units;
    const uint64_t *form_starts;
    const uint32_t *forms;
} cplatform_unit_stream;

#define CPLATFORM_UNIT_SPACE 0x80000000u  // white space stands before it
#define CPLATFORM_UNIT_LIGHT 0x40000000u  // a sign that says little
#define CPLATFORM_UNIT_FORMS 0x20000000u  // has other forms than itself
#define CPLATFORM_UNIT_NUMBER 0x1FFFFFFFu
#define CPLATFORM_UNIT_PADDING 32  // units behind the last row that may be read

// One unit of a phrase: a range of unit numbers and, when forms count, a range of terms.
typedef struct {
    uint32_t low, width;
    uint32_t term_low, term_width;
    uint32_t is_tight;  // follows the unit before it without a space
    uint32_t takes_forms;
} cplatform_phrase_unit;

// Keeps the rows in which a phrase stands in one of the first `fields` of five fields. Between its
// units that are not tight, signs that say little may stand when `skips_light`.
// It has two units at least, and only its first may take forms.
size_t cplatform_rows_with_phrase(
    uint32_t *into, const uint32_t *rows, size_t count, const cplatform_unit_stream *stream,
    const cplatform_phrase_unit *phrase, size_t length, int skips_light, uint32_t fields);

// The first place from `from` on where folded text stands, or `count`. ASCII letters of `text`
// match in both cases and the backtick matches the apostrophe; `wanted` is folded already.
size_t cplatform_find_folded(
    const uint8_t *text, size_t from, size_t count, const uint8_t *wanted, size_t wanted_count);

// The same byte by byte.
size_t cplatform_find_bytes(
    const uint8_t *text, size_t from, size_t count, const uint8_t *wanted, size_t wanted_count);

// Whether `wanted`, folded already, stands at the start of `text`, which has that many bytes.
int cplatform_starts_folded(const uint8_t *text, const uint8_t *wanted, size_t wanted_count);

// counts[values[row]] += 1 for all rows of a list; values of UINT32_MAX are left out.
void cplatform_count_values(
    uint32_t *counts, const uint32_t *rows, size_t count, const uint32_t *values);

// The same for all rows of a bitset.
void cplatform_count_values_of_bits(
    uint32_t *counts, const uint64_t *bits, size_t words, const uint32_t *values);
