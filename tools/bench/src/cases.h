// Requests and the only answers that are right: every catalogue version has its own.
//
// A file of cases, all numbers little-endian 32-bit: how many; for each its kind, then name,
// request, and head and tail of the answer of version A and of version B, each with its length
// before it. tools/lib/soak/cases.py writes it.
#ifndef CASES_H
#define CASES_H
#include "wire.h"

struct text {
    uint32_t length;
    uint8_t *bytes;
};

enum kind {
    REVISED,  // payload = head, the revision as a varint, tail; an odd revision is version A
    PLAIN,    // payload = head of either version
    ERROR,    // the whole ttrpc.Response = head of version A
};

struct answer_case {
    uint32_t kind;
    struct text name, request;
    struct text head[2], tail[2];
};

static struct answer_case *cases;
static uint32_t case_count;

static inline uint32_t read_number(FILE *file) {
    uint8_t bytes[4];
    if (fread(bytes, 1, 4, file) != 4) fail("the file of cases ends early");
    return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static inline struct text read_text(FILE *file) {
    struct text text = {.length = read_number(file)};
    text.bytes = malloc(text.length + 1);
    if (fread(text.bytes, 1, text.length, file) != text.length) fail("the file of cases ends early");
    text.bytes[text.length] = 0;
    return text;
}

static inline void read_cases(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) fail(path);
    case_count = read_number(file);
    cases = calloc(case_count, sizeof *cases);
    for (uint32_t i = 0; i < case_count; i++) {
        struct answer_case *each = &cases[i];
        each->kind = read_number(file);
        each->name = read_text(file);
        each->request = read_text(file);
        for (int version = 0; version < 2; version++) {
            each->head[version] = read_text(file);
            each->tail[version] = read_text(file);
        }
    }
    fclose(file);
}

static inline int is_text(struct text text, const uint8_t *bytes, size_t length) {
    return text.length == length && memcmp(text.bytes, bytes, length) == 0;
}

// Head, varint, tail and nothing else: then the varint, otherwise 0.
static inline uint64_t revision_between(
    struct text head, struct text tail, const uint8_t *payload, size_t length) {
    if (length < head.length + tail.length || memcmp(payload, head.bytes, head.length)) return 0;
    const uint8_t *at = payload + head.length;
    uint64_t revision = get_varint(&at, payload + length);
    return is_text(tail, at, (size_t)(payload + length - at)) ? revision : 0;
}

// NULL when `data`, a ttrpc.Response, is right; otherwise why it is not. `revision` gets the
// catalogue's, where the answer names one.
static inline const char *judge(
    const struct answer_case *expected, const uint8_t *data, size_t length, uint64_t *revision) {
    if (expected->kind == ERROR)
        return is_text(expected->head[0], data, length) ? NULL : "is not the expected error";
    if (length == 0 || data[0] == 0x0a) return "carries an error status";
    const uint8_t *at = data + 1;
    if (data[0] != 0x12 || get_varint(&at, data + length) != (uint64_t)(data + length - at))
        return "is no response envelope with one payload";
    size_t rest = (size_t)(data + length - at);
    if (expected->kind == PLAIN)
        return is_text(expected->head[0], at, rest) || is_text(expected->head[1], at, rest)
            ? NULL : "is the answer of neither version";
    const char *reason = "is the answer of neither version";
    for (uint64_t version = 0; version < 2; version++) {
        *revision = revision_between(expected->head[version], expected->tail[version], at, rest);
        if (*revision == 0) continue;
        if (*revision % 2 != version) return NULL;
        reason = "mixes one version's rows and another's revision";
    }
    return reason;
}

// Says what was wrong with an answer, with enough of it to look for the cause.
static inline void report_wrong(
    const char *who, uint32_t stream, const struct answer_case *expected, const char *reason,
    const uint8_t *data, size_t length) {
    fprintf(stderr, "%s: the reply on stream %u (%s, %zu bytes) %s:", who, stream,
            expected ? (const char *)expected->name.bytes : "no call of ours", length, reason);
    for (size_t i = 0; i < length && i < 96; i++) fprintf(stderr, " %02x", data[i]);
    fprintf(stderr, "\n");
}
#endif
