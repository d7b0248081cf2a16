#pragma once
// The system calls of the transport. Every wrapper answers its result, or the negated errno.
// They exist because Swift cannot see some of these calls (variadic, macro or packed types), and
// because errno must be read before anything else runs.
#include <stdint.h>
#include <sys/socket.h>

// A socket address of any family.
struct cplatform_address {
    struct sockaddr_storage storage;
    uint32_t length;
};

// One event of an epoll set: the number given at registration and EPOLL* bits.
struct cplatform_event {
    uint64_t data;
    uint32_t events;
};

enum {
    CPLATFORM_EVENT_COUNT_MAXIMUM = 256,
    CPLATFORM_EPOLL_IN = 0x001,
    CPLATFORM_EPOLL_OUT = 0x004,
    // An error or a hang-up: reported whether asked for or not.
    CPLATFORM_EPOLL_BROKEN = 0x018,
};

// Sockets, always non-blocking and closed on exec.
int cplatform_socket(int family);
int cplatform_bind(int descriptor, const struct cplatform_address *address);
int cplatform_listen(int descriptor, int backlog);
int cplatform_accept(int descriptor);
int cplatform_connect(int descriptor, const struct cplatform_address *address);
int cplatform_socket_address(int descriptor, struct cplatform_address *address);
int cplatform_socket_error(int descriptor);
int cplatform_set_reuse_address(int descriptor);
int cplatform_set_no_delay(int descriptor);
// Ends a TCP connection whose peer has been silent so long although it was asked (tcp(7),
// SO_KEEPALIVE and TCP_USER_TIMEOUT): a host that vanished sends no end.
int cplatform_watch_peer(int descriptor, int idle_seconds, int limit_seconds);
int cplatform_set_ipv6_only(int descriptor);
// Takes over a listening stream socket that another process opened: -ENOTSOCK when it is no socket,
// -EPROTOTYPE when it is of another kind, -EINVAL when it does not listen.
int cplatform_adopt_listener(int descriptor);
// Binds a unix socket so that its file is made with exactly this mode. Changes the process's file
// mode mask while it does so.
int cplatform_bind_with_mode(
    int descriptor, const struct cplatform_address *address, uint32_t mode);
int64_t cplatform_receive(int descriptor, void *buffer, int64_t count);
int64_t cplatform_send(int descriptor, const void *buffer, int64_t count);
int cplatform_shutdown_sending(int descriptor);
int cplatform_close(int descriptor);

// Addresses. `resolve` fills at most `capacity` entries and answers how many, or a negated EAI_*
// number; `unix_path` answers -ENAMETOOLONG for a path that does not fit.
int cplatform_resolve(
    const char *host, uint16_t port, int for_listening, struct cplatform_address *out, int capacity);
const char *cplatform_resolve_message(int number);
int cplatform_unix_address(const char *path, struct cplatform_address *out);
int cplatform_address_family(const struct cplatform_address *address);
int cplatform_address_port(const struct cplatform_address *address);
void cplatform_address_set_port(struct cplatform_address *address, uint16_t port);
int cplatform_address_host(const struct cplatform_address *address, char *buffer, int capacity);
// The path of a unix socket, with '@' before an abstract name; empty when it has none.
int cplatform_address_path(const struct cplatform_address *address, char *buffer, int capacity);

// Readiness.
int cplatform_epoll_create(void);
int cplatform_epoll_add(int set, int descriptor, uint32_t events, uint64_t data);
int cplatform_epoll_modify(int set, int descriptor, uint32_t events, uint64_t data);
int cplatform_epoll_remove(int set, int descriptor);
int cplatform_epoll_wait(int set, struct cplatform_event *events, int capacity, int milliseconds);
int cplatform_eventfd(void);
int cplatform_eventfd_signal(int descriptor);
int cplatform_eventfd_clear(int descriptor);
int cplatform_timer_create(void);
// Monotonic nanoseconds; 0 disarms.
int cplatform_timer_set(int descriptor, int64_t nanoseconds);

// The rest.
int64_t cplatform_monotonic_nanoseconds(void);
// Processors this process may run on, at least 1.
int cplatform_processor_count(void);
int cplatform_open_null(void);
int cplatform_ignore_signal(int number);
// Blocks SIGTERM, SIGINT and SIGHUP in this thread and in those it makes from now on.
void cplatform_hold_signals(void);
// Lets them in again in this thread alone.
void cplatform_release_signals(void);
// Waits for one of them and takes it: its number, or a negated errno.
int cplatform_wait_for_signal(void);
int cplatform_hang_up(void);
// 1 for a socket, 0 for another file, or the negated errno.
int cplatform_is_socket_file(const char *path);
int cplatform_unlink(const char *path);
// Which file a path names, without following a link.
struct cplatform_file_identity {
    uint64_t device;
    uint64_t inode;
};
int cplatform_identify(const char *path, struct cplatform_file_identity *out);
// Reads the beginning of a file: the number of bytes.
int64_t cplatform_read_file(const char *path, void *buffer, int64_t capacity);
// Opens a file without a name in a folder for writing; the mode is subject to the umask.
int cplatform_open_nameless(const char *folder, uint32_t mode);
// Gives a name to an open file that has none; fails when the name is taken.
int cplatform_name_file(int descriptor, const char *path);
// File descriptors this process may open; INT64_MAX = no limit.
struct cplatform_limit {
    int64_t soft;
    int64_t hard;
};
int cplatform_descriptor_limit(struct cplatform_limit *out);
int cplatform_set_descriptor_limit(const struct cplatform_limit *limit);
// One datagram to a unix socket; a path that begins with '@' is an abstract name. With `waits` at
// most a second passes while the receiver is busy.
int cplatform_send_datagram(const char *path, const void *bytes, int64_t count, int waits);
int cplatform_process_id(void);
const char *cplatform_error_message(int number);

// The C heap. Without glibc both do nothing.
void cplatform_limit_heap_arenas(int count);
void cplatform_trim_heap(void);
