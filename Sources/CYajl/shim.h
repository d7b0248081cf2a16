#pragma once
#include <yajl/yajl_version.h>
#include <yajl/yajl_parse.h>

/* yajl_config is variadic, which Swift does not import. */
static inline int cyajl_allow_multiple_values(yajl_handle handle) {
    return yajl_config(handle, yajl_allow_multiple_values, 1);
}
