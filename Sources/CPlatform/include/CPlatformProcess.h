#pragma once
// Child processes and folders, for programs on a command line.
#include <stdint.h>

// Starts a command in a shell whose standard input is a pipe: the descriptor of the pipe's other
// end, or a negated errno. `less` is told to leave colours and to end at once when all fits, unless
// the environment tells it otherwise.
int cplatform_start_reader(const char *command, int64_t *process);
// Waits for its end: its exit status, 128 + the number of the signal that ended it, or a negated
// errno.
int cplatform_wait_for_process(int64_t process);
// Leaves SIGINT to the child while it has the terminal.
void cplatform_ignore_interrupt(int is_ignored);
// Makes a folder and those around it; 0 when it is there, or a negated errno.
int cplatform_make_folders(const char *path, uint32_t mode);
