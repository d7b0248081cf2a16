#define _GNU_SOURCE
#include "CPlatformProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// A child takes over what its parent ignores and blocks; a pager wants neither.
static int prepare(posix_spawnattr_t *attributes) {
    int fault = posix_spawnattr_init(attributes);
    if (fault != 0) return fault;
    sigset_t restored, unblocked;
    sigemptyset(&restored);
    sigaddset(&restored, SIGPIPE);
    sigaddset(&restored, SIGINT);
    sigemptyset(&unblocked);
    posix_spawnattr_setsigdefault(attributes, &restored);
    posix_spawnattr_setsigmask(attributes, &unblocked);
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    return 0;
}

int cplatform_start_reader(const char *command, int64_t *process) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int fault = posix_spawn_file_actions_init(&actions);
    if (fault == 0) {
        fault = posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
        if (fault == 0) fault = prepare(&attributes);
        if (fault == 0) {
            setenv("LESS", "FRX", 0);
            char *const words[] = {"sh", "-c", (char *)command, NULL};
            pid_t child = 0;
            fault = posix_spawn(&child, "/bin/sh", &actions, &attributes, words, environ);
            *process = child;
            posix_spawnattr_destroy(&attributes);
        }
        posix_spawn_file_actions_destroy(&actions);
    }
    close(ends[0]);
    if (fault == 0) return ends[1];
    close(ends[1]);
    return -fault;
}

int cplatform_wait_for_process(int64_t process) {
    int status = 0;
    while (waitpid((pid_t)process, &status, 0) < 0) {
        if (errno != EINTR) return -errno;
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void cplatform_ignore_interrupt(int is_ignored) { signal(SIGINT, is_ignored ? SIG_IGN : SIG_DFL); }

int cplatform_make_folders(const char *path, uint32_t mode) {
    char *copy = strdup(path);
    if (copy == NULL) return -ENOMEM;
    int result = 0;
    for (char *slash = copy + 1;; slash++) {
        if (*slash != '/' && *slash != 0) continue;
        char end = *slash;
        *slash = 0;
        if (mkdir(copy, mode) < 0 && errno != EEXIST) result = -errno;
        *slash = end;
        if (end == 0 || result < 0) break;
    }
    free(copy);
    return result;
}
