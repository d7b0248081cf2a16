#define _GNU_SOURCE
#include "CLibFuzzer.h"

#include <sys/mman.h>

int fuzz_memory_file(void) { return memfd_create("fuzz", MFD_CLOEXEC); }
