#define _GNU_SOURCE
#include "CPlatformSearch.h"
#include "clones.h"

#include <string.h>

// Words handled at a time: small enough to stay in the first cache.
#define CHUNK 128

// Rows or units looked at together.
#define BLOCK 16

#define AS_INLINE static inline __attribute__((always_inline))

AS_INLINE void or_sets(
    uint64_t *into, const uint64_t *const *sets, uint32_t count, size_t from, size_t words) {
    const uint64_t *first = sets[0] + from;
    if (count == 1) {
        memcpy(into, first, words * sizeof *into);
        return;
    }
    const uint64_t *second = sets[1] + from;
    for (size_t i = 0; i < words; i++) into[i] = first[i] | second[i];
    for (uint32_t n = 2; n < count; n++) {
        const uint64_t *next = sets[n] + from;
        for (size_t i = 0; i < words; i++) into[i] |= next[i];
    }
}

AS_INLINE void and_group(
    uint64_t *into, const uint64_t *const *sets, uint32_t count, size_t from, size_t words) {
    const uint64_t *a = sets[0] + from;
    if (count == 1) {
        for (size_t i = 0; i < words; i++) into[i] &= a[i];
    } else if (count == 2) {
        const uint64_t *b = sets[1] + from;
        for (size_t i = 0; i < words; i++) into[i] &= a[i] | b[i];
    } else if (count == 3) {
        const uint64_t *b = sets[1] + from, *c = sets[2] + from;
        for (size_t i = 0; i < words; i++) into[i] &= a[i] | b[i] | c[i];
    } else {
        uint64_t any[CHUNK];
        or_sets(any, sets, count, from, words);
        for (size_t i = 0; i < words; i++) into[i] &= any[i];
    }
}

AS_INLINE uint64_t match_chunk(
    uint64_t *into, const cplatform_groups *groups, size_t from, size_t words) {
    or_sets(into, groups->sets, groups->ends[0], from, words);
    for (size_t g = 1; g < groups->group_count; g++) {
        uint32_t start = groups->ends[g - 1];
        and_group(into, groups->sets + start, groups->ends[g] - start, from, words);
    }
    uint64_t total = 0;
    for (size_t i = 0; i < words; i++) total += (uint64_t)__builtin_popcountll(into[i]);
    return total;
}

MANY_CLONES
uint64_t cplatform_groups_words(
    uint64_t *into, const cplatform_groups *groups, size_t from, size_t words) {
    uint64_t total = 0;
    for (size_t done = 0; done < words; done += CHUNK) {
        size_t step = words - done < CHUNK ? words - done : CHUNK;
        total += match_chunk(into + done, groups, from + done, step);
    }
    return total;
}

MANY_CLONES
cplatform_walk cplatform_groups_walk(
    uint32_t *into, const cplatform_groups *groups, size_t words, size_t start, uint64_t skip,
    size_t limit, int counts_all) {
    cplatform_walk walk = {0, 0, 0};
    uint64_t chunk[CHUNK];
    uint64_t end = skip + limit;
    size_t at = start >> 6;
    // Most pages end in the first words; the steps grow as long as they do not.
    size_t step = counts_all ? CHUNK : 8;
    size_t first_word = at;
    uint64_t first_mask = ~(uint64_t)0 << (start & 63);
    while (at < words && (counts_all || walk.seen < end)) {
        size_t count = words - at < step ? words - at : step;
        uint64_t found = match_chunk(chunk, groups, at, count);
        if (at == first_word && first_mask != ~(uint64_t)0) {
            found -= (uint64_t)__builtin_popcountll(chunk[0] & ~first_mask);
            chunk[0] &= first_mask;
        }
        if (walk.seen < end && walk.seen + found > skip) {
            uint64_t seen = walk.seen;
            for (size_t i = 0; i < count && seen < end; i++) {
                uint64_t word = chunk[i];
                if (word == 0) continue;
                uint64_t inside = (uint64_t)__builtin_popcountll(word);
                if (seen + inside <= skip) {
                    seen += inside;
                    continue;
                }
                for (; word != 0 && seen < end; word &= word - 1, seen++)
                    if (seen >= skip)
                        into[walk.taken++] =
                            (uint32_t)((at + i) * 64 + (size_t)__builtin_ctzll(word));
            }
        }
        walk.seen += found;
        at += count;
        walk.visited_words += count;
        if (step < CHUNK) step *= 2;
    }
    return walk;
}

static size_t merge_lists(
    uint32_t *into, const uint32_t *left, size_t left_count, const uint32_t *right,
    size_t right_count) {
    size_t i = 0, j = 0, kept = 0;
    while (i < left_count && j < right_count) {
        uint32_t x = left[i], y = right[j];
        into[kept] = x;
        kept += x == y;
        i += x <= y;
        j += y <= x;
    }
    return kept;
}

// Compares each row with a whole block of the other list, which takes a third of a merge's time:
// there every step waits for the one before.
AS_INLINE size_t meet_blocks(
    uint32_t *into, const uint32_t *left, size_t left_count, const uint32_t *right,
    size_t right_count) {
    size_t i = 0, j = 0, kept = 0;
    while (i < left_count && j + BLOCK <= right_count) {
        uint32_t x = left[i];
        if (right[j + BLOCK - 1] < x) {
            j += BLOCK;
            continue;
        }
        uint32_t found = 0;
        for (size_t k = 0; k < BLOCK; k++) found |= right[j + k] == x;
        into[kept] = x;
        kept += found;
        i++;
    }
    return kept + merge_lists(into + kept, left + i, left_count - i, right + j, right_count - j);
}

MANY_CLONES
size_t cplatform_lists_meet(
    uint32_t *into, const uint32_t *left, size_t left_count, const uint32_t *right,
    size_t right_count) {
    if (right_count < left_count * 64)
        return meet_blocks(into, left, left_count, right, right_count);
    size_t kept = 0, place = 0;
    for (size_t i = 0; i < left_count; i++) {
        uint32_t wanted = left[i];
        size_t step = 1;
        while (place + step < right_count && right[place + step] < wanted) {
            place += step;
            step <<= 1;
        }
        size_t length = right_count - place < step ? right_count - place : step;
        while (length > 1) {
            size_t half = length / 2;
            place += (right[place + half - 1] < wanted) * half;
            length -= half;
        }
        if (place < right_count) place += right[place] < wanted;
        if (place >= right_count) break;
        into[kept] = wanted;
        kept += right[place] == wanted;
    }
    return kept;
}

size_t cplatform_rows_in_cells(
    uint32_t *into, const uint32_t *rows, size_t count, const uint32_t *row_cells,
    const uint64_t *cells) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t row = rows[i], cell = row_cells[row];
        into[kept] = row;
        kept += (cells[cell >> 6] >> (cell & 63)) & 1;
    }
    return kept;
}

size_t cplatform_rows_in_range(
    uint32_t *into, const uint32_t *rows, size_t count, const uint32_t *ranks, uint32_t low,
    uint32_t width, uint32_t negated) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t row = rows[i];
        into[kept] = row;
        kept += (uint32_t)(ranks[row] - low < width) ^ negated;
    }
    return kept;
}

MANY_CLONES
uint64_t cplatform_range_bits(
    uint64_t *into, const uint32_t *ranks, size_t count, uint32_t low, uint32_t width,
    uint32_t negated) {
    uint64_t total = 0;
    size_t words = count / 64;
    for (size_t w = 0; w < words; w++) {
        uint8_t flags[64];
        for (size_t i = 0; i < 64; i++)
            flags[i] = (uint8_t)((uint32_t)(ranks[w * 64 + i] - low < width) ^ negated);
        uint64_t word = 0;
        for (size_t i = 0; i < 8; i++) {
            uint64_t eight;
            memcpy(&eight, flags + i * 8, 8);
            // Gathers the lowest bit of each of eight bytes.
            word |= ((eight * 0x0102040810204080u) >> 56) << (i * 8);
        }
        into[w] = word;
        total += (uint64_t)__builtin_popcountll(word);
    }
    if (count % 64 != 0) {
        uint64_t word = 0;
        for (size_t i = words * 64; i < count; i++)
            word |= (uint64_t)((uint32_t)(ranks[i] - low < width) ^ negated) << (i & 63);
        into[words] = word;
        total += (uint64_t)__builtin_popcountll(word);
    }
    return total;
}

MANY_CLONES
uint64_t cplatform_masked_sum(const uint32_t *counts, const uint64_t *bits, size_t words) {
    uint32_t total = 0;  // never over the number of rows, which has 32 bits
    for (size_t w = 0; w < words; w++) {
        uint32_t low = (uint32_t)bits[w], high = (uint32_t)(bits[w] >> 32);
        const uint32_t *at = counts + w * 64;
        for (uint32_t i = 0; i < 32; i++) {
            total += at[i] & -((low >> i) & 1);
            total += at[i + 32] & -((high >> i) & 1);
        }
    }
    return total;
}

size_t cplatform_mark_rows(
    uint64_t *bits, uint64_t *marks, const uint32_t *rows, size_t count) {
    size_t fresh = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t row = rows[i], word = row >> 6;
        uint64_t bit = (uint64_t)1 << (row & 63), old = bits[word];
        marks[word >> 6] |= (uint64_t)1 << (word & 63);
        fresh += (old & bit) == 0;
        bits[word] = old | bit;
    }
    return fresh;
}

size_t cplatform_take_marked(uint32_t *into, uint64_t *bits, uint64_t *marks, size_t mark_words) {
    size_t count = 0;
    for (size_t m = 0; m < mark_words; m++) {
        uint64_t mark = marks[m];
        marks[m] = 0;
        for (; mark != 0; mark &= mark - 1) {
            size_t at = m * 64 + (size_t)__builtin_ctzll(mark);
            uint64_t word = bits[at];
            bits[at] = 0;
            for (; word != 0; word &= word - 1)
                into[count++] = (uint32_t)(at * 64 + (size_t)__builtin_ctzll(word));
        }
    }
    return count;
}

size_t cplatform_walk_order(
    uint32_t *into, const uint32_t *order, size_t count, size_t start, const uint64_t *bits,
    const uint32_t *row_cells, size_t skip, size_t limit, size_t *taken) {
    size_t at = start, kept = 0;
    if (row_cells != NULL) {
        for (; at < count && kept < limit; at++) {
            uint32_t row = order[at], cell = row_cells[row];
            size_t hit = (bits[cell >> 6] >> (cell & 63)) & 1;
            size_t passed = hit & (skip > 0);
            skip -= passed;
            into[kept] = row;
            kept += hit ^ passed;
        }
    } else {
        for (; at < count && kept < limit; at++) {
            uint32_t row = order[at];
            size_t hit = (bits[row >> 6] >> (row & 63)) & 1;
            size_t passed = hit & (skip > 0);
            skip -= passed;
            into[kept] = row;
            kept += hit ^ passed;
        }
    }
    *taken = kept;
    return at;
}

void cplatform_count_values(
    uint32_t *counts, const uint32_t *rows, size_t count, const uint32_t *values) {
    for (size_t i = 0; i < count; i++) {
        uint32_t value = values[rows[i]];
        if (value != UINT32_MAX) counts[value] += 1;
    }
}

void cplatform_count_values_of_bits(
    uint32_t *counts, const uint64_t *bits, size_t words, const uint32_t *values) {
    for (size_t w = 0; w < words; w++) {
        for (uint64_t word = bits[w]; word != 0; word &= word - 1) {
            uint32_t value = values[w * 64 + (size_t)__builtin_ctzll(word)];
            if (value != UINT32_MAX) counts[value] += 1;
        }
    }
}

// MARK: Phrases

_Static_assert(CPLATFORM_UNIT_PADDING > BLOCK, "a block may begin at the last unit");

// Units of the longest phrase that is searched in linear time: a query has fewer bytes.
#define LONGEST_PHRASE 1024

typedef struct {
    const cplatform_phrase_unit *phrase;
    size_t length;
    int skips_light;
    // For each beginning of the phrase how long the longest shorter one is that it ends with.
    uint16_t borders[LONGEST_PHRASE];
} phrase_plan;

AS_INLINE int is_unit(
    const cplatform_unit_stream *stream, const cplatform_phrase_unit *wanted, uint32_t unit) {
    uint32_t number = unit & CPLATFORM_UNIT_NUMBER;
    if (number - wanted->low < wanted->width) return 1;
    if (!wanted->takes_forms || !(unit & CPLATFORM_UNIT_FORMS)) return 0;
    for (uint64_t i = stream->form_starts[number]; i < stream->form_starts[number + 1]; i++)
        if (stream->forms[i] - wanted->term_low < wanted->term_width) return 1;
    return 0;
}

// Whether the units after the first follow; every field ends with number 0, which nothing wants.
AS_INLINE int rest_follows(
    const cplatform_unit_stream *stream, const cplatform_phrase_unit *phrase, size_t length,
    int skips_light, const uint32_t *at) {
    for (size_t k = 1; k < length; k++) {
        if (phrase[k].is_tight) {
            if (*at & CPLATFORM_UNIT_SPACE) return 0;
        } else if (skips_light) {
            while (*at & CPLATFORM_UNIT_LIGHT) at++;
        }
        if (!is_unit(stream, &phrase[k], *at)) return 0;
        at++;
    }
    return 1;
}

// Whether a phrase may begin at a unit: the next one is looked at too, as the first words of
// phrases are often in every row.
AS_INLINE uint32_t may_begin(
    const uint32_t *at, const cplatform_phrase_unit *phrase, uint32_t form_flag) {
    uint32_t first = (uint32_t)((at[0] & CPLATFORM_UNIT_NUMBER) - phrase[0].low < phrase[0].width)
                     | (at[0] & form_flag);
    uint32_t second = (uint32_t)((at[1] & CPLATFORM_UNIT_NUMBER) - phrase[1].low < phrase[1].width)
                      | (at[1] & CPLATFORM_UNIT_LIGHT);
    return (first != 0) & (second != 0);
}

// The first place from `at` on where a phrase may begin, or one from `end` on. Looks at 16 units
// at a time, over the end too.
AS_INLINE const uint32_t *next_start(
    const uint32_t *at, const uint32_t *end, const cplatform_phrase_unit *start,
    uint32_t form_flag) {
    for (; at < end; at += BLOCK) {
        uint32_t any = 0;
        for (size_t i = 0; i < BLOCK; i++) any |= may_begin(at + i, start, form_flag);
        if (any == 0) continue;
        while (!may_begin(at, start, form_flag)) at++;
        return at;
    }
    return end;
}

AS_INLINE int has_phrase(
    const uint32_t *at, const uint32_t *end, const cplatform_unit_stream *stream,
    const phrase_plan *plan) {
    const cplatform_phrase_unit *phrase = plan->phrase;
    const cplatform_phrase_unit start[2] = {phrase[0], phrase[1]};
    uint32_t form_flag = phrase->takes_forms ? CPLATFORM_UNIT_FORMS : 0;
    while ((at = next_start(at, end, start, form_flag)) < end) {
        if (is_unit(stream, phrase, *at)
            && rest_follows(stream, phrase, plan->length, plan->skips_light, at + 1))
            return 1;
        at++;
    }
    return 0;
}

// The same in linear time for long phrases of known units (Knuth, Morris and Pratt, "Fast pattern
// matching in strings"): where a row of dashes is looked for in longer texts of dashes, trying each
// place would take the square of their length.
AS_INLINE int has_long_phrase(
    const uint32_t *at, const uint32_t *end, const phrase_plan *plan) {
    const cplatform_phrase_unit *phrase = plan->phrase;
    const cplatform_phrase_unit start[2] = {phrase[0], phrase[1]};
    size_t length = plan->length, matched = 0;
    uint32_t space_flag = phrase[1].is_tight ? CPLATFORM_UNIT_SPACE : 0;
    uint32_t light_flag = plan->skips_light && !space_flag ? CPLATFORM_UNIT_LIGHT : 0;
    for (; at < end; at++) {
        if (matched == 0 && (at = next_start(at, end, start, 0)) >= end) return 0;
        if (*at & light_flag) continue;
        uint32_t number = *at & CPLATFORM_UNIT_NUMBER;
        while (matched > 0
               && ((*at & space_flag) || number - phrase[matched].low >= phrase[matched].width))
            matched = plan->borders[matched];
        matched += number - phrase[matched].low < phrase[matched].width;
        if (matched == length) return 1;
    }
    return 0;
}

// Fills in `borders` and says whether the phrase is one for the linear search.
static int plan_long_phrase(phrase_plan *plan) {
    const cplatform_phrase_unit *phrase = plan->phrase;
    size_t length = plan->length;
    if (length < 4 || length > LONGEST_PHRASE || phrase->takes_forms) return 0;
    for (size_t k = 0; k < length; k++) {
        if (k > 0 && phrase[k].is_tight != phrase[1].is_tight) return 0;
        if (k + 1 < length && phrase[k].width != 1) return 0;
    }
    plan->borders[0] = plan->borders[1] = 0;
    for (size_t k = 1, border = 0; k + 1 < length; k++) {
        while (border > 0 && phrase[k].low != phrase[border].low) border = plan->borders[border];
        border += phrase[k].low == phrase[border].low;
        plan->borders[k + 1] = (uint16_t)border;
    }
    return 1;
}

MANY_CLONES
size_t cplatform_rows_with_phrase(
    uint32_t *into, const uint32_t *rows, size_t count, const cplatform_unit_stream *stream,
    const cplatform_phrase_unit *phrase, size_t length, int skips_light, uint32_t fields) {
    phrase_plan plan = {.phrase = phrase, .length = length, .skips_light = skips_light};
    int is_long = plan_long_phrase(&plan);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t row = rows[i];
        // Rows far apart are a wait each, unless they are on their way beforehand.
        if (i + 16 < count) {
            __builtin_prefetch(stream->starts + rows[i + 16]);
            const uint32_t *next = stream->units + stream->starts[rows[i + 8]];
            __builtin_prefetch(next);
            __builtin_prefetch(next + 16);
            __builtin_prefetch(next + 32);
        }
        const uint32_t *start = stream->units + stream->starts[row];
        const uint32_t *end = stream->units + stream->starts[row + 1];
        if (fields < 5) {
            const uint32_t *field_end = start;
            for (uint32_t left = fields; field_end < end && left > 0; field_end++)
                left -= (*field_end & CPLATFORM_UNIT_NUMBER) == 0;
            end = field_end;
        }
        into[kept] = row;
        // The last unit ends a field: no phrase begins there, and before it there is a next one.
        kept += (size_t)(is_long ? has_long_phrase(start, end - 1, &plan)
                                 : has_phrase(start, end - 1, stream, &plan));
    }
    return kept;
}

// MARK: Texts

AS_INLINE uint8_t folded(uint8_t byte) {
    uint8_t lower = (uint8_t)(byte - 'A') < 26 ? byte | 0x20 : byte;
    return lower == '`' ? '\'' : lower;
}

int cplatform_starts_folded(const uint8_t *text, const uint8_t *wanted, size_t wanted_count) {
    for (size_t i = 0; i < wanted_count; i++)
        if (folded(text[i]) != wanted[i]) return 0;
    return 1;
}

size_t cplatform_find_bytes(
    const uint8_t *text, size_t from, size_t count, const uint8_t *wanted, size_t wanted_count) {
    const uint8_t *found = memmem(text + from, count - from, wanted, wanted_count);
    return found == NULL ? count : (size_t)(found - text);
}

MANY_CLONES
size_t cplatform_find_folded(
    const uint8_t *text, size_t from, size_t count, const uint8_t *wanted, size_t wanted_count) {
    if (wanted_count == 0) return from;
    if (count < wanted_count) return count;
    size_t end = count - wanted_count + 1;
    uint8_t first = wanted[0], last = wanted[wanted_count - 1];
    const uint8_t *tail = text + wanted_count - 1;
    size_t at = from;
    while (at < end) {
        if (end - at >= 64) {
            uint8_t any = 0;
            for (size_t i = 0; i < 64; i++)
                any |= (uint8_t)((int)(folded(text[at + i]) == first)
                                 & (int)(folded(tail[at + i]) == last));
            if (!any) {
                at += 64;
                continue;
            }
        }
        size_t stop = end - at < 64 ? end : at + 64;
        for (; at < stop; at++)
            if (folded(text[at]) == first && folded(tail[at]) == last
                && cplatform_starts_folded(text + at, wanted, wanted_count))
                return at;
    }
    return count;
}

// MARK: Sorting and selecting

#define DEFINE_SORT(NAME, TYPE)                                                                   \
    static void NAME##_sift(TYPE *a, size_t root, size_t count) {                                 \
        TYPE value = a[root];                                                                     \
        for (size_t child; (child = root * 2 + 1) < count; root = child) {                        \
            if (child + 1 < count && a[child] < a[child + 1]) child++;                            \
            if (a[child] <= value) break;                                                         \
            a[root] = a[child];                                                                   \
        }                                                                                         \
        a[root] = value;                                                                          \
    }                                                                                             \
    static void NAME##_heap(TYPE *a, size_t count) {                                              \
        for (size_t i = count / 2; i-- > 0;) NAME##_sift(a, i, count);                            \
        for (size_t end = count; end-- > 1;) {                                                    \
            TYPE top = a[0];                                                                      \
            a[0] = a[end];                                                                        \
            a[end] = top;                                                                         \
            NAME##_sift(a, 0, end);                                                               \
        }                                                                                         \
    }                                                                                             \
    static void NAME##_insert(TYPE *a, size_t count) {                                            \
        for (size_t i = 1; i < count; i++) {                                                      \
            TYPE value = a[i];                                                                    \
            size_t j = i;                                                                         \
            for (; j > 0 && a[j - 1] > value; j--) a[j] = a[j - 1];                               \
            a[j] = value;                                                                         \
        }                                                                                         \
    }                                                                                             \
    /* Everything before the result is not above the pivot, everything from it on not below. */   \
    static size_t NAME##_part(TYPE *a, size_t count) {                                            \
        TYPE x = a[0], y = a[count / 2], z = a[count - 1];                                        \
        TYPE pivot = x < y ? (y < z ? y : (x < z ? z : x)) : (x < z ? x : (y < z ? z : y));       \
        size_t i = 0, j = count - 1;                                                              \
        for (;;) {                                                                                \
            while (a[i] < pivot) i++;                                                             \
            while (a[j] > pivot) j--;                                                             \
            if (i >= j) return i == 0 ? 1 : i;                                                    \
            TYPE held = a[i];                                                                     \
            a[i++] = a[j];                                                                        \
            a[j--] = held;                                                                        \
        }                                                                                         \
    }                                                                                             \
    static void NAME##_quick(TYPE *a, size_t count, unsigned depth) {                             \
        while (count > 24) {                                                                      \
            if (depth-- == 0) {                                                                   \
                NAME##_heap(a, count);                                                            \
                return;                                                                           \
            }                                                                                     \
            size_t middle = NAME##_part(a, count);                                                \
            if (middle < count - middle) {                                                        \
                NAME##_quick(a, middle, depth);                                                   \
                a += middle;                                                                      \
                count -= middle;                                                                  \
            } else {                                                                              \
                NAME##_quick(a + middle, count - middle, depth);                                  \
                count = middle;                                                                   \
            }                                                                                     \
        }                                                                                         \
        NAME##_insert(a, count);                                                                  \
    }

DEFINE_SORT(u32, uint32_t)
DEFINE_SORT(u64, uint64_t)

void cplatform_sort_u32(uint32_t *numbers, size_t count) { u32_quick(numbers, count, 64); }

void cplatform_sort_u64(uint64_t *numbers, size_t count) { u64_quick(numbers, count, 64); }

void cplatform_bring_smallest_u64(uint64_t *numbers, size_t count, size_t wanted) {
    uint64_t *a = numbers;
    unsigned depth = 64;
    while (count > 24 && wanted > 0 && wanted < count) {
        if (depth-- == 0) {
            u64_heap(a, count);
            return;
        }
        size_t middle = u64_part(a, count);
        if (middle <= wanted) {
            a += middle;
            count -= middle;
            wanted -= middle;
        } else {
            count = middle;
        }
    }
    u64_insert(a, count);
}

size_t cplatform_select(
    uint64_t *keys, size_t wanted, const uint32_t *rows, size_t count, const uint32_t *ranks,
    uint32_t present, int descending, const uint32_t *id_places, uint64_t from) {
    size_t room = wanted * 4 + 64, kept = 0;
    // Turned around: present ranks become present - 1 - rank, the absent one stays.
    uint32_t turn = descending ? present - 1 : 0, sign = descending ? UINT32_MAX : 0;
    uint32_t first = (uint32_t)(from >> 32), width = UINT32_MAX - first;
    for (size_t i = 0; i < count; i++) {
        uint32_t row = rows[i], rank = ranks[row];
        rank = rank < present ? turn + (rank ^ sign) - sign : rank;
        // One comparison for both ends; it fails for all but a few.
        if (rank - first > width) continue;
        uint64_t key = (uint64_t)rank << 32 | id_places[row];
        if (key < from) continue;
        keys[kept++] = key;
        if (kept == room) {
            cplatform_bring_smallest_u64(keys, kept, wanted);
            kept = wanted;
            uint64_t largest = 0;
            for (size_t k = 0; k < kept; k++) largest = keys[k] > largest ? keys[k] : largest;
            width = (uint32_t)(largest >> 32) - first;
        }
    }
    if (kept > wanted) {
        cplatform_bring_smallest_u64(keys, kept, wanted);
        kept = wanted;
    }
    u64_quick(keys, kept, 64);
    return kept;
}
