// A ttrpc load client for one server on this machine: keeps N calls in flight on each of C
// connections and says what a call cost the server. One thread, epoll, no allocation while it runs.
//
// load PORT SERVER_PID CONNECTIONS IN_FLIGHT SECONDS REQUEST_HEX
// prints: calls/s, server CPU us a call, p50 us, p99 us, bytes a reply, failed calls
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { HEADER = 10, INPUT = 1 << 20, RING = 4096, BUCKETS = 64 * 64 };

struct connection {
    int fd;
    uint32_t next_stream;
    size_t have;                // bytes of input not yet parsed
    size_t out_length, out_sent;
    uint64_t sent_at[RING];     // by call number
    uint8_t *input, *output;
};

static uint8_t request[4096];
static size_t request_length;
static uint64_t histogram[BUCKETS], calls, failures, bytes;
static int measuring;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000ull + time.tv_nsec;
}

// Nanoseconds that all threads of a process have run.
static uint64_t cpu_time(int pid) {
    char path[320];
    snprintf(path, sizeof path, "/proc/%d/task", pid);
    DIR *tasks = opendir(path);
    if (!tasks) fail(path);
    uint64_t total = 0;
    for (struct dirent *entry; (entry = readdir(tasks));) {
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "/proc/%d/task/%s/schedstat", pid, entry->d_name);
        FILE *file = fopen(path, "r");
        unsigned long long run = 0;
        if (file && fscanf(file, "%llu", &run) == 1) total += run;
        if (file) fclose(file);
    }
    closedir(tasks);
    return total;
}

// 64 steps in each power of two: a percentile is right to 1.6 %.
static int bucket(uint64_t value) {
    if (value < 64) return (int)value;
    int shift = 57 - __builtin_clzll(value);
    return (shift + 1) * 64 + (int)((value >> shift) - 64);
}

static double percentile(double share) {
    uint64_t rank = (uint64_t)(calls * share), seen = 0;
    for (int index = 0; index < BUCKETS; index++) {
        seen += histogram[index];
        if (seen > rank) {
            if (index < 64) return index / 1e3;
            return (double)((uint64_t)(index % 64 + 64) << (index / 64 - 1)) / 1e3;
        }
    }
    return 0;
}

static void put32(uint8_t *bytes, uint32_t value) {
    value = htonl(value);
    memcpy(bytes, &value, 4);
}

static uint32_t get32(const uint8_t *bytes) {
    uint32_t value;
    memcpy(&value, bytes, 4);
    return ntohl(value);
}

static void add_calls(struct connection *c, int count) {
    uint64_t time = now();
    for (int i = 0; i < count; i++) {
        uint8_t *frame = c->output + c->out_length;
        put32(frame, (uint32_t)request_length);
        put32(frame + 4, c->next_stream);
        frame[8] = 1;
        frame[9] = 0;
        memcpy(frame + HEADER, request, request_length);
        c->sent_at[(c->next_stream >> 1) % RING] = time;
        c->next_stream += 2;
        c->out_length += HEADER + request_length;
    }
}

static void flush(struct connection *c) {
    while (c->out_sent < c->out_length) {
        ssize_t count =
            send(c->fd, c->output + c->out_sent, c->out_length - c->out_sent, MSG_NOSIGNAL);
        if (count < 0 && errno == EAGAIN) return;
        if (count < 0) fail("send");
        c->out_sent += (size_t)count;
    }
    c->out_length = c->out_sent = 0;
}

static void take_replies(struct connection *c) {
    ssize_t count = recv(c->fd, c->input + c->have, INPUT - c->have, 0);
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) fail("the server closed the connection");
    c->have += (size_t)count;
    uint64_t time = now();
    size_t at = 0;
    int done = 0;
    while (c->have - at >= HEADER) {
        const uint8_t *frame = c->input + at;
        uint32_t length = get32(frame);
        if (length > INPUT - HEADER) {
            fprintf(stderr, "a reply of %u bytes is too long for this client\n", length);
            exit(1);
        }
        if (c->have - at < HEADER + length) break;
        if (measuring) {
            // A good response begins with its payload; a status would stand before it.
            if (frame[8] != 2 || (length && frame[HEADER] != 0x12)) failures++;
            histogram[bucket(time - c->sent_at[(get32(frame + 4) >> 1) % RING])]++;
            calls++;
            bytes += length;
        }
        at += HEADER + length;
        done++;
    }
    memmove(c->input, c->input + at, c->have - at);
    c->have -= at;
    add_calls(c, done);
    flush(c);
}

static void open_connection(struct connection *c, int port, int set, int in_flight) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int yes = 1;
    c->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(c->fd, (struct sockaddr *)&address, sizeof address) < 0) fail("connect");
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    fcntl(c->fd, F_SETFL, O_NONBLOCK);
    c->next_stream = 1;
    c->input = malloc(INPUT);
    c->output = malloc((size_t)(in_flight + 1) * (HEADER + request_length));
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = c};
    if (epoll_ctl(set, EPOLL_CTL_ADD, c->fd, &event) < 0) fail("epoll_ctl");
    add_calls(c, in_flight);
    flush(c);
}

static void run_until(int set, uint64_t end) {
    struct epoll_event events[256];
    while (now() < end) {
        int count = epoll_wait(set, events, 256, 100);
        for (int i = 0; i < count; i++) {
            struct connection *c = events[i].data.ptr;
            flush(c);
            for (size_t before = ~c->have; before != c->have;) {
                before = c->have;
                take_replies(c);
            }
        }
    }
}

int main(int argc, char **argv) {
    if (argc != 7) {
        fprintf(stderr, "usage: load PORT SERVER_PID CONNECTIONS IN_FLIGHT SECONDS REQUEST_HEX\n");
        return 2;
    }
    int port = atoi(argv[1]), pid = atoi(argv[2]), count = atoi(argv[3]), depth = atoi(argv[4]);
    double seconds = atof(argv[5]);
    if (count < 1 || count > 10000 || depth < 1 || depth > RING / 2) return 2;
    for (const char *hex = argv[6]; hex[0] && hex[1] && request_length < sizeof request; hex += 2)
        if (sscanf(hex, "%2hhx", &request[request_length++]) != 1) return 2;
    int set = epoll_create1(0);
    struct connection *connections = calloc((size_t)count, sizeof *connections);
    for (int i = 0; i < count; i++) open_connection(&connections[i], port, set, depth);
    run_until(set, now() + 300000000);
    measuring = 1;
    uint64_t cpu = cpu_time(pid), start = now();
    run_until(set, start + (uint64_t)(seconds * 1e9));
    uint64_t spent = now() - start;
    cpu = cpu_time(pid) - cpu;
    if (calls == 0) {
        fprintf(stderr, "no call was answered\n");
        return 1;
    }
    printf("%.0f %.3f %.1f %.1f %.0f %lu\n", calls * 1e9 / spent, cpu / 1e3 / calls,
           percentile(0.5), percentile(0.99), (double)bytes / calls, failures);
    return failures ? 4 : 0;
}
