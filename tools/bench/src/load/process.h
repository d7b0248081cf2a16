// What a process has used so far.
#ifndef PROCESS_H
#define PROCESS_H
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

struct usage {
    uint64_t cpu_nanoseconds, voluntary_switches;
};

static inline uint64_t switches_of(const char *path) {
    static const char name[] = "voluntary_ctxt_switches:";
    FILE *file = fopen(path, "r");
    unsigned long long value = 0;
    char line[256];
    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, name, sizeof name - 1)) sscanf(line + sizeof name - 1, "%llu", &value);
    if (file) fclose(file);
    return value;
}

// The time is that of all threads, ended ones too; the switches are those of threads that live.
static inline struct usage usage_of(int pid) {
    struct usage usage = {0, 0};
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(pid, &clock) == 0 && clock_gettime(clock, &time) == 0)
        usage.cpu_nanoseconds = (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
    char path[320];
    snprintf(path, sizeof path, "/proc/%d/task", pid);
    DIR *tasks = opendir(path);
    if (!tasks) return usage;
    for (struct dirent *entry; (entry = readdir(tasks));) {
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "/proc/%d/task/%s/status", pid, entry->d_name);
        usage.voluntary_switches += switches_of(path);
    }
    closedir(tasks);
    return usage;
}
#endif
