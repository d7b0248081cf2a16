#define _GNU_SOURCE
#include "CPlatformLoad.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static struct timespec to_timespec(int64_t nanoseconds) {
    return (struct timespec){
        .tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
}

static int wait_for_events(
    int set, struct epoll_event *events, int capacity, const struct timespec *limit) {
#ifdef SYS_epoll_pwait2
    static int is_missing;
    if (!is_missing) {
        int count = (int)syscall(SYS_epoll_pwait2, set, events, capacity, limit, NULL, 0);
        if (count >= 0 || errno != ENOSYS) return count;
        is_missing = 1;
    }
#endif
    // Before Linux 5.11 only poll knows nanoseconds.
    struct pollfd entry = {.fd = set, .events = POLLIN};
    int count = ppoll(&entry, 1, limit, NULL);
    return count <= 0 ? count : epoll_wait(set, events, capacity, 0);
}

int cplatform_epoll_wait_nanoseconds(
    int set, struct cplatform_event *events, int capacity, int64_t nanoseconds) {
    struct epoll_event raw[CPLATFORM_EVENT_COUNT_MAXIMUM];
    if (capacity > CPLATFORM_EVENT_COUNT_MAXIMUM) capacity = CPLATFORM_EVENT_COUNT_MAXIMUM;
    struct timespec limit = to_timespec(nanoseconds < 0 ? 0 : nanoseconds);
    int count = wait_for_events(set, raw, capacity, nanoseconds < 0 ? NULL : &limit);
    if (count < 0) return -errno;
    for (int index = 0; index < count; index++) {
        events[index].data = raw[index].data.u64;
        events[index].events = raw[index].events;
    }
    return count;
}

int cplatform_set_timer_slack(int64_t nanoseconds) {
    return prctl(PR_SET_TIMERSLACK, (unsigned long)nanoseconds, 0, 0, 0) < 0 ? -errno : 0;
}

int cplatform_set_slice(int64_t nanoseconds) {
#ifdef SYS_sched_setattr
    // The C library of Debian 12 has no declaration of it.
    struct {
        uint32_t size, policy;
        uint64_t flags;
        int32_t nice;
        uint32_t priority;
        uint64_t runtime, deadline, period;
    } attributes = {.size = 48, .policy = SCHED_OTHER, .runtime = (uint64_t)nanoseconds};
    // The niceness of this thread stays.
    errno = 0;
    int nice = getpriority(PRIO_PROCESS, 0);
    if (nice == -1 && errno != 0) return -errno;
    attributes.nice = nice;
    return syscall(SYS_sched_setattr, 0, &attributes, 0) < 0 ? -errno : 0;
#else
    (void)nanoseconds;
    return -ENOSYS;
#endif
}

static volatile sig_atomic_t interrupt_number;
static volatile sig_atomic_t interrupt_eventfd = -1;

static void take_interrupt(int number) {
    if (interrupt_number != 0) _exit(128 + number);
    interrupt_number = number;
    int error = errno;
    eventfd_write(interrupt_eventfd, 1);
    errno = error;
}

int cplatform_watch_interrupts(int eventfd) {
    interrupt_eventfd = eventfd;
    struct sigaction action = {.sa_handler = take_interrupt, .sa_flags = SA_RESTART};
    if (sigaction(SIGINT, &action, NULL) < 0 || sigaction(SIGTERM, &action, NULL) < 0)
        return -errno;
    // Whoever started the process may have blocked them.
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return -pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

int cplatform_interrupt(void) { return interrupt_number; }

static int64_t clock_nanoseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t cplatform_process_nanoseconds(void) { return clock_nanoseconds(CLOCK_PROCESS_CPUTIME_ID); }
int64_t cplatform_thread_nanoseconds(void) { return clock_nanoseconds(CLOCK_THREAD_CPUTIME_ID); }
