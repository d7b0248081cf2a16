// A load client for one server on this machine: keeps calls in flight on some connections, checks
// every answer, and says what a call cost the server. One thread, epoll, no allocation in its loop.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "histogram.h"
#include "load.h"
#include "process.h"

static const char usage_text[] =
    "usage: load PROTOCOL PORT SERVER_PID CONNECTIONS IN_FLIGHT SECONDS REQUESTS poll|sleep "
    "[COUNTER]\n"
    "PROTOCOL: ttrpc, redis or grpc. REQUESTS: a file with a line 'WEIGHT HEX' for each request.\n"
    "sleep: give the processor away while nothing comes, so that the server has to wake it.\n"
    "COUNTER: a file of 8 bytes that the server counts in.\n"
    "Prints one line of JSON. Any answer that is an error or of another length ends it.\n";

static const struct protocol *protocol;
static struct histogram latencies;
static uint64_t calls, all_calls, bytes, answered_at;
static int set, is_measuring, wait_milliseconds;

uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

void fail(const char *what, const uint8_t *shown, size_t count) {
    fprintf(stderr, "load: %s: ", what);
    for (size_t i = 0; i < count && i < 300; i++) fputc(isprint(shown[i]) ? shown[i] : '.', stderr);
    fputc('\n', stderr);
    exit(1);
}

static _Noreturn void fail_errno(const char *what) {
    perror(what);
    exit(1);
}

uint8_t *append(struct connection *c, size_t count) {
    if (OUTPUT - c->out_length < count) fail("too much output", NULL, 0);
    uint8_t *at = c->output + c->out_length;
    c->out_length += count;
    return at;
}

struct call *open_call(struct connection *c, uint32_t number) {
    struct call *call = &c->calls[number % RING];
    if (!call->is_open) fail("an answer to a call that was not made", NULL, 0);
    return call;
}

void answer(struct connection *c, uint32_t number, uint32_t length) {
    struct call *call = open_call(c, number);
    struct request *request = call->request;
    if (!request->is_known) request->reply_length = length;
    request->is_known = 1;
    if (request->reply_length != length) fail("the answer has another length", NULL, 0);
    call->is_open = 0;
    c->owed++;
    all_calls++;
    if (!is_measuring) return;
    record(&latencies, answered_at - call->sent_at);
    calls++;
    bytes += length;
}

static void watch(struct connection *c, int operation) {
    struct epoll_event event = {.events = EPOLLIN | (c->is_blocked ? EPOLLOUT : 0), .data.ptr = c};
    if (epoll_ctl(set, operation, c->fd, &event) < 0) fail_errno("epoll_ctl");
}

static void flush(struct connection *c) {
    int was_blocked = c->is_blocked;
    c->is_blocked = 0;
    while (c->out_sent < c->out_length) {
        ssize_t count =
            send(c->fd, c->output + c->out_sent, c->out_length - c->out_sent, MSG_NOSIGNAL);
        if (count < 0 && errno != EAGAIN) fail_errno("send");
        c->is_blocked = count < 0;
        if (count < 0) break;
        c->out_sent += (size_t)count;
    }
    if (!c->is_blocked) c->out_length = c->out_sent = 0;
    if (c->is_blocked != was_blocked) watch(c, EPOLL_CTL_MOD);
}

static void call_again(struct connection *c, uint64_t time) {
    for (; c->owed > 0; c->owed--) {
        struct request *request = next_request();
        struct call *call = &c->calls[c->next_call % RING];
        if (call->is_open) fail("a call stays without an answer", NULL, 0);
        if (!protocol->add(c, c->next_call, request)) break;
        *call = (struct call){time, request, 0, 1};
        c->next_call++;
    }
    flush(c);
}

static void receive(struct connection *c) {
    ssize_t count = recv(c->fd, c->input + c->have, INPUT - c->have, 0);
    if (count < 0 && errno == EAGAIN) return;
    if (count < 0) fail_errno("receive");
    if (count == 0) fail("the server closed the connection", NULL, 0);
    c->have += (size_t)count;
    answered_at = now();
    size_t at = 0;
    for (size_t length; (length = protocol->take(c, c->input + at, c->have - at)) > 0;)
        at += length;
    if (at == 0 && c->have == INPUT) fail("a reply is too long for this client", NULL, 0);
    memmove(c->input, c->input + at, c->have - at);
    c->have -= at;
    call_again(c, answered_at);
}

static void open_connection(struct connection *c, int port, uint32_t in_flight) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int yes = 1;
    c->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(c->fd, (struct sockaddr *)&address, sizeof address) < 0) fail_errno("connect");
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    fcntl(c->fd, F_SETFL, O_NONBLOCK);
    c->input = malloc(INPUT);
    c->output = malloc(OUTPUT);
    if (!c->input || !c->output) fail_errno("memory");
    watch(c, EPOLL_CTL_ADD);
    protocol->begin(c);
    c->owed = in_flight;
    call_again(c, now());
}

static void run_until(uint64_t end) {
    struct epoll_event events[256];
    uint64_t before = all_calls, moved_at = now();
    for (uint64_t time; (time = now()) < end;) {
        int count = epoll_wait(set, events, 256, wait_milliseconds);
        for (int i = 0; i < count; i++) {
            struct connection *c = events[i].data.ptr;
            if (events[i].events & EPOLLOUT) flush(c);
            receive(c);
        }
        if (all_calls != before) moved_at = time;
        before = all_calls;
        if (time - moved_at > 5000000000) fail("no answer for 5 seconds", NULL, 0);
    }
}

static const volatile uint64_t *map_counter(const char *path) {
    static const uint64_t none;
    if (!path) return &none;
    int file = open(path, O_RDONLY);
    void *counter = file < 0 ? MAP_FAILED : mmap(NULL, 8, PROT_READ, MAP_SHARED, file, 0);
    if (counter == MAP_FAILED) fail_errno(path);
    return counter;
}

static void measure(int pid, double seconds, const char *counter_path) {
    const volatile uint64_t *counter = map_counter(counter_path);
    run_until(now() + 150000000);
    is_measuring = 1;
    struct usage before = usage_of(pid);
    uint64_t counted = *counter, start = now();
    // On a machine that does other things too, the time may pass with hardly a call.
    for (int tries = 0; tries < 20 && calls < 1000; tries++)
        run_until(now() + (uint64_t)(seconds * 1e9));
    double spent = (double)(now() - start), count = (double)calls;
    counted = *counter - counted;
    struct usage after = usage_of(pid);
    if (calls == 0) fail("no call was answered", NULL, 0);
    if (before.cpu_nanoseconds == 0) fail("no such process", NULL, 0);
    printf("{\"calls_per_second\": %.0f, \"cpu_microseconds\": %.4f, \"p50_microseconds\": %.1f, "
           "\"p99_microseconds\": %.1f, \"reply_bytes\": %.1f, \"switches\": %.4f, "
           "\"counted\": %.4f, \"calls\": %lu, \"all_calls\": %lu}\n",
           count * 1e9 / spent,
           (double)(after.cpu_nanoseconds - before.cpu_nanoseconds) / 1e3 / count,
           percentile(&latencies, 0.5) / 1e3, percentile(&latencies, 0.99) / 1e3,
           (double)bytes / count,
           (double)(after.voluntary_switches - before.voluntary_switches) / count,
           (double)counted / count, calls, all_calls);
}

int main(int argc, char **argv) {
    const struct protocol *known[] = {&ttrpc_protocol, &redis_protocol, &grpc_protocol};
    for (int i = 0; argc > 1 && i < 3; i++)
        if (!strcmp(argv[1], known[i]->name)) protocol = known[i];
    int count = argc < 9 ? 0 : atoi(argv[4]), in_flight = argc < 9 ? 0 : atoi(argv[5]);
    if (!protocol || argc > 10 || count < 1 || count > 10000 || in_flight < 1 ||
        in_flight > IN_FLIGHT_MAXIMUM) {
        fputs(usage_text, stderr);
        return 2;
    }
    read_requests(argv[7]);
    wait_milliseconds = strcmp(argv[8], "poll") ? 100 : 0;
    set = epoll_create1(0);
    struct connection *connections = calloc((size_t)count, sizeof *connections);
    if (!connections) fail_errno("memory");
    for (int i = 0; i < count; i++)
        open_connection(&connections[i], atoi(argv[2]), (uint32_t)in_flight);
    measure(atoi(argv[3]), atof(argv[6]), argc == 10 ? argv[9] : NULL);
}
