// Tells ThreadSanitizer what it cannot see of Swift's Mutex.
//
// A Mutex that is free is taken and given back by atomic instructions of the program itself, which
// the sanitizer sees. One that others wait for is handed over inside libswiftSynchronization, by
// instructions without instrumentation and by the kernel (FUTEX_LOCK_PI): without these lines every
// such hand-over of data looks like a race. Loaded in front of that library with LD_PRELOAD by
// tools/test sanitize; the programs that are shipped know nothing of it.
//
// Sources: swiftlang/swift, stdlib/public/Synchronization/Mutex/LinuxImpl.swift;
// llvm/compiler-rt, include/sanitizer/tsan_interface.h.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// Absent in a process without the sanitizer, such as the package manager.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

#define SWIFT_METHOD __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Synchronization._MutexHandle._lockSlow(UInt32) and ._unlockSlow().
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT_METHOD void lock_slow(uint32_t thread, SELF void *handle) __asm__(LOCK_SLOW);
SWIFT_METHOD void unlock_slow(SELF void *handle) __asm__(UNLOCK_SLOW);

typedef SWIFT_METHOD void (*lock_slow_type)(uint32_t thread, SELF void *handle);
typedef SWIFT_METHOD void (*unlock_slow_type)(SELF void *handle);

SWIFT_METHOD void lock_slow(uint32_t thread, SELF void *handle) {
    ((lock_slow_type)dlsym(RTLD_NEXT, LOCK_SLOW))(thread, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT_METHOD void unlock_slow(SELF void *handle) {
    if (__tsan_release) __tsan_release(handle);
    ((unlock_slow_type)dlsym(RTLD_NEXT, UNLOCK_SLOW))(handle);
}
