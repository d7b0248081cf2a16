#pragma once
#include <nghttp2/nghttp2.h>

/* Weak, so that a library without it can be told of and refused, rather than fail to load. */
extern void nghttp2_option_set_max_continuations(nghttp2_option *option, size_t count)
    __attribute__((weak));

/* Whether the library bounds the CONTINUATION frames of one header block. */
static inline int cnghttp2_bounds_continuations(void) {
    return nghttp2_option_set_max_continuations != 0;
}

static inline void cnghttp2_set_max_continuations(nghttp2_option *option, size_t count) {
    if (nghttp2_option_set_max_continuations) nghttp2_option_set_max_continuations(option, count);
}
