// What a server that does nothing costs: reads ttrpc frames with epoll and answers each with the
// same bytes, copied behind one another and sent at once. The bound that the real server is
// measured against. All connections share their buffers, which a cache likes best.
//
// ceiling PORT REPLY_FILE
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HEADER = 10, INPUT = 65536, OUTPUT = 8 << 20, REPLY = 1 << 20 };

// Bytes that wait: of a request that is not whole, of replies that the socket did not take.
struct connection {
    int fd, waits_for_room;
    size_t have, unsent;
    uint8_t *tail, *rest;
};

static int set;
static uint8_t reply[REPLY], input[2 * INPUT], output[OUTPUT];
static size_t reply_length, output_length;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void watch(struct connection *c, int operation, uint32_t events) {
    struct epoll_event event = {.events = events, .data.ptr = c};
    epoll_ctl(set, operation, c->fd, &event);
}

static void *copy(const uint8_t *bytes, size_t count) {
    void *block = malloc(count);
    if (!block) fail("memory");
    return memcpy(block, bytes, count);
}

// Sends what is in the output, keeps what the socket does not take.
static void flush(struct connection *c) {
    size_t sent = 0;
    while (sent < output_length) {
        ssize_t count = send(c->fd, output + sent, output_length - sent, MSG_NOSIGNAL);
        if (count < 0) break;
        sent += (size_t)count;
    }
    c->unsent = output_length - sent;
    if (c->unsent) c->rest = copy(output + sent, c->unsent);
    output_length = 0;
    if (!c->unsent == !c->waits_for_room) return;
    c->waits_for_room = c->unsent > 0;
    watch(c, EPOLL_CTL_MOD, EPOLLIN | (c->unsent ? EPOLLOUT : 0));
}

static void fetch_unsent(struct connection *c) {
    if (!c->unsent) return;
    memcpy(output, c->rest, output_length = c->unsent);
    free(c->rest);
    c->unsent = 0;
}

static void answer(const uint8_t *frame) {
    if (OUTPUT - output_length < reply_length) fail("too many calls in flight");
    uint8_t *at = output + output_length;
    memcpy(at, reply, reply_length);
    memcpy(at + 4, frame + 4, 4);
    output_length += reply_length;
}

// 0 when the connection has ended.
static int take_requests(struct connection *c) {
    size_t have = c->have, at = 0;
    ssize_t count = recv(c->fd, input + have, INPUT, 0);
    if (count < 0 && errno == EAGAIN) return 1;
    if (count <= 0) return 0;
    if (have) {
        memcpy(input, c->tail, have);
        free(c->tail);
        c->have = 0;
    }
    have += (size_t)count;
    fetch_unsent(c);
    while (have - at >= HEADER) {
        uint32_t length;
        memcpy(&length, input + at, 4);
        length = ntohl(length);
        if (length > INPUT - HEADER) return 0;
        if (have - at < HEADER + length) break;
        answer(input + at);
        at += HEADER + length;
    }
    c->have = have - at;
    if (c->have) c->tail = copy(input + at, c->have);
    if (output_length) flush(c);
    return 1;
}

static void end(struct connection *c) {
    close(c->fd);
    if (c->have) free(c->tail);
    if (c->unsent) free(c->rest);
    output_length = 0;
    free(c);
}

static void read_reply(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) fail(path);
    size_t count = fread(reply + HEADER, 1, REPLY - HEADER, file);
    fclose(file);
    uint32_t length = htonl((uint32_t)count);
    memcpy(reply, &length, 4);
    reply[8] = 2;
    reply_length = HEADER + count;
}

static int listen_on(int port) {
    int listener = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0) fail("bind");
    if (listen(listener, 1024) < 0) fail("listen");
    return listener;
}

static void take_connection(int listener) {
    struct connection *c = calloc(1, sizeof *c);
    int yes = 1;
    if (!c || (c->fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) < 0) fail("accept");
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    watch(c, EPOLL_CTL_ADD, EPOLLIN);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: ceiling PORT REPLY_FILE\n");
        return 2;
    }
    read_reply(argv[2]);
    int listener = listen_on(atoi(argv[1]));
    set = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL}, events[256];
    epoll_ctl(set, EPOLL_CTL_ADD, listener, &event);
    for (;;) {
        int count = epoll_wait(set, events, 256, -1);
        for (int i = 0; i < count; i++) {
            struct connection *c = events[i].data.ptr;
            if (!c) {
                take_connection(listener);
                continue;
            }
            if (events[i].events & EPOLLOUT) {
                fetch_unsent(c);
                flush(c);
            }
            if (!take_requests(c)) end(c);
        }
    }
}
