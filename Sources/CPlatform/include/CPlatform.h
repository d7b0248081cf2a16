#pragma once
// What Swift cannot import or cannot do as fast: wrappers of system calls, and bitset kernels.
#include "CPlatformBitset.h"
#include "CPlatformLoad.h"
#include "CPlatformProcess.h"
#include "CPlatformSearch.h"
#include "CPlatformSystem.h"
