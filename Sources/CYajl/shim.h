#pragma once
#include <yajl/yajl_version.h>
#include <yajl/yajl_parse.h>
