// ttrpc: a 10-byte header (length, stream, type, flags), then an envelope.
// https://github.com/containerd/ttrpc/blob/main/PROTOCOL.md
#include <string.h>

#include "load.h"

enum { HEADER = 10, REQUEST = 1, RESPONSE = 2, PAYLOAD = 0x12 };

static void begin(struct connection *c) { (void)c; }

static int add(struct connection *c, uint32_t call, const struct request *request) {
    uint8_t *frame = append(c, HEADER + request->length);
    put32(frame, request->length);
    put32(frame + 4, call * 2 + 1);
    frame[8] = REQUEST;
    frame[9] = 0;
    memcpy(frame + HEADER, request->bytes, request->length);
    return 1;
}

static size_t take(struct connection *c, const uint8_t *bytes, size_t count) {
    if (count < HEADER) return 0;
    uint32_t length = get32(bytes);
    if (count - HEADER < length) return 0;
    // A good response begins with its payload. Containerd's server puts an empty status first.
    const uint8_t *body = bytes + HEADER;
    size_t at = length > 2 && body[0] == 0x0a && body[1] == 0 ? 2 : 0;
    if (bytes[8] != RESPONSE || (length > 0 && body[at] != PAYLOAD))
        fail("the server answered an error", body, length);
    answer(c, get32(bytes + 4) >> 1, length);
    return HEADER + length;
}

const struct protocol ttrpc_protocol = {"ttrpc", begin, add, take};
