// Honest load whose every answer is checked: keeps up to N calls of different kinds in flight on
// each of C connections; each must be answered once, on its own stream, with the right bytes.
//
// mix PORT CASES CONNECTIONS IN_FLIGHT SECONDS [CALLS_PER_SECOND]
// prints every second and at the end: calls, wrong answers, calls/s, p50, p99 and longest in us
#define _GNU_SOURCE
#include "cases.h"
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { INPUT = 5 << 20, CHUNK = 1 << 18, OUTPUT = 1 << 18, WRONG_MAXIMUM = 20 };
static const uint64_t SECOND = 1000000000ull, PATIENCE = 30 * 1000000000ull;

struct pending {
    uint64_t sent_at;
    uint32_t stream, which;  // stream 0: free
};

struct connection {
    int fd;
    uint32_t next_stream, outstanding;
    uint64_t revision;
    size_t have, out_length, out_sent;
    struct pending *ring;
    uint8_t *input, *output;
};

static struct latencies latencies;
static uint64_t asked, answered, wrong, rate, start;
static uint32_t depth, ring_mask, seed = 1;
static int is_ending;

static uint32_t random_number(void) {
    seed ^= seed << 13;
    seed ^= seed >> 17;
    return seed ^= seed << 5;
}

static int may_ask(const struct connection *c) {
    if (is_ending || c->outstanding >= depth) return 0;
    // Streams are answered in any order, so a slot may still be taken by a slow one.
    if (c->ring[(c->next_stream >> 1) & ring_mask].stream) return 0;
    return !rate || asked < (now() - start) / 1000 * rate / 1000000;
}

static void ask(struct connection *c) {
    uint32_t which = random_number() % case_count;
    if (OUTPUT - c->out_length < HEADER + cases[which].request.length) return;
    c->ring[(c->next_stream >> 1) & ring_mask] =
        (struct pending){.sent_at = now(), .stream = c->next_stream, .which = which};
    c->out_length += put_request(c->output + c->out_length, c->next_stream,
                                 cases[which].request.bytes, cases[which].request.length);
    c->next_stream += 2;
    c->outstanding++;
    asked++;
}

// Sends new calls while the socket takes them.
static void send_calls(struct connection *c) {
    for (;;) {
        for (uint64_t before = ~asked; before != asked && may_ask(c);) {
            before = asked;
            ask(c);
        }
        if (c->out_sent == c->out_length) return;
        ssize_t count =
            send(c->fd, c->output + c->out_sent, c->out_length - c->out_sent, MSG_NOSIGNAL);
        if (count < 0 && errno == EAGAIN) return;
        if (count < 0) fail("mix: send");
        c->out_sent += (size_t)count;
        if (c->out_sent == c->out_length) c->out_sent = c->out_length = 0;
    }
}

static void check(struct connection *c, const uint8_t *frame, size_t length) {
    uint32_t stream = get32(frame + 4);
    struct pending *call = &c->ring[(stream >> 1) & ring_mask];
    const struct answer_case *expected = NULL;
    const char *reason = "answers no call, or answers it twice";
    uint64_t revision = c->revision;
    if (stream & 1 && call->stream == stream) {
        expected = &cases[call->which];
        reason = frame[8] == RESPONSE ? judge(expected, frame + HEADER, length, &revision)
                                      : "is no response frame";
        // Calls of one connection are served in order, so no older catalogue may come back.
        if (!reason && revision < c->revision) reason = "goes back to an older revision";
        add_latency(&latencies, now() - call->sent_at);
        call->stream = 0;
        c->outstanding--;
        answered++;
        c->revision = revision;
    }
    if (!reason) return;
    report_wrong("mix", stream, expected, reason, frame + HEADER, length);
    if (++wrong == WRONG_MAXIMUM) exit(4);
}

// Takes what came; 0 when the socket is empty.
static int take_replies(struct connection *c) {
    size_t room = INPUT - c->have;
    ssize_t count = recv(c->fd, c->input + c->have, room < CHUNK ? room : CHUNK, 0);
    if (count < 0 && errno == EAGAIN) return 0;
    if (count <= 0) {
        fprintf(stderr, "mix: connection ended with %u calls unanswered: %s\n", c->outstanding,
                count ? strerror(errno) : "closed by the server");
        exit(4);
    }
    c->have += (size_t)count;
    size_t at = 0;
    while (c->have - at >= HEADER) {
        uint32_t length = get32(c->input + at);
        if (length > INPUT - HEADER) {
            fprintf(stderr, "mix: a frame says it has %u bytes\n", length);
            exit(4);
        }
        if (c->have - at < HEADER + length) break;
        check(c, c->input + at, length);
        at += HEADER + length;
    }
    memmove(c->input, c->input + at, c->have - at);
    c->have -= at;
    return 1;
}

static void open_connection(struct connection *c, int port, int set) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int yes = 1;
    c->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(c->fd, (struct sockaddr *)&address, sizeof address) < 0) fail("mix: connect");
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    fcntl(c->fd, F_SETFL, O_NONBLOCK);
    c->next_stream = 1;
    c->input = malloc(INPUT);
    c->output = malloc(OUTPUT);
    c->ring = calloc(ring_mask + 1, sizeof *c->ring);
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = c};
    if (epoll_ctl(set, EPOLL_CTL_ADD, c->fd, &event) < 0) fail("epoll_ctl");
}

static void print_line(void) {
    printf("%lu %lu %.0f %.0f %.0f %.0f\n", answered, wrong,
           (double)answered * 1e9 / (double)(now() - start), percentile(&latencies, 0.5),
           percentile(&latencies, 0.99), (double)latencies.longest / 1e3);
    fflush(stdout);
}

int main(int argc, char **argv) {
    if (argc != 6 && argc != 7) {
        fprintf(stderr,
                "usage: mix PORT CASES CONNECTIONS IN_FLIGHT SECONDS [CALLS_PER_SECOND]\n");
        return 2;
    }
    int port = atoi(argv[1]), count = atoi(argv[3]);
    depth = (uint32_t)atoi(argv[4]);
    if (count < 1 || count > 1000 || depth < 1 || depth > 1 << 20) return 2;
    if (argc == 7) rate = (uint64_t)atol(argv[6]);
    read_cases(argv[2]);
    for (ring_mask = 1; ring_mask < depth; ring_mask <<= 1) {}
    ring_mask = ring_mask * 2 - 1;
    seed = (uint32_t)getpid() | 1;
    int set = epoll_create1(0);
    struct connection *connections = calloc((size_t)count, sizeof *connections);
    for (int i = 0; i < count; i++) open_connection(&connections[i], port, set);
    start = now();
    uint64_t end = start + (uint64_t)(atof(argv[5]) * 1e9), next_line = start + SECOND;
    for (uint64_t time = start; !is_ending || answered < asked; time = now()) {
        is_ending = time >= end;
        if (time >= end + PATIENCE) {
            fprintf(stderr, "mix: %lu calls got no answer\n", asked - answered);
            return 4;
        }
        if (time >= next_line) {
            print_line();
            next_line += SECOND;
        }
        // Calls that wait for their turn in the rate are announced by no event; another connection
        // is the first to take its share each time.
        int first = (int)(random_number() % (uint32_t)count);
        for (int i = 0; i < count; i++) send_calls(&connections[(first + i) % count]);
        struct epoll_event events[64];
        int ready = epoll_wait(set, events, 64, rate ? 2 : 100);
        for (int i = 0; i < ready; i++)
            while (take_replies(events[i].data.ptr)) {}
    }
    print_line();
    return wrong ? 4 : 0;
}
