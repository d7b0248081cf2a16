// gRPC over HTTP/2 without TLS, as far as unary calls of one method need it. Request headers are
// sent in full once and by their index from then on, as any good client does.
// https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md, RFC 9113, RFC 7541
#define _GNU_SOURCE
#include <string.h>

#include "load.h"

enum { FRAME = 9, PREFIX = 5, CREDIT = 1 << 20, WINDOW = 65535 };
enum { DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH, PING, GOAWAY, WINDOW_UPDATE };
enum { END_STREAM = 1, ACK = 1, END_HEADERS = 4, PADDED = 8 };

static uint8_t *frame(struct connection *c, uint32_t length, int type, int flags, uint32_t stream) {
    uint8_t *at = append(c, FRAME + length);
    put32(at, length << 8 | (uint32_t)type);
    at[4] = (uint8_t)flags;
    put32(at + 5, stream);
    return at + FRAME;
}

static void begin(struct connection *c) {
    static const char preface[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    memcpy(append(c, sizeof preface - 1), preface, sizeof preface - 1);
    // The stream window is as large as it can be, so only the connection's needs renewing.
    memcpy(frame(c, 6, SETTINGS, 0, 0), "\x00\x04\x7f\xff\xff\xff", 6);
    put32(frame(c, 4, WINDOW_UPDATE, 0, 0), 0x7fffffff - WINDOW);
    c->window = WINDOW;
}

static int add(struct connection *c, uint32_t call, const struct request *request) {
    // POST, http, then four headers that enter the table: path 65, authority 64, type 63, te 62.
    static const uint8_t full[] =
        "\x83\x86\x44\x28/episodes.v1.EpisodeService/ListEpisodes"
        "\x41\x09localhost\x5f\x10" "application/grpc\x40\x02te\x08trailers";
    static const uint8_t indexed[] = {0x83, 0x86, 0xc1, 0xc0, 0xbf, 0xbe};
    uint32_t length = PREFIX + request->length, stream = call * 2 + 1;
    if (c->window < length) return 0;
    c->window -= length;
    size_t headers = call == 0 ? sizeof full - 1 : sizeof indexed;
    memcpy(frame(c, (uint32_t)headers, HEADERS, END_HEADERS, stream),
           call == 0 ? full : indexed, headers);
    uint8_t *message = frame(c, length, DATA, END_STREAM, stream);
    message[0] = 0;
    put32(message + 1, request->length);
    memcpy(message + PREFIX, request->bytes, request->length);
    return 1;
}

// A status other than 0 must come in full before an index can stand for it, so it is enough to look
// at every text, plain or in RFC 7541's Huffman code, and to let through what consists of indexes
// only.
static void check_trailers(struct connection *c, const uint8_t *block, size_t count) {
    static const char plain[] = "grpc-status\x01" "0";
    static const char coded[] = "\x9a\xca\xc8\xb2\x12\x34\xda\x8f\x01" "0";
    if (memmem(block, count, plain, sizeof plain - 1) ||
        memmem(block, count, coded, sizeof coded - 1)) {
        c->saw_status = 1;
        return;
    }
    for (size_t i = 0; i < count; i++)
        if (!(block[i] & 0x80)) fail("the server answered an error", block, count);
    if (!c->saw_status) fail("the server sent no status", block, count);
}

static void take_data(struct connection *c, uint32_t stream, uint32_t length) {
    open_call(c, stream >> 1)->length += length;
    c->credit += length;
    if (c->credit < CREDIT) return;
    put32(frame(c, 4, WINDOW_UPDATE, 0, 0), c->credit);
    c->credit = 0;
}

static size_t take(struct connection *c, const uint8_t *bytes, size_t count) {
    if (count < FRAME) return 0;
    uint32_t length = get32(bytes) >> 8, stream = get32(bytes + 5);
    if (count - FRAME < length) return 0;
    int flags = bytes[4];
    const uint8_t *body = bytes + FRAME;
    switch (bytes[3]) {
    case DATA:
        if (flags & (PADDED | END_STREAM)) fail("unexpected flags on data", bytes, FRAME);
        take_data(c, stream, length);
        break;
    case HEADERS:
        if (!(flags & END_HEADERS) || flags & PADDED) fail("unexpected headers", body, length);
        if (!(flags & END_STREAM)) break;
        check_trailers(c, body, length);
        answer(c, stream >> 1, open_call(c, stream >> 1)->length - PREFIX);
        break;
    case SETTINGS:
        if (!(flags & ACK)) frame(c, 0, SETTINGS, ACK, 0);
        break;
    case PING:
        if (!(flags & ACK)) memcpy(frame(c, 8, PING, ACK, 0), body, 8);
        break;
    case WINDOW_UPDATE:
        if (stream == 0) c->window += get32(body);
        break;
    case RST_STREAM:
    case GOAWAY: fail("the server ended a call or the connection", body, length);
    }
    return FRAME + length;
}

const struct protocol grpc_protocol = {"grpc", begin, add, take};
