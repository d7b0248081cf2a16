// The load client's parts: connections that keep calls in flight, and the protocols they speak.
#ifndef LOAD_H
#define LOAD_H
#include <stddef.h>
#include <stdint.h>

enum { INPUT = 1 << 20, OUTPUT = 1 << 20, RING = 2048, IN_FLIGHT_MAXIMUM = 512 };

// One request of the mix, as the protocol wants it: an envelope, a message or a command.
struct request {
    uint8_t *bytes;
    uint32_t length;
    uint32_t reply_length;  // of its first answer; every later one must be as long
    int is_known;
};

// A call on its way. Its place in the ring is its number modulo RING.
struct call {
    uint64_t sent_at;
    struct request *request;
    uint32_t length;  // of the answer, as far as it came
    int is_open;
};

struct connection {
    int fd, is_blocked;
    uint32_t next_call, owed;  // number of the next call; calls that wait for room
    uint32_t answered;         // calls answered, for protocols that answer in order
    size_t have, out_length, out_sent;
    int64_t window;    // HTTP/2: bytes of requests the server takes
    uint32_t credit;   // HTTP/2: bytes received since they were last given back
    int saw_status;    // HTTP/2: the status came in full text once
    struct call calls[RING];
    uint8_t *input, *output;
};

struct protocol {
    const char *name;
    void (*begin)(struct connection *);
    // Appends a call to the output; 0 when the server takes none just now.
    int (*add)(struct connection *, uint32_t call, const struct request *);
    // Takes one message from the front of the bytes; returns its length, 0 when it is not whole.
    size_t (*take)(struct connection *, const uint8_t *bytes, size_t count);
};

extern const struct protocol ttrpc_protocol, redis_protocol, grpc_protocol;

// An answer has come whole: `length` bytes of call `number`.
void answer(struct connection *c, uint32_t number, uint32_t length);
struct call *open_call(struct connection *c, uint32_t number);

// Room for `count` more bytes of output.
uint8_t *append(struct connection *c, size_t count);

// Ends the program with a reason; `bytes` are shown as text as far as they are.
_Noreturn void fail(const char *what, const uint8_t *bytes, size_t count);

void read_requests(const char *path);
struct request *next_request(void);

uint64_t now(void);

static inline void put32(uint8_t *to, uint32_t value) {
    value = __builtin_bswap32(value);
    __builtin_memcpy(to, &value, 4);
}

static inline uint32_t get32(const uint8_t *from) {
    uint32_t value;
    __builtin_memcpy(&value, from, 4);
    return __builtin_bswap32(value);
}
#endif
