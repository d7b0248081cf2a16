// Connections that come and go, AT_ONCE of them at a time, in the WAYS named by letters, in turn:
//   c  calls, reads every answer, closes        r  the same, but ends with a reset
//   h  calls, ends its sending side at once; every answer must still come, then the server's end
//   a  calls and resets without reading         p  resets inside a frame
//   x  connects and resets
// Every answer is checked; a connection carries one to three calls.
//
// churn PORT CASES COUNT AT_ONCE WAYS [CONNECTIONS_PER_SECOND]
// prints every second and at the end: connections, wrong ones, connections/s, p50, p99 and longest
// time from connect to the last answer in us. SIGTERM ends it early, in good order.
#define _GNU_SOURCE
#include "cases.h"
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CALLS = 3, INPUT = 5 << 20, WRONG_MAXIMUM = 20, SOURCES = 200 };
static const uint64_t SECOND = 1000000000ull, PATIENCE = 20 * 1000000000ull;

struct client {
    int fd;  // -1: free
    char way;
    int is_connected, call_count, answer_count;
    uint32_t which[CALLS];
    uint64_t number, began, revision;
    size_t have, room;
    uint8_t *input;
};

static struct latencies latencies;
static uint64_t opened, ended, wrong, start;
static int port, set;
static volatile sig_atomic_t is_stopping;

static void stop(int signal) {
    (void)signal;
    is_stopping = 1;
}

static void end_client(struct client *c, int with_reset) {
    struct linger linger = {.l_onoff = 1, .l_linger = 0};
    if (with_reset) setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
    close(c->fd);
    c->fd = -1;
    ended++;
}

static void give_up(struct client *c, const char *reason) {
    fprintf(stderr, "churn: connection %lu, way %c, %d of %d answers, after %lu us: %s\n",
            c->number, c->way, c->answer_count, c->call_count, (now() - c->began) / 1000, reason);
    end_client(c, 1);
    if (++wrong == WRONG_MAXIMUM) exit(4);
}

static void open_client(struct client *c, const char *ways) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    // A closed connection keeps its port for a minute: many source addresses have enough of them.
    struct sockaddr_in source = {.sin_family = AF_INET,
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1 + (uint32_t)(opened % SOURCES))};
    int yes = 1;
    c->way = ways[opened % strlen(ways)];
    c->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (c->fd < 0) fail("churn: socket");
    setsockopt(c->fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &yes, sizeof yes);
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (bind(c->fd, (struct sockaddr *)&source, sizeof source) < 0) fail("churn: bind");
    c->is_connected = c->answer_count = 0;
    c->call_count = c->way == 'x' ? 0 : 1 + (int)(opened / 7 % CALLS);
    c->have = 0;
    c->revision = 0;
    c->began = now();
    c->number = opened++;
    if (connect(c->fd, (struct sockaddr *)&address, sizeof address) < 0 && errno != EINPROGRESS)
        return give_up(c, strerror(errno));
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = c};
    if (epoll_ctl(set, EPOLL_CTL_ADD, c->fd, &event) < 0) fail("epoll_ctl");
}

static void send_calls(struct client *c) {
    static uint8_t output[CALLS * (HEADER + (1 << 16))];
    size_t length = 0;
    for (int i = 0; i < c->call_count; i++) {
        c->which[i] = (uint32_t)((c->number * 7 + (uint64_t)i * 3) % case_count);
        struct text request = cases[c->which[i]].request;
        length += put_request(output + length, (uint32_t)(2 * i + 1), request.bytes, request.length);
    }
    if (c->way == 'p') length -= length > 40 ? 17 : 1;
    if (length && send(c->fd, output, length, MSG_NOSIGNAL) != (ssize_t)length)
        return give_up(c, "the calls could not be sent");
    if (c->way == 'h') shutdown(c->fd, SHUT_WR);
    if (c->way == 'x' || c->way == 'a' || c->way == 'p') end_client(c, 1);
}

// Why a frame is wrong, or NULL. Answers may come in any order.
static const char *check(struct client *c, const uint8_t *frame, size_t length) {
    uint32_t stream = get32(frame + 4), index = stream >> 1;
    const struct answer_case *expected = NULL;
    const char *reason = "answers no call, or answers it twice";
    if (stream & 1 && index < (uint32_t)c->call_count && c->which[index] != UINT32_MAX) {
        expected = &cases[c->which[index]];
        c->which[index] = UINT32_MAX;
        c->answer_count++;
        reason = frame[8] == RESPONSE ? judge(expected, frame + HEADER, length, &c->revision)
                                      : "is no response frame";
    }
    if (reason) report_wrong("churn", stream, expected, reason, frame + HEADER, length);
    return reason;
}

static void make_room(struct client *c) {
    if (c->room - c->have >= 65536) return;
    c->room = c->room ? c->room * 2 : 1 << 18;
    if (c->room > INPUT * 4 || !(c->input = realloc(c->input, c->room))) fail("churn: memory");
}

static void take_end(struct client *c) {
    if (c->way == 'h' && c->answer_count == c->call_count && c->have == 0) return end_client(c, 0);
    give_up(c, "the server closed");
}

// Takes what came; 0 when the socket is empty or the connection over.
static int take_replies(struct client *c) {
    make_room(c);
    ssize_t count = recv(c->fd, c->input + c->have, c->room - c->have, 0);
    if (count < 0 && errno == EAGAIN) return 0;
    if (count < 0) return give_up(c, strerror(errno)), 0;
    if (count == 0) return take_end(c), 0;
    c->have += (size_t)count;
    size_t at = 0;
    while (c->have - at >= HEADER && c->have - at >= HEADER + (size_t)get32(c->input + at)) {
        uint32_t length = get32(c->input + at);
        const char *reason = check(c, c->input + at, length);
        if (reason) return give_up(c, reason), 0;
        at += HEADER + length;
        if (c->answer_count == c->call_count) add_latency(&latencies, now() - c->began);
    }
    memmove(c->input, c->input + at, c->have - at);
    c->have -= at;
    if (c->answer_count < c->call_count || c->way == 'h') return 1;
    if (c->have) return give_up(c, "bytes came behind the last answer"), 0;
    end_client(c, c->way == 'r');
    return 0;
}

static void serve(struct client *c) {
    if (c->fd < 0) return;
    if (!c->is_connected) {
        int error = 0;
        socklen_t length = sizeof error;
        getsockopt(c->fd, SOL_SOCKET, SO_ERROR, &error, &length);
        if (error) return give_up(c, strerror(error));
        c->is_connected = 1;
        send_calls(c);
    }
    while (c->fd >= 0 && take_replies(c)) {}
}

static void print_line(void) {
    printf("%lu %lu %.0f %.0f %.0f %.0f\n", ended, wrong,
           (double)ended * 1e9 / (double)(now() - start), percentile(&latencies, 0.5),
           percentile(&latencies, 0.99), (double)latencies.longest / 1e3);
    fflush(stdout);
}

static int is_due(uint64_t count, uint64_t rate) {
    if (is_stopping || opened == count) return 0;
    return !rate || opened < (now() - start) / 1000 * rate / 1000000 + 1;
}

int main(int argc, char **argv) {
    if (argc != 6 && argc != 7) {
        fprintf(stderr,
                "usage: churn PORT CASES COUNT AT_ONCE WAYS [CONNECTIONS_PER_SECOND]\n");
        return 2;
    }
    port = atoi(argv[1]);
    uint64_t count = (uint64_t)atol(argv[3]), rate = argc == 7 ? (uint64_t)atol(argv[6]) : 0;
    int at_once = atoi(argv[4]);
    if (at_once < 1 || at_once > 15000 || strspn(argv[5], "crhapx") != strlen(argv[5])
        || !argv[5][0]) return 2;
    read_cases(argv[2]);
    signal(SIGTERM, stop);
    set = epoll_create1(0);
    struct client *clients = calloc((size_t)at_once, sizeof *clients);
    for (int i = 0; i < at_once; i++) clients[i].fd = -1;
    start = now();
    for (uint64_t next_line = start + SECOND; ended < opened || is_due(count, 0);) {
        for (int i = 0; i < at_once && is_due(count, rate); i++)
            if (clients[i].fd < 0) open_client(&clients[i], argv[5]);
        struct epoll_event events[256];
        int ready = epoll_wait(set, events, 256, rate ? 5 : 100);
        for (int i = 0; i < ready; i++) serve(events[i].data.ptr);
        if (now() < next_line) continue;
        next_line += SECOND;
        print_line();
        for (int i = 0; i < at_once; i++)
            if (clients[i].fd >= 0 && now() - clients[i].began > PATIENCE)
                give_up(&clients[i], "no end in 20 s");
    }
    print_line();
    return wrong ? 4 : 0;
}
