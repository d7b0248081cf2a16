#pragma once
#include <string.h>
#include <zlib.h>

/* The beginnings are macros, which Swift does not import. 31: a gzip wrapper, a 32 KiB window. */
static inline int czlib_inflate_begin(z_stream *stream) {
    memset(stream, 0, sizeof *stream);
    return inflateInit2(stream, 31);
}

static inline int czlib_deflate_begin(z_stream *stream) {
    memset(stream, 0, sizeof *stream);
    return deflateInit2(stream, Z_BEST_SPEED, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
}
