#define _GNU_SOURCE
#include "sample_catalog.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

// Embedded by the compiler, so that the text is there once and the program needs no file beside it.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char bytes[] = {
#embed "../../tools/sample/catalog.json"
};

int sample_catalog_open(void) {
    int descriptor = memfd_create("sample catalogue", MFD_CLOEXEC);
    if (descriptor < 0) return -errno;
    for (size_t written = 0; written < sizeof bytes;) {
        ssize_t count = write(descriptor, bytes + written, sizeof bytes - written);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) {
            int reason = count < 0 ? errno : ENOSPC;
            close(descriptor);
            return -reason;
        }
        written += (size_t)count;
    }
    lseek(descriptor, 0, SEEK_SET);
    return descriptor;
}
