// What a process has used so far, from /proc.
#ifndef PROCESS_H
#define PROCESS_H
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct usage {
    uint64_t cpu_nanoseconds, voluntary_switches;
};

static inline uint64_t number_in(const char *path, const char *before) {
    FILE *file = fopen(path, "r");
    unsigned long long value = 0;
    char line[256];
    size_t length = strlen(before);
    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, before, length) && sscanf(line + length, "%llu", &value) == 1) break;
    if (file) fclose(file);
    return value;
}

// All threads that live; 0 when there is no such process.
static inline struct usage usage_of(int pid) {
    struct usage usage = {0, 0};
    char path[320];
    snprintf(path, sizeof path, "/proc/%d/task", pid);
    DIR *tasks = opendir(path);
    if (!tasks) return usage;
    for (struct dirent *entry; (entry = readdir(tasks));) {
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "/proc/%d/task/%s/schedstat", pid, entry->d_name);
        usage.cpu_nanoseconds += number_in(path, "");
        snprintf(path, sizeof path, "/proc/%d/task/%s/status", pid, entry->d_name);
        usage.voluntary_switches += number_in(path, "voluntary_ctxt_switches:");
    }
    closedir(tasks);
    return usage;
}
#endif
