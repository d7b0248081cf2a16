// Redis' protocol as far as GET needs it: `$LENGTH`, the bytes, all lines ended by CR LF.
// https://redis.io/docs/latest/develop/reference/protocol-spec/
#include <stdlib.h>
#include <string.h>

#include "load.h"

static void begin(struct connection *c) { (void)c; }

static int add(struct connection *c, uint32_t call, const struct request *request) {
    (void)call;
    memcpy(append(c, request->length), request->bytes, request->length);
    return 1;
}

static size_t take(struct connection *c, const uint8_t *bytes, size_t count) {
    const uint8_t *end = memchr(bytes, '\n', count);
    if (!end) return 0;
    size_t line = (size_t)(end - bytes) + 1;
    if (bytes[0] != '$' || bytes[1] == '-') fail("redis answered", bytes, line);
    size_t length = strtoul((const char *)bytes + 1, NULL, 10);
    if (count - line < length + 2) return 0;
    answer(c, c->answered++, (uint32_t)length);
    return line + length + 2;
}

const struct protocol redis_protocol = {"redis", begin, add, take};
