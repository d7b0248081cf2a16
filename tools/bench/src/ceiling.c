// What a server that does nothing costs: reads ttrpc frames with epoll and answers each with the
// same bytes. The bound that the real server is measured against.
//
// ceiling PORT REPLY_BYTES
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

enum { HEADER = 10, INPUT = 65536, OUTPUT = 4 << 20 };

struct connection {
    int fd, waits_for_room;
    size_t have, out_length, out_sent;
    uint8_t input[INPUT], *output;
};

static int set;
static uint32_t reply_length;

static void watch(struct connection *c, int operation, uint32_t events) {
    struct epoll_event event = {.events = events, .data.ptr = c};
    epoll_ctl(set, operation, c->fd, &event);
}

static void flush(struct connection *c) {
    while (c->out_sent < c->out_length) {
        ssize_t count =
            send(c->fd, c->output + c->out_sent, c->out_length - c->out_sent, MSG_NOSIGNAL);
        if (count < 0) {
            if (errno == EAGAIN && !c->waits_for_room) {
                c->waits_for_room = 1;
                watch(c, EPOLL_CTL_MOD, EPOLLIN | EPOLLOUT);
            }
            return;
        }
        c->out_sent += (size_t)count;
    }
    c->out_length = c->out_sent = 0;
    if (c->waits_for_room) watch(c, EPOLL_CTL_MOD, EPOLLIN);
    c->waits_for_room = 0;
}

static void answer(struct connection *c, const uint8_t *frame) {
    if (c->out_length + HEADER + reply_length > OUTPUT) return;
    uint8_t *reply = c->output + c->out_length;
    uint32_t length = htonl(reply_length);
    memcpy(reply, &length, 4);
    memcpy(reply + 4, frame + 4, 4);
    reply[8] = 2;
    reply[9] = 0;
    memset(reply + HEADER, 0x12, reply_length);
    c->out_length += HEADER + reply_length;
}

// 0 when the connection has ended.
static int take_requests(struct connection *c) {
    ssize_t count = recv(c->fd, c->input + c->have, INPUT - c->have, 0);
    if (count < 0 && errno == EAGAIN) return 1;
    if (count <= 0) return 0;
    c->have += (size_t)count;
    size_t at = 0;
    while (c->have - at >= HEADER) {
        uint32_t length;
        memcpy(&length, c->input + at, 4);
        length = ntohl(length);
        if (length > INPUT - HEADER) return 0;
        if (c->have - at < HEADER + length) break;
        answer(c, c->input + at);
        at += HEADER + length;
    }
    memmove(c->input, c->input + at, c->have - at);
    c->have -= at;
    flush(c);
    return 1;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: ceiling PORT REPLY_BYTES\n");
        return 2;
    }
    reply_length = (uint32_t)atoi(argv[2]);
    int listener = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)atoi(argv[1])),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 ||
        listen(listener, 1024) < 0) {
        perror("listen");
        return 1;
    }
    set = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL}, events[256];
    epoll_ctl(set, EPOLL_CTL_ADD, listener, &event);
    for (;;) {
        int count = epoll_wait(set, events, 256, -1);
        for (int i = 0; i < count; i++) {
            struct connection *c = events[i].data.ptr;
            if (!c) {
                c = calloc(1, sizeof *c);
                c->fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
                c->output = malloc(OUTPUT);
                setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
                watch(c, EPOLL_CTL_ADD, EPOLLIN);
                continue;
            }
            if (events[i].events & EPOLLOUT) flush(c);
            if (!take_requests(c)) {
                close(c->fd);
                free(c->output);
                free(c);
            }
        }
    }
}
