#define _GNU_SOURCE
#include "CPlatformSystem.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

_Static_assert(CPLATFORM_EPOLL_IN == EPOLLIN, "EPOLLIN");
_Static_assert(CPLATFORM_EPOLL_OUT == EPOLLOUT, "EPOLLOUT");
_Static_assert(CPLATFORM_EPOLL_BROKEN == (EPOLLERR | EPOLLHUP), "EPOLLERR, EPOLLHUP");

#define RESULT(call) \
    do { \
        int result = (call); \
        return result < 0 ? -errno : result; \
    } while (0)

static int set_option(int descriptor, int level, int name) {
    int on = 1;
    RESULT(setsockopt(descriptor, level, name, &on, sizeof on));
}

int cplatform_socket(int family) {
    RESULT(socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
}

int cplatform_bind(int descriptor, const struct cplatform_address *address) {
    RESULT(bind(descriptor, (const struct sockaddr *)&address->storage, address->length));
}

int cplatform_listen(int descriptor, int backlog) { RESULT(listen(descriptor, backlog)); }

int cplatform_accept(int descriptor) {
    RESULT(accept4(descriptor, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC));
}

int cplatform_connect(int descriptor, const struct cplatform_address *address) {
    RESULT(connect(descriptor, (const struct sockaddr *)&address->storage, address->length));
}

int cplatform_socket_address(int descriptor, struct cplatform_address *address) {
    socklen_t length = sizeof address->storage;
    int result = getsockname(descriptor, (struct sockaddr *)&address->storage, &length);
    address->length = length;
    return result < 0 ? -errno : result;
}

int cplatform_socket_error(int descriptor) {
    int error = 0;
    socklen_t length = sizeof error;
    if (getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length) < 0) return -errno;
    return -error;
}

int cplatform_set_reuse_address(int descriptor) {
    return set_option(descriptor, SOL_SOCKET, SO_REUSEADDR);
}

int cplatform_set_no_delay(int descriptor) {
    return set_option(descriptor, IPPROTO_TCP, TCP_NODELAY);
}

int cplatform_watch_peer(int descriptor, int idle_seconds, int limit_seconds) {
    int interval = limit_seconds > idle_seconds + 3 ? (limit_seconds - idle_seconds) / 3 : 1;
    int count = 3;
    unsigned limit = (unsigned)limit_seconds * 1000;
    int result = set_option(descriptor, SOL_SOCKET, SO_KEEPALIVE);
    if (result < 0) return result;
    setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, &idle_seconds, sizeof idle_seconds);
    setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
    setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
    RESULT(setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &limit, sizeof limit));
}

int cplatform_set_ipv6_only(int descriptor) {
    return set_option(descriptor, IPPROTO_IPV6, IPV6_V6ONLY);
}

int cplatform_adopt_listener(int descriptor) {
    int kind = 0, listens = 0;
    socklen_t length = sizeof kind;
    if (getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &length) < 0) return -errno;
    if (kind != SOCK_STREAM) return -EPROTOTYPE;
    length = sizeof listens;
    if (getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) < 0) return -errno;
    if (!listens) return -EINVAL;
    if (fcntl(descriptor, F_SETFD, FD_CLOEXEC) < 0) return -errno;
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0) return -errno;
    RESULT(fcntl(descriptor, F_SETFL, flags | O_NONBLOCK));
}

int cplatform_bind_with_mode(
    int descriptor, const struct cplatform_address *address, uint32_t mode) {
    // Linux makes the file with the mode of the socket less the mask, so it never has wider rights.
    if (fchmod(descriptor, (mode_t)mode) < 0) return -errno;
    mode_t mask = umask(0);
    int result = cplatform_bind(descriptor, address);
    umask(mask);
    return result;
}

int64_t cplatform_receive(int descriptor, void *buffer, int64_t count) {
    ssize_t result = recv(descriptor, buffer, (size_t)count, 0);
    return result < 0 ? -errno : result;
}

int64_t cplatform_send(int descriptor, const void *buffer, int64_t count) {
    ssize_t result = send(descriptor, buffer, (size_t)count, MSG_NOSIGNAL);
    return result < 0 ? -errno : result;
}

int cplatform_shutdown_sending(int descriptor) { RESULT(shutdown(descriptor, SHUT_WR)); }

int cplatform_close(int descriptor) { RESULT(close(descriptor)); }

int cplatform_resolve(
    const char *host, uint16_t port, int for_listening, struct cplatform_address *out,
    int capacity) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_protocol = IPPROTO_TCP};
    if (for_listening) hints.ai_flags = AI_PASSIVE;
    struct addrinfo *list = NULL;
    int error = getaddrinfo(host, NULL, &hints, &list);
    if (error != 0) return error < 0 ? error : -error;
    int count = 0;
    for (struct addrinfo *each = list; each != NULL && count < capacity; each = each->ai_next) {
        if (each->ai_family != AF_INET && each->ai_family != AF_INET6) continue;
        memset(&out[count], 0, sizeof out[count]);
        memcpy(&out[count].storage, each->ai_addr, each->ai_addrlen);
        out[count].length = each->ai_addrlen;
        cplatform_address_set_port(&out[count], port);
        count += 1;
    }
    freeaddrinfo(list);
    return count;
}

const char *cplatform_resolve_message(int number) { return gai_strerror(number); }

int cplatform_unix_address(const char *path, struct cplatform_address *out) {
    memset(out, 0, sizeof *out);
    struct sockaddr_un *address = (struct sockaddr_un *)&out->storage;
    size_t length = strlen(path);
    if (length >= sizeof address->sun_path) return -ENAMETOOLONG;
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, path, length + 1);
    out->length = (uint32_t)sizeof *address;
    return 0;
}

int cplatform_address_family(const struct cplatform_address *address) {
    return address->storage.ss_family;
}

int cplatform_address_port(const struct cplatform_address *address) {
    switch (address->storage.ss_family) {
    case AF_INET: return ntohs(((const struct sockaddr_in *)&address->storage)->sin_port);
    case AF_INET6: return ntohs(((const struct sockaddr_in6 *)&address->storage)->sin6_port);
    default: return 0;
    }
}

void cplatform_address_set_port(struct cplatform_address *address, uint16_t port) {
    if (address->storage.ss_family == AF_INET)
        ((struct sockaddr_in *)&address->storage)->sin_port = htons(port);
    if (address->storage.ss_family == AF_INET6)
        ((struct sockaddr_in6 *)&address->storage)->sin6_port = htons(port);
}

int cplatform_address_host(const struct cplatform_address *address, char *buffer, int capacity) {
    int error = getnameinfo(
        (const struct sockaddr *)&address->storage, address->length, buffer, (socklen_t)capacity,
        NULL, 0, NI_NUMERICHOST);
    return error == 0 ? 0 : -EINVAL;
}

int cplatform_address_path(const struct cplatform_address *address, char *buffer, int capacity) {
    const struct sockaddr_un *name = (const struct sockaddr_un *)&address->storage;
    size_t start = offsetof(struct sockaddr_un, sun_path);
    size_t length = address->length > start ? address->length - start : 0;
    if (name->sun_family != AF_UNIX) return -EAFNOSUPPORT;
    if (length > sizeof name->sun_path || (int)length >= capacity) return -ENAMETOOLONG;
    memcpy(buffer, name->sun_path, length);
    buffer[length] = 0;
    if (length > 0 && buffer[0] == 0) buffer[0] = '@';
    return 0;
}

int cplatform_epoll_create(void) { RESULT(epoll_create1(EPOLL_CLOEXEC)); }

static int epoll_change(int set, int operation, int descriptor, uint32_t events, uint64_t data) {
    struct epoll_event event = {.events = events, .data.u64 = data};
    RESULT(epoll_ctl(set, operation, descriptor, &event));
}

int cplatform_epoll_add(int set, int descriptor, uint32_t events, uint64_t data) {
    return epoll_change(set, EPOLL_CTL_ADD, descriptor, events, data);
}

int cplatform_epoll_modify(int set, int descriptor, uint32_t events, uint64_t data) {
    return epoll_change(set, EPOLL_CTL_MOD, descriptor, events, data);
}

int cplatform_epoll_remove(int set, int descriptor) {
    return epoll_change(set, EPOLL_CTL_DEL, descriptor, 0, 0);
}

int cplatform_epoll_wait(int set, struct cplatform_event *events, int capacity, int milliseconds) {
    struct epoll_event raw[CPLATFORM_EVENT_COUNT_MAXIMUM];
    if (capacity > CPLATFORM_EVENT_COUNT_MAXIMUM) capacity = CPLATFORM_EVENT_COUNT_MAXIMUM;
    int count = epoll_wait(set, raw, capacity, milliseconds);
    if (count < 0) return -errno;
    for (int index = 0; index < count; index++) {
        events[index].data = raw[index].data.u64;
        events[index].events = raw[index].events;
    }
    return count;
}

int cplatform_eventfd(void) { RESULT(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)); }

int cplatform_eventfd_signal(int descriptor) { RESULT(eventfd_write(descriptor, 1)); }

int cplatform_eventfd_clear(int descriptor) {
    eventfd_t value;
    RESULT(eventfd_read(descriptor, &value));
}

int cplatform_timer_create(void) {
    RESULT(timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC));
}

int cplatform_timer_set(int descriptor, int64_t nanoseconds) {
    struct itimerspec when = {
        .it_value = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000}};
    RESULT(timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &when, NULL));
}

int64_t cplatform_monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int cplatform_processor_count(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) return CPU_COUNT(&set);
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (int)count : 1;
}

int cplatform_open_null(void) { RESULT(open("/dev/null", O_RDONLY | O_CLOEXEC)); }

int cplatform_ignore_signal(int number) {
    struct sigaction action = {.sa_handler = SIG_IGN};
    RESULT(sigaction(number, &action, NULL));
}

static sigset_t held_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGHUP);
    return set;
}

void cplatform_hold_signals(void) {
    sigset_t set = held_signals();
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

void cplatform_release_signals(void) {
    sigset_t set = held_signals();
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

int cplatform_wait_for_signal(void) {
    sigset_t set = held_signals();
    int number = 0;
    int fault = sigwait(&set, &number);
    return fault != 0 ? -fault : number;
}

int cplatform_hang_up(void) { return SIGHUP; }

int cplatform_is_socket_file(const char *path) {
    struct stat info;
    if (lstat(path, &info) < 0) return -errno;
    return S_ISSOCK(info.st_mode) ? 1 : 0;
}

int cplatform_unlink(const char *path) { RESULT(unlink(path)); }

int cplatform_identify(const char *path, struct cplatform_file_identity *out) {
    struct stat info;
    if (lstat(path, &info) < 0) return -errno;
    out->device = info.st_dev;
    out->inode = info.st_ino;
    return 0;
}

int64_t cplatform_read_file(const char *path, void *buffer, int64_t capacity) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return -errno;
    ssize_t count = read(descriptor, buffer, (size_t)capacity);
    int64_t result = count < 0 ? -errno : count;
    close(descriptor);
    return result;
}

int cplatform_open_nameless(const char *folder, uint32_t mode) {
#ifdef O_TMPFILE
    RESULT(open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, (mode_t)mode));
#else
    (void)folder;
    (void)mode;
    return -EOPNOTSUPP;
#endif
}

int cplatform_name_file(int descriptor, const char *path) {
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    RESULT(linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW));
}

static int64_t from_limit(rlim_t value) {
    return value == RLIM_INFINITY || value > INT64_MAX ? INT64_MAX : (int64_t)value;
}

static rlim_t to_limit(int64_t value) {
    return value == INT64_MAX ? RLIM_INFINITY : (rlim_t)value;
}

int cplatform_descriptor_limit(struct cplatform_limit *out) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -errno;
    out->soft = from_limit(limit.rlim_cur);
    out->hard = from_limit(limit.rlim_max);
    return 0;
}

int cplatform_set_descriptor_limit(const struct cplatform_limit *limit) {
    struct rlimit value = {.rlim_cur = to_limit(limit->soft), .rlim_max = to_limit(limit->hard)};
    RESULT(setrlimit(RLIMIT_NOFILE, &value));
}

int cplatform_send_datagram(const char *path, const void *bytes, int64_t count, int waits) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof name.sun_path) return -ENAMETOOLONG;
    memcpy(name.sun_path, path, length);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    if (path[0] == '@') name.sun_path[0] = 0;
    else size += 1;
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -errno;
    struct timeval limit = {.tv_sec = 1};
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    ssize_t sent;
    do {
        sent = sendto(
            descriptor, bytes, (size_t)count, MSG_NOSIGNAL | (waits ? 0 : MSG_DONTWAIT),
            (const struct sockaddr *)&name, size);
    } while (sent < 0 && errno == EINTR);
    int result = sent < 0 ? -errno : 0;
    close(descriptor);
    return result;
}

int cplatform_process_id(void) { return getpid(); }

const char *cplatform_error_message(int number) { return strerrordesc_np(number); }

void cplatform_limit_heap_arenas(int count) {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, count);
#else
    (void)count;
#endif
}

void cplatform_trim_heap(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
