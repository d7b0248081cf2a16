// What a load generator needs beside sockets: waits of nanoseconds, and signals that end it early.
// Every wrapper answers its result, or the negated errno.
#pragma once
#include <stdint.h>

#include "CPlatformSystem.h"

// Like cplatform_epoll_wait, for so many nanoseconds; below 0 it waits without an end.
int cplatform_epoll_wait_nanoseconds(
    int set, struct cplatform_event *events, int capacity, int64_t nanoseconds);

// How late this thread's timers may fire on purpose, in nanoseconds; 0 is the system's default,
// 50,000 on most.
int cplatform_set_timer_slack(int64_t nanoseconds);

// Asks the scheduler to run this thread soon after it wakes and for short stretches only, in
// nanoseconds (Linux 6.12 and newer; needs no rights). 0 gives the default back.
int cplatform_set_slice(int64_t nanoseconds);

// From now on SIGINT and SIGTERM write to an eventfd; a second one ends the process at once with
// 128 + its number.
int cplatform_watch_interrupts(int eventfd);
// The first of them that came; 0 when none has.
int cplatform_interrupt(void);

// Processor time of this process and of the calling thread, in nanoseconds.
int64_t cplatform_process_nanoseconds(void);
int64_t cplatform_thread_nanoseconds(void);
