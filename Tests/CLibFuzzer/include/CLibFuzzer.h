#pragma once
// The part of libFuzzer's interface that a program with its own main needs.
// Source: https://llvm.org/docs/LibFuzzer.html, "Using libFuzzer as a library".
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(
    int *argc, char ***argv, int (*run_one)(const uint8_t *data, size_t byte_count));

// A file that is only memory: its descriptor, or -1.
int fuzz_memory_file(void);
